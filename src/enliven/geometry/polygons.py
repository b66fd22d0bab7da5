"""Polygons cut into triangles: fans where convex, ear clipping where not; winding, order and corners are kept."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int

_STRAIGHT = 1e-6  # a corner that turns back by less than this share of the polygon's area counts as straight
_WORK = 4_000_000  # point-in-triangle tests that ear clipping may spend on one set of polygons (about 2 seconds)


@dataclass(frozen=True, slots=True, eq=False)
class Triangulation:
    """Triangles of polygons; ``corners`` are places in the flat list of corners, so they index every attribute.

    ``unclipped`` counts concave polygons that were fanned because they are too intricate to clip in bounded time.
    """

    corners: Int[np.ndarray, "faces 3"]
    polygons: Int[np.ndarray, " faces"]  # the polygon that each triangle was cut from
    unclipped: int


def triangulated(
    vertices: Float[np.ndarray, "vertices 3"],
    corner_vertices: Int[np.ndarray, " corners"],
    counts: Int[np.ndarray, " polygons"],
) -> Triangulation:
    """Cut polygons into triangles, in order; a polygon of ``n`` corners gives ``n - 2``.

    Args:
        vertices: positions in any unit.
        corner_vertices: vertices of the polygons, one polygon after the other.
        counts: corners of each polygon, 3 or more.

    Returns:
        The triangles. For a simple planar polygon they do not overlap and cover it exactly.
    """
    triangles = counts.astype(np.int64) - 2
    polygons = np.repeat(np.arange(len(counts)), triangles)
    first_corner = np.cumsum(counts, dtype=np.int64) - counts
    first_triangle = np.cumsum(triangles) - triangles
    corners = np.zeros((int(triangles.sum()), 3), dtype=np.int64)
    budget = _Budget(_WORK)
    for count in np.unique(counts):
        alike = np.flatnonzero(counts == count)
        places = first_corner[alike][:, None] + np.arange(count)
        cut = places if count == 3 else _cut(vertices[corner_vertices[places]], places, budget)
        corners[(first_triangle[alike][:, None] + np.arange(count - 2)).reshape(-1)] = cut.reshape(-1, 3)
    return Triangulation(corners=corners, polygons=polygons, unclipped=budget.refused)


@dataclass(slots=True)
class _Budget:
    """What ear clipping may still spend, and how many polygons it had to leave."""

    tests: int
    refused: int = 0


def _cut(
    points: Float[np.ndarray, "polygons count 3"], places: Int[np.ndarray, "polygons count"], budget: _Budget
) -> Int[np.ndarray, "polygons triangles 3"]:
    """Triangles of polygons with the same number of corners."""
    count = points.shape[1]
    normals, reflex = _reflex_corners(points)
    bent = np.flatnonzero(reflex.any(axis=1))
    if count == 4:  # of the two cuts of a quad, the one through the corner that bends inwards is right
        turn = np.where(reflex.any(axis=1), np.argmax(reflex, axis=1), 0)
        places = np.take_along_axis(places, (turn[:, None] + np.arange(4)) % 4, axis=1)
    fan = np.stack([np.zeros(count - 2, dtype=np.int64), np.arange(1, count - 1), np.arange(2, count)], axis=1)
    cut = places[:, fan]
    if count > 4:
        for polygon in bent:
            ears = _ears(_flattened(points[polygon], normals[polygon]), budget)
            if ears is not None:
                cut[polygon] = places[polygon][np.array(ears)]
    return cut


def _reflex_corners(
    points: Float[np.ndarray, "polygons count 3"],
) -> tuple[Float[np.ndarray, "polygons 3"], Bool[np.ndarray, "polygons count"]]:
    """Newell normals (twice the area long) and which corners turn against them."""
    local = points - points[:, :1]
    normals = np.cross(local, np.roll(local, -1, axis=1)).sum(axis=1)
    ahead, behind = np.roll(points, -1, axis=1) - points, points - np.roll(points, 1, axis=1)
    turns = np.einsum("pci,pi->pc", np.cross(behind, ahead), normals)
    return normals, turns < -_STRAIGHT * np.einsum("pi,pi->p", normals, normals)[:, None]


def _flattened(points: Float[np.ndarray, "count 3"], normal: Float[np.ndarray, " 3"]) -> list[tuple[float, float]]:
    """The polygon seen along its strongest axis, counter-clockwise."""
    axis = int(np.argmax(np.abs(normal)))
    right, up = points[:, (axis + 1) % 3], points[:, (axis + 2) % 3]
    if normal[axis] < 0.0:
        right, up = up, right
    return list(zip((right - right[0]).tolist(), (up - up[0]).tolist(), strict=True))


def _ears(outline: list[tuple[float, float]], budget: _Budget) -> list[tuple[int, int, int]] | None:
    """Clip corners whose triangle holds no other corner; ``None`` when the budget is spent."""
    left = list(range(len(outline)))
    ears: list[tuple[int, int, int]] = []
    at, misses = 0, 0
    while len(left) > 3:
        if budget.tests < len(left):
            budget.refused += 1
            return None
        at %= len(left)
        before, here, after = left[at - 1], left[at], left[(at + 1) % len(left)]
        turn = _turn(outline[before], outline[here], outline[after])
        budget.tests -= len(left) if turn > 0.0 else 1
        free = turn == 0.0 or (turn > 0.0 and not _blocked(outline, left, before, here, after))
        if free or misses > len(left):  # an outline that crosses itself may have no ear: cut on
            ears.append((before, here, after))
            left.pop(at)
            at, misses = max(at - 1, 0), 0
        else:
            at, misses = at + 1, misses + 1
    ears.append((left[0], left[1], left[2]))
    return ears


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    """Twice the signed area of the triangle; positive turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _blocked(outline: list[tuple[float, float]], left: list[int], before: int, here: int, after: int) -> bool:
    """Whether another corner lies in the triangle; corners at the same place as one of its own do not count."""
    a, b, c = outline[before], outline[here], outline[after]
    for other in left:
        p = outline[other]
        if p in (a, b, c):
            continue
        if _turn(a, b, p) >= 0.0 and _turn(b, c, p) >= 0.0 and _turn(c, a, p) >= 0.0:
            return True
    return False
