"""A loop of many cycles that are not all the same: amounts rise and fall, and the kept take leans towards another.

Everything is added as periodic curves over the whole clip, so that it closes exactly.
"""

from dataclasses import replace

import numpy as np
from jaxtyping import Float

from enliven.core.motion import JointMotion
from enliven.core.splines import Spline

_SWELL = 0.12  # share by which a cycle may be larger or smaller than the mean
_TOWARDS = 0.35  # share of the way to the other take
_LIKE = 0.8  # of the size of the movement: another take that differs by more is left out


def varied(cycle: JointMotion, other: JointMotion | None, cycles: int, *, rng: np.random.Generator) -> JointMotion:
    """A loop of ``cycles`` cycles, each a little different.

    Args:
        cycle: a loop; it is kept on average.
        other: another take of it with as many controls, or None; its phase is brought to that of ``cycle``.
        cycles: how many; fewer than 3 are plain repeats.
        rng: of the swelling.

    Returns:
        The loop; spins and travel go on evenly.
    """
    seconds = cycles * cycle.duration_s
    leaning = _leaning(cycle, other)
    controls = len(cycle.rotations.controls)
    phases = 2.0 * np.pi * np.arange(cycles * controls) / (cycles * controls)
    swell, towards = np.zeros(len(phases)), np.zeros(len(phases))
    if cycles >= 3:
        waves = np.arange(1, max(2, cycles // 2) + 1)
        swell = _SWELL * _even(rng, waves, phases)
        towards = _TOWARDS * (0.5 + 0.5 * _even(rng, waves, phases))
    curves = []
    for curve, lean in zip((cycle.rotations, cycle.translations), leaning, strict=True):
        moving = curve.controls - curve.controls.mean(axis=0)
        change = swell[:, None, None] * np.tile(moving, (cycles, 1, 1))
        if lean is not None:
            change = change + towards[:, None, None] * np.tile(lean, (cycles, 1, 1))
        curves.append(Spline(np.tile(curve.controls, (cycles, 1, 1)) + change, seconds, loop=True))
    spins = tuple(
        replace(spin, angle_rad=Spline(cycles * spin.angle_rad.controls, seconds, loop=False)) for spin in cycle.spins
    )
    travel_m = None if cycle.travel_m is None else cycles * cycle.travel_m
    return JointMotion(curves[0], curves[1], spins, travel_m)


def _even(rng: np.random.Generator, waves: np.ndarray, phases: np.ndarray) -> Float[np.ndarray, " phases"]:
    """A slow periodic curve of random waves, between -1 and 1."""
    begun = rng.uniform(0.0, 2.0 * np.pi, len(waves))
    curve = np.sin(waves[:, None] * phases + begun[:, None]).sum(axis=0)
    return curve / np.abs(curve).max()


def _leaning(cycle: JointMotion, other: JointMotion | None) -> tuple[np.ndarray | None, np.ndarray | None]:
    """What takes the cycle to the other take, brought into phase; nothing where they are too unlike."""
    if other is None or other.rotations.controls.shape != cycle.rotations.controls.shape:
        return None, None
    mine = cycle.rotations.controls - cycle.rotations.controls.mean(axis=0)
    found = other.rotations.controls
    apart = [
        float(((np.roll(found, shift, axis=0) - cycle.rotations.controls) ** 2).sum()) for shift in range(len(mine))
    ]
    shift = int(np.argmin(apart))
    if apart[shift] > (_LIKE**2) * float((mine**2).sum()):
        return None, None
    return (
        np.roll(found, shift, axis=0) - cycle.rotations.controls,
        np.roll(other.translations.controls, shift, axis=0) - cycle.translations.controls,
    )
