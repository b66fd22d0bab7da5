"""Feet that hang from the root although they stand at the end of a shin (IK feet): which shin each follows.

Animators of IK rigs parent a foot to the root and let the shin reach for it. In motion the foot stands at the shin's
end all the same, so as a tree of rigid parts it belongs there.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.geometry.joint_names import (
    may_end_in,
    name_side,
    says_something,
    sounds_like_foot,
    sounds_like_limb,
    sounds_like_toe,
)

_ROOT_SHARE = 0.003  # a root that carries more of the skin than this is a body, and what hangs from it belongs there
_END_SHARE = 0.25  # what carries more of the skin than this is no foot
_FARTHEST = 4.0  # distance of a foot from its shin joint, in lengths of the bone above
_BLENDED = 0.02  # part of a foot's skin that it shares with its shin where names say nothing
_GROUND = 0.1  # where names say nothing, a foot stands in the lowest tenth of the joints' height


@dataclass(frozen=True, slots=True, eq=False)
class LimbView:
    """What the search looks at."""

    names: tuple[str, ...]
    positions: Float[np.ndarray, "joints 3"]
    shares: Float[np.ndarray, " joints"]  # share of the skin that each joint carries
    overlap: Float[np.ndarray, "joints joints"]  # sum over vertices of the product of two joints' weights


def parents_with_feet_on_shins(view: LimbView, parents: list[int | None]) -> list[int | None]:
    """Parents in which every foot that hangs free follows its shin; feet are placed first, then toes.

    Args:
        view: names, rest positions and weights of the joints.
        parents: per joint; may be in any order.

    Returns:
        New parents; joints that are no feet keep theirs.
    """
    parents = list(parents)
    joints = range(len(parents))
    for is_turn in (lambda name: not sounds_like_toe(name), sounds_like_toe):
        for joint in joints:
            if not is_turn(view.names[joint]) or not _hangs_free(view, parents, joint):
                continue
            shins = [shin for shin in joints if _fits(view, parents, joint, shin)]
            if shins:
                parents[joint] = min(shins, key=lambda shin: _distance(view, joint, shin))
    return parents


def _hangs_free(view: LimbView, parents: list[int | None], joint: int) -> bool:
    subtree = [other for other in range(len(parents)) if _is_under(parents, other, joint)]
    if not 0.0 < view.shares[subtree].sum() < _END_SHARE:
        return False
    parent = parents[joint]
    return parent is None or _root_like(view, parents, parent)


def _root_like(view: LimbView, parents: list[int | None], joint: int) -> bool:
    above: int | None = joint
    while above is not None:
        if view.shares[above] >= _ROOT_SHARE:
            return False
        above = parents[above]
    return True


def _fits(view: LimbView, parents: list[int | None], foot: int, shin: int) -> bool:
    thigh = parents[shin]
    if thigh is None or view.shares[shin] <= 0.0 or (_root_like(view, parents, thigh) and parents[thigh] is None):
        return False
    if shin in parents or _is_under(parents, shin, foot):
        return False
    bone = float(np.linalg.norm(view.positions[shin] - view.positions[thigh]))
    if _distance(view, foot, shin) > _FARTHEST * bone:
        return False
    foot_name, shin_name = view.names[foot], view.names[shin]
    sides = {name_side(foot_name), name_side(shin_name)} - {None}
    if len(sides) == 2 or not may_end_in(shin_name, foot_name):
        return False
    ends = sounds_like_foot(foot_name) or sounds_like_toe(foot_name)
    named = ends and (sounds_like_limb(shin_name) or sounds_like_foot(shin_name))
    return named or _blends_at_the_ground(view, foot, shin)


def _blends_at_the_ground(view: LimbView, foot: int, shin: int) -> bool:
    if says_something(view.names[foot]) or says_something(view.names[shin]):
        return False
    heights = view.positions[:, 1]
    if heights[foot] > heights.min() + _GROUND * np.ptp(heights) or heights[shin] <= heights[foot]:
        return False
    others = np.array(view.overlap[foot])
    others[foot] = 0.0
    return others.argmax() == shin and others[shin] >= _BLENDED * view.overlap[foot, foot]


def _distance(view: LimbView, foot: int, shin: int) -> float:
    return float(np.linalg.norm(view.positions[foot] - view.positions[shin]))


def _is_under(parents: list[int | None], joint: int, top: int) -> bool:
    above: int | None = joint
    while above is not None:
        if above == top:
            return True
        above = parents[above]
    return False
