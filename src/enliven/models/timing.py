"""From one generated segment to a motion of any length: cycles repeated, or an action and a settled hold."""

import numpy as np
from jaxtyping import Float

from enliven.core.splines import Spline
from enliven.geometry.spline_fit import fitted_controls

_SETTLE = 0.15  # last part of an action that is slowed down to a stop before a hold


def cycles_in(seconds: float, cycle_s: float, longest_s: float) -> int:
    """How many equal cycles fill the time, each as near to ``cycle_s`` as can be and none over ``longest_s``."""
    return max(1, round(seconds / cycle_s), int(np.ceil(seconds / longest_s - 1e-9)))


def repeated(cycle: Float[np.ndarray, "controls ..."], cycles: int, seconds: float) -> Spline:
    """A loop of whole cycles: periodic controls one after another give exactly the same curve again and again."""
    return Spline(np.concatenate([cycle] * cycles), seconds, loop=True)


def repeated_open(cycle: Float[np.ndarray, "controls ..."], cycle_s: float, seconds: float) -> Spline:
    """The cycle for as long as asked, whole or not, as a clamped curve that need not close."""
    curve = Spline(cycle, cycle_s, loop=True)
    controls = max(len(cycle), round(1.5 * len(cycle) * seconds / cycle_s))
    return _refitted(curve, np.linspace(0.0, seconds, 6 * controls + 1), seconds, controls)


def held(action: Float[np.ndarray, "controls ..."], action_s: float, seconds: float) -> Spline:
    """The action, then its last pose, without a jerk between: a clamped curve."""
    curve = Spline(action, action_s, loop=False)
    if seconds <= action_s:
        return Spline(action, seconds, loop=False)
    controls = round(1.5 * len(action) * seconds / action_s)
    times_s = np.linspace(0.0, seconds, 6 * controls + 1)
    slow_s = min(_SETTLE * action_s, (seconds - action_s) / 2.0)
    return _refitted(curve, _braked(times_s, action_s, slow_s), seconds, controls)


def _braked(times_s: np.ndarray, end_s: float, slow_s: float) -> np.ndarray:
    """Time that runs evenly until ``slow_s`` before the end, then brakes evenly over twice that, and stands."""
    begun = end_s - slow_s
    x = np.clip((times_s - begun) / (2.0 * slow_s), 0.0, 1.0)
    return np.where(times_s < begun, times_s, begun + slow_s * (2.0 * x - x * x))


def _refitted(curve: Spline, read_at_s: np.ndarray, seconds: float, controls: int) -> Spline:
    samples = curve.at(read_at_s)
    phases = np.linspace(0.0, 1.0, len(read_at_s))
    return Spline(fitted_controls(phases, samples, controls, loop=False), seconds, loop=False)
