"""Things of the house: desk lamp, chest, door and fan."""

import numpy as np

from enliven.core.mesh import Mesh
from enliven.creatures.lumps import Rgb
from enliven.creatures.palette import linear, mixed, scaled
from enliven.creatures.sketch import Sketch, at, sides, variation
from enliven.creatures.solids import box, curved, cylinder, sphere, tube, turned

_PAINTS = ("e0533d", "3f86b5", "f0b53c", "4a9a7a", "f2efe6", "7a5fa8")
_STEEL, _DARK, _BRASS = linear("b9bec6"), linear("33363d"), linear("e2b04a")
_WOODS = (("a5683a", "7f4c2a"), ("c08a52", "8f6236"), ("7a4a34", "573222"))


def lamp(seed: int) -> Sketch:
    """A jointed desk lamp: foot, two arms, and a shade that looks down and ahead."""
    paint = linear(_PAINTS[seed % len(_PAINTS)])
    low_arm, high_arm, shade, foot = variation(seed, 4, 0.1)
    sketch = Sketch(metres_per_unit=1.0)
    up = at(0, 1, 0)
    pivot = at(0, 0.06, -0.02)
    elbow = pivot + 0.24 * low_arm * at(0, np.cos(0.42), -np.sin(0.42))
    neck = elbow + 0.24 * high_arm * at(0, np.sin(0.62), np.cos(0.62))
    sketch.joint("base", None, at(0, 0, 0))
    sketch.joint("arm_lower", "base", pivot)
    sketch.joint("arm_upper", "arm_lower", elbow)
    sketch.joint("head", "arm_upper", neck)
    plate = [
        (0, 0),
        (0.1 * foot, 0),
        (0.1 * foot, 0.014),
        (0.05 * foot, 0.03),
        (0.022, 0.036),
        (0.018, 0.058),
        (0, 0.058),
    ]
    sketch.solid("base", turned(plate, 0.005, at(0, 0, -0.01), up, 36), paint)
    for joint, start, end in (("arm_lower", pivot, elbow), ("arm_upper", elbow, neck)):
        for x in (-0.017, 0.017):
            rod = tube(np.stack([start, (start + end) / 2, end]) + at(x, 0, 0), np.full(3, 0.0055), segments=10)
            sketch.solid(joint, rod, _STEEL)
        sketch.solid(joint, cylinder(start - at(0.026, 0, 0), start + at(0.026, 0, 0), 0.0165), _DARK)
        _spring(sketch, joint, start + 0.18 * (end - start), start + 0.55 * (end - start))
    sketch.solid("arm_upper", sphere(elbow + at(0.032, 0, 0), 0.011, segments=12), paint)
    sketch.solid("arm_upper", sphere(elbow - at(0.032, 0, 0), 0.011, segments=12), paint)
    _lamp_head(sketch, neck, paint, 0.9 * shade)
    return sketch


def _spring(sketch: Sketch, joint: str, start: np.ndarray, end: np.ndarray) -> None:
    """A coil around a straight line."""
    turns, points = 9, 73
    t = np.linspace(0.0, 1.0, points)
    along = (end - start) / np.linalg.norm(end - start)
    side = np.cross(along, at(1, 0, 0))
    angle = 2.0 * np.pi * turns * t
    path = (
        start
        + np.outer(t, end - start)
        + 0.0085 * (np.outer(np.cos(angle), at(1, 0, 0)) + np.outer(np.sin(angle), side))
    )
    sketch.solid(joint, tube(path, np.full(points, 0.0016), segments=5), _STEEL)


