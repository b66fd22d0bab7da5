"""A sampled movement as spline segments of 12 controls."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.core.body import Body
from enliven.core.motion import JointPose
from enliven.core.splines import basis
from enliven.curation.spins import Spins, spins_of, without_spins
from enliven.geometry.kinematics import ModelPose, forward
from enliven.geometry.rotations import matrix_from_vector, unwrapped_vectors, vector_from_matrix
from enliven.geometry.spline_fit import fitted_controls

CONTROLS = 12
SEGMENT_S = 3.0
WHOLE_LOOP_S = 4.4
CLOSED = 0.1  # closing error over articulation: below, the clip is a loop
_FRAME_S = 1.0 / 24.0
_WIDEST_GAP_S, _WIDEST_GAP = 0.1, 0.15  # between last and first pose: seconds, and part of the clip
_SAME_WAY = 0.6  # cosine between what is missing and how it goes at both ends
_LOOP_ERROR = 0.2  # a periodic fit worse than this, and clearly worse than a clamped one, is no loop
_LONG_LOOP_ERROR = 0.08  # a loop longer than a segment stays whole below this
_FINE_ERROR = 0.12  # a clamped fit worse than this is cut in finer pieces,
_FINEST_S = 0.6  # but none shorter than this
_FINER = (1, 2, 3, 4)  # so many times as many pieces
STILL = 0.002  # body units: what moves less than this is a pose


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """One piece of a clip: controls and how well they hold it."""

    rotations: Float[np.ndarray, "controls joints 3"]
    translations: Float[np.ndarray, "controls joints 3"]
    spins: Spins
    duration_s: float
    loop: bool
    error: float  # distance of the fitted surface from the one to fit, over the clip's movement, root mean square


def surface_points(body: Body, placed: ModelPose) -> Float[np.ndarray, "times joints 3"]:
    """Where the middle of every joint's skin stands: a surface of few points, to measure motion by."""
    return placed.carried(body.skin_offsets)


def articulation(body: Body, points: Float[np.ndarray, "times joints 3"]) -> float:
    """Root mean square distance of the surface from its mean pose over time, body units, wherever the body stands."""
    weights = _weights(body)
    centred = points - (points * weights[:, None]).sum(axis=1, keepdims=True)
    return _rms(centred - centred.mean(axis=0), weights)


def closing_error(body: Body, points: Float[np.ndarray, "times joints 3"]) -> float:
    """Distance of the last pose from the first over the articulation, both root mean square."""
    weights = _weights(body)
    return _rms((points[-1] - points[0])[None], weights) / max(_rms(points - points.mean(axis=0), weights), 1e-9)


def closing_gap_s(
    body: Body, points: Float[np.ndarray, "times joints 3"], duration_s: float, *, cycles: bool
) -> float | None:
    """Seconds missing between the end of a clip and its start; ``None`` if it does not close.

    A cycle is often exported without its last key, which would repeat the first. It closes if going on as it goes at
    both ends leads from the last pose to the first within a tenth of a second.

    Args:
        body: whose surface it is.
        points: evenly spaced samples of the surface.
        duration_s: from the first to the last.
        cycles: whether the clip shows something that goes round: a gait, breathing.
    """
    if closing_error(body, points) < CLOSED:
        return 0.0
    step = max(1, round(_FRAME_S * (len(points) - 1) / duration_s))
    if not cycles or len(points) <= 2 * step:
        return None
    going = (points[step] - points[0] + points[-1] - points[-1 - step]) / 2.0
    missing = points[0] - points[-1]
    weights = _weights(body)
    speed, apart = _rms(going[None], weights), _rms(missing[None], weights)
    same_way = float(((going * missing).sum(axis=-1) * weights).sum())
    if same_way < _SAME_WAY * speed * apart:
        return None
    gap_s = duration_s * step / (len(points) - 1) * apart / max(speed, 1e-9)
    return gap_s if gap_s <= min(_WIDEST_GAP_S, _WIDEST_GAP * duration_s) else None


def _weights(body: Body) -> np.ndarray:
    # the square root lets thin limbs count beside the trunk
    weights = np.sqrt(np.maximum(body.skin_shares, 1e-4))
    return weights / weights.sum()


def _rms(offsets: np.ndarray, weights: np.ndarray) -> float:
    return float(np.sqrt(((offsets**2).sum(axis=-1) * weights).sum(axis=-1).mean()))


