"""Fish: a tall narrow body with fins of thin skin."""

from dataclasses import dataclass

import numpy as np

from enliven.creatures import paint
from enliven.creatures.features import eye, unit
from enliven.creatures.lumps import Rgb
from enliven.creatures.palette import linear, mixed, scaled
from enliven.creatures.sketch import Sketch, at, sides


@dataclass(frozen=True, slots=True)
class _Scales:
    """Colours of a fish, sRGB hex, and how tall and long it is."""

    back: str
    belly: str
    fin: str
    fin_edge: str
    band: str
    height: float
    bands: bool
    size_m: float


_SCALES = (
    _Scales("ee7f32", "f9b25e", "f08a3a", "3b2a2a", "fdf6ec", 0.225, bands=True, size_m=0.22),
    _Scales("2f6fd0", "6fb1ec", "f4cf3f", "f7e08a", "1d2b57", 0.26, bands=False, size_m=0.28),
    _Scales("e8a92f", "fbe3a0", "f3863c", "fbd9a5", "ffffff", 0.2, bands=False, size_m=0.18),
    _Scales("4aa38b", "d9efe0", "2f7f78", "8fd0bd", "2c5f5a", 0.17, bands=True, size_m=0.4),
    _Scales("b85a9a", "f6c7d8", "7a4fb5", "f2a7cf", "fbe6f0", 0.24, bands=True, size_m=0.25),
)


def fish(seed: int) -> Sketch:
    """The fish of a seed; its body is about one unit long."""
    rng = np.random.default_rng(seed)
    scales = _SCALES[seed % len(_SCALES)]
    tall, long, fin, eye_size = np.exp(np.clip(rng.normal(0.0, 0.09 if seed else 0.01, 4), -0.18, 0.18)).tolist()
    sketch = Sketch(metres_per_unit=scales.size_m)
    sketch.group("body", spacing=0.0145, vertices=3200)
    _body(sketch, scales, scales.height * tall, long)
    _upright_fins(sketch, scales, scales.height * tall, long, fin)
    for side, sign in sides():
        _side_fins(sketch, scales, side, sign, scales.height * tall, fin)
    _face(sketch, scales, scales.height * tall, eye_size)
    _paint(sketch, scales, scales.height * tall)
    return sketch


def _body(sketch: Sketch, scales: _Scales, tall: float, long: float) -> None:
    back = linear(scales.back)
    joints = ["body", "spine_1", "spine_2", "spine_3", "tail"]
    spots = [0.1, -0.08, -0.24, -0.38, -0.48]
    for k, name in enumerate(joints):
        sketch.joint(name, joints[k - 1] if k else None, at(0, 0, spots[k] * long))
    sketch.joint("head", "body", at(0, 0, 0.2))
    wide = 0.58 * tall
    sketch.ball("body", at(0, 0, 0.08), (wide, tall, 0.3), back, blend=0.1)
    sketch.ball("spine_1", at(0, 0, -0.1 * long), (wide * 0.92, tall * 0.93, 0.24), back, blend=0.1)
    sketch.ball("spine_2", at(0, 0, -0.25 * long), (wide * 0.66, tall * 0.66, 0.2), back, blend=0.1)
    sketch.ball("spine_3", at(0, 0, -0.39 * long), (wide * 0.4, tall * 0.42, 0.14), back, blend=0.08)
    sketch.ball("tail", at(0, 0, -0.49 * long), (0.034, tall * 0.36, 0.08), back, blend=0.05)
    sketch.ball("head", at(0, -0.005, 0.25), (wide * 0.95, tall * 0.84, 0.21), back, blend=0.1)
    snout = at(0, -0.02, 0.44)
    for lip, drop in ((0.022, 0.0), (-0.024, 0.004)):
        joint = "head" if lip > 0 else sketch.joint("jaw", "head", at(0, -0.05, 0.34))
        place = snout + at(0, lip, 0.004 - drop)
        sketch.ball(joint, place, (0.052, 0.025, 0.034), mixed(back, linear(scales.belly), 0.6), blend=0.012)
    sketch.ball("jaw", at(0, -0.075, 0.37), (wide * 0.5, 0.05, 0.08), back, blend=0.06)


