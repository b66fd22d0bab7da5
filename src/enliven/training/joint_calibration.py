"""Measuring how much of each wave of generated motion to keep, on the clips that were trained on."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from enliven.core.clip import JointClip
from enliven.models.amplitude import HARMONICS, waves_of
from enliven.models.joint_codec import CONTROLS
from enliven.models.joint_model import LONGEST_ACTION_S, JointModel
from enliven.models.text.encoder import load_text_encoder

LEAST_GAIN = 0.25
KEPT_WAVES = 3
"""The mean and the two slowest waves."""


def measured_gains(model: JointModel, clips: Sequence[JointClip]) -> dict[str, list[float]]:
    """Gains that bring the share of each fast wave in a motion down to that of real clips; never more than 1.

    Each clip is generated again from its label, at its own length. The mean pose and the first two waves are left
    alone: they carry the amount of motion, which is not to change.

    Args:
        model: without gains.
        clips: real ones, of both kinds.

    Returns:
        ``loop_gains`` of 7 harmonics and ``open_gains`` of 12 cosines, for the statistics of a card.
    """
    encoder = load_text_encoder()
    sizes: dict[bool, list[tuple[np.ndarray, np.ndarray]]] = {True: [], False: []}
    for seed, clip in enumerate(clips):
        if not clip.loop and clip.duration_s > LONGEST_ACTION_S:
            continue
        plain = replace(clip.body, metres_per_unit=1.0)
        text = encoder.encode(clip.label)
        made = model.generate(plain, text, seconds=clip.duration_s, loop=clip.loop, seed=seed)[0].rotations
        if len(made.controls) == CONTROLS:
            real = waves_of(clip.rotations.astype(np.float64), loop=clip.loop)
            sizes[clip.loop].append((real, waves_of(made.controls, loop=clip.loop)))
    return {"loop_gains": _gains(sizes[True], HARMONICS), "open_gains": _gains(sizes[False], CONTROLS)}


def _gains(pairs: list[tuple[np.ndarray, np.ndarray]], waves: int) -> list[float]:
    if not pairs:
        return [1.0] * waves
    shares = [[pair[side] / max(float(pair[side][1:].sum()), 1e-9) for pair in pairs] for side in (0, 1)]
    real, made = (np.median(side, axis=0) for side in shares)
    gains = np.clip(real / np.maximum(made, 1e-9), LEAST_GAIN, 1.0)
    gains[:KEPT_WAVES] = 1.0
    # A slower wave is never held back more than a faster one: only noise is to go.
    return [float(gain) for gain in np.minimum.accumulate(np.maximum.accumulate(gains[::-1])[::-1])]
