"""Which corners share a normal: smooth where the surface is, creased where it is not."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Int
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from enliven.core.jit import compiled
from enliven.core.scene import Part
from enliven.geometry.weld import relative_tolerance, weld

CREASE_DEG = 50.0
"""Where the file gives no normals, faces at a sharper angle than this are creased."""
SAME_NORMAL_DEG = 2.0
"""Normals of the file nearer than this are one normal."""


def normal_groups(parts: Sequence[Part]) -> tuple[Int[np.ndarray, "faces 3"], int]:
    """Number the normals of all parts: corners with the same number share one.

    An edge is smooth where the file's normals agree on both sides; without normals its faces' angle decides.

    Args:
        parts: at rest; vertices and faces are counted through all of them.

    Returns:
        The number of the normal of every corner, and how many normals there are.
    """
    starts = np.cumsum([0] + [len(part.mesh.vertices) for part in parts])
    faces = np.concatenate([part.mesh.faces + start for part, start in zip(parts, starts[:-1], strict=True)])
    vertices = np.concatenate([part.mesh.vertices for part in parts])
    given = np.concatenate([_given_normals(part) for part in parts])
    place = weld(vertices, tolerance=relative_tolerance(vertices)).source_to_welded
    one, other = _facing_half_edges(place[faces])
    smooth = _smooth_edges(vertices, faces, given, one, other)
    one, other = one[smooth], other[smooth]
    # Half-edge ``3 f + k`` runs from corner k to the next; the opposite one runs back.
    next_one, next_other = (edge - edge % 3 + (edge + 1) % 3 for edge in (one, other))
    rows, columns = np.concatenate([one, next_one]), np.concatenate([next_other, other])
    joined = coo_array((np.ones(len(rows), np.int8), (rows, columns)), shape=(faces.size, faces.size))
    count, group = connected_components(joined, directed=False)
    return group.astype(np.int32).reshape(-1, 3), int(count)


def _given_normals(part: Part) -> np.ndarray:
    normals = part.appearance.normals
    return np.full((len(part.mesh.vertices), 3), np.nan) if normals is None else normals


def _facing_half_edges(faces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of half-edges of two faces that run along one edge in opposite directions."""
    start, end = faces.ravel(), np.roll(faces, -1, axis=1).ravel()
    key = np.minimum(start, end).astype(np.int64) * (int(faces.max(initial=0)) + 1) + np.maximum(start, end)
    order = np.argsort(key, kind="stable")
    first, second = order[:-1], order[1:]
    pair = (key[first] == key[second]) & (start[first] == end[second]) & (start[first] != end[first])
    return first[pair], second[pair]


def _smooth_edges(
    vertices: np.ndarray, faces: np.ndarray, given: np.ndarray, one: np.ndarray, other: np.ndarray
) -> np.ndarray:
    a, b, c = np.moveaxis(vertices[faces], 1, 0)
    normals = np.cross(b - a, c - a)
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    normals /= np.where(length > 0.0, length, 1.0)
    flat = np.einsum("ei,ei->e", normals[one // 3], normals[other // 3]) >= np.cos(np.deg2rad(CREASE_DEG))
    start, end = faces.ravel(), np.roll(faces, -1, axis=1).ravel()
    first = np.einsum("ei,ei->e", given[start[one]], given[end[other]])
    second = np.einsum("ei,ei->e", given[end[one]], given[start[other]])
    agreed = np.minimum(first, second)
    return np.where(np.isnan(agreed), flat, agreed >= np.cos(np.deg2rad(SAME_NORMAL_DEG)))


@compiled
def group_normals(vertices, faces, groups, count):
    """Unit normals of groups float32 [normals 3], to which faces add by their area, and of faces float32 [faces 3].

    Where there is none it points up.
    """
    normals = np.zeros((count, 3), np.float32)
    flat = np.zeros((len(faces), 3), np.float32)
    for f in range(len(faces)):
        a, b, c = faces[f, 0], faces[f, 1], faces[f, 2]
        ux, uy, uz = vertices[b, 0] - vertices[a, 0], vertices[b, 1] - vertices[a, 1], vertices[b, 2] - vertices[a, 2]
        vx, vy, vz = vertices[c, 0] - vertices[a, 0], vertices[c, 1] - vertices[a, 1], vertices[c, 2] - vertices[a, 2]
        x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
        flat[f, 0], flat[f, 1], flat[f, 2] = x, y, z
        for k in range(3):
            normals[groups[f, k], 0] += x
            normals[groups[f, k], 1] += y
            normals[groups[f, k], 2] += z
    _normalise(normals)
    _normalise(flat)
    return normals, flat


@compiled
def _normalise(vectors):
    for n in range(len(vectors)):
        x, y, z = vectors[n, 0], vectors[n, 1], vectors[n, 2]
        length = np.sqrt(x * x + y * y + z * z)
        if length > 0.0:
            vectors[n, 0], vectors[n, 1], vectors[n, 2] = x / length, y / length, z / length
        else:
            vectors[n, 1] = 1.0
