"""Weights of vertices as glTF stores them: four influences a vertex."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Integer

INFLUENCES = 4
_ONE = 2**24  # float32 holds every multiple of 1 / _ONE up to 1, and sums them without rounding
_BLOCK = 65536


@dataclass(frozen=True, slots=True, eq=False)
class Influences:
    """The strongest joints of every vertex, strongest first; unused slots are joint 0 with weight 0.

    Weights of a vertex sum to exactly 1, in any order of summing. No joint occurs twice with a weight.
    """

    joints: Integer[np.ndarray, "vertices 4"]  # u8 where all joints fit, else u16
    weights: Float[np.ndarray, "vertices 4"]  # float32


def stored_influences(weights: Float[np.ndarray, "vertices joints"], *, first_joint: int = 0) -> Influences:
    """Keep the four strongest joints of every vertex and scale them to sum to 1.

    Args:
        weights: rows are convex combinations.
        first_joint: number in the skin of the joint of the first column.

    Returns:
        Joints and weights of every vertex.
    """
    vertices, joints = weights.shape
    chosen = np.zeros((vertices, INFLUENCES), dtype=np.uint8 if first_joint + joints <= 256 else np.uint16)
    shares = np.zeros((vertices, INFLUENCES), dtype=np.float32)
    for start in range(0, vertices, _BLOCK):
        block = weights[start : start + _BLOCK]
        kept = min(INFLUENCES, joints)
        strongest = np.argpartition(-block, kept - 1, axis=1)[:, :kept] if joints > kept else _all_joints(block)
        strengths = np.take_along_axis(block, strongest, axis=1)
        order = np.argsort(-strengths, axis=1, kind="stable")
        strongest, strengths = np.take_along_axis(strongest, order, 1), np.take_along_axis(strengths, order, 1)
        counts = np.floor(strengths / strengths.sum(axis=1, keepdims=True) * _ONE).astype(np.int64)
        counts[:, 0] += _ONE - counts.sum(axis=1)
        chosen[start : start + _BLOCK, :kept] = np.where(counts > 0, strongest + first_joint, 0)
        shares[start : start + _BLOCK, :kept] = counts / _ONE
    return Influences(joints=chosen, weights=shares)


def _all_joints(block: np.ndarray) -> np.ndarray:
    return np.broadcast_to(np.arange(block.shape[1]), block.shape)
