"""Legs of a body, found by the names of joints, and their joint turns for feet that stand where they are told."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from jaxtyping import Float

from enliven.geometry.kinematics import ModelPose, Parents
from enliven.geometry.rotations import matrix_from_vector, vector_from_matrix

_NAME = re.compile(r"^(?:(front|hind)_)?leg(?:_(\d+))?_upper_(left|right)$")
_STRAIGHT_RAD = 0.1  # a rest bend below it says nothing of which way the knee goes
_REACH = 0.995  # of a stretched leg: knees never lock
_FOLD_RAD = 2.5  # a knee bends no further
_LONG_FOOT = 0.2  # of the leg's height: from here on the last bone is a shank that leans with the leg


@dataclass(frozen=True, slots=True, eq=False)
class Leg:
    """Joints of a leg from the hip down, and the point of the sole (model space, at rest) that it stands on.

    ``row`` counts pairs from the front, ``side`` is 1 on the left (+X) and -1 on the right.
    """

    joints: Sequence[int]
    contact: Float[np.ndarray, " 3"]
    row: int
    side: int
    hinge: Float[np.ndarray, " 3"]  # the axis about which the knee bends, of unit length
    long_foot: bool

    @property
    def bones(self) -> int:
        """How many joints turn to place the foot: 1 or 2."""
        return min(2, len(self.joints))


@dataclass(frozen=True, slots=True, eq=False)
class Build:
    """A body as programs see it: joint names as in ``creatures``' own skeletons, places in any one unit."""

    names: tuple[str, ...]
    parents: Parents
    places: Float[np.ndarray, "joints 3"]
    middles: Float[np.ndarray, "joints 3"]  # of the skin of each joint
    extents: Float[np.ndarray, "joints 3"]  # standard deviation of that skin
    floor: float

    @property
    def height(self) -> float:
        """Of the highest joint above the floor; 1 where all lie on it."""
        return float(self.places[:, 1].max()) - self.floor or 1.0


def bare_build(names: tuple[str, ...], parents: Parents, places: Float[np.ndarray, "joints 3"]) -> Build:
    """Joints without skin, standing on y = 0."""
    return Build(names, parents, places, places, np.zeros_like(places), 0.0)


def bone_directions(build: Build) -> Float[np.ndarray, "joints 3"]:
    """Where each joint's bone points: to its children's mean, at the ends of chains to the middle of its skin."""
    ahead, children = np.zeros_like(build.places), np.zeros(len(build.names))
    for joint, parent in enumerate(build.parents):
        if parent is not None:
            ahead[parent] += build.places[joint]
            children[parent] += 1
    ends = np.where(children[:, None] > 0, ahead / np.maximum(children, 1)[:, None], build.middles)
    return ends - build.places


def legs_of(build: Build) -> tuple[Leg, ...]:
    """All legs, the left of each row first, rows from the front; none where no joint is named as one."""
    found: dict[tuple[float, int], list[tuple[str, int]]] = {}
    for joint, name in enumerate(build.names):
        fits = _NAME.match(name)
        if fits:
            row = float(fits[2] or 0) if fits[2] else {"front": 0.0, "hind": 1.0}.get(fits[1] or "", 0.0)
            found[(row, -1 if fits[3] == "right" else 1)] = _chain(build, joint, fits)
    rows = sorted({row for row, _ in found})
    return tuple(
        _leg(build, [joint for _, joint in found[key]], rows.index(key[0]), key[1], rows=len(rows))
        for key in sorted(found, key=lambda key: (key[0], -key[1]))
    )


def _chain(build: Build, upper: int, fits: re.Match[str]) -> list[tuple[str, int]]:
    stem, number, side = fits[1], fits[2], fits[3]
    head = f"{stem}_" if stem else ""
    count = f"_{number}" if number else ""
    chain, above = [(build.names[upper], upper)], upper
    for part in ("leg_middle", "leg_lower", "foot", "toes"):
        limb, _, bone = part.partition("_")
        name = f"{head}{limb}{count}{'_' + bone if bone else ''}_{side}"
        joint = build.names.index(name) if name in build.names else None
        if joint is None or build.parents[joint] != above or len(chain) == 4:
            if bone == "middle":
                continue
            break
        chain.append((name, joint))
        above = joint
    return chain


def _leg(build: Build, joints: list[int], row: int, side: int, *, rows: int) -> Leg:
    places = build.places
    contact = _sole(build, joints)
    height = float(places[joints[0], 1] - contact[1])
    upright = float(np.linalg.norm((contact - places[joints[0]])[[0, 2]])) < 0.6 * height
    long_foot = len(joints) > 2 and upright and float(places[joints[2], 1] - contact[1]) > _LONG_FOOT * height
    hinge = np.array([-1.0 if rows == 2 and row == 0 else 1.0, 0.0, 0.0])
    if len(joints) > 1:
        end = places[joints[2]] if len(joints) > 2 else contact
        thigh, shank = places[joints[1]] - places[joints[0]], end - places[joints[1]]
        bend = np.cross(thigh, shank)
        size = float(np.linalg.norm(bend))
        if size > _STRAIGHT_RAD * float(np.linalg.norm(thigh) * np.linalg.norm(shank)):
            hinge = bend / size
    return Leg(tuple(joints), contact, row, side, hinge, long_foot)


