"""Contact with the ground: standing feet do not slide, sink or hover, and nothing lies under the ground or over it.

First the roots are shifted up and down so that what should touch the ground does. Then every leg gets the smooth
correction of its foot that holds it to the ground while it stands, and bends to reach it. Both are curves that take
jerk out of the motion rather than put it in (``geometry.contacts_curves``).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from jaxtyping import Float

from enliven.core.motion import JointMotion
from enliven.geometry.contacts_body import GroundBody, Leg
from enliven.geometry.contacts_curves import Grid, Wishes, correction, grid_of, jerk_of, refined
from enliven.geometry.contacts_detect import Contacts, ground_contacts
from enliven.geometry.contacts_falls import (
    Limb,
    limbs_of,
    lying,
    outwards,
    resting_shift,
    sunk_angles,
    trunk_points,
    turned_up,
)
from enliven.geometry.contacts_reach import Bent, reached, tip_of
from enliven.geometry.kinematics import ModelPose, forward, posed_at
from enliven.geometry.spline_fit import fitted_controls

_NEAR_S = 0.5  # nobody is off the ground for more than twice this
_TOUCHING = 0.15  # share of the time around that what touches the ground may lie lower
_MOSTLY = 0.8  # share of the time that a body is sunk as a whole
_AIRBORNE = 0.15  # body sizes: what stays higher flies or swims
_FARTHEST = 0.35  # body sizes: nothing is lowered further
_HOLD_S = 0.4  # a slide during this time counts like standing that far off
_CALM_S = 0.05  # a jerk counts like the way it makes in this time
_SMALL = 0.02  # staying where it was, against standing in its place
_FIRM = 30.0  # not sinking, against standing in its place
_LIFT, _LIFT_SHARE = 0.035, 0.5  # body sizes that a swinging foot clears, and how much that counts
_LEAST = 1e-3  # body sizes: smaller corrections are left out
_CALM_ROOT = 100.0  # how much calmer the whole body is shifted than a foot
_GENTLER = (1.0, 30.0, 1000.0)
_MOST_JERK = 1.05
_ROUNDS = 4


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A motion at the times of its grid."""

    motion: JointMotion
    grid: Grid
    pose: ModelPose
    points: Float[np.ndarray, "times points 3"]


def placed_on_grid(motion: JointMotion, body: GroundBody, grid: Grid | None = None) -> Placed:
    """Look at a motion at the times of a grid; its own grid when None."""
    grid = grid_of(motion) if grid is None else grid
    pose = forward(body.rest_positions, body.parents, posed_at(motion, grid.times_s, body.parents))
    return Placed(motion, grid, pose, body.points_at(pose))


def with_contacts(
    motion: JointMotion,
    body: GroundBody,
    *,
    stands: bool = True,
    travels: bool = False,
    falls: bool = False,
    holds: bool = True,
) -> JointMotion:
    """The motion with its contacts put right; whoever stays off the ground is left as it is.

    Args:
        motion: in place, metres; its spins stay.
        body: the rig, its outermost points and its legs.
        stands: False for whoever flies or swims: only lifted until nothing lies under the ground, a loop as a whole.
        travels: whether it is known to be a gait, straight on.
        falls: whether it is known to end lying on the ground; a body that comes down far does so anyway.
        holds: False for whoever runs: feet that are down for a moment cannot be held there without losing their swing.

    Returns:
        A motion of the same length that loops if it did. Its splines have twice the controls, unless nothing changed.
    """
    placed = placed_on_grid(motion, body)
    if not stands and not motion.loop:
        return _calmly(_lifted, placed, body).motion
    if not stands:
        return _raised(motion, body, -float(placed.points[..., 1].min() - body.ground_m))
    if _flies(placed, body) and not falls:
        return motion
    lies = None if motion.loop else lying(body, placed.points, falls=falls)
    if lies is not None:
        return _fallen(placed, body, lies)
    placed = _calmly(_on_the_ground, placed, body)
    contacts = ground_contacts(body, placed.points, placed.grid.step_s, loop=motion.loop, travels=travels)
    if holds:
        placed = _calmly(partial(_with_feet_held, contacts=contacts), placed, body, may_fail=True)
    return _calmly(_lifted, placed, body).motion


