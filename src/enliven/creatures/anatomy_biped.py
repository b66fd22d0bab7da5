"""People: a stylised villager with large head and hands, arms a little away from the body."""

from dataclasses import dataclass

import numpy as np

from enliven.creatures import paint
from enliven.creatures.features import eye, unit
from enliven.creatures.lumps import Rgb
from enliven.creatures.palette import linear, mixed, scaled
from enliven.creatures.sketch import Sketch, at, sides
from enliven.creatures.solids import curved, tube

_SKINS = ("f0c3a0", "c98d63", "8a5a3c", "f6d6bd", "5f3d2b", "dba67c")
_HAIRS = ("4a2c1a", "1d1a1e", "c98a3c", "8c3b20", "d9cdb8", "2c2433")
_OUTFITS = (
    ("3f7fb5", "4a4f63", "5a3a26", "e3b04b"),
    ("c8553d", "3d4a5c", "2f2a2a", "f2e3c6"),
    ("5f9e6e", "6b4f3a", "3a2a20", "e9d9b0"),
    ("8a5fa8", "2f3a52", "4a3428", "f0c97a"),
    ("e0a63c", "4f6a7c", "3a2d28", "f5ead2"),
)
"""Shirt, trousers, shoes and trim."""


@dataclass(frozen=True, slots=True)
class _Person:
    """Colours and proportions of one person."""

    skin: Rgb
    hair: Rgb
    shirt: Rgb
    trousers: Rgb
    shoes: Rgb
    trim: Rgb
    iris: Rgb
    girth: float
    shoulders: float
    head: float
    leg: float
    style: int


def biped(seed: int) -> Sketch:
    """The person of a seed, in metres."""
    rng = np.random.default_rng(seed)
    shirt, trousers, shoes, trim = (linear(name) for name in _OUTFITS[seed % len(_OUTFITS)])
    spread = np.exp(np.clip(rng.normal(0.0, 0.07 if seed else 0.01, 5), -0.14, 0.14)).tolist()
    person = _Person(
        skin=linear(_SKINS[seed % len(_SKINS)]),
        hair=linear(_HAIRS[(seed * 5) % len(_HAIRS)]),
        shirt=shirt,
        trousers=trousers,
        shoes=shoes,
        trim=trim,
        iris=linear(("4f86a8", "5a3a20", "5f8a4a")[seed % 3]),
        girth=spread[0],
        shoulders=spread[1],
        head=1.2 * spread[2] ** 0.6,
        leg=spread[3],
        style=seed % 3,
    )
    sketch = Sketch(metres_per_unit=spread[4] * 1.02)
    sketch.group("body", spacing=0.0115, vertices=6000)
    _spine(sketch, person)
    _torso(sketch, person)
    for side, sign in sides():
        _leg(sketch, person, side, sign)
        _arm(sketch, person, side, sign)
    _head(sketch, person)
    _hair(sketch, person)
    _face(sketch, person)
    return sketch


def _hip_height(person: _Person) -> float:
    return 0.74 * person.leg


def _spine(sketch: Sketch, person: _Person) -> None:
    low = _hip_height(person)
    sketch.joint("hips", None, at(0, low + 0.05, 0))
    sketch.joint("spine_1", "hips", at(0, low + 0.15, 0))
    sketch.joint("chest", "spine_1", at(0, low + 0.28, -0.005))
    sketch.joint("neck", "chest", at(0, low + 0.47, -0.012))
    sketch.joint("head", "neck", at(0, low + 0.55, 0.0))


def _torso(sketch: Sketch, person: _Person) -> None:
    g, w = person.girth, person.shoulders
    hips, waist, chest, neck = (sketch.place(name) for name in ("hips", "spine_1", "chest", "neck"))
    sketch.ball("hips", hips + at(0, -0.01, -0.005), (0.145 * g, 0.1, 0.112 * g), person.trousers, blend=0.05)
    sketch.ball("spine_1", waist + at(0, 0.0, 0), (0.14 * g, 0.13, 0.11 * g), person.shirt, blend=0.012)
    sketch.ball("chest", chest + at(0, 0.02, 0.004), (0.158 * w, 0.15, 0.118 * g), person.shirt, blend=0.07)
    for sign in (-1.0, 1.0):
        top = chest + at(sign * 0.125 * w, 0.115, -0.01)
        sketch.ball("chest", top, (0.075, 0.065, 0.07), person.shirt, blend=0.06)
    hem = hips + at(0, 0.045, 0)
    sketch.ball("hips", hem, (0.152 * g, 0.055, 0.12 * g), person.shirt, blend=0.012)
    belt = hips + at(0, 0.003, 0)
    sketch.ball("hips", belt, (0.158 * g, 0.026, 0.126 * g), person.shoes, blend=0.004)
    buckle = sketch.skin_point(belt, at(0, 0, 1))[0]
    sketch.block("hips", buckle, (0.026, 0.022, 0.012), person.trim, round_m=0.008, blend=0.003)
    collar = neck + at(0, -0.012, 0.004)
    sketch.ball("chest", collar, (0.078, 0.026, 0.07), person.trim, blend=0.012)
    sketch.cone("neck", neck + at(0, -0.04, 0), neck + at(0, 0.08, 0.005), (0.053, 0.05), person.skin, blend=0.006)


