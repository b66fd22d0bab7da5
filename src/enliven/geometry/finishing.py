"""Finishing touches on a generated motion: starting at rest, standing on the ground, travelling over it."""

from dataclasses import replace

import numpy as np
from jaxtyping import Float

from enliven.core.motion import JointMotion
from enliven.core.splines import Spline
from enliven.geometry.contacts import placed_on_grid
from enliven.geometry.contacts_body import GroundBody
from enliven.geometry.contacts_detect import ground_contacts
from enliven.geometry.kinematics import Parents
from enliven.geometry.measures import joint_tracks
from enliven.geometry.spline_fit import fitted_controls

_RAMP_S = 0.35
_CONTROLS_PER_S = 12.0
_STRAIGHT = 0.9  # cosine of the angle to the front within which a way is straight on
_LEVEL, _ROLLS = 0.3, 0.3  # of a wheel's axis; how far over the ground it may end, in radii
_DRIFT, _UNEVEN = 0.3, 0.15  # body sizes; share of the drift that the way may stray from a line


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


def travelled(motion: JointMotion, body: GroundBody) -> JointMotion:
    """Root motion for a clip made in place: the body goes at the pace at which its standing feet slide back.

    Along the way it faces, unless the feet clearly say another way. What rolls on wheels goes as far as they turn.

    Args:
        motion: a clip in place.
        body: with its legs.

    Returns:
        The clip with ``travel_m`` set (zero when nothing stands).
    """
    travel_m = np.zeros(3)
    placed = placed_on_grid(motion, body)
    if body.legs:
        contacts = ground_contacts(body, placed.points, placed.grid.step_s, loop=motion.loop)
        travel_m[[0, 2]] = -contacts.treadmill * motion.duration_s
    along = float(travel_m @ body.front)
    if along > _STRAIGHT * np.linalg.norm(travel_m):
        travel_m = along * body.front
    return replace(motion, travel_m=travel_m + _rolled(motion, body))


def _rolled(motion: JointMotion, body: GroundBody) -> Float[np.ndarray, " 3"]:
    """How far the wheels on the ground roll: the mean of their turns times their radii."""
    ways = []
    owner = body.weights.argmax(axis=1)
    for spin in motion.spins:
        lowest = float(body.points[owner == spin.joint, 1].min(initial=np.inf))
        radius = float(body.rest_positions[spin.joint, 1]) - lowest
        if abs(float(spin.axis[1])) < _LEVEL and 0.0 <= lowest - body.ground_m < _ROLLS * radius:
            ends = spin.angle_rad.at(np.array([0.0, motion.duration_s]))
            ways.append(np.cross(spin.axis, [0.0, 1.0, 0.0]) * radius * float(ends[1] - ends[0]))
    return np.mean(ways, axis=0) if ways else np.zeros(3)


def kept_in_place(motion: JointMotion, parents: Parents, size_m: float) -> JointMotion:
    """A clip whose roots wander off evenly, brought back to its place: the line through their way is taken out.

    A loop cannot wander. A short or uneven way (a lunge, a jump) is part of the action and stays.

    Args:
        motion: the clip.
        parents: each before its child.
        size_m: body size, metres.

    Returns:
        The clip without drift along the ground.
    """
    if motion.loop:
        return motion
    roots = [joint for joint, parent in enumerate(parents) if parent is None]
    times_s = np.linspace(0.0, motion.duration_s, 25)
    way = motion.translations.at(times_s)[:, roots[0]][:, [0, 2]]
    centred = times_s - times_s.mean()
    pace = (centred[:, None] * way).sum(axis=0) / (centred**2).sum()
    off = way - way.mean(axis=0) - centred[:, None] * pace
    drift = float(np.linalg.norm(pace)) * motion.duration_s
    if drift < _DRIFT * size_m or np.abs(off).max() > _UNEVEN * drift:
        return motion
    controls = np.array(motion.translations.controls)
    middles = _greville(len(controls)) * motion.duration_s
    for axis, speed in zip((0, 2), pace, strict=True):
        controls[:, roots, axis] -= speed * middles[:, None]
    return replace(motion, translations=replace(motion.translations, controls=controls))


def _greville(controls: int) -> Float[np.ndarray, " controls"]:
    """Where the controls of a clamped curve lie on a straight line, 0 to 1."""
    knots = np.concatenate([np.zeros(3), np.linspace(0.0, 1.0, controls - 2), np.ones(3)])
    return np.array([knots[k + 1 : k + 4].mean() for k in range(controls)])
