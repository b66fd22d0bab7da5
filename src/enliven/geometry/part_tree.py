"""Rigs whose parts all hang from one root on the ground: which part each is joined to, told by the shape at rest.

Such a root does not move; every part brings its own travel, and nothing tells that an ear follows a head. Joined to
the part it touches, an ear has only its own small movement left.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

_HALF_BOX = 1.73  # half the side of a box over the standard deviation of points spread evenly in it


@dataclass(frozen=True, slots=True, eq=False)
class PartView:
    """What joining looks at: pivots, and the box around the skin of every joint."""

    positions: Float[np.ndarray, "joints 3"]
    shares: Float[np.ndarray, " joints"]
    centres: Float[np.ndarray, "joints 3"]  # middle of the skin of each joint; its pivot where it has none
    extents: Float[np.ndarray, "joints 3"]  # standard deviation of that skin


def joined_parts(view: PartView, parents: list[int | None], parts: list[int], among: list[int]) -> list[int | None]:
    """Join the given subtrees to the rest of a rig, each to the joint that it touches most.

    Where there is no rest, the heaviest subtree is the trunk.

    Args:
        view: the shape at rest.
        parents: per joint.
        parts: tops of the subtrees to join, at least one.
        among: the joints that count, those of the parts included.

    Returns:
        New parents: ``None`` for the trunk, a joint of another part or of the rest for the other tops.
    """
    parents = list(parents)
    members = {top: [joint for joint in among if _top(parents, joint, parts) == top] for top in parts}
    joined = [joint for joint in among if _top(parents, joint, parts) is None]
    waiting = list(parts)
    if not joined:
        trunk = max(parts, key=lambda top: float(view.shares[members[top]].sum()))
        parents[trunk] = None
        joined = list(members[trunk])
        waiting.remove(trunk)
    apart = {top: _distances(view, members[top], top) for top in waiting}
    while waiting:
        # a tie goes to the heavier part, so that twins both hang from the trunk
        top, host = min(
            ((top, host) for top in waiting for host in joined),
            key=lambda pair: (round(float(apart[pair[0]][pair[1]]), 4), -float(view.shares[pair[1]]), pair),
        )
        parents[top] = host
        joined += members[top]
        waiting.remove(top)
    return parents


def _top(parents: list[int | None], joint: int, tops: list[int]) -> int | None:
    above: int | None = joint
    while above is not None and above not in tops:
        above = parents[above]
    return above


def _distances(view: PartView, members: list[int], top: int) -> np.ndarray:
    """Of a part from every joint: how far its pivot and middle lie outside the joint's box, over the whole's size."""
    own = max(members, key=lambda joint: float(view.shares[joint]))
    size = max(float(np.linalg.norm(np.ptp(view.centres, axis=0))), 1e-12)
    half = _HALF_BOX * view.extents
    pivot = np.maximum(np.abs(view.positions[top] - view.centres) - half, 0.0)
    middle = np.maximum(np.abs(view.centres[own] - view.centres) - half, 0.0)
    return (np.linalg.norm(pivot, axis=1) + np.linalg.norm(middle, axis=1)) / size
