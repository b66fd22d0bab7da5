"""Weld vertices by position, with the exact map back, so that seams (UV, normals, materials) never open."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import KDTree


@dataclass(frozen=True, slots=True, eq=False)
class Weld:
    """Welded vertices and where every source vertex went.

    ``vertices`` stand in the order in which their first source vertex stands; each is the position of that vertex.
    """

    vertices: Float[np.ndarray, "welded 3"]
    source_to_welded: Int[np.ndarray, " source"]

    def faces(self, source_faces: Int[np.ndarray, "faces 3"]) -> Int[np.ndarray, "faces 3"]:
        """Source faces over welded vertices; count, order and winding stay, a face may lose its area."""
        return self.source_to_welded[source_faces]

    def scatter(self, values: np.ndarray, *, axis: int = 0) -> np.ndarray:
        """Carry a value per welded vertex back to every source vertex."""
        return np.take(values, self.source_to_welded, axis=axis)


def weld(vertices: Float[np.ndarray, "source 3"], *, tolerance: float = 0.0) -> Weld:
    """Merge vertices that stand at the same place.

    Args:
        vertices: positions, finite.
        tolerance: vertices nearer than this to one another are merged as well (chains of near vertices merge whole);
            0 merges equal positions only (0.0 and -0.0 are equal).

    Returns:
        The welded vertices and the map. Sort based: n log n.
    """
    first, group = _groups_of_equal_rows(np.ascontiguousarray(vertices, dtype=np.float64) + 0.0)
    if tolerance > 0.0 and len(first) > 1:
        merged = _groups_of_near(vertices[first], tolerance)
        first, group = _renumbered(merged[group])
    return Weld(vertices=np.array(vertices[first], dtype=np.float64), source_to_welded=group)


def relative_tolerance(vertices: Float[np.ndarray, "source 3"], *, share: float = 1e-6) -> float:
    """A welding tolerance as a share of the diagonal of the vertices' box."""
    if not len(vertices):
        return 0.0
    return share * float(np.linalg.norm(np.ptp(vertices, axis=0)))


def _groups_of_equal_rows(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """First member and group of every row, groups in order of their first member."""
    if not len(rows):
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    keys = _hashes(rows.view(np.uint64))
    _, first, group = np.unique(keys, return_index=True, return_inverse=True)
    if not np.array_equal(rows[first][group], rows):  # two positions share a hash: sort the positions themselves
        _, first, group = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    rank = np.zeros(len(first), dtype=np.int64)
    rank[order] = np.arange(len(first))
    return first[order], rank[group.reshape(-1)]


def _hashes(words: np.ndarray) -> np.ndarray:
    """One 64-bit number per row (multiply and xor-shift, as in splitmix64)."""
    mixed = np.zeros(len(words), dtype=np.uint64)
    for column in words.T:
        mixed = (mixed ^ column) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
        mixed *= np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(32)
    return mixed


def _groups_of_near(points: np.ndarray, tolerance: float) -> np.ndarray:
    """Group of every point; groups are chains of points nearer than the tolerance.

    Points that share a cell of a grid are merged first, so that the pairs of the tree search stay linear in number.
    """
    cells = np.floor((points - points.min(axis=0)) * (np.sqrt(3.0) / tolerance))
    first, cell = _groups_of_equal_rows(cells + 0.0)
    pairs = KDTree(points[first]).query_pairs(tolerance, output_type="ndarray")
    links = coo_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(len(first), len(first)))
    return connected_components(links, directed=False)[1][cell]


def _renumbered(group: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """First source member of every group, groups in order of that member."""
    _, start, label = np.unique(group, return_index=True, return_inverse=True)
    order = np.argsort(start, kind="stable")
    rank = np.zeros(len(start), dtype=np.int64)
    rank[order] = np.arange(len(start))
    return start[order], rank[label]