def _lamp_head(sketch: Sketch, neck: np.ndarray, paint: Rgb, size: float) -> None:
    look = at(0, -0.8, 0.6)
    sketch.solid("head", cylinder(neck - at(0.022, 0, 0), neck + at(0.022, 0, 0), 0.0175), _DARK)
    outside = [(0, -0.045), (0.024, -0.045), (0.03, 0.0), (0.05, 0.03), (0.088, 0.098), (0.094, 0.116)]
    inside = [(0.088, 0.116), (0.08, 0.098), (0.042, 0.034), (0.0, 0.022)]
    profile = [(size * r, size * h) for r, h in outside + inside]
    hood = turned(profile, 0.003, neck, look, 40)
    within = np.linalg.norm(np.cross(hood.vertices - neck, look), axis=1)
    depth = (hood.vertices - neck) @ look
    lining = within < size * np.interp(depth / size, [0.02, 0.034, 0.098, 0.118], [0.02, 0.044, 0.0835, 0.0905])
    lining &= depth > 0.02 * size
    rgb = np.where(lining[:, None], np.array(linear("fdf3cf")), np.array(paint))
    sketch.solid("head", hood, rgb)
    sketch.solid("head", sphere(neck + 0.07 * size * look, 0.034 * size, segments=18), linear("ffe9a0"))


