"""Machines: car and windmill."""

import numpy as np

from enliven.core.mesh import Mesh
from enliven.creatures.features import unit
from enliven.creatures.lumps import Rgb
from enliven.creatures.palette import BLACK, WHITE, linear, scaled
from enliven.creatures.sketch import Sketch, at, sides, variation
from enliven.creatures.solids import box, curved, cylinder, lofted, sphere, tube, turned

_CARS = ("d8443c", "3f8fc6", "f0b53c", "5fa06a", "f2efe6", "e07a3c")
_STEEL, _TYRE, _GLASS = linear("c2c7ce"), linear("26262b"), linear("2f4a5f")


def car(seed: int) -> Sketch:
    """A small rounded car with four wheels that turn about X; the front ones can steer."""
    rgb = linear(_CARS[seed % len(_CARS)])
    long, wide, tall, wheel = variation(seed, 4, 0.08)
    sketch = Sketch()
    half, w, r = 1.62 * long, 0.76 * wide, 0.33 * wheel
    sketch.joint("body", None, at(0, 0.5, 0))
    _hull(sketch, half, w, rgb)
    _cabin(sketch, half, w, 0.5 * tall, rgb)
    for side, sign in sides():
        for name, z in (("front", 0.62 * half), ("back", -0.62 * half)):
            centre = at(sign * (w - 0.05), r, z)
            _fender(sketch, centre, sign, r, w, rgb)
            _wheel(sketch, f"wheel_{name}_{side}", centre, sign, r)
    _trim(sketch, rgb, half, w)
    return sketch


def _hull(sketch: Sketch, half: float, w: float, rgb: Rgb) -> None:
    """The lower body: rounded rings from the back bumper to the front one."""
    z = np.array([-1.0, -0.985, -0.94, -0.85, -0.7, -0.4, 0.0, 0.35, 0.6, 0.78, 0.9, 0.965, 0.99, 1.0]) * half
    top = np.array([0.66, 0.74, 0.83, 0.9, 0.93, 0.945, 0.94, 0.925, 0.9, 0.85, 0.78, 0.71, 0.66, 0.6])
    low = np.array([0.42, 0.36, 0.32, 0.3, 0.28, 0.27, 0.27, 0.27, 0.28, 0.3, 0.32, 0.36, 0.39, 0.44])
    side = w * np.array([0.62, 0.8, 0.91, 0.97, 1.0, 1.0, 0.99, 0.99, 1.0, 0.98, 0.93, 0.83, 0.72, 0.55])
    angle = 2.0 * np.pi * (np.arange(44) + 0.5) / 44
    square = 0.42
    x = np.sign(np.cos(angle)) * np.abs(np.cos(angle)) ** square
    y = np.sign(np.sin(angle)) * np.abs(np.sin(angle)) ** square
    tuck = 1.0 - 0.05 * (y + 1.0)
    rings = np.stack(
        [
            np.outer(side, x * tuck),
            (top + low)[:, None] / 2.0 + np.outer((top - low) / 2.0, y),
            np.repeat(z[:, None], 44, axis=1),
        ],
        axis=2,
    )
    sketch.solid("body", lofted(rings), rgb)
    sketch.solid("body", box(at(0, 0.3, 0), (1.7 * w, 0.14, 1.84 * half), bevel=0.04), _TYRE)


def _tapered(mesh: Mesh, low: float, high: float, top: tuple[float, float], lean: float) -> Mesh:
    """Narrower towards the top by shares of x and z, and leaning back by ``lean`` metres."""
    share = ((mesh.vertices[:, 1] - low) / (high - low))[:, None]
    middle = mesh.vertices.mean(axis=0) * [0, 0, 1]
    away = mesh.vertices - middle
    scale = 1.0 + share * (np.array([top[0], 1.0, top[1]]) - 1.0)
    return Mesh(vertices=middle + away * scale - share * at(0, 0, lean), faces=mesh.faces)


def _cabin(sketch: Sketch, half: float, w: float, tall: float, rgb: Rgb) -> None:
    """Glass all around, a roof, and pillars over the edges of the glass."""
    low, high, z = 0.9, 0.94 + tall, -0.2 * half
    size = at(1.84 * w, high - low, 1.2 * half)
    shape = ((0.8, 0.68), 0.08 * half)
    sketch.solid("body", _tapered(box(at(0, (low + high) / 2, z), size, bevel=0.05), low, high, *shape), _GLASS)
    lid = box(at(0, high, z - shape[1]), (1.84 * w * 0.8 + 0.02, 0.11, 1.2 * half * 0.68 + 0.05), bevel=0.05)
    sketch.solid("body", lid, rgb)
    for sign in (-1.0, 1.0):
        for share in (-0.47, -0.02, 0.47):
            foot = at(sign * 0.885 * w, low, z + share * 1.2 * half)
            top = at(sign * 0.885 * w * 0.8, high, z + share * 1.2 * half * 0.68 - shape[1])
            sketch.solid("body", tube(np.stack([foot, (foot + top) / 2, top]), np.full(3, 0.05), segments=10), rgb)