Step = Callable[[Placed, GroundBody, float], JointMotion]


def _calmly(
    step: Step, placed: Placed, body: GroundBody, *, may_fail: bool = False, most: float | None = None
) -> Placed:
    """Take a step, the more gently the more jerk it would add; one that may fail is rather not taken.

    ``most`` jerk may be there afterwards, a little more than before if None.
    """
    most, after = _MOST_JERK * _jerk(placed) if most is None else most, placed
    for gentler in _GENTLER:
        motion = step(placed, body, gentler * _CALM_S**6)
        after = placed if motion is placed.motion else placed_on_grid(motion, body, placed.grid)
        if _jerk(after) <= most:
            return after
    return placed if may_fail else after


def _jerk(placed: Placed) -> float:
    return float(np.linalg.norm(jerk_of(placed.grid, placed.pose.positions), axis=-1).mean())


def _raised(motion: JointMotion, body: GroundBody, rise_m: float) -> JointMotion:
    if rise_m <= _LEAST * body.size_m:
        return motion
    controls = np.array(motion.translations.controls)
    controls[:, _roots(body), 1] += rise_m
    return replace(motion, translations=replace(motion.translations, controls=controls))


def _roots(body: GroundBody) -> list[int]:
    return [joint for joint, parent in enumerate(body.parents) if parent is None]


def _flies(placed: Placed, body: GroundBody) -> bool:
    lowest = placed.points[..., 1].min(axis=1) - body.ground_m
    return bool(np.median(lowest) > _AIRBORNE * body.size_m)


def _on_the_ground(placed: Placed, body: GroundBody, calm: float) -> JointMotion:
    """The roots shifted up and down so that the body touches the ground, and no part but the feet lies under it."""
    lowest = (placed.points[..., 1].min(axis=1) - body.ground_m) / body.size_m
    level = np.minimum(_around(lowest, placed.grid), _FARTHEST)
    held = _held_points(body)
    if not held.any():
        return _shifted(placed, body, -level, lowest, calm)
    # Legs fold rather than hold up who falls, sits or crouches: only what is sunk nearly all the time is lifted.
    sunk = min(0.0, float(np.quantile(level, _MOSTLY)))
    free = lowest if held.all() else (placed.points[:, ~held, 1].min(axis=1) - body.ground_m) / body.size_m
    return _shifted(placed, body, -np.maximum(level, sunk), free, calm)


def _fallen(placed: Placed, body: GroundBody, lies: np.ndarray) -> JointMotion:
    """Feet held as long as the body stands, then trunk and limbs laid on the ground."""
    most = _MOST_JERK * _jerk(placed)
    placed = _calmly(partial(_laid_down, lies=lies), placed, body, most=most)
    contacts = ground_contacts(body, placed.points, placed.grid.step_s, loop=False)
    contacts = replace(contacts, standing=contacts.standing * (1.0 - lies)[:, None])
    placed = _calmly(partial(_with_feet_held, contacts=contacts), placed, body, may_fail=True, most=most)
    for limb in limbs_of(body):
        placed = _calmly(partial(_with_limb_up, limb=limb), placed, body, may_fail=True, most=most)
    return _calmly(partial(_laid_down, lies=lies, whole=True), placed, body, most=most).motion


def _laid_down(placed: Placed, body: GroundBody, calm: float, *, lies: np.ndarray, whole: bool = False) -> JointMotion:
    """The roots shifted: what stands touches the ground, what lies rests on its trunk, or on all of it."""
    heights = (placed.points[..., 1] - body.ground_m) / body.size_m
    lowest, trunk = heights.min(axis=1), heights[:, trunk_points(body)].min(axis=1)
    level = np.clip(_around(lowest, placed.grid), 0.0, _FARTHEST)
    rests = -lowest if whole else resting_shift(body, placed.points)
    wanted = np.zeros_like(lowest) if whole else -level
    return _shifted(placed, body, (1.0 - lies) * wanted + lies * rests, lowest if whole else trunk, calm, _FIRM * lies)


