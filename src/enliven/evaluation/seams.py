"""How well a loop closes."""

from dataclasses import dataclass

import numpy as np

from enliven.core.body import Body
from enliven.core.motion import JointMotion
from enliven.geometry.measures import joint_tracks

_PER_SECOND = 30.0
_STILL = 1e-6  # body units a second


@dataclass(frozen=True, slots=True)
class Seam:
    """The seam of a loop, as keys show it."""

    gap: float  # mean distance of joints between the last and the first key, body units
    jolt: float  # mean change of velocity at the seam over the mean change between keys; 1 is a seam that is not seen


def seam(body: Body, motion: JointMotion) -> Seam | None:
    """Measure where a loop begins again; None where nothing loops.

    Args:
        body: in body units.
        motion: in body units; the travel of a loop counts as closing.
    """
    if not motion.loop:
        return None
    keys = max(4, round(motion.duration_s * _PER_SECOND))
    rest = np.asarray(body.rest_positions, dtype=np.float64)
    times_s = np.linspace(0.0, motion.duration_s, keys + 1)
    tracks = joint_tracks(rest, body.parents, motion, times_s)
    closing = tracks[-1] - tracks[0]
    if motion.travel_m is not None:
        closing = closing - motion.travel_m
    velocity = np.diff(tracks, axis=0) * (keys / motion.duration_s)
    usual = float(np.linalg.norm(np.diff(velocity, axis=0), axis=-1).mean())
    jolt = float(np.linalg.norm(velocity[0] - velocity[-1], axis=-1).mean())
    return Seam(gap=float(np.linalg.norm(closing, axis=-1).mean()), jolt=jolt / max(usual, _STILL))
