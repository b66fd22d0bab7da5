"""Distances inside the body: a graph of touching cells, with bridges between pieces that do not touch."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components, dijkstra

from enliven.geometry.nearest import nearest
from enliven.geometry.rigging.volume import Volume

_MOST_BRIDGES = 48


@dataclass(frozen=True, slots=True, eq=False)
class CellGraph:
    """Undirected links between cells (each once), their lengths in metres, and the piece each cell belongs to.

    ``pieces`` tells which cells hang together without bridges, numbered from the largest (0) down.
    """

    links: Int[np.ndarray, "links 2"]
    lengths: Float[np.ndarray, " links"]
    pieces: Int[np.ndarray, " cells"]

    def matrix(self, costs: Float[np.ndarray, " links"]) -> csr_array:
        """Symmetric sparse matrix of costs per link."""
        a, b = self.links.T
        count = len(self.pieces)
        return csr_array(
            (np.concatenate([costs, costs]), (np.concatenate([a, b]), np.concatenate([b, a]))), shape=(count, count)
        )


def cell_graph(volume: Volume, *, widest_gap: float = np.inf) -> CellGraph:
    """Link the 26 neighbours of every cell and bridge the gaps between pieces, nearest first.

    Only the largest pieces are bridged (at most 48); smaller specks stay apart, and so do pieces of less than a sixth
    of the cells that lie farther than ``widest_gap`` (metres) from the rest.
    """
    links, lengths = _touching(volume)
    count = len(volume)
    ones = np.ones(len(links), dtype=np.int8)
    _, labels = connected_components(
        csr_array((ones, (links[:, 0], links[:, 1])), shape=(count, count)), directed=False
    )
    sizes = np.bincount(labels)
    rank = np.zeros(len(sizes), dtype=np.int64)
    rank[np.argsort(-sizes, kind="stable")] = np.arange(len(sizes))
    pieces = rank[labels]
    bridges = _bridges(volume.centres, pieces)
    spans = np.linalg.norm(volume.centres[bridges[:, 0]] - volume.centres[bridges[:, 1]], axis=1)
    kept = (spans <= widest_gap) | (np.sort(sizes)[::-1][pieces[bridges[:, 0]]] * 6 >= count)
    bridges, spans = bridges[kept], spans[kept]
    return CellGraph(
        links=np.concatenate([links, bridges]), lengths=np.concatenate([lengths, 1.5 * spans]), pieces=pieces
    )


def distances_from(graph: CellGraph, starts: Int[np.ndarray, " starts"]) -> Float[np.ndarray, " cells"]:
    """Length of the shortest way inside the body from the nearest of some cells; infinite where there is none."""
    return dijkstra(graph.matrix(graph.lengths), directed=False, indices=starts, min_only=True)


def middle_paths(
    graph: CellGraph, depths: Float[np.ndarray, " cells"], starts: Int[np.ndarray, " starts"]
) -> Int[np.ndarray, " cells"]:
    """The cell before each cell on the way from the starts that keeps to the middle of the body; itself where none.

    The cost of a link is its length over the square of the depth, so that the way follows the medial axis.
    """
    depth = np.minimum(depths[graph.links[:, 0]], depths[graph.links[:, 1]])
    costs = graph.matrix(graph.lengths / depth**2)
    _, before, _ = dijkstra(costs, directed=False, indices=starts, return_predecessors=True, min_only=True)
    return np.where(before < 0, np.arange(len(before)), before).astype(np.int64)


def path_to(before: Int[np.ndarray, " cells"], cell: int) -> Int[np.ndarray, " steps"]:
    """Cells on the way from the start of ``before`` to ``cell``, both included."""
    steps = [cell]
    while before[steps[-1]] != steps[-1]:
        steps.append(int(before[steps[-1]]))
    return np.array(steps[::-1], dtype=np.int64)


def _touching(volume: Volume) -> tuple[np.ndarray, np.ndarray]:
    padded = np.pad(volume.index, 1, constant_values=len(volume))
    at = volume.cells + 1
    links, lengths = [], []
    for step in _half_of_the_neighbours():
        there = padded[at[:, 0] + step[0], at[:, 1] + step[1], at[:, 2] + step[2]]
        found = np.flatnonzero(there < len(volume))
        links.append(np.stack([found, there[found]], axis=1))
        lengths.append(np.full(len(found), volume.pitch * np.linalg.norm(step)))
    return np.concatenate(links), np.concatenate(lengths)


def _half_of_the_neighbours() -> list[tuple[int, int, int]]:
    steps = [(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1)]
    return [step for step in steps if step > (0, 0, 0)]


def _bridges(centres: np.ndarray, pieces: np.ndarray) -> np.ndarray:
    """The shortest link from each piece, in order of size, to the nearest of the pieces joined before it (Prim)."""
    waiting = list(range(1, min(int(pieces.max()) + 1, _MOST_BRIDGES)))
    gap = np.full(len(centres), np.inf)
    partner = np.zeros(len(centres), dtype=np.int64)
    bridges: list[tuple[int, int]] = []
    joined = 0
    while waiting:
        members = np.flatnonzero(pieces == joined)
        outside = np.flatnonzero(np.isin(pieces, waiting))
        apart, which = nearest(centres[members], centres[outside])
        closer = apart < gap[outside]
        gap[outside[closer]] = apart[closer]
        partner[outside[closer]] = members[which[closer]]
        best = int(outside[np.argmin(gap[outside])])
        bridges.append((best, int(partner[best])))
        joined = int(pieces[best])
        waiting.remove(joined)
    return np.array(bridges, dtype=np.int64).reshape(-1, 2)
