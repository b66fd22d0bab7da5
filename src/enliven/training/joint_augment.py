"""Changes of a clip that keep its meaning: the other side, other proportions, another heading, fewer leaves, later."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from jaxtyping import Float

from enliven.core.clip import JointClip
from enliven.geometry.rotations import matrix_from_vector
from enliven.models.joint_features import BodyStructure
from enliven.training.joint_rest import rested_otherwise

_MIRROR_VECTOR = np.array([-1.0, 1.0, 1.0])
_MIRROR_AXIAL = np.array([1.0, -1.0, -1.0])
"""A reflection M of x turns a rotation R into M R M, whose axis is -M axis: rotation vectors are axial."""


@dataclass(frozen=True, slots=True)
class AugmentConfig:
    """How often and how much clips are changed."""

    mirror: float = 0.5
    """Chance of swapping left and right."""
    stretch: float = 0.2
    """Standard deviation of the log of the stretch along each axis of the body."""
    bones: float = 0.15
    """Standard deviation of the log of each bone's length; partners change alike."""
    yaw: float = 0.12
    """Standard deviation of a turn about the vertical axis, radians."""
    turned: float = 0.05
    """Chance of a turn by any angle instead: bodies that do not face +Z."""
    leaves: float = 0.4
    """Chance that some leaves are merged into their parents."""
    rest: float = 0.5
    """Chance of another rest pose: part of the way to the mean pose of any clip of the rig, and a little noise."""
    speed: float = 0.08
    """Standard deviation of the log of the playing speed."""


def mirrored(clip: JointClip) -> JointClip:
    """The clip seen in a mirror: x becomes -x; words for left and right are swapped."""
    body = replace(
        clip.body,
        rest_positions=clip.body.rest_positions * _MIRROR_VECTOR,
        skin_offsets=clip.body.skin_offsets * _MIRROR_VECTOR,
    )
    return replace(
        clip,
        body=body,
        rotations=clip.rotations * _MIRROR_AXIAL,
        translations=clip.translations * _MIRROR_VECTOR,
        spin_axes=clip.spin_axes * _MIRROR_AXIAL,
        caption=_sides_swapped(clip.caption),
        label=_sides_swapped(clip.label),
    )


def turned(clip: JointClip, angle_rad: float) -> JointClip:
    """The clip with body and motion turned about the vertical axis."""
    matrix = matrix_from_vector(np.array([0.0, angle_rad, 0.0]))
    # Extents are sizes along axes: turn the variances and drop the covariances that appear.
    extents = np.sqrt(clip.body.skin_extents.astype(np.float64) ** 2 @ (matrix.T**2))
    body = replace(
        clip.body,
        rest_positions=clip.body.rest_positions @ matrix.T,
        skin_offsets=clip.body.skin_offsets @ matrix.T,
        skin_extents=extents,
    )
    return replace(
        clip,
        body=body,
        rotations=clip.rotations @ matrix.T,
        translations=clip.translations @ matrix.T,
        spin_axes=clip.spin_axes @ matrix.T,
    )


def later(clip: JointClip, steps: int) -> JointClip:
    """A loop begun some controls later: the same closed curve, exactly."""
    return replace(
        clip,
        rotations=np.roll(clip.rotations, -steps, axis=0),
        translations=np.roll(clip.translations, -steps, axis=0),
    )


def reproportioned(
    clip: JointClip,
    structure: BodyStructure,
    axes: Float[np.ndarray, " 3"],
    bones: Float[np.ndarray, " joints"],
) -> JointClip:
    """The same rotations on a body of other proportions, stood on the ground and sized as before.

    Args:
        clip: in body units.
        structure: of its body.
        axes: factor along x, y and z.
        bones: factor of the bone from its parent to each joint; partners are given their mean.

    Returns:
        The clip; translations follow the vertical factor.
    """
    body = clip.body
    shared = 0.5 * (bones + bones[structure.partners])
    at = np.zeros_like(body.rest_positions, dtype=np.float64)
    for joint, parent in enumerate(body.parents):
        if parent is None:
            at[joint] = body.rest_positions[joint] * axes
        else:
            at[joint] = at[parent] + (body.rest_positions[joint] - body.rest_positions[parent]) * axes * shared[joint]
    low, high = at.min(axis=0), at.max(axis=0)
    before = body.rest_positions.max(axis=0) - body.rest_positions.min(axis=0)
    size = float(np.linalg.norm(high - low) / max(float(np.linalg.norm(before)), 1e-9))
    size = size if size > 1e-6 else 1.0
    ground = np.array(
        [(low[0] + high[0]) / 2.0, low[1] - body.rest_positions[:, 1].min() * size, (low[2] + high[2]) / 2]
    )
    middle = (body.rest_positions.min(axis=0) + body.rest_positions.max(axis=0)) / 2.0 * np.array([1.0, 0.0, 1.0])
    changed = replace(
        body,
        rest_positions=(at - ground) / size + middle,
        skin_offsets=body.skin_offsets * axes / size,
        skin_extents=body.skin_extents * axes / size,
    )
    return replace(clip, body=changed, translations=clip.translations * (axes[1] / size))