def _fan(
    sketch: Sketch,
    joints: tuple[str, ...],
    edge: np.ndarray,
    reach: np.ndarray,
    rgb: Rgb,
    rim: Rgb,
    weights: np.ndarray,
) -> None:
    """A fin from points on the body (``edge``) out by ``reach``; rays show as stripes, its rim is scalloped."""
    rows, columns = len(edge), 9
    share = np.linspace(0.0, 1.0, columns)
    wave = 1.0 - 0.07 * (1.0 - np.abs(np.sin(np.pi * np.linspace(0, 1, rows) * (rows // 3))))
    points = edge[:, None, :] + (wave[:, None] * share)[..., None] * reach[:, None, :]
    rays = 0.86 + 0.14 * np.cos(2.0 * np.pi * np.linspace(0, 1, rows) * (rows // 3)) ** 2
    fade = np.clip((share - 0.72) / 0.2, 0.0, 1.0)[None, :, None]
    tint = np.asarray(rgb) + fade * (np.asarray(rim) - np.asarray(rgb))
    thick = 0.03 * (1.0 - 0.75 * share)[None, :] * np.ones((rows, 1))
    held = np.repeat(weights[:, None, :], columns, axis=1)
    sketch.sheet(joints, points, thick, tint * rays[:, None, None], held)


def _upright_fins(sketch: Sketch, scales: _Scales, tall: float, long: float, fin: float) -> None:
    rgb, rim = linear(scales.fin), linear(scales.fin_edge)
    t = np.linspace(0.0, 1.0, 19)
    z = 0.2 - 0.55 * t * long
    top = tall * np.sqrt(np.maximum(1.0 - ((z - 0.02) / 0.62) ** 2, 0.05)) - 0.05
    rise = (0.13 + 0.08 * np.sin(np.pi * t) ** 0.7 - 0.05 * t) * fin * np.clip(t / 0.12, 0.35, 1.0)
    names = ("dorsal_fin", "spine_1", "spine_2")
    sketch.joint("dorsal_fin", "body", at(0, tall * 0.85, 0.02))
    hold = np.stack([np.ones_like(t), 0.0 * t, 0.0 * t], axis=1)
    edge = np.stack([0 * t, top, z], axis=1)
    _fan(sketch, names, edge, np.stack([0 * t, rise + 0.05, -0.55 * rise], axis=1), rgb, rim, hold)
    z = -0.12 - 0.24 * t * long
    low = -tall * np.sqrt(np.maximum(1.0 - ((z - 0.02) / 0.62) ** 2, 0.05)) + 0.05
    drop = 0.12 * np.sin(np.pi * (0.25 + 0.65 * t)) * fin
    edge = np.stack([0 * t, low, z], axis=1)
    hold = np.stack([1.0 - t, t], axis=1)
    _fan(sketch, ("spine_1", "spine_2"), edge, np.stack([0 * t, -drop - 0.05, -0.6 * drop], axis=1), rgb, rim, hold)
    angle = np.linspace(-1.0, 1.0, 25)
    edge = np.stack([0 * angle, angle * tall * 0.3, np.full_like(angle, -0.5 * long)], axis=1)
    fork = (0.2 + 0.17 * np.abs(angle) ** 1.4) * fin
    reach = np.stack([0 * angle, 1.05 * angle * fork + 0.35 * angle * tall, -fork], axis=1)
    sketch.joint("tail_fin", "tail", at(0, 0, -0.54 * long))
    _fan(sketch, ("tail_fin",), edge, reach, rgb, rim, np.ones((25, 1)))


def _side_fins(sketch: Sketch, scales: _Scales, side: str, sign: float, tall: float, fin: float) -> None:
    rgb, rim = linear(scales.fin), linear(scales.fin_edge)
    root, normal = sketch.skin_point(at(0, -0.03, 0.14), at(sign, -0.35, 0.0))
    joint = sketch.joint(f"pectoral_fin_{side}", "body", root)
    t = np.linspace(0.0, 1.0, 13)
    edge = root - 0.02 * normal + np.stack([0 * t, 0.05 - 0.1 * t, -0.01 * t], axis=1)
    spread = np.linspace(0.45, -0.55, 13)
    away = unit(at(0.8 * sign, -0.1, -0.75))
    up = unit(np.cross(away, np.cross(at(0, 1, 0), away)))
    length = 0.23 * fin * (0.75 + 0.25 * np.sin(np.pi * t))
    reach = length[:, None] * (np.cos(spread)[:, None] * away + np.sin(spread)[:, None] * up)
    _fan(sketch, (joint,), edge, reach, rgb, rim, np.ones((13, 1)))
    place = at(sign * 0.05, -tall * 0.86, 0.1)
    joint = sketch.joint(f"pelvic_fin_{side}", "body", place)
    edge = place + np.stack([0 * t, 0.03 + 0 * t, 0.04 - 0.1 * t], axis=1)
    reach = (0.13 * fin * (0.7 + 0.3 * np.sin(np.pi * t)))[:, None] * unit(at(0.35 * sign, -0.8, -0.7))
    _fan(sketch, (joint,), edge, reach, rgb, rim, np.ones((13, 1)))


def _face(sketch: Sketch, scales: _Scales, tall: float, size: float) -> None:
    for _, sign in sides():
        point, normal = sketch.skin_point(at(0, 0.045, 0.28), at(sign, 0.12, 0.22))
        gaze = normal + at(0, 0, 0.3)
        eye(
            sketch,
            "head",
            point - 0.02 * normal,
            0.056 * size,
            gaze,
            iris=linear("f3e3b0"),
            pupil_rad=0.72,
            iris_rad=1.05,
        )


def _paint(sketch: Sketch, scales: _Scales, tall: float) -> None:
    belly, band = linear(scales.belly), linear(scales.band)
    sketch.stain(belly, paint.along((0.0, 1.0, 0.0), 0.0, -tall * 0.7))
    sketch.stain(scaled(linear(scales.back), 0.7), paint.facing((0.0, 1.0, 0.0), 0.45, 1.0))
    if scales.bands:
        for z, half in ((0.15, 0.045), (-0.13, 0.05), (-0.42, 0.035)):
            sketch.stain(linear("2a2226"), paint.around(at(0, 0, z), (9.0, 9.0, half + 0.018), soft=0.12))
            sketch.stain(band, paint.around(at(0, 0, z), (9.0, 9.0, half), soft=0.14))
        return
    swoosh = paint.around(at(0, tall * 0.28, -0.08), (9.0, tall * 0.42, 0.34), soft=0.25)
    sketch.stain(band, swoosh)
