"""Spiders and snakes."""

import numpy as np

from enliven.creatures import paint
from enliven.creatures.features import eye, horn, unit
from enliven.creatures.lumps import Rgb
from enliven.creatures.palette import BLACK, linear, mixed, scaled
from enliven.creatures.sketch import Sketch, at, sides
from enliven.creatures.solids import curved, tube

_SPIDERS = (
    ("4a3a52", "7a5a86", "e58a3c", "f2c14b"),
    ("3a3f4a", "5a6472", "d8443c", "e9e2d6"),
    ("7a4a2c", "a9713f", "e8c07a", "3a2418"),
    ("2f5a52", "4f8a7c", "c9e07a", "f2e3a0"),
)
"""Body, legs, marks and eyes."""
_SNAKES = (
    ("5f9a45", "e9e3a4", "2f5a30", "f2c53a"),
    ("d9673a", "f6e3c0", "3a2a28", "f7e9c8"),
    ("3f7f9a", "d5ecec", "1f3f5f", "f2d36a"),
    ("b58a4a", "f0e0b5", "6a4424", "e8b04a"),
)
"""Back, belly, marks and eyes."""


def spider(seed: int) -> Sketch:
    """The spider of a seed; about one unit from the ground to its back, eight legs of three bones."""
    rng = np.random.default_rng(seed)
    body, legs, mark, iris = (linear(name) for name in _SPIDERS[seed % len(_SPIDERS)])
    round_, long, thick, head = np.exp(np.clip(rng.normal(0.0, 0.1 if seed else 0.01, 4), -0.2, 0.2)).tolist()
    sketch = Sketch(metres_per_unit=0.32)
    sketch.group("body", spacing=0.019, vertices=6000)
    sketch.joint("thorax", None, at(0, 0.55, 0.1))
    sketch.joint("abdomen", "thorax", at(0, 0.6, -0.14))
    sketch.joint("head", "thorax", at(0, 0.56, 0.3))
    sketch.ball("thorax", at(0, 0.55, 0.1), (0.24, 0.17, 0.27), body, blend=0.1)
    sketch.ball("head", at(0, 0.575, 0.34), (0.2 * head, 0.165 * head, 0.17 * head), body, blend=0.08)
    sketch.ball("abdomen", at(0, 0.72, -0.52), (0.37 * round_, 0.35 * round_, 0.44 * round_), body, blend=0.07)
    sketch.cone("abdomen", at(0, 0.66, -0.86 * round_), at(0, 0.62, -1.0 * round_), (0.08, 0.03), legs, blend=0.05)
    for side, sign in sides():
        for k, angle in enumerate((0.62, 0.2, -0.25, -0.72)):
            _spider_leg(sketch, k + 1, side, sign, angle, long * (1.06, 0.94, 0.94, 1.16)[k], thick, legs, mark)
        _fang(sketch, side, sign, legs)
    _spider_face(sketch, iris, head)
    for z, r in ((-0.4, 0.14), (-0.6, 0.12), (-0.78, 0.085)):
        top, _ = sketch.skin_point(at(0, 0.72, z * round_), at(0, 1, 0))
        sketch.stain(mark, paint.around(top, (r, 0.12, r * 0.72), soft=0.2))
    return sketch


def _spider_leg(
    sketch: Sketch, number: int, side: str, sign: float, angle: float, long: float, thick: float, rgb: Rgb, mark: Rgb
) -> None:
    away = at(sign * np.cos(angle), 0, np.sin(angle))
    root = at(sign * 0.17, 0.53, 0.1 + 0.2 * np.sin(angle))
    knee = root + 0.52 * long * away + at(0, 0.43 * long, 0)
    shin = root + 1.02 * long * away + at(0, 0.08, 0)
    foot = root + 1.32 * long * away
    foot[1] = 0.03
    names = [f"leg_{number}_{part}_{side}" for part in ("upper", "middle", "lower")]
    parent = "thorax"
    for name, place in zip(names, (root, knee, shin), strict=True):
        parent = sketch.joint(name, parent, place)
    radii = [0.082 * thick, 0.064 * thick, 0.05 * thick, 0.026]
    sketch.chain(names, [root, knee, shin, foot], radii, rgb, blend=0.035)
    for spot in (knee, shin):
        sketch.stain(mark, paint.around(spot, (0.1, 0.1, 0.1), soft=0.15))
    sketch.stain(scaled(rgb, 0.45), paint.around(foot, (0.15, 0.15, 0.15), soft=0.3))


def _fang(sketch: Sketch, side: str, sign: float, rgb: Rgb) -> None:
    root = at(sign * 0.075, 0.5, 0.46)
    joint = sketch.joint(f"fang_{side}", "head", root)
    sketch.cone(joint, root, root + at(0, -0.1, 0.045), (0.066, 0.05), rgb, blend=0.03)
    tip = root + at(0, -0.12, 0.05)
    horn(sketch, joint, [tip, tip + at(-sign * 0.012, -0.07, 0.02), tip + at(-sign * 0.045, -0.13, 0.0)], 0.034, BLACK)


def _spider_face(sketch: Sketch, iris: Rgb, head: float) -> None:
    centre = at(0, 0.575, 0.34)
    for _, sign in sides():
        for x, y, size in ((0.42, 0.24, 0.078), (0.95, 0.42, 0.05), (0.5, 0.88, 0.036), (1.5, 0.75, 0.034)):
            point, normal = sketch.skin_point(centre, at(sign * x, y, 1.0))
            gaze = normal + at(0, 0, 0.8)
            eye(sketch, "head", point - 0.3 * size * normal, size * head, gaze, iris=iris, pupil_rad=0.75, iris_rad=2.0)


