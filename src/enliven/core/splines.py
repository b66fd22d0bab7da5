"""Uniform cubic B-splines over normalised time: the truth of every motion.

Source: de Boor 1978, "A Practical Guide to Splines", ch. IX; uniform cubic basis, clamped or periodic.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.core.errors import InvalidMotionError


@dataclass(frozen=True, slots=True, eq=False)
class Spline:
    """A curve of any channels over ``duration_s`` seconds.

    Clamped (``loop=False``): at least 4 controls, the ends equal the first and the last control.
    Periodic (``loop=True``): at least 3 controls, value and two derivatives agree at both ends; control ``k`` weighs
    most at time ``k / controls * duration_s``.

    Raises:
        InvalidMotionError: if there are too few controls, a control is not finite, or the duration is not positive.
    """

    controls: Float[np.ndarray, "controls ..."]
    duration_s: float
    loop: bool

    def __post_init__(self) -> None:
        fewest = 3 if self.loop else 4
        if len(self.controls) < fewest:
            raise InvalidMotionError(
                f"a spline has {len(self.controls)} controls, expected {fewest} or more; repeat the last control"
            )
        if not np.isfinite(self.controls).all():
            raise InvalidMotionError("a spline has controls that are not finite, expected numbers; fit it again")
        if not (np.isfinite(self.duration_s) and self.duration_s > 0.0):
            raise InvalidMotionError(f"a spline lasts {self.duration_s} s, expected more than 0; choose a longer time")

    def at(self, times_s: Float[np.ndarray, " times"]) -> Float[np.ndarray, "times ..."]:
        """Values at the given times; a loop repeats, a clamped curve holds its ends."""
        weights = basis(times_s / self.duration_s, len(self.controls), loop=self.loop)
        flat = self.controls.reshape(len(self.controls), -1)
        return (weights @ flat).reshape((len(times_s), *self.controls.shape[1:]))


def basis(
    phases: Float[np.ndarray, " times"], controls: int, *, loop: bool, derivative: int = 0
) -> Float[np.ndarray, "times controls"]:
    """Weight of each control at normalised times: rows sum to 1 (to 0 for a derivative).

    Args:
        phases: normalised times; one whole curve is 0 to 1. Outside: wrapped for a loop, held otherwise.
        controls: number of controls.
        loop: periodic instead of clamped.
        derivative: 0, 1 or 2: the order of derivative by normalised time.

    Returns:
        The dense matrix of the basis.
    """
    if loop:
        return _periodic_basis(phases, controls, derivative)
    return _clamped_basis(phases, controls, derivative)


def _periodic_basis(phases: np.ndarray, controls: int, derivative: int) -> np.ndarray:
    position = (phases % 1.0) * controls
    span = np.minimum(np.floor(position).astype(np.int64), controls - 1)
    u = position - span
    pieces = _uniform_pieces(u, derivative) * float(controls) ** derivative
    weights = np.zeros((len(phases), controls))
    for offset in range(4):
        np.add.at(weights, (np.arange(len(phases)), (span + offset - 1) % controls), pieces[:, offset])
    return weights


def _uniform_pieces(u: np.ndarray, derivative: int) -> np.ndarray:
    """The four cubic pieces that overlap a span, by local position ``u`` in 0..1."""
    if derivative == 0:
        columns = [(1 - u) ** 3, 3 * u**3 - 6 * u**2 + 4, -3 * u**3 + 3 * u**2 + 3 * u + 1, u**3]
        return np.stack(columns, axis=1) / 6.0
    if derivative == 1:
        columns = [-((1 - u) ** 2), 3 * u**2 - 4 * u, -3 * u**2 + 2 * u + 1, u**2]
        return np.stack(columns, axis=1) / 2.0
    return np.stack([1 - u, 3 * u - 2, -3 * u + 1, u], axis=1)


def _clamped_basis(phases: np.ndarray, controls: int, derivative: int) -> np.ndarray:
    spans = controls - 3
    knots = np.concatenate([np.zeros(3), np.linspace(0.0, 1.0, spans + 1), np.ones(3)])
    x = np.clip(phases, 0.0, 1.0)
    return _cox_de_boor(x, knots, 3, derivative)


def _cox_de_boor(x: np.ndarray, knots: np.ndarray, degree: int, derivative: int) -> np.ndarray:
    if derivative:
        lower = _cox_de_boor(x, knots, degree - 1, derivative - 1)
        gaps = knots[degree:] - knots[:-degree]
        scaled = lower * np.divide(degree, gaps, out=np.zeros_like(gaps), where=gaps > 0)
        return scaled[:, :-1] - scaled[:, 1:]
    if degree == 0:
        last = np.searchsorted(knots, knots[-1]) - 1
        span = np.clip(np.searchsorted(knots, x, side="right") - 1, 0, last)
        return (span[:, None] == np.arange(len(knots) - 1)[None, :]).astype(np.float64)
    lower = _cox_de_boor(x, knots, degree - 1, 0)
    gaps = knots[degree:] - knots[:-degree]
    inverse = np.divide(1.0, gaps, out=np.zeros_like(gaps), where=gaps > 0)
    rising = (x[:, None] - knots[None, :-degree]) * inverse
    return rising[:, :-1] * lower[:, :-1] + (1.0 - rising[:, 1:]) * lower[:, 1:]
