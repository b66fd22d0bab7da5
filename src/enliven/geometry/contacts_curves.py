"""Smooth corrections: curves that meet wishes at some times, stay small, and take jerk out rather than in.

A penalised least-squares B-spline (Eilers and Marx 1996), where the penalty is on the third derivative of the corrected
curve, not of the correction.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from jaxtyping import Float

from enliven.core.motion import JointMotion
from enliven.core.splines import Spline, basis

_FINER = 2  # controls of a corrected curve for one of the curve before
_PER_CONTROL = 3  # samples for one of its controls


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Even times at which a motion is looked at, and the spline basis of its corrections there."""

    duration_s: float
    loop: bool
    controls: int
    step_s: float
    times_s: Float[np.ndarray, " times"]  # a loop's without the closing time
    values: Float[np.ndarray, "times controls"]
    rates: Float[np.ndarray, "times controls"]  # first derivative, a second
    jerks: Float[np.ndarray, "times controls"]  # third derivative, a second cubed


def grid_of(motion: JointMotion) -> Grid:
    """The grid for a motion: twice its controls, three samples a control."""
    return _grid(len(motion.rotations.controls), motion.duration_s, motion.loop)


@lru_cache(maxsize=16)
def _grid(old_controls: int, duration_s: float, loop: bool) -> Grid:  # noqa: FBT001
    controls = _FINER * old_controls if loop else _FINER * (old_controls - 3) + 3
    samples = _PER_CONTROL * controls
    phases = np.arange(samples) / samples if loop else np.linspace(0.0, 1.0, samples + 1)
    step_s = duration_s / samples
    values = basis(phases, controls, loop=loop)
    rates = basis(phases, controls, loop=loop, derivative=1) / duration_s
    jerks = _third_differences(values, step_s, loop=loop)
    return Grid(duration_s, loop, controls, step_s, phases * duration_s, values, rates, jerks)


def _third_differences(values: np.ndarray, step_s: float, *, loop: bool) -> np.ndarray:
    """Central third derivatives over two steps a difference; zero at the three times at each open end."""

    def shifted(by: int) -> np.ndarray:
        return np.roll(values, -by, axis=0)

    third = (shifted(3) - 3.0 * shifted(1) + 3.0 * shifted(-1) - shifted(-3)) / (2.0 * step_s) ** 3
    if not loop:
        third[:3] = third[-3:] = 0.0
    return third


def jerk_of(grid: Grid, samples: Float[np.ndarray, "times ..."]) -> Float[np.ndarray, "times ..."]:
    """Third derivative of samples on the grid, as the penalty sees it."""
    return _third_differences(samples, grid.step_s, loop=grid.loop)


@dataclass(frozen=True, slots=True, eq=False)
class Wishes:
    """What a correction should do, channel by channel; each wish has a weight at every time."""

    values: Float[np.ndarray, "times channels"]
    value_weights: Float[np.ndarray, " times"]
    rates: Float[np.ndarray, "times channels"]
    rate_weights: Float[np.ndarray, " times"]
    jerks: Float[np.ndarray, "times channels"]  # of the uncorrected curve: taken out with weight ``calm``
    calm: float
    small: float  # weight of staying small, every time


def correction(grid: Grid, wishes: Wishes) -> Float[np.ndarray, "controls channels"]:
    """Controls of the curve that meets the wishes best."""
    rows = [
        (grid.values, wishes.value_weights + wishes.small, wishes.values * wishes.value_weights[:, None]),
        (grid.rates, wishes.rate_weights, wishes.rates * wishes.rate_weights[:, None]),
        (grid.jerks, np.full(len(grid.times_s), wishes.calm), -wishes.jerks * wishes.calm),
    ]
    normal = 1e-9 * np.eye(grid.controls)
    right = np.zeros((grid.controls, wishes.values.shape[1]))
    for matrix, weights, wanted in rows:
        normal += matrix.T @ (weights[:, None] * matrix)
        right += matrix.T @ wanted
    return np.linalg.solve(normal, right)


def refined(motion: JointMotion, grid: Grid) -> JointMotion:
    """The same motion with the grid's number of controls: knots are halved, so that nothing changes."""
    return replace(motion, rotations=_refined(motion.rotations, grid), translations=_refined(motion.translations, grid))


def _refined(curve: Spline, grid: Grid) -> Spline:
    flat = curve.controls.reshape(len(curve.controls), -1)
    finer = _refinement(len(curve.controls), curve.loop) @ flat
    return replace(curve, controls=finer.reshape(grid.controls, *curve.controls.shape[1:]))


@lru_cache(maxsize=16)
def _refinement(controls: int, loop: bool) -> np.ndarray:  # noqa: FBT001
    """The matrix from controls to those of the same curve with halved knots."""
    finer = _FINER * controls if loop else _FINER * (controls - 3) + 3
    phases = np.arange(4 * finer) / (4 * finer) if loop else np.linspace(0.0, 1.0, 4 * finer + 1)
    new = basis(phases, finer, loop=loop)
    return np.linalg.solve(new.T @ new, new.T @ basis(phases, controls, loop=loop))