def _with_limb_up(placed: Placed, body: GroundBody, calm: float, *, limb: Limb) -> JointMotion:
    """A limb that lies under the ground turned up on it."""
    grid, out = placed.grid, outwards(body, limb, placed.pose, placed.points)
    angles = np.zeros(1) if out is None else sunk_angles(body, limb, placed.pose, placed.points, out)
    if out is None or angles.max() < _LEAST:
        return placed.motion
    still = np.zeros((len(angles), 1))
    wishes = Wishes(angles[:, None], 1.0 + _FIRM * (angles > 0.0), still, still[:, 0], still, calm=calm, small=0.0)
    smooth = np.maximum((grid.values @ correction(grid, wishes))[:, 0], 0.0)
    return _bent(placed, turned_up(body, limb, placed.pose, out, smooth))


def _lifted(placed: Placed, body: GroundBody, calm: float) -> JointMotion:
    """The roots lifted where anything still lies under the ground."""
    lowest = (placed.points[..., 1].min(axis=1) - body.ground_m) / body.size_m
    return _shifted(placed, body, np.zeros(len(lowest)), lowest, calm)


def _held_points(body: GroundBody) -> np.ndarray:
    """Which points belong to legs that can lift them by themselves."""
    limbs = np.zeros(len(body.parents), dtype=bool)
    limbs[[leg.hip for leg in body.legs if leg.knee is not None]] = True
    for joint, parent in enumerate(body.parents):
        limbs[joint] |= parent is not None and limbs[parent]
    return limbs[body.weights.argmax(axis=1)]


def _around(heights: np.ndarray, grid: Grid) -> np.ndarray:
    """The height under which a curve falls for a small part of the time around each moment."""
    reach = max(1, round(_NEAR_S / grid.step_s))
    if grid.loop:
        reach = min(reach, len(heights) // 2)
        padded = np.pad(heights, reach, mode="wrap")
    else:
        padded = np.pad(heights, reach, mode="edge")
    windows = np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1)
    return np.quantile(windows, _TOUCHING, axis=1)


def _shifted(
    placed: Placed, body: GroundBody, wanted: np.ndarray, free: np.ndarray, calm: float, sure: np.ndarray | float = 0.0
) -> JointMotion:
    """The roots shifted along a smooth curve towards what is wanted, and up where ``free`` would come under 0.

    ``sure`` is how much more than usual what is wanted counts.
    """
    grid, still = placed.grid, np.zeros((len(wanted), 1))
    shift, firm = np.array(wanted), np.zeros(len(wanted))
    controls, usual = np.zeros((grid.controls, 1)), 1.0 + sure
    for _ in range(_ROUNDS):
        firm[free + shift < -_LEAST] += _FIRM
        value = (usual * wanted - firm * free) / (usual + firm)
        wishes = Wishes(
            value[:, None], usual + firm, still, np.zeros(len(wanted)), still, calm=_CALM_ROOT * calm, small=0.0
        )
        controls = correction(grid, wishes)
        shift = (grid.values @ controls)[:, 0]
    if np.abs(shift).max() < _LEAST:
        return placed.motion
    motion = _refined(placed)
    moved = np.array(motion.translations.controls)
    moved[:, _roots(body), 1] += body.size_m * controls
    return replace(motion, translations=replace(motion.translations, controls=moved))


def _refined(placed: Placed) -> JointMotion:
    done = len(placed.motion.rotations.controls) == placed.grid.controls
    return placed.motion if done else refined(placed.motion, placed.grid)


