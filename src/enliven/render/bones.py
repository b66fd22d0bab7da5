"""A skeleton drawn over a photograph: left, right and middle in three colours, fainter the deeper inside the model."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int, UInt8

from enliven.core.camera import Camera

LEFT, RIGHT, MIDDLE = 0, 1, 2
_COLOURS = np.array([(240, 98, 70), (38, 132, 255), (250, 190, 60)], dtype=np.float64)
_OUTLINE = np.array([28.0, 32.0, 40.0])
_VEIL = 0.30  # how far the model is paled, so that bones stand out


@dataclass(frozen=True, slots=True, eq=False)
class BoneLook:
    """What stays the same from frame to frame."""

    parents: tuple[int | None, ...]
    sides: Int[np.ndarray, " joints"]
    size_m: float


def bone_look(
    rest_positions: Float[np.ndarray, "joints 3"], parents: tuple[int | None, ...], size_m: float
) -> BoneLook:
    """Tell sides apart at rest: +x is the left of a model that looks along +z."""
    middle = (rest_positions[:, 0].min() + rest_positions[:, 0].max()) / 2.0
    away = rest_positions[:, 0] - middle
    tolerance = 0.02 * size_m
    sides = np.where(away > tolerance, LEFT, np.where(away < -tolerance, RIGHT, MIDDLE))
    return BoneLook(parents, sides, size_m)


def with_bones(
    rgb: UInt8[np.ndarray, "height width 3"],
    depth_m: Float[np.ndarray, "height width"],
    camera: Camera,
    joints: Float[np.ndarray, "joints 3"],
    look: BoneLook,
) -> UInt8[np.ndarray, "height width 3"]:
    """Draw bones, farthest first, over a picture.

    Args:
        rgb: the picture.
        depth_m: of the model behind each pixel; infinite where there is none.
        camera: of the picture.
        joints: where joints are now, model space.
        look: from ``bone_look``.

    Returns:
        A new picture.
    """
    picture = rgb.astype(np.float64)
    veiled = np.isfinite(depth_m)
    picture[veiled] += _VEIL * (255.0 - picture[veiled])
    view = camera.seen_from(joints)
    pixels = camera.project(joints)
    seen = view[:, 2] > camera.near
    unit = max(min(camera.width, camera.height) / 480.0, 0.5)
    strokes = []
    for joint, parent in enumerate(look.parents):
        if seen[joint]:
            # the dot comes after bones of about the same depth
            strokes.append((view[joint, 2] - 0.01 * look.size_m, joint, joint, 3.1 * unit, 3.1 * unit))
        if parent is not None and seen[joint] and seen[parent]:
            middle = (view[joint, 2] + view[parent, 2]) / 2.0
            strokes.append((middle, parent, joint, 2.4 * unit, 1.1 * unit))
    for _, start, end, wide, narrow in sorted(strokes, reverse=True):
        deeps = (view[start, 2], view[end, 2])
        colour = _COLOURS[look.sides[end]] if start != end else 0.25 * _COLOURS[look.sides[end]] + 0.75 * 255.0
        _stroke(picture, depth_m, (pixels[start], pixels[end]), deeps, (wide, narrow), colour, unit, look.size_m)
    return np.round(picture).clip(0, 255).astype(np.uint8)


def _stroke(
    picture: np.ndarray,
    depth_m: np.ndarray,
    ends: tuple[np.ndarray, np.ndarray],
    deeps: tuple[float, float],
    radii: tuple[float, float],
    colour: np.ndarray,
    unit: float,
    size_m: float,
) -> None:
    """One tapered line with round ends and a dark rim, drawn in place."""
    start, end = ends
    room = max(radii) + 2.0 * unit
    low = np.floor(np.minimum(start, end) - room)
    high = np.ceil(np.maximum(start, end) + room)
    left, top = np.clip(low, 0, [depth_m.shape[1], depth_m.shape[0]]).astype(int)
    right, bottom = np.clip(high, 0, [depth_m.shape[1], depth_m.shape[0]]).astype(int)
    if left >= right or top >= bottom:
        return
    y, x = np.indices((bottom - top, right - left)) + np.array([top + 0.5, left + 0.5])[:, None, None]
    along = end - start
    squared = float(along @ along)
    share = ((x - start[0]) * along[0] + (y - start[1]) * along[1]) / squared if squared > 1e-9 else np.zeros_like(x)
    share = np.clip(share, 0.0, 1.0)
    distance = np.hypot(x - start[0] - share * along[0], y - start[1] - share * along[1])
    radius = radii[0] + share * (radii[1] - radii[0])
    window = (slice(top, bottom), slice(left, right))
    deep = deeps[0] + share * (deeps[1] - deeps[0])
    buried = np.clip((deep - depth_m[window]) / (0.25 * size_m), 0.0, 1.0)
    opacity = 0.95 - 0.45 * buried
    for reach, rim in ((radius + 0.9 * unit, True), (radius, False)):
        cover = (np.clip(reach - distance + 0.5, 0.0, 1.0) * opacity * (0.75 if rim else 1.0))[..., None]
        picture[window] += cover * ((_OUTLINE if rim else colour) - picture[window])
