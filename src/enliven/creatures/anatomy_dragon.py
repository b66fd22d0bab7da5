"""Dragons: four legs, two wings, a long neck and tail."""

from dataclasses import dataclass

import numpy as np

from enliven.creatures import paint
from enliven.creatures.features import claw, eye, horn, unit
from enliven.creatures.lumps import Rgb
from enliven.creatures.palette import linear, mixed, scaled
from enliven.creatures.sketch import Sketch, at, sides
from enliven.creatures.solids import curved, tube
from enliven.creatures.wings import Ray, finger, skin_wing

_BONE = linear("efe3c8")


@dataclass(frozen=True, slots=True)
class _Hide:
    """Colours of a dragon, sRGB hex."""

    back: str
    belly: str
    dark: str
    wing: str
    wing_edge: str
    horn: str
    iris: str


_HIDES = (
    _Hide("3f9a5c", "f3dc8c", "2a6b4a", "e58f3c", "f6c65a", "efe3c8", "f2b632"),
    _Hide("c8402f", "f5c58a", "8c2530", "3d2838", "7a3b48", "3a3036", "ffd34d"),
    _Hide("3d7fc4", "d9ecf2", "274f8f", "7cc4e0", "c9ecf5", "e9eef2", "ffe27a"),
    _Hide("7a4fb0", "e9cdea", "4c2f80", "d65c92", "f2a3b8", "f1e3d2", "8fe0c0"),
    _Hide("4a4f5a", "c9b79a", "2b2e36", "8c2f35", "c4573f", "1f1f24", "ff7a3c"),
)


@dataclass(frozen=True, slots=True)
class _Build:
    """Proportions, in heights of the back."""

    girth: float
    neck: float
    head: float
    leg: float
    span: float
    tail: float
    horn: float


def dragon(seed: int) -> Sketch:
    """The dragon of a seed; lengths in heights of the back, which is about a metre."""
    rng = np.random.default_rng(seed)
    hide = _HIDES[seed % len(_HIDES)]
    build = _Build(*np.exp(np.clip(rng.normal(0.0, 0.09 if seed else 0.02, 7), -0.18, 0.18)).tolist())
    sketch = Sketch(metres_per_unit=1.25)
    sketch.group("body", spacing=0.0135, vertices=4800)
    _spine(sketch, build)
    _trunk(sketch, build, hide)
    _tail(sketch, build, hide)
    for side, sign in sides():
        _leg(sketch, build, hide, f"front_leg_{side}", "chest", at(sign * 0.19, 0.82, 0.24), sign, front=True)
        _leg(sketch, build, hide, f"hind_leg_{side}", "hips", at(sign * 0.18, 0.8, -0.34), sign, front=False)
    _neck_and_head(sketch, build, hide)
    for side, sign in sides():
        _wing(sketch, build, hide, side, sign)
    _face(sketch, build, hide)
    _spikes(sketch, build, hide)
    _paint(sketch, hide)
    return sketch


def _spine(sketch: Sketch, build: _Build) -> None:
    sketch.joint("hips", None, at(0, 0.84, -0.36))
    sketch.joint("spine_1", "hips", at(0, 0.87, -0.12))
    sketch.joint("chest", "spine_1", at(0, 0.9, 0.13))
    path = curved([at(0, 1.0, 0.34), at(0, 1.22, 0.56), at(0, 1.47, 0.6), at(0, 1.66, 0.72)], 4)
    path = path[0] + (path - path[0]) * [1.0, build.neck, build.neck]
    for k, name in enumerate(("neck_1", "neck_2", "neck_3", "head")):
        sketch.joint(name, ("chest", "neck_1", "neck_2", "neck_3")[k], path[k])


def _trunk(sketch: Sketch, build: _Build, hide: _Hide) -> None:
    back, g = linear(hide.back), build.girth
    hips, waist, chest = (sketch.place(name) for name in ("hips", "spine_1", "chest"))
    sketch.ball("hips", hips + at(0, -0.03, 0), (0.215 * g, 0.225 * g, 0.26), back, blend=0.1)
    sketch.ball("spine_1", waist + at(0, -0.06, 0.0), (0.24 * g, 0.265 * g, 0.27), back, blend=0.14)
    sketch.ball("chest", chest + at(0, -0.05, 0.04), (0.25 * g, 0.295 * g, 0.29), back, blend=0.14)


