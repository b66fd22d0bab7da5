"""A motion as the scorer sees it: where every joint goes, sampled evenly, without any joint axes."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float32

from enliven.core.body import Body
from enliven.core.motion import JointMotion
from enliven.geometry.measures import joint_tracks

SAMPLES = 24
SHAPE = 10  # rest position, bone from the parent, skin extents, skin share
WIDTH = SHAPE + 3 * SAMPLES
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
    tracks = joint_tracks(rest, body.parents, motion, times_s) - rest
    bones = np.zeros_like(rest)
    for joint, parent in enumerate(body.parents):
        if parent is not None:
            bones[joint] = rest[joint] - rest[parent]
    shape = np.concatenate([rest, bones, body.skin_extents, body.skin_shares[:, None]], axis=1)
    return MotionTokens(
        shape=shape.astype(np.float32),
        tracks=np.swapaxes(tracks, 0, 1).astype(np.float32),
        duration_s=motion.duration_s,
        loop=motion.loop,
    )


def padded(items: list[MotionTokens]) -> dict[str, np.ndarray]:
    """A batch as the scorer's graph takes it: ``tokens``, ``keep`` and ``timing`` (log seconds, loop)."""
    most = max(len(item.shape) for item in items)
    tokens = np.zeros((len(items), most, WIDTH), dtype=np.float32)
    keep = np.zeros((len(items), most), dtype=bool)
    timing = np.zeros((len(items), 2), dtype=np.float32)
    for row, item in enumerate(items):
        joints = len(item.shape)
        tokens[row, :joints] = np.concatenate([item.shape, item.tracks.reshape(joints, -1)], axis=1)
        keep[row, :joints] = True
        timing[row] = np.log(item.duration_s), float(item.loop)
    return {"tokens": tokens, "keep": keep, "timing": timing}
