"""Motion as channels per joint: what the joint model reads and writes.

A joint has 75 channels: the cosine coefficients (orthonormal DCT-II) of its 12 rotation controls (x, y, z each), of
its 12 translation controls, and its spin as axis times turns. Slow and fast parts of a motion differ in size by two
orders; as coefficients each is divided by its own scale, so that noise hides them alike.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Float32

CONTROLS = 12
CHANNELS = 2 * 3 * CONTROLS + 3
ROTATION = slice(0, 3 * CONTROLS)
TRANSLATION = slice(3 * CONTROLS, 6 * CONTROLS)
SPIN = slice(6 * CONTROLS, CHANNELS)
MEANS = np.array([0, 1, 2, 36, 37, 38])
"""The channels of the mean pose and the mean place; the rest moves."""


def cosine_matrix(controls: int = CONTROLS) -> Float[np.ndarray, "coefficients controls"]:
    """The orthonormal DCT-II: rows are cosines, its inverse is its transpose."""
    order = np.arange(controls)
    matrix = np.cos(np.pi * order[:, None] * (order[None, :] + 0.5) / controls) * np.sqrt(2.0 / controls)
    matrix[0] /= np.sqrt(2.0)
    return matrix


@dataclass(frozen=True, slots=True, eq=False)
class Controls:
    """A motion in body units as ``core.clip.JointClip`` holds it; spins as axis (unit) times turns."""

    rotations: Float[np.ndarray, "controls joints 3"]
    translations: Float[np.ndarray, "controls joints 3"]
    spins: Float[np.ndarray, "joints 3"]


def channels_of(motion: Controls) -> Float32[np.ndarray, "joints channels"]:
    """Channels of a motion, not yet divided by their scales."""
    cosines = cosine_matrix(len(motion.rotations))
    joints = motion.rotations.shape[1]
    parts = [
        np.einsum("kc,cjx->jkx", cosines, track).reshape(joints, -1)
        for track in (motion.rotations, motion.translations)
    ]
    return np.concatenate([*parts, motion.spins], axis=1).astype(np.float32)


def controls_of(channels: Float[np.ndarray, "joints channels"]) -> Controls:
    """The motion of channels that were multiplied by their scales."""
    cosines = cosine_matrix()
    rotations, translations = (
        np.einsum("kc,jkx->cjx", cosines, channels[:, part].reshape(len(channels), CONTROLS, 3).astype(np.float64))
        for part in (ROTATION, TRANSLATION)
    )
    return Controls(rotations=rotations, translations=translations, spins=channels[:, SPIN].astype(np.float64))
