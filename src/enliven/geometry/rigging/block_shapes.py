"""One convex block: points on it, the planes around it, its long axis."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float
from scipy.spatial import ConvexHull, QhullError

_MOST_CORNERS = 48
_SAMPLES = 6  # along each edge of a triangle of the hull


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """A convex solid. Inside are the points with ``planes[:, :3] @ point + planes[:, 3] <= 0``."""

    points: Float[np.ndarray, "points 3"]  # over its surface
    planes: Float[np.ndarray, "planes 4"]
    middle: Float[np.ndarray, " 3"]  # of its box along its own axes
    axis: Float[np.ndarray, " 3"]  # of its length, a unit vector that points up
    length: float
    width: float  # the second of its three sizes
    area: float


def block_from(corners: Float[np.ndarray, "corners 3"], thickness: float) -> Block | None:
    """The convex hull of a shell; flat ones are given a thickness. ``None`` for many corners, or fewer than three."""
    if not 3 <= len(corners) <= _MOST_CORNERS:
        return None
    try:
        hull = ConvexHull(corners)
    except QhullError:
        try:
            hull = ConvexHull(_thickened(corners, thickness))
        except QhullError:
            return None
    corners = hull.points
    grid = [(i, j) for i in range(_SAMPLES + 1) for j in range(_SAMPLES + 1 - i)]
    mix = np.array([(i, j, _SAMPLES - i - j) for i, j in grid]) / _SAMPLES
    points = np.einsum("sk,fkx->fsx", mix, corners[hull.simplices]).reshape(-1, 3)
    axes = _axes(hull)
    spans = np.ptp(corners @ axes.T, axis=0)
    longest = axes[int(spans.argmax())]
    low, high = (corners @ axes.T).min(axis=0), (corners @ axes.T).max(axis=0)
    return Block(
        points=points,
        planes=hull.equations,
        middle=(0.5 * (low + high)) @ axes,
        axis=longest if longest @ [0.1, 1.0, 0.01] >= 0.0 else -longest,
        length=float(spans.max()),
        width=float(np.sort(spans)[1]),
        area=float(hull.area),
    )


def distance_to(block: Block, points: Float[np.ndarray, "points 3"]) -> Float[np.ndarray, " points"]:
    """How far points lie outside of a block, along the plane they lie farthest behind; negative inside."""
    return (points @ block.planes[:, :3].T + block.planes[:, 3]).max(axis=1)


def _axes(hull: ConvexHull) -> Float[np.ndarray, "3 3"]:
    """Rows: the normal of its largest side, then that of the largest side square to it, then square to both."""
    normals = hull.equations[:, :3]
    corners = hull.points[hull.simplices]
    areas = 0.5 * np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    same = (normals @ normals.T) ** 2 > 0.999
    side = same @ areas
    first = normals[int(side.argmax())]
    square = np.where((normals @ first) ** 2 < 0.05, side, 0.0)
    second = normals[int(square.argmax())] if square.max() > 0.0 else np.roll(first, 1)
    second = second - (second @ first) * first
    second /= max(float(np.linalg.norm(second)), 1e-12)
    return np.stack([first, second, np.cross(first, second)])


def _thickened(corners: np.ndarray, thickness: float) -> np.ndarray:
    normal = np.linalg.svd(corners - corners.mean(axis=0))[2][2]
    return np.concatenate([corners - 0.25 * thickness * normal, corners + 0.25 * thickness * normal])
