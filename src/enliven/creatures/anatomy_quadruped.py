"""Four-legged animals: fox, horse, cat, dog, deer and cow."""

import numpy as np

from enliven.core.mesh import Mesh
from enliven.creatures import paint
from enliven.creatures.features import eye, horn, nose
from enliven.creatures.lumps import Rgb
from enliven.creatures.palette import linear, mixed, scaled
from enliven.creatures.quadruped_coat import muzzle_axis, paint_coat
from enliven.creatures.quadruped_shapes import Coat, QuadrupedShape, shape_of
from enliven.creatures.sketch import Sketch, at, sides
from enliven.creatures.solids import broken, revolved, supported

_HOOF = linear("3b302b")
_ANTLER, _ANTLER_TIP = linear("a9845c"), linear("e8d8bb")


def quadruped(seed: int, species: str | None = None) -> Sketch:
    """The four-legged animal of a seed, of any species or a given one; lengths in heights of the withers."""
    shape, coat = shape_of(species, seed)
    sketch = Sketch(metres_per_unit=shape.height_m)
    sketch.group("body", spacing=0.0125, vertices=5000)
    _spine(sketch, shape)
    _trunk(sketch, shape, coat)
    for side, sign in sides():
        _front_leg(sketch, shape, coat, side, sign)
        _hind_leg(sketch, shape, coat, side, sign)
    _neck_and_head(sketch, shape, coat)
    _ears(sketch, shape, coat)
    _tail(sketch, shape, coat)
    if shape.mane > 0.0:
        _mane(sketch, shape, coat)
    _face(sketch, shape, coat)
    if shape.antlers != "none":
        _headgear(sketch, shape)
    paint_coat(sketch, shape, coat, np.random.default_rng(seed))
    return sketch


def _spine(sketch: Sketch, shape: QuadrupedShape) -> None:
    """Joints of trunk, neck and head."""
    half = shape.trunk / 2.0
    sketch.joint("hips", None, at(0.0, 0.84, -half))
    sketch.joint("spine_1", "hips", at(0.0, 0.83, -half * 0.45))
    sketch.joint("spine_2", "spine_1", at(0.0, 0.82, half * 0.1))
    sketch.joint("chest", "spine_2", at(0.0, 0.83, half * 0.6))
    root = at(0.0, 0.9, half * 0.98)
    ahead = at(0.0, np.sin(shape.neck_rad), np.cos(shape.neck_rad))
    sketch.joint("neck_1", "chest", root)
    sketch.joint("neck_2", "neck_1", root + 0.5 * shape.neck * ahead)
    sketch.joint("head", "neck_2", root + shape.neck * ahead)


def _trunk(sketch: Sketch, shape: QuadrupedShape, coat: Coat) -> None:
    back = linear(coat.back)
    hips, chest = sketch.place("hips"), sketch.place("chest")
    waist, ribs = sketch.place("spine_1"), sketch.place("spine_2")
    rump, loin, barrel, breast = shape.hip, shape.belly * 0.96, shape.belly, shape.chest
    stretch = shape.trunk * 0.33
    sketch.ball("hips", hips + at(0, -0.05, -0.02), (rump * 0.93, rump * 1.04, rump * 1.2), back, blend=0.1)
    sketch.ball("spine_1", waist + at(0, -0.055, 0), (loin * 0.92, loin * 1.04, stretch), back, blend=0.14)
    sketch.ball("spine_2", ribs + at(0, -0.075, 0), (barrel * 0.96, barrel * 1.16, stretch), back, blend=0.14)
    sketch.ball("chest", chest + at(0, -0.08, 0.05), (breast * 0.95, breast * 1.16, breast * 1.1), back, blend=0.14)


