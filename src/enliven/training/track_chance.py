"""Chance on motion tokens: mirror, turn, rescale, shift in time, lose joints. What a motion shows does not change."""

from dataclasses import replace

import numpy as np

from enliven.models.motion_tokens import SAMPLES, MotionTokens

_TURN_RAD = 0.35
_STRETCH = 0.15  # of each axis, log
_ROUGHNESS = 0.02  # of rest positions, body units
_SHAPELESS = 0.15  # how often a motion is shown without the body it moves
_FEWEST_JOINTS = 6


def varied(item: MotionTokens, *, rng: np.random.Generator) -> MotionTokens:
    """A random variant of a motion that shows the same action.

    Args:
        item: the motion.
        rng: the source of chance.

    Returns:
        The variant; the given arrays are untouched.
    """
    shape, tracks = np.array(item.shape), np.array(item.tracks)
    if rng.random() < 0.5:
        shape[:, [0, 3]] *= -1.0
        tracks[..., 0] *= -1.0
    turn = _turn(rng.normal() * _TURN_RAD)
    shape[:, :3], shape[:, 3:6], tracks = shape[:, :3] @ turn, shape[:, 3:6] @ turn, tracks @ turn
    stretch = np.exp(rng.normal(size=3) * _STRETCH).astype(np.float32)
    shape[:, :9] *= np.tile(stretch, 3)
    tracks *= stretch * np.float32(np.exp(rng.normal() * 0.1))
    shape[:, :6] += rng.normal(size=(len(shape), 6)).astype(np.float32) * _ROUGHNESS
    if rng.random() < _SHAPELESS:
        shape[:] = 0.0
    if item.loop:
        tracks = np.roll(tracks, int(rng.integers(SAMPLES)), axis=1)
    kept = rng.random(len(shape)) > rng.choice([0.0, 0.1, 0.3])
    if kept.sum() >= min(_FEWEST_JOINTS, len(shape)):
        shape, tracks = shape[kept], tracks[kept]
    duration_s = item.duration_s * float(np.exp(rng.normal() * 0.12))
    return replace(item, shape=shape, tracks=tracks, duration_s=duration_s)


def _turn(angle_rad: float) -> np.ndarray:
    c, s = np.cos(angle_rad), np.sin(angle_rad)
    return np.array([[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]], dtype=np.float32)
