"""A photograph: a model on a seamless floor, lit from the upper left of the camera."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, UInt8

from enliven.core.camera import Camera
from enliven.render.drawable import Drawable
from enliven.render.occlusion import open_sky, smoothed_sky
from enliven.render.rasteriser import Fragments, rasterise
from enliven.render.shading import DECODED, Frame, Lights, Surface, encoded, shade
from enliven.render.shadows import shadows
from enliven.render.smoothing import group_normals
from enliven.render.textures import linear_from_srgb, srgb_from_linear

BACKDROP_MIDDLE = (0.965, 0.970, 0.976)
"""sRGB of the backdrop behind the model."""
BACKDROP_EDGE = (0.800, 0.820, 0.848)
"""sRGB of the backdrop at the corners."""
_KEY_DEG = (-42.0, 50.0)  # azimuth from the camera, elevation
_FILL_DEG = (65.0, 12.0)
_RIM_DEG = (155.0, 35.0)
_TAPS = 10


@dataclass(frozen=True, slots=True, eq=False)
class Studio:
    """What stays the same from frame to frame."""

    model: Drawable
    camera: Camera
    floor_m: float
    size_m: float
    lights: Lights
    backdrop: Float[np.ndarray, "height width 3"]  # linear


def studio(model: Drawable, camera: Camera, *, floor_m: float, size_m: float) -> Studio:
    """Set up lights and backdrop.

    Args:
        model: what is photographed.
        camera: lights turn with it.
        floor_m: height of the floor, model space.
        size_m: size of the model, to which the softness of shadows is in proportion.

    Returns:
        The studio, ready for ``photograph``.
    """
    backward = camera.world_from_camera[:3, 2]
    azimuth = float(np.arctan2(backward[0], backward[2]))
    lights = Lights(
        eye=np.array(camera.world_from_camera[:3, 3]),
        axes=np.ascontiguousarray(camera.world_from_camera[:3, :3]),
        lens=np.array(
            [camera.focal_px, camera.width / 2.0, camera.height / 2.0, float(camera.projection == "perspective")]
        ),
        lamps=np.stack([_direction(azimuth, *place) for place in (_KEY_DEG, _FILL_DEG, _RIM_DEG)]),
        decoded=DECODED,
        taps=_taps(),
    )
    return Studio(model, camera, floor_m, size_m, lights, backdrop(camera.width, camera.height))


def _taps() -> np.ndarray:
    """Points spread over a disc (a sunflower), turned in 16 ways."""
    spiral = np.arange(_TAPS) + 0.5
    angles = spiral * 2.399963 + np.arange(16)[:, None] * 2.399963 * _TAPS
    return np.sqrt(spiral / _TAPS)[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=-1)


def _direction(azimuth_rad: float, turn_deg: float, elevation_deg: float) -> np.ndarray:
    around, up = azimuth_rad + np.deg2rad(turn_deg), np.deg2rad(elevation_deg)
    return np.array([np.cos(up) * np.sin(around), np.sin(up), np.cos(up) * np.cos(around)])


def backdrop(width: int, height: int) -> Float[np.ndarray, "height width 3"]:
    """Linear light of the empty studio: bright behind the model, a little darker towards the corners."""
    y, x = np.indices((height, width)) + 0.5
    across, down = x / width - 0.5, y / height - 0.46
    far = np.clip((across**2 + down**2) / 0.5, 0.0, 1.0)[..., None]
    far = far * (1.0 + 0.15 * (down[..., None] > 0) * down[..., None])
    mixed = np.array(BACKDROP_MIDDLE) * (1.0 - far) + np.array(BACKDROP_EDGE) * far
    return linear_from_srgb(mixed).astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Photograph:
    """A finished picture, and the depth behind its pixels for what is drawn over it."""

    rgb: UInt8[np.ndarray, "height width 3"]
    fragments: Fragments  # twice as fine


def photograph(scene: Studio, vertices: Float[np.ndarray, "vertices 3"]) -> Photograph:
    """One frame.

    Args:
        scene: from ``studio``.
        vertices: of all parts, model space.

    Returns:
        The picture.
    """
    model, camera, lights = scene.model, scene.camera, scene.lights
    places = np.ascontiguousarray(vertices, dtype=np.float64)
    seen = rasterise(places, model.faces, camera.resized(2.0), model.cutouts)
    maps = shadows(places, model.faces, model.cutouts, lights.lamps[0], floor_m=scene.floor_m, size_m=scene.size_m)
    shape = (camera.height, camera.width)
    raw_sky, sky = np.ones(shape, np.float32), np.ones(shape, np.float32)
    reach_m = 0.07 * scene.size_m
    open_sky(seen.depth_m, camera.focal_px, camera.projection == "perspective", reach_m, lights.taps, raw_sky)
    smoothed_sky(raw_sky, seen.depth_m, reach_m, sky)
    frame = Frame(
        face=seen.face,
        weights=seen.weights,
        depth=seen.depth_m,
        open_sky=sky,
        highest=maps.highest_m,
        floor=maps.floor,
        grid=maps.grid,
        softness=0.012 * scene.size_m,
    )
    normals, flat = group_normals(places, model.faces, model.groups, model.normals)
    surface = Surface(places, model.faces, model.groups, normals, flat)
    light = np.zeros((*shape, 3), np.float32)
    shade(surface, model.paint, model.textures, lights, frame, scene.backdrop, light)
    rgb = np.zeros((*shape, 3), np.uint8)
    encoded(light, _ENCODING, rgb)
    return Photograph(rgb, seen)


_ENCODING = np.round(srgb_from_linear(np.arange(4096) / 4095.0) * 255.0).astype(np.uint8)
