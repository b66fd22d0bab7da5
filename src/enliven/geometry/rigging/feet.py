"""Legs found from the ground up: slices of the body near the ground that stay apart until they join the trunk.

Short or thick legs are bumps to :mod:`segments`; where they stand on the ground they are found here.
"""

from dataclasses import replace

import numpy as np

from enliven.geometry.rigging.limbs import Anatomy, Limb
from enliven.geometry.rigging.slices import Slices, slices_of

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
    thickness = max(1, round(0.012 * anatomy.size / volume.pitch))
    levels = np.full(len(volume), -1)
    heights = volume.cells[anatomy.body, 1]
    levels[anatomy.body] = (heights - heights.min()) // thickness
    slices = slices_of(anatomy.graph, levels)
    ground = int(np.ceil(0.06 * (levels.max() + 1)))
    climbs = [_climb(slices, int(foot), ground) for foot in np.flatnonzero(slices.levels == 0)]
    return [
        _column_limb(anatomy, pieces)
        for pieces in climbs
        if len(pieces) * thickness * volume.pitch >= _LEAST_HEIGHT * anatomy.height
    ]


def _climb(slices: Slices, foot: int, ground: int) -> list[np.ndarray]:
    """Cells of a column, slice by slice, from a piece on the ground up to where it joins others or widens."""
    pieces, column, level = [foot], [slices.cells[foot]], 0
    area = float(len(column[0]))
    while True:
        above = sorted({p for piece in pieces for p in slices.touching[piece] if slices.levels[p] == level + 1})
        below = {p for piece in above for p in slices.touching[piece] if slices.levels[p] == level}
        cells = np.concatenate([slices.cells[p] for p in above] or [column[0][:0]])
        joins = sum(len(slices.cells[p]) for p in below) > 1.15 * len(column[-1])
        level += 1
        if not above or joins or (level > ground and len(cells) > _WIDENING * area):
            return column
        area = max(area, len(cells)) if level <= ground else 0.5 * (area + len(cells))
        column.append(cells)
        pieces = above


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
        radius=float(np.median([anatomy.depths[piece].max() for piece in pieces])),
        cells=np.concatenate(pieces),
    )
