"""Which vertices and faces touch, and the areas and normals that follow. Everything is linear (up to a sort)."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components


@dataclass(frozen=True, slots=True, eq=False)
class Neighbours:
    """Neighbours of vertex ``v`` are ``indices[starts[v]:starts[v + 1]]``, ascending, without itself or repeats."""

    starts: Int[np.ndarray, " vertices_and_one"]
    indices: Int[np.ndarray, " neighbours"]

    def of(self, vertex: int) -> Int[np.ndarray, " neighbours_of_one"]:
        """The neighbours of one vertex."""
        return self.indices[self.starts[vertex] : self.starts[vertex + 1]]


def edges_of(faces: Int[np.ndarray, "faces 3"]) -> Int[np.ndarray, "edges 2"]:
    """Every undirected edge once, smaller vertex first, sorted; edges from a vertex to itself are left out."""
    halves = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]).astype(np.int64)
    halves.sort(axis=1)
    halves = halves[halves[:, 0] != halves[:, 1]]
    base = np.int64(halves.max() + 1) if len(halves) else np.int64(1)
    keys = np.sort(halves[:, 0] * base + halves[:, 1])
    keys = keys[np.concatenate([[True], keys[1:] != keys[:-1]])] if len(keys) else keys
    return np.stack([keys // base, keys % base], axis=1)


def vertex_neighbours(edges: Int[np.ndarray, "edges 2"], vertices: int) -> Neighbours:
    """Neighbour lists of ``vertices`` vertices from undirected edges that stand once each."""
    both = np.concatenate([edges, edges[:, ::-1]])
    order = np.lexsort((both[:, 1], both[:, 0]))
    counts = np.bincount(both[:, 0], minlength=vertices)
    return Neighbours(starts=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64), indices=both[order, 1])


def components(edges: Int[np.ndarray, "edges 2"], vertices: int) -> Int[np.ndarray, " vertices"]:
    """Connected component of every vertex, numbered from 0 in the order of their first vertices."""
    links = coo_array((np.ones(len(edges), dtype=np.int8), (edges[:, 0], edges[:, 1])), shape=(vertices, vertices))
    labels = connected_components(links, directed=False)[1]
    _, first, labels = np.unique(labels, return_index=True, return_inverse=True)
    rank = np.zeros(len(first), dtype=np.int64)
    rank[np.argsort(first, kind="stable")] = np.arange(len(first))
    return rank[labels]


def face_areas(
    vertices: Float[np.ndarray, "vertices 3"], faces: Int[np.ndarray, "faces 3"]
) -> Float[np.ndarray, " faces"]:
    """Areas of the faces, squared units of the vertices."""
    return 0.5 * np.linalg.norm(_doubled_area_vectors(vertices, faces), axis=1)


def vertex_areas(
    vertices: Float[np.ndarray, "vertices 3"], faces: Int[np.ndarray, "faces 3"]
) -> Float[np.ndarray, " vertices"]:
    """A third of the area of the faces about every vertex; the sum is the whole area."""
    share = np.repeat(face_areas(vertices, faces) / 3.0, 3)
    return np.bincount(faces.reshape(-1), weights=share, minlength=len(vertices)).astype(np.float64)


def vertex_normals(
    vertices: Float[np.ndarray, "vertices 3"], faces: Int[np.ndarray, "faces 3"]
) -> Float[np.ndarray, "vertices 3"]:
    """Unit normals, weighted by area; +Y where the faces about a vertex have no area or cancel out."""
    vectors = _doubled_area_vectors(vertices, faces)
    summed = np.stack(
        [np.bincount(faces.reshape(-1), weights=np.repeat(c, 3), minlength=len(vertices)) for c in vectors.T], axis=1
    )
    length = np.linalg.norm(summed, axis=1, keepdims=True)
    lost = length[:, 0] <= np.finfo(np.float64).tiny
    return np.where(lost[:, None], np.array([0.0, 1.0, 0.0]), summed / np.where(lost[:, None], 1.0, length))


def _doubled_area_vectors(vertices: np.ndarray, faces: np.ndarray) -> np.ndarray:
    a, b, c = (vertices[faces[:, corner]] for corner in range(3))
    return np.cross(b - a, c - a)
