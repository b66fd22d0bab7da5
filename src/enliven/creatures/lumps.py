"""Lumps of clay: solids with a signed distance, from which bodies are blended.

Source: Quilez, "Distance functions" (round cone, bound of an ellipsoid) and "Smooth minimum" (cubic polynomial).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

Rgb = tuple[float, float, float]
Number = float | int
Point = tuple[Number, Number, Number] | Float[np.ndarray, " 3"]


@dataclass(frozen=True, slots=True, eq=False)
class Cone:
    """A capsule from ``start`` to ``end`` whose radius goes from ``start_radius`` to ``end_radius``, metres.

    ``flatten`` squeezes it along ``flat_axis`` (1: round). ``blend`` is how wide it melts into what was laid before;
    a carving lump takes away instead of adding.
    """

    joint: str
    start: Float[np.ndarray, " 3"]
    end: Float[np.ndarray, " 3"]
    start_radius: float
    end_radius: float
    rgb: Rgb
    blend: float
    flatten: float = 1.0
    flat_axis: Point = (1.0, 0.0, 0.0)
    carves: bool = False

    @property
    def reach(self) -> float:
        """Radius, metres, by which weights fade."""
        return max(self.start_radius, self.end_radius) * self.flatten**0.5

    def box(self) -> Float[np.ndarray, "2 3"]:
        """Lowest and highest corner of the lump."""
        widest = max(self.start_radius, self.end_radius)
        ends = np.stack([self.start, self.end])
        return np.stack([ends.min(axis=0) - widest, ends.max(axis=0) + widest])

    def distance(self, points: Float[np.ndarray, "points 3"]) -> Float[np.ndarray, " points"]:
        """Signed distance, negative inside (a bound of it where the lump is flattened)."""
        if self.flatten == 1.0:
            return _round_cone(points - self.start, self.end - self.start, self.start_radius, self.end_radius)
        axis = np.asarray(self.flat_axis) / np.linalg.norm(self.flat_axis)
        stretch = np.eye(3) + (1.0 / self.flatten - 1.0) * np.outer(axis, axis)
        local = (points - self.start) @ stretch
        return self.flatten * _round_cone(local, stretch @ (self.end - self.start), self.start_radius, self.end_radius)


@dataclass(frozen=True, slots=True, eq=False)
class Ball:
    """An ellipsoid with ``radii`` along the columns of ``turn``, metres; the rest as for :class:`Cone`."""

    joint: str
    centre: Float[np.ndarray, " 3"]
    radii: Float[np.ndarray, " 3"]
    turn: Float[np.ndarray, "3 3"]
    rgb: Rgb
    blend: float
    carves: bool = False

    @property
    def reach(self) -> float:
        """Radius, metres, by which weights fade."""
        return float(np.median(self.radii))

    def box(self) -> Float[np.ndarray, "2 3"]:
        """Lowest and highest corner of the lump."""
        half = np.sqrt(((self.turn * self.radii) ** 2).sum(axis=1))
        return np.stack([self.centre - half, self.centre + half])

    def distance(self, points: Float[np.ndarray, "points 3"]) -> Float[np.ndarray, " points"]:
        """First-order signed distance, negative inside."""
        local = (points - self.centre) @ self.turn / self.radii
        level = np.sqrt(np.einsum("ij,ij->i", local, local))
        steep = local / self.radii
        slope = np.sqrt(np.einsum("ij,ij->i", steep, steep))
        deep = slope < 1e-9
        return np.where(deep, -self.radii.min(), level * (level - 1.0) / np.where(deep, 1.0, slope))


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """A box with rounded edges: ``half`` its half sizes along the columns of ``turn``, ``round`` its edge radius."""

    joint: str
    centre: Float[np.ndarray, " 3"]
    half: Float[np.ndarray, " 3"]
    turn: Float[np.ndarray, "3 3"]
    round: float
    rgb: Rgb
    blend: float
    carves: bool = False

    @property
    def reach(self) -> float:
        """Radius, metres, by which weights fade."""
        return float(np.median(self.half))

    def box(self) -> Float[np.ndarray, "2 3"]:
        """Lowest and highest corner of the lump."""
        half = np.abs(self.turn * self.half).sum(axis=1)
        return np.stack([self.centre - half, self.centre + half])

    def distance(self, points: Float[np.ndarray, "points 3"]) -> Float[np.ndarray, " points"]:
        """Signed distance, negative inside."""
        past = np.abs((points - self.centre) @ self.turn) - (self.half - self.round)
        outside = np.sqrt((np.maximum(past, 0.0) ** 2).sum(axis=1))
        return outside + np.minimum(past.max(axis=1), 0.0) - self.round


Lump = Cone | Ball | Block


def _round_cone(local: np.ndarray, axis: np.ndarray, start_radius: float, end_radius: float) -> np.ndarray:
    """Distance to two balls and the cone that touches both, in the plane of the axis."""
    length = float(np.linalg.norm(axis))
    taper = start_radius - end_radius
    square = np.einsum("ij,ij->i", local, local)
    if length <= abs(taper) + 1e-9:  # one ball swallows the other
        if taper > 0.0:
            return np.sqrt(square) - start_radius
        past = local - axis
        return np.sqrt(np.einsum("ij,ij->i", past, past)) - end_radius
    height = local @ (axis / length)
    away = np.sqrt(np.maximum(square - height * height, 0.0))
    sine = taper / length
    cosine = np.sqrt(1.0 - sine * sine)
    level = cosine * height - sine * away
    wall = cosine * away + sine * height - start_radius
    head = np.sqrt(away * away + (height - length) ** 2) - end_radius
    foot = np.sqrt(square) - start_radius
    return np.where(level < 0.0, foot, np.where(level > cosine * length, head, wall))


def blended(first: np.ndarray, second: np.ndarray, width: float, *, carve: bool = False) -> np.ndarray:
    """Smooth union of two distances, or, carving, the first without the second; both melt over ``width`` metres."""
    if carve:
        return -blended(-first, second, width)
    if width <= 0.0:
        return np.minimum(first, second)
    overlap = np.maximum(width - np.abs(first - second), 0.0) / width
    return np.minimum(first, second) - overlap**3 * (width / 6.0)


FAR = 1e3
"""Stands for the distance to what is too far away to matter."""

_SLACK = 1.25  # the distance to an ellipsoid is approximate


def near_points(
    lumps: Sequence[Lump], points: Float[np.ndarray, "points 3"], reach: float
) -> Iterator[tuple[Lump, np.ndarray]]:
    """For each lump, the numbers of the points within ``reach`` of it or of its blend."""
    x, y, z = np.ascontiguousarray(points.T)
    for lump in lumps:
        margin = _SLACK * (reach + lump.blend)
        low, high = lump.box() + np.array([[-margin], [margin]])
        inside = (x > low[0]) & (x < high[0]) & (y > low[1]) & (y < high[1]) & (z > low[2]) & (z < high[2])
        yield lump, np.flatnonzero(inside)


def union_distance(
    lumps: Sequence[Lump], points: Float[np.ndarray, "points 3"], reach: float = FAR
) -> Float[np.ndarray, " points"]:
    """Signed distance to lumps blended in order; right up to ``reach``, and large beyond."""
    total = np.full(len(points), FAR)
    for lump, close in near_points(lumps, points, reach):
        if len(close):
            total[close] = blended(total[close], lump.distance(points[close]), lump.blend, carve=lump.carves)
    return total


def union_gradient(
    lumps: Sequence[Lump], points: Float[np.ndarray, "points 3"], step: float
) -> Float[np.ndarray, "points 3"]:
    """Gradient of :func:`union_distance` near the surface, by differences over a tetrahedron of size ``step``."""
    corners = np.array([[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]])
    total = np.full((len(points), 4), FAR)
    for lump, close in near_points(lumps, points, 8.0 * step):
        if len(close):
            samples = (points[close, None, :] + step * corners).reshape(-1, 3)
            distance = lump.distance(samples).reshape(-1, 4)
            total[close] = blended(total[close], distance, lump.blend, carve=lump.carves)
    return total @ corners / (4.0 * step)
