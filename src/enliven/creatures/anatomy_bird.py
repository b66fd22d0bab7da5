"""Birds: a round body on two thin legs, wings spread."""

from dataclasses import dataclass

import numpy as np

from enliven.creatures import paint
from enliven.creatures.features import eye, unit
from enliven.creatures.palette import linear, mixed, scaled
from enliven.creatures.sketch import Sketch, at, sides
from enliven.creatures.solids import curved, revolved, tube
from enliven.creatures.wings import Plume, feather_wing


@dataclass(frozen=True, slots=True)
class _Plumage:
    """Colours of a bird, sRGB hex, and its size in metres."""

    back: str
    breast: str
    wing: str
    tip: str
    beak: str
    leg: str
    face: str
    size_m: float
    hooked: bool = False


_PLUMAGES = (
    _Plumage("4f86c6", "f0a35e", "5b95d6", "2c4c86", "f2b441", "e0913a", "f7f1e3", 0.24),
    _Plumage("7a5a42", "d9573a", "8a674c", "4a3628", "e8c25a", "9c6a3c", "d9573a", 0.2),
    _Plumage("d8443c", "e2604a", "f2c23c", "2f6fc0", "3a3436", "6a5a52", "fbf3e6", 0.5, hooked=True),
    _Plumage("4a3426", "5f4532", "553c2b", "2c1f18", "f0b73a", "e5a52e", "fbf7ef", 0.8, hooked=True),
    _Plumage("f5d34a", "fbeaa2", "f2c93c", "8c8f96", "ee8f3a", "e0853a", "fbeaa2", 0.16),
)


def bird(seed: int) -> Sketch:
    """The bird of a seed; lengths in heights of the body."""
    rng = np.random.default_rng(seed)
    plumage = _PLUMAGES[seed % len(_PLUMAGES)]
    plump, head, span, tail, leg = np.exp(np.clip(rng.normal(0.0, 0.07 if seed else 0.01, 5), -0.14, 0.14)).tolist()
    sketch = Sketch(metres_per_unit=plumage.size_m)
    sketch.group("body", spacing=0.017, vertices=3600)
    _body(sketch, plumage, plump)
    for side, sign in sides():
        _leg(sketch, plumage, side, sign, leg)
        _wing(sketch, plumage, side, sign, span)
    _tail(sketch, plumage, tail)
    _head(sketch, plumage, head)
    breast = paint.both(
        paint.facing((0.0, -0.55, 0.85), 0.2, 0.55), paint.along((0.0, 1.0, 0.0), 1.05, 0.98), paint.middle(0.27)
    )
    sketch.stain(linear(plumage.breast), breast)
    return sketch


def _body(sketch: Sketch, plumage: _Plumage, plump: float) -> None:
    back = linear(plumage.back)
    sketch.joint("hips", None, at(0, 0.62, -0.16))
    sketch.joint("chest", "hips", at(0, 0.7, 0.06))
    tilt = 0.5
    turn = np.array([[1, 0, 0], [0, np.cos(tilt), np.sin(tilt)], [0, -np.sin(tilt), np.cos(tilt)]], dtype=np.float64)
    sketch.ball("hips", at(0, 0.62, -0.12), (0.225 * plump, 0.215 * plump, 0.33), back, blend=0.1, turn=turn)
    sketch.ball("chest", at(0, 0.7, 0.08), (0.25 * plump, 0.255 * plump, 0.26), back, blend=0.12)
    sketch.cone("hips", at(0, 0.58, -0.3), at(0, 0.52, -0.5), (0.15 * plump, 0.06), back, blend=0.1)


