"""Where a skin stands at rest: the placement of its bind space in the world."""

import numpy as np
from jaxtyping import Float

from enliven.geometry.rotations import nearest_rotation

_AGREE = 0.02  # radians, and share of the size: candidates this close are one and the same
_TILT = np.deg2rad(15.0)  # a rotation this close to the axes is meant to lie on them


def placement(
    world_from_joint: Float[np.ndarray, "joints 4 4"], joint_from_bind: Float[np.ndarray, "joints 4 4"]
) -> Float[np.ndarray, "4 4"]:
    """The one transform ``world_from_bind`` that best explains how joints stand by default.

    Were the file posed as it was bound, every joint would give the same candidate, and that is returned. Else the most
    central candidate is: its rotation snapped to the axes if it lies near them, its scale made uniform.

    Args:
        world_from_joint: default pose.
        joint_from_bind: inverse bind matrices.
    """
    candidates = world_from_joint @ joint_from_bind
    candidates = candidates[np.isfinite(candidates).all(axis=(1, 2))]
    candidates = candidates[np.abs(np.linalg.det(candidates[:, :3, :3])) > 1e-30]
    if not len(candidates):
        return np.eye(4)
    turns = nearest_rotation(candidates[:, :3, :3])
    traces = np.einsum("aij,bij->ab", turns, turns)
    angles = np.arccos(np.clip((traces - 1.0) / 2.0, -1.0, 1.0))
    central = int(np.argmin(angles.sum(axis=1)))
    if np.median(angles[central]) < _AGREE:
        return candidates[central]
    scale = np.cbrt(np.abs(np.linalg.det(candidates[central, :3, :3])))
    turn = _on_axes(turns[central])
    placed = np.eye(4)
    placed[:3, :3] = turn * scale
    placed[:3, 3] = candidates[central, :3, 3]
    return placed


def _on_axes(turn: Float[np.ndarray, "3 3"]) -> Float[np.ndarray, "3 3"]:
    snapped = np.round(turn)
    if abs(abs(np.linalg.det(snapped)) - 1.0) > 1e-6:
        return turn
    angle = np.arccos(np.clip((np.trace(snapped.T @ turn) - 1.0) / 2.0, -1.0, 1.0))
    return snapped if angle < _TILT else turn
