"""When feet stand: near the ground, and moving along it with all the others.

Made in place, a gait's standing feet slide back together at one speed, as on a treadmill; whoever stands still has a
treadmill of speed 0.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.geometry.contacts_body import GroundBody

_LOW = 0.05  # body sizes over its lowest height: from here on a foot is in the air
_HELD_UP = 0.1  # a foot whose lowest height lies this far over the ground never stands
_CALM = 0.5  # vertical speed of a foot that comes down or lifts off, body sizes a second
_STRAY, _STRAY_SHARE = (
    0.3,
    0.5,
)  # speed off the treadmill's at which a foot hardly counts: body sizes a second, and share
_STANDS = 0.1  # body sizes a second: less is no travel
_WIDE, _WIDE_SHARE = 0.1, 0.2  # how near velocities lie that are one: body sizes a second, and share
_BACKWARDS = 0.3
_ROUNDS = 3
_STEP = 0.25  # body sizes: no foot of a gait is lifted higher
_STILL = 1.6  # how much more a place of rest counts than one of travel
_MOST = 400  # samples that are compared with one another


@dataclass(frozen=True, slots=True, eq=False)
class Contacts:
    """How surely each leg stands at each time, and how fast the ground passes under the body."""

    standing: Float[np.ndarray, "times legs"]  # 0 to 1
    heights: Float[np.ndarray, "times legs"]  # lowest sole point over the ground, metres
    velocities: Float[np.ndarray, "times legs 2"]  # of the lowest sole point along x and z, metres a second
    swinging: Float[np.ndarray, "times legs"]  # 0 to 1: a foot of a gait that goes forward, and has to be lifted
    treadmill: Float[np.ndarray, " 2"]  # velocity of the ground along x and z, metres a second


def ground_contacts(
    body: GroundBody,
    points: Float[np.ndarray, "times points 3"],
    step_s: float,
    *,
    loop: bool,
    travels: bool = False,
) -> Contacts:
    """Find out when each leg stands, from where the skin goes.

    Args:
        body: with its legs.
        points: of ``body`` at even times; for a loop without the closing time.
        step_s: between two times.
        loop: whether the last time is followed by the first.
        travels: whether it is known to be a gait, straight on; else the feet have to say so clearly.

    Returns:
        The contacts of the legs, in the order of ``body.legs``.
    """
    heights, velocities = _lowest_soles(body, points, step_s, loop=loop)
    own_low = np.quantile(heights[..., 1], 0.1, axis=0) if len(body.legs) else np.zeros(0)
    size = body.size_m
    low = np.clip(1.0 - (heights[..., 1] - np.minimum(own_low, _HELD_UP * size)) / (_LOW * size), 0.0, 1.0)
    low[:, own_low > _HELD_UP * size] = 0.0
    calm = 1.0 / (1.0 + (velocities[..., 1] / (_CALM * size)) ** 2)
    along = velocities[..., [0, 2]]
    if travels:
        return _gait(body, heights[..., 1], along, calm)
    treadmill = _treadmill(along, low * calm, body)
    standing = low * calm * _with(along, treadmill, size)
    if treadmill.any():
        for _ in range(_ROUNDS):
            treadmill = (standing[..., None] * along).sum(axis=(0, 1)) / max(float(standing.sum()), 1e-12)
            standing = low * calm * _with(along, treadmill, size)
    return Contacts(standing, heights[..., 1], along, np.zeros_like(low), treadmill)


def _gait(body: GroundBody, heights: np.ndarray, along: np.ndarray, calm: np.ndarray) -> Contacts:
    """Contacts of what is known to walk or run: feet stand while they go back, and swing while they go forth.

    The ground passes at the mean speed of the feet that go back, the faster ones counting for more.
    """
    size, back = body.size_m, -along @ body.front[[0, 2]]
    near = np.clip(1.0 - heights / (_STEP * size), 0.0, 1.0)
    going = near * np.maximum(back, 0.0)
    speed = float((going * back).sum() / max(float(going.sum()), 1e-12))
    if speed < _STANDS * size:
        speed = 0.0
    treadmill = -speed * body.front[[0, 2]]
    standing = near * calm * _with(along, treadmill, size)
    swinging = np.clip(-back / max(speed, 1e-12), 0.0, 1.0) if speed else np.zeros_like(near)
    return Contacts(standing, heights, along, swinging, treadmill)


def _with(along: np.ndarray, treadmill: np.ndarray, size: float) -> np.ndarray:
    """How surely each velocity is the treadmill's, 0 to 1."""
    far = _STRAY * size + _STRAY_SHARE * float(np.linalg.norm(treadmill))
    return np.exp(-((np.linalg.norm(along - treadmill, axis=-1) / far) ** 2))


