"""A lid on a box: shells of one mesh that a level cut parts into a lower body and a cover as wide as it."""

import numpy as np

from enliven.core.mesh import Mesh
from enliven.geometry.adjacency import components, edges_of, face_areas
from enliven.geometry.rigging.loose_pieces import LoosePieces, shell_boxes

_TRIFLE = 0.012  # share of the area: locks, hinges and coins may reach over the cut
_LEAST_BODY, _LEAST_LID = 0.3, 0.12  # shares of the area
_ALIKE = 0.15  # relative difference of the footprints
_SLACK = 0.015  # of the height: rims that overlap


def lid_of(mesh: Mesh) -> LoosePieces | None:
    """The highest level cut that no large shell crosses, with much the same footprint above as below.

    Returns:
        A body and a lid that turns about the back edge of the cut; ``None`` where there is no such cut.
    """
    shells = components(edges_of(mesh.faces), len(mesh.vertices))
    low, high = shell_boxes(mesh.vertices, shells)
    areas = np.bincount(shells[mesh.faces[:, 0]], weights=face_areas(mesh.vertices, mesh.faces), minlength=len(low))
    large = areas > _TRIFLE * areas.sum()
    base, height = float(low[:, 1].min()), float(np.ptp(mesh.vertices[:, 1]))
    slack = _SLACK * height
    for cut in np.sort(low[large, 1])[::-1]:
        above = large & (low[:, 1] >= cut - slack)
        below = large & (high[:, 1] <= cut + slack)
        if (large & ~above & ~below).any() or not 0.1 < (cut - base) / height < 0.95:
            continue
        if areas[above].sum() < _LEAST_LID * areas.sum() or areas[below].sum() < _LEAST_BODY * areas.sum():
            continue
        over = np.array([low[above].min(axis=0), high[above].max(axis=0)])
        under = np.array([low[below].min(axis=0), high[below].max(axis=0)])
        wide, deep = np.ptp(under[:, 0]), np.ptp(under[:, 2])
        if (np.abs(over - under)[:, [0, 2]] > _ALIKE * np.array([wide, deep])).any():
            continue
        lid = 0.5 * (low + high)[:, 1] > cut
        lid[above], lid[below] = True, False
        hinge = np.array([0.5 * (over[0, 0] + over[1, 0]), cut, max(over[0, 2], under[0, 2])])
        middle = 0.5 * (under[0] + under[1])
        return LoosePieces(("body", "lid"), np.stack([middle, hinge]), lid[shells].astype(np.int64))
    return None
