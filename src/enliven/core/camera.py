"""A camera: where a point of the model falls in the picture, and how to frame a whole motion."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float

from enliven.core.errors import InvalidRequestError

Projection = Literal["perspective", "orthographic"]

FIELD_OF_VIEW_RAD = float(np.deg2rad(24.0))
"""Default angle of view across the shorter side: a long lens, as in a product shot."""

_SMALLEST_M = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A pinhole or orthographic camera without distortion; the optical axis meets the middle of the picture.

    Camera axes are glTF's: +x right, +y up, looking along -z. Pixels count right and down from the upper left corner
    of the picture, so the middle of the first pixel is (0.5, 0.5). ``focal_px`` is pixels per metre at a depth of one
    metre (perspective) or at any depth (orthographic). Nothing nearer than ``near`` metres is seen.

    Raises:
        InvalidRequestError: if a size, the focal length or ``near`` is not positive.
    """

    world_from_camera: Float[np.ndarray, "4 4"]
    focal_px: float
    width: int
    height: int
    near: float
    projection: Projection = "perspective"

    def __post_init__(self) -> None:
        sizes = {"width": self.width, "height": self.height, "focal_px": self.focal_px, "near": self.near}
        for name, value in sizes.items():
            if not (np.isfinite(value) and value > 0):
                raise InvalidRequestError(f"the camera has {name} {value}, expected more than 0; choose a larger one")

    @property
    def camera_from_world(self) -> Float[np.ndarray, "4 4"]:
        """The inverse placement; the camera's own axes are taken to be orthonormal."""
        turned = self.world_from_camera[:3, :3].T
        placed = np.eye(4)
        placed[:3, :3] = turned
        placed[:3, 3] = -turned @ self.world_from_camera[:3, 3]
        return placed

    def seen_from(self, points: Float[np.ndarray, "*batch 3"]) -> Float[np.ndarray, "*batch 3"]:
        """Points in view axes: right, up, and depth (metres along the optical axis, positive in front)."""
        turned = self.world_from_camera[:3, :3] * np.array([1.0, 1.0, -1.0])
        return (points - self.world_from_camera[:3, 3]) @ turned

    def project(self, points: Float[np.ndarray, "*batch 3"]) -> Float[np.ndarray, "*batch 2"]:
        """Pixel coordinates of points in model space; points behind a pinhole give no meaningful pixel."""
        view = self.seen_from(points)
        scale = self.focal_px / view[..., 2:] if self.projection == "perspective" else self.focal_px
        return view[..., :2] * scale * np.array([1.0, -1.0]) + np.array([self.width, self.height]) / 2.0

    def unproject(
        self, pixels: Float[np.ndarray, "*batch 2"], depths_m: Float[np.ndarray, "*batch"]
    ) -> Float[np.ndarray, "*batch 3"]:
        """Points in model space that fall on the given pixels at the given depths."""
        scale = depths_m[..., None] if self.projection == "perspective" else np.ones_like(depths_m[..., None])
        sideways = (pixels - np.array([self.width, self.height]) / 2.0) * np.array([1.0, -1.0])
        view = np.concatenate([sideways / self.focal_px * scale, -depths_m[..., None]], axis=-1)
        return view @ self.world_from_camera[:3, :3].T + self.world_from_camera[:3, 3]

    def resized(self, factor: float) -> "Camera":
        """The same view in a picture ``factor`` times as wide and high, rounded to whole pixels."""
        return Camera(
            world_from_camera=self.world_from_camera,
            focal_px=self.focal_px * factor,
            width=round(self.width * factor),
            height=round(self.height * factor),
            near=self.near,
            projection=self.projection,
        )