def _lowest_soles(body: GroundBody, points: np.ndarray, step_s: float, *, loop: bool) -> tuple[np.ndarray, np.ndarray]:
    """Place relative to the ground, and velocity, of the lowest sole point of each leg at each time."""
    velocity = rate_of(points, step_s, loop=loop)
    places = np.zeros((len(points), len(body.legs), 3))
    speeds = np.zeros_like(places)
    times = np.arange(len(points))
    for number, leg in enumerate(body.legs):
        lowest = leg.soles[points[:, leg.soles, 1].argmin(axis=1)]
        places[:, number], speeds[:, number] = points[times, lowest], velocity[times, lowest]
    places[..., 1] -= body.ground_m
    return places, speeds


def rate_of(values: Float[np.ndarray, "times ..."], step_s: float, *, loop: bool) -> Float[np.ndarray, "times ..."]:
    """Rate of change at even times by central differences (one-sided at the ends of what does not loop)."""
    if loop:
        return (np.roll(values, -1, axis=0) - np.roll(values, 1, axis=0)) / (2.0 * step_s)
    return np.gradient(values, step_s, axis=0)


def _treadmill(along: np.ndarray, weights: np.ndarray, body: GroundBody) -> np.ndarray:
    """Where the horizontal velocities of low feet gather most: their densest place, backwards before forwards.

    Legs that swing without being lifted are as often low on the way forth as on the way back; the ground passes back.
    """
    speeds, weights = along.reshape(-1, 2) / body.size_m, weights.reshape(-1)
    every = max(1, len(speeds) // _MOST)
    speeds, weights = speeds[::every], weights[::every]
    if weights.sum() <= 0.0:
        return np.zeros(2)
    wide = _WIDE + _WIDE_SHARE * np.linalg.norm(speeds, axis=1)
    apart = np.linalg.norm(speeds[:, None] - speeds[None, :], axis=-1) / wide[:, None]
    near = np.exp(-0.5 * apart**2) * weights
    back = -(speeds @ body.front[[0, 2]]) / np.maximum(np.linalg.norm(speeds, axis=1), _STANDS)
    standing = (np.exp(-0.5 * (np.linalg.norm(speeds, axis=1) / _WIDE) ** 2) * weights).sum()
    votes = near.sum(axis=1) * (1.0 + _BACKWARDS * back)
    best = int(votes.argmax())
    if _STILL * standing >= votes[best]:
        return np.zeros(2)
    middle = (near[best][:, None] * speeds).sum(axis=0) / near[best].sum()
    return body.size_m * middle if np.linalg.norm(middle) >= _STANDS else np.zeros(2)


def skate(contacts: Contacts, size_m: float, *, near: float = 0.025) -> float:
    """Mean speed of feet near the ground relative to it, body sizes a second; 0 where none comes near.

    Args:
        contacts: of a motion.
        size_m: body size, metres.
        near: body sizes: a foot this low should stand.

    Returns:
        The skating.
    """
    down = contacts.heights < near * size_m
    if not down.any():
        return 0.0
    return float(np.linalg.norm(contacts.velocities - contacts.treadmill, axis=-1)[down].mean()) / size_m
