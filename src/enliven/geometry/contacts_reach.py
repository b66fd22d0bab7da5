"""A leg reaches for another place: bent at the knee about its own hinge, swung at the hip, the foot as it was.

The law of cosines solves the knee, the shortest turn the hip (two-bone inverse kinematics); joints between them keep
their turns, so that a leg of any number of bones bends as two.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.geometry.contacts_body import GroundBody, Leg
from enliven.geometry.kinematics import ModelPose
from enliven.geometry.rotations import matrix_from_vector, vector_from_matrix

_STRETCHED = 0.985  # share of its whole length up to which a leg may be stretched, unless it already is
_FOLDED = 0.4  # share of its whole length down to which a leg may be folded, unless it already is
_SOFT = 0.004  # share of its length over which the limit comes in


@dataclass(frozen=True, slots=True, eq=False)
class Bent:
    """New rotations of some joints, relative to rest and parent."""

    joints: tuple[int, ...]
    rotations: Float[np.ndarray, "times bent 3"]


def tip_of(body: GroundBody, leg: Leg, placed: ModelPose) -> Float[np.ndarray, "times 3"]:
    """The point of a leg that is led: its ankle, or the middle of its sole where the shin stands on the ground."""
    if leg.foot is not None:
        return placed.positions[:, leg.foot]
    arm = body.points[leg.soles].mean(axis=0) - body.rest_positions[leg.end]
    return placed.positions[:, leg.end] + placed.rotations[:, leg.end] @ arm


def reached(body: GroundBody, leg: Leg, placed: ModelPose, shift: Float[np.ndarray, "times 3"]) -> Bent:
    """Turn hip, knee and foot so that the tip of a leg moves by a shift, as far as the leg reaches.

    Args:
        body: of the leg.
        leg: hip, knee and foot.
        placed: the body before.
        shift: of the tip, metres, model space.

    Returns:
        The new rotation vectors (angles in 0 to pi) of hip, knee and foot, those that the leg has.
    """
    hip, tip = placed.positions[:, leg.hip], tip_of(body, leg, placed)
    if leg.knee is None:
        swing = _shortest_turn(tip - hip, tip + shift - hip)
        return _local(body, placed, {leg.hip: swing})
    upper, lower = placed.positions[:, leg.knee] - hip, tip - placed.positions[:, leg.knee]
    bend = _bend(_hinge(leg, placed, upper, lower), upper, lower, np.linalg.norm(tip + shift - hip, axis=1))
    swing = _shortest_turn(upper + np.einsum("tij,tj->ti", bend, lower), tip + shift - hip)
    turns = {leg.hip: swing, leg.knee: swing @ bend}
    if leg.foot is not None:
        turns[leg.foot] = np.broadcast_to(np.eye(3), swing.shape)
    return _local(body, placed, turns)


def _local(body: GroundBody, placed: ModelPose, turns: dict[int, np.ndarray]) -> Bent:
    """Rotations relative to the parents, where joints from one of ``turns`` on down turn with it until the next."""
    rotations = []
    for joint, turn in turns.items():
        above = body.parents[joint]
        parent_turned = np.eye(3) if above is None else _turned_above(body, turns, above) @ placed.rotations[:, above]
        rotations.append(np.swapaxes(parent_turned, -1, -2) @ turn @ placed.rotations[:, joint])
    return Bent(tuple(turns), vector_from_matrix(np.stack(rotations, axis=1)))


def _turned_above(body: GroundBody, turns: dict[int, np.ndarray], joint: int) -> np.ndarray:
    at: int | None = joint
    while at is not None:
        if at in turns:
            return turns[at]
        at = body.parents[at]
    return np.eye(3)


def _hinge(leg: Leg, placed: ModelPose, upper: np.ndarray, lower: np.ndarray) -> np.ndarray:
    """The knee's axis at every time: fixed in the thigh, the mean over the clip; its positive turn folds the leg."""
    thigh = placed.rotations[:, leg.hip]
    normals = np.einsum("tji,tj->ti", thigh, np.cross(upper, lower))
    mean = normals.mean(axis=0)
    long = float((np.linalg.norm(upper, axis=1) * np.linalg.norm(lower, axis=1)).mean())
    if np.linalg.norm(mean) < 1e-3 * long:  # a leg that is straight all the time folds like most knees
        mean = np.array([1.0, 0.0, 0.0])
    return thigh @ (mean / np.linalg.norm(mean))


def _bend(axis: np.ndarray, upper: np.ndarray, lower: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Turns about the hinge after which the leg is ``wanted`` long, within its limits."""
    now = np.linalg.norm(upper + lower, axis=1)
    whole = np.linalg.norm(upper, axis=1) + np.linalg.norm(lower, axis=1)
    longest = np.maximum(_STRETCHED * whole, now)
    wanted = np.maximum(_limited(wanted, now, longest, _SOFT * whole), np.minimum(_FOLDED * whole, now))
    along = (axis * lower).sum(axis=1, keepdims=True) * axis
    across = lower - along
    even, odd = (upper * across).sum(axis=1), (upper * np.cross(axis, lower)).sum(axis=1)
    size = np.maximum(np.hypot(even, odd), 1e-12)
    level = (wanted**2 - (upper**2).sum(axis=1) - (lower**2).sum(axis=1)) / 2.0 - (upper * along).sum(axis=1)
    angle = np.arctan2(odd, even) + np.arccos(np.clip(level / size, -1.0, 1.0))
    return matrix_from_vector(angle[:, None] * axis)


def _limited(wanted: np.ndarray, now: np.ndarray, longest: np.ndarray, soft: np.ndarray) -> np.ndarray:
    """Lengths kept under the longest; what is as long as it was before stays exactly."""

    def under(length: np.ndarray) -> np.ndarray:
        return length - soft * np.logaddexp(0.0, (length - longest) / soft)

    return np.where(wanted > now, now + np.maximum(under(wanted) - under(now), 0.0), wanted)


def _shortest_turn(start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Rotations that take one direction to the other the short way."""
    start = start / np.maximum(np.linalg.norm(start, axis=1, keepdims=True), 1e-12)
    end = end / np.maximum(np.linalg.norm(end, axis=1, keepdims=True), 1e-12)
    cross = np.cross(start, end)
    sine = np.linalg.norm(cross, axis=1, keepdims=True)
    angle = np.arctan2(sine, (start * end).sum(axis=1, keepdims=True))
    return matrix_from_vector(cross * np.where(sine > 1e-9, angle / np.maximum(sine, 1e-9), 1.0))
