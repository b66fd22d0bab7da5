"""Butterflies: four broad wings on a slender body."""

import numpy as np

from enliven.creatures.features import eye, unit
from enliven.creatures.lumps import Rgb
from enliven.creatures.palette import BLACK, linear
from enliven.creatures.sketch import Sketch, at, sides
from enliven.creatures.solids import curved, sphere, tube

_WINGS = (
    ("f08a2c", "f9c04a", "2a1d1a", "fdf3dc", "3a2c28"),
    ("3f86d8", "7fc3f2", "1c2748", "e6f4fb", "2b2f44"),
    ("d85f9a", "f6b3cc", "5a2248", "fdeef2", "4a2c3e"),
    ("5fae6a", "c5e68f", "21402c", "f6f8dc", "2f3a2a"),
)
"""Wing, its inner part, its rim, the dots, and the body."""


def butterfly(seed: int) -> Sketch:
    """The butterfly of a seed, wings spread; about two units across."""
    rng = np.random.default_rng(seed)
    wing, inner, rim, dots, body = (linear(name) for name in _WINGS[seed % len(_WINGS)])
    span, deep, tails = np.exp(np.clip(rng.normal(0.0, 0.1 if seed else 0.01, 3), -0.2, 0.2)).tolist()
    sketch = Sketch(metres_per_unit=0.1)
    sketch.group("body", spacing=0.013, vertices=2600)
    sketch.joint("thorax", None, at(0, 0.3, 0.05))
    sketch.joint("abdomen_1", "thorax", at(0, 0.29, -0.08))
    sketch.joint("abdomen_2", "abdomen_1", at(0, 0.27, -0.3))
    sketch.joint("head", "thorax", at(0, 0.31, 0.18))
    sketch.ball("thorax", at(0, 0.3, 0.05), (0.085, 0.085, 0.13), body, blend=0.03)
    sketch.cone("abdomen_1", at(0, 0.29, -0.08), at(0, 0.27, -0.3), (0.062, 0.066), body, blend=0.025)
    sketch.cone("abdomen_2", at(0, 0.27, -0.3), at(0, 0.22, -0.56), (0.066, 0.028), body, blend=0.02)
    sketch.ball("head", at(0, 0.315, 0.23), (0.085, 0.08, 0.08), body, blend=0.02)
    for side, sign in sides():
        _wings(sketch, side, sign, (wing, inner, rim, dots), span, deep, tails)
        _antenna_and_legs(sketch, side, sign, body)
        point, normal = sketch.skin_point(at(0, 0.315, 0.23), at(sign, 0.25, 0.8))
        eye(
            sketch,
            "head",
            point - 0.012 * normal,
            0.036,
            normal + at(0, 0, 0.4),
            iris=BLACK,
            pupil_rad=1.0,
            iris_rad=2.2,
        )
    return sketch


def _wings(
    sketch: Sketch, side: str, sign: float, tones: tuple[Rgb, Rgb, Rgb, Rgb], span: float, deep: float, tails: float
) -> None:
    """Each wing is a fan of rays from its root; its outline tells how long each ray is."""
    front = sketch.joint(f"wing_front_{side}", "thorax", at(sign * 0.06, 0.35, 0.09))
    back = sketch.joint(f"wing_back_{side}", "thorax", at(sign * 0.06, 0.34, -0.02))
    turns = np.array([1.02, 0.85, 0.66, 0.42, 0.18, -0.05, -0.22])
    reach = np.array([0.92, 1.12, 1.14, 0.98, 0.84, 0.74, 0.52]) * span
    _wing(sketch, front, sketch.place(front), sign, turns, reach, tones, lift=0.2)
    turns = np.array([0.12, -0.12, -0.4, -0.68, -0.92, -1.15, -1.42])
    reach = np.array([0.6, 0.74, 0.78, 0.8, 0.78 * tails, 0.62, 0.34]) * deep
    _wing(sketch, back, sketch.place(back) + at(0, -0.012, 0), sign, turns, reach, tones, lift=0.14)


def _wing(
    sketch: Sketch, joint: str, root: np.ndarray, sign: float, turns: np.ndarray, reach: np.ndarray,
    tones: tuple[Rgb, Rgb, Rgb, Rgb], *, lift: float,
) -> None:  # fmt: skip
    rows, columns = 37, 17
    outline = curved(np.stack([turns, reach, 0.0 * reach], axis=1), rows)
    angle, length = outline[:, 0], outline[:, 1]
    length = length * (1.0 - 0.022 * np.cos(2.0 * np.pi * np.linspace(0, 7, rows)))
    share = np.linspace(0.06, 1.0, columns)
    away = np.stack([sign * np.cos(angle), 0.0 * angle, np.sin(angle)], axis=1)
    points = root + (length[:, None] * share)[..., None] * away[:, None, :]
    points[..., 1] += lift * (length[:, None] * share) ** 1.2
    wing, inner, rim, dots = (np.asarray(tone) for tone in tones)
    t, s = np.linspace(0.0, 1.0, rows)[:, None], share[None, :]
    rgb = wing + np.clip((0.5 - s) / 0.22, 0.0, 1.0)[..., None] * (inner - wing) * np.ones((rows, 1, 1))
    veins = np.clip((np.abs((t * 6.0) % 1.0 - 0.5) - 0.42) / 0.05, 0.0, 1.0) * np.clip((s - 0.12) / 0.1, 0, 1)
    edge = np.clip((s - 0.83) / 0.05, 0.0, 1.0) * np.ones((rows, 1))
    border = np.clip((0.035 - t) / 0.02, 0.0, 1.0) * np.ones((1, columns))
    rgb = rgb + np.maximum(np.maximum(0.75 * veins, edge), border)[..., None] * (rim - rgb)
    beads = np.clip(1.4 - np.hypot(((t * 6.0) % 1.0 - 0.5) / 0.24, (s - 0.92) / 0.055), 0.0, 1.0)
    rgb = rgb + np.minimum(2.0 * beads, 1.0)[..., None] * (dots - rgb)
    thick = 0.022 * (1.0 - 0.6 * s) * np.ones((rows, 1))
    sketch.sheet((joint,), points, thick, rgb, np.ones((rows, columns, 1)))


def _antenna_and_legs(sketch: Sketch, side: str, sign: float, rgb: Rgb) -> None:
    root = at(sign * 0.035, 0.38, 0.26)
    joint = sketch.joint(f"antenna_{side}", "head", root)
    path = curved(
        [root + at(0, -0.03, -0.01), root + at(sign * 0.07, 0.1, 0.12), root + at(sign * 0.17, 0.17, 0.28)], 9
    )
    sketch.solid(joint, tube(path, np.linspace(0.012, 0.008, 9), segments=8), rgb)
    sketch.solid(joint, sphere(path[-1], 0.02, segments=10), rgb)
    for k, z in enumerate((0.13, 0.05, -0.03)):
        hip = at(sign * 0.045, 0.25, z)
        leg = sketch.joint(f"leg_{k + 1}_{side}", "thorax", hip)
        away = unit(at(sign, 0, (0.5, 0.0, -0.6)[k]))
        bend, foot = hip + 0.13 * away + at(0, 0.03, 0), hip + 0.2 * away
        foot[1] = 0.012
        sketch.solid(leg, tube(curved([hip, bend, foot], 9), np.linspace(0.016, 0.009, 9), segments=7), rgb)