def _sole(build: Build, joints: list[int]) -> Float[np.ndarray, " 3"]:
    """The ball of the foot where there are toes, else under the end of the last bone."""
    last = build.places[joints[-1]]
    if len(joints) > 3:
        return np.array(last)
    tip = 2.0 * build.middles[joints[-1]] - last
    if len(joints) < 3 and np.linalg.norm(tip - last) < 1e-6:  # no skin to tell where a shank ends
        tip = last + (last - build.places[joints[0]]) * [0.8, 0.0, 0.8]
    return np.array([tip[0], build.floor, tip[2]])


def leg_length(build: Build, leg: Leg) -> float:
    """The measure of a leg's steps: from the hip straight down to the sole, or half of its bones if that is more."""
    places = [*build.places[list(leg.joints)], leg.contact]
    bones = sum(float(np.linalg.norm(below - above)) for above, below in pairwise(places))
    return max(float(places[0][1] - leg.contact[1]), 0.5 * bones, 1e-6)


def deepest_crouch(build: Build, legs: Sequence[Leg], *, lies: bool) -> float:
    """How far hips may come down over standing feet: a third of thigh and shank; nearly to the floor to lie or sit."""
    depths = [np.inf]
    for leg in legs:
        bones = build.places[list(leg.joints[:3])] if len(leg.joints) > 2 else build.places[list(leg.joints)]
        above = 0.36 * sum(float(np.linalg.norm(below - over)) for over, below in pairwise(bones))
        depths.append(0.75 * leg_length(build, leg) if lies or leg.bones < 2 else above)
    return float(min(depths))


def with_feet_at(
    build: Build,
    leg: Leg,
    rotations: Float[np.ndarray, "times joints 3"],
    placed: ModelPose,
    soles: Float[np.ndarray, "times 3"],
    pitches: Float[np.ndarray, " times"],
) -> None:
    """Turn the joints of a leg so that its sole stands where it should, in place.

    Args:
        build: whose leg.
        leg: which.
        rotations: of all joints; those of the leg are replaced.
        placed: the body as it stands, with which the hip moves.
        soles: where the contact point is to be, model space.
        pitches: turn of the foot about +X there, radians: positive lifts the heel.
    """
    places, parent = build.places, build.parents[leg.joints[0]]
    times = len(soles)
    above = np.tile(np.eye(3), (times, 1, 1)) if parent is None else placed.rotations[:, parent]
    foot = matrix_from_vector(pitches[:, None] * np.array([1.0, 0.0, 0.0]))
    ends, end = soles, leg.contact
    if len(leg.joints) > 2:
        end = places[leg.joints[2]]
        ends = soles + np.einsum("tij,j->ti", foot, end - leg.contact)
    wanted = np.einsum("tji,tj->ti", above, ends - placed.positions[:, leg.joints[0]])
    knee, reach = _bent(places, leg, end, wanted)
    swing = least_turn(reach, wanted)
    rotations[:, leg.joints[0]] = vector_from_matrix(swing)
    whole = above @ swing
    if leg.bones > 1:
        rotations[:, leg.joints[1]] = knee
        whole = whole @ matrix_from_vector(knee)
    if len(leg.joints) > 2:
        rotations[:, leg.joints[2]] = vector_from_matrix(np.swapaxes(whole, 1, 2) @ foot)
    if len(leg.joints) > 3:
        rotations[:, leg.joints[3]] = -np.maximum(pitches, 0.0)[:, None] * [1.0, 0.0, 0.0]


def _bent(
    places: np.ndarray, leg: Leg, end: np.ndarray, wanted: np.ndarray
) -> tuple[Float[np.ndarray, "times 3"], Float[np.ndarray, "times 3"]]:
    """Turn of the knee that brings the end as far from the hip as wanted, and where the end then is at a rest hip."""
    if leg.bones < 2:
        return np.zeros_like(wanted), np.tile(end - places[leg.joints[0]], (len(wanted), 1))
    thigh, shank = places[leg.joints[1]] - places[leg.joints[0]], end - places[leg.joints[1]]
    a, b = float(np.linalg.norm(thigh)), float(np.linalg.norm(shank))
    rest = np.arctan2(float(np.cross(thigh, shank) @ leg.hinge), float(thigh @ shank))
    least = np.sqrt(a * a + b * b + 2.0 * a * b * np.cos(_FOLD_RAD))
    apart = np.clip(np.linalg.norm(wanted, axis=1), least, _REACH * (a + b))
    bend = np.arccos(np.clip((apart**2 - a * a - b * b) / (2.0 * a * b), -1.0, 1.0))
    knee = (bend - rest)[:, None] * leg.hinge
    return knee, thigh + np.einsum("tij,j->ti", matrix_from_vector(knee), shank)


def least_turn(
    before: Float[np.ndarray, "times 3"], after: Float[np.ndarray, "times 3"]
) -> Float[np.ndarray, "times 3 3"]:
    """The smallest rotation that turns one direction into another."""
    a = before / np.maximum(np.linalg.norm(before, axis=1, keepdims=True), 1e-12)
    b = after / np.maximum(np.linalg.norm(after, axis=1, keepdims=True), 1e-12)
    axis = np.cross(a, b)
    sine = np.linalg.norm(axis, axis=1)
    angle = np.arctan2(sine, (a * b).sum(axis=1))
    return matrix_from_vector(axis / np.maximum(sine, 1e-12)[:, None] * angle[:, None])