def _leg(sketch: Sketch, plumage: _Plumage, side: str, sign: float, leg: float) -> None:
    shin = linear(plumage.leg)
    x = sign * 0.115
    knee, ankle = at(x, 0.34, 0.04), at(x, 0.34 - 0.29 * leg, 0.02)
    upper = sketch.joint(f"leg_upper_{side}", "hips", at(x, 0.5, -0.04))
    lower = sketch.joint(f"leg_lower_{side}", upper, knee)
    foot = sketch.joint(f"foot_{side}", lower, ankle)
    sketch.cone(upper, at(x * 0.95, 0.5, -0.04), knee, (0.105, 0.042), linear(plumage.back), blend=0.06)
    path = curved([knee + at(0, 0.05, -0.02), (knee + ankle) / 2 + at(0, 0, -0.015), ankle], 8)
    sketch.solid(lower, tube(path, np.array([0.03, 0.027, 0.025, 0.024, 0.024, 0.024, 0.026, 0.028]), segments=9), shin)
    for way, length in ((at(-0.45, 0, 1), 0.15), (at(0, 0, 1), 0.18), (at(0.45, 0, 1), 0.15), (at(0, 0, -1), 0.11)):
        ahead = unit(way)
        toe = curved(
            [ankle, ankle + 0.55 * length * ahead + at(0, -0.012, 0), ankle + length * ahead + at(0, -0.034, 0)], 7
        )
        sketch.solid(foot, tube(toe, np.array([0.024, 0.024, 0.022, 0.021, 0.019, 0.015, 0.007]), segments=8), shin)


def _wing(sketch: Sketch, plumage: _Plumage, side: str, sign: float, span: float) -> None:
    """Three bones along the leading edge, long feathers below and short ones above them."""
    mirror = at(sign, 1.0, 1.0)
    spots = [at(0.17, 0.8, 0.12), at(0.42 * span, 0.9, 0.2), at(0.72 * span, 0.95, 0.12), at(1.12 * span, 0.96, -0.16)]
    points = [spot * mirror for spot in spots]
    arm = sketch.joint(f"wing_arm_{side}", "chest", points[0])
    forearm = sketch.joint(f"wing_forearm_{side}", arm, points[1])
    hand = sketch.joint(f"wing_hand_{side}", forearm, points[2])
    rgb = linear(plumage.wing)
    sketch.cone(arm, points[0] + at(-sign * 0.06, -0.04, -0.02), points[1], (0.085, 0.045), rgb, blend=0.06)
    sketch.cone(forearm, points[1], points[2], (0.045, 0.03), rgb, blend=0.03)
    back = unit(at(0.0, -0.05, -1.0))
    long = Plume(
        spine=np.stack(points) + at(0, -0.012, -0.01), chords=(0.44, 0.46, 0.44, 0.5, 0.3), back=back, sweep=0.85,
        feathers=9, notch=0.17, thickness=0.045, lift=0.05,
    )  # fmt: skip
    feather_wing(sketch, (arm, forearm, hand), long, root=rgb, tip=linear(plumage.tip), band=0.6)
    short = Plume(
        spine=np.stack(points) + at(0, 0.012, 0.005), chords=(0.25, 0.26, 0.24, 0.22, 0.1), back=back, sweep=0.7,
        feathers=8, notch=0.2, thickness=0.06, lift=0.05,
    )  # fmt: skip
    tone = mixed(rgb, linear(plumage.face), 0.22)
    feather_wing(sketch, (arm, forearm, hand), short, root=rgb, tip=tone, band=0.7)


