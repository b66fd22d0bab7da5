"""The signed distance of blended lumps on a grid, worked out near the surface only."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.creatures.lumps import FAR, Lump, blended, union_distance

_BLOCK = 8  # samples along a block
_SLACK = 1.25  # the distance of an ellipsoid is approximate; blocks are kept a little further out


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """Samples of a signed distance; sample ``(i, j, k)`` lies at ``origin + spacing * (i, j, k)``, metres."""

    values: Float[np.ndarray, "nx ny nz"]
    origin: Float[np.ndarray, " 3"]
    spacing: float


def field_of(lumps: Sequence[Lump], spacing: float) -> Field:
    """Sample the distance of blended lumps; far from the surface only the sign holds.

    Args:
        lumps: at least one, the first adding.
        spacing: between samples, metres.

    Returns:
        A field that is positive on its whole border.
    """
    boxes = np.stack([lump.box() for lump in lumps if not lump.carves])
    margin = 3.0 * spacing
    low, high = boxes[:, 0].min(axis=0) - margin, boxes[:, 1].max(axis=0) + margin
    blocks = np.ceil((high - low) / (spacing * _BLOCK)).astype(np.int64)
    # A middle sample plane between two samples at x = 0 keeps left and right alike.
    origin = (low + high) / 2.0 - spacing * (blocks * _BLOCK - 1) / 2.0
    places = np.stack(np.meshgrid(*[np.arange(n) for n in blocks], indexing="ij"), axis=-1).reshape(-1, 3)
    centres = origin + spacing * (places * _BLOCK + (_BLOCK - 1) / 2.0)
    radius = spacing * _BLOCK * np.sqrt(3.0) / 2.0
    centre_distance = union_distance(lumps, centres)
    samples = np.where(centre_distance > 0.0, FAR, -FAR)[:, None] * np.ones((1, _BLOCK**3))
    near = np.flatnonzero(np.abs(centre_distance) < _SLACK * radius + spacing)
    samples[near] = _near_samples(lumps, centres[near], spacing, radius)
    cube = samples.reshape(*blocks, _BLOCK, _BLOCK, _BLOCK).transpose(0, 3, 1, 4, 2, 5)
    return Field(values=cube.reshape(*(blocks * _BLOCK)), origin=origin, spacing=spacing)


def _near_samples(lumps: Sequence[Lump], centres: np.ndarray, spacing: float, radius: float) -> np.ndarray:
    """Distances at the samples of blocks, each lump asked only where it can matter for a sample beside the surface."""
    steps = (np.arange(_BLOCK) - (_BLOCK - 1) / 2.0) * spacing
    offsets = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1).reshape(-1, 3)
    total = np.full((len(centres), len(offsets)), FAR)
    for lump in lumps:
        matters = np.flatnonzero(lump.distance(centres) < _SLACK * radius + lump.blend + 2.0 * spacing)
        if len(matters) == 0:
            continue
        points = (centres[matters, None, :] + offsets).reshape(-1, 3)
        distance = lump.distance(points).reshape(len(matters), -1)
        total[matters] = blended(total[matters], distance, lump.blend, carve=lump.carves)
    return total
