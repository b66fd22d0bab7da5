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
_NEARER = 0.7  # times the distance from rest at which a loop begins: from here on another start is worth it
_STRAIGHT = 0.9  # cosine of the angle to the front within which a way is straight on
_LEVEL, _ROLLS = 0.3, 0.3  # of a wheel's axis; how far over the ground it may end, in radii
_UPRIGHT = 1.2  # times as tall as deep
_DRIFT, _UNEVEN = 0.3, 0.15  # body sizes; share of the drift that the way may stray from a line


def started_at_rest(motion: JointMotion) -> JointMotion:
    """The motion led in from the rest pose, and for a loop led out to it again, so that it still closes.

    Args:
        motion: any joint motion; spins keep turning.

    Returns:
        A motion of the same duration, a loop if it was one, whose pose at time 0 is the rest pose.
    """
    ramp_s = min(_RAMP_S, motion.duration_s / 3.0)
    curves = [_ramped(curve, ramp_s) for curve in (motion.rotations, motion.translations)]
    return replace(motion, rotations=curves[0], translations=curves[1])


def _ramped(curve: Spline, ramp_s: float) -> Spline:
    controls = max(6, round(curve.duration_s * _CONTROLS_PER_S))
    times_s = np.linspace(0.0, curve.duration_s, 8 * controls + 1)[: -1 if curve.loop else None]
    rise = _smoothstep(times_s / ramp_s)
    if curve.loop:
        rise = rise * _smoothstep((curve.duration_s - times_s) / ramp_s)
    samples = curve.at(times_s) * rise.reshape(-1, *[1] * (curve.controls.ndim - 1))
    fitted = np.array(fitted_controls(times_s / curve.duration_s, samples, controls, loop=curve.loop))
    # Exactly at rest: of a loop the start is a mean of three controls.
    fitted[0] = -(fitted[-1] + fitted[1]) / 4.0 if curve.loop else 0.0
    return Spline(controls=fitted, duration_s=curve.duration_s, loop=curve.loop)


def begun_near_rest(motion: JointMotion, body: GroundBody) -> JointMotion:
    """A loop that begins where its pose is nearest to rest rather than in mid-swing, if that is much nearer.

    Args:
        motion: what does not loop, or spins, stays as it is.
        body: at rest.

    Returns:
        The same loop, begun at another of its controls.
    """
    if not motion.loop or motion.spins:
        return motion
    count = len(motion.rotations.controls)
    times_s = np.arange(count) / count * motion.duration_s
    tracks = joint_tracks(body.rest_positions, body.parents, replace(motion, travel_m=None), times_s)
    away = np.linalg.norm(tracks - body.rest_positions, axis=-1).mean(axis=1)
    best = int(away.argmin())
    if away[best] > _NEARER * away[0]:
        return motion
    curves = [
        replace(curve, controls=np.roll(curve.controls, -best, axis=0))
        for curve in (motion.rotations, motion.translations)
    ]
    return replace(motion, rotations=curves[0], translations=curves[1])


def repeated(motion: JointMotion, cycles: int) -> JointMotion:
    """A loop several times over: the same curve again and again, spins and travel going on."""
    if cycles == 1:
        return motion
    seconds = cycles * motion.duration_s
    curves = [
        Spline(np.concatenate([curve.controls] * cycles), seconds, loop=True)
        for curve in (motion.rotations, motion.translations)
    ]
    spins = tuple(
        replace(spin, angle_rad=Spline(cycles * spin.angle_rad.controls, seconds, loop=False)) for spin in motion.spins
    )
    travel_m = None if motion.travel_m is None else cycles * motion.travel_m
    return JointMotion(curves[0], curves[1], spins, travel_m)


def retimed(motion: JointMotion, duration_s: float) -> JointMotion:
    """The same motion, faster or slower, so that it lasts another time."""
    curves = [replace(curve, duration_s=duration_s) for curve in (motion.rotations, motion.translations)]
    spins = tuple(replace(spin, angle_rad=replace(spin.angle_rad, duration_s=duration_s)) for spin in motion.spins)
    return JointMotion(curves[0], curves[1], spins, motion.travel_m)


def leaned(motion: JointMotion, body: GroundBody, lean_rad: float) -> JointMotion:
    """An upright body bent forward from above its legs by an angle; others as they are.

    Args:
        motion: the clip.
        body: with its legs.
        lean_rad: forward when positive.

    Returns:
        The clip with a constant turn added to the joint that carries most above the legs.
    """
    spine = _spine(body)
    if spine is None or lean_rad == 0.0:
        return motion
    controls = np.array(motion.rotations.controls)
    controls[:, spine] += lean_rad * np.cross([0.0, 1.0, 0.0], body.front)
    return replace(motion, rotations=replace(motion.rotations, controls=controls))


def _spine(body: GroundBody) -> int | None:
    """The joint above the legs that carries most of the skin; None for who has no two legs, or lies level."""
    parents = body.parents
    below = np.eye(len(parents), dtype=bool)  # below[j, k]: k is j or hangs from it
    for joint in range(len(parents) - 1, -1, -1):
        parent = parents[joint]
        if parent is not None:
            below[parent] |= below[joint]
    along = abs(float(np.ptp(body.points @ body.front))) if len(body.points) else 0.0
    if len(body.legs) != 2 or body.height_m < _UPRIGHT * along:
        return None
    hips = [leg.hip for leg in body.legs]
    shared = [joint for joint in range(len(parents)) if below[joint, hips].all()]
    carried = below @ body.weights.sum(axis=0)
    above = [joint for joint in range(len(parents)) if parents[joint] in shared and not below[joint, hips].any()]
    return max(above, key=lambda joint: carried[joint], default=None)


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


def travelled(motion: JointMotion, body: GroundBody, *, travels: bool = False) -> JointMotion:
    """Root motion for a clip made in place: the body goes at the pace at which its standing feet slide back.

    Along the way it faces, unless the feet clearly say another way. What rolls on wheels goes as far as they turn.

    Args:
        motion: a clip in place.
        body: with its legs.
        travels: whether it is known to be a gait, straight on.

    Returns:
        The clip with ``travel_m`` set (zero when nothing stands).
    """
    travel_m = np.zeros(3)
    placed = placed_on_grid(motion, body)
    if body.legs:
        contacts = ground_contacts(body, placed.points, placed.grid.step_s, loop=motion.loop, travels=travels)
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
