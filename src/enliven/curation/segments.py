"""A sampled movement as spline segments of 12 controls (Decision 4)."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float

from enliven.core.body import Body
from enliven.core.motion import JointPose
from enliven.core.splines import basis
from enliven.curation.spins import Spins, spins_of, without_spins
from enliven.geometry.kinematics import ModelPose, forward, inverse
from enliven.geometry.rotations import matrix_from_vector, unwrapped_vectors, vector_from_matrix
from enliven.geometry.spline_fit import fitted_controls

CONTROLS = 12
SEGMENT_S = 3.0
WHOLE_LOOP_S = 4.0
_CLOSED = 0.1  # closing error over articulation: below, the clip is a loop
_LOOP_ERROR = 0.08  # a periodic fit worse than this, and worse than a clamped one, is no loop
_STIFF = 0.35  # part of the motion lost without other joints' translations from which on they are kept


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """One piece of a clip: controls and how well they hold it."""

    rotations: Float[np.ndarray, "controls joints 3"]
    translations: Float[np.ndarray, "controls joints 3"]
    spins: Spins
    duration_s: float
    loop: bool
    error: float  # distance of the fitted surface from the true one over the articulation, both root mean square


def surface_points(body: Body, placed: ModelPose) -> Float[np.ndarray, "times joints 3"]:
    """Where the middle of every joint's skin stands: a surface of few points, to measure motion by."""
    return placed.positions + np.einsum("tjik,jk->tji", placed.rotations, body.skin_offsets)


def articulation(body: Body, points: Float[np.ndarray, "times joints 3"]) -> float:
    """Root mean square distance of the surface from its mean pose over time, body units, wherever the body stands."""
    weights = _weights(body)
    centred = points - (points * weights[:, None]).sum(axis=1, keepdims=True)
    return _rms(centred - centred.mean(axis=0), weights)


def closing_error(body: Body, points: Float[np.ndarray, "times joints 3"]) -> float:
    """Distance of the last pose from the first over the articulation, both root mean square."""
    weights = _weights(body)
    return _rms((points[-1] - points[0])[None], weights) / max(_rms(points - points.mean(axis=0), weights), 1e-9)


def _weights(body: Body) -> np.ndarray:
    # the square root lets thin limbs count beside the trunk
    weights = np.sqrt(np.maximum(body.skin_shares, 1e-4))
    return weights / weights.sum()


def _rms(offsets: np.ndarray, weights: np.ndarray) -> float:
    return float(np.sqrt(((offsets**2).sum(axis=-1) * weights).sum(axis=-1).mean()))


def samples_per_segment(duration_s: float, segments: int, rate_hz: float) -> int:
    """Samples of each segment: at least four a control."""
    return max(4 * CONTROLS, int(np.ceil(rate_hz * duration_s / segments)))


def segments_of(
    body: Body, placed: ModelPose, duration_s: float, travelling: Bool[np.ndarray, " joints"], pieces: int
) -> list[Segment]:
    """Fit a clip: whole if it is a loop that 12 controls hold, else in equal pieces.

    Args:
        body: joints at rest.
        placed: evenly spaced samples, both ends included; a multiple of ``pieces`` intervals.
        duration_s: of the whole clip.
        travelling: joints whose translations are kept.
        pieces: how many segments of at most three seconds the clip makes.

    Returns:
        Segments in order.
    """
    truth = surface_points(body, placed)
    local = inverse(body.rest_positions, body.parents, placed)
    turned = matrix_from_vector(local.rotations)
    spins = spins_of(turned)
    translations = np.where(travelling[:, None], local.translations, 0.0)
    phases = np.linspace(0.0, 1.0, len(truth))
    fit = _Fit(body, turned, translations, spins, truth)
    if duration_s <= WHOLE_LOOP_S and closing_error(body, truth) < _CLOSED:
        looped = fit.segment(slice(0, len(phases)), duration_s, 1.0, loop=True)
        open_ = fit.segment(slice(0, len(phases)), duration_s, 1.0, loop=False)
        if looped.error <= max(_LOOP_ERROR, 1.25 * open_.error):
            return [looped]
    step = (len(phases) - 1) // pieces
    return [
        fit.segment(slice(k * step, (k + 1) * step + 1), duration_s / pieces, 1.0 / pieces, loop=False)
        for k in range(pieces)
    ]


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    body: Body
    turned: np.ndarray
    translations: np.ndarray
    spins: Spins
    truth: np.ndarray

    def segment(self, part: slice, duration_s: float, share: float, *, loop: bool) -> Segment:
        turns = self.spins.turns * share
        if loop:
            turns = np.where(self.spins.turns > 0.0, np.maximum(np.round(turns), 1.0), 0.0)
        spins = Spins(axes=self.spins.axes, turns=turns)
        times = part.stop - part.start
        phases = np.linspace(0.0, 1.0, times)
        vectors = nearest_turns(unwrapped_vectors(vector_from_matrix(without_spins(self.turned[part], spins, phases))))
        used = slice(0, times - 1) if loop else slice(0, times)
        rotations = fitted_controls(phases[used], vectors[used], CONTROLS, loop=loop)
        translations = fitted_controls(phases[used], self.translations[part][used], CONTROLS, loop=loop)
        points = self._points(rotations, translations, spins, phases, loop=loop)
        return Segment(
            rotations=rotations,
            translations=translations,
            spins=spins,
            duration_s=duration_s,
            loop=loop,
            error=self._error(points, self.truth[part]),
        )

    def _points(
        self, rotations: np.ndarray, translations: np.ndarray, spins: Spins, phases: np.ndarray, *, loop: bool
    ) -> np.ndarray:
        weights = basis(phases, CONTROLS, loop=loop)
        vectors = np.einsum("tc,cjk->tjk", weights, rotations)
        if spins.turns.any():
            spun = matrix_from_vector(2.0 * np.pi * phases[:, None, None] * spins.turns[:, None] * spins.axes)
            vectors = vector_from_matrix(matrix_from_vector(vectors) @ spun)
        pose = JointPose(rotations=vectors, translations=np.einsum("tc,cjk->tjk", weights, translations))
        return surface_points(self.body, forward(self.body.rest_positions, self.body.parents, pose))

    def _error(self, points: np.ndarray, truth: np.ndarray) -> float:
        weights = _weights(self.body)
        moved = _rms(truth - truth.mean(axis=0), weights)
        return _rms(points - truth, weights) / max(moved, 1e-9)


def nearest_turns(vectors: Float[np.ndarray, "times joints 3"]) -> Float[np.ndarray, "times joints 3"]:
    """The same rotations by the shorter way round: a joint whose mean angle exceeds pi goes a turn back."""
    out = np.array(vectors)
    angle = np.linalg.norm(out, axis=-1, keepdims=True)
    far = (angle.mean(axis=0) > np.pi) & (angle.min(axis=0) > 0.1)
    back = out - 2.0 * np.pi * out / np.maximum(angle, 1e-9)
    shorter = far & ((back**2).mean(axis=0).sum(axis=-1) < (out**2).mean(axis=0).sum(axis=-1))[:, None]
    return np.where(shorter[None], back, out)
