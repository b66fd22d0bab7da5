"""Least-squares B-splines through samples: how sampled motion becomes controls.

Source: Eilers and Marx 1996, "Flexible smoothing with B-splines and penalties" (second differences of the controls).
"""

from functools import lru_cache

import numpy as np
from jaxtyping import Float

from enliven.core.splines import basis

SMOOTHNESS = 1e-7


def fitted_controls(
    phases: Float[np.ndarray, " times"],
    samples: Float[np.ndarray, "times ..."],
    controls: int,
    *,
    loop: bool,
    smoothness: float = SMOOTHNESS,
) -> Float[np.ndarray, "controls ..."]:
    """Controls of the cubic B-spline nearest to the samples.

    Args:
        phases: normalised times of the samples, 0 to 1; for a loop leave the closing sample out.
        samples: values, any channels.
        controls: how many controls to fit.
        loop: periodic instead of clamped.
        smoothness: weight of the squared second differences of the controls, per sample. Small enough to leave a
            spline's own samples untouched, large enough to settle controls that no sample reaches.

    Returns:
        The controls; their spline's mean squared distance to the samples, plus the smoothness term, is least.
    """
    solver = _solver(tuple(np.round(phases, 12).tolist()), controls, loop, smoothness)
    return (solver @ samples.reshape(len(samples), -1)).reshape((controls, *samples.shape[1:]))


@lru_cache(maxsize=256)
def _solver(phases: tuple[float, ...], controls: int, loop: bool, smoothness: float) -> np.ndarray:  # noqa: FBT001
    """The matrix from samples to controls; clips of one length share it."""
    weights = basis(np.array(phases), controls, loop=loop)
    bend = _second_differences(controls, loop=loop)
    normal = weights.T @ weights / len(phases) + smoothness * bend.T @ bend
    return np.linalg.solve(normal, weights.T / len(phases))


def _second_differences(controls: int, *, loop: bool) -> np.ndarray:
    eye = np.eye(controls)
    if loop:
        return np.roll(eye, 1, axis=1) - 2.0 * eye + np.roll(eye, -1, axis=1)
    return eye[:-2] - 2.0 * eye[1:-1] + eye[2:]
