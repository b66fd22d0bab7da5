"""The rasteriser again, slow and readable: one triangle after another, all pixels at once. For tests and readers."""

import numpy as np
from jaxtyping import Float, Int

from enliven.core.camera import Camera
from enliven.render.rasteriser import GUARD_PX, STEPS, Fragments


def rasterise_slowly(
    vertices: Float[np.ndarray, "vertices 3"], faces: Int[np.ndarray, "faces 3"], camera: Camera
) -> Fragments:
    """What ``render.rasteriser.rasterise`` computes for solid faces."""
    view = camera.seen_from(vertices)
    shape = (camera.height, camera.width)
    face = np.zeros(shape, np.int32)
    weights = np.zeros((*shape, 2), np.float32)
    depth = np.full(shape, np.inf)
    for number, corners in enumerate(faces):
        triangle = view[corners]
        barycentrics = _where_rays_meet(triangle, camera)
        deep = barycentrics @ triangle[:, 2]
        nearer = _covered(triangle, camera) & (deep < depth)
        face[nearer] = number
        weights[nearer] = barycentrics[nearer][:, :2]
        depth[nearer] = deep[nearer]
    return Fragments(face=face, weights=weights, depth_m=depth)


def _covered(triangle: np.ndarray, camera: Camera) -> np.ndarray:
    """Whether the middle of each pixel lies in the triangle, in whole numbers of 1/STEPS pixel."""
    polygon = [corner.tolist() for corner in triangle]
    for plane in _cutting_planes(camera):
        polygon = _cut(polygon, plane)
    covered = np.zeros((camera.height, camera.width), dtype=bool)
    for k in range(1, len(polygon) - 1):
        covered |= _inside([_fixed(polygon[corner], camera) for corner in (0, k, k + 1)], camera)
    return covered


def _cutting_planes(camera: Camera) -> list[np.ndarray]:
    """Planes ``(x, y, depth, 1)`` whose positive side is kept: the near plane, then right, left, lower and upper."""
    near = np.array([0.0, 0.0, 1.0, -camera.near])
    room = [0.0, 0.0, GUARD_PX, 0.0] if camera.projection == "perspective" else [0.0, 0.0, 0.0, GUARD_PX]
    across = [np.array([x, y, 0.0, 0.0]) * camera.focal_px for x, y in ((-1, 0), (1, 0), (0, -1), (0, 1))]
    return [near, *(np.array(room) + side for side in across)]


def _cut(polygon: list, plane: np.ndarray) -> list:
    kept = []
    for here, there in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        d0, d1 = (float(np.dot(plane[:3], point) + plane[3]) for point in (here, there))
        if d0 >= 0.0:
            kept.append(here)
        if (d0 >= 0.0) != (d1 >= 0.0):
            inner, outer, share = (here, there, d0 / (d0 - d1)) if d0 >= 0.0 else (there, here, d1 / (d1 - d0))
            kept.append([a + (b - a) * share for a, b in zip(inner, outer, strict=True)])
    return kept


def _fixed(point: list, camera: Camera) -> tuple[int, int]:
    scale = camera.focal_px / point[2] if camera.projection == "perspective" else camera.focal_px
    x, y = camera.width / 2.0 + point[0] * scale, camera.height / 2.0 - point[1] * scale
    return int(np.floor(x * STEPS + 0.5)), int(np.floor(y * STEPS + 0.5))


def _inside(corners: list, camera: Camera) -> np.ndarray:
    (x0, y0), (x1, y1), (x2, y2) = corners
    doubled = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    if doubled == 0:
        return np.zeros((camera.height, camera.width), dtype=bool)
    if doubled < 0:
        corners = [corners[0], corners[2], corners[1]]
    rows, columns = np.indices((camera.height, camera.width)) * STEPS + STEPS // 2
    inside = np.ones(rows.shape, dtype=bool)
    for (xa, ya), (xb, yb) in zip(corners, corners[1:] + corners[:1], strict=True):
        side = (xb - xa) * (rows - ya) - (yb - ya) * (columns - xa)
        left_or_top = yb < ya or (yb == ya and xb > xa)
        inside &= (side >= 0) if left_or_top else (side > 0)
    return inside


def _where_rays_meet(triangle: np.ndarray, camera: Camera) -> np.ndarray:
    """Barycentrics where the ray of each pixel meets the plane of the triangle, moved inside it if it misses."""
    rows, columns = np.indices((camera.height, camera.width)) + 0.5
    right = (columns - camera.width / 2.0) / camera.focal_px
    up = -(rows - camera.height / 2.0) / camera.focal_px
    a, b, c = triangle
    if camera.projection == "perspective":
        normals = np.stack([np.cross(b, c), np.cross(c, a), np.cross(a, b)])
    else:
        pairs = ((b, c), (c, a), (a, b))
        normals = np.stack([[p[1] - q[1], q[0] - p[0], p[0] * q[1] - p[1] * q[0]] for p, q in pairs])
    weights = np.stack([right, up, np.ones_like(up)], axis=-1) @ normals.T
    total = weights.sum(axis=-1, keepdims=True)
    weights = np.where(total == 0.0, 1.0 / 3.0, weights / np.where(total == 0.0, 1.0, total))
    weights = np.maximum(weights, 0.0)
    return weights / weights.sum(axis=-1, keepdims=True)
