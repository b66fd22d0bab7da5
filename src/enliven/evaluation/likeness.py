"""How near a motion comes to another of the same body: shape over time, amount, and which joints move."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.core.body import Body
from enliven.core.motion import JointMotion
from enliven.geometry.kinematics import posed_at
from enliven.geometry.rotations import matrix_from_vector
from enliven.models.motion_tokens import SAMPLES, motion_tokens

_STEPS = 48
_MOVES = 0.1  # of the joint that moves most: what moves less does not count as meant to move
_STILL = 1e-6


@dataclass(frozen=True, slots=True)
class Likeness:
    """A motion beside the one it should be."""

    correlation: float  # of the swings of all joints' skin, at the best shift in time of a loop; 1 is the same shape
    amount: float  # swing over the swing it should have
    right_joints: float  # share of all turning and shifting that is done by joints that should move
    right_by_chance: float  # the share of joints that should move


def likeness(body: Body, motion: JointMotion, meant: JointMotion) -> Likeness:
    """Compare a motion with what was meant, each over its own length, in body units.

    Args:
        body: of both.
        motion: one cycle of a loop, or an action.
        meant: likewise.

    Returns:
        The measures; a motion that stands still correlates with nothing.
    """
    mine, other = (motion_tokens(body, one).tracks.astype(np.float64) for one in (motion, meant))
    mine, other = mine - mine.mean(axis=1, keepdims=True), other - other.mean(axis=1, keepdims=True)
    shifts = range(SAMPLES) if motion.loop and meant.loop else (0,)
    size, meant_size = float(np.linalg.norm(mine)), float(np.linalg.norm(other))
    agreement = max(float((np.roll(mine, shift, axis=1) * other).sum()) for shift in shifts)
    work, meant_work = joint_work(body, motion), joint_work(body, meant)
    right = meant_work > _MOVES * meant_work.max()
    return Likeness(
        correlation=agreement / max(size * meant_size, _STILL),
        amount=size / max(meant_size, _STILL),
        right_joints=float(work[right].sum() / max(work.sum(), _STILL)),
        right_by_chance=float(right.mean()),
    )


def joint_work(body: Body, motion: JointMotion) -> Float[np.ndarray, " joints"]:
    """How much each joint turns and shifts by itself: its path relative to its parent, radians and body units added."""
    pose = posed_at(motion, np.linspace(0.0, motion.duration_s, _STEPS + 1), body.parents)
    turned = matrix_from_vector(pose.rotations)
    between = np.swapaxes(turned[:-1], -1, -2) @ turned[1:]
    cosines = np.clip((np.trace(between, axis1=-2, axis2=-1) - 1.0) / 2.0, -1.0, 1.0)
    shifted = np.linalg.norm(np.diff(pose.translations, axis=0), axis=-1)
    return np.arccos(cosines).sum(axis=0) + shifted.sum(axis=0)
