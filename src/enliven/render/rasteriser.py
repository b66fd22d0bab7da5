"""Triangles to fragments on a CPU: which face each pixel shows, where on it, and how deep.

Coverage is decided in whole numbers (1/256 pixel, the top-left rule), so neighbours never overlap nor leave a gap.
Where on the face a pixel falls is then computed from the true triangle, by the ray through the middle of the pixel.
``render.reference`` says the same slowly. Sources: Pineda 1988, "A parallel algorithm for polygon rasterization";
Olano and Greer 1997, "Triangle scan conversion using 2D homogeneous coordinates"; Sutherland and Hodgman 1974.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from jaxtyping import Bool, Float, Int

from enliven.core.camera import Camera
from enliven.core.jit import compiled

STEPS = 256
"""Positions within a pixel, along each side."""

GUARD_PX = 2.0**18
"""Triangles that reach farther from the middle of the picture are cut there, or whole numbers would overflow."""


class Cutouts(NamedTuple):
    """Holes in faces, read from images of alpha (0 to 255); arrays only, as compiled loops want them."""

    image: np.ndarray  # int32 [faces]: which image cuts the face; negative for none
    opacity: np.ndarray  # float32 [faces]: alpha of the whole face, multiplied with the image's
    threshold: np.ndarray  # float32 [faces]: alpha below it is a hole; negative for a screen as dense as alpha says
    uv: np.ndarray  # float32 [vertices 2]
    alpha: np.ndarray  # uint8 [texels]: all images, row after row
    layout: np.ndarray  # int64 [images 3]: first texel, width, height


@dataclass(frozen=True, slots=True, eq=False)
class Fragments:
    """What each pixel sees; where ``covered`` is false the other fields mean nothing."""

    face: Int[np.ndarray, "height width"]
    weights: Float[np.ndarray, "height width 2"]  # of the first two corners; the third makes them 1
    depth_m: Float[np.ndarray, "height width"]  # along the optical axis; infinite where nothing is seen

    @property
    def covered(self) -> Bool[np.ndarray, "height width"]:
        """Whether a pixel shows a face."""
        return np.isfinite(self.depth_m)

    @property
    def barycentrics(self) -> Float[np.ndarray, "height width 3"]:
        """Weights of the three corners, perspective included."""
        return np.concatenate([self.weights, 1.0 - self.weights.sum(axis=2, keepdims=True)], axis=2)


def no_cutouts() -> Cutouts:
    """Solid faces."""
    return Cutouts(
        image=np.zeros(0, np.int32),
        opacity=np.zeros(0, np.float32),
        threshold=np.zeros(0, np.float32),
        uv=np.zeros((0, 2), np.float32),
        alpha=np.zeros(0, np.uint8),
        layout=np.zeros((0, 3), np.int64),
    )


def rasterise(
    vertices: Float[np.ndarray, "vertices 3"],
    faces: Int[np.ndarray, "faces 3"],
    camera: Camera,
    cutouts: Cutouts | None = None,
) -> Fragments:
    """Draw triangles, both sides of them, nearest first; of equally near ones the first face is seen.

    Args:
        vertices: model space, metres.
        faces: corners.
        camera: what nears it below ``camera.near`` is cut off.
        cutouts: holes; none if ``None``.

    Returns:
        One fragment a pixel.
    """
    return rasterise_view(camera.seen_from(vertices), faces, camera, cutouts)


def rasterise_view(
    view: Float[np.ndarray, "vertices 3"],
    faces: Int[np.ndarray, "faces 3"],
    camera: Camera,
    cutouts: Cutouts | None = None,
) -> Fragments:
    """Draw triangles given in view axes (right, up, depth), where only the lens of the camera counts, not its place."""
    shape = (camera.height, camera.width)
    depth = np.full(shape, np.inf)
    face = np.zeros(shape, np.int32)
    weights = np.zeros((*shape, 2), np.float32)
    lens = np.array([camera.focal_px, camera.width / 2.0, camera.height / 2.0, camera.near])
    _draw(
        np.ascontiguousarray(view, dtype=np.float64),
        np.ascontiguousarray(faces, dtype=np.int32),
        lens,
        camera.projection == "perspective",
        no_cutouts() if cutouts is None else cutouts,
        depth,
        face,
        weights,
    )
    return Fragments(face=face, weights=weights, depth_m=depth)


@compiled
def _draw(view, faces, lens, pinhole, cutouts, depth, face_ids, weights):
    focal, middle_x, middle_y, near = lens[0], lens[1], lens[2], lens[3]
    count = len(view)
    fixed = np.zeros((count, 2), np.int64)
    simple = np.zeros(count, np.bool_)  # in front of the near plane and within the guard band
    for v in range(count):
        if view[v, 2] < near:
            continue
        scale = focal / view[v, 2] if pinhole else focal
        x, y = view[v, 0] * scale, view[v, 1] * scale
        if abs(x) <= GUARD_PX and abs(y) <= GUARD_PX:
            simple[v] = True
            fixed[v, 0] = np.int64(np.floor((middle_x + x) * STEPS + 0.5))
            fixed[v, 1] = np.int64(np.floor((middle_y - y) * STEPS + 0.5))
    planes = np.zeros((3, 3))
    corners = np.zeros((3, 2), np.int64)
    polygon = np.zeros((9, 3))
    spare = np.zeros((9, 3))
    for f in range(len(faces)):
        a, b, c = faces[f, 0], faces[f, 1], faces[f, 2]
        if simple[a] and simple[b] and simple[c]:
            for k in range(3):
                corners[k, 0] = fixed[faces[f, k], 0]
                corners[k, 1] = fixed[faces[f, k], 1]
            _fill(f, corners, view, faces, lens, pinhole, planes, cutouts, depth, face_ids, weights)
            continue
        if view[a, 2] < near and view[b, 2] < near and view[c, 2] < near:
            continue
        for k in range(3):
            _copy(view, faces[f, k], polygon, k)
        sides = _clip(polygon, spare, lens, pinhole)
        for k in range(1, sides - 1):
            for corner, source in enumerate((0, k, k + 1)):
                scale = focal / polygon[source, 2] if pinhole else focal
                corners[corner, 0] = np.int64(np.floor((middle_x + polygon[source, 0] * scale) * STEPS + 0.5))
                corners[corner, 1] = np.int64(np.floor((middle_y - polygon[source, 1] * scale) * STEPS + 0.5))
            _fill(f, corners, view, faces, lens, pinhole, planes, cutouts, depth, face_ids, weights)


@compiled
def _clip(polygon, spare, lens, pinhole):
    """Cut a triangle at the near plane and at the four sides of the guard band; its corners are replaced."""
    focal, near = lens[0], lens[3]
    count = 3
    for plane in range(5):
        kept = 0
        for k in range(count):
            after = (k + 1) % count
            d0 = _inside(polygon, k, plane, focal, near, pinhole)
            d1 = _inside(polygon, after, plane, focal, near, pinhole)
            if d0 >= 0.0:
                _copy(polygon, k, spare, kept)
                kept += 1
            if (d0 >= 0.0) != (d1 >= 0.0):
                # Always from the inner end, so that two faces get the very same point on the edge they share.
                inner, outer = (k, after) if d0 >= 0.0 else (after, k)
                share = d0 / (d0 - d1) if d0 >= 0.0 else d1 / (d1 - d0)
                for axis in range(3):
                    start = polygon[inner, axis]
                    spare[kept, axis] = start + (polygon[outer, axis] - start) * share
                if plane == 0:
                    spare[kept, 2] = near
                kept += 1
        count = kept
        for k in range(count):
            _copy(spare, k, polygon, k)
        if count < 3:
            return 0
    return count


@compiled
def _copy(source, row, target, target_row):
    for axis in range(3):
        target[target_row, axis] = source[row, axis]


@compiled
def _inside(points, k, plane, focal, near, pinhole):
    if plane == 0:
        return points[k, 2] - near
    room = GUARD_PX * (points[k, 2] if pinhole else 1.0)
    across = focal * (points[k, 0] if plane <= 2 else points[k, 1])
    return room - across if plane % 2 else room + across


@compiled
def _fill(f, corners, view, faces, lens, pinhole, planes, cutouts, depth, face_ids, weights):
    """Fill one triangle (or a piece of face ``f`` cut off by the clipper)."""
    x0, y0, x1, y1, x2, y2 = corners[0, 0], corners[0, 1], corners[1, 0], corners[1, 1], corners[2, 0], corners[2, 1]
    doubled = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    if doubled == 0:
        return
    if doubled < 0:
        x1, y1, x2, y2 = x2, y2, x1, y1
    half = STEPS // 2
    left = max(-((half - min(x0, x1, x2)) // STEPS), 0)
    right = min((max(x0, x1, x2) - half) // STEPS, depth.shape[1] - 1)
    top = max(-((half - min(y0, y1, y2)) // STEPS), 0)
    bottom = min((max(y0, y1, y2) - half) // STEPS, depth.shape[0] - 1)
    if left > right or top > bottom:
        return
    a, b, c = faces[f, 0], faces[f, 1], faces[f, 2]
    holes = len(cutouts.image) > 0 and (cutouts.image[f] >= 0 or cutouts.opacity[f] < 1.0)
    _planes(view, a, b, c, lens, pinhole, planes)
    px, py = left * STEPS + half, top * STEPS + half
    row0 = (x2 - x1) * (py - y1) - (y2 - y1) * (px - x1) + _tie(x2 - x1, y2 - y1)
    row1 = (x0 - x2) * (py - y2) - (y0 - y2) * (px - x2) + _tie(x0 - x2, y0 - y2)
    row2 = (x1 - x0) * (py - y0) - (y1 - y0) * (px - x0) + _tie(x1 - x0, y1 - y0)
    for row in range(top, bottom + 1):
        e0, e1, e2 = row0, row1, row2
        for column in range(left, right + 1):
            if e0 >= 0 and e1 >= 0 and e2 >= 0:
                wa, wb = _weights(planes, column + 0.5, row + 0.5)
                d = wa * view[a, 2] + wb * view[b, 2] + (1.0 - wa - wb) * view[c, 2]
                if d < depth[row, column] and not (holes and _hole(f, wa, wb, row, column, faces, cutouts)):
                    depth[row, column] = d
                    face_ids[row, column] = f
                    weights[row, column, 0] = wa
                    weights[row, column, 1] = wb
            e0 -= (y2 - y1) * STEPS
            e1 -= (y0 - y2) * STEPS
            e2 -= (y1 - y0) * STEPS
        row0 += (x2 - x1) * STEPS
        row1 += (x0 - x2) * STEPS
        row2 += (x1 - x0) * STEPS


@compiled
def _tie(dx, dy):
    """A pixel exactly on an edge belongs to the face whose left or upper edge it is."""
    return 0 if dy < 0 or (dy == 0 and dx > 0) else -1


@compiled
def _planes(view, a, b, c, lens, pinhole, planes):
    """Weights before division by their sum, as linear functions of the pixel: ``planes[k] . (x, y, 1)``.

    The ray of a pixel meets the triangle where its weights are in proportion to ``ray . (b x c)``, ``ray . (c x a)``
    and ``ray . (a x b)``.
    """
    focal, middle_x, middle_y = lens[0], lens[1], lens[2]
    for k in range(3):
        p, q = (b, c) if k == 0 else ((c, a) if k == 1 else (a, b))
        if pinhole:
            along_x = (view[p, 1] * view[q, 2] - view[p, 2] * view[q, 1]) / focal
            along_y = (view[p, 0] * view[q, 2] - view[p, 2] * view[q, 0]) / focal
        else:
            along_x = (view[p, 1] - view[q, 1]) / focal
            along_y = (view[p, 0] - view[q, 0]) / focal
        planes[k, 0] = along_x
        planes[k, 1] = along_y
        constant = view[p, 0] * view[q, 1] - view[p, 1] * view[q, 0]
        planes[k, 2] = constant - along_x * middle_x - along_y * middle_y


@compiled
def _weights(planes, x, y):
    wa = planes[0, 0] * x + planes[0, 1] * y + planes[0, 2]
    wb = planes[1, 0] * x + planes[1, 1] * y + planes[1, 2]
    wc = planes[2, 0] * x + planes[2, 1] * y + planes[2, 2]
    total = wa + wb + wc
    if total == 0.0:
        return 1.0 / 3.0, 1.0 / 3.0
    # Rounding to 1/256 pixel may cover a middle that lies just outside.
    wa, wb, wc = max(wa / total, 0.0), max(wb / total, 0.0), max(wc / total, 0.0)
    total = wa + wb + wc
    return wa / total, wb / total


@compiled
def _hole(f, wa, wb, row, column, faces, cutouts):
    alpha = cutouts.opacity[f]
    image = cutouts.image[f]
    if image >= 0:
        start, width, height = cutouts.layout[image, 0], cutouts.layout[image, 1], cutouts.layout[image, 2]
        a, b, c = faces[f, 0], faces[f, 1], faces[f, 2]
        u = wa * cutouts.uv[a, 0] + wb * cutouts.uv[b, 0] + (1.0 - wa - wb) * cutouts.uv[c, 0]
        v = wa * cutouts.uv[a, 1] + wb * cutouts.uv[b, 1] + (1.0 - wa - wb) * cutouts.uv[c, 1]
        across = min(np.int64((u - np.floor(u)) * width), width - 1)
        down = min(np.int64((v - np.floor(v)) * height), height - 1)
        alpha *= cutouts.alpha[start + down * width + across] / 255.0
    if cutouts.threshold[f] >= 0.0:
        return alpha < cutouts.threshold[f]
    # A pattern of 4 x 4 (Bayer 1973); shifted from face to face, so that surfaces in a row do not hide each other.
    x, y = (column + 2 * f) % 4, (row + f) % 4
    order = 8 * ((x ^ y) & 1) + 4 * (y & 1) + 2 * (((x ^ y) >> 1) & 1) + (y >> 1)
    return alpha < (order + 0.5) / 16.0
