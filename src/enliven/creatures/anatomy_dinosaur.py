"""Theropod dinosaurs: two strong legs, small arms, a great head and a level tail."""

from dataclasses import dataclass

import numpy as np

from enliven.creatures import paint
from enliven.creatures.features import claw, eye, horn, unit
from enliven.creatures.palette import linear, mixed, scaled
from enliven.creatures.sketch import Sketch, at, sides
from enliven.creatures.solids import curved

_CLAW = linear("efe6d2")
_TOOTH = linear("fbf6e8")


@dataclass(frozen=True, slots=True)
class _Hide:
    """Colours, sRGB hex, and how large the animal is."""

    back: str
    belly: str
    stripe: str
    iris: str
    size_m: float
    head: float
    crest: bool


_HIDES = (
    _Hide("6fa24a", "e9dfae", "3f6b35", "f2b632", 1.9, 1.08, crest=False),
    _Hide("c9763f", "f4dcb0", "7e3f2a", "ffd34d", 1.1, 0.86, crest=True),
    _Hide("5a86a8", "dfe8e2", "34526e", "f5a53c", 1.5, 0.98, crest=False),
    _Hide("8b6bb0", "ecd9ea", "5a3f80", "9fe0b0", 1.3, 0.92, crest=True),
)


def dinosaur(seed: int) -> Sketch:
    """The theropod of a seed; lengths in heights of the hips."""
    rng = np.random.default_rng(seed)
    hide = _HIDES[seed % len(_HIDES)]
    girth, head, arm, leg, tail = np.exp(np.clip(rng.normal(0.0, 0.08 if seed else 0.01, 5), -0.16, 0.16)).tolist()
    sketch = Sketch(metres_per_unit=hide.size_m)
    sketch.group("body", spacing=0.0135, vertices=6500)
    _trunk(sketch, hide, girth)
    _tail(sketch, hide, tail)
    for side, sign in sides():
        _leg(sketch, hide, side, sign, leg)
        _arm(sketch, hide, side, sign, arm)
    _neck_and_head(sketch, hide, hide.head * head)
    _face(sketch, hide, hide.head * head)
    _paint(sketch, hide)
    return sketch


def _trunk(sketch: Sketch, hide: _Hide, g: float) -> None:
    back = linear(hide.back)
    sketch.joint("hips", None, at(0, 0.9, -0.12))
    sketch.joint("spine_1", "hips", at(0, 0.94, 0.06))
    sketch.joint("chest", "spine_1", at(0, 1.0, 0.25))
    sketch.ball("hips", at(0, 0.88, -0.12), (0.21 * g, 0.225 * g, 0.25), back, blend=0.1)
    sketch.ball("spine_1", at(0, 0.88, 0.06), (0.215 * g, 0.24 * g, 0.24), back, blend=0.14)
    sketch.ball("chest", at(0, 0.94, 0.25), (0.195 * g, 0.22 * g, 0.22), back, blend=0.12)


def _tail(sketch: Sketch, hide: _Hide, length: float) -> None:
    bones, back = 6, linear(hide.back)
    path = curved([at(0, 0.88, -0.34), at(0, 0.84, -0.75), at(0, 0.82, -1.15), at(0, 0.92, -1.6)], bones + 1)
    path = path[0] + (path - path[0]) * [1.0, 1.0, length]
    sketch.cone("hips", sketch.place("hips"), path[0], (0.2, 0.165), back, blend=0.1)
    parent, joints = "hips", []
    for k in range(bones):
        parent = sketch.joint(f"tail_{k + 1}", parent, path[k])
        joints.append(parent)
    sketch.chain(joints, list(path), np.linspace(0.165, 0.022, bones + 1).tolist(), back, blend=0.06)


def _leg(sketch: Sketch, hide: _Hide, side: str, sign: float, leg: float) -> None:
    back = linear(hide.back)
    x = sign * 0.165
    points = [at(x, 0.84, -0.12), at(x * 1.22, 0.52, 0.06), at(x * 1.2, 0.23, -0.14), at(x * 1.2, 0.075, 0.0)]
    upper = sketch.joint(f"leg_upper_{side}", "hips", points[0])
    lower = sketch.joint(f"leg_lower_{side}", upper, points[1])
    foot = sketch.joint(f"foot_{side}", lower, points[2])
    toes = sketch.joint(f"toes_{side}", foot, points[3])
    sketch.cone(upper, points[0], points[1], (0.2 * leg, 0.115 * leg), back, blend=0.09)
    sketch.cone(lower, points[1], points[2], (0.115 * leg, 0.068), back, blend=0.05)
    sketch.cone(foot, points[2], points[3], (0.066, 0.07), back, blend=0.04)
    for spread in (-0.5, 0.0, 0.5):
        ahead = unit(at(spread, 0, 1.0))
        tip = points[3] + 0.15 * ahead + at(0, -0.03, 0)
        sketch.cone(toes, points[3] + at(0, -0.018, 0), tip, (0.062, 0.044), back, blend=0.03)
        claw(sketch, toes, tip + 0.024 * ahead, ahead, 0.085, _CLAW)