def _fender(sketch: Sketch, wheel: np.ndarray, sign: float, r: float, w: float, rgb: Rgb) -> None:
    """A dark wheel house, and a lip of the body's colour over it."""
    out = at(sign, 0, 0)
    side = at(sign * w, wheel[1], wheel[2])
    sketch.solid("body", cylinder(side - 0.3 * out, side + 0.004 * out, 1.2 * r, bevel=0.01, segments=36), BLACK)
    angle = np.linspace(-0.12, np.pi + 0.12, 21)
    arc = side + 1.2 * r * np.stack([0 * angle, np.sin(angle), np.cos(angle)], axis=1)
    sketch.solid("body", tube(arc, np.full(21, 0.045), segments=10), rgb)


def _wheel(sketch: Sketch, name: str, centre: np.ndarray, sign: float, r: float) -> None:
    joint = sketch.joint(name, "body", centre)
    axis = at(sign, 0, 0)
    foot = centre - 0.11 * axis
    tyre = [
        (0, 0),
        (r * 0.8, 0.0),
        (r, 0.05),
        (r, 0.18),
        (r * 0.82, 0.23),
        (r * 0.62, 0.225),
        (r * 0.6, 0.19),
        (0, 0.19),
    ]
    sketch.solid(joint, turned(tyre, 0.02, foot, axis, 28, flat=False), _TYRE)
    rim = [(0, 0.15), (r * 0.58, 0.15), (r * 0.57, 0.215), (r * 0.5, 0.22), (r * 0.46, 0.2), (0, 0.2)]
    sketch.solid(joint, turned(rim, 0.01, foot, axis, 24, flat=False), _STEEL)
    for k in range(5):
        turn = 2.0 * np.pi * k / 5.0
        way = at(0, np.cos(turn), np.sin(turn))
        spot = foot + 0.19 * axis + 0.29 * r * way
        sketch.solid(joint, cylinder(spot, spot + 0.02 * axis, 0.095 * r, segments=12), scaled(_STEEL, 0.3))
    sketch.solid(joint, cylinder(foot + 0.19 * axis, foot + 0.235 * axis, 0.16 * r, segments=16), _STEEL)


def _trim(sketch: Sketch, rgb: Rgb, half: float, w: float) -> None:
    """Lamps, bumpers, grille, mirrors, handles and plates."""
    for _, sign in sides():
        for way, tone, size, y in ((1.0, linear("fff3c4"), 0.125, 0.68), (-1.0, linear("c4252a"), 0.085, 0.72)):
            spot, ahead = at(sign * 0.62 * w, y, way * 0.955 * half), at(0.12 * sign, 0.1, way)
            ring = [(0, -0.12), (size * 1.2, -0.12), (size * 1.2, 0.03), (size, 0.05), (0, 0.05)]
            sketch.solid("body", turned(ring, 0.012, spot, ahead, 28, flat=False), _STEEL)
            glass = [(0, 0.0), (size * 0.95, 0.0), (size * 0.9, 0.06), (size * 0.5, 0.085), (0, 0.092)]
            sketch.solid("body", turned(glass, 0.01, spot, ahead, 24, flat=False), tone)
        sketch.solid("body", box(at(sign * (w + 0.03), 1.0, 0.3 * half), (0.17, 0.13, 0.09), bevel=0.03), rgb)
        for z in (-0.02, -0.5):
            sketch.solid("body", box(at(sign * 0.965 * w, 0.83, z * half), (0.05, 0.035, 0.16), bevel=0.01), _STEEL)
    for way in (1.0, -1.0):
        bar = at(0, 0.42, way * half)
        sweep = [(-0.98 * w, -0.3), (-0.8 * w, -0.07), (0.0, 0.03), (0.8 * w, -0.07), (0.98 * w, -0.3)]
        path = curved([bar + at(x, 0, way * z) for x, z in sweep], 21)
        sketch.solid("body", tube(path, np.full(21, 0.075), segments=14), _STEEL)
        sketch.solid("body", box(at(0, 0.53, way * (half + 0.015)), (0.42, 0.12, 0.03), bevel=0.01), WHITE)
    for k in range(3):
        spot = at(0, 0.73 - 0.045 * k, (0.975 + 0.012 * k) * half)
        sketch.solid("body", box(spot, (0.52, 0.024, 0.07), bevel=0.006), _TYRE)


