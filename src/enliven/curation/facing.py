"""Turn bodies so that they face +Z, told by joint names, by how feet move, and by travel."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from jaxtyping import Float

from enliven.core.body import Body
from enliven.core.motion import JointPose
from enliven.core.splines import basis
from enliven.curation.convert import ConvertedClip
from enliven.curation.segments import Segment, surface_points
from enliven.geometry.facing import facing_from_names, quarter_turns, turn_about_up
from enliven.geometry.kinematics import forward
from enliven.geometry.turning import turned_body

_SURE = 0.5
_PACK_RIGS, _PACK_AGREES = 5, 0.9  # rigs of a pack that must tell, and agree, to speak for the others
_FEET_WEIGHT, _TRAVEL_WEIGHT = 2.5, 2.5  # beside the weights of names in geometry.facing
_LOW = 0.15  # body units above the ground at rest: what may touch it
_STRIDE, _LIFT = 0.1, 0.2  # body units; part of the stride
_VOTES, _AGREE = 2, 0.8  # clips that must tell, and how long the mean of their unit vectors must be
_FAST = 0.5  # body units a second: who drifts slower does not tell where it goes
_FOOTLESS = frozenset({"fish", "reptile", "vehicle", "object", "plant"})
_ASIDE = ("back", "left", "right", "strafe", "side", "turn")


@dataclass(frozen=True, slots=True)
class Facing:
    """How a rig is turned: quarter turns about +Y, and what told."""

    quarters: int
    told_by: str  # names, movement, pack or nothing


def facings(clips: Sequence[ConvertedClip]) -> dict[str, Facing]:
    """Decide for every rig; a rig that tells nothing goes with most rigs of its pack (the first folder of its name).

    What a pack has in common is how its clips face, not its bind poses, which may be turned (``ConvertedClip.yaw``).
    """
    by_rig: dict[str, list[ConvertedClip]] = defaultdict(list)
    for clip in clips:
        by_rig[clip.row.rig].append(clip)
    told = {rig: _told(members) for rig, members in by_rig.items()}
    packs: dict[str, Counter[int]] = defaultdict(Counter)
    for rig, facing in told.items():
        if facing is not None:
            packs[_pack(rig)][(facing.quarters - by_rig[rig][0].yaw) % 4] += 1
    return {rig: facing or _of_pack(packs[_pack(rig)], by_rig[rig][0].yaw) for rig, facing in told.items()}


def _pack(rig: str) -> str:
    return rig.split("/")[0]


def _of_pack(votes: Counter[int], yaw: int) -> Facing:
    total = votes.total()
    best = max(sorted(votes), key=lambda quarters: votes[quarters], default=0)
    if total < _PACK_RIGS or votes[best] < _PACK_AGREES * total:
        return Facing(quarters=0, told_by="nothing")
    return Facing(quarters=(best + yaw) % 4, told_by="pack")


def _told(clips: list[ConvertedClip]) -> Facing | None:
    names = facing_from_names(clips[0].body)
    moving = _FEET_WEIGHT * _feet(clips) + _TRAVEL_WEIGHT * _travel(clips)
    if np.linalg.norm(names + moving) < _SURE:
        return None
    told_by = "names" if np.linalg.norm(names) >= np.linalg.norm(moving) else "movement"
    return Facing(quarters=quarter_turns(names + moving), told_by=told_by)


def _travel(clips: list[ConvertedClip]) -> np.ndarray:
    """Walkers and runners travel forwards, unless the label says otherwise."""
    gaits = [clip for clip in clips if clip.row.action in ("walk", "run") and not _sideways(clip)]
    return _voted([clip.drift for clip in gaits if np.linalg.norm(clip.drift) > _FAST])


def _sideways(clip: ConvertedClip) -> bool:
    return any(word in clip.row.label.lower() for word in _ASIDE)


def _feet(clips: list[ConvertedClip]) -> np.ndarray:
    """In a gait on the spot, feet that are lifted and set down again go backwards while they are down."""
    votes = []
    for clip in clips:
        if clip.row.category in _FOOTLESS:
            continue
        if clip.row.action not in ("walk", "run") or _sideways(clip) or "blocky" in clip.row.flags:
            continue  # box legs swing like pendulums: nothing tells when they are down
        for segment in clip.segments:
            points = _posed(clip.body, segment)
            low = clip.body.skin_middles[:, 1] < _LOW
            height = points[:-1, :, 1]
            lift = np.ptp(height, axis=0)
            stride = np.linalg.norm(np.ptp(points, axis=0)[:, [0, 2]], axis=-1)
            stepping = low & (stride > _STRIDE) & (lift > _LIFT * stride)
            if stepping.any():
                velocity = np.diff(points, axis=0)
                down = height - height.min(axis=0) < 0.3 * np.maximum(lift, 1e-9)
                votes.append(-(velocity * (down & stepping)[..., None]).sum(axis=(0, 1)))
    return _voted(votes)


def _voted(directions: list[np.ndarray]) -> np.ndarray:
    """Mean of unit vectors; none from a single one, or where they disagree."""
    flat = [np.array([d[0], 0.0, d[2]]) for d in directions]
    units = [d / np.linalg.norm(d) for d in flat if np.linalg.norm(d) > 1e-6]
    mean = np.mean(units, axis=0) if len(units) >= _VOTES else np.zeros(3)
    return mean if np.linalg.norm(mean) >= _AGREE else np.zeros(3)


def _posed(body: Body, segment: Segment) -> Float[np.ndarray, "times joints 3"]:
    weights = basis(np.linspace(0.0, 1.0, 33), len(segment.rotations), loop=segment.loop)
    pose = JointPose(
        rotations=np.einsum("tc,cjk->tjk", weights, segment.rotations),
        translations=np.einsum("tc,cjk->tjk", weights, segment.translations),
    )
    return surface_points(body, forward(body.rest_positions, body.parents, pose))


def turned(clip: ConvertedClip, quarters: int) -> ConvertedClip:
    """The same clip of a body turned about +Y: rotation vectors, places and axes turn alike."""
    if quarters % 4 == 0:
        return clip
    turn = turn_about_up(quarters)
    segments = tuple(
        replace(
            segment,
            rotations=segment.rotations @ turn.T,
            translations=segment.translations @ turn.T,
            spins=replace(segment.spins, axes=segment.spins.axes @ turn.T),
        )
        for segment in clip.segments
    )
    return replace(clip, body=turned_body(clip.body, turn), segments=segments, drift=turn @ clip.drift)
