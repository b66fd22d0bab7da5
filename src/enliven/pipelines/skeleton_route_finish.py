"""The last steps of the skeleton route: contact with the ground, travel, and the pose of the file at the start."""

import re

import numpy as np

from enliven.core.motion import JointMotion
from enliven.core.request import AnimationRequest
from enliven.geometry.contacts import with_contacts
from enliven.geometry.contacts_body import GroundBody
from enliven.geometry.finishing import grounded, kept_in_place, started_at_rest, travelled

_OFF_THE_GROUND = re.compile(
    r"\b(fl(y|ies|ying|ew|ap|aps|apping|oats?|oating|utters?|uttering)|hovers?|hovering|glid(e|es|ing)|soar(s|ing)?"
    r"|sw(im|ims|imming|am)|div(e|es|ing)|levitat(e|es|ing))\b",
    re.IGNORECASE,
)


def finished(motion: JointMotion, body: GroundBody, request: AnimationRequest) -> tuple[JointMotion, tuple[str, ...]]:
    """Put the contacts right, let it travel or stay, and start it at rest, as asked for.

    Args:
        motion: as generated, metres.
        body: the rig on its ground.
        request: what is asked for.

    Returns:
        The motion, and what there is to say of it.
    """
    notes: tuple[str, ...] = ()
    if request.contacts:
        motion = with_contacts(motion, body, stands=stays_on_the_ground(request.prompt))
    else:
        motion = grounded(motion, body.rest_positions, body.parents, body.size_m)
    if request.in_place:
        motion = kept_in_place(motion, body.parents, body.size_m)
    else:
        motion = travelled(motion, body)
        covered = 0.0 if motion.travel_m is None else float(np.linalg.norm(motion.travel_m))
        notes += (f"root motion: travels {covered:.2f} m in {motion.duration_s:.2f} s",)
    if request.start_at_rest:
        looped = motion.loop
        motion = started_at_rest(motion)
        notes += ("starts at rest" + (" and comes back to it, so that the loop closes" if looped else ""),)
    return motion, notes


def stays_on_the_ground(prompt: str) -> bool:
    """Whether the words of a prompt leave the body on the ground: no flying, gliding or swimming."""
    return _OFF_THE_GROUND.search(prompt) is None
