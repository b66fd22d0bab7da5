"""Where the feet are: standing, or stepping on the spot in the order of a gait.

Footfalls by duty and phase: Hildebrand 1965, "Symmetrical gaits of horses". A standing foot runs back evenly, as the
ground does.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float
from scipy.interpolate import PchipInterpolator

from enliven.creatures.programs_legs import Build, Leg, leg_length, with_feet_at
from enliven.geometry.kinematics import ModelPose

Keys = tuple[tuple[float, float], ...]

_REACH = 0.985  # of a stretched leg at the ends of a step: the body sinks until it suffices


@dataclass(frozen=True, slots=True)
class Limp:
    """A leg that bears little: it stands shorter and reaches less far."""

    row: int = 0
    side: int = 1
    duty: float = 0.35
    reach: float = 0.55


@dataclass(frozen=True, slots=True)
class Gait:
    """Steps of all legs over one cycle; lengths in heights of the hip.

    Leg ``row`` (from the hindmost) touches down ``row * row_lag`` cycles after the hindmost left one, right legs
    ``right_lag`` later. ``heel_rad``: how far the heel is lifted as the foot leaves; ``curl_rad``: on its way
    forward; ``toe_rad``: how far the toes are lifted as it comes down.
    """

    row_lag: float = 0.0
    right_lag: float = 0.5
    duty: float = 0.62
    stride: float = 0.8
    lift: float = 0.12
    heel_rad: float = 0.5
    curl_rad: float = 0.4
    toe_rad: float = 0.2
    crouch: float = 0.0
    forward: float = 1.0  # -1 steps backwards, 0 on the spot
    wide: float = 0.0  # how much farther apart the feet stand, shares of their distance
    limp: Limp | None = None


@dataclass(frozen=True, slots=True)
class Raised:
    """A foot that is lifted: ``shift`` in heights of the hip, forward for +z, outwards for +x; ``keys`` say when."""

    row: int
    side: int
    shift: tuple[float, float, float]
    keys: Keys


@dataclass(frozen=True, slots=True)
class Stand:
    """Feet that stay where they stand; ``lift`` takes all of them up, in heights of the body, ``raised`` some."""

    lift: Keys = ()
    raised: tuple[Raised, ...] = ()
    wide: float = 0.0


def sinking(build: Build, legs: tuple[Leg, ...], gait: Gait) -> float:
    """How far the body comes down so that every leg reaches the ends of its steps, in units of the places."""
    lows = [0.0]
    for leg in legs:
        if leg.bones < 2:
            continue
        joints, places = leg.joints, build.places
        end = places[joints[2]] if len(joints) > 2 else leg.contact
        whole = np.linalg.norm(places[joints[1]] - places[joints[0]]) + np.linalg.norm(end - places[joints[1]])
        away = (end - places[joints[0]]) * [1.0, 0.0, 1.0]
        lean = 0.5 if leg.long_foot else 0.85
        ahead = lean * 0.5 * gait.stride * abs(gait.forward) * leg_length(build, leg)
        level = np.hypot(float(np.linalg.norm(away)), ahead)
        highest = np.sqrt(max((_REACH * whole) ** 2 - level**2, (0.4 * whole) ** 2))
        lows.append(float(places[joints[0], 1] - end[1]) - highest)
    tallest = max((leg_length(build, leg) for leg in legs), default=0.0)
    return max(lows) + gait.crouch * tallest


def walk_feet(
    build: Build,
    legs: tuple[Leg, ...],
    gait: Gait,
    rotations: Float[np.ndarray, "times joints 3"],
    placed: ModelPose,
    phases: Float[np.ndarray, " times"],
) -> None:
    """Turn the joints of all legs so that their feet step, in place of what ``rotations`` held of them."""
    rows = max((leg.row for leg in legs), default=0)
    for leg in legs:
        lame = gait.limp if gait.limp and (gait.limp.row, gait.limp.side) == (leg.row, leg.side) else None
        delay = (rows - leg.row) * gait.row_lag + (gait.right_lag if leg.side < 0 else 0.0)
        soles, pitches = _steps(build, leg, gait, lame, (phases - delay) % 1.0)
        with_feet_at(build, leg, rotations, placed, soles, pitches)


def stand_feet(
    build: Build,
    legs: tuple[Leg, ...],
    stand: Stand,
    rotations: Float[np.ndarray, "times joints 3"],
    placed: ModelPose,
    phases: Float[np.ndarray, " times"],
    *,
    loop: bool,
) -> None:
    """Turn the joints of all legs so that their feet stay where they stand at rest, or are lifted as told."""
    still = np.zeros(len(phases))
    for leg in legs:
        soles = np.tile(leg.contact * [1.0 + stand.wide, 1.0, 1.0], (len(phases), 1))
        if stand.lift:
            soles[:, 1] += build.height * keyed(stand.lift, phases, loop=loop)
        pitches = still
        for raised in stand.raised:
            if (raised.row, raised.side) == (leg.row, leg.side):
                level = keyed(raised.keys, phases, loop=loop)
                shift = np.array(raised.shift) * [leg.side, 1.0, 1.0] * leg_length(build, leg)
                soles = soles + level[:, None] * shift
                pitches = pitches + 0.6 * np.maximum(level, 0.0) * (1.0 if shift[2] < 0.3 else -0.5)
        with_feet_at(build, leg, rotations, placed, soles, pitches)


def keyed(keys: Keys, phases: Float[np.ndarray, " times"], *, loop: bool) -> Float[np.ndarray, " times"]:
    """Monotone cubics between (phase, level) pairs; outside they stay, or come round in a loop."""
    at, levels = np.array(keys, dtype=np.float64).T
    if not loop:
        return PchipInterpolator(at, levels)(np.clip(phases, at[0], at[-1]))
    if at[-1] - at[0] >= 1.0:
        at, levels = at[:-1], levels[:-1]
    rounds = [at + turn for turn in (-1.0, 0.0, 1.0)]
    return PchipInterpolator(np.concatenate(rounds), np.tile(levels, 3))(phases % 1.0)


def _steps(
    build: Build, leg: Leg, gait: Gait, lame: Limp | None, phase: np.ndarray
) -> tuple[Float[np.ndarray, "times 3"], Float[np.ndarray, " times"]]:
    """Where the sole is and how the foot is pitched at phases since it touched down."""
    length = leg_length(build, leg)
    duty = gait.duty if lame is None else min(gait.duty, lame.duty)
    stride = gait.stride * length * (1.0 if lame is None else lame.reach)
    lift = gait.lift * length * (1.0 if lame is None else 0.6)
    standing = phase < duty
    stance = np.clip(phase / duty, 0.0, 1.0)
    swing = np.clip((phase - duty) / (1.0 - duty), 0.0, 1.0)
    back = 0.5 - stance
    # The foot leaves and lands at the speed of the ground: a cubic between the two ends, softened by a half.
    slope = -0.5 * (1.0 - duty) / duty
    h = swing
    forth = (
        -0.5 * (2 * h**3 - 3 * h**2 + 1)
        + slope * (h**3 - 2 * h**2 + h)
        + 0.5 * (3 * h**2 - 2 * h**3)
        + slope * (h**3 - h**2)
    )
    along = gait.forward * stride * np.where(standing, back, forth)
    soles = np.tile(leg.contact, (len(phase), 1))
    soles[:, 0] *= 1.0 + gait.wide
    soles[:, 2] += along
    soles[:, 1] += np.where(standing, 0.0, lift * np.sin(np.pi * h**0.85) ** 1.5)
    pitch = _pitch(gait, standing, stance, h)
    if leg.long_foot:
        pitch = 0.6 * pitch - 0.55 * along / length
    elif len(leg.joints) > 3:
        pitch = pitch * (0.3 if gait.forward <= 0.0 else 1.0)
    return soles, pitch


def _pitch(gait: Gait, standing: np.ndarray, stance: np.ndarray, swing: np.ndarray) -> Float[np.ndarray, " times"]:
    """Heel up at the end of the stance and on the way, toes up on landing."""
    rise = np.clip((stance - 0.6) / 0.4, 0.0, 1.0)
    leaving = gait.heel_rad * rise * rise * (3.0 - 2.0 * rise)
    landing = -gait.toe_rad * np.clip(1.0 - stance / 0.15, 0.0, 1.0)
    keys = np.interp(swing, [0.0, 0.4, 0.8, 1.0], [gait.heel_rad, gait.curl_rad, -0.5 * gait.toe_rad, -gait.toe_rad])
    return np.where(standing, leaving + landing, keys)