def _leg(sketch: Sketch, person: _Person, side: str, sign: float) -> None:
    low = _hip_height(person)
    x = sign * 0.082 * person.girth
    points = [at(x, low, 0), at(x * 1.12, low * 0.54, 0.008), at(x * 1.15, 0.11, -0.012)]
    upper = sketch.joint(f"leg_upper_{side}", "hips", points[0])
    lower = sketch.joint(f"leg_lower_{side}", upper, points[1])
    foot = sketch.joint(f"foot_{side}", lower, points[2])
    toes = sketch.joint(f"toes_{side}", foot, at(points[2][0], 0.035, 0.075))
    sketch.cone(upper, points[0], points[1], (0.093 * person.girth, 0.073), person.trousers, blend=0.04)
    sketch.cone(lower, points[1], points[2] + at(0, 0.05, 0), (0.073, 0.066), person.trousers, blend=0.03)
    sketch.cone(foot, points[2] + at(0, 0.03, 0), points[2] + at(0, -0.04, 0), (0.062, 0.06), person.shoes, blend=0.006)
    cuff = points[2] + at(0, 0.038, 0)
    sketch.ball(lower, cuff, (0.074, 0.024, 0.074), scaled(person.shoes, 1.25), blend=0.005)
    heel = at(points[2][0], 0.05, -0.012)
    ball = at(points[2][0] + sign * 0.012, 0.05, 0.11)
    sketch.cone(foot, heel, at(ball[0], 0.05, 0.08), (0.062, 0.062), person.shoes, blend=0.03)
    sketch.ball(toes, ball + at(0, -0.002, 0.012), (0.066, 0.052, 0.075), person.shoes, blend=0.03)
    sole = at(points[2][0] + sign * 0.006, -0.03, 0.05)
    sketch.block(foot, sole, (0.2, 0.036, 0.3), scaled(person.shoes, 0.5), round_m=0.004, blend=0.01, carves=True)


def _arm(sketch: Sketch, person: _Person, side: str, sign: float) -> None:
    chest = sketch.place("chest")
    w = person.shoulders
    down = at(sign * np.cos(0.92), -np.sin(0.92), 0.0)
    start = chest + at(sign * 0.148 * w, 0.112, -0.012)
    elbow = start + 0.205 * down
    wrist = elbow + 0.19 * unit(down + at(0, 0, 0.22))
    clavicle = sketch.joint(f"shoulder_{side}", "chest", chest + at(sign * 0.045, 0.13, -0.01))
    upper = sketch.joint(f"arm_upper_{side}", clavicle, start)
    lower = sketch.joint(f"arm_lower_{side}", upper, elbow)
    hand = sketch.joint(f"hand_{side}", lower, wrist)
    sketch.ball(
        clavicle, sketch.place(clavicle) + at(sign * 0.06, 0.0, 0.0), (0.07, 0.05, 0.06), person.shirt, blend=0.05
    )
    sketch.cone(upper, start, elbow, (0.068, 0.055), person.shirt, blend=0.04)
    sketch.cone(lower, elbow, elbow + 0.3 * (wrist - elbow), (0.055, 0.054), person.shirt, blend=0.02)
    hem = elbow + 0.34 * (wrist - elbow)
    ahead = unit(wrist - elbow)
    sketch.cone(lower, hem - 0.012 * ahead, hem + 0.012 * ahead, (0.0625, 0.0625), person.trim, blend=0.004)
    sketch.cone(lower, elbow, wrist, (0.042, 0.037), person.skin, blend=0.004)
    palm = wrist + 0.055 * ahead
    sketch.ball(hand, palm, (0.032, 0.058, 0.048), person.skin, blend=0.025, turn=_along(ahead))
    fingers = sketch.joint(f"fingers_{side}", hand, wrist + 0.085 * ahead)
    for k in range(4):
        spread = at(0, 0.0, 0.032 - 0.0215 * k)
        root = wrist + 0.08 * ahead + spread
        tip = root + (0.068 - 0.006 * abs(k - 1.4)) * unit(ahead + 0.25 * spread / 0.03 + at(-0.18 * sign, 0, 0))
        sketch.cone(fingers, root, tip, (0.0155, 0.0125), person.skin, blend=0.008)
    thumb = sketch.joint(f"thumb_{side}", hand, wrist + 0.025 * ahead + at(0, 0, 0.03))
    root = sketch.place(thumb)
    sketch.cone(
        thumb, root, root + 0.068 * unit(ahead + at(-0.1 * sign, 0, 0.95)), (0.02, 0.0145), person.skin, blend=0.014
    )


def _along(direction: np.ndarray) -> np.ndarray:
    """Axes whose second column is a direction and whose third is near +Z."""
    y = unit(direction)
    x = unit(np.cross(y, at(0, 0, 1)))
    return np.stack([x, y, np.cross(x, y)], axis=1)


