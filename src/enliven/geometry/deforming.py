"""The joints of a rig that shape the surface, without the animator's tools.

Works from rest data only: a user's file is treated as the training files are.
"""

from dataclasses import dataclass

import numpy as np

from enliven.core.mesh import Mesh
from enliven.core.skeleton import Skeleton, skeleton_at
from enliven.core.skin import Skin
from enliven.geometry.body import surface_weights
from enliven.geometry.joint_names import sounds_like_helper, sounds_like_slot
from enliven.geometry.limb_ends import LimbView, parents_with_feet_on_shins
from enliven.geometry.part_tree import PartView, joined_parts

_HELPER_SHARE = 0.005  # a helper may carry this much of the skin by accident (automatic weights leak)
_BARE_SHARE = 0.002
_GROUND = 0.15  # of the joints' height
_SAME_PLACE, _DETOUR = 0.05, 1.3  # in distances from parent to child


@dataclass(frozen=True, slots=True, eq=False)
class DeformingRig:
    """A rig without helpers.

    ``drives[j]`` is the joint of ``skeleton`` that joint ``j`` of the source rig follows rigidly: its own, or the one
    nearest to it in the tree.
    """

    skeleton: Skeleton
    skin: Skin
    drives: tuple[int, ...]
    sources: tuple[int, ...]  # joint of the source rig that each kept joint is
    reparented: tuple[str, ...] = ()  # names of feet that now follow a shin


def deforming_rig(skeleton: Skeleton, skin: Skin, mesh: Mesh | None = None) -> DeformingRig:
    """Keep the joints that shape the surface; never none.

    Removed are joints that carry no weight and lead to none, helpers by name (IK goals, pole targets, controls) that
    carry next to nothing, slots that hold a weapon, and joints without skin above a
    single child that are roots or no pivots. Feet that hang from the root follow their shin.
    Parts that all
    hang from a bare root on the ground are joined to the parts they touch. Weights of a removed joint go to the joint
    it follows. A rig without any weight keeps all but its helpers.

    Args:
        skeleton: all joints at rest.
        skin: weights over all vertices.
        mesh: those vertices; without it every vertex counts alike and parts are joined by where their joints stand.

    Returns:
        The kept joints, parents first, their skin, and what every source joint follows.
    """
    carried = skin.weights if mesh is None else skin.weights * surface_weights(mesh)[:, None]
    shares = carried.sum(axis=0) / max(float(carried.sum()), 1e-12)
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
    _drop_bare_joints(skeleton.rest_positions, parents, shares, kept)
    _join_parts(_part_view(skeleton, carried, mesh, shares), parents, kept)
    order = _parents_first(parents, kept)
    return _assembled(skeleton, skin, parents, order, reparented)


def _shaping(skeleton: Skeleton, shares: np.ndarray) -> np.ndarray:
    """Which joints carry weight or lead to some, helpers left out."""
    tools = np.array([sounds_like_helper(name) for name in skeleton.names]) & (shares < _HELPER_SHARE)
    held = [parent is not None and shares[parent] > 0.0 for parent in skeleton.parents]
    tools |= np.array([sounds_like_slot(name) for name in skeleton.names]) & held
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


def _drop_bare_joints(positions: np.ndarray, parents: list[int | None], shares: np.ndarray, kept: np.ndarray) -> None:
    """Unmark joints without skin above a single child that are no pivots: roots, and those off the way to the child.

    A pivot without skin (a collarbone) lies on the way from its parent to its child; a control lies elsewhere, or in
    the very place of one of the two.
    """
    changed = True
    while changed:
        changed = False
        for joint in map(int, np.flatnonzero(kept)):
            children = [int(other) for other in np.flatnonzero(kept) if parents[other] == joint]
            if len(children) == 1 and shares[joint] < _BARE_SHARE and _is_bare(positions, parents, joint, children[0]):
                kept[joint], parents[children[0]], changed = False, parents[joint], True


def _is_bare(positions: np.ndarray, parents: list[int | None], joint: int, child: int) -> bool:
    parent = parents[joint]
    if parent is None:
        return True
    above = np.linalg.norm(positions[joint] - positions[parent])
    below = np.linalg.norm(positions[child] - positions[joint])
    direct = np.linalg.norm(positions[child] - positions[parent])
    return bool(min(above, below) < _SAME_PLACE * direct or above + below > _DETOUR * direct)


def _part_view(skeleton: Skeleton, weights: np.ndarray, mesh: Mesh | None, shares: np.ndarray) -> PartView:
    positions = skeleton.rest_positions
    if mesh is None:
        return PartView(positions=positions, shares=shares, centres=positions, extents=np.zeros_like(positions))
    carried = np.maximum(weights.sum(axis=0), 1e-12)[:, None]
    mean = weights.T @ mesh.vertices / carried
    variance = weights.T @ mesh.vertices**2 / carried - mean**2
    return PartView(
        positions=positions,
        shares=shares,
        centres=np.where(shares[:, None] > 0.0, mean, positions),
        extents=np.sqrt(np.maximum(variance, 0.0)),
    )


def _join_parts(view: PartView, parents: list[int | None], kept: np.ndarray) -> None:
    """Remove bare joints on the ground that several parts hang from, and join these to what they touch."""
    heights = view.positions[kept, 1]
    ground = heights.min() + _GROUND * np.ptp(heights)
    for hub in [int(joint) for joint in np.flatnonzero(kept)]:
        members = [int(joint) for joint in np.flatnonzero(kept)]
        parts = [joint for joint in members if parents[joint] == hub]
        bare = view.shares[hub] < _BARE_SHARE and view.positions[hub, 1] <= ground
        if len(parts) >= 2 and bare and not _is_pivot(view, parents[hub], hub, parts):
            kept[hub] = False
            joined = joined_parts(view, parents, parts, [joint for joint in members if joint != hub])
            for part in parts:
                parents[part] = joined[part]


def _is_pivot(view: PartView, parent: int | None, hub: int, parts: list[int]) -> bool:
    """Whether a joint lies on the way from its parent to one of the parts below it: an ankle does, a control not."""
    if parent is None:
        return False
    above = np.linalg.norm(view.positions[hub] - view.positions[parent])
    below = np.linalg.norm(view.positions[parts] - view.positions[hub], axis=1)
    direct = np.linalg.norm(view.positions[parts] - view.positions[parent], axis=1)
    return bool((above + below <= _DETOUR * direct).any())


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
        sources=tuple(order),
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
