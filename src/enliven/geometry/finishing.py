"""Finishing touches on a generated motion: starting at rest, standing on the ground, travelling over it."""

from dataclasses import replace

import numpy as np
from jaxtyping import Float

from enliven.core.motion import JointMotion
from enliven.core.splines import Spline
from enliven.geometry.kinematics import Parents
from enliven.geometry.measures import joint_tracks
from enliven.geometry.spline_fit import fitted_controls

_RAMP_S = 0.35
_CONTROLS_PER_S = 12.0


def started_at_rest(motion: JointMotion) -> JointMotion:
    """The motion led in from the rest pose, and for a loop led out to it again, so that it still closes.

    Args:
        motion: any joint motion; spins keep turning.

    Returns:
        A clamped motion of the same duration whose pose at time 0 (for a loop also at the end) is the rest pose.
    """
    ramp_s = min(_RAMP_S, motion.duration_s / 3.0)
    curves = [_ramped(curve, ramp_s, both_ends=motion.loop) for curve in (motion.rotations, motion.translations)]
    return replace(motion, rotations=curves[0], translations=curves[1])


def _ramped(curve: Spline, ramp_s: float, *, both_ends: bool) -> Spline:
    controls = max(6, round(curve.duration_s * _CONTROLS_PER_S))
    times_s = np.linspace(0.0, curve.duration_s, 8 * controls + 1)
    rise = _smoothstep(times_s / ramp_s)
    if both_ends:
        rise = rise * _smoothstep((curve.duration_s - times_s) / ramp_s)
    samples = curve.at(times_s) * rise.reshape(-1, *[1] * (curve.controls.ndim - 1))
    fitted = np.array(fitted_controls(times_s / curve.duration_s, samples, controls, loop=False))
    fitted[0] = 0.0
    if both_ends:
        fitted[-1] = 0.0
    return Spline(controls=fitted, duration_s=curve.duration_s, loop=False)


def _smoothstep(x: np.ndarray) -> np.ndarray:
    x = np.clip(x, 0.0, 1.0)
    return x * x * (3.0 - 2.0 * x)


def grounded(
    motion: JointMotion, rest_positions: Float[np.ndarray, "joints 3"], parents: Parents, size_m: float
) -> JointMotion:
    """Lift or lower the whole clip so that its lowest moments touch the ground it stood on at rest.

    Only a clip that stays near the ground is changed: whoever flies, swims or sinks on purpose is left alone.

    Args:
        motion: the clip.
        rest_positions: joints at rest, metres.
        parents: each before its child.
        size_m: body size, metres.

    Returns:
        The same clip with a constant vertical offset on its roots.
    """
    times_s = np.linspace(0.0, motion.duration_s, 49)
    lowest = joint_tracks(rest_positions, parents, motion, times_s)[..., 1].min(axis=1)
    offset = float(rest_positions[:, 1].min() - np.quantile(lowest, 0.1))
    if abs(offset) > 0.15 * size_m:
        return motion
    controls = np.array(motion.translations.controls)
    roots = [joint for joint, parent in enumerate(parents) if parent is None]
    controls[:, roots, 1] += offset
    return replace(motion, translations=replace(motion.translations, controls=controls))


def travelled(
    motion: JointMotion, rest_positions: Float[np.ndarray, "joints 3"], parents: Parents, size_m: float
) -> JointMotion:
    """Root motion for a clip made in place: the body goes at the pace at which its standing feet slide back.

    A joint stands when it is near the lowest height of its moment and moves along the ground; the travel is the
    median of their horizontal velocities, turned round.

    Args:
        motion: a clip in place.
        rest_positions: joints at rest, metres.
        parents: each before its child.
        size_m: body size, metres.

    Returns:
        The clip with ``travel_m`` set (zero when nothing stands).
    """
    steps = max(24, round(motion.duration_s * 60.0))
    times_s = np.linspace(0.0, motion.duration_s, steps + 1)
    tracks = joint_tracks(rest_positions, parents, motion, times_s)
    velocity = np.diff(tracks, axis=0) / (motion.duration_s / steps)
    height = 0.5 * (tracks[1:, :, 1] + tracks[:-1, :, 1])
    floor = height.min(axis=1, keepdims=True)
    ends = np.setdiff1d(np.arange(len(parents)), [parent for parent in parents if parent is not None])
    standing = np.zeros(height.shape, dtype=bool)
    along = np.linalg.norm(velocity[:, ends][..., [0, 2]], axis=-1)
    standing[:, ends] = (height[:, ends] - floor < 0.02 * size_m) & (np.abs(velocity[:, ends, 1]) <= 0.5 * along)
    travel_m = np.zeros(3)
    if standing.any():
        travel_m[[0, 2]] = -np.median(velocity[standing][:, [0, 2]], axis=0) * motion.duration_s
    return replace(motion, travel_m=travel_m)
