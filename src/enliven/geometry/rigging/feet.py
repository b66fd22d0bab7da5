"""Legs found from the ground up: slices of the body near the ground that stay apart until they join the trunk.

Short or thick legs are bumps to :mod:`segments`; where they stand on the ground they are found here.
"""

from dataclasses import replace

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from enliven.geometry.rigging.limbs import Anatomy, Limb

_LEAST_HEIGHT = 0.045  # of the body's height
_WIDENING = 2.2  # a slice that grows by more than this against the foot below has reached the trunk


def with_standing_legs(anatomy: Anatomy) -> Anatomy:
    """Add a limb for every pair of columns that stand on the ground and are no limbs yet."""
    columns = [column for column in _columns(anatomy) if column.side != 0]
    known = np.concatenate([limb.cells for limb in anatomy.limbs if _stands(anatomy, limb)] or [np.zeros(0, int)])
    new = [column for column in columns if not np.isin(column.cells, known).any()]
    flip = np.array([-1.0, 1.0, 1.0])
    limbs = list(anatomy.limbs)
    for left in new:
        twins = [right for right in new if left.side > 0 > right.side]
        twins.sort(key=lambda right: float(np.linalg.norm(right.tip - left.tip * flip)))
        if twins and np.linalg.norm(twins[0].tip - left.tip * flip) < 0.1 * anatomy.size:
            first = len(limbs)
            limbs += [replace(left, partner=first + 1), replace(twins[0], partner=first)]
            new = [column for column in new if column is not twins[0]]
    return replace(anatomy, limbs=tuple(limbs))


def _stands(anatomy: Anatomy, limb: Limb) -> bool:
    return bool(limb.side != 0 and limb.tip[1] - anatomy.ground < 0.15 * anatomy.height)


def _columns(anatomy: Anatomy) -> list[Limb]:
    """Every column of the body from the ground to where it meets another or widens into the trunk."""
    volume = anatomy.volume
    levels = volume.cells[anatomy.body, 1] - volume.cells[anatomy.body, 1].min()
    thickness = max(1, round(0.012 * anatomy.size / volume.pitch))
    levels = levels // thickness
    label = _slice_pieces(anatomy, levels)
    ground = int(np.ceil(0.06 * (levels.max() + 1)))
    columns = []
    for foot in np.unique(label[levels == 0]):
        pieces = [anatomy.body[label == foot]]
        area = len(pieces[0])
        for level in range(1, int(levels.max())):
            above = _pieces_above(anatomy, label, levels, pieces[-1], level)
            below = _pieces_above(anatomy, label, levels, above, level - 1) if len(above) else above
            merges = len(below) > 1.15 * len(pieces[-1])
            if not len(above) or merges or (level > ground and len(above) > _WIDENING * area):
                break
            area = max(area, len(above)) if level <= ground else 0.5 * (area + len(above))
            pieces.append(above)
        if len(pieces) * thickness * volume.pitch >= _LEAST_HEIGHT * anatomy.height:
            columns.append(_column_limb(anatomy, pieces))
    return columns


def _slice_pieces(anatomy: Anatomy, levels: np.ndarray) -> np.ndarray:
    """Connected piece of every body cell within its own slice."""
    count = len(anatomy.volume)
    level_of = np.full(count, -1)
    level_of[anatomy.body] = levels
    a, b = anatomy.graph.links.T
    same = (level_of[a] == level_of[b]) & (level_of[a] >= 0)
    table = csr_array((np.ones(int(same.sum()), dtype=np.int8), (a[same], b[same])), shape=(count, count))
    return connected_components(table, directed=False)[1][anatomy.body]


def _pieces_above(anatomy: Anatomy, label: np.ndarray, levels: np.ndarray, cells: np.ndarray, level: int) -> np.ndarray:
    """Cells of all pieces of one slice that touch given cells."""
    count = len(anatomy.volume)
    marked = np.zeros(count, dtype=bool)
    marked[cells] = True
    a, b = anatomy.graph.links.T
    touched = np.zeros(count, dtype=bool)
    touched[b[marked[a]]] = True
    touched[a[marked[b]]] = True
    here = (levels == level) & touched[anatomy.body]
    return anatomy.body[np.isin(label, np.unique(label[here])) & (levels == level)] if here.any() else cells[:0]


def _column_limb(anatomy: Anatomy, pieces: list[np.ndarray]) -> Limb:
    centres = anatomy.volume.centres
    middles = np.array([centres[piece].mean(axis=0) for piece in pieces])
    top = pieces[-1][np.argmin(((centres[pieces[-1]] - middles[-1]) ** 2).sum(axis=1))]
    trunk = anatomy.middle_line(int(top))
    x = middles[:, 0].mean()
    side = 0 if abs(x) < 1.5 * anatomy.volume.pitch else int(np.sign(x))
    return Limb(
        path=np.concatenate([trunk[:-1], middles[::-1]]),
        free=len(trunk) - 1,
        side=side,
        flat=1.0,
        radius=float(np.median([anatomy.volume.depths[piece].max() for piece in pieces])),
        cells=np.concatenate(pieces),
    )