def chest(seed: int) -> Sketch:
    """A treasure chest: planks and iron bands, a round lid on a hinge behind, gold inside."""
    light, dark = (linear(tone) for tone in _WOODS[seed % len(_WOODS)])
    metal = (_BRASS, _STEEL, linear("6a5f58"))[(seed // len(_WOODS) + seed) % 3]
    w, d, h = (0.76, 0.46, 0.34) * np.array(variation(seed, 3, 0.1))
    sketch = Sketch()
    sketch.joint("box", None, at(0, 0, 0))
    sketch.joint("lid", "box", at(0, h, -d / 2))
    for row in range(3):
        y, tone = h * (row + 0.5) / 3.0, light if row % 2 else mixed(light, dark, 0.35)
        tall = h / 3.0 - 0.006
        for z in (-d / 2 + 0.015, d / 2 - 0.015):
            sketch.solid("box", box(at(0, y, z), (w, tall, 0.03), bevel=0.007), tone)
        for x in (-w / 2 + 0.015, w / 2 - 0.015):
            sketch.solid("box", box(at(x, y, 0), (0.03, tall, d - 0.04), bevel=0.007), tone)
    sketch.solid("box", box(at(0, 0.02, 0), (w - 0.02, 0.03, d - 0.02), bevel=0.006), dark)
    for x in (-w / 2 + 0.02, w / 2 - 0.02):
        for z in (-d / 2 + 0.02, d / 2 - 0.02):
            sketch.solid("box", box(at(x, h / 2, z), (0.07, h + 0.006, 0.07), bevel=0.012), metal)
    _lid(sketch, w, d, h, (light, dark, metal))
    lock = at(0, h - 0.045, d / 2 + 0.012)
    sketch.solid("box", box(lock, (0.1, 0.11, 0.035), bevel=0.012), metal)
    sketch.solid("box", cylinder(lock + at(0, 0.012, 0.012), lock + at(0, 0.012, 0.022), 0.014, segments=14), _DARK)
    sketch.solid("box", box(lock + at(0, -0.014, 0.017), (0.012, 0.036, 0.01), bevel=0.002), _DARK)
    rng = np.random.default_rng(seed)
    for _ in range(26):
        spot = at(rng.uniform(-0.38, 0.38) * w, h * rng.uniform(0.55, 0.82), rng.uniform(-0.34, 0.34) * d)
        axis = at(rng.normal(0, 0.5), 1.0, rng.normal(0, 0.5))
        coin = cylinder(spot, spot + 0.014 * axis / np.linalg.norm(axis), 0.042, bevel=0.003, segments=16)
        sketch.solid("box", coin, scaled(linear("f5c542"), float(rng.uniform(0.85, 1.1))))
    sketch.solid("box", box(at(0, 0.3 * h, 0), (w - 0.07, 0.55 * h, d - 0.07), bevel=0.03), linear("e0a92e"))
    return sketch


def _lid(sketch: Sketch, w: float, d: float, h: float, tones: tuple[Rgb, Rgb, Rgb]) -> None:
    """A half barrel of planks over the width, closed at both ends, with three bands."""
    light, dark, metal = tones
    planks, high = 7, 0.4 * d
    for k in range(planks):
        a, b = np.pi * (k + 0.06) / planks, np.pi * (k + 0.94) / planks
        tone = light if k % 2 else mixed(light, dark, 0.35)
        sketch.solid("lid", _arch(a, b, w / 2 - 0.004, d / 2, high, 0.03, h + 0.004), tone)
    for x in (-0.5 * w + 0.034, 0.0, 0.5 * w - 0.034):
        sketch.solid("lid", _arch(0.0, np.pi, 0.034, d / 2 + 0.009, high + 0.009, 0.03, h + 0.004, x=x), metal)
    for x in (-w / 2 + 0.02, w / 2 - 0.02):
        angle = np.linspace(0.0, np.pi, 13)
        rim = np.stack([np.cos(angle) * (d / 2 - 0.012), h + 0.004 + np.sin(angle) * (high - 0.012)], axis=1)
        sketch.solid("lid", _prism(rim, x - 0.012, x + 0.012), dark)
    sketch.solid("lid", box(at(0, h - 0.005, d / 2 + 0.02), (0.07, 0.09, 0.022), bevel=0.008), metal)


def _arch(
    start: float, end: float, half: float, depth: float, high: float, thick: float, base: float, x: float = 0.0
) -> Mesh:
    """A piece of a barrel from angle to angle (0: front), of a width about ``x``."""
    steps = max(3, round((end - start) / 0.2))
    angle = np.linspace(start, end, steps)
    outer = np.stack([np.cos(angle) * depth, base + np.sin(angle) * high], axis=1)
    inner = np.stack([np.cos(angle) * (depth - thick), base + np.sin(angle) * (high - thick)], axis=1)
    return _prism(np.concatenate([outer, inner[::-1]]), x - half, x + half)


def _prism(outline_zy: np.ndarray, low: float, high: float) -> Mesh:
    """An outline in z and y drawn out along x, its edges broken.

    The outline is closed by strips between opposite points: first with last, second with last but one.
    """
    count, bevel = len(outline_zy), min(0.006, 0.2 * (high - low))
    middle = outline_zy.mean(axis=0)
    inset = middle + (outline_zy - middle) * (1.0 - 2.0 * bevel / np.ptp(outline_zy, axis=0).max())
    rings = []
    for outline, x in ((inset, low), (outline_zy, low + bevel), (outline_zy, high - bevel), (inset, high)):
        rings.append(np.column_stack([np.full(count, x), outline[:, 1], outline[:, 0]]))
    around = np.arange(count)
    turn = (around + 1) % count
    faces = []
    for ring in range(3):
        a, b = ring * count + around, ring * count + turn
        faces += [np.stack([a, b, b + count], 1), np.stack([a, b + count, a + count], 1)]
    strip = [(k, k + 1, count - 2 - k, count - 1 - k) for k in range(count // 2)]
    cap = [t for a, b, c, d in strip for t in ((a, b, c), (a, c, d)) if len(set(t)) == 3]
    flat = np.array(cap)
    faces += [flat[:, ::-1], flat + 3 * count]
    mesh = Mesh(vertices=np.concatenate(rings), faces=np.concatenate(faces))
    a, b, c = np.moveaxis(mesh.vertices[mesh.faces], 1, 0)
    inside_out = np.einsum("fi,fi->", a, np.cross(b, c)) < 0.0
    return Mesh(vertices=mesh.vertices, faces=mesh.faces[:, ::-1].copy()) if inside_out else mesh


def door(seed: int) -> Sketch:
    """A panelled door in its frame, hinged on its left (+X), with a knob that turns."""
    paint = linear(("c8553d", "3f7f8f", "5f9a5a", "e0b04a", "6a5a9a", "f0ede4")[seed % 6])
    frame = linear(("f2ece0", "efe6d6", "8a5f3c")[seed % 3])
    w, h, panels = (0.9, 2.02, 1.0) * np.array(variation(seed, 3, 0.06))
    del panels
    sketch = Sketch()
    sketch.joint("frame", None, at(0, 0, 0))
    sketch.joint("door", "frame", at(w / 2, 0.03, 0))
    knob = at(-w / 2 + 0.09, 0.98, 0)
    sketch.joint("handle", "door", knob)
    for _, sign in sides():
        sketch.solid(
            "frame", box(at(sign * (w / 2 + 0.06), h / 2 + 0.06, 0), (0.11, h + 0.12, 0.17), bevel=0.012), frame
        )
    sketch.solid("frame", box(at(0, h + 0.1, 0), (w + 0.28, 0.13, 0.19), bevel=0.014), frame)
    sketch.solid("frame", box(at(0, h + 0.19, 0), (w + 0.36, 0.05, 0.25), bevel=0.014), scaled(frame, 0.92))
    sketch.solid("frame", box(at(0, 0.0125, 0.03), (w + 0.32, 0.025, 0.32), bevel=0.006), linear("8d8a86"))
    leaf = at(0, 0.03 + h / 2, 0)
    sketch.solid("door", box(leaf, (w - 0.012, h - 0.02, 0.05), bevel=0.008), paint)
    _panels(sketch, leaf, w, h, paint)
    for y in (0.25, 1.0, 1.75):
        hinge = at(w / 2 - 0.006, y * h / 2.02, 0.034)
        sketch.solid("door", cylinder(hinge - at(0, 0.05, 0), hinge + at(0, 0.05, 0), 0.012, segments=14), _BRASS)
    for _, sign in sides():
        plate = knob + at(0, 0, sign * 0.028)
        sketch.solid("door", box(plate, (0.055, 0.17, 0.01), bevel=0.004), _BRASS)
        profile = [(0, 0), (0.013, 0), (0.012, 0.03), (0.03, 0.042), (0.034, 0.058), (0.026, 0.074), (0, 0.079)]
        sketch.solid("handle", turned(profile, 0.003, plate, at(0, 0, sign), 20), _BRASS)
    return sketch


def _panels(sketch: Sketch, leaf: np.ndarray, w: float, h: float, paint: Rgb) -> None:
    """Two columns of raised panels in sunk frames, the upper ones of glass."""
    for _, sign in sides():
        for low, high, glass in ((0.06, 0.36, False), (0.42, 0.66, False), (0.72, 0.94, True)):
            centre = leaf + at(sign * 0.225 * w, ((low + high) / 2 - 0.5) * h, 0)
            size = (0.36 * w, (high - low) * h)
            sketch.solid("door", box(centre, (size[0], size[1], 0.066), bevel=0.012), scaled(paint, 0.72))
            tone = linear("bfe3f2") if glass else scaled(paint, 1.12)
            sketch.solid("door", box(centre, (size[0] - 0.07, size[1] - 0.07, 0.084), bevel=0.018), tone)


def fan(seed: int) -> Sketch:
    """A desk fan: foot, stem, a head that can swing, a cage of wires, and blades that spin about +Z."""
    paint = linear(_PAINTS[(seed + 1) % len(_PAINTS)])
    size, tall, foot = variation(seed, 3, 0.1)
    blades = (4, 3, 5)[seed % 3]
    r = 0.19 * size
    sketch = Sketch()
    centre = at(0, 0.36 * tall + 0.05, 0.075)
    sketch.joint("base", None, at(0, 0, 0))
    sketch.joint("head", "base", at(0, centre[1] - 0.06, -0.01))
    sketch.joint("blades", "head", centre)
    up, ahead = at(0, 1, 0), at(0, 0, 1)
    plate = [
        (0, 0),
        (0.13 * foot, 0),
        (0.13 * foot, 0.015),
        (0.06 * foot, 0.032),
        (0.025, 0.045),
        (0.02, centre[1] - 0.06),
        (0, centre[1] - 0.06),
    ]
    sketch.solid("base", turned(plate, 0.005, at(0, 0, -0.01), up, 36), paint)
    sketch.solid(
        "base", cylinder(at(0, 0.02, 0.085 * foot), at(0, 0.036, 0.085 * foot), 0.014, segments=16), linear("e5533d")
    )
    motor = [(0, -0.13), (0.04, -0.125), (0.062, -0.09), (0.066, -0.04), (0.05, -0.02), (0, -0.02)]
    sketch.solid("head", turned(motor, 0.006, centre, ahead, 28), paint)
    sketch.solid("head", sphere(at(0, centre[1] - 0.055, -0.01), 0.03, segments=16), _DARK)
    _cage(sketch, centre, r)
    hub = [(0, -0.022), (0.034, -0.022), (0.036, 0.012), (0.02, 0.03), (0, 0.034)]
    sketch.solid("blades", turned(hub, 0.004, centre, ahead, 24), _DARK)
    for k in range(blades):
        _blade(sketch, centre, 2.0 * np.pi * k / blades, 0.88 * r, mixed(paint, (1.0, 1.0, 1.0), 0.75))
    return sketch


def _blade(sketch: Sketch, centre: np.ndarray, angle: float, r: float, rgb: Rgb) -> None:
    """A broad twisted paddle."""
    t, u = np.linspace(0.12, 1.0, 13)[:, None], np.linspace(-1.0, 1.0, 9)[None, :]
    wide = (
        0.46
        * np.sin(np.pi * np.clip(0.22 + 0.66 * t, 0, 1)) ** 0.8
        * np.sqrt(np.maximum(1.0 - np.maximum(t - 0.72, 0) ** 2 / 0.1, 0.04))
    )
    turn = angle + u * wide + 0.22 * t
    lift = (-0.13 * u * wide + 0.0 * t) * r * 1.3
    points = np.stack([np.sin(turn) * r * t, np.cos(turn) * r * t, lift], axis=2) + centre
    thick = 0.007 * np.ones(points.shape[:2])
    sketch.sheet(("blades",), points, thick, np.broadcast_to(np.array(rgb), points.shape).copy(), np.ones((13, 9, 1)))


def _cage(sketch: Sketch, centre: np.ndarray, r: float) -> None:
    """A ring, and wires that bulge over the front and the back of it."""
    angle = np.linspace(0.0, 2.0 * np.pi, 61)[:-1]
    for radius, z, wire in ((r, 0.0, 0.0065), (0.6 * r, 0.052, 0.0028), (0.6 * r, -0.05, 0.0028)):
        ring = np.stack([np.sin(angle) * radius, np.cos(angle) * radius, np.full(60, z)], axis=1) + centre
        sketch.solid("head", _ring(ring, centre + at(0, 0, z), wire), _STEEL)
    for k in range(20):
        way = at(np.sin(np.pi * k / 10), np.cos(np.pi * k / 10), 0)
        for bulge in (0.062, -0.058):
            reach = np.array([0.12, 0.4, 0.75, 1.0])
            path = centre + np.outer(reach * r, way) + np.outer(bulge * np.sqrt(1.0 - reach**3), at(0, 0, 1))
            sketch.solid("head", tube(curved(path, 8), np.full(8, 0.0024), segments=5, rounded=False), _STEEL)
    sketch.solid("head", cylinder(centre + at(0, 0, 0.055), centre + at(0, 0, 0.068), 0.03, segments=24), _DARK)


def _ring(path: np.ndarray, centre: np.ndarray, radius: float) -> Mesh:
    """A closed hoop of wire."""
    count, segments = len(path), 8
    out = path - centre
    out /= np.linalg.norm(out, axis=1, keepdims=True)
    angle = 2.0 * np.pi * np.arange(segments) / segments
    rings = path[:, None] + radius * (np.cos(angle)[:, None] * out[:, None] + np.sin(angle)[:, None] * at(0, 0, 1))
    k, s = np.meshgrid(np.arange(count), np.arange(segments), indexing="ij")
    here, up = k * segments + s, k * segments + (s + 1) % segments
    ahead = (k + 1) % count * segments + s
    both = (k + 1) % count * segments + (s + 1) % segments
    faces = np.concatenate(
        [np.stack([here, up, both], -1).reshape(-1, 3), np.stack([here, both, ahead], -1).reshape(-1, 3)]
    )
    return Mesh(vertices=rings.reshape(-1, 3), faces=faces)
