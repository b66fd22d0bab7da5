"""What hangs together in a rig: ancestors, hops and mirror partners, as the attention of the joint model sees them."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int

from enliven.core.skeleton import Parents

FARTHEST_HOPS = 6
SELF, MIRROR, OTHER_TREE = 0, 19, 20
RELATIONS = 21
"""Codes of ``relations``: 0 itself, 1-6 ancestor, 7-12 descendant, 13-18 beside (hops clipped), 19 mirror, 20 apart."""


@dataclass(frozen=True, slots=True, eq=False)
class Topology:
    """A forest of joints as matrices. ``above[i, j]``: ``j`` is ``i`` or an ancestor of ``i``."""

    above: Bool[np.ndarray, "joints joints"]
    depth: Int[np.ndarray, " joints"]
    height: Int[np.ndarray, " joints"]  # longest way down to a leaf
    descendants: Int[np.ndarray, " joints"]  # itself not counted
    children: Int[np.ndarray, " joints"]
    hops: Int[np.ndarray, "joints joints"]  # along bones; -1 never occurs: other trees count as one hop between roots


def topology(parents: Parents) -> Topology:
    """Read a forest whose parents stand before their children."""
    joints = len(parents)
    above = np.eye(joints, dtype=np.bool_)
    children = np.zeros(joints, dtype=np.int64)
    for joint, parent in enumerate(parents):
        if parent is not None:
            above[joint] |= above[parent]
            children[parent] += 1
    depth = above.sum(axis=1) - 1
    common = above.astype(np.int64) @ above.T.astype(np.int64)
    hops = depth[:, None] + depth[None, :] - 2 * (common - 1)
    hops = np.where(common > 0, hops, hops - 1)
    height = np.where(above, depth[:, None], 0).max(axis=0) - depth
    return Topology(
        above=above,
        depth=depth,
        height=height,
        descendants=above.sum(axis=0) - 1,
        children=children,
        hops=hops,
    )


def relations(shape: Topology, partners: Int[np.ndarray, " joints"]) -> Int[np.ndarray, "joints joints"]:
    """Relation code of every pair: what the column joint is to the row joint (see ``RELATIONS``)."""
    near = np.clip(shape.hops, 1, FARTHEST_HOPS)
    beside = 12 + np.clip(shape.hops - 1, 1, FARTHEST_HOPS)
    codes = np.where(shape.above, near, np.where(shape.above.T, 6 + near, beside))
    same_tree = (shape.above.astype(np.int64) @ shape.above.T.astype(np.int64)) > 0
    codes = np.where(same_tree, codes, OTHER_TREE)
    joints = np.arange(len(partners))
    paired = partners != joints
    codes[joints[paired], partners[paired]] = MIRROR
    codes[joints, joints] = SELF
    return codes


def mirror_partners(
    rest_positions: Float[np.ndarray, "joints 3"], shape: Topology, *, tolerance: float = 0.06
) -> Int[np.ndarray, " joints"]:
    """The joint on the other side of the plane x = 0 of every joint; itself where there is none, or on the plane.

    Partners agree in depth and number of descendants, and choose each other.

    Args:
        rest_positions: body units, the plane of symmetry at x = 0.
        shape: of the same joints.
        tolerance: how far the mirrored place may lie off, body units.

    Returns:
        A permutation that is its own inverse.
    """
    mirrored = rest_positions * np.array([-1.0, 1.0, 1.0])
    apart = np.linalg.norm(mirrored[:, None] - rest_positions[None, :], axis=-1)
    alike = (shape.depth[:, None] == shape.depth[None, :]) & (shape.descendants[:, None] == shape.descendants[None, :])
    cost = np.where(alike & (apart < tolerance), apart, np.inf)
    best = cost.argmin(axis=1)
    joints = np.arange(len(best))
    mutual = np.isfinite(cost[joints, best]) & (best[best] == joints)
    return np.where(mutual, best, joints)