def _tail(sketch: Sketch, build: _Build, hide: _Hide) -> None:
    back, bones = linear(hide.back), 6
    way = [at(0, 0.82, -0.58), at(0, 0.62, -0.95), at(0, 0.4, -1.4), at(0, 0.42, -1.85), at(0, 0.7, -2.15)]
    path = curved(way, bones + 1)
    path = path[0] + (path - path[0]) * [1.0, 1.0, build.tail]
    radii = np.linspace(0.15, 0.03, bones + 1)
    sketch.cone("hips", sketch.place("hips"), path[0], (0.19, 0.15), back, blend=0.1)
    parent, joints = "hips", []
    for k in range(bones):
        parent = sketch.joint(f"tail_{k + 1}", parent, path[k])
        joints.append(parent)
    sketch.chain(joints, list(path), radii.tolist(), back, blend=0.06)
    ahead = unit(path[-1] - path[-2])
    up = np.cross(ahead, at(1, 0, 0))
    start, end = path[-1] - 0.06 * ahead, path[-1] + 0.22 * ahead
    dark = linear(hide.wing)
    sketch.cone("tail_6", start, end, (0.12, 0.012), dark, blend=0.03, flatten=0.3, flat_axis=up)


def _leg(
    sketch: Sketch, build: _Build, hide: _Hide, name: str, parent: str, hip: np.ndarray, sign: float, *, front: bool
) -> None:
    back, r = linear(hide.back), build.leg
    bend = 0.07 if not front else -0.06
    points = [hip, at(hip[0] + sign * 0.05, 0.48, hip[2] + bend), at(hip[0] + sign * 0.04, 0.24, hip[2] - bend * 1.5)]
    points.append(at(hip[0] + sign * 0.04, 0.075, hip[2] - bend * 0.7))
    stem, side = name.rsplit("_", 1)
    upper = sketch.joint(f"{stem}_upper_{side}", parent, points[0])
    lower = sketch.joint(f"{stem}_lower_{side}", upper, points[1])
    foot = sketch.joint(f"{stem.replace('_leg', '')}_foot_{side}", lower, points[2])
    wide = 0.165 if front else 0.2
    sketch.cone(upper, points[0], points[1], (wide * r, 0.105 * r), back, blend=0.09)
    sketch.cone(lower, points[1], points[2], (0.105 * r, 0.072 * r), back, blend=0.05)
    sketch.cone(foot, points[2], points[3], (0.074 * r, 0.07 * r), back, blend=0.04)
    for toe in (-1.0, 0.0, 1.0):
        ahead = unit(at(0.42 * toe, 0, 1.0))
        tip = points[3] + 0.115 * ahead + at(0, -0.028, 0)
        sketch.cone(foot, points[3] + at(0, -0.02, 0), tip, (0.06 * r, 0.046 * r), back, blend=0.025)
        claw(sketch, foot, tip + 0.025 * ahead + at(0, 0.004, 0), ahead, 0.085, linear(hide.horn))


