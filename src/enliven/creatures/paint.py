"""Paint on a finished surface: where a colour goes, as masks over points and normals."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.creatures.lumps import Point, Rgb

Mask = Callable[[Float[np.ndarray, "points 3"], Float[np.ndarray, "points 3"]], Float[np.ndarray, " points"]]
"""``mask(points, normals)``: how much of the colour each point takes, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Stain:
    """A colour laid over what is there, where its mask says."""

    rgb: Rgb
    mask: Mask


def painted(
    rgb: Float[np.ndarray, "points 3"],
    stains: list[Stain],
    points: Float[np.ndarray, "points 3"],
    normals: Float[np.ndarray, "points 3"],
) -> Float[np.ndarray, "points 3"]:
    """Colours with the stains laid on in order."""
    for stain in stains:
        share = np.clip(stain.mask(points, normals), 0.0, 1.0)[:, None]
        rgb = rgb + share * (np.asarray(stain.rgb) - rgb)
    return rgb


def ramp(values: Float[np.ndarray, " points"], low: float, high: float) -> Float[np.ndarray, " points"]:
    """Smooth step: 0 up to ``low``, 1 from ``high``; falling where ``high < low``."""
    t = np.clip((values - low) / (high - low), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def around(centre: Point, radii: Point, *, soft: float = 0.25) -> Mask:
    """An ellipsoid, fading over its outer ``soft`` share."""

    def mask(points: np.ndarray, normals: np.ndarray) -> np.ndarray:
        return ramp(np.sqrt((((points - centre) / radii) ** 2).sum(axis=1)), 1.0, 1.0 - soft)

    return mask


def facing(direction: Point, low: float, high: float) -> Mask:
    """Where the normal leans along ``direction``: from cosine ``low`` (none) to ``high`` (all)."""
    unit = np.asarray(direction) / np.linalg.norm(direction)

    def mask(points: np.ndarray, normals: np.ndarray) -> np.ndarray:
        return ramp(normals @ unit, low, high)

    return mask


def along(axis: Point, low: float, high: float) -> Mask:
    """Along a direction: from ``low`` metres (none) to ``high`` (all); falling where ``high < low``."""
    unit = np.asarray(axis) / np.linalg.norm(axis)

    def mask(points: np.ndarray, normals: np.ndarray) -> np.ndarray:
        return ramp(points @ unit, low, high)

    return mask


def stripes(axis: Point, period: float, share: float, *, phase: float = 0.0, wobble: float = 0.0) -> Mask:
    """Bands across a direction, every ``period`` metres, dark over ``share`` of it, waving by ``wobble`` metres."""
    unit = np.asarray(axis) / np.linalg.norm(axis)

    def mask(points: np.ndarray, normals: np.ndarray) -> np.ndarray:
        bent = points @ unit + wobble * np.sin(points @ np.array([7.1, 9.3, 5.7]) / max(8.0 * period, 1e-9))
        wave = np.cos(2.0 * np.pi * (bent / period + phase))
        edge = np.cos(np.pi * share)
        return ramp(wave, edge - 0.25, edge + 0.25)

    return mask


def spots(centres: Float[np.ndarray, "spots 3"], radii: Float[np.ndarray, " spots"]) -> Mask:
    """Round patches about given places."""

    def mask(points: np.ndarray, normals: np.ndarray) -> np.ndarray:
        level = np.linalg.norm(points[:, None, :] - centres, axis=2) / radii
        return ramp(level.min(axis=1), 1.0, 0.75)

    return mask


def both(*masks: Mask) -> Mask:
    """Where all masks hold: their product."""

    def mask(points: np.ndarray, normals: np.ndarray) -> np.ndarray:
        return np.prod(np.stack([one(points, normals) for one in masks]), axis=0)

    return mask


def middle(width: float) -> Mask:
    """Near the plane x = 0, up to ``width`` metres from it."""

    def mask(points: np.ndarray, normals: np.ndarray) -> np.ndarray:
        return ramp(np.abs(points[:, 0]), width, 0.7 * width)

    return mask
