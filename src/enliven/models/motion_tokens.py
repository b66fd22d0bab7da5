"""A motion as the scorer sees it: where the skin of every joint goes, sampled evenly, without any joint axes.

The middle of a joint's skin is followed, not the joint itself: a leg of one bone turns about a joint that stands still.
"""

from dataclasses import dataclass, replace

import numpy as np
from jaxtyping import Float32

from enliven.core.body import Body
from enliven.core.motion import JointMotion
from enliven.geometry.kinematics import forward, posed_at

SAMPLES = 32
SHAPE = 10  # middle of the skin at rest, bone from the parent, skin extents, skin share
ACTIONS = ("attack", "die", "fly", "gesture", "hit", "idle", "interact", "jump", "run", "swim", "walk")
VERBS = ("attack", "die", "fly", "idle", "jump", "run", "swim", "walk")
"""The actions that one word names; what is left (gestures, interactions, hits) is whatever an artist called so."""


@dataclass(frozen=True, slots=True, eq=False)
class MotionTokens:
    """One token a joint: ``shape`` as listed above, ``tracks`` relative to rest, both in body units; and the timing."""

    shape: Float32[np.ndarray, "joints 10"]
    tracks: Float32[np.ndarray, "joints 32 3"]
    duration_s: float
    loop: bool

    def some(self, most: int, *, rng: np.random.Generator) -> "MotionTokens":
        """The same motion seen at no more than ``most`` joints, drawn evenly."""
        if len(self.shape) <= most:
            return self
        kept = rng.choice(len(self.shape), most, replace=False)
        return replace(self, shape=self.shape[kept], tracks=self.tracks[kept])


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
    points = placed.carried(offsets)
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
    """A batch as the scorer's graph takes it.

    Args:
        items: motions of any number of joints.

    Returns:
        ``shape`` [batch joints 10] and ``tracks`` [batch joints 32 3] in float32, ``keep`` [batch joints] in bool (True
        where a joint stands), ``duration_s`` and ``loop`` [batch] in float32.
    """
    most = max(len(item.shape) for item in items)
    shape = np.zeros((len(items), most, SHAPE), dtype=np.float32)
    tracks = np.zeros((len(items), most, SAMPLES, 3), dtype=np.float32)
    keep = np.zeros((len(items), most), dtype=bool)
    for row, item in enumerate(items):
        joints = len(item.shape)
        shape[row, :joints], tracks[row, :joints], keep[row, :joints] = item.shape, item.tracks, True
    return {
        "shape": shape,
        "tracks": tracks,
        "keep": keep,
        "duration_s": np.array([item.duration_s for item in items], dtype=np.float32),
        "loop": np.array([item.loop for item in items], dtype=np.float32),
    }