def windmill(seed: int) -> Sketch:
    """A windmill: tapered tower, a cap that can turn about +Y, and four sails that spin about +Z."""
    wall = linear(("f2ead9", "d9c3a3", "e6ddd0", "c9b7a0")[seed % 4])
    roof = linear(("b5533c", "5a7a94", "7a4f3a", "4f8a6a")[seed % 4])
    wood = linear("7a5238")
    tall, wide, sail = variation(seed, 3, 0.1)
    h, r = 4.4 * tall, 1.25 * wide
    sketch = Sketch(metres_per_unit=1.0)
    hub = at(0, h + 0.42, 1.12 * 0.7 * wide + 0.35)
    sketch.joint("tower", None, at(0, 0, 0))
    sketch.joint("cap", "tower", at(0, h, 0))
    sketch.joint("sails", "cap", hub)
    up = at(0, 1, 0)
    tower = [(0, 0), (r * 1.12, 0), (r * 1.12, 0.35), (r, 0.36), (r * 0.7, h), (0, h)]
    mesh = turned(tower, 0.05, at(0, 0, 0), up, 24)
    stone = mesh.vertices[:, 1] < 0.37
    sketch.solid("tower", mesh, np.where(stone[:, None], np.array(linear("8f8a84")), np.array(wall)))
    for share in (0.36, 0.68):
        y, radius = share * h, r * (1.0 - 0.3 * share)
        sketch.solid(
            "tower",
            turned([(0, 0), (radius + 0.05, 0), (radius + 0.045, 0.12), (0, 0.12)], 0.02, at(0, y, 0), up, 24),
            wood,
        )
    _openings(sketch, h, r, wood)
    cap = [
        (0, -0.02),
        (r * 0.86, -0.02),
        (r * 0.88, 0.12),
        (r * 0.74, 0.2),
        (r * 0.62, 0.66),
        (r * 0.3, 1.1),
        (0.06, 1.25),
        (0, 1.25),
    ]
    sketch.solid("cap", turned(cap, 0.05, at(0, h, 0), up, 24), roof)
    sketch.solid("cap", sphere(at(0, h + 1.3, 0), 0.1, segments=16), linear("e2b04a"))
    sketch.solid("cap", cylinder(at(0, hub[1], 0.2), hub - at(0, 0, 0.06), 0.13, segments=18), wood)
    sketch.solid(
        "sails",
        turned([(0, -0.1), (0.24, -0.1), (0.25, 0.08), (0.12, 0.2), (0, 0.22)], 0.03, hub, at(0, 0, 1), 20),
        scaled(wood, 0.8),
    )
    for k in range(4):
        _sail(sketch, hub, np.pi * k / 2.0 + 0.35, 2.55 * sail, wood)
    return sketch


def _openings(sketch: Sketch, h: float, r: float, wood: Rgb) -> None:
    front = at(0, 0, r)
    sketch.solid("tower", box(front * 0.97 + at(0, 0.78, 0), (0.78, 1.3, 0.22), bevel=0.05), scaled(wood, 0.75))
    sketch.solid("tower", box(front * 0.99 + at(0, 0.75, 0.02), (0.6, 1.14, 0.22), bevel=0.03), wood)
    sketch.solid("tower", sphere(front * 0.99 + at(0.2, 0.75, 0.14), 0.045, segments=12), linear("e2b04a"))
    for y, turn in ((0.5 * h, 0.0), (0.5 * h, 1.9), (0.5 * h, -1.9), (0.82 * h, 0.0), (0.24 * h, 2.5)):
        radius = r * (1.0 - 0.3 * y / h)
        way = at(np.sin(turn), 0, np.cos(turn))
        frame = np.stack([np.cross(at(0, 1, 0), way), at(0, 1, 0), way], axis=1)
        centre = way * (radius - 0.03) + at(0, y, 0)
        sketch.solid("tower", box(centre, (0.46, 0.56, 0.2), bevel=0.03, turn=frame), wood)
        sketch.solid("tower", box(centre + 0.02 * way, (0.34, 0.44, 0.2), bevel=0.02, turn=frame), linear("bfe3f2"))
        for size in ((0.34, 0.035, 0.22), (0.035, 0.44, 0.22)):
            sketch.solid("tower", box(centre + 0.02 * way, size, bevel=0.008, turn=frame), wood)


def _sail(sketch: Sketch, hub: np.ndarray, angle: float, length: float, wood: Rgb) -> None:
    """A spar with a lattice on one side and cloth on it, a little turned into the wind."""
    out, across = at(np.sin(angle), np.cos(angle), 0), at(np.cos(angle), -np.sin(angle), 0)
    tilted = unit(across + at(0, 0, 0.16))
    frame = np.stack([tilted, out, np.cross(tilted, out)], axis=1)
    middle = hub + 0.5 * length * out + at(0, 0, 0.06)
    sketch.solid("sails", box(middle, (0.09, length, 0.09), bevel=0.015, turn=frame), wood)
    wide, start = 0.62, 0.24
    span = (1.0 - start) * length - 0.05
    centre = hub + (start * length + 0.5 * span) * out + at(0, 0, 0.06) + 0.5 * wide * tilted
    cloth = box(centre, (wide - 0.05, span - 0.02, 0.03), bevel=0.008, turn=frame)
    sketch.solid("sails", cloth, linear("fbf3e2"))
    for k in range(8):
        spot = centre + (k / 7.0 - 0.5) * span * out
        sketch.solid("sails", box(spot, (wide, 0.045, 0.06), bevel=0.01, turn=frame), wood)
    for side in (-0.5, 0.0, 0.5):
        spot = centre + side * wide * tilted
        sketch.solid("sails", box(spot, (0.04, span + 0.04, 0.06), bevel=0.01, turn=frame), wood)
