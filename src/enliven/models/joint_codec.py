"""Motion as channels per joint: what the joint model reads and writes.

A joint has 147 channels: the cosine coefficients (orthonormal DCT-II) of its 12 turn controls (nine numbers each: the
rotation of the joint in the model's space relative to rest, less the identity), of its 12 translation controls, and
its spin as axis times log2(1 + turns). Turns are told in the model's space, not from the parent: bodies that divide a
spine or a leg into more joints, or fewer, then move by the same numbers, and a turn is a smooth function of place. Nine
numbers, made a rotation again by the nearest one, know no jump at half a turn. Spins of one turn a clip and of six are
told by numbers of like size: that something spins shows beside the noise.

Source of the nine numbers: Levinson et al. 2020, "An analysis of SVD for deep rotation estimation" (arXiv 2006.14616).
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Float32

CONTROLS = 12
CHANNELS = 9 * CONTROLS + 3 * CONTROLS + 3
TURN = slice(0, 9 * CONTROLS)
TRANSLATION = slice(9 * CONTROLS, 12 * CONTROLS)
SPIN = slice(12 * CONTROLS, CHANNELS)
MEANS = np.array([*range(9), *range(9 * CONTROLS, 9 * CONTROLS + 3)])
"""The channels of the mean pose and the mean place; the rest moves."""


def cosine_matrix(controls: int = CONTROLS) -> Float[np.ndarray, "coefficients controls"]:
    """The orthonormal DCT-II: rows are cosines, its inverse is its transpose."""
    order = np.arange(controls)
    matrix = np.cos(np.pi * order[:, None] * (order[None, :] + 0.5) / controls) * np.sqrt(2.0 / controls)
    matrix[0] /= np.sqrt(2.0)
    return matrix


@dataclass(frozen=True, slots=True, eq=False)
class TurnControls:
    """A motion in body units: spline controls of turns in model space, and of translations; spins as axis times turns.

    The controls of turns are no rotations themselves, nor is a curve between rotations: see ``models.joint_turns``.
    """

    turns: Float[np.ndarray, "controls joints 3 3"]
    translations: Float[np.ndarray, "controls joints 3"]
    spins: Float[np.ndarray, "joints 3"]


def channels_of(motion: TurnControls) -> Float32[np.ndarray, "joints channels"]:
    """Channels of a motion, not yet divided by their scales."""
    cosines = cosine_matrix(len(motion.turns))
    joints = motion.turns.shape[1]
    away = (motion.turns - np.eye(3)).reshape(*motion.turns.shape[:2], 9)
    parts = [
        np.einsum("kc,cjx->jkx", cosines, track, optimize=True).reshape(joints, -1)
        for track in (away, motion.translations)
    ]
    return np.concatenate([*parts, _shortened(motion.spins)], axis=1).astype(np.float32)


def controls_of(channels: Float[np.ndarray, "joints channels"]) -> TurnControls:
    """The motion of channels that were multiplied by their scales."""
    cosines, joints = cosine_matrix(), len(channels)
    away, translations = (
        np.einsum("kc,jkx->cjx", cosines, channels[:, part].reshape(joints, CONTROLS, -1).astype(np.float64))
        for part in (TURN, TRANSLATION)
    )
    turns = away.reshape(CONTROLS, joints, 3, 3) + np.eye(3)
    return TurnControls(turns=turns, translations=translations, spins=_lengthened(channels[:, SPIN]))


def _shortened(spins: Float[np.ndarray, "joints 3"]) -> Float[np.ndarray, "joints 3"]:
    turns = np.linalg.norm(spins, axis=1, keepdims=True)
    return spins * np.log2(1.0 + turns) / np.maximum(turns, 1e-9)


def _lengthened(told: Float[np.ndarray, "joints 3"]) -> Float[np.ndarray, "joints 3"]:
    length = np.linalg.norm(told.astype(np.float64), axis=1, keepdims=True)
    return told * np.expm1(length * np.log(2.0)) / np.maximum(length, 1e-9)