def without(clip: JointClip, dropped: list[int]) -> JointClip:
    """The clip with some leaves merged into their parents, skin and all.

    Args:
        clip: in body units.
        dropped: leaves, none of them a root; their own motion is lost.

    Returns:
        The clip of the joints that remain.
    """
    body = clip.body
    gone = set(dropped)
    shares = np.array(body.skin_shares, dtype=np.float64)
    middles = (body.rest_positions + body.skin_offsets).astype(np.float64)
    squares = body.skin_extents.astype(np.float64) ** 2
    for joint in gone:
        parent = body.parents[joint]
        if parent is None or shares[joint] <= 0.0:
            continue
        part = shares[joint] / (shares[joint] + shares[parent])
        apart = middles[joint] - middles[parent]
        squares[parent] = (1 - part) * squares[parent] + part * squares[joint] + part * (1 - part) * apart**2
        middles[parent] = middles[parent] + part * apart
        shares[parent] += shares[joint]
    kept = [joint for joint in range(len(body)) if joint not in gone]
    place = {joint: index for index, joint in enumerate(kept)}
    smaller = replace(
        body,
        names=tuple(body.names[joint] for joint in kept),
        parents=tuple(None if (up := body.parents[joint]) is None else place[up] for joint in kept),
        rest_positions=body.rest_positions[kept],
        skin_offsets=(middles - body.rest_positions)[kept],
        skin_extents=np.sqrt(squares)[kept],
        skin_shares=shares[kept],
    )
    return replace(
        clip,
        body=smaller,
        rotations=clip.rotations[:, kept],
        translations=clip.translations[:, kept],
        spin_axes=clip.spin_axes[kept],
        spin_turns=clip.spin_turns[kept],
    )


def augmented(
    clip: JointClip,
    structure: BodyStructure,
    poses: Sequence[Float[np.ndarray, "joints 3"]],
    config: AugmentConfig,
    *,
    rng: np.random.Generator,
) -> JointClip:
    """A random change of a clip; the number of joints may fall.

    Args:
        clip: in body units.
        structure: of its body.
        poses: mean rotations of clips of the same rig, for other rest poses.
        config: how often and how much.
        rng: of all chance.

    Returns:
        The changed clip.
    """
    joints = len(clip.body)
    if rng.random() < config.rest:
        pose = poses[int(rng.integers(len(poses)))]
        turns = rng.random() * pose + 0.06 * rng.standard_normal((joints, 3))
        clip = rested_otherwise(clip, turns)
    axes = np.exp(config.stretch * rng.standard_normal(3))
    bones = np.exp(config.bones * rng.standard_normal(joints))
    clip = reproportioned(clip, structure, axes, bones)
    if clip.loop:
        clip = later(clip, int(rng.integers(len(clip.rotations))))
    if rng.random() < config.mirror:
        clip = mirrored(clip)
    whole_turn = rng.random() < config.turned
    angle = rng.uniform(-np.pi, np.pi) if whole_turn else config.yaw * rng.standard_normal()
    clip = turned(clip, float(angle))
    clip = replace(clip, duration_s=float(clip.duration_s * np.exp(config.speed * rng.standard_normal())))
    if rng.random() < config.leaves:
        shape = structure.shape
        leaves = np.flatnonzero((shape.height == 0) & (shape.depth > 1))
        chosen = leaves[rng.random(len(leaves)) < rng.uniform(0.0, 0.6)]
        if 0 < len(chosen) < joints - 4:
            clip = without(clip, [int(joint) for joint in chosen])
    return clip


def _sides_swapped(text: str) -> str:
    swap = {"left": "right", "right": "left"}
    return " ".join(swap.get(word, word) for word in text.split(" "))
