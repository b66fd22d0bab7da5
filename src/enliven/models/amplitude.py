"""How much of each wave of a motion to keep: few steps leave some noise in the fast waves, where real motion is calm.

A loop's waves are its Fourier harmonics, a clamped curve's its cosines. Gains are measured when weights are exported
(``training.joint_calibration``) and travel in their card.
"""

import numpy as np
from jaxtyping import Float

from enliven.models.joint_codec import CONTROLS, cosine_matrix

HARMONICS = CONTROLS // 2 + 1


def waves_of(controls: Float[np.ndarray, "controls ..."], *, loop: bool) -> Float[np.ndarray, " waves"]:
    """Mean size of each wave over all channels: 7 harmonics of a loop, 12 cosines otherwise."""
    flat = controls.reshape(len(controls), -1)
    turned = np.fft.rfft(flat, axis=0) if loop else cosine_matrix(len(flat)) @ flat
    return np.abs(turned).mean(axis=1)


def with_gains(
    controls: Float[np.ndarray, "controls ..."], gains: Float[np.ndarray, " waves"], *, loop: bool
) -> Float[np.ndarray, "controls ..."]:
    """The controls with each wave multiplied by its gain; gains of 1 change nothing."""
    flat = controls.reshape(len(controls), -1)
    if loop:
        scaled = np.fft.irfft(np.fft.rfft(flat, axis=0) * gains[:, None], n=len(flat), axis=0)
    else:
        cosines = cosine_matrix(len(flat))
        scaled = cosines.T @ (gains[:, None] * (cosines @ flat))
    return scaled.reshape(controls.shape)
