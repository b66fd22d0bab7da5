"""Affine matrices taken apart into the translation, rotation and scale that a node can hold."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.geometry.rotations import nearest_rotation, wxyz_from_matrix

_ORTHONORMAL = 1e-9
_NO_LENGTH = 1e-30


@dataclass(frozen=True, slots=True, eq=False)
class Trs:
    """Placements as glTF nodes hold them: ``T R S``, column vectors."""

    translations: Float[np.ndarray, "*batch 3"]
    rotations_wxyz: Float[np.ndarray, "*batch 4"]
    scales: Float[np.ndarray, "*batch 3"]


def split_trs(
    parent_from_node: Float[np.ndarray, "*batch 4 4"], like_scale: Float[np.ndarray, " 3"] | None = None
) -> Trs:
    """Take affine matrices apart.

    The product of the parts equals the matrix if it holds no shear; of a sheared one the nearest rotation to its
    normalised axes is taken, and the lengths along that.

    Args:
        parent_from_node: affine matrices.
        like_scale: a scale whose signs are kept where the matrix is mirrored likewise, so that a node with a negative
            scale keeps it; else a mirrored matrix gets its negative scale along x.

    Returns:
        The parts; a matrix of no extent along an axis has scale 0 there.
    """
    linear = np.array(parent_from_node[..., :3, :3], dtype=np.float64)
    signs = np.ones(3) if like_scale is None else np.where(like_scale < 0.0, -1.0, 1.0)
    signs = np.broadcast_to(signs, linear.shape[:-1]).copy()
    mirrored = np.linalg.det(linear) * signs.prod(axis=-1) < 0.0
    signs[..., 0] = np.where(mirrored, -signs[..., 0], signs[..., 0])
    lengths = np.linalg.norm(linear, axis=-2)
    axes = linear * (signs / np.where(lengths < _NO_LENGTH, 1.0, lengths))[..., None, :]
    off = np.abs(np.swapaxes(axes, -1, -2) @ axes - np.eye(3)).max(axis=(-1, -2))
    sheared = off > _ORTHONORMAL
    if sheared.any():
        axes[sheared] = _proper(nearest_rotation(axes[sheared]))
    return Trs(
        translations=np.array(parent_from_node[..., :3, 3], dtype=np.float64),
        rotations_wxyz=wxyz_from_matrix(axes),
        scales=(linear * axes).sum(axis=-2),
    )


def _proper(rotations: np.ndarray) -> np.ndarray:
    """Turn the mirrorings that a flat matrix may give into rotations."""
    flipped = np.linalg.det(rotations) < 0.0
    rotations[flipped, :, 2] *= -1.0
    return rotations
