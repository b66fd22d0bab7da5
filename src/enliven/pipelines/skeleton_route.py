"""The default route: text and a rig to joint motion, through the joint-flow model."""

from dataclasses import asdict
from pathlib import Path

import numpy as np

from enliven.core.progress import Progress
from enliven.core.request import AnimationRequest, AnimationResult
from enliven.core.scene import Scene
from enliven.geometry.body import body_from
from enliven.geometry.contacts_body import ground_body
from enliven.geometry.deforming import deforming_rig
from enliven.geometry.measures import measured
from enliven.geometry.turning import faces_by_names, turn_from, turned_body
from enliven.models.joint_model import load_joint_model
from enliven.pipelines.naming import clip_name
from enliven.pipelines.rigging import rigged
from enliven.pipelines.skeleton_route_finish import begun
from enliven.pipelines.skeleton_route_make import Subject, performed

_UNTOLD = "no joint's name tells which way the model faces, so +Z is taken; if it goes backward, try --faces back"
_IDLE = "no vertex follows "  # of interest to who asks for a rig, not for a motion


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
    """
    prepared = rigged(scene, progress, faces=request.faces)
    mesh = prepared.scene.mesh  # joined anew at each call
    deforming = deforming_rig(prepared.rig.skeleton, prepared.rig.skin, mesh)
    body = body_from(deforming.skeleton, deforming.skin, mesh)
    faces = request.faces or faces_by_names(body)
    turn = turn_from(faces or "front")
    front = turn.T @ np.array([0.0, 0.0, 1.0])
    subject = Subject(
        body=turned_body(body, turn),
        ground=ground_body(deforming.skeleton, deforming.skin, mesh, body.metres_per_unit, front),
        turn=turn,
    )
    progress("imagining the motion", 0, 1)
    model = load_joint_model() if weights is None else load_joint_model(weights)
    made = performed(model, subject, request)
    progress("imagining the motion", 1, 1)
    motion, notes = begun(made.motion, request, subject.ground)
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
        notes=(
            *(note for note in prepared.notes if not note.startswith(_IDLE)),
            *made.notes,
            *notes,
            *(() if faces or prepared.made_here else (_UNTOLD,)),
        ),
        seed=made.seed,
        candidates=made.others,
    )
