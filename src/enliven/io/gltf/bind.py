"""Where a skin stands at rest: the placement of its bind space in the world."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.geometry.rotations import nearest_rotation

_SAME = np.deg2rad(1.0)  # turns this close are one and the same
_SAME_SCALE = 1.02
_SAME_PLACE = 0.01  # of the size of the skeleton
_ASTRAY = 0.5  # of the size of the skeleton
_NEAR = np.deg2rad(60.0)  # poses turn the body by less; axis conventions differ by 90 degrees and more
_NEAR_SCALE = 1.25
_TILT = np.deg2rad(15.0)  # a turn this close to the axes is meant to lie on them
_MOST = 0.98
_MOST_HEARD = 500  # joints, the heaviest


@dataclass(frozen=True, slots=True, eq=False)
class _Split:
    """Affine matrices with their turns and sizes apart."""

    whole: Float[np.ndarray, "candidates 4 4"]
    turns: Float[np.ndarray, "candidates 3 3"]
    scales: Float[np.ndarray, " candidates"]
    loads: Float[np.ndarray, " candidates"]


def placement(
    world_from_joint: Float[np.ndarray, "joints 4 4"],
    joint_from_bind: Float[np.ndarray, "joints 4 4"],
    loads: Float[np.ndarray, " joints"],
    stands: Float[np.ndarray, "stands 4 4"],
) -> Float[np.ndarray, "4 4"]:
    """The one transform ``world_from_bind`` that best explains how joints stand by default.

    Every joint names a candidate, ``world_from_joint @ joint_from_bind``. Were the file posed as it was bound they
    would all agree. A posed file is told apart from a turned armature by ``stands``, where exporters put bind space
    (the skinned mesh's node, the parent of the topmost joint). Taken is the first of: a stand that is a candidate; the
    candidate that nearly all name; a stand with the turn and size of a candidate; a stand near the most central
    candidate; that candidate, its turn set to the axes if it lies near them. The last three are moved to where the
    joints are if they are far from there.

    Args:
        world_from_joint: default pose.
        joint_from_bind: inverse bind matrices.
        loads: how much skin each joint carries; one that carries none has no say.
        stands: places of nodes in the world, best first; may be empty.
    """
    shares = loads if loads.any() else np.ones(len(loads))
    heard = np.sort(np.argsort(-shares, kind="stable")[: min(np.count_nonzero(shares), _MOST_HEARD)])
    joints = _split(world_from_joint[heard] @ joint_from_bind[heard], shares[heard])
    if not len(joints.scales):
        return np.eye(4)
    places = _split(stands, np.ones(len(stands)))
    turned = _angles(places.turns, joints.turns)
    alike = (turned < _SAME) & _scales_match(places, joints, _SAME_SCALE)
    size = float(np.linalg.norm(np.ptp(world_from_joint[:, :3, 3], axis=0))) + 1e-9
    apart = np.linalg.norm(places.whole[:, None, :3, 3] - joints.whole[None, :, :3, 3], axis=2)
    equal = alike & (apart < _SAME_PLACE * size)
    if equal.any():
        return places.whole[int(np.argmax(equal.any(axis=1)))]
    angles = _angles(joints.turns, joints.turns)
    central = int(np.argmin(angles @ joints.loads))
    agreeing = angles[central] < _SAME
    share = float(joints.loads @ agreeing / joints.loads.sum())
    if share >= _MOST:
        middle = np.median(joints.whole[agreeing, :3, 3], axis=0)
        nearest = np.argmin(np.linalg.norm(joints.whole[agreeing, :3, 3] - middle, axis=1))
        return joints.whole[np.flatnonzero(agreeing)[nearest]]
    near = ((turned < _NEAR) & _scales_match(places, joints, _NEAR_SCALE))[:, central] & (share <= 0.5)
    chosen = alike.any(axis=1) if alike.any() else near
    if chosen.any():
        placed = places.whole[int(np.argmax(chosen))]
    else:
        placed = np.array(joints.whole[central])
        placed[:3, :3] = _on_axes(joints.turns[central]) * joints.scales[central]
    return _moved_home(placed, world_from_joint, joint_from_bind, size)


def _moved_home(
    placed: Float[np.ndarray, "4 4"], world_from_joint: np.ndarray, joint_from_bind: np.ndarray, size: float
) -> Float[np.ndarray, "4 4"]:
    """Move a placement so that the joints lie about where they do by default, if they would not."""
    linear = joint_from_bind[:, :3, :3]
    places = -np.einsum("jab,jb->ja", np.linalg.pinv(linear), joint_from_bind[:, :3, 3])
    middle = placed[:3, :3] @ places.mean(axis=0) + placed[:3, 3]
    home = world_from_joint[:, :3, 3].mean(axis=0)
    if np.linalg.norm(middle - home) <= _ASTRAY * size:
        return placed
    moved = np.array(placed)
    moved[:3, 3] += home - middle
    return moved


def _split(matrices: Float[np.ndarray, "candidates 4 4"], loads: Float[np.ndarray, " candidates"]) -> _Split:
    scales = np.cbrt(np.abs(np.linalg.det(matrices[:, :3, :3])))
    solid = np.isfinite(scales) & (scales > 1e-9)
    whole = matrices[solid]
    return _Split(whole=whole, turns=nearest_rotation(whole[:, :3, :3]), scales=scales[solid], loads=loads[solid])


def _angles(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Angles in radians from every turn of the first to every turn of the second."""
    traces = np.einsum("aij,bij->ab", first, second)
    return np.arccos(np.clip((traces - 1.0) / 2.0, -1.0, 1.0))


def _scales_match(first: _Split, second: _Split, factor: float) -> np.ndarray:
    ratios = first.scales[:, None] / second.scales[None, :]
    return np.maximum(ratios, 1.0 / ratios) < factor


def _on_axes(turn: Float[np.ndarray, "3 3"]) -> Float[np.ndarray, "3 3"]:
    snapped = np.round(turn)
    if abs(abs(np.linalg.det(snapped)) - 1.0) > 1e-6:
        return turn
    angle = np.arccos(np.clip((np.trace(snapped.T @ turn) - 1.0) / 2.0, -1.0, 1.0))
    return snapped if angle < _TILT else turn