def _front_leg(sketch: Sketch, shape: QuadrupedShape, coat: Coat, side: str, sign: float) -> None:
    out, front = sign * shape.chest * 0.62, shape.trunk / 2.0 * 0.92
    points = [
        at(out * 0.95, 0.74, front),
        at(out * 1.02, 0.5, front - 0.06),
        at(out, 0.27, front - 0.015),
        at(out, 0.085, front - 0.02),
    ]
    upper = sketch.joint(f"front_leg_upper_{side}", "chest", points[0])
    lower = sketch.joint(f"front_leg_lower_{side}", upper, points[1])
    foot = sketch.joint(f"front_foot_{side}", lower, points[2])
    back, dark = linear(coat.back), linear(coat.legs)
    thick, thin = shape.leg, shape.ankle
    sketch.cone(upper, points[0], points[1], (thick * 1.75, thick), back, blend=0.1)
    sketch.cone(lower, points[1], points[2], (thick, thin * 1.18), mixed(back, dark, 0.35), blend=0.05)
    sketch.cone(foot, points[2], points[3], (thin * 1.18, thin), dark, blend=0.03)
    _paw(sketch, shape, foot, points[3], dark)


def _hind_leg(sketch: Sketch, shape: QuadrupedShape, coat: Coat, side: str, sign: float) -> None:
    out, rear = sign * shape.hip * 0.66, -shape.trunk / 2.0
    points = [
        at(out * 0.95, 0.76, rear - 0.01),
        at(out * 1.15, 0.52, rear + 0.075),
        at(out * 1.08, 0.3, rear - 0.125),
        at(out * 1.08, 0.085, rear - 0.085),
    ]
    upper = sketch.joint(f"hind_leg_upper_{side}", "hips", points[0])
    lower = sketch.joint(f"hind_leg_lower_{side}", upper, points[1])
    foot = sketch.joint(f"hind_foot_{side}", lower, points[2])
    back, dark = linear(coat.back), linear(coat.legs)
    thick, thin = shape.leg, shape.ankle
    sketch.cone(upper, points[0], points[1], (thick * 1.95, thick * 1.2), back, blend=0.1)
    sketch.cone(lower, points[1], points[2], (thick * 1.15, thin * 1.2), mixed(back, dark, 0.25), blend=0.05)
    sketch.cone(foot, points[2], points[3], (thin * 1.2, thin * 1.02), dark, blend=0.03)
    _paw(sketch, shape, foot, points[3], dark)


def _paw(sketch: Sketch, shape: QuadrupedShape, joint: str, ankle: np.ndarray, rgb: Rgb) -> None:
    wide = shape.foot
    if shape.hooves:
        profile = [(0.0, 0.0), (wide * 1.02, 0.0), (wide * 0.78, 0.105), (0.0, 0.105)]
        hoof = revolved(supported(broken(np.array(profile), 0.012, closed=False)), segments=18)
        slope = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -0.3, 1.08]])
        place = at(ankle[0], 0.0, ankle[2] + 0.03)
        sketch.solid(joint, Mesh(vertices=hoof.vertices @ slope.T + place, faces=hoof.faces), _HOOF)
        return
    for toe in (-0.42, 0.42):
        place = at(ankle[0] + toe * wide, wide * 0.62, ankle[2] + 0.052)
        sketch.ball(joint, place, (wide * 0.58, wide * 0.62, wide * 0.92), rgb, blend=0.022)
    heel = at(ankle[0], wide * 0.66, ankle[2] + 0.01)
    sketch.ball(joint, heel, (wide * 0.95, wide * 0.7, wide * 1.0), rgb, blend=0.03)


def _neck_and_head(sketch: Sketch, shape: QuadrupedShape, coat: Coat) -> None:
    back = linear(coat.back)
    chest, middle, head = (sketch.place(name) for name in ("chest", "neck_2", "head"))
    slack = (shape.neck_root + shape.neck_top) / 2.0
    sketch.cone("neck_1", chest + at(0, -0.02, 0.1), middle, (shape.neck_root * 1.05, slack), back, blend=0.12)
    sketch.cone("neck_2", middle, head, (slack, shape.neck_top), back, blend=0.08)
    r, axis = shape.skull, muzzle_axis(shape)
    centre = head + at(0.0, r * 0.25, r * 0.35)
    sketch.ball("head", centre, (r * 0.97, r * 0.92, r * 1.03), back, blend=0.07)
    for sign in (-1.0, 1.0):
        cheek = centre + at(sign * r * 0.5, -r * 0.33, r * 0.2)
        sketch.ball("head", cheek, r * 0.52, back, blend=0.06)
    start = centre + at(0.0, -r * 0.28, r * 0.5)
    tip = start + (shape.muzzle + r * 0.35) * axis
    sketch.cone("head", start, tip, (shape.muzzle_root, shape.muzzle_tip), back, blend=0.06)
    drop = at(0.0, -shape.muzzle_tip * 0.62, -0.02)
    hinge = start + at(0.0, -shape.muzzle_root * 0.55, -0.02)
    sketch.joint("jaw", "head", hinge)
    chin = tip + drop - 0.1 * shape.muzzle * axis
    sketch.cone("jaw", hinge, chin, (shape.muzzle_root * 0.62, shape.muzzle_tip * 0.62), back, blend=0.012)


