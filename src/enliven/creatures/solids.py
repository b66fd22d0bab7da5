"""Closed solids of revolution, boxes, tubes and slabs, with edges broken so that smooth normals look right."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from jaxtyping import Float

from enliven.core.mesh import Mesh
from enliven.creatures.lumps import Number, Point


def frame_along(axis: Point) -> Float[np.ndarray, "3 3"]:
    """A rotation whose second column is the direction of ``axis``."""
    y = np.asarray(axis, dtype=np.float64) / np.linalg.norm(axis)
    helper = np.array([0.0, 0.0, 1.0]) if abs(y[2]) < 0.9 else np.array([1.0, 0.0, 0.0])
    x = np.cross(y, helper)
    x /= np.linalg.norm(x)
    return np.stack([x, y, np.cross(x, y)], axis=1)


def broken(outline: Float[np.ndarray, "points dims"], width: float, *, closed: bool) -> np.ndarray:
    """Corners of an outline cut off ``width`` from the corner (less on short sides), metres."""
    points = np.asarray(outline, dtype=np.float64)
    count = len(points)
    result = []
    for k, corner in enumerate(points):
        if not closed and k in (0, count - 1):
            result.append(corner)
            continue
        for other in (points[k - 1], points[(k + 1) % count]):
            side = np.linalg.norm(other - corner)
            result.append(corner + (other - corner) * min(width / max(side, 1e-9), 0.4))
    return np.array(result)


def revolved(
    profile: Sequence[tuple[Number, Number]] | np.ndarray,
    *,
    foot: Point = (0.0, 0.0, 0.0),
    axis: Point = (0.0, 1.0, 0.0),
    segments: int = 24,
) -> Mesh:
    """A solid of revolution.

    Args:
        profile: pairs (radius, height), upwards along the outside; the first and last radius are 0.
        foot: where height 0 lies.
        axis: direction of height.
        segments: around.

    Returns:
        A closed mesh.
    """
    rings = np.asarray(profile, dtype=np.float64)[1:-1]
    angle = 2.0 * np.pi * np.arange(segments) / segments
    circle = np.stack([np.sin(angle), np.zeros(segments), np.cos(angle)], axis=1)
    body = rings[:, None, :1] * circle + rings[:, None, 1:] * np.array([0.0, 1.0, 0.0])
    poles = np.array([[0.0, profile[0][1], 0.0], [0.0, profile[-1][1], 0.0]])
    local = np.concatenate([body.reshape(-1, 3), poles])
    return Mesh(vertices=local @ frame_along(axis).T + np.asarray(foot), faces=_tube_faces(len(rings), segments))


def _tube_faces(rings: int, segments: int) -> np.ndarray:
    """Rings of vertices joined in order, closed by one vertex below and one above (the last two)."""
    around = np.arange(segments)
    turn = (around + 1) % segments
    low, high = rings * segments, rings * segments + 1
    faces = [np.stack([np.full(segments, low), turn, around], axis=1)]
    for ring in range(rings - 1):
        a, b = ring * segments + around, ring * segments + turn
        c, d = b + segments, a + segments
        faces += [np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)]
    last = (rings - 1) * segments
    faces.append(np.stack([last + around, last + turn, np.full(segments, high)], axis=1))
    return np.concatenate(faces)


def lofted(rings: Float[np.ndarray, "rings around 3"]) -> Mesh:
    """A skin over closed rings of points, its first and last ring closed by fans."""
    count, around = rings.shape[:2]
    vertices = np.concatenate([rings.reshape(-1, 3), rings[[0, -1]].mean(axis=1)])
    return outward(Mesh(vertices=vertices, faces=_tube_faces(count, around)))


def sphere(centre: Point, radius: float, *, axis: Point = (0.0, 1.0, 0.0), segments: int = 20) -> Mesh:
    """A ball whose poles lie along ``axis``."""
    angle = np.linspace(0.0, np.pi, segments // 2 + 1)
    profile = np.stack([radius * np.sin(angle), -radius * np.cos(angle)], axis=1)
    return revolved(profile, foot=centre, axis=axis, segments=segments)


def cylinder(start: Point, end: Point, radius: float, *, bevel: float = 0.0, segments: int = 24) -> Mesh:
    """A straight bar from ``start`` to ``end`` with broken edges."""
    length = float(np.linalg.norm(np.subtract(end, start)))
    outline = np.array([(0.0, 0.0), (radius, 0.0), (radius, length), (0.0, length)])
    axis = np.subtract(end, start)
    profile = broken(outline, bevel or 0.15 * min(radius, length), closed=False)
    outline = supported(profile) if segments > 18 else profile  # nobody sees the difference on a small bar
    return revolved(outline, foot=start, axis=axis, segments=segments)


def turned(
    profile: Sequence[tuple[Number, Number]],
    bevel: float,
    foot: Point,
    axis: Point,
    segments: int,
    *,
    flat: bool = True,
) -> Mesh:
    """A solid of revolution with its edges broken; not ``flat``, its sides may look a little round."""
    outline = broken(np.array(profile, dtype=np.float64), bevel, closed=False)
    return revolved(supported(outline) if flat else outline, foot=foot, axis=axis, segments=segments)


def supported(profile: np.ndarray) -> np.ndarray:
    """A profile with extra points near its corners, so that area-weighted normals stay flat between them."""
    points = [profile[0]]
    for before, after in pairwise(profile):
        length = np.linalg.norm(after - before)
        if length > 1e-6 and before is not profile[0]:
            points.append(before + (after - before) * 0.08)
        if length > 1e-6 and after is not profile[-1]:
            points.append(after + (before - after) * 0.08)
        points.append(after)
    return np.array(points)


def tube(
    path: Float[np.ndarray, "points 3"],
    radii: Float[np.ndarray, " points"],
    *,
    segments: int = 12,
    rounded: bool = True,
) -> Mesh:
    """A tube along a path with a radius at every point, its frame carried along without twisting.

    Args:
        path: at least two points, metres.
        radii: positive; the last may be nearly 0 for a tip.
        segments: around.
        rounded: end in half-balls instead of flat.

    Returns:
        A closed mesh.
    """
    tangents = np.gradient(path, axis=0)
    tangents /= np.linalg.norm(tangents, axis=1, keepdims=True)
    side = frame_along(tangents[0])[:, 0]
    angle = 2.0 * np.pi * np.arange(segments) / segments
    rings = []
    for k in range(len(path)):
        side = side - (side @ tangents[k]) * tangents[k]
        side /= np.linalg.norm(side)
        other = np.cross(side, tangents[k])
        circle = np.cos(angle)[:, None] * side - np.sin(angle)[:, None] * other
        caps = _cap(k, len(path), rounded=rounded)
        rings += [path[k] + radii[k] * (wide * circle + push * tangents[k]) for wide, push in caps]
    ends = np.stack([path[0] - rounded * radii[0] * tangents[0], path[-1] + rounded * radii[-1] * tangents[-1]])
    vertices = np.concatenate([np.concatenate(rings), ends])
    return outward(Mesh(vertices=vertices, faces=_tube_faces(len(rings), segments)))


def _cap(k: int, count: int, *, rounded: bool) -> list[tuple[float, float]]:
    """Rings at point ``k`` of a tube as (share of the radius, push along the path in radii)."""
    if rounded and k == 0:
        return [(0.5, -0.866), (0.866, -0.5), (1.0, 0.0)]
    if rounded and k == count - 1:
        return [(1.0, 0.0), (0.866, 0.5), (0.5, 0.866)]
    return [(0.85, 0.0), (1.0, 0.0)] if k == 0 else [(1.0, 0.0), (0.85, 0.0)] if k == count - 1 else [(1.0, 0.0)]


def box(centre: Point, size: Point, *, bevel: float, turn: np.ndarray | None = None, top: float = 1.0) -> Mesh:
    """A box with broken edges.

    Args:
        centre: middle, metres.
        size: whole sizes along x, y, z before turning, metres.
        bevel: how far from an edge it is cut, metres.
        turn: rotation, columns are the box's axes.
        top: scale of the upper side against the lower (1: straight).

    Returns:
        A closed mesh of 24 vertices, three at each corner.
    """
    half = np.asarray(size) / 2.0
    signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)
    corners = []
    for axis in range(3):
        inset = half - bevel * (np.arange(3) != axis)
        corners.append(signs * inset)
    vertices = np.concatenate(corners)
    vertices[:, [0, 2]] *= np.where(vertices[:, 1:2] > 0.0, top, 1.0)
    turned = vertices if turn is None else vertices @ np.asarray(turn).T
    return Mesh(vertices=turned + np.asarray(centre), faces=_BOX_FACES)


def _box_faces() -> np.ndarray:
    """Sides, edge strips and corner triangles over vertices numbered axis * 8 + corner (x y z as bits 4 2 1)."""
    polygons: list[list[int]] = []
    for axis in range(3):
        bit = (4, 2, 1)[axis]
        u, v = [b for b in (4, 2, 1) if b != bit]
        polygons += [[axis * 8 + side + c for c in (0, u, u | v, v)] for side in (0, bit)]
        for other in range(axis + 1, 3):
            free = ({4, 2, 1} - {bit, (4, 2, 1)[other]}).pop()
            for base in range(8):
                if not base & free:
                    a, b = axis * 8, other * 8
                    polygons.append([a + base, a + (base | free), b + (base | free), b + base])
    polygons += [[c, 8 + c, 16 + c] for c in range(8)]
    signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)
    places = np.concatenate([signs * (1.0 - 0.2 * (np.arange(3) != axis)) for axis in range(3)])
    faces = []
    for polygon in polygons:
        corner = places[polygon]
        normal = np.cross(corner[1] - corner[0], corner[2] - corner[0])
        ring = polygon if normal @ corner.mean(axis=0) > 0 else polygon[::-1]
        faces += [[ring[0], ring[k], ring[k + 1]] for k in range(1, len(ring) - 1)]
    return np.array(faces, dtype=np.int64)


_BOX_FACES = _box_faces()


def outward(mesh: Mesh) -> Mesh:
    """The mesh wound so that its volume is positive."""
    a, b, c = np.moveaxis(mesh.vertices[mesh.faces], 1, 0)
    volume = np.einsum("fi,fi->", a, np.cross(b, c))
    return mesh if volume >= 0.0 else Mesh(vertices=mesh.vertices, faces=mesh.faces[:, ::-1].copy())


def curved(points: Sequence[Point] | np.ndarray, count: int) -> Float[np.ndarray, "count 3"]:
    """A smooth path through points (Catmull-Rom), evenly spread over its parameter."""
    p = np.asarray(points, dtype=np.float64)
    padded = np.concatenate([[2 * p[0] - p[1]], p, [2 * p[-1] - p[-2]]])
    t = np.linspace(0.0, len(p) - 1.0, count)
    k = np.minimum(t.astype(np.int64), len(p) - 2)
    u = (t - k)[:, None]
    a, b, c, d = padded[k], padded[k + 1], padded[k + 2], padded[k + 3]
    return 0.5 * (2 * b + (c - a) * u + (2 * a - 5 * b + 4 * c - d) * u**2 + (3 * b - a - 3 * c + d) * u**3)
