"""Motions one after another as one, each blended smoothly into the next.

Every motion begins before its turn and goes on after it, so that both of a blend move; the weights have two continuous
derivatives and sum to 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.core.motion import JointMotion, Spin
from enliven.core.splines import Spline
from enliven.geometry.rotations import unwrapped_vectors
from enliven.geometry.spline_fit import fitted_controls

_CONTROLS_PER_S = 12.0
_SAMPLES_PER_CONTROL = 4


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """A motion and its time: it is alone from ``starts_s + blend_s`` to ``ends_s - blend_s``.

    ``motion`` begins at ``starts_s - blend_s`` and has to last until ``ends_s + blend_s``, unless it loops; at the ends
    of a clip that does not loop there is nothing to blend with.
    """

    motion: JointMotion
    starts_s: float
    ends_s: float


def joined(turns: Sequence[Turn], blend_s: float, parents: tuple[int | None, ...], *, loop: bool) -> JointMotion:
    """One motion of all turns, in order.

    Args:
        turns: each starts where the one before ends, the first at 0; of one skeleton.
        blend_s: half the time of a blend.
        parents: of the joints.
        loop: whether the last goes over into the first.

    Returns:
        A motion from 0 to the end of the last turn. What the turns travel is in its roots.
    """
    seconds = turns[-1].ends_s
    controls = max(8, round(seconds * _CONTROLS_PER_S))
    times_s = np.linspace(0.0, seconds, _SAMPLES_PER_CONTROL * controls + 1)
    weights = _weights(turns, times_s, blend_s, loop=loop)
    rotations = np.zeros((len(times_s), len(parents), 3))
    translations = np.zeros_like(rotations)
    for turn, weight in zip(turns, weights, strict=True):
        local_s = np.clip(_local(turn, turns, times_s, blend_s), 0.0, None)
        pose = turn.motion.at(local_s)
        rotations += weight[:, None, None] * unwrapped_vectors(pose.rotations)
        translations += weight[:, None, None] * pose.translations
    way = _way(turns, weights, times_s)
    translations[:, [joint for joint, parent in enumerate(parents) if parent is None]] += way[:, None, :]
    travel_m = None
    if loop and any(turn.motion.travel_m is not None for turn in turns):
        travel_m = way[-1]
        even = (times_s / seconds)[:, None, None] * travel_m
        translations[:, [joint for joint, parent in enumerate(parents) if parent is None]] -= even
    kept = slice(None, -1) if loop else slice(None)
    curves = [
        Spline(fitted_controls(times_s[kept] / seconds, values[kept], controls, loop=loop), seconds, loop)
        for values in (rotations, translations)
    ]
    return JointMotion(curves[0], curves[1], _spins(turns, weights, times_s), travel_m)


def _local(turn: Turn, turns: Sequence[Turn], times_s: np.ndarray, blend_s: float) -> np.ndarray:
    """Times of a turn's own motion; a loop's last turn also stands before its first."""
    lead_s = blend_s if len(turns) > 1 else 0.0
    local_s = times_s - (turn.starts_s - lead_s)
    seconds = turns[-1].ends_s
    if turn is turns[-1]:
        return np.where(times_s < blend_s, local_s + seconds, local_s) if len(turns) > 1 else local_s
    return np.where(times_s > seconds - blend_s, local_s - seconds, local_s) if turn is turns[0] else local_s


def _weights(turns: Sequence[Turn], times_s: np.ndarray, blend_s: float, *, loop: bool) -> np.ndarray:
    seconds = turns[-1].ends_s
    weights = np.zeros((len(turns), len(times_s)))
    for number, turn in enumerate(turns):
        for shift_s in (-seconds, 0.0, seconds) if loop else (0.0,):
            rise = _smooth((times_s + shift_s - turn.starts_s) / blend_s)
            fall = 1.0 - _smooth((times_s + shift_s - turn.ends_s) / blend_s)
            if not loop:
                rise = np.ones_like(rise) if number == 0 else rise
                fall = np.ones_like(fall) if number == len(turns) - 1 else fall
            weights[number] += rise * fall
    return weights


def _smooth(x: np.ndarray) -> Float[np.ndarray, " times"]:
    """0 up to -1, 1 from 1 on, two derivatives continuous between (Perlin 2002)."""
    u = np.clip(0.5 * (x + 1.0), 0.0, 1.0)
    return u * u * u * (u * (6.0 * u - 15.0) + 10.0)


def _way(turns: Sequence[Turn], weights: np.ndarray, times_s: np.ndarray) -> Float[np.ndarray, "times 3"]:
    pace = np.zeros((len(times_s), 3))
    for turn, weight in zip(turns, weights, strict=True):
        if turn.motion.travel_m is not None:
            pace += weight[:, None] * turn.motion.travel_m / turn.motion.duration_s
    return _summed(pace, times_s)


def _summed(rates: np.ndarray, times_s: np.ndarray) -> np.ndarray:
    steps = 0.5 * (rates[1:] + rates[:-1]) * np.diff(times_s).reshape(-1, *[1] * (rates.ndim - 1))
    return np.concatenate([np.zeros_like(rates[:1]), np.cumsum(steps, axis=0)])


def _spins(turns: Sequence[Turn], weights: np.ndarray, times_s: np.ndarray) -> tuple[Spin, ...]:
    """Wheels and blades speed up and slow down from turn to turn; each keeps the axis it has first."""
    found: dict[int, tuple[np.ndarray, np.ndarray]] = {}
    for turn, weight in zip(turns, weights, strict=True):
        for spin in turn.motion.spins:
            ends = spin.angle_rad.at(np.array([0.0, turn.motion.duration_s]))
            axis, rates = found.get(spin.joint, (spin.axis, np.zeros(len(times_s))))
            along = np.sign(float(axis @ spin.axis)) * float(ends[1] - ends[0]) / turn.motion.duration_s
            found[spin.joint] = (axis, rates + weight * along)
    seconds = float(times_s[-1])
    return tuple(
        Spin(
            joint,
            axis,
            Spline(fitted_controls(times_s / seconds, _summed(rates, times_s), 12, loop=False), seconds, loop=False),
        )
        for joint, (axis, rates) in found.items()
    )
