"""Changes of a clip that keep its meaning: the other side, other proportions, another rig, rest or heading, later."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from jaxtyping import Bool, Float, Int

from enliven.core.skeleton import above_or_self
from enliven.geometry.rotations import matrix_from_vector
from enliven.models.joint_features import BodyStructure, body_structure
from enliven.training.joint_rest import drawn_turns, rested_otherwise
from enliven.training.joint_topology_changes import divided, ended, rooted, without
from enliven.training.world_clip import WorldClip

_MIRROR_VECTOR = np.array([-1.0, 1.0, 1.0])
_MIRROR_MATRIX = np.outer(_MIRROR_VECTOR, _MIRROR_VECTOR)
_MIRROR_AXIAL = np.array([1.0, -1.0, -1.0])
"""A reflection M of x makes a rotation R into M R M, and an axis into -M axis: axes of turns are axial."""


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
    merged: float = 0.2
    """Chance that some joints between others are merged into their parents."""
    divided: float = 0.2
    """Chance that some bones are divided."""
    ends: float = 0.2
    """Chance that some leaves are given an end without skin."""
    rooted: float = 0.15
    """Chance of one more joint above the roots."""
    rest: float = 0.6
    """Chance of another rest pose: part of the way to the mean pose of any clip of the rig, and a change by chance."""
    rest_spread: float = 0.25
    """Largest standard deviation of that change at a joint, radians."""
    speed: float = 0.08
    """Standard deviation of the log of the playing speed."""


def mirrored(clip: WorldClip) -> WorldClip:
    """The clip seen in a mirror: x becomes -x; words for left and right are swapped."""
    body = replace(
        clip.body,
        rest_positions=clip.body.rest_positions * _MIRROR_VECTOR,
        skin_offsets=clip.body.skin_offsets * _MIRROR_VECTOR,
    )
    told = clip.told
    return replace(
        clip,
        body=body,
        turns=clip.turns * _MIRROR_MATRIX,
        translations=clip.translations * _MIRROR_VECTOR,
        spins=clip.spins * _MIRROR_AXIAL,
        told=replace(told, caption=_sides_swapped(told.caption), label=_sides_swapped(told.label)),
    )


def turned(clip: WorldClip, angle_rad: float) -> WorldClip:
    """The clip with body and motion turned about the vertical axis."""
    matrix = matrix_from_vector(np.array([0.0, angle_rad, 0.0]))
    # Extents are sizes along axes: turn the variances and drop the covariances that appear.
    extents = np.sqrt(clip.body.skin_extents**2 @ (matrix.T**2))
    body = replace(
        clip.body,
        rest_positions=clip.body.rest_positions @ matrix.T,
        skin_offsets=clip.body.skin_offsets @ matrix.T,
        skin_extents=extents,
    )
    return replace(
        clip,
        body=body,
        turns=matrix @ clip.turns @ matrix.T,
        translations=clip.translations @ matrix.T,
        spins=clip.spins @ matrix.T,
    )


def later(clip: WorldClip, steps: int) -> WorldClip:
    """A loop begun some controls later: the same closed curve, exactly."""
    return replace(
        clip, turns=np.roll(clip.turns, -steps, axis=0), translations=np.roll(clip.translations, -steps, axis=0)
    )


def reproportioned(
    clip: WorldClip,
    partners: Int[np.ndarray, " joints"],
    axes: Float[np.ndarray, " 3"],
    bones: Float[np.ndarray, " joints"],
) -> WorldClip:
    """The same turns on a body of other proportions, stood on the ground and sized as before.

    Args:
        clip: in body units.
        partners: the joint on the other side of each joint, or itself.
        axes: factor along x, y and z.
        bones: factor of the bone from its parent to each joint; partners are given their mean.

    Returns:
        The clip; translations follow the vertical factor.
    """
    body = clip.body
    shared = 0.5 * (bones + bones[partners])
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


def augmented(
    clip: WorldClip,
    structure: BodyStructure,
    poses: Sequence[Float[np.ndarray, "joints 3"]],
    config: AugmentConfig,
    *,
    rng: np.random.Generator,
) -> tuple[WorldClip, BodyStructure]:
    """A random change of a clip; the number of joints may change.

    Args:
        clip: in body units.
        structure: of its body.
        poses: mean rotations of clips of the same rig, for other rest poses.
        config: how often and how much.
        rng: of all chance.

    Returns:
        The changed clip, and the structure of its body.
    """
    joints = len(clip.body)
    if rng.random() < config.rest:
        pose = poses[int(rng.integers(len(poses)))]
        clip = rested_otherwise(clip, drawn_turns(pose, structure.partners, config.rest_spread, rng=rng))
    axes = np.exp(config.stretch * rng.standard_normal(3))
    bones = np.exp(config.bones * rng.standard_normal(joints))
    clip = reproportioned(clip, structure.partners, axes, bones)
    if clip.loop:
        clip = later(clip, int(rng.integers(len(clip.turns))))
    if rng.random() < config.mirror:
        clip = mirrored(clip)
    whole_turn = rng.random() < config.turned
    angle = rng.uniform(-np.pi, np.pi) if whole_turn else config.yaw * rng.standard_normal()
    clip = turned(clip, float(angle))
    clip = replace(clip, duration_s=float(clip.duration_s * np.exp(config.speed * rng.standard_normal())))
    rebuilt = _rebuilt(clip, structure, config, rng)
    return rebuilt, structure if rebuilt is clip else body_structure(rebuilt.body)


def _rebuilt(clip: WorldClip, known: BodyStructure, config: AugmentConfig, rng: np.random.Generator) -> WorldClip:
    """The same movement on a rig that was built otherwise; both sides are treated alike."""
    gone, long = _chosen(clip, known, config, rng)
    if 0 < gone.sum() < len(clip.body) - 4:
        clip = without(clip, [int(joint) for joint in np.flatnonzero(gone)])
        long = long[~gone]
    bones = np.flatnonzero(long)
    if len(bones):
        clip = divided(clip, bones.tolist(), rng.uniform(0.3, 0.7, len(bones)).tolist())
    if rng.random() < config.ends:
        inner = {parent for parent in clip.body.parents if parent is not None}
        leaves = [joint for joint, up in enumerate(clip.body.parents) if up is not None and joint not in inner]
        some = np.array(leaves, dtype=np.int64)[rng.random(len(leaves)) < rng.uniform(0.0, 1.0)]
        clip = ended(clip, some, rng.uniform(0.3, 1.0, len(some)))
    return rooted(clip) if rng.random() < config.rooted else clip


def _chosen(
    clip: WorldClip, known: BodyStructure, config: AugmentConfig, rng: np.random.Generator
) -> tuple[Bool[np.ndarray, " joints"], Bool[np.ndarray, " joints"]]:
    """Joints to merge into those above them, and joints whose bone is to be divided."""
    shape, partners, body = known.shape, known.partners, clip.body
    up = above_or_self(body.parents)
    bones = np.linalg.norm(body.rest_positions - body.rest_positions[up], axis=1)
    draw, second_draw = rng.random((2, len(body)))
    second = partners < np.arange(len(body))
    for values in (draw, second_draw):
        values[second] = values[partners[second]]
    spinning = np.linalg.norm(clip.spins, axis=1) > 0.0
    chance = np.zeros(len(body))
    if rng.random() < config.leaves:
        chance += ((shape.height == 0) & (shape.depth > 1)) * rng.uniform(0.0, 0.6)
    if rng.random() < config.merged:
        # Short bones are what artists leave out: clavicles, twists, some joints of many in a back.
        inner = (shape.height > 0) & (shape.depth > 0) & ~known.movers & ~spinning
        chance += inner * rng.uniform(0.0, 0.6) * np.median(bones) / (bones + np.median(bones) + 1e-9)
    gone = draw < chance
    most = rng.uniform(0.0, 0.5) if rng.random() < config.divided else 0.0
    return gone, (bones > np.median(bones)) & ~gone & (second_draw < most)


def _sides_swapped(text: str) -> str:
    swap = {"left": "right", "right": "left"}
    return " ".join(swap.get(word, word) for word in text.split(" "))