def _neck_and_head(sketch: Sketch, build: _Build, hide: _Hide) -> None:
    back, h = linear(hide.back), 1.15 * build.head
    names = ["neck_1", "neck_2", "neck_3"]
    points = [sketch.place(name) for name in (*names, "head")]
    sketch.cone("chest", sketch.place("chest") + at(0, 0.02, 0.1), points[0], (0.21, 0.175), back, blend=0.12)
    sketch.chain(names, points, [0.19, 0.155, 0.132, 0.125], back, blend=0.08)
    head = points[-1]
    skull = head + at(0, 0.05, 0.06)
    sketch.ball("head", skull, (0.16 * h, 0.145 * h, 0.17 * h), back, blend=0.06)
    tip = skull + at(0, -0.095, 0.34) * h
    sketch.cone("head", skull + at(0, -0.045, 0.1) * h, tip, (0.115 * h, 0.078 * h), back, blend=0.06)
    for sign in (-1.0, 1.0):
        sketch.ball("head", tip + at(sign * 0.038, 0.055, -0.005) * h, 0.036 * h, back, blend=0.03)
        ridge = skull + at(sign * 0.09, 0.1, 0.06) * h
        end = skull + at(sign * 0.07, 0.055, 0.2) * h
        sketch.cone("head", ridge, end, (0.052 * h, 0.03 * h), linear(hide.dark), blend=0.03)
        sketch.ball("head", skull + at(sign * 0.1, -0.06, 0.02) * h, 0.085 * h, back, blend=0.06)
    hinge = skull + at(0, -0.1, 0.03) * h
    sketch.joint("jaw", "head", hinge)
    chin = skull + at(0, -0.205, 0.29) * h
    sketch.cone("jaw", hinge, chin, (0.075 * h, 0.055 * h), linear(hide.belly), blend=0.012)
    mouth = skull + at(0, -0.152, 0.3) * h
    sketch.cone("head", hinge + at(0, 0.0, 0.08) * h, mouth, (0.008, 0.014), linear("5a1f2a"), blend=0.01, carves=True)


def _wing(sketch: Sketch, build: _Build, hide: _Hide, side: str, sign: float) -> None:
    """Arm and forearm melt into the body; three fingers of their own, and the skin between them."""
    mirror, s = np.array([sign, 1.0, 1.0]), build.span
    shoulder = at(0.13, 1.06, 0.12) * mirror
    far = at(s, 1.0, s)
    elbow = shoulder + at(0.36, 0.34, -0.18) * mirror * far
    wrist = elbow + at(0.34, 0.36, 0.28) * mirror * far
    arm = sketch.joint(f"wing_arm_{side}", "chest", shoulder)
    forearm = sketch.joint(f"wing_forearm_{side}", arm, elbow)
    rgb = linear(hide.back)
    sketch.cone(arm, shoulder + at(-0.03, -0.04, 0) * mirror, elbow, (0.085, 0.055), rgb, blend=0.07)
    sketch.cone(forearm, elbow, wrist, (0.055, 0.042), rgb, blend=0.03)
    bends = (at(0.55, 0.26, -0.02), at(0.5, 0.06, -0.24), at(0.24, -0.08, -0.38))
    tips = (at(1.12, 0.22, -0.28), at(0.95, -0.2, -0.62), at(0.42, -0.5, -0.78))
    rays = []
    for k, (bend, tip) in enumerate(zip(bends, tips, strict=True)):
        joint = sketch.joint(f"wing_finger_{k + 1}_{side}", forearm, wrist)
        ray = Ray(wrist, wrist + bend * mirror * far, wrist + tip * mirror * far, {joint: 1.0})
        path = curved([ray.base, ray.bend, ray.tip], 10)
        sketch.solid(joint, tube(path, np.linspace(0.04, 0.01, 10), segments=8), finger(rgb))
        rays.append(ray)
    low = elbow + at(0.05, -0.32, -0.5) * mirror
    rays.append(Ray(elbow, (elbow + low) / 2.0, low, {arm: 0.6, forearm: 0.4}))
    flank = at(0.12, 0.94, -0.42) * mirror
    rays.append(Ray(shoulder, at(0.13, 1.05, -0.12) * mirror, flank, {"chest": 0.6, "spine_1": 0.4}))
    skin_wing(sketch, rays, near=linear(hide.wing), far=linear(hide.wing_edge), thickness=0.016, scallop=0.2, rows=13)
    spur = wrist + at(0.02, 0.03, 0.05) * mirror
    horn(sketch, forearm, [wrist, spur, spur + at(0.03, 0.08, 0.08) * mirror], 0.03, linear(hide.horn))


