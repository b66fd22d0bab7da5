"""How much and how smoothly a body moves, measured where its skin is.

The middle of a joint's skin is followed: a leg of one bone turns about a joint that stands still.
"""

from dataclasses import dataclass

import numpy as np

from enliven.core.body import Body
from enliven.core.motion import JointMotion
from enliven.geometry.kinematics import forward, posed_at

_PER_SECOND = 30.0


@dataclass(frozen=True, slots=True)
class Moving:
    """Means over joints and time, in body units and seconds."""

    speed: float
    jerk: float  # size of the third derivative


def moving(body: Body, motion: JointMotion) -> Moving:
    """Measure a motion in body units; travel counts."""
    steps = max(4, round(motion.duration_s * _PER_SECOND))
    rest = np.asarray(body.rest_positions, dtype=np.float64)
    offsets = np.asarray(body.skin_offsets, dtype=np.float64)
    times_s = np.linspace(0.0, motion.duration_s, steps + 1)
    placed = forward(rest, body.parents, posed_at(motion, times_s, body.parents))
    tracks = placed.positions + np.einsum("tjik,jk->tji", placed.rotations, offsets)
    step_s = motion.duration_s / steps
    return Moving(
        speed=float(np.linalg.norm(np.diff(tracks, axis=0), axis=-1).mean() / step_s),
        jerk=float(np.linalg.norm(np.diff(tracks, n=3, axis=0), axis=-1).mean() / step_s**3),
    )