def _ears(sketch: Sketch, shape: QuadrupedShape, coat: Coat) -> None:
    r = shape.skull
    centre = sketch.place("head") + at(0.0, r * 0.25, r * 0.35)
    for side, sign in sides():
        lean = shape.ear_out_rad
        along = at(sign * np.sin(lean), np.cos(lean), -0.12)
        root = centre + at(sign * r * (0.42 + 0.25 * np.sin(lean)), r * 0.66 * np.cos(lean * 0.6), -r * 0.18)
        tip = root + shape.ear * along
        joint = sketch.joint(f"ear_{side}", "head", root)
        front = at(sign * 0.45, 0.1, 1.0)
        width = shape.ear_width
        sketch.cone(
            joint,
            root,
            tip,
            (width, width * shape.ear_tip),
            linear(coat.back),
            blend=0.03,
            flatten=0.5,
            flat_axis=front,
        )
        hollow = front / np.linalg.norm(front) * width * 0.5
        sketch.cone(
            joint,
            root + 0.18 * shape.ear * along + hollow,
            root + 0.75 * shape.ear * along + hollow * 0.7,
            (width * 0.55, width * 0.16),
            linear(coat.inner_ear),
            blend=0.008,
            flatten=0.6,
            flat_axis=front,
            carves=True,
        )


def _tail(sketch: Sketch, shape: QuadrupedShape, coat: Coat) -> None:
    bones, angle = 4, shape.tail_rise_rad
    points = [at(0.0, 0.88, -shape.trunk / 2.0 - shape.hip * 0.95)]
    for _ in range(bones):
        points.append(points[-1] + shape.tail / bones * at(0.0, np.sin(angle), -np.cos(angle)))
        angle += shape.tail_curl_rad
    joints, parent = [], "hips"
    for k in range(bones):
        parent = sketch.joint(f"tail_{k + 1}", parent, points[k])
        joints.append(parent)
    middle = shape.tail_middle
    radii = [shape.tail_root, 0.5 * (shape.tail_root + middle) * 1.05, middle, middle * 0.92, shape.tail_tip]
    hair = linear(coat.mark) if shape.mane > 0.0 else linear(coat.back)
    start = points[0] + at(0.0, -0.03, 0.1)
    sketch.cone("tail_1", start, points[0], (shape.tail_root * 1.2, shape.tail_root), linear(coat.back), blend=0.06)
    sketch.chain(joints, points, radii, hair, blend=0.03)
    tips = {"plain": coat.mark, "patches": coat.mark, "stripes": coat.mark, "spots": coat.belly}
    if shape.mane == 0.0:
        reach = shape.tail * 0.3
        tip = points[-1]
        sketch.stain(linear(tips[coat.pattern]), paint.around(tip, (reach, reach, reach), soft=0.22))


