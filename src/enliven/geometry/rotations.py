"""Rotation vectors, matrices and unit quaternions (``wxyz``); the last axes hold the rotation, the others are free.

Source: Grassia 1998, "Practical parameterization of rotations using the exponential map"; Shepperd 1978 for matrix to
quaternion.
"""

import numpy as np
from jaxtyping import Float

_SMALL = 1e-6


def matrix_from_vector(vectors: Float[np.ndarray, "*batch 3"]) -> Float[np.ndarray, "*batch 3 3"]:
    """Rotation matrices of rotation vectors (axis times angle in radians): Rodrigues' formula."""
    angle = np.linalg.norm(vectors, axis=-1)[..., None, None]
    small = angle < _SMALL
    safe = np.where(small, 1.0, angle)
    sine = np.where(small, 1.0 - angle**2 / 6.0, np.sin(safe) / safe)
    versine = np.where(small, 0.5 - angle**2 / 24.0, (1.0 - np.cos(safe)) / safe**2)
    k = cross_matrix(vectors)
    return np.eye(3) + sine * k + versine * (k @ k)


def cross_matrix(vectors: Float[np.ndarray, "*batch 3"]) -> Float[np.ndarray, "*batch 3 3"]:
    """The matrices whose product with ``w`` is ``cross(vector, w)``."""
    x, y, z = np.moveaxis(vectors, -1, 0)
    zero = np.zeros_like(x)
    rows = [zero, -z, y, z, zero, -x, -y, x, zero]
    return np.stack(rows, axis=-1).reshape((*vectors.shape[:-1], 3, 3))


def vector_from_matrix(matrices: Float[np.ndarray, "*batch 3 3"]) -> Float[np.ndarray, "*batch 3"]:
    """Rotation vectors of rotation matrices, angles in 0 to pi."""
    return vector_from_wxyz(wxyz_from_matrix(matrices))


def wxyz_from_vector(vectors: Float[np.ndarray, "*batch 3"]) -> Float[np.ndarray, "*batch 4"]:
    """Unit quaternions of rotation vectors."""
    angle = np.linalg.norm(vectors, axis=-1, keepdims=True)
    small = angle < _SMALL
    safe = np.where(small, 1.0, angle)
    scale = np.where(small, 0.5 - angle**2 / 48.0, np.sin(safe / 2.0) / safe)
    return np.concatenate([np.cos(angle / 2.0), vectors * scale], axis=-1)


def vector_from_wxyz(rotations_wxyz: Float[np.ndarray, "*batch 4"]) -> Float[np.ndarray, "*batch 3"]:
    """Rotation vectors of unit quaternions, angles in 0 to pi."""
    positive = np.where(rotations_wxyz[..., :1] < 0.0, -rotations_wxyz, rotations_wxyz)
    w, xyz = positive[..., :1], positive[..., 1:]
    sine = np.linalg.norm(xyz, axis=-1, keepdims=True)
    small = sine < _SMALL
    scale = np.where(small, 2.0, 2.0 * np.arctan2(sine, w) / np.where(small, 1.0, sine))
    return xyz * scale