def snake(seed: int) -> Sketch:
    """The snake of a seed, lying in waves; its body is about two units long and a tenth thick."""
    rng = np.random.default_rng(seed)
    back, belly, mark, iris = (linear(name) for name in _SNAKES[seed % len(_SNAKES)])
    wave, thick, head = np.exp(np.clip(rng.normal(0.0, 0.1 if seed else 0.01, 3), -0.2, 0.2)).tolist()
    bones = 14
    t = np.linspace(0.0, 1.0, bones + 1)
    radii = thick * 0.08 * np.clip(1.18 - 1.1 * t**2.6, 0.14, 1.0)
    radii[0] *= 0.85
    along = np.stack(
        [0.16 * wave * np.sin(2.0 * np.pi * 1.5 * t) * (0.35 + 0.65 * np.sin(np.pi * t)), radii, 0.72 - 1.75 * t],
        axis=1,
    )
    along[:4, 1] += np.array([0.24, 0.14, 0.05, 0.01])
    along[:3, 2] += np.array([-0.03, 0.02, 0.02])
    sketch = Sketch(metres_per_unit=0.85)
    sketch.group("body", spacing=0.0115, vertices=5200)
    root = bones // 2
    names = [f"spine_{k + 1}" for k in range(bones)]
    sketch.joint("body", None, along[root])
    parent = "body"
    for k in range(root, bones):
        parent = sketch.joint(f"tail_{k - root + 1}", parent, along[k]) if k > root else parent
        names[k] = parent
    parent = "body"
    for k in range(root - 1, -1, -1):
        parent = sketch.joint(f"neck_{root - k}", parent, along[k + 1])
        names[k] = parent
    sketch.chain(names, list(along), radii.tolist(), back, blend=0.03)
    _snake_head(sketch, along, radii, back, belly, iris, head, parent)
    _snake_paint(sketch, along, radii, belly, mark)
    return sketch


def _snake_head(
    sketch: Sketch, along: np.ndarray, radii: np.ndarray, back: Rgb, belly: Rgb, iris: Rgb, h: float, parent: str
) -> None:
    head = sketch.joint("head", parent, along[0])
    centre = along[0] + at(0, 0.012, 0.05)
    sketch.ball(head, centre, (0.094 * h, 0.068 * h, 0.105 * h), back, blend=0.04)
    sketch.ball(head, centre + at(0, -0.006, 0.09) * h, (0.066 * h, 0.046 * h, 0.075 * h), back, blend=0.04)
    jaw = sketch.joint("jaw", head, centre + at(0, -0.032, -0.01) * h)
    sketch.ball(jaw, centre + at(0, -0.042, 0.06) * h, (0.074 * h, 0.03 * h, 0.1 * h), belly, blend=0.01)
    for _, sign in sides():
        point, normal = sketch.skin_point(centre + at(0, 0.006, 0.035), at(sign * 0.95, 0.5, 0.42))
        lid = scaled(back, 0.7)
        eye(sketch, head, point - 0.009 * normal, 0.03 * h, normal + at(0, 0, 0.5), iris=iris, lid=lid, pupil_rad=0.5)
        nostril = centre + at(sign * 0.03, 0.012, 0.158) * h
        sketch.ball(head, nostril, 0.008 * h, BLACK, blend=0.004, carves=True)
    tongue = sketch.joint("tongue", jaw, centre + at(0, -0.026, 0.12) * h)
    stem = [centre + at(0, -0.026, 0.1) * h, centre + at(0, -0.03, 0.2) * h, centre + at(0, -0.024, 0.25) * h]
    red = linear("d8324a")
    sketch.solid(tongue, tube(curved(np.stack(stem), 7), np.full(7, 0.0085), segments=8), red)
    for sign in (-1.0, 1.0):
        fork = np.stack([stem[-1], stem[-1] + at(sign * 0.012, 0.006, 0.025), stem[-1] + at(sign * 0.034, 0.022, 0.05)])
        sketch.solid(tongue, tube(curved(fork, 6), np.linspace(0.008, 0.002, 6), segments=8), red)


def _snake_paint(sketch: Sketch, along: np.ndarray, radii: np.ndarray, belly: Rgb, mark: Rgb) -> None:
    path = curved(along, 17 * 4)
    for k in range(6, len(path) - 3, 4):
        ahead = unit(path[k + 1] - path[k - 1])
        wide = float(np.interp(k, np.linspace(0, len(path) - 1, len(radii)), radii))
        top = path[k] + at(0, wide, 0)
        out = unit(np.cross(at(0, 1, 0), ahead))
        sketch.stain(mark, _diamond(top, ahead, out, wide))
    sketch.stain(belly, paint.facing((0.0, -1.0, 0.0), 0.15, 0.5))
    sketch.stain(mixed(mark, belly, 0.1), paint.around(along[0] + at(0, 0.085, 0.0), (0.035, 0.04, 0.09), soft=0.3))


def _diamond(centre: np.ndarray, ahead: np.ndarray, out: np.ndarray, wide: float) -> paint.Mask:
    """A diamond on the back."""

    def mask(points: np.ndarray, normals: np.ndarray) -> np.ndarray:
        away = points - centre
        level = np.abs(away @ ahead) / (0.9 * wide) + np.abs(away @ out) / (0.95 * wide)
        return paint.ramp(level, 1.05, 0.85) * paint.ramp(np.abs(away[:, 1]), 1.3 * wide, wide)

    return mask