def _arm(sketch: Sketch, hide: _Hide, side: str, sign: float, arm: float) -> None:
    back = linear(hide.back)
    start = at(sign * 0.17, 0.88, 0.36)
    elbow = start + at(sign * 0.03, -0.12, -0.035) * arm
    wrist = elbow + at(-sign * 0.005, -0.06, 0.12) * arm
    upper = sketch.joint(f"arm_upper_{side}", "chest", start)
    lower = sketch.joint(f"arm_lower_{side}", upper, elbow)
    hand = sketch.joint(f"hand_{side}", lower, wrist)
    sketch.cone(upper, start, elbow, (0.066, 0.048), back, blend=0.05)
    sketch.cone(lower, elbow, wrist, (0.048, 0.036), back, blend=0.025)
    sketch.ball(hand, wrist + at(0, -0.008, 0.022), (0.036, 0.03, 0.04), back, blend=0.02)
    for spread in (-0.022, 0.022):
        root = wrist + at(spread, -0.012, 0.045)
        ahead = unit(at(spread * 5, -0.5, 1.0))
        sketch.cone(hand, root, root + 0.03 * ahead, (0.018, 0.014), back, blend=0.015)
        claw(sketch, hand, root + 0.034 * ahead, ahead, 0.045, _CLAW)


def _neck_and_head(sketch: Sketch, hide: _Hide, h: float) -> None:
    back = linear(hide.back)
    path = [at(0, 1.04, 0.36), at(0, 1.19, 0.49), at(0, 1.32, 0.55)]
    sketch.joint("neck_1", "chest", path[0])
    sketch.joint("neck_2", "neck_1", path[1])
    sketch.joint("head", "neck_2", path[2])
    sketch.cone("chest", at(0, 0.97, 0.28), path[0], (0.19, 0.165), back, blend=0.1)
    sketch.chain(["neck_1", "neck_2"], path, [0.165, 0.14, 0.13], back, blend=0.08)
    skull = path[2] + at(0, 0.045, 0.07)
    sketch.ball("head", skull, (0.165 * h, 0.165 * h, 0.18 * h), back, blend=0.06)
    tip = skull + at(0, -0.055, 0.4) * h
    sketch.cone("head", skull + at(0, -0.015, 0.12) * h, tip, (0.135 * h, 0.092 * h), back, blend=0.06)
    hinge = skull + at(0, -0.115, 0.02) * h
    sketch.joint("jaw", "head", hinge)
    chin = skull + at(0, -0.2, 0.34) * h
    sketch.cone("jaw", hinge, chin, (0.09 * h, 0.068 * h), mixed(back, linear(hide.belly), 0.6), blend=0.014)
    mouth = linear("6e2430")
    sketch.cone(
        "head", hinge + at(0, 0.0, 0.08) * h, skull + at(0, -0.147, 0.44) * h, (0.012, 0.028), mouth, blend=0.01,
        flatten=0.55, flat_axis=(0.0, 1.0, 0.25), carves=True,
    )  # fmt: skip
    for sign in (-1.0, 1.0):
        sketch.ball("head", skull + at(sign * 0.115, -0.055, 0.03) * h, 0.095 * h, back, blend=0.06)
        start, end = skull + at(sign * 0.105, 0.105, 0.03) * h, skull + at(sign * 0.085, 0.07, 0.2) * h
        sketch.cone("head", start, end, (0.055 * h, 0.034 * h), linear(hide.stripe), blend=0.035)
        sketch.ball("head", tip + at(sign * 0.045, 0.07, 0.035) * h, 0.03 * h, back, blend=0.03)
        nostril = tip + at(sign * 0.05, 0.078, 0.058) * h
        sketch.ball("head", nostril, 0.014 * h, linear("20181a"), blend=0.006, carves=True)


def _face(sketch: Sketch, hide: _Hide, h: float) -> None:
    skull = sketch.place("head") + at(0, 0.045, 0.07)
    for _, sign in sides():
        point, normal = sketch.skin_point(skull + at(0, 0.03, 0.07) * h, at(sign, 0.16, 0.35))
        lid = scaled(linear(hide.stripe), 0.9)
        gaze = normal + at(0, 0, 0.7)
        eye(sketch, "head", point - 0.02 * normal, 0.056 * h, gaze, iris=linear(hide.iris), lid=lid, pupil_rad=0.5)
        for k in range(6):
            share = k / 5.0
            tooth = skull + at(sign * (0.112 - 0.032 * share), -0.118 - 0.012 * share, 0.16 + 0.27 * share) * h
            path = [tooth + at(0, 0.02, 0), tooth + at(0, -0.015, 0), tooth + at(0, -0.055, -0.004)]
            horn(sketch, "head", path, 0.0165 * h, _TOOTH, segments=6, rings=5)
    if hide.crest:
        for k in range(5):
            spot, normal = sketch.skin_point(skull, at(0, 1.0, 0.5 - 0.42 * k))
            tip = spot + (0.13 - 0.012 * abs(k - 2)) * unit(normal + at(0, 0, -0.6))
            horn(
                sketch,
                "head",
                [spot - 0.03 * normal, (spot + tip) / 2 + 0.015 * normal, tip],
                0.032,
                linear(hide.stripe),
                tip=linear(hide.iris),
                segments=8,
                rings=7,
            )


def _paint(sketch: Sketch, hide: _Hide) -> None:
    stripe = linear(hide.stripe)
    bands = paint.both(paint.stripes((0.0, 0.2, 1.0), 0.19, 0.3, wobble=0.05), paint.facing((0.0, 1.0, 0.0), 0.1, 0.55))
    sketch.stain(stripe, paint.both(bands, paint.along((0.0, 0.0, 1.0), 0.62, 0.5)))
    under = paint.both(paint.facing((0.0, -1.0, 0.3), 0.2, 0.6), paint.along((0.0, 1.0, 0.0), 0.52, 0.62))
    sketch.stain(linear(hide.belly), paint.both(under, paint.middle(0.2)))
