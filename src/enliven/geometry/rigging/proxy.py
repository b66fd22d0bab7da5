"""A lighter mesh for large ones: vertices of one shell, one place and one facing become one."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int
from scipy.sparse import csr_array

from enliven.core.mesh import Mesh
from enliven.geometry.adjacency import components, edges_of, face_areas, vertex_neighbours, vertex_normals

_LIGHT = 12_000
_WANTED = 8_000
_CHUNK = 65_536


@dataclass(frozen=True, slots=True, eq=False)
class Proxy:
    """A light mesh and the vertex of it that stands for each vertex of the full one."""

    mesh: Mesh
    full_to_proxy: Int[np.ndarray, " full"]


def proxy_of(mesh: Mesh) -> Proxy:
    """A mesh of at most about 12,000 vertices in the shape of a larger one; a smaller one is its own proxy."""
    count = len(mesh.vertices)
    if count <= _LIGHT:
        return Proxy(mesh=mesh, full_to_proxy=np.arange(count))
    shells = components(edges_of(mesh.faces), count)
    facing = _facing(vertex_normals(mesh.vertices, mesh.faces))
    cell = float(np.sqrt(max(face_areas(mesh.vertices, mesh.faces).sum(), 1e-300) / _WANTED))
    cell = max(cell, float(np.ptp(mesh.vertices, axis=0).max()) / 400.0)
    groups = _groups(mesh.vertices, shells, facing, cell)
    while groups.max() + 1 > _LIGHT and cell < np.ptp(mesh.vertices, axis=0).max():
        cell *= 1.25
        groups = _groups(mesh.vertices, shells, facing, cell)
    sizes = np.bincount(groups).astype(np.float64)
    places = np.stack([np.bincount(groups, weights=column) / sizes for column in mesh.vertices.T], axis=1)
    faces = groups[mesh.faces]
    whole = (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
    return Proxy(mesh=Mesh(vertices=places, faces=_distinct(faces[whole])), full_to_proxy=groups)


def carried_to_full(
    proxy: Proxy, full_vertices: Float[np.ndarray, "full 3"], values: Float[np.ndarray, "proxy width"]
) -> Float[np.ndarray, "full width"]:
    """Values of the proxy on the full mesh.

    Each vertex takes the mean of its stand-in and that one's neighbours, weighted by nearness, so that the result is
    smooth and never jumps to another limb.
    """
    if len(full_vertices) == len(proxy.mesh.vertices):
        return np.asarray(values)[proxy.full_to_proxy]
    around = vertex_neighbours(edges_of(proxy.mesh.faces), len(proxy.mesh.vertices))
    result = np.zeros((len(full_vertices), values.shape[1]), dtype=values.dtype)
    for start in range(0, len(full_vertices), _CHUNK):
        part = slice(start, start + _CHUNK)
        result[part] = _blend(proxy, around.starts, around.indices, full_vertices[part], start) @ values
    return result


def _blend(proxy: Proxy, starts: np.ndarray, neighbours: np.ndarray, points: np.ndarray, first: int) -> csr_array:
    """Rows of weights over proxy vertices, nearness to the fourth power."""
    own = proxy.full_to_proxy[first : first + len(points)]
    counts = starts[own + 1] - starts[own]
    row = np.repeat(np.arange(len(points)), counts)
    within = np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts)
    column = neighbours[np.repeat(starts[own], counts) + within]
    row, column = np.concatenate([np.arange(len(points)), row]), np.concatenate([own, column])
    apart = ((points[row] - proxy.mesh.vertices[column]) ** 2).sum(axis=1)
    reach = np.bincount(row, weights=apart, minlength=len(points)) / (counts + 1)
    near = 1.0 / (apart / np.maximum(reach[row], 1e-300) + 0.05) ** 2
    near /= np.bincount(row, weights=near, minlength=len(points))[row]
    return csr_array((near, (row, column)), shape=(len(points), len(proxy.mesh.vertices)))


def _facing(normals: np.ndarray) -> np.ndarray:
    """Which of the six axis directions each normal is nearest to."""
    axis = np.abs(normals).argmax(axis=1)
    return 2 * axis + (np.take_along_axis(normals, axis[:, None], axis=1)[:, 0] < 0)


def _groups(vertices: np.ndarray, shells: np.ndarray, facing: np.ndarray, cell: float) -> np.ndarray:
    """Group of every vertex, numbered in the order of their keys."""
    places = np.floor((vertices - vertices.min(axis=0)) / cell).astype(np.int64)
    spans = places.max(axis=0) + 1
    key = ((places[:, 0] * spans[1] + places[:, 1]) * spans[2] + places[:, 2]) * 6 + facing
    _, key = np.unique(key, return_inverse=True)
    return np.unique(key.astype(np.int64) * (shells.max() + 1) + shells, return_inverse=True)[1]


def _distinct(faces: np.ndarray) -> np.ndarray:
    """Faces without repeats of the same three vertices; the first of each stays, winding and all."""
    if not len(faces):
        return faces
    corners = np.sort(faces, axis=1)
    base = corners.max() + 1
    _, first = np.unique((corners[:, 0] * base + corners[:, 1]) * base + corners[:, 2], return_index=True)
    return faces[np.sort(first)]
