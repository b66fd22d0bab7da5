"""Numbers that tell how a joint motion moves: amount, smoothness, closing error, floor.

Lengths are shares of the body size, so that rigs compare.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.core.motion import JointMotion
from enliven.core.skeleton import Parents
from enliven.geometry.kinematics import forward, posed_at


@dataclass(frozen=True, slots=True)
class MotionMeasures:
    """How one clip moves; lengths as a share of body size, times in seconds."""

    speed: float  # mean speed of joints, body sizes per second
    reach: float  # mean over joints of the widest distance from the mean place
    jerk: float  # mean size of the third derivative, body sizes per second cubed
    loop_error: float  # mean distance of joints between the last and the first key
    floor: float  # deepest point under the rest ground, 0 when nothing sinks


def joint_tracks(
    rest_positions: Float[np.ndarray, "joints 3"],
    parents: Parents,
    motion: JointMotion,
    times_s: Float[np.ndarray, " times"],
) -> Float[np.ndarray, "times joints 3"]:
    """Joint positions in model space at the given times."""
    return forward(rest_positions, parents, posed_at(motion, times_s, parents)).positions


def measured(
    rest_positions: Float[np.ndarray, "joints 3"],
    parents: Parents,
    motion: JointMotion,
    size_m: float,
    *,
    per_second: float = 30.0,
) -> MotionMeasures:
    """Measure a motion on its rig.

    Args:
        rest_positions: joints at rest, metres.
        parents: each before its child.
        motion: what is measured.
        size_m: body size, metres.
        per_second: samples per second.

    Returns:
        The measures; travel counts for speed, not for the loop error.
    """
    steps = max(4, round(motion.duration_s * per_second))
    times_s = np.linspace(0.0, motion.duration_s, steps + 1)
    tracks = joint_tracks(rest_positions, parents, motion, times_s) / size_m
    step_s = motion.duration_s / steps
    velocity = np.diff(tracks, axis=0) / step_s
    jerk = np.diff(tracks, n=3, axis=0) / step_s**3
    closing = tracks[-1] - tracks[0]
    if motion.travel_m is not None:
        closing = closing - motion.travel_m / size_m
    ground = rest_positions[:, 1].min() / size_m
    return MotionMeasures(
        speed=float(np.linalg.norm(velocity, axis=-1).mean()),
        reach=float(np.linalg.norm(tracks - tracks.mean(axis=0), axis=-1).max(axis=0).mean()),
        jerk=float(np.linalg.norm(jerk, axis=-1).mean()),
        loop_error=float(np.linalg.norm(closing, axis=-1).mean()),
        floor=float(max(0.0, ground - tracks[..., 1].min())),
    )
