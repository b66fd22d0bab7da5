"""Whether a carried motion is fit to learn from."""

import numpy as np
from jaxtyping import Float

from enliven.core.body import Body
from enliven.core.clip import JointClip
from enliven.core.motion import JointMotion
from enliven.geometry.kinematics import forward, posed_at

_TIMES = 24
_JUMP_RAD = np.pi
_LEAST_AMOUNT, _MOST_AMOUNT = 0.4, 2.5
_FARTHEST = 2.5  # body units that any skin may go from the middle of the body at rest
_SUNK = 0.12  # body units that it may sink farther into the ground than the source does


def fault_of(clip: JointClip, body: Body, motion: JointMotion) -> str | None:
    """What is wrong with a motion of ``body`` that was carried over from ``clip``; ``None`` if nothing."""
    turns = motion.rotations.controls
    if np.linalg.norm(np.diff(turns, axis=0), axis=-1).max() >= _JUMP_RAD:
        return "jumps"
    if motion.loop and np.linalg.norm(turns[0] - turns[-1], axis=-1).max() >= _JUMP_RAD:
        return "jumps"
    ours, theirs = skin_tracks(body, motion), skin_tracks(clip.body, clip.motion)
    amounts = [
        _amount(tracks, shares) for tracks, shares in ((ours, body.skin_shares), (theirs, clip.body.skin_shares))
    ]
    if not _LEAST_AMOUNT * amounts[1] <= amounts[0] + 1e-4 <= _MOST_AMOUNT * amounts[1] + 2e-4:
        return "moves too much or too little"
    if _reach(body, ours) > max(_reach(clip.body, theirs), _FARTHEST):
        return "goes too far"
    if _depth(body, ours) > _depth(clip.body, theirs) + _SUNK:
        return "sinks into the ground"
    return None


def skin_tracks(body: Body, motion: JointMotion) -> Float[np.ndarray, "times joints 3"]:
    """Where the middle of each joint's skin goes, body units."""
    times_s = np.linspace(0.0, motion.duration_s, _TIMES)
    rest = np.asarray(body.rest_positions, dtype=np.float64)
    placed = forward(rest, body.parents, posed_at(motion, times_s, body.parents))
    return placed.positions + np.einsum(
        "tjik,jk->tji", placed.rotations, np.asarray(body.skin_offsets, dtype=np.float64)
    )


def _reach(body: Body, tracks: np.ndarray) -> float:
    """How far any skin goes from the middle of the body at rest."""
    middle = (np.asarray(body.rest_positions) + np.asarray(body.skin_offsets)).mean(axis=0)
    return float(np.linalg.norm(tracks - middle, axis=-1).max())


def _amount(tracks: np.ndarray, shares: np.ndarray) -> float:
    """Mean distance of the skin from its mean place."""
    weights = np.asarray(shares, dtype=np.float64) + 1e-6
    return float(np.average(np.linalg.norm(tracks - tracks.mean(axis=0), axis=-1).mean(axis=0), weights=weights))


def _depth(body: Body, tracks: np.ndarray) -> float:
    """How far the middles of the skin sink under the lowest at rest."""
    carries = np.asarray(body.skin_shares) > 1e-5
    if not carries.any():
        return 0.0
    rest = (np.asarray(body.rest_positions) + np.asarray(body.skin_offsets))[carries, 1].min()
    return max(0.0, float(rest - tracks[:, carries, 1].min()))
