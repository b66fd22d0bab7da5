"""One vertex per combination: glTF has a single index where OBJ has three.

The vertices of a part keep their order. Where one position has several texture coordinates or normals, the first it is
drawn with takes its place and the others are appended behind all the file's own.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int

from enliven.geometry.weld import weld
from enliven.io.obj.statements import Reference


@dataclass(frozen=True, slots=True, eq=False)
class Vertices:
    """Vertices of a part: ``source`` is the position each has, ``corner`` a corner of the part that is drawn with it.

    ``extra`` of them, the last, repeat a position for another texture coordinate or normal. A vertex that nothing draws
    has ``drawn`` false and corner 0.
    """

    source: Int[np.ndarray, " vertices"]
    of_corner: Int[np.ndarray, " corners"]
    corner: Int[np.ndarray, " vertices"]
    drawn: Bool[np.ndarray, " vertices"]
    extra: int


def combined(
    positions: Int[np.ndarray, " corners"],
    attributes: tuple[Int[np.ndarray, " corners"], ...],
    kept: Int[np.ndarray, " kept"],
) -> Vertices:
    """Make one vertex per combination of position and attributes.

    Args:
        positions: the position of each corner.
        attributes: numbers of further values of each corner; equal numbers, equal values.
        kept: positions to keep, ascending: at least all those of the corners.

    Returns:
        The vertices: first those of ``kept``, then the extra ones.
    """
    local = np.searchsorted(kept, positions)
    combination = _ranked(attributes, len(positions))
    first_corner = np.zeros(len(kept), dtype=np.int64)
    first_corner[local[::-1]] = np.arange(len(local))[::-1]  # the last write, so the first corner, stays
    drawn = np.zeros(len(kept), dtype=bool)
    drawn[local] = True
    other = np.flatnonzero(combination[first_corner[local]] != combination)
    of_corner = local.copy()
    keys = local[other] * (int(combination.max(initial=0)) + 1) + combination[other]
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    of_corner[other] = len(kept) + inverse
    return Vertices(
        source=np.concatenate([kept, positions[other[first]]]),
        of_corner=of_corner,
        corner=np.concatenate([first_corner, other[first]]),
        drawn=np.concatenate([drawn, np.ones(len(first), dtype=bool)]),
        extra=len(first),
    )


def _ranked(attributes: tuple[Int[np.ndarray, " corners"], ...], corners: int) -> Int[np.ndarray, " corners"]:
    """One number per combination of attributes."""
    combination = np.zeros(corners, dtype=np.int64)
    for attribute in attributes:
        combination = combination * (int(attribute.max(initial=0)) + 1) + attribute
        if combination.max(initial=0) > 2**31:
            combination = np.unique(combination, return_inverse=True)[1].astype(np.int64)
    return combination


def value_numbers(
    reference: Reference, values: Float[np.ndarray, "values width"], positions: Int[np.ndarray, " corners"]
) -> Int[np.ndarray, " corners"]:
    """A number for the value that each corner names: equal values have equal numbers, none at all is 0.

    Args:
        reference: what the corners name.
        values: texture coordinates or normals, two or three numbers each.
        positions: the position of each corner; where each has one value only, that value's place is the number.
    """
    numbers = np.where(reference.named, reference.index + 1, 0)
    if agree(positions, numbers):
        return numbers
    padded = np.zeros((len(values), 3))
    padded[:, : values.shape[1]] = values
    return np.where(reference.named, weld(padded).source_to_welded[reference.index] + 1, 0)


def agree(positions: Int[np.ndarray, " corners"], numbers: Int[np.ndarray, " corners"]) -> bool:
    """Whether all corners at one position have one number."""
    held = np.zeros(int(positions.max(initial=0)) + 1, dtype=np.int64)
    held[positions] = numbers
    return bool((held[positions] == numbers).all())


def shades_flat(
    corner_points: Float[np.ndarray, "faces 3 3"],
    corner_normals: Float[np.ndarray, "faces 3 3"],
) -> bool:
    """Whether every normal is that of its own triangle, as it is drawn without any normals."""
    a, b, c = np.moveaxis(corner_points, 1, 0)
    up = np.cross(b - a, c - a)
    length = np.linalg.norm(up, axis=1)
    has_area = length > 0.0
    up = up[has_area] / length[has_area, None]
    return bool((np.einsum("fi,fci->fc", up, corner_normals[has_area]) > 0.999).all())
