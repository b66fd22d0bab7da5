"""Where a skin stands at rest: the placement of its bind space in the world."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.geometry.rotations import nearest_rotation

_SAME = np.deg2rad(1.0)  # turns this close are one and the same
_SAME_SCALE = 1.02
_NEAR = np.deg2rad(60.0)  # poses turn the body by less; axis conventions differ by 90 degrees and more
_NEAR_SCALE = 1.25
_TILT = np.deg2rad(15.0)  # a turn this close to the axes is meant to lie on them
_MOST = 0.98


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
    would all agree, and that candidate is returned. A posed file is told apart from a turned armature by ``stands``,
    where exporters put bind space (the skinned mesh's node, the parent of the topmost joint): the first is taken that
    a joint confirms, else the first that lies near the most central candidate. If none does, that candidate is taken,
    its turn set to the axes if it lies near them.

    Args:
        world_from_joint: default pose.
        joint_from_bind: inverse bind matrices.
        loads: how much skin each joint carries; one that carries none has no say.
        stands: places of nodes in the world, best first; may be empty.
    """
    if not loads.any():
        loads = np.ones(len(loads))
    joints = _split(world_from_joint[loads > 0.0] @ joint_from_bind[loads > 0.0], loads[loads > 0.0])
    if not len(joints.scales):
        return np.eye(4)
    angles = _angles(joints.turns, joints.turns)
    central = int(np.argmin(angles @ joints.loads))
    agreeing = float(joints.loads @ (angles[central] < _SAME) / joints.loads.sum())
    if agreeing >= _MOST:
        return joints.whole[central]
    places = _split(stands, np.ones(len(stands)))
    turned = _angles(places.turns, joints.turns)
    confirmed = (turned < _SAME) & _scales_match(places, joints, _SAME_SCALE)
    if confirmed.any():
        return places.whole[int(np.argmax(confirmed.any(axis=1)))]
    near = ((turned < _NEAR) & _scales_match(places, joints, _NEAR_SCALE))[:, central]
    if near.any() and agreeing <= 0.5:
        return places.whole[int(np.argmax(near))]
    placed = np.array(joints.whole[central])
    placed[:3, :3] = _on_axes(joints.turns[central]) * joints.scales[central]
    return placed


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
