"""A flag in one mesh: a thin sheet that hangs by one edge on an upright pole gets a chain of joints across it."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from enliven.core.mesh import Mesh
from enliven.geometry.adjacency import components, edges_of, face_areas
from enliven.geometry.rigging.loose_pieces import shell_boxes

_STRIPS = 5
_LARGE = 0.25  # share of the area that makes a shell the cloth
_THIN = 0.3  # depth of the cloth, waves and all, as a part of its width
_FREE = 0.15  # of the height: cloth flies above the ground, a door does not
_CLOSE = 0.12  # gap between pole and cloth as a part of its width


@dataclass(frozen=True, slots=True, eq=False)
class Cloth:
    """The pole's joint and those of the strips of cloth, the first at the pole; each hangs from the one before."""

    names: tuple[str, ...]
    positions: Float[np.ndarray, "joints 3"]
    weights: Float[np.ndarray, "vertices joints"]


def cloth_of(mesh: Mesh) -> Cloth | None:
    """Find a flag: the largest shell is a sheet, and a slender upright shell stands at one of its edges.

    Returns:
        Joints across the sheet and smooth weights; what is not the sheet follows the pole. ``None`` for anything else.
    """
    shells = components(edges_of(mesh.faces), len(mesh.vertices))
    low, high = shell_boxes(mesh.vertices, shells)
    areas = np.bincount(shells[mesh.faces[:, 0]], weights=face_areas(mesh.vertices, mesh.faces), minlength=len(low))
    sheet = int(areas.argmax())
    size = high - low
    across = 0 if size[sheet, 0] >= size[sheet, 2] else 2
    width = float(size[sheet, across])
    if areas[sheet] < _LARGE * areas.sum() or size[sheet, 2 - across] > _THIN * width:
        return None
    ground, height = float(mesh.vertices[:, 1].min()), float(np.ptp(mesh.vertices[:, 1]))
    if not 0.2 * width < size[sheet, 1] < 5.0 * width or low[sheet, 1] < ground + _FREE * height:
        return None
    pole = _pole_beside(low, high, sheet, across)
    if pole is None:
        return None
    side = np.sign(low[sheet, across] + high[sheet, across] - low[pole, across] - high[pole, across])
    start = low[sheet, across] if side > 0.0 else high[sheet, across]
    share = np.clip((mesh.vertices[:, across] - start) * side / width, 0.0, 1.0)
    cloth = shells == sheet
    positions = [np.array([*0.5 * (low[pole] + high[pole])])]
    positions[0][1] = ground
    for strip in range(_STRIPS):
        near = cloth & (np.abs(share - strip / _STRIPS) < 0.5 / _STRIPS)
        middle = 0.5 * (low[sheet] + high[sheet])
        middle[2 - across] = float(mesh.vertices[near][:, 2 - across].mean()) if near.any() else middle[2 - across]
        middle[across] = start + side * width * strip / _STRIPS
        positions.append(middle)
    names = ("pole", *(f"cloth_{strip + 1}" for strip in range(_STRIPS)))
    return Cloth(names, np.stack(positions), _weights(cloth, share))


def _pole_beside(low: np.ndarray, high: np.ndarray, sheet: int, across: int) -> int | None:
    """The tallest slender shell along an upright edge of the sheet."""
    size = high - low
    width, tall = float(size[sheet, across]), float(size[sheet, 1])
    slender = (size[:, [0, 2]].max(axis=1) < 0.2 * size[:, 1]) & (size[:, 1] >= 0.9 * tall)
    middle = 0.5 * (low + high)
    gap = np.minimum(np.abs(middle[:, across] - low[sheet, across]), np.abs(middle[:, across] - high[sheet, across]))
    level = np.abs(middle[:, 2 - across] - middle[sheet, 2 - across]) < 0.5 * _THIN * width + size[:, 2 - across]
    reaches = (high[:, 1] > middle[sheet, 1]) & (low[:, 1] < low[sheet, 1] + 0.1 * tall)
    found = np.flatnonzero(slender & (gap < _CLOSE * width) & level & reaches)
    found = found[found != sheet]
    return int(found[size[found, 1].argmax()]) if len(found) else None


def _weights(cloth: np.ndarray, share: Float[np.ndarray, " vertices"]) -> Float[np.ndarray, "vertices joints"]:
    """Every vertex of the cloth is held by the two strips whose middles it lies between."""
    place = np.clip(share * _STRIPS - 0.5, 0.0, _STRIPS - 1.0)
    first: Int[np.ndarray, " vertices"] = np.minimum(place.astype(np.int64), _STRIPS - 2)
    part = place - first
    weights = np.zeros((len(share), _STRIPS + 1))
    rows = np.flatnonzero(cloth)
    weights[rows, first[rows] + 1] = 1.0 - part[rows]
    weights[rows, first[rows] + 2] = part[rows]
    weights[~cloth, 0] = 1.0
    return weights
