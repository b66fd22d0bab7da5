"""From a sampled distance to a closed mesh: dual marching cubes.

Every cell that the surface cuts gets one vertex for each sheet in it, and every cut grid edge one quad between the
four cells around it. Source: Nielson 2004, "Dual marching cubes"; the table is derived below, not copied.
"""

from functools import cache

import numpy as np
from jaxtyping import Int

from enliven.core.mesh import Mesh
from enliven.creatures.field import Field

# Corner c of a cell stands at (c & 1, c >> 1 & 1, c >> 2 & 1); edges come axis by axis, from their lower corner.
_EDGES = [(corner, corner | 1 << axis) for axis in range(3) for corner in range(8) if not corner >> axis & 1]


def polygonised(field: Field) -> Mesh:
    """The zero level of a field as a closed triangle mesh, wound counter-clockwise seen from outside.

    Args:
        field: positive (outside) on its whole border.

    Returns:
        The mesh. In a rare ambiguous pair of cells an edge may carry four faces: callers check.
    """
    _, sheet_counts = _sheet_table()
    inside = field.values < 0.0
    codes = _cell_codes(inside)
    cells = np.flatnonzero((codes.ravel() != 0) & (codes.ravel() != 255))
    code = codes.ravel()[cells]
    first = np.concatenate([[0], np.cumsum(sheet_counts[code])])
    vertices = _vertices(field, cells, code, first)
    number = np.zeros(codes.size, dtype=np.int64)
    number[cells] = np.arange(len(cells))
    quads = [_quads(axis, codes.shape, cells, code, first, number) for axis in range(3)]
    return Mesh(vertices=vertices, faces=_triangulated(vertices, np.concatenate(quads)))


@cache
def _sheet_table() -> tuple[np.ndarray, np.ndarray]:
    """For each of 256 sign patterns: the sheet each edge belongs to (-1: not cut), and how many sheets there are."""
    sheets = np.full((256, 12), -1, dtype=np.int64)
    counts = np.zeros(256, dtype=np.int64)
    for pattern in range(256):
        cut = [e for e, (a, b) in enumerate(_EDGES) if (pattern >> a & 1) != (pattern >> b & 1)]
        label = {edge: edge for edge in cut}
        for pair in _face_links(pattern):
            old, new = label[pair[0]], label[pair[1]]
            label = {edge: new if value == old else value for edge, value in label.items()}
        names = sorted(set(label.values()))
        counts[pattern] = len(names)
        for edge, value in label.items():
            sheets[pattern, edge] = names.index(value)
    return sheets, counts


def _face_links(pattern: int) -> list[tuple[int, int]]:
    """Pairs of cut edges that the surface joins across a face; where two ways are open, insides are kept apart."""
    links: list[tuple[int, int]] = []
    for axis in range(3):
        for side in (0, 1):
            corners = [c for c in range(8) if (c >> axis & 1) == side]
            edges = [e for e, (a, b) in enumerate(_EDGES) if a in corners and b in corners]
            cut = [e for e in edges if len({pattern >> c & 1 for c in _EDGES[e]}) == 2]
            if len(cut) == 2:
                links.append((cut[0], cut[1]))
            elif len(cut) == 4:
                for corner in corners:
                    if pattern >> corner & 1:
                        own = [e for e in cut if corner in _EDGES[e]]
                        links.append((own[0], own[1]))
    return links


def _cell_codes(inside: np.ndarray) -> np.ndarray:
    nx, ny, nz = inside.shape[0] - 1, inside.shape[1] - 1, inside.shape[2] - 1
    codes = np.zeros((nx, ny, nz), dtype=np.uint8)
    for corner in range(8):
        x, y, z = corner & 1, corner >> 1 & 1, corner >> 2 & 1
        codes |= inside[x : x + nx, y : y + ny, z : z + nz].astype(np.uint8) << np.uint8(corner)
    return codes


def _vertices(field: Field, cells: np.ndarray, code: np.ndarray, first: np.ndarray) -> np.ndarray:
    """The mean of the cuts of each sheet of each cell."""
    sheets, _ = _sheet_table()
    shape = np.array(field.values.shape)
    place = np.stack(np.unravel_index(cells, tuple(shape - 1)), axis=1)
    total = np.zeros((first[-1], 3))
    cuts = np.zeros(first[-1])
    for edge, (low, high) in enumerate(_EDGES):
        held = np.flatnonzero(sheets[code, edge] >= 0)
        start = place[held] + [low & 1, low >> 1 & 1, low >> 2 & 1]
        end = place[held] + [high & 1, high >> 1 & 1, high >> 2 & 1]
        at_start, at_end = field.values[tuple(start.T)], field.values[tuple(end.T)]
        part = (at_start / (at_start - at_end))[:, None]
        vertex = first[held] + sheets[code[held], edge]
        np.add.at(total, vertex, start + part * (end - start))
        np.add.at(cuts, vertex, 1.0)
    return field.origin + field.spacing * total / cuts[:, None]


def _quads(
    axis: int, shape: tuple[int, ...], cells: np.ndarray, code: np.ndarray, first: np.ndarray, number: np.ndarray
) -> np.ndarray:
    """Quads around the cut grid edges along an axis, each found from the cell that it starts in."""
    sheets, _ = _sheet_table()
    second, third = (axis + 1) % 3, (axis + 2) % 3
    strides = np.array([shape[1] * shape[2], shape[2], 1])
    own = _EDGES.index((0, 1 << axis))
    held = np.flatnonzero(sheets[code, own] >= 0)
    corners = []
    for back_second, back_third in ((0, 0), (1, 0), (1, 1), (0, 1)):
        cell = number[cells[held] - back_second * strides[second] - back_third * strides[third]]
        low = back_second << second | back_third << third
        edge = _EDGES.index((low, low | 1 << axis))
        corners.append(first[cell] + sheets[code[cell], edge])
    quads = np.stack(corners, axis=1)
    starts_inside = (code[held] & 1).astype(bool)
    return np.where(starts_inside[:, None], quads, quads[:, ::-1])


def _triangulated(vertices: np.ndarray, quads: Int[np.ndarray, "quads 4"]) -> Int[np.ndarray, "faces 3"]:
    """Quads cut along their shorter diagonal."""
    across = np.linalg.norm(vertices[quads[:, 0]] - vertices[quads[:, 2]], axis=1)
    other = np.linalg.norm(vertices[quads[:, 1]] - vertices[quads[:, 3]], axis=1)
    turned = np.where((other < across)[:, None], np.roll(quads, -1, axis=1), quads)
    return np.concatenate([turned[:, [0, 1, 2]], turned[:, [0, 2, 3]]])
