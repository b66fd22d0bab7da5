"""Octopuses and jellyfish: a bell or a head above many soft arms."""

import numpy as np

from enliven.creatures import paint
from enliven.creatures.features import eye, unit
from enliven.creatures.lumps import Rgb
from enliven.creatures.palette import linear, mixed, scaled
from enliven.creatures.sketch import Sketch, at, sides
from enliven.creatures.solids import curved, sphere, tube

_OCTOPUSES = (
    ("d9573f", "f7c9a8", "a83a34", "f5d24a"),
    ("8a5fc0", "e6c8ee", "5f3f98", "9fe8c0"),
    ("e08a3c", "fbe0b0", "b05f28", "6fb0d8"),
    ("3f9a98", "d0efe2", "2a6a72", "f2b84a"),
)
"""Skin, underside, spots and eyes."""
_JELLIES = (
    ("f29ac0", "fbe3ee", "d85f9a"),
    ("6fb3e8", "e2f3fb", "3f78c0"),
    ("b48be0", "f0e6fa", "7f55b8"),
    ("f5b85f", "fdf0d2", "e0853a"),
)
"""Bell, rim and arms."""


def octopus(seed: int) -> Sketch:
    """The octopus of a seed, standing on eight arms of five bones; about one unit wide."""
    rng = np.random.default_rng(seed)
    skin, under, spot, iris = (linear(name) for name in _OCTOPUSES[seed % len(_OCTOPUSES)])
    head, tall, long, thick = np.exp(np.clip(rng.normal(0.0, 0.1 if seed else 0.01, 4), -0.2, 0.2)).tolist()
    sketch = Sketch(metres_per_unit=0.6)
    sketch.group("body", spacing=0.0165, vertices=7000)
    sketch.joint("body", None, at(0, 0.3, 0))
    sketch.joint("head", "body", at(0, 0.42, 0))
    sketch.joint("mantle", "head", at(0, 0.6, -0.05))
    sketch.ball("body", at(0, 0.29, 0), (0.2, 0.15, 0.2), skin, blend=0.06)
    sketch.ball("head", at(0, 0.45, 0.02), (0.2 * head, 0.19, 0.2 * head), skin, blend=0.1)
    top = at(0, 0.72 * tall, -0.1)
    sketch.ball("mantle", top, (0.265 * head, 0.285 * tall, 0.3 * head), skin, blend=0.1)
    for k in range(8):
        angle = np.pi / 8.0 + k * np.pi / 4.0
        _arm(sketch, f"{'left' if np.sin(angle) > 0 else 'right'}", k, angle, long, thick, skin, under)
    for _, sign in sides():
        sketch.ball("head", at(sign * 0.13, 0.545, 0.12) * [head, 1, head], 0.083, skin, blend=0.04)
        point, normal = sketch.skin_point(at(sign * 0.13, 0.55, 0.12) * [head, 1, head], at(sign * 0.55, 0.15, 1.0))
        gaze = normal + at(0, 0, 0.6)
        eye(
            sketch,
            "head",
            point - 0.034 * normal,
            0.064,
            gaze,
            iris=iris,
            lid=scaled(spot, 0.95),
            pupil_rad=0.6,
            iris_rad=1.3,
        )
    spots = []
    for _ in range(16):
        way = unit(rng.normal(size=3) + at(0, 0.5, -0.3))
        spots.append(sketch.skin_point(top, way)[0])
    sketch.stain(spot, paint.spots(np.stack(spots), rng.uniform(0.03, 0.062, 16)))
    return sketch


def _arm(sketch: Sketch, side: str, k: int, angle: float, long: float, thick: float, skin: Rgb, under: Rgb) -> None:
    """An arm that runs out along the ground and curls up at the tip; numbered from the front on each side."""
    number = k + 1 if side == "left" else 8 - k
    away, across = at(np.sin(angle), 0, np.cos(angle)), at(np.cos(angle), 0, -np.sin(angle))
    curl = 0.08 * (1.0 if side == "left" else -1.0)
    way = [
        0.1 * away + at(0, 0.27, 0),
        0.3 * away + at(0, 0.17, 0),
        0.52 * long * away + at(0, 0.06, 0),
        0.74 * long * away + at(0, 0.05, 0) + curl * across,
        0.9 * long * away + at(0, 0.1, 0) + 2.6 * curl * across,
        0.9 * long * away + at(0, 0.21, 0) + 3.9 * curl * across,
    ]
    path = curved(np.stack(way), 11)
    radii = thick * np.linspace(0.098, 0.016, 11)
    joints, parent = [], "body"
    for bone in range(5):
        parent = sketch.joint(f"arm_{number}_{bone + 1}_{side}", parent, path[2 * bone])
        joints += [parent, parent]
    sketch.chain(joints, list(path), radii.tolist(), skin, blend=0.028)
    for step in range(2, 10):
        ahead = unit(path[step + 1] - path[step])
        down = unit(np.cross(ahead, np.cross(at(0, -1, 0) if step < 8 else -away, ahead)))
        size = 0.4 * radii[step]
        for shift in (-0.42, 0.42):
            place = path[step] + radii[step] * (0.82 * down + shift * np.cross(ahead, down))
            sketch.solid(joints[step], sphere(place, size, segments=8), under)


