"""A motion as the scorer sees it: where the skin of every joint goes, sampled evenly, without any joint axes.

The middle of a joint's skin is followed, not the joint itself: a leg of one bone turns about a joint that stands still.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float32

from enliven.core.body import Body
from enliven.core.motion import JointMotion
from enliven.geometry.kinematics import forward, posed_at

SAMPLES = 24
SHAPE = 10  # middle of the skin at rest, bone from the parent, skin extents, skin share
HARMONICS = 6
WIDTH = SHAPE + 3 * SAMPLES + 3 * HARMONICS + 1
TIMING = 4
_LEAST = 1e-3  # body units: what is smaller is stillness
ACTIONS = ("attack", "die", "fly", "gesture", "hit", "idle", "interact", "jump", "run", "swim", "walk")


@dataclass(frozen=True, slots=True, eq=False)
class MotionTokens:
    """One token a joint: ``shape`` as listed above, ``tracks`` relative to rest, both in body units; and the timing."""

    shape: Float32[np.ndarray, "joints 10"]
    tracks: Float32[np.ndarray, "joints 24 3"]
    duration_s: float
    loop: bool


def motion_tokens(body: Body, motion: JointMotion) -> MotionTokens:
    """Sample a motion in body units.

    Args:
        body: the rig.
        motion: in body units.

    Returns:
        Tokens in float32; a loop is sampled without its closing key.
    """
    times_s = np.linspace(0.0, motion.duration_s, SAMPLES, endpoint=not motion.loop)
    rest = np.asarray(body.rest_positions, dtype=np.float64)
    offsets = np.asarray(body.skin_offsets, dtype=np.float64)
    placed = forward(rest, body.parents, posed_at(motion, times_s, body.parents))
    points = placed.positions + np.einsum("tjik,jk->tji", placed.rotations, offsets)
    tracks = points - (rest + offsets)
    bones = np.zeros_like(rest)
    for joint, parent in enumerate(body.parents):
        if parent is not None:
            bones[joint] = rest[joint] - rest[parent]
    shape = np.concatenate([rest + offsets, bones, body.skin_extents, body.skin_shares[:, None]], axis=1)
    return MotionTokens(
        shape=shape.astype(np.float32),
        tracks=np.swapaxes(tracks, 0, 1).astype(np.float32),
        duration_s=motion.duration_s,
        loop=motion.loop,
    )


def padded(items: list[MotionTokens]) -> dict[str, np.ndarray]:
    """A batch as the scorer's graph takes it: ``tokens``, ``keep`` and ``timing``.

    A token is the shape (times 2), the tracks divided by the clip's own amount, their harmonics (which do not depend on
    where a cycle begins) and the joint's amount (log). ``timing`` is log seconds, loop, and log amount and speed of the
    whole clip: so that small and large movements are told apart, and are seen alike otherwise.
    """
    most = max(len(item.shape) for item in items)
    tokens = np.zeros((len(items), most, WIDTH), dtype=np.float32)
    keep = np.zeros((len(items), most), dtype=bool)
    timing = np.zeros((len(items), TIMING), dtype=np.float32)
    for row, item in enumerate(items):
        joints = len(item.shape)
        swing = item.tracks - item.tracks.mean(axis=1, keepdims=True)
        spread = np.sqrt((swing**2).sum(axis=-1).mean(axis=1) + _LEAST**2)
        amount = float(np.sqrt((spread**2).mean()))
        harmonics = np.abs(np.fft.rfft(swing, axis=1)[:, 1 : HARMONICS + 1]) / (amount * SAMPLES)
        speed = float(np.linalg.norm(np.diff(item.tracks, axis=1), axis=-1).mean()) * SAMPLES / item.duration_s
        columns = [
            2.0 * item.shape,
            item.tracks.reshape(joints, -1) / amount,
            4.0 * harmonics.reshape(joints, -1),
            np.log(spread / amount)[:, None],
        ]
        tokens[row, :joints] = np.concatenate(columns, axis=1)
        keep[row, :joints] = True
        timing[row] = np.log(item.duration_s), float(item.loop), np.log(amount) + 3.0, np.log(speed + _LEAST) + 1.0
    return {"tokens": tokens, "keep": keep, "timing": timing}