def wxyz_from_matrix(matrices: Float[np.ndarray, "*batch 3 3"]) -> Float[np.ndarray, "*batch 4"]:
    """Unit quaternions of rotation matrices, ``w`` not negative."""
    m = matrices
    diagonal = np.stack([m[..., 0, 0], m[..., 1, 1], m[..., 2, 2]], axis=-1)
    trace = diagonal.sum(axis=-1)
    xx, yy, zz = np.moveaxis(diagonal, -1, 0)
    # Four quaternions, each scaled by four times one of its components; the largest component is the safe one.
    scaled = np.stack(
        [
            np.stack(
                [
                    1 + trace,
                    m[..., 2, 1] - m[..., 1, 2],
                    m[..., 0, 2] - m[..., 2, 0],
                    m[..., 1, 0] - m[..., 0, 1],
                ],
                -1,
            ),
            np.stack(
                [
                    m[..., 2, 1] - m[..., 1, 2],
                    1 + xx - yy - zz,
                    m[..., 0, 1] + m[..., 1, 0],
                    m[..., 0, 2] + m[..., 2, 0],
                ],
                -1,
            ),
            np.stack(
                [
                    m[..., 0, 2] - m[..., 2, 0],
                    m[..., 0, 1] + m[..., 1, 0],
                    1 - xx + yy - zz,
                    m[..., 1, 2] + m[..., 2, 1],
                ],
                -1,
            ),
            np.stack(
                [
                    m[..., 1, 0] - m[..., 0, 1],
                    m[..., 0, 2] + m[..., 2, 0],
                    m[..., 1, 2] + m[..., 2, 1],
                    1 - xx - yy + zz,
                ],
                -1,
            ),
        ],
        axis=-2,
    )
    best = np.argmax(np.concatenate([trace[..., None], diagonal], axis=-1), axis=-1)
    chosen = np.take_along_axis(scaled, best[..., None, None], axis=-2)[..., 0, :]
    unit = chosen / np.linalg.norm(chosen, axis=-1, keepdims=True)
    return np.where(unit[..., :1] < 0.0, -unit, unit)


def matrix_from_wxyz(rotations_wxyz: Float[np.ndarray, "*batch 4"]) -> Float[np.ndarray, "*batch 3 3"]:
    """Rotation matrices of unit quaternions."""
    w, x, y, z = np.moveaxis(rotations_wxyz, -1, 0)
    rows = [
        1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
        2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
        2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
    ]  # fmt: skip
    return np.stack(rows, axis=-1).reshape((*rotations_wxyz.shape[:-1], 3, 3))


def same_hemisphere(
    rotations_wxyz: Float[np.ndarray, "times *batch 4"],
) -> Float[np.ndarray, "times *batch 4"]:
    """Flip signs along the first axis so that neighbours lie within 90 degrees on the sphere of quaternions."""
    dots = (rotations_wxyz[1:] * rotations_wxyz[:-1]).sum(axis=-1, keepdims=True)
    signs = np.cumprod(np.where(dots < 0.0, -1.0, 1.0), axis=0)
    return np.concatenate([rotations_wxyz[:1], rotations_wxyz[1:] * signs], axis=0)


def nearest_rotation(linear: Float[np.ndarray, "*batch 3 3"]) -> Float[np.ndarray, "*batch 3 3"]:
    """The orthogonal factor of the polar decomposition; a mirroring stays a mirroring (determinant -1)."""
    u, _, vt = np.linalg.svd(linear)
    return u @ vt


def proper_rotation(linear: Float[np.ndarray, "*batch 3 3"]) -> Float[np.ndarray, "*batch 3 3"]:
    """The rotation, never a mirroring, that agrees most with a matrix (Kabsch 1976)."""
    u, _, vt = np.linalg.svd(linear)
    u[..., :, 2] *= np.sign(np.linalg.det(u @ vt))[..., None]
    return u @ vt


def unwrapped_vectors(vectors: Float[np.ndarray, "times *batch 3"]) -> Float[np.ndarray, "times *batch 3"]:
    """Rotation vectors made continuous along the first axis: angles pass pi instead of jumping to the other side."""
    out = np.array(vectors, dtype=np.float64)
    for k in range(1, len(out)):
        angle = np.linalg.norm(out[k], axis=-1, keepdims=True)
        before = np.linalg.norm(out[k - 1], axis=-1, keepdims=True)
        previous = out[k - 1] / np.where(before < _SMALL, 1.0, before)
        axis = np.where(angle < _SMALL, previous, out[k] / np.where(angle < _SMALL, 1.0, angle))
        along = (out[k - 1] * axis).sum(axis=-1, keepdims=True)
        turns = np.round((along - angle) / (2.0 * np.pi))
        out[k] = axis * (angle + 2.0 * np.pi * turns)
    return out
