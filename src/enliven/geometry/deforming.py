"""The joints of a rig that shape the surface, without the animator's tools.

Works from rest data only: a user's file is treated as the training files are.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.core.skeleton import Skeleton, skeleton_at
from enliven.core.skin import Skin
from enliven.geometry.joint_names import sounds_like_helper
from enliven.geometry.limb_ends import LimbView, parents_with_feet_on_shins

_HELPER_SHARE = 0.005  # a helper may carry this much of the skin by accident (automatic weights leak)
_ROOT_SHARE = 0.002


@dataclass(frozen=True, slots=True, eq=False)
class DeformingRig:
    """A rig without helpers.

    ``drives[j]`` is the joint of ``skeleton`` that joint ``j`` of the source rig follows rigidly: its own, or the one
    nearest to it in the tree.
    """

    skeleton: Skeleton
    skin: Skin
    drives: tuple[int, ...]
    reparented: tuple[str, ...] = ()  # names of feet that now follow a shin


def deforming_rig(skeleton: Skeleton, skin: Skin) -> DeformingRig:
    """Keep the joints that shape the surface; never none.

    Removed are joints that carry no weight and lead to none, helpers by name (IK goals, pole targets, controls) that
    carry next to nothing, and roots without skin above a single child. Feet that hang from the root follow their shin.
    Weights of a removed joint go to the joint it follows. A rig without any weight keeps all but its helpers.

    Args:
        skeleton: all joints at rest.
        skin: weights over all vertices.

    Returns:
        The kept joints, parents first, their skin, and what every source joint follows.
    """
    shares = _shares(skin)
    kept = _shaping(skeleton, shares)
    parents: list[int | None] = [_kept_above(skeleton.parents, joint, kept) for joint in range(len(skeleton))]
    among = np.flatnonzero(kept)
    view = LimbView(
        names=tuple(skeleton.names[joint] for joint in among),
        positions=skeleton.rest_positions[among],
        shares=shares[among],
        overlap=(skin.weights.T @ skin.weights)[np.ix_(among, among)],
    )
    place = {int(joint): k for k, joint in enumerate(among)}
    local = [None if (above := parents[joint]) is None else place[above] for joint in among]
    moved = parents_with_feet_on_shins(view, local)
    reparented = tuple(view.names[k] for k in range(len(among)) if moved[k] != local[k])
    for k, joint in enumerate(among):
        above = moved[k]
        parents[joint] = None if above is None else int(among[above])
    _drop_bare_roots(parents, shares, kept)
    order = _parents_first(parents, kept)
    return _assembled(skeleton, skin, parents, order, reparented)


def _shares(skin: Skin) -> np.ndarray:
    total = skin.weights.sum(axis=0)
    return total / max(float(total.sum()), 1e-12)


def _shaping(skeleton: Skeleton, shares: np.ndarray) -> np.ndarray:
    """Which joints carry weight or lead to some, helpers left out."""
    tools = np.array([sounds_like_helper(name) for name in skeleton.names]) & (shares < _HELPER_SHARE)
    leads = np.where(tools, 0.0, shares)
    branches = np.zeros(len(skeleton), dtype=np.int64)
    for joint in range(len(skeleton) - 1, -1, -1):
        parent = skeleton.parents[joint]
        if parent is not None and leads[joint] > 0.0:
            leads[parent] += leads[joint]
            branches[parent] += 1
    kept = (leads > 0.0) & (~tools | (branches >= 2))
    if kept.any():
        return kept
    return ~tools if not tools.all() else np.ones(len(skeleton), dtype=bool)


def _kept_above(parents: tuple[int | None, ...], joint: int, kept: np.ndarray) -> int | None:
    above = parents[joint]
    while above is not None and not kept[above]:
        above = parents[above]
    return above


def _drop_bare_roots(parents: list[int | None], shares: np.ndarray, kept: np.ndarray) -> None:
    """Unmark roots that carry no skin and have one kept child; that child becomes the root."""
    changed = True
    while changed:
        changed = False
        for joint in np.flatnonzero(kept):
            children = [int(other) for other in np.flatnonzero(kept) if parents[other] == joint]
            if parents[joint] is None and len(children) == 1 and shares[joint] < _ROOT_SHARE:
                kept[joint], parents[children[0]], changed = False, None, True


def _parents_first(parents: list[int | None], kept: np.ndarray) -> list[int]:
    order: list[int] = []
    waiting = [int(joint) for joint in np.flatnonzero(kept) if parents[joint] is None][::-1]
    while waiting:
        joint = waiting.pop()
        order.append(joint)
        waiting += [int(other) for other in np.flatnonzero(kept) if parents[other] == joint][::-1]
    return order


def _assembled(
    skeleton: Skeleton, skin: Skin, parents: list[int | None], order: list[int], reparented: tuple[str, ...]
) -> DeformingRig:
    place = {joint: k for k, joint in enumerate(order)}
    overlap = skin.weights.T @ skin.weights
    drives = tuple(_followed(skeleton, overlap, joint, place) for joint in range(len(skeleton)))
    weights = np.zeros((len(skin.weights), len(order)))
    for joint, leader in enumerate(drives):
        weights[:, leader] += skin.weights[:, joint]
    new_parents = tuple(None if (above := parents[joint]) is None else place[above] for joint in order)
    return DeformingRig(
        skeleton=skeleton_at(
            tuple(skeleton.names[joint] for joint in order), new_parents, skeleton.model_from_joint[order]
        ),
        skin=Skin(weights=weights, joint_from_mesh=skin.joint_from_mesh[order]),
        drives=drives,
        reparented=reparented,
    )


def _followed(skeleton: Skeleton, overlap: np.ndarray, joint: int, place: dict[int, int]) -> int:
    """Its own, else the nearest kept joint above, else the one it shares most skin with, else the nearest at rest."""
    above: int | None = joint
    while above is not None:
        if above in place:
            return place[above]
        above = skeleton.parents[above]
    kept = list(place)
    shared = overlap[joint, kept]
    if shared.max() > 0.0:
        return place[kept[int(shared.argmax())]]
    apart = np.linalg.norm(skeleton.rest_positions[kept] - skeleton.rest_positions[joint], axis=1)
    return place[kept[int(apart.argmin())]]