def _tail(sketch: Sketch, plumage: _Plumage, length: float) -> None:
    root = at(0, 0.53, -0.46)
    sketch.joint("tail", "hips", root)
    sketch.cone(
        "tail", root + at(0, 0.01, 0.06), root + at(0, -0.02, -0.08), (0.075, 0.03), linear(plumage.back), blend=0.06
    )
    rows, columns, feathers = 21, 9, 5
    side = np.linspace(-1.0, 1.0, rows)[:, None]
    share = np.linspace(0.0, 1.0, columns)[None, :]
    bump = np.abs(np.sin(np.pi * (side + 1.0) / 2.0 * feathers)) ** 0.6
    reach = 0.52 * length * share * (0.86 + 0.14 * bump) * (1.0 - 0.1 * side**2)
    fan = side * (0.24 + 0.1 * share)
    x = np.sin(fan) * reach + side * 0.05
    points = np.stack([x, -0.22 * reach + 0.02 * (1 - side**2), -np.cos(fan) * reach], axis=2) + root
    rgb = np.where(share[..., None] < 0.62, np.array(linear(plumage.wing)), np.array(linear(plumage.tip)))
    rgb = rgb * (0.85 + 0.15 * bump[..., None])
    sketch.sheet(("tail",), points, 0.03 * (1 - 0.8 * share) * np.ones((rows, 1)), rgb, np.ones((rows, columns, 1)))


def _head(sketch: Sketch, plumage: _Plumage, size: float) -> None:
    back = linear(plumage.back)
    neck, head = at(0, 0.86, 0.2), at(0, 1.0, 0.27)
    sketch.joint("neck", "chest", neck)
    sketch.joint("head", "neck", head)
    r = 0.195 * size
    sketch.cone("neck", at(0, 0.82, 0.16), head, (0.19, 0.16), back, blend=0.1)
    centre = head + at(0, 0.045, 0.03)
    sketch.ball("head", centre, (r, r * 0.98, r * 1.04), back, blend=0.06)
    sketch.stain(
        linear(plumage.face), paint.around(centre + at(0, -0.06, 0.15), (r * 0.8, r * 0.75, r * 0.7), soft=0.15)
    )
    if plumage.size_m > 0.6:
        sketch.stain(linear(plumage.face), paint.both(paint.along((0.0, 1.0, 0.35), 0.94, 0.99), paint.middle(0.27)))
    root = centre + at(0, -0.03, r * 0.86)
    horn_rgb = linear(plumage.beak)
    long = 0.25 if plumage.hooked else 0.2
    upper = revolved(
        [(0, -0.03), (0.078, -0.02), (0.076, 0.02), (0.055, 0.45 * long), (0.03, 0.75 * long), (0, long)],
        foot=at(0, 0, 0),
        axis=at(0, -0.12, 1.0),
        segments=16,
    )
    bend = upper.vertices.copy()
    if plumage.hooked:
        bend[:, 1] -= 1.9 * np.maximum(bend[:, 2] - 0.03, 0.0) ** 2
        bend[:, 2] -= 1.4 * np.maximum(bend[:, 2] - 0.08, 0.0) ** 2
    sketch.solid("head", type(upper)(vertices=bend * [0.82, 1.0, 1.0] + root, faces=upper.faces), horn_rgb)
    sketch.joint("jaw", "head", root + at(0, -0.03, -0.02))
    lower = revolved(
        [(0, -0.03), (0.058, -0.02), (0.055, 0.02), (0.032, 0.5 * long), (0, 0.78 * long)],
        foot=root + at(0, -0.038, -0.012),
        axis=at(0, -0.24, 1.0),
        segments=14,
    )
    sketch.solid("jaw", lower, scaled(horn_rgb, 0.8))
    for _, sign in sides():
        point, normal = sketch.skin_point(centre, at(sign * 0.78, 0.14, 0.6))
        iris = linear("f2b93a") if plumage.hooked else linear("2a1c16")
        lid = scaled(linear(plumage.back), 0.8) if plumage.size_m > 0.6 else None
        eye(sketch, "head", point - 0.012 * normal, 0.046, normal + at(0, 0, 0.35), iris=iris, lid=lid)
    if plumage.size_m < 0.22 or plumage.size_m == 0.5:
        for k in range(3):
            tuft = centre + at(0, r * 0.9, -0.02 - 0.05 * k)
            sketch.cone("head", tuft, tuft + at(0, 0.11 - 0.02 * k, -0.09), (0.035, 0.01), back, blend=0.03)
