"""The last steps of the skeleton route: contact with the ground, travel, and the pose of the file at the start."""

import re

import numpy as np

from enliven.core.motion import JointMotion
from enliven.core.request import AnimationRequest
from enliven.geometry.contacts import with_contacts
from enliven.geometry.contacts_body import GroundBody
from enliven.geometry.finishing import begun_near_rest, grounded, kept_in_place, leaned, started_at_rest, travelled
from enliven.geometry.hinges import hinged

_OFF_THE_GROUND = re.compile(
    r"\b(fl(y|ies|ying|ew|ap|aps|apping|oats?|oating|utters?|uttering)|hovers?|hovering|glid(e|es|ing)|soar(s|ing)?"
    r"|sw(im|ims|imming|am)|div(e|es|ing)|levitat(e|es|ing))\b",
    re.IGNORECASE,
)


_GAIT = re.compile(
    r"\b(walk|run|jog|sprint|trot|gallop|canter|march|sneak|stroll|strut|limp|crawl|creep|tiptoe|wander|stalk|charg"
    r"|flee|hop|shuffl|stagger|strid|scuttl)\w*",
    re.IGNORECASE,
)


_FALL = re.compile(
    r"\b(die[sd]?|dying|dead|death|killed|collaps\w*|topple\w*|faint(s|ed|ing)?|(fall|drop)\w* (over|down|dead)"
    r"|(fall|drop)\w* on|pass(es)? out|keels? over|knocked (out|down))\b",
    re.IGNORECASE,
)


_RUN = re.compile(r"\b(run|ran|running|sprint|gallop|dash|race|racing|flee|charg|bolt|scamper)\w*", re.IGNORECASE)
"""Gaits with a flight between the steps, and feet that are down for a moment."""


_ASIDE = re.compile(r"back|side|strafe|left|right|in place|on the spot|turn|circle", re.IGNORECASE)


def settled(
    motion: JointMotion, body: GroundBody, request: AnimationRequest, phrase: str, lean_rad: float
) -> JointMotion:
    """A motion in the posture asked for, with its hinges and contacts put right, in place or travelling.

    Args:
        motion: of one action, metres.
        body: the rig on its ground.
        request: what is asked for.
        phrase: the words of that action.
        lean_rad: forward.

    Returns:
        The motion.
    """
    motion, gait = leaned(hinged(motion, body), body, lean_rad), _goes_forward(phrase)
    if request.contacts:
        motion = with_contacts(
            motion,
            body,
            stands=stays_on_the_ground(phrase),
            travels=gait,
            falls=falls_down(phrase),
            holds=_RUN.search(phrase) is None,
        )
    else:
        motion = grounded(motion, body.rest_positions, body.parents, body.size_m)
    if not gait and stays_on_the_ground(phrase):
        motion = begun_near_rest(motion, body)
    if request.in_place:
        return kept_in_place(motion, body.parents, body.size_m)
    return travelled(motion, body, travels=gait)


def begun(motion: JointMotion, request: AnimationRequest, body: GroundBody) -> tuple[JointMotion, tuple[str, ...]]:
    """Start at rest if asked for, and say what there is to say of start and travel."""
    notes: tuple[str, ...] = ()
    if not request.in_place:
        notes += (f"root motion: travels {_covered_m(motion, body):.2f} m in {motion.duration_s:.2f} s",)
    if request.start_at_rest:
        motion = started_at_rest(motion)
        notes += ("starts at rest" + (" and comes back to it, so that the loop closes" if motion.loop else ""),)
    return motion, notes


def _covered_m(motion: JointMotion, body: GroundBody) -> float:
    root = body.parents.index(None)
    ends = motion.translations.at(np.array([0.0, motion.duration_s]))[:, root]
    way = ends[1] - ends[0] + (0.0 if motion.travel_m is None else motion.travel_m)
    return float(np.linalg.norm(way[[0, 2]]))


def stays_on_the_ground(prompt: str) -> bool:
    """Whether the words of a prompt leave the body on the ground: no flying, gliding or swimming."""
    return _OFF_THE_GROUND.search(prompt) is None


def falls_down(prompt: str) -> bool:
    """Whether the words of a prompt leave the body lying in the end: it dies, collapses, falls over."""
    return _FALL.search(prompt) is not None


def _goes_forward(phrase: str) -> bool:
    return _GAIT.search(phrase) is not None and _ASIDE.search(phrase) is None
