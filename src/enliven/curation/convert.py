"""One clip of a file as spline segments in body units, in the file's own facing."""

from dataclasses import dataclass, replace

import numpy as np
from jaxtyping import Bool, Float

from enliven.core.body import Body
from enliven.core.motion import JointPose
from enliven.curation.index import IndexRow
from enliven.curation.sampled import Movement, SourceRig, info_of, movement
from enliven.curation.segments import (
    SEGMENT_S,
    STILL,
    Segment,
    articulation,
    closing_gap_s,
    samples_per_segment,
    segments_of,
    surface_points,
)
from enliven.geometry.body import travelling_joints
from enliven.geometry.kinematics import ModelPose, forward, inverse

GAITS = frozenset({"walk", "run", "swim", "fly"})
_CYCLES = GAITS | {"idle"}
_FALLS = frozenset({"die", "hit"})
_STRETCHY = 0.5  # part of the motion lost without the translations of other joints from which on they are kept
_FAR = 3.0  # body units: clips that go farther are flights of bullets and the like
_STRETCH = 0.01  # body units: translations that vary less are dropped all the same
_DRIFT = 0.1  # body units a second: slower is swaying, not travelling


@dataclass(frozen=True, slots=True, eq=False)
class ConvertedClip:
    """A clip that was read and fitted."""

    row: IndexRow
    body: Body
    segments: tuple[Segment, ...]
    articulation: float  # root mean square movement of the surface, body units, wherever the body stands
    drift: Float[np.ndarray, " 3"]  # horizontal travel that was taken out, body units a second
    lost: float  # part of the motion that translations of other joints made and that was dropped
    stretchy: bool  # whether translations of other joints were kept
    scaled: bool
    yaw: int = 0  # quarter turns by which the clips of the file stand turned from its bind pose, already undone


def converted_clip(rig: SourceRig, row: IndexRow, rate_hz: float = 32.0) -> ConvertedClip | str:
    """Read, measure and fit one clip.

    Args:
        rig: the file of the row.
        row: which clip, and what it shows.
        rate_hz: samples a second, at least four a control.

    Returns:
        The fitted clip, or why it is dropped.
    """
    if row.clip not in rig.clips:
        return "clip not in the file"
    info = info_of(rig, row.clip)
    start_s = info.first_key_s if 0.0 < info.first_key_s < info.duration_s else 0.0
    duration_s = info.duration_s - start_s
    if duration_s < 0.05:
        return "a single pose"
    pieces = int(np.ceil(duration_s / SEGMENT_S - 1e-6))
    samples = pieces * samples_per_segment(duration_s, pieces, rate_hz)
    moved = movement(rig, row.clip, np.linspace(start_s, info.duration_s, samples + 1))
    placed, drift = in_place(rig.body, moved, row)
    points = surface_points(rig.body, placed)
    amount = articulation(rig.body, points)
    if amount < STILL:
        return "nothing moves"
    local = inverse(rig.body.rest_positions, rig.body.parents, placed)
    travelling = travelling_joints(rig.body)
    lost = lost_without_translations(rig.body, points, local, travelling)
    stretchy = lost > _STRETCHY
    if stretchy:
        travelling |= np.linalg.norm(local.translations.std(axis=0), axis=-1) > _STRETCH
    held = replace(local, translations=np.where(travelling[:, None], local.translations, 0.0))
    gap_s = closing_gap_s(rig.body, points, duration_s, cycles=row.action in _CYCLES)
    segments = segments_of(rig.body, held, duration_s, pieces, gap_s)
    if not segments:
        return "nothing moves"
    if max(float(np.abs(segment.translations).max()) for segment in segments) > _FAR:
        return "travels farther than three body sizes"
    return ConvertedClip(
        row=row,
        body=rig.body,
        segments=tuple(segments),
        articulation=amount,
        drift=drift,
        lost=lost,
        stretchy=stretchy,
        scaled=moved.scaled,
        yaw=rig.yaw,
    )


def in_place(body: Body, moved: Movement, row: IndexRow) -> tuple[ModelPose, Float[np.ndarray, " 3"]]:
    """Take the steady horizontal travel out of gaits and root motion; what falls or returns keeps its way.

    Returns:
        The movement on the spot and the velocity that was taken out, body units a second.
    """
    positions = moved.placed.positions
    weights = np.maximum(body.skin_shares, 1e-6)
    middle = (positions * (weights / weights.sum())[:, None]).sum(axis=1)
    velocity = (middle[-1] - middle[0]) / moved.times_s[-1]
    velocity[1] = 0.0
    travels = row.action in GAITS or ("root-motion" in row.flags and row.action not in _FALLS)
    if not travels or np.linalg.norm(velocity) < _DRIFT:
        return moved.placed, np.zeros(3)
    still = positions - moved.times_s[:, None, None] * velocity
    return replace(moved.placed, positions=still), velocity


def lost_without_translations(
    body: Body, points: Float[np.ndarray, "times joints 3"], local: JointPose, travelling: Bool[np.ndarray, " joints"]
) -> float:
    """How much of the movement is gone when only the given joints may translate, as a part of it."""
    kept = replace(local, translations=np.where(travelling[:, None], local.translations, 0.0))
    off = surface_points(body, forward(body.rest_positions, body.parents, kept)) - points
    return float(np.linalg.norm(off.std(axis=0)) / max(float(np.linalg.norm(points.std(axis=0))), 1e-9))