def looking_at(
    eye: Float[np.ndarray, " 3"],
    target: Float[np.ndarray, " 3"],
    *,
    size_px: tuple[int, int],
    field_of_view_rad: float = FIELD_OF_VIEW_RAD,
    near: float | None = None,
) -> Camera:
    """A pinhole at ``eye`` that sees ``target`` in the middle of the picture, +Y up.

    Args:
        eye: place of the camera, model space.
        target: another point.
        size_px: width and height.
        field_of_view_rad: angle across the shorter side.
        near: metres; a hundredth of the distance to the target if ``None``.

    Returns:
        The camera.

    Raises:
        InvalidRequestError: if eye and target coincide.
    """
    distance = float(np.linalg.norm(target - eye))
    if not distance > 0.0:
        raise InvalidRequestError("the camera stands at the point it looks at, expected two different points; move it")
    world_from_camera = np.eye(4)
    world_from_camera[:3, :3] = _facing((eye - target) / distance)
    world_from_camera[:3, 3] = eye
    focal_px = min(size_px) / (2.0 * np.tan(field_of_view_rad / 2.0))
    return Camera(
        world_from_camera=world_from_camera,
        focal_px=float(focal_px),
        width=size_px[0],
        height=size_px[1],
        near=distance / 100.0 if near is None else near,
    )


def _facing(backward: np.ndarray) -> np.ndarray:
    """Columns right, up and backward of a level camera; looking straight up or down keeps +X to the right."""
    right = np.cross([0.0, 1.0, 0.0], backward)
    length = np.linalg.norm(right)
    right = right / length if length > 1e-9 else np.array([1.0, 0.0, 0.0])
    return np.stack([right, np.cross(backward, right), backward], axis=1)


def framing(
    points: Float[np.ndarray, "points 3"],
    *,
    azimuth_deg: float,
    elevation_deg: float,
    size_px: tuple[int, int],
    margin: float = 0.08,
    field_of_view_rad: float = FIELD_OF_VIEW_RAD,
    projection: Projection = "perspective",
) -> Camera:
    """The nearest camera with the given direction of view that sees every point.

    Args:
        points: whatever must be seen, model space; pass the points of all times to frame a motion.
        azimuth_deg: where the camera stands: 0 in front (+Z), 90 at +X.
        elevation_deg: how far it looks down; 90 from above.
        size_px: width and height.
        margin: share of the picture left free along each border, below a half.
        field_of_view_rad: angle across the shorter side (perspective).
        projection: pinhole or orthographic.

    Returns:
        The camera; ``near`` lies well before the nearest point.

    Raises:
        InvalidRequestError: if there is no point.
    """
    if not len(points):
        raise InvalidRequestError("there is no point to frame, expected one or more; give the vertices")
    azimuth, elevation = np.deg2rad([azimuth_deg, elevation_deg])
    level = np.cos(elevation)
    backward = np.array([level * np.sin(azimuth), np.sin(elevation), level * np.cos(azimuth)])
    axes = _facing(backward)
    right, up, back = (points @ axes).T
    room = np.array(size_px) * (1.0 - 2.0 * margin)
    if projection == "perspective":
        focal_px = float(min(size_px) / (2.0 * np.tan(field_of_view_rad / 2.0)))
        eye = _pinhole_place(right, up, back, slopes=room / (2.0 * focal_px))
        near = max(float(eye[2] - back.max()) / 2.0, _SMALLEST_M)
    else:
        box = np.array([np.ptp(right), np.ptp(up)])
        focal_px = float(min(room / np.maximum(box, _SMALLEST_M)))
        depth = max(float(np.ptp(back)), box.max(), _SMALLEST_M)
        eye = np.array([np.mean([right.min(), right.max()]), np.mean([up.min(), up.max()]), back.max() + depth])
        near = depth / 2.0
    world_from_camera = np.eye(4)
    world_from_camera[:3, :3] = axes
    world_from_camera[:3, 3] = axes @ eye
    return Camera(world_from_camera, focal_px, size_px[0], size_px[1], near, projection)


def _pinhole_place(right: np.ndarray, up: np.ndarray, back: np.ndarray, slopes: np.ndarray) -> np.ndarray:
    """The place, in camera axes, nearest to the points from which all lie within the slopes of the frustum.

    A point is inside when ``|x - eye_x| <= slope (eye_z - z)``; of each pair of planes the tightest meet in a line, and
    the eye is as far back as the farther of the two lines.
    """
    middles, backs = [], []
    for across, slope in zip((right, up), slopes, strict=True):
        high, low = (across + slope * back).max(), (-across + slope * back).max()
        middles.append((high - low) / 2.0)
        backs.append((high + low) / (2.0 * slope))
    farthest = max(*backs, float(back.max()) + _SMALLEST_M)
    return np.array([middles[0], middles[1], farthest])