def samples_per_segment(duration_s: float, segments: int, rate_hz: float) -> int:
    """Samples of each segment: at least four a control, and a number that finer pieces divide."""
    least = max(4 * CONTROLS, int(np.ceil(rate_hz * duration_s / segments)))
    finest = int(np.lcm.reduce(_FINER))
    return -(-least // finest) * finest


def segments_of(body: Body, held: JointPose, duration_s: float, pieces: int, gap_s: float | None) -> list[Segment]:
    """Fit a clip: whole if it is a loop that 12 controls hold, else in equal pieces, finer where it moves fast.

    Args:
        body: joints at rest.
        held: the movement, evenly sampled, both ends included; intervals as ``samples_per_segment`` tells.
        duration_s: of the whole clip.
        pieces: how many segments of at most three seconds the clip makes.
        gap_s: seconds missing between end and start (``closing_gap_s``); ``None`` if the clip does not close.

    Returns:
        Segments in order, those in which nothing moves left out.
    """
    turned = matrix_from_vector(held.rotations)
    aim = surface_points(body, forward(body.rest_positions, body.parents, held))
    fit = _Fit(body, held.rotations, turned, held.translations, spins_of(turned), aim)
    if articulation(body, aim) < STILL:
        return []
    if gap_s is not None and duration_s + gap_s <= WHOLE_LOOP_S:
        whole = slice(0, len(aim))
        looped = fit.segment(whole, duration_s, 1.0, loop=True, gap_s=gap_s)
        short = duration_s <= SEGMENT_S
        if looped.error <= _LONG_LOOP_ERROR or (short and looped.error <= _LOOP_ERROR):
            return [looped]
        if short and looped.error <= 1.25 * fit.segment(whole, duration_s, 1.0, loop=False).error:
            return [looped]
    segments: list[Segment] = []
    for finer in _FINER:
        if finer > 1 and duration_s / (pieces * finer) < _FINEST_S:
            break
        segments = fit.pieces(pieces * finer, duration_s)
        if max((segment.error for segment in segments), default=0.0) <= _FINE_ERROR:
            break
    return segments


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    body: Body
    vectors: np.ndarray
    turned: np.ndarray
    translations: np.ndarray
    spins: Spins
    aim: np.ndarray

    def pieces(self, count: int, duration_s: float) -> list[Segment]:
        step = (len(self.aim) - 1) // count
        parts = [slice(k * step, (k + 1) * step + 1) for k in range(count)]
        return [
            self.segment(part, duration_s / count, 1.0 / count, loop=False)
            for part in parts
            if articulation(self.body, self.aim[part]) >= STILL
        ]

    def segment(self, part: slice, duration_s: float, share: float, *, loop: bool, gap_s: float = 0.0) -> Segment:
        turns = self.spins.turns * share
        if loop:
            turns = np.where(self.spins.turns > 0.0, np.maximum(np.round(turns), 1.0), 0.0)
        spins = Spins(axes=self.spins.axes, turns=turns)
        times = part.stop - part.start
        phases = np.linspace(0.0, duration_s / (duration_s + gap_s), times)
        vectors = self.vectors[part]
        if turns.any():
            vectors = vector_from_matrix(without_spins(self.turned[part], spins, phases))
        vectors = nearest_turns(unwrapped_vectors(vectors))
        used = slice(0, times - 1) if loop and gap_s == 0.0 else slice(0, times)
        rotations = fitted_controls(phases[used], vectors[used], CONTROLS, loop=loop)
        translations = fitted_controls(phases[used], self.translations[part][used], CONTROLS, loop=loop)
        off = self._points(rotations, translations, spins, phases, loop=loop) - self.aim[part]
        weights = _weights(self.body)
        moved = _rms(self.aim - self.aim.mean(axis=0), weights)
        return Segment(
            rotations=rotations,
            translations=translations,
            spins=spins,
            duration_s=duration_s + gap_s,
            loop=loop,
            error=_rms(off, weights) / max(moved, 1e-9),
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


def nearest_turns(vectors: Float[np.ndarray, "times joints 3"]) -> Float[np.ndarray, "times joints 3"]:
    """The same rotations by the shorter way round: a joint whose mean angle exceeds pi goes a turn back."""
    out = np.array(vectors)
    angle = np.linalg.norm(out, axis=-1, keepdims=True)
    far = (angle.mean(axis=0) > np.pi) & (angle.min(axis=0) > 0.1)
    back = out - 2.0 * np.pi * out / np.maximum(angle, 1e-9)
    shorter = far & ((back**2).mean(axis=0).sum(axis=-1) < (out**2).mean(axis=0).sum(axis=-1))[:, None]
    return np.where(shorter[None], back, out)