def _face(sketch: Sketch, build: _Build, hide: _Hide) -> None:
    h, skull = 1.15 * build.head, sketch.place("head") + at(0, 0.05, 0.06)
    tone = linear(hide.horn)
    for _, sign in sides():
        point, normal = sketch.skin_point(skull + at(0, 0.015, 0.06) * h, at(sign * 0.85, 0.22, 0.5))
        lid = scaled(linear(hide.dark), 0.9)
        gaze = normal + at(0, 0, 0.7)
        eye(sketch, "head", point - 0.02 * normal, 0.05 * h, gaze, iris=linear(hide.iris), lid=lid, pupil_rad=0.5)
        root = skull + at(sign * 0.085, 0.1, -0.06) * h
        size = build.horn
        sweep = [root, root + at(sign * 0.05, 0.12, -0.12) * size, root + at(sign * 0.1, 0.16, -0.34) * size]
        horn(sketch, "head", sweep, 0.048 * h, scaled(tone, 0.75), tip=tone)
        for drop, length in ((-0.02, 0.16), (-0.09, 0.12)):
            cheek = skull + at(sign * 0.13, drop, -0.05) * h
            way = [cheek, cheek + at(sign * 0.5, 0.0, -0.5) * length, cheek + at(sign * 0.75, 0.1, -1.0) * length]
            horn(sketch, "head", way, 0.028 * h, scaled(tone, 0.75), tip=tone, segments=8, rings=8)
        nostril = skull + at(sign * 0.042, -0.03, 0.37) * h
        sketch.ball("head", nostril, 0.014 * h, linear("1c1416"), blend=0.008, carves=True)
        for k in range(3):
            tooth = skull + at(sign * (0.072 - 0.008 * k), -0.135 - 0.006 * k, 0.2 + 0.062 * k) * h
            horn(
                sketch,
                "head",
                [tooth, tooth + at(0, -0.018, 0), tooth + at(0, -0.045, 0)],
                0.012,
                _BONE,
                segments=6,
                rings=5,
            )


def _spikes(sketch: Sketch, build: _Build, hide: _Hide) -> None:
    """A row of plates from the back of the head to the tail."""
    names = ["head", "neck_3", "neck_2", "neck_1", "chest", "spine_1", "hips", *(f"tail_{k}" for k in range(1, 7))]
    places = np.stack([sketch.place(name) for name in names])
    tone = linear(hide.wing)
    spots = curved(places, 22)[1:-1]
    for k, spot in enumerate(spots):
        owner = names[int(np.linalg.norm(places - spot, axis=1).argmin())]
        slope = unit(np.gradient(spots, axis=0)[k])
        out = unit(np.cross(slope, at(1, 0, 0)))
        out = out if owner in ("head", "neck_3", "neck_2") or out[1] > 0 else -out
        if owner in ("head", "neck_3", "neck_2") and out[2] > 0:
            out = -out
        point, normal = sketch.skin_point(spot, out)
        size = 0.125 * (1.0 - 0.55 * abs(k / len(spots) - 0.4)) * build.horn
        back = slope if slope[2] < 0 else -slope
        tip = point + size * normal + 0.45 * size * back
        path = [point - 0.2 * size * normal, point + 0.5 * size * normal + 0.1 * size * back, tip]
        horn(
            sketch,
            owner,
            path,
            0.36 * size,
            scaled(tone, 0.85),
            tip=mixed(tone, linear(hide.wing_edge), 0.7),
            segments=8,
            rings=6,
        )


def _paint(sketch: Sketch, hide: _Hide) -> None:
    belly = linear(hide.belly)
    under = paint.both(paint.facing((0.0, -1.0, 0.35), 0.3, 0.6), paint.along((0.0, 1.0, 0.0), 0.3, 0.36))
    centre = paint.both(under, paint.middle(0.17))
    sketch.stain(belly, centre)
    bands = paint.both(centre, paint.stripes((0.0, -0.75, 0.66), 0.085, 0.16))
    sketch.stain(_shade(belly), bands)
    sketch.stain(linear(hide.dark), paint.both(paint.facing((0, 1, 0), 0.55, 0.95), paint.middle(0.1)))


def _shade(rgb: Rgb) -> Rgb:
    return mixed(rgb, (0.25, 0.12, 0.05), 0.4)