def _skull(sketch: Sketch, person: _Person) -> np.ndarray:
    return sketch.place("head") + at(0, 0.135, 0.012) * person.head


def _head(sketch: Sketch, person: _Person) -> None:
    centre, h = _skull(sketch, person), person.head
    sketch.ball("head", centre, (0.142 * h, 0.148 * h, 0.142 * h), person.skin, blend=0.03)
    sketch.ball("head", centre + at(0, -0.07, 0.03) * h, (0.112 * h, 0.085 * h, 0.105 * h), person.skin, blend=0.05)
    sketch.ball("head", centre + at(0, -0.025, 0.152) * h, (0.021 * h, 0.02 * h, 0.024 * h), person.skin, blend=0.018)
    for sign in (-1.0, 1.0):
        ear = centre + at(sign * 0.143, -0.022, -0.005) * h
        sketch.ball("head", ear, (0.022 * h, 0.036 * h, 0.028 * h), person.skin, blend=0.012)
        cheek = centre + at(sign * 0.085, -0.068, 0.115) * h
        sketch.stain(mixed(person.skin, linear("e0705f"), 0.5), paint.around(cheek, (0.036, 0.026, 0.05), soft=0.8))


def _hair(sketch: Sketch, person: _Person) -> None:
    """A cap with a fringe; by style short, a pony tail or a bun."""
    c, h, rgb = _skull(sketch, person), person.head, person.hair
    sketch.ball("head", c + at(0, 0.032, -0.022) * h, (0.153 * h, 0.148 * h, 0.15 * h), rgb, blend=0.004)
    sketch.ball("head", c + at(0, -0.02, 0.06) * h, (0.1365 * h, 0.128 * h, 0.098 * h), person.skin, blend=0.006)
    for x, y, z, r in (
        (-0.075, 0.105, 0.095, 0.052),
        (-0.01, 0.122, 0.108, 0.055),
        (0.058, 0.112, 0.1, 0.054),
        (0.1, 0.07, 0.075, 0.04),
    ):
        way = at(0.35 * np.sign(x + 0.02), -0.5, 0.35)
        spot = c + at(x, y, z) * h
        sketch.cone("head", spot, spot + 0.055 * h * unit(way), (r * h, 0.5 * r * h), rgb, blend=0.02)
    for sign in (-1.0, 1.0):
        side = c + at(sign * 0.138, 0.05, 0.03) * h
        sketch.cone("head", side, side + at(0, -0.075, 0.012) * h, (0.034 * h, 0.014 * h), rgb, blend=0.015)
    back = c + at(0, 0.03, -0.15) * h
    if person.style == 1:
        end = back + at(0, -0.2, -0.06) * h
        sketch.cone("head", back, (back + end) / 2 + at(0, 0.02, -0.045), (0.045 * h, 0.058 * h), rgb, blend=0.02)
        sketch.cone("head", (back + end) / 2 + at(0, 0.02, -0.045), end, (0.058 * h, 0.016 * h), rgb, blend=0.02)
    elif person.style == 2:
        sketch.ball("head", c + at(0, 0.16, -0.08) * h, 0.066 * h, rgb, blend=0.012)
    else:
        for x in (-0.07, 0.0, 0.07):
            nape = c + at(x, -0.06, -0.125) * h
            sketch.cone("head", nape, nape + at(x * 0.2, -0.06, -0.02) * h, (0.05 * h, 0.02 * h), rgb, blend=0.02)


def _face(sketch: Sketch, person: _Person) -> None:
    c, h = _skull(sketch, person), person.head
    for _, sign in sides():
        point, normal = sketch.skin_point(c, at(sign * 0.4, -0.1, 1.0))
        eye(
            sketch,
            "head",
            point - 0.021 * h * normal,
            0.034 * h,
            normal + at(0, 0, 1.6),
            iris=person.iris,
            lid=scaled(person.skin, 0.9),
            pupil_rad=0.6,
            iris_rad=0.95,
        )
        brow = [sketch.skin_point(c, at(sign * x, y, 1.0))[0] for x, y in ((0.22, 0.27), (0.42, 0.32), (0.62, 0.24))]
        path = curved(np.stack(brow), 7)
        sketch.solid(
            "head",
            tube(path, 0.0095 * h * np.array([0.7, 1, 1.1, 1.1, 1, 0.8, 0.5]), segments=8),
            scaled(person.hair, 0.8),
        )
    smile = [
        sketch.skin_point(c, at(x, y, 1.0))[0]
        for x, y in ((-0.24, -0.56), (-0.12, -0.63), (0, -0.655), (0.12, -0.63), (0.24, -0.56))
    ]
    path = curved(np.stack(smile), 11)
    radii = 0.0068 * h * np.array([0.5, 0.8, 1, 1, 1, 1, 1, 1, 1, 0.8, 0.5])
    sketch.solid("head", tube(path, radii, segments=8), linear("8c3a34"))
