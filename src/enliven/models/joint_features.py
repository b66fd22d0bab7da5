"""What the joint model is told of a body: numbers per joint, relations between joints, and what weighs how much."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float32, Int

from enliven.core.body import Body
from enliven.core.skeleton import above_or_self
from enliven.geometry.body import travelling_joints
from enliven.models.joint_topology import Topology, mirror_partners, relations, topology

FEATURES = 46


@dataclass(frozen=True, slots=True, eq=False)
class BodyFeatures:
    """A body as arrays for the net; the order of joints is the body's."""

    values: Float32[np.ndarray, "joints features"]
    relations: Int[np.ndarray, "joints joints"]
    weights: Float32[np.ndarray, " joints"]  # of a joint's loss: by what its turn moves, mean 1
    movers: Bool[np.ndarray, " joints"]  # roots and hips: they translate too


@dataclass(frozen=True, slots=True, eq=False)
class BodyStructure:
    """The part of the features that stays when proportions change a little: reused over augmentations."""

    shape: Topology
    partners: Int[np.ndarray, " joints"]
    relations: Int[np.ndarray, "joints joints"]
    movers: Bool[np.ndarray, " joints"]


def body_structure(body: Body) -> BodyStructure:
    """Topology and mirror partners of a body."""
    shape = topology(body.parents)
    partners = mirror_partners(body.rest_positions, shape)
    return BodyStructure(
        shape=shape, partners=partners, relations=relations(shape, partners), movers=travelling_joints(body)
    )


def body_features(body: Body, structure: BodyStructure | None = None) -> BodyFeatures:
    """All the net is told of a body.

    Args:
        body: in body units.
        structure: of the same joints, if already known.

    Returns:
        Features in float32; joint names play no part.
    """
    known = structure or body_structure(body)
    return BodyFeatures(
        values=_values(body, known),
        relations=known.relations,
        weights=own_weight(body, known.shape),
        movers=known.movers,
    )


def own_weight(body: Body, shape: Topology) -> Float32[np.ndarray, " joints"]:
    """How much a turn of each joint in the model's space moves by itself: its skin, and what hangs on its bones.

    The square root of mass times lever, with a floor; mean 1. Half of the mass lies on the skin as its shares say, half
    evenly on the joints, so that thin tails count too.
    """
    mass = 0.5 * body.skin_shares + 0.5 / len(body)
    below = shape.above.T.astype(np.float64) @ mass
    own = mass * (np.linalg.norm(body.skin_offsets, axis=1) + np.linalg.norm(body.skin_extents, axis=1))
    for joint, parent in enumerate(body.parents):
        if parent is not None:
            own[parent] += below[joint] * np.linalg.norm(body.rest_positions[joint] - body.rest_positions[parent])
    turned = np.sqrt(own)
    weight = 0.25 + turned / max(float(turned.mean()), 1e-6)
    return (weight / weight.mean()).astype(np.float32)


def _values(body: Body, known: BodyStructure) -> Float32[np.ndarray, "joints features"]:
    shape, at = known.shape, np.asarray(body.rest_positions, dtype=np.float64)
    up = above_or_self(body.parents)
    below = shape.above / shape.above.sum(axis=0, keepdims=True)
    subtree_middle = below.T @ at - at
    share_below = shape.above.T.astype(np.float64) @ body.skin_shares
    first_child = _mean_child(at, body.parents, shape) - at
    bone = at - at[up]
    length = np.linalg.norm(bone, axis=1)
    far = np.where(shape.above.T, np.linalg.norm(at[:, None] - at[None, :], axis=-1), 0.0)
    tip = at[far.argmax(axis=1)] - at
    total = len(body)
    scalars = [
        length,
        np.linalg.norm(at - at[_roots(body)], axis=1),
        far.max(axis=1),
        shape.depth / 8.0,
        shape.height / 8.0,
        np.log1p(shape.descendants) / 3.0,
        (shape.descendants + 1) / total,
        shape.children / 4.0,
        np.sqrt(body.skin_shares) * 3.0,
        np.sqrt(share_below) * 2.0,
        shape.depth == 0,
        shape.height == 0,
        known.movers,
        known.partners != np.arange(total),
        np.sign(at[:, 0]) * (known.partners != np.arange(total)),
        np.full(total, np.log(total) / 4.0),
    ]
    waves = [np.sin(2.0 * np.pi * at), np.cos(2.0 * np.pi * at)]
    vectors = [at * 2.0, bone * 4.0, subtree_middle * 3.0, first_child * 4.0, tip * 3.0]
    vectors += [body.skin_offsets * 4.0, body.skin_extents * 8.0, at[known.partners] - at, *waves]
    columns = [*vectors, np.stack([np.asarray(column, dtype=np.float64) for column in scalars], axis=1)]
    return np.concatenate(columns, axis=1).astype(np.float32)


def _roots(body: Body) -> Int[np.ndarray, " joints"]:
    roots = np.zeros(len(body), dtype=np.int64)
    for joint, parent in enumerate(body.parents):
        roots[joint] = joint if parent is None else roots[parent]
    return roots


def _mean_child(at: np.ndarray, parents: tuple[int | None, ...], shape: Topology) -> np.ndarray:
    total = np.zeros_like(at)
    for joint, parent in enumerate(parents):
        if parent is not None:
            total[parent] += at[joint]
    count = shape.children[:, None]
    return np.where(count > 0, total / np.maximum(count, 1), at)
