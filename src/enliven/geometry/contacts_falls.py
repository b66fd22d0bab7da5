"""Who falls lies on the ground in the end: the trunk rests on it, and limbs give way rather than hold the trunk up."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float

from enliven.geometry.contacts_body import GroundBody
from enliven.geometry.contacts_reach import Bent
from enliven.geometry.kinematics import ModelPose
from enliven.geometry.rotations import matrix_from_vector, vector_from_matrix

_FALLEN = 0.6  # share of its height at rest under which the trunk lies rather than stands
_LEAST_WAY = 0.1  # share of its height at rest that a fall goes down at least
_SETTLED = 0.25  # share of the way down from which on a body counts as lying
_MOST_RAD = 1.6  # a limb is turned no further
_OUTWARDS = 0.1  # how much the way off the trunk counts beside the limb's own, where that is level
_SHORT = 0.25  # share of a limb's length: shorter joints at its top, such as collar bones, are left alone


@dataclass(frozen=True, slots=True, eq=False)
class Limb:
    """A light part that hangs off the trunk: ``swings`` is the joint that carries it up from the ground."""

    swings: int
    points: Bool[np.ndarray, " points"]


def trunk_points(body: GroundBody) -> Bool[np.ndarray, " points"]:
    """Which points of the skin belong to no limb; all of them where nothing would be left."""
    on_limbs = np.zeros(len(body.points), dtype=bool)
    for top in body.limbs:
        on_limbs |= _carried(body, top)
    return ~on_limbs if not on_limbs.all() else np.ones_like(on_limbs)


def lying(
    body: GroundBody, points: Float[np.ndarray, "times points 3"], *, falls: bool = False
) -> Float[np.ndarray, " times"] | None:
    """How surely a body lies at each time of a clip that ends in a fall.

    Args:
        body: at rest it stands.
        points: of ``body`` over the clip, one action.
        falls: whether it is known to fall; else it has to come down by much of its height.

    Returns:
        From 0 up to 1, which it is at the end; None for who does not end low.
    """
    trunk = trunk_points(body)
    heights = points[:, trunk, 1].mean(axis=1)
    at_rest = float(body.points[trunk, 1].mean()) - body.ground_m
    lowest, way = float(heights[-1]), float(heights.max() - heights[-1])
    # Only the way down tells: how high a made motion is as a whole is what has to be put right.
    if way < (1.0 - _FALLEN) * at_rest and not falls:
        return None
    near = np.clip(1.0 - (heights - lowest) / (_SETTLED * max(way, _LEAST_WAY * at_rest, 1e-9)), 0.0, 1.0)
    return np.minimum.accumulate(near[::-1])[::-1]


def resting_shift(body: GroundBody, points: Float[np.ndarray, "times points 3"]) -> Float[np.ndarray, " times"]:
    """By how much a lying body has to be raised, body sizes: down on what is lowest, up until its trunk is out."""
    heights = (points[..., 1] - body.ground_m) / body.size_m
    return np.where(heights.min(axis=1) > 0.0, -heights.min(axis=1), np.maximum(-_lowest(heights, body), 0.0))


def _lowest(heights: np.ndarray, body: GroundBody) -> np.ndarray:
    return heights[:, trunk_points(body)].min(axis=1)


def limbs_of(body: GroundBody) -> tuple[Limb, ...]:
    """The limbs of a body that can be turned out of the ground."""
    found = []
    for top in body.limbs:
        points = _carried(body, top)
        if points.any():
            found.append(Limb(_swinging(body, top, points), points))
    return tuple(found)


def outwards(
    body: GroundBody, limb: Limb, placed: ModelPose, points: Float[np.ndarray, "times points 3"]
) -> Float[np.ndarray, " 3"] | None:
    """The level direction in which a limb points while it lies under the ground, one for the whole clip.

    A limb that hangs straight down goes off the trunk. None for one that never lies under the ground.
    """
    depth = np.clip(body.ground_m - points[:, limb.points, 1].min(axis=1), 0.0, None)
    if depth.max() <= 0.0:
        return None
    joint = placed.positions[:, limb.swings]
    trunk = points[:, trunk_points(body)].mean(axis=1)
    way = depth @ (points[:, limb.points].mean(axis=1) - joint + _OUTWARDS * (joint - trunk))
    way[1] = 0.0
    length = float(np.linalg.norm(way))
    return way / length if length > 0.0 else body.front


def sunk_angles(
    body: GroundBody, limb: Limb, placed: ModelPose, points: Float[np.ndarray, "times points 3"], out: np.ndarray
) -> Float[np.ndarray, " times"]:
    """By what angle a limb has to be turned up for its skin to come out of the ground.

    Args:
        body: of the limb.
        limb: what is turned.
        placed: the body.
        points: of ``body``.
        out: the level direction towards which it is turned, of length 1.

    Returns:
        Radians; 0 where it is out.
    """
    joint = placed.positions[:, limb.swings]
    arms = points[:, limb.points] - joint[:, None]
    reach = np.maximum(np.hypot(arms @ out, arms[..., 1]), 1e-12)
    now = np.arctan2(arms[..., 1], arms @ out)
    wanted = np.arcsin(np.clip((body.ground_m - joint[:, 1])[:, None] / reach, -1.0, 1.0))
    sunk = points[:, limb.points, 1] < body.ground_m
    return np.clip(np.where(sunk, wanted - now, 0.0).max(axis=1), 0.0, _MOST_RAD)


def turned_up(
    body: GroundBody, limb: Limb, placed: ModelPose, out: Float[np.ndarray, " 3"], angles: Float[np.ndarray, " times"]
) -> Bent:
    """The new rotation of a limb's joint, turned up towards a level direction by angles in radians."""
    turn = matrix_from_vector(angles[:, None] * np.cross(out, [0.0, 1.0, 0.0]))
    above = body.parents[limb.swings]
    local = turn @ placed.rotations[:, limb.swings]
    if above is not None:
        local = np.swapaxes(placed.rotations[:, above], -1, -2) @ local
    return Bent((limb.swings,), vector_from_matrix(local)[:, None])


def _carried(body: GroundBody, top: int) -> np.ndarray:
    below = np.zeros(len(body.parents), dtype=bool)
    for joint, parent in enumerate(body.parents):
        below[joint] = joint == top or (parent is not None and below[parent])
    return below[body.weights.argmax(axis=1)]


def _swinging(body: GroundBody, top: int, points: np.ndarray) -> int:
    """The first joint of a limb whose bone is not short; a limb that forks at once turns at its top."""
    length = float(np.linalg.norm(body.points[points] - body.rest_positions[top], axis=1).max())
    joint = top
    while True:
        children = [child for child, parent in enumerate(body.parents) if parent == joint]
        if len(children) != 1:
            return top if joint != top and not children else joint
        bone = float(np.linalg.norm(body.rest_positions[children[0]] - body.rest_positions[joint]))
        if bone >= _SHORT * length:
            return joint
        joint = children[0]
