"""Shadows of the key light, on the model and on the floor, from two pictures taken along the light and from below."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int
from scipy.ndimage import gaussian_filter

from enliven.core.camera import Camera
from enliven.render.rasteriser import Cutouts, rasterise_view

TEXELS = 512
"""Side of the maps."""
_BLURS = 0.16  # room for the widest blur, as a share of the size of the model


@dataclass(frozen=True, slots=True, eq=False)
class Shadows:
    """Maps over the floor: a point belongs to the place where the ray of light through it meets the floor.

    ``grid`` is x and z of the first texel, texels per metre, the shift in x and z per metre of height, and the height
    of the floor.
    """

    highest_m: Float[np.ndarray, "rows columns"]  # height above the floor of what the light meets first; 0 if nothing
    floor: Float[np.ndarray, "half_rows half_columns"]  # share of light missing on the floor
    grid: Float[np.ndarray, " 6"]


def shadows(
    vertices: Float[np.ndarray, "vertices 3"],
    faces: Int[np.ndarray, "faces 3"],
    cutouts: Cutouts | None,
    to_light: Float[np.ndarray, " 3"],
    *,
    floor_m: float,
    size_m: float,
) -> Shadows:
    """Draw the maps of one frame.

    Args:
        vertices: model space, metres.
        faces: corners.
        cutouts: holes in the faces.
        to_light: unit vector towards the key light, above the floor.
        floor_m: height of the floor.
        size_m: size of the model, to which blurs are in proportion.

    Returns:
        The maps.
    """
    height = np.maximum(vertices[:, 1] - floor_m, 0.0)
    shift = to_light[[0, 2]] / to_light[1]
    lit = vertices[:, [0, 2]] - height[:, None] * shift
    ends = np.concatenate([lit, vertices[:, [0, 2]]])
    low, high = ends.min(axis=0) - _BLURS * size_m, ends.max(axis=0) + _BLURS * size_m
    per_m = (TEXELS - 1) / max(float((high - low).max()), 1e-9)
    top = float(height.max()) + size_m
    below = _seen_heights(lit, top - height, faces, cutouts, low, per_m, size_m)
    highest = np.where(np.isfinite(below), top - below, 0.0).astype(np.float32)
    lowest = _seen_heights(vertices[:, [0, 2]], height + size_m, faces, cutouts, low, per_m, size_m) - size_m
    return Shadows(
        highest_m=highest,
        floor=_floor_darkness(np.isfinite(below), highest, lowest, per_m, size_m),
        grid=np.array([low[0], low[1], per_m, shift[0], shift[1], floor_m]),
    )


def _seen_heights(
    ground: np.ndarray,
    depth: np.ndarray,
    faces: np.ndarray,
    cutouts: Cutouts | None,
    low: np.ndarray,
    per_m: float,
    size_m: float,
) -> np.ndarray:
    """The least depth over each texel; rows follow z, columns x."""
    lens = Camera(np.eye(4), per_m, TEXELS, TEXELS, size_m * 0.5, "orthographic")
    across = ground - low - (TEXELS / 2.0) / per_m
    view = np.column_stack([across[:, 0], -across[:, 1], depth])
    return rasterise_view(view, faces, lens, cutouts).depth_m


def _floor_darkness(
    cast: np.ndarray, highest: np.ndarray, lowest: np.ndarray, per_m: float, size_m: float
) -> np.ndarray:
    """A soft shadow of the light, a wide one of the whole sky, and a narrow dark one where the model touches."""
    half = per_m * size_m / 2.0  # texels of the halved maps in the size of the model
    near = np.where(np.isfinite(lowest), lowest / size_m, np.inf)
    fading = np.where(cast, np.exp(-highest / (1.6 * size_m)), 0.0)
    layers = [
        (0.40, fading, 0.012),
        (0.30, np.exp(-near / 0.30), 0.055),
        (0.55, np.exp(-near / 0.035), 0.009),
    ]
    light = np.ones((TEXELS // 2, TEXELS // 2), np.float32)
    for strength, mask, blur in layers:
        light *= 1.0 - strength * gaussian_filter(_halved(mask), max(blur * half, 0.5), truncate=2.5)
    return 1.0 - light


def _halved(mask: np.ndarray) -> np.ndarray:
    """Means of 2 x 2 texels."""
    rows = mask[::2] + mask[1::2]
    return ((rows[:, ::2] + rows[:, 1::2]) / 4.0).astype(np.float32)
