"""The default route: text and a rig to joint motion, through the joint-flow model."""

from dataclasses import asdict
from pathlib import Path

import numpy as np

from enliven.core.errors import InvalidRequestError
from enliven.core.progress import Progress
from enliven.core.request import AnimationRequest, AnimationResult
from enliven.core.scene import Scene
from enliven.geometry.body import body_from
from enliven.geometry.contacts_body import ground_body
from enliven.geometry.deforming import deforming_rig
from enliven.geometry.measures import measured
from enliven.geometry.turning import turn_to_front, turned_body, turned_motion
from enliven.models.joint_model import load_joint_model
from enliven.models.text.encoder import load_text_encoder
from enliven.models.text.word_roles import motion_words
from enliven.pipelines.naming import clip_name
from enliven.pipelines.rigging import rigged
from enliven.pipelines.skeleton_route_finish import finished


def skeleton_route(
    scene: Scene, request: AnimationRequest, progress: Progress, *, weights: Path | None = None
) -> AnimationResult:
    """Animate a scene through its rig.

    Args:
        scene: the user's file.
        request: what is asked for.
        progress: told of the stages; may raise ``Cancelled``.
        weights: of another joint model than the shipped one.

    Returns:
        The motion of the rig's deforming joints, in metres and model space.

    Raises:
        InvalidRequestError: if more than one candidate is asked for.
    """
    if request.candidates != 1:
        raise InvalidRequestError(
            f"{request.candidates} candidates are asked for, expected 1 of the skeleton route; "
            "ask again with other seeds"
        )
    prepared = rigged(scene, progress)
    mesh = prepared.scene.mesh  # joined anew at each call
    deforming = deforming_rig(prepared.rig.skeleton, prepared.rig.skin, mesh)
    body = body_from(deforming.skeleton, deforming.skin, mesh)
    turn = turn_to_front(body)
    facing_front = turned_body(body, turn)
    progress("imagining the motion", 0, 1)
    told = motion_words(request.prompt)
    text = load_text_encoder().encode(told)
    model = load_joint_model() if weights is None else load_joint_model(weights)
    plan = model.plan(facing_front, text)
    loop = plan.loop if request.loop is None else request.loop
    seconds = plan.seconds if request.seconds is None else request.seconds
    motion = model.generate(
        facing_front, text, seconds=seconds, loop=loop, seed=request.seed, strength=request.strength
    )[0]
    progress("imagining the motion", 1, 1)
    front = turn.T @ np.array([0.0, 0.0, 1.0])
    ground = ground_body(deforming.skeleton, deforming.skin, mesh, body.metres_per_unit, front)
    motion, notes = finished(turned_motion(motion, turn.T), ground, request)
    measures = asdict(
        measured(deforming.skeleton.rest_positions, deforming.skeleton.parents, motion, body.metres_per_unit)
    )
    return AnimationResult(
        scene=prepared.scene,
        motion=motion,
        skeleton=deforming.skeleton,
        skin=deforming.skin,
        drives=deforming.drives,
        clip_name=clip_name(request.prompt),
        route="skeleton",
        measures=measures,
        notes=prepared.notes + _reading(request.prompt, told) + notes,
    )


def _reading(prompt: str, told: str) -> tuple[str, ...]:
    return () if told == prompt else (f"words of the prompt that count: {told}",)