def jellyfish(seed: int) -> Sketch:
    """The jellyfish of a seed: a bell of four bones around, frilled arms and thin threads below."""
    rng = np.random.default_rng(seed)
    bell, rim, arm = (linear(name) for name in _JELLIES[seed % len(_JELLIES)])
    wide, tall, long = np.exp(np.clip(rng.normal(0.0, 0.1 if seed else 0.01, 3), -0.2, 0.2)).tolist()
    sketch = Sketch(metres_per_unit=0.35)
    sketch.group("body", spacing=0.018, vertices=4000)
    sketch.joint("bell", None, at(0, 1.25, 0))
    sketch.ball("bell", at(0, 1.25, 0), (0.42 * wide, 0.34 * tall, 0.42 * wide), bell, blend=0.02)
    sketch.ball(
        "bell", at(0, 1.05, 0), (0.36 * wide, 0.3 * tall, 0.36 * wide), scaled(bell, 0.7), blend=0.03, carves=True
    )
    for k in range(8):
        angle = (k + 0.5) * np.pi / 4.0
        side = "left" if np.sin(angle) > 0 else "right"
        number = k + 1 if side == "left" else 8 - k
        away = at(np.sin(angle), 0, np.cos(angle))
        edge = 0.39 * wide * away + at(0, 1.14, 0)
        joint = sketch.joint(f"rim_{number}_{side}", "bell", 0.33 * wide * away + at(0, 1.24, 0))
        sketch.ball(joint, edge, (0.125, 0.1, 0.125), mixed(bell, rim, 0.35), blend=0.07)
        _thread(sketch, f"thread_{number}", side, joint, edge + at(0, -0.05, 0), away, long, rng.uniform(0, 6.28), rim)
    for k in range(4):
        angle = (k + 0.5) * np.pi / 2.0
        side = "left" if np.sin(angle) > 0 else "right"
        number = k + 1 if side == "left" else 4 - k
        _frill(sketch, f"arm_{number}", side, at(np.sin(angle), 0, np.cos(angle)), long, arm)
    sketch.stain(rim, paint.along((0.0, 1.0, 0.0), 1.16, 1.09))
    for k in range(4):
        angle = k * np.pi / 2.0
        spot, _ = sketch.skin_point(at(0, 1.35, 0), at(0.42 * np.sin(angle), 0.6, 0.42 * np.cos(angle)))
        sketch.stain(arm, paint.around(spot, (0.1, 0.1, 0.1), soft=0.25))
    return sketch


def _thread(
    sketch: Sketch,
    name: str,
    side: str,
    parent: str,
    root: np.ndarray,
    away: np.ndarray,
    long: float,
    phase: float,
    rgb: Rgb,
) -> None:
    t = np.linspace(0.0, 1.0, 13)
    sway = 0.035 * np.sin(7.0 * t + phase) * t
    path = root + np.outer(sway, away) + np.stack([0 * t, -0.72 * long * t, 0 * t], axis=1)
    joints = [sketch.joint(f"{name}_1_{side}", parent, root)]
    joints.append(sketch.joint(f"{name}_2_{side}", joints[0], root + at(0, -0.36 * long, 0)))
    for half, joint in enumerate(joints):
        part = path[6 * half : 6 * half + 7]
        sketch.solid(joint, tube(part, np.linspace(0.016 - 0.005 * half, 0.011 - 0.006 * half, 7), segments=7), rgb)


def _frill(sketch: Sketch, name: str, side: str, away: np.ndarray, long: float, rgb: Rgb) -> None:
    root = 0.1 * away + at(0, 1.2, 0)
    joints, parent = [], "bell"
    for bone in range(3):
        parent = sketch.joint(f"{name}_{bone + 1}_{side}", parent, root + at(0, -0.3 * long * bone, 0))
        joints.append(parent)
    rows, columns = 25, 7
    t, u = np.linspace(0.0, 1.0, rows)[:, None], np.linspace(-1.0, 1.0, columns)[None, :]
    across = np.cross(at(0, 1, 0), away)
    width = 0.11 * (1.0 - 0.6 * t)
    ripple = 0.05 * np.sin(26.0 * t + 1.2 * u) * np.abs(u)
    points = (
        root
        + (u * width)[..., None] * across
        + (ripple + 0.06 * np.sin(4 * t) + 0 * u)[..., None] * away
        + (-0.88 * long * t + 0 * u)[..., None] * at(0, 1, 0)
    )
    hold = np.stack([np.clip(1.0 - np.abs(3.0 * t[:, 0] - k - 0.5), 0.0, 1.0) for k in range(3)], axis=1)
    hold[0, 0] = hold[-1, 2] = 1.0
    held = np.repeat((hold + 1e-3 * (hold > 0))[:, None, :], columns, axis=1)
    tint = np.asarray(rgb) * (0.75 + 0.35 * np.abs(u)[..., None]) * np.ones((rows, 1, 1))
    sketch.sheet(tuple(joints), points, 0.035 * np.ones((rows, columns)), np.clip(tint, 0, 1), held)
