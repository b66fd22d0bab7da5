"""Rigid things in one mesh with a part that turns: blades about a hub, and a door leaf in its frame."""

import numpy as np

from enliven.core.mesh import Mesh
from enliven.geometry.adjacency import components, edges_of, face_areas
from enliven.geometry.rigging.loose_pieces import LoosePieces, shell_boxes

_ALIKE = 0.03  # relative difference of areas and radii of blades
_DOOR_SHARE = 0.1  # of the area


def rotor_of(mesh: Mesh) -> LoosePieces | None:
    """Three or more equal shells placed evenly about a level axis turn with all that lies in their disc."""
    shells = components(edges_of(mesh.faces), len(mesh.vertices))
    low, high = shell_boxes(mesh.vertices, shells)
    areas = np.bincount(shells[mesh.faces[:, 0]], weights=face_areas(mesh.vertices, mesh.faces), minlength=len(low))
    sizes = np.bincount(shells)
    middle = np.stack([np.bincount(shells, weights=column) / sizes for column in mesh.vertices.T], axis=1)
    order = np.argsort(-areas, kind="stable")
    starts = np.flatnonzero(np.diff(areas[order], prepend=np.inf) < -_ALIKE * areas[order])
    for first, last in zip(starts, [*starts[1:], len(order)], strict=True):
        blades = order[first:last]
        if not 3 <= len(blades) <= 12 or areas[blades].sum() < 0.02 * areas.sum():
            continue
        for axis in (2, 0):
            if _evenly_about(middle[blades], axis):
                return _rotor(mesh, shells, (low, high), middle, blades, axis)
    return None


def door_of(mesh: Mesh) -> LoosePieces | None:
    """A tall thin slab between two posts swings about its edge away from the handle."""
    shells = components(edges_of(mesh.faces), len(mesh.vertices))
    low, high = shell_boxes(mesh.vertices, shells)
    areas = np.bincount(shells[mesh.faces[:, 0]], weights=face_areas(mesh.vertices, mesh.faces), minlength=len(low))
    size = high - low
    for slab in np.argsort(-areas, kind="stable")[:3].tolist():
        across = 0 if size[slab, 0] > size[slab, 2] else 2
        deep, width, height = 2 - across, size[slab, across], size[slab, 1]
        thin = size[slab, deep] < 0.15 * width and height > 1.2 * width and areas[slab] > _DOOR_SHARE * areas.sum()
        tall = (size[:, 1] > 0.9 * height) & (size[:, across] < 0.4 * width)
        middle = 0.5 * (low + high)
        near = tall & (np.abs(np.abs(middle[:, across] - middle[slab, across]) - 0.5 * width) < 0.25 * width)
        sides = np.unique(np.sign(middle[near, across] - middle[slab, across]))
        if not thin or set(sides.tolist()) < {-1.0, 1.0}:
            continue
        margin = np.full(3, 0.02 * height)
        margin[deep] = 0.2 * width
        leaf = ((low >= low[slab] - margin) & (high <= high[slab] + margin)).all(axis=1) & ~near
        handles = leaf & (size.max(axis=1) < 0.2 * height)
        aside = float(middle[handles, across].mean() - middle[slab, across]) if handles.any() else 0.0
        hinge = np.array(middle[slab])
        hinge[across] = low[slab, across] if aside > 1e-3 * width else high[slab, across]
        whole = 0.5 * (mesh.vertices.min(axis=0) + mesh.vertices.max(axis=0))
        return LoosePieces(("frame", "door"), np.stack([whole, hinge]), leaf[shells].astype(np.int64))
    return None


def _evenly_about(centres: np.ndarray, axis: int) -> bool:
    """Whether points lie on a circle about the axis through their mean, at even angles."""
    off = centres - centres.mean(axis=0)
    flat = np.delete(off, axis, axis=1)
    radius = np.linalg.norm(flat, axis=1)
    if radius.min() <= 0.0 or np.ptp(radius) > _ALIKE * radius.max() or np.ptp(off[:, axis]) > 0.1 * radius.max():
        return False
    angles = np.sort(np.arctan2(flat[:, 1], flat[:, 0]))
    steps = np.diff(np.concatenate([angles, angles[:1] + 2.0 * np.pi]))
    return bool(np.ptp(steps) < 0.1 * steps.mean())


def _rotor(
    mesh: Mesh,
    shells: np.ndarray,
    boxes: tuple[np.ndarray, np.ndarray],
    middle: np.ndarray,
    blades: np.ndarray,
    axis: int,
) -> LoosePieces:
    low, high = boxes
    hub = middle[blades].mean(axis=0)
    near, far = low[blades, axis].min(), high[blades, axis].max()
    margin = 0.6 * (far - near)
    in_disc = (low[:, axis] >= near - margin) & (high[:, axis] <= far + margin)
    reach = np.linalg.norm(np.delete(mesh.vertices - hub, axis, axis=1), axis=1)
    farthest = np.zeros(len(low))
    np.maximum.at(farthest, shells, reach)
    turns = in_disc & (farthest <= farthest[blades].max() * 1.02)
    whole = 0.5 * (mesh.vertices.min(axis=0) + mesh.vertices.max(axis=0))
    return LoosePieces(("body", "rotor"), np.stack([whole, hub]), turns[shells].astype(np.int64))