def _with_feet_held(placed: Placed, body: GroundBody, calm: float, *, contacts: Contacts) -> JointMotion:
    spinning = {spin.joint for spin in placed.motion.spins}
    motion = placed.motion
    for number, leg in enumerate(body.legs):
        if spinning & {leg.hip, leg.knee, leg.foot, leg.end} or not contacts.standing[:, number].any():
            continue
        slide = contacts.treadmill - contacts.velocities[:, number]
        wish = FootWish(contacts.standing[:, number], contacts.heights[:, number], slide, contacts.swinging[:, number])
        shift = _foot_shift(placed, body, leg, wish, calm)
        if np.abs(shift).max() >= _LEAST * body.size_m:
            motion = _with_leg(replace(placed, motion=motion), body, leg, shift)
    return motion


@dataclass(frozen=True, slots=True, eq=False)
class FootWish:
    """What a foot should do: stand as surely as ``standing`` says, ``heights`` lower, faster by ``slide``."""

    standing: Float[np.ndarray, " times"]
    heights: Float[np.ndarray, " times"]  # over the ground, metres
    slide: Float[np.ndarray, "times 2"]  # along x and z, metres a second
    swinging: Float[np.ndarray, " times"]  # how surely it should be off the ground


def _foot_shift(placed: Placed, body: GroundBody, leg: Leg, wish: FootWish, calm: float) -> np.ndarray:
    """The smooth way of a foot, metres, that holds it in its place and on the ground while it stands."""
    grid, times, low = placed.grid, len(wish.heights), wish.heights / body.size_m
    jerks = jerk_of(grid, tip_of(body, leg, placed.pose) / body.size_m)
    none, zeros = np.zeros(times), np.zeros((times, 2))
    slide, hold = wish.slide / body.size_m, _HOLD_S**2 * wish.standing
    over = grid.values @ correction(grid, Wishes(zeros, none, slide, hold, jerks[:, [0, 2]], calm=calm, small=_SMALL))
    up, firm, rise = np.zeros(times), np.zeros(times), np.zeros((grid.controls, 1))
    lift = _LIFT_SHARE * wish.swinging * (low < _LIFT)
    for _ in range(_ROUNDS):
        firm[low + up < -_LEAST] += _FIRM
        weight = wish.standing + firm + lift
        wanted = (lift * (_LIFT - low) - (wish.standing + firm) * low) / np.maximum(weight, 1e-12)
        upwards = Wishes(wanted[:, None], weight, zeros[:, :1], none, jerks[:, [1]], calm=calm, small=_SMALL)
        rise = correction(grid, upwards)
        up = (grid.values @ rise)[:, 0]
    return body.size_m * np.stack([over[:, 0], up, over[:, 1]], axis=1)


def _with_leg(placed: Placed, body: GroundBody, leg: Leg, shift: np.ndarray) -> JointMotion:
    return _bent(placed, reached(body, leg, placed.pose, shift))


def _bent(placed: Placed, bent: Bent) -> JointMotion:
    motion, grid = _refined(placed), placed.grid
    before = motion.rotations.at(grid.times_s)[:, list(bent.joints)]
    change = _nearest_turns(bent.rotations, before) - before
    phases = grid.times_s / grid.duration_s
    controls = np.array(motion.rotations.controls)
    controls[:, list(bent.joints)] += fitted_controls(phases, change, grid.controls, loop=grid.loop)
    return replace(motion, rotations=replace(motion.rotations, controls=controls))


def _nearest_turns(vectors: np.ndarray, near: np.ndarray) -> np.ndarray:
    """The same rotations told by the rotation vectors nearest to others: whole turns more or less."""
    angle = np.linalg.norm(vectors, axis=-1, keepdims=True)
    reference = np.linalg.norm(near, axis=-1, keepdims=True)
    axis = np.where(angle > 1e-9, vectors / np.maximum(angle, 1e-9), near / np.maximum(reference, 1e-9))
    turns = np.round(((near * axis).sum(axis=-1, keepdims=True) - angle) / (2.0 * np.pi))
    return axis * (angle + 2.0 * np.pi * turns)
