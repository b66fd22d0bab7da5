"""The body as a solid of cells: works for open, non-manifold and many-shelled meshes, where surface methods give up."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int
from scipy import ndimage

from enliven.core.mesh import Mesh
from enliven.geometry.nearest import nearest

_MOST_SAMPLES = 3_000_000
_CELLS_WANTED = 36_000
_FINEST = 176
_ROUGH = 32
_MOST_PLACES = 2_000_000
_SIDE = ndimage.generate_binary_structure(3, 1)
_CORNER = ndimage.generate_binary_structure(3, 3)


@dataclass(frozen=True, slots=True, eq=False)
class Volume:
    """Cells that belong to the body, on a regular grid.

    ``cells[k]`` are grid numbers, ``centres[k]`` positions in model space. ``index`` has the number of the cell at
    every place of the grid, and ``len(cells)`` where there is none.
    """

    origin: Float[np.ndarray, " 3"]
    pitch: float
    index: Int[np.ndarray, "nx ny nz"]
    cells: Int[np.ndarray, "cells 3"]
    centres: Float[np.ndarray, "cells 3"]

    def __len__(self) -> int:
        return len(self.cells)


def volume_of(mesh: Mesh, *, cells_wanted: int = _CELLS_WANTED, symmetric: bool = False) -> Volume:
    """Fill a mesh with cells; the grid is as fine as the wanted number of cells allows, 24 to 176 along its length.

    Args:
        mesh: at least one face; may be open, non-manifold, or many shells.
        cells_wanted: about how many cells the solid shall have.
        symmetric: keep only what has a counterpart (within a cell) across x = 0, and make it exactly symmetric; what
            only one half has, such as a sword in one hand, is left out.

    Returns:
        The solid; a sheet without inside is one cell thick. The plane x = 0 is a border between cells.
    """
    low, box = mesh.vertices.min(axis=0), np.ptp(mesh.vertices, axis=0)
    longest = max(float(box.max()), 1e-12)
    filled = int(_solid(mesh, low, longest / _ROUGH)[1].sum())
    growth = 2.0 + min(1.0, filled / _ROUGH**3 * 8.0)  # thin bodies grow with the square of the resolution
    across = _ROUGH * (cells_wanted / filled) ** (1.0 / growth)
    across = min(across, (_MOST_PLACES / np.prod(np.maximum(box / longest, 0.1))) ** (1.0 / 3.0))
    pitch = longest / int(np.clip(across, 24, _FINEST))
    origin, solid = _solid(mesh, low, pitch)
    if symmetric:
        origin, solid = _symmetric(origin, solid, pitch)
    cells = np.argwhere(solid)
    index = np.full(solid.shape, len(cells), dtype=np.int64)
    index[solid] = np.arange(len(cells))
    return Volume(origin, pitch, index, cells, origin + (cells + 0.5) * pitch)


def depths_of(volume: Volume) -> Float[np.ndarray, " cells"]:
    """How far inside the solid each cell lies: metres to the nearest empty place, at least half a cell."""
    steps = np.concatenate([np.eye(3, dtype=np.int64), -np.eye(3, dtype=np.int64)])
    around = (volume.cells[None] + steps[:, None]).reshape(-1, 3)
    around = around[volume.index[around[:, 0], around[:, 1], around[:, 2]] == len(volume)]
    apart, _ = nearest(volume.origin + (around + 0.5) * volume.pitch, volume.centres)
    return np.maximum(apart - 0.5 * volume.pitch, 0.5 * volume.pitch)


def _symmetric(origin: np.ndarray, solid: np.ndarray, pitch: float) -> tuple[np.ndarray, np.ndarray]:
    half = int(np.rint(-origin[0] / pitch))
    width = max(half, solid.shape[0] - half)
    solid = np.pad(solid, ((width - half, width - (solid.shape[0] - half)), (0, 0), (0, 0)))
    kept = solid & ndimage.binary_dilation(solid[::-1], _CORNER)
    return origin + np.array([(half - width) * pitch, 0.0, 0.0]), kept | kept[::-1]


def _solid(mesh: Mesh, low: np.ndarray, pitch: float) -> tuple[np.ndarray, np.ndarray]:
    points = _surface_points(mesh, 0.6 * pitch)
    origin = low - 4.5 * pitch
    origin[0] = np.floor(origin[0] / pitch) * pitch
    cells = np.floor((points - origin) / pitch).astype(np.int64)
    shape = cells.max(axis=0) + 6
    surface = np.zeros(shape, dtype=bool)
    surface[cells[:, 0], cells[:, 1], cells[:, 2]] = True
    return origin, surface | _inside(surface)


def _surface_points(mesh: Mesh, spacing: float) -> np.ndarray:
    """Points on a regular pattern in every face, no farther apart than ``spacing`` (but for a limit)."""
    corners = mesh.vertices[mesh.faces].astype(np.float64)
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max(axis=1)
    steps = np.maximum(np.ceil(sides / spacing), 1.0)
    total = ((steps + 1) * (steps + 2) / 2).sum()
    if total > _MOST_SAMPLES:
        steps = np.maximum(np.floor(steps * np.sqrt(_MOST_SAMPLES / total)), 1.0)
    steps = np.where(steps > 8, np.ceil(steps / 4) * 4, steps).astype(np.int64)  # fewer distinct patterns
    points = [np.asarray(mesh.vertices[mesh.faces[:, 0]], dtype=np.float64)]
    for count in np.unique(steps):
        i, j = np.divmod(np.arange((count + 1) ** 2), count + 1)
        keep = i + j <= count
        weights = np.stack([i[keep], j[keep], count - i[keep] - j[keep]], axis=1) / count
        points.append(np.einsum("pc,fcx->fpx", weights, corners[steps == count]).reshape(-1, 3))
    return np.concatenate(points)


def _inside(surface: Bool[np.ndarray, "nx ny nz"]) -> Bool[np.ndarray, "nx ny nz"]:
    """Cells that the outside cannot reach; holes in the surface are closed as far as needed, and no farther."""
    expected = _blocked_sides(surface) == 6
    best = _unreached(surface)
    for width in (1, 2, 3):
        if best.sum() >= 0.5 * expected.sum():
            return best
        wider = ndimage.binary_dilation(surface, _CORNER, iterations=width)
        closed = ndimage.binary_erosion(np.logical_or(wider, _unreached(wider)), _CORNER, iterations=width)
        best = np.logical_or(best, closed)
    if best.sum() < 0.5 * expected.sum():
        best |= expected
    return best


def _unreached(surface: np.ndarray) -> np.ndarray:
    labels = np.zeros(surface.shape, dtype=np.int32)
    ndimage.label(~surface, _SIDE, output=labels)
    return ~surface & (labels != labels[0, 0, 0])


def _blocked_sides(surface: np.ndarray) -> np.ndarray:
    """In how many of the six directions the surface stands in the way."""
    count = np.zeros(surface.shape, dtype=np.int8)
    for axis in range(3):
        count += np.logical_or.accumulate(surface, axis=axis)
        count += np.flip(np.logical_or.accumulate(np.flip(surface, axis=axis), axis=axis), axis=axis)
    return count
