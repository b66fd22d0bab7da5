"""Bodies made of overlapping capsules and boxes, for the tests of the rigger."""

import numpy as np

from enliven.core.mesh import Mesh, concatenate


def capsule(start, end, radius, *, around=12, along=10):
    """A closed tube with round ends between two points."""
    start, end = np.asarray(start, float), np.asarray(end, float)
    axis = (end - start) / max(np.linalg.norm(end - start), 1e-12)
    side = np.cross(axis, [0.0, 0.0, 1.0] if abs(axis[2]) < 0.9 else [1.0, 0.0, 0.0])
    side /= np.linalg.norm(side)
    other = np.cross(axis, side)
    caps = np.linspace(0.0, np.pi / 2, 5)
    heights = [-radius * np.cos(a) for a in caps[:-1]] + list(np.linspace(0, np.linalg.norm(end - start), along))
    heights += [np.linalg.norm(end - start) + radius * np.sin(a) for a in caps[1:]]
    widths = [radius * max(np.sin(a), 1e-3) for a in caps[:-1]] + [radius] * along
    widths += [radius * max(np.cos(a), 1e-3) for a in caps[1:]]
    turn = np.linspace(0.0, 2 * np.pi, around, endpoint=False)
    ring = np.cos(turn)[:, None] * side + np.sin(turn)[:, None] * other
    points = [start + h * axis + w * ring for h, w in zip(heights, widths, strict=True)]
    vertices = np.concatenate([*points, [start - radius * axis, end + radius * axis]])
    faces = []
    rows = len(points)
    for row in range(rows - 1):
        for k in range(around):
            a, b = row * around + k, row * around + (k + 1) % around
            faces += [[a, b, b + around], [a, b + around, a + around]]
    bottom, top = rows * around, rows * around + 1
    faces += [[bottom, (k + 1) % around, k] for k in range(around)]
    last = (rows - 1) * around
    faces += [[top, last + k, last + (k + 1) % around] for k in range(around)]
    return Mesh(vertices=vertices, faces=np.array(faces))


def box(low, high):
    """Twelve triangles."""
    low, high = np.asarray(low, float), np.asarray(high, float)
    corners = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    faces = [tri for a, b, c, d in quads for tri in ((a, b, c), (a, c, d))]
    return Mesh(vertices=low + corners * (high - low), faces=np.array(faces))


def mirrored_pair(start, end, radius):
    """A capsule and its mirror image across x = 0."""
    one = capsule(start, end, radius)
    return [one, Mesh(vertices=one.vertices * [-1.0, 1.0, 1.0], faces=one.faces[:, ::-1])]


def horse():
    """A quadruped that faces +Z: trunk, neck, head, tail and four legs."""
    return concatenate(
        [
            capsule([0, 1.0, -0.6], [0, 1.0, 0.6], 0.24),
            capsule([0, 1.1, 0.65], [0, 1.6, 0.95], 0.11),
            capsule([0, 1.62, 0.95], [0, 1.5, 1.3], 0.12),
            capsule([0, 1.1, -0.75], [0, 0.6, -1.15], 0.05),
            *mirrored_pair([0.16, 0.95, 0.5], [0.18, 0.07, 0.5], 0.07),
            *mirrored_pair([0.16, 0.95, -0.55], [0.18, 0.07, -0.55], 0.07),
        ]
    )


def person():
    """A biped in a T pose that faces +Z."""
    return concatenate(
        [
            capsule([0, 0.95, 0], [0, 1.35, 0], 0.16),
            capsule([0, 1.5, 0], [0, 1.75, 0], 0.1),
            *mirrored_pair([0.12, 1.4, 0], [0.75, 1.4, 0], 0.05),
            *mirrored_pair([0.1, 0.9, 0], [0.12, 0.08, 0], 0.07),
            *mirrored_pair([0.12, 0.05, 0], [0.12, 0.05, 0.16], 0.05),
        ]
    )


def bird():
    """Spread wings (flat boxes), a body, a tail and two thin legs; faces +Z."""
    wing = box([0.05, 0.5, -0.15], [0.9, 0.53, 0.15])
    return concatenate(
        [
            capsule([0, 0.5, -0.2], [0, 0.5, 0.25], 0.11),
            capsule([0, 0.55, 0.3], [0, 0.66, 0.5], 0.07),
            box([-0.08, 0.5, -0.7], [0.08, 0.53, -0.25]),
            wing,
            Mesh(vertices=wing.vertices * [-1.0, 1.0, 1.0], faces=wing.faces[:, ::-1]),
            *mirrored_pair([0.06, 0.45, 0.0], [0.06, 0.03, 0.0], 0.025),
        ]
    )


def spider():
    """Eight legs that arch from a round body to the ground."""
    legs = []
    for z, reach in ((0.5, 0.75), (0.18, 0.95), (-0.15, 0.95), (-0.5, 0.75)):
        knee, foot = [0.5, 0.6, 0.75 * z], [reach, 0.03, z * 1.4]
        legs += mirrored_pair([0.1, 0.35, 0.3 * z], knee, 0.04) + mirrored_pair(knee, foot, 0.035)
    return concatenate([capsule([0, 0.35, -0.15], [0, 0.35, 0.15], 0.16), *legs])


def fish():
    """A long body with two side fins and a tail fin; faces +Z."""
    body = capsule([0, 0.3, -0.35], [0, 0.3, 0.35], 0.16)
    slim = body.vertices * [0.6, 1.0, 1.0]
    return concatenate(
        [
            Mesh(vertices=slim, faces=body.faces),
            capsule([0, 0.3, -0.45], [0, 0.3, -0.8], 0.04),
            box([-0.01, 0.1, -1.0], [0.01, 0.5, -0.8]),
            box([0.05, 0.2, 0.1], [0.36, 0.23, 0.2]),
            box([-0.36, 0.2, 0.1], [-0.05, 0.23, 0.2]),
        ]
    )
