"""A body cut into slices by a number per cell (distance, height), and every slice into its connected pieces."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Int
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from enliven.geometry.rigging.cell_graph import CellGraph


@dataclass(frozen=True, slots=True, eq=False)
class Slices:
    """Pieces of slices.

    ``levels[p]`` is the slice of piece ``p``, ``cells[p]`` its cells, ``touching[p]`` the pieces of other slices that
    it touches.
    """

    levels: Int[np.ndarray, " pieces"]
    cells: list[Int[np.ndarray, " _"]]
    touching: list[list[int]]


def slices_of(graph: CellGraph, levels: Int[np.ndarray, " cells"]) -> Slices:
    """Cut a body.

    Args:
        graph: links between cells.
        levels: slice of every cell, 0 or more; cells with a negative one are left out.

    Returns:
        The pieces, numbered in the order of their first cells.
    """
    count = len(levels)
    a, b = graph.links[(levels[graph.links] >= 0).all(axis=1)].T
    same = levels[a] == levels[b]
    table = csr_array((np.ones(int(same.sum()), dtype=np.int8), (a[same], b[same])), shape=(count, count))
    _, label = connected_components(table, directed=False)
    kept = np.flatnonzero(levels >= 0)
    _, first, number = np.unique(label[kept], return_index=True, return_inverse=True)
    piece = np.full(count, -1)
    piece[kept] = number
    pieces = len(first)
    one, other = piece[a[~same]], piece[b[~same]]
    touching: list[list[int]] = [[] for _ in range(pieces)]
    for key in np.unique(np.minimum(one, other) * pieces + np.maximum(one, other)).tolist():
        touching[key // pieces].append(key % pieces)
        touching[key % pieces].append(key // pieces)
    order = kept[np.argsort(number, kind="stable")]
    ends = np.concatenate([[0], np.cumsum(np.bincount(number, minlength=pieces))])
    cells = [order[ends[p] : ends[p + 1]] for p in range(pieces)]
    return Slices(levels=levels[kept[first]], cells=cells, touching=touching)