def _mane(sketch: Sketch, shape: QuadrupedShape, coat: Coat) -> None:
    hair, size = linear(coat.mark), shape.mane
    chest, head = sketch.place("neck_1"), sketch.place("head")
    back = at(0.0, np.cos(shape.neck_rad), -np.sin(shape.neck_rad))
    crest = [
        chest + t * 1.1 * (head - chest) + back * (0.92 * shape.neck_root * (1 - t) + shape.neck_top * t)
        for t in (0.0, 0.25, 0.5, 0.75, 1.0)
    ]
    for k, joint in enumerate(("neck_1", "neck_1", "neck_2", "neck_2")):
        sketch.cone(
            joint,
            crest[k],
            crest[k + 1],
            (size * (0.55 + 0.15 * k), size * (0.7 + 0.15 * k)),
            hair,
            blend=0.012,
            flatten=0.45,
        )
        for sign in (-1.0, 1.0):
            lock = crest[k] + 0.5 * sign * (crest[k + 1] - crest[k]) * 0.5 + at(0.03 * sign, 0.0, 0.0)
            fall = at(0.025 * sign, -size * 1.1, size * 0.15)
            sketch.cone(joint, lock, lock + fall, (size * 0.5, size * 0.28), hair, blend=0.025, flatten=0.6)
    top = head + at(0.0, shape.skull * 1.1, shape.skull * 0.1)
    sketch.cone("head", crest[4], top, (size * 0.75, size * 0.6), hair, blend=0.03, flatten=0.6)
    sketch.cone(
        "head",
        top,
        top + at(0.0, -0.07, 0.15),
        (size * 0.6, size * 0.22),
        hair,
        blend=0.02,
        flatten=0.75,
        flat_axis=(0.0, 1.0, 0.6),
    )


def _face(sketch: Sketch, shape: QuadrupedShape, coat: Coat) -> None:
    r = shape.skull
    centre = sketch.place("head") + at(0.0, r * 0.25, r * 0.35)
    for _, sign in sides():
        look = at(sign * (0.62 if shape.muzzle < 0.25 else 1.15), 0.16, 0.78)
        point, normal = sketch.skin_point(centre, look)
        gaze = normal + at(0.0, 0.0, 0.75)
        lid = scaled(linear(coat.back), 0.82)
        eye(sketch, "head", point - 0.42 * shape.eye * normal, shape.eye, gaze, iris=linear(coat.iris), lid=lid)
    ahead = muzzle_axis(shape)
    start = centre + at(0.0, -r * 0.28, r * 0.5)
    end = start + (shape.muzzle + r * 0.35) * ahead
    tip, normal = sketch.skin_point(end, ahead + at(0.0, 0.45, 0.0))
    if not shape.snout and (not shape.hooves or shape.antlers == "antlers"):
        size = shape.muzzle_tip * (0.5 if shape.muzzle > 0.1 else 0.36)
        nose(sketch, "head", tip - 0.25 * size * normal, size, linear(coat.nose))
        return
    for sign in (-1.0, 1.0):
        aim = muzzle_axis(shape) + at(sign * 0.16, 0.16, 0.0)
        spot, out = sketch.skin_point(start, aim)
        nose(sketch, "head", spot - 0.012 * out, 0.018, scaled(linear(coat.nose), 0.35), wide=0.9)


def _headgear(sketch: Sketch, shape: QuadrupedShape) -> None:
    r = shape.skull
    top = sketch.place("head") + at(0.0, r * 0.95, r * 0.25)
    for _, sign in sides():
        if shape.antlers == "horns":
            root = top + at(sign * r * 0.5, -r * 0.1, 0.0)
            path = [root, root + at(sign * 0.13, 0.02, 0.0), root + at(sign * 0.19, 0.15, 0.05)]
            horn(sketch, "head", path, 0.042, _ANTLER_TIP, tip=_HOOF)
            continue
        root = top + at(sign * r * 0.38, -r * 0.1, 0.0)
        path = [
            root,
            root + at(sign * 0.12, 0.16, -0.1),
            root + at(sign * 0.2, 0.36, -0.08),
            root + at(sign * 0.15, 0.52, 0.03),
        ]
        horn(sketch, "head", path, 0.026, _ANTLER, tip=_ANTLER_TIP)
        for start, way in (
            (path[0] + at(sign * 0.03, 0.05, -0.02), at(0.02 * sign, 0.1, 0.16)),
            (path[1], at(0.02 * sign, 0.14, 0.14)),
            (path[2], at(sign * 0.12, 0.12, 0.03)),
        ):
            horn(
                sketch,
                "head",
                [start, start + 0.6 * way, start + way + at(0, 0.04, 0)],
                0.019,
                _ANTLER,
                tip=_ANTLER_TIP,
                segments=8,
                rings=8,
            )
