"""Growing and waving things: potted plant, tree, flag."""

import numpy as np

from enliven.creatures import paint
from enliven.creatures.features import unit
from enliven.creatures.lumps import Rgb
from enliven.creatures.palette import linear, mixed, scaled
from enliven.creatures.sketch import Sketch, at, variation
from enliven.creatures.solids import curved, cylinder, sphere, tube, turned

_POTS = ("c96f4a", "5f86b0", "f0ebe0", "d9a441", "6f8f6a")
_LEAVES = (("3f8f4f", "8fcf6f"), ("2f7a5a", "74c69a"), ("6a9a3a", "c5dc6f"))
_PETALS = ("f27a9a", "f5c542", "f4f1ea", "b08be0", "ef7a4a")
_CROWNS = (("5fa044", "8fcf5a"), ("e08a3c", "f5c04a"), ("f2a0bc", "fbd3de"), ("3f8a5a", "74be7a"))
_FLAGS = (
    ("d8443c", "f7f3ea", "2f5f9f"),
    ("2f8f6a", "f7f3ea", "f0a83c"),
    ("2b3f7a", "f5c542", "d8443c"),
    ("f0b53c", "3a2f4a", "d8604a"),
)


def plant(seed: int) -> Sketch:
    """A plant in a pot: stems of two bones, each with a broad leaf or a flower."""
    rng = np.random.default_rng(seed)
    pot = linear(_POTS[seed % len(_POTS)])
    dark, light = (linear(tone) for tone in _LEAVES[seed % len(_LEAVES)])
    size, tall, leaf = variation(seed, 3, 0.12)
    flowering = seed % 2 == 1
    sketch = Sketch()
    sketch.joint("pot", None, at(0, 0, 0))
    shape = [
        (0, 0),
        (0.1, 0),
        (0.105, 0.02),
        (0.135, 0.17),
        (0.155, 0.172),
        (0.158, 0.215),
        (0.135, 0.217),
        (0.128, 0.19),
        (0, 0.19),
    ]
    profile = [(r * size, h * size) for r, h in shape]
    mesh = turned(profile, 0.006, at(0, 0, 0), at(0, 1, 0), 36)
    earth = (np.linalg.norm(mesh.vertices[:, [0, 2]], axis=1) < 0.131 * size) & (mesh.vertices[:, 1] > 0.18 * size)
    sketch.solid("pot", mesh, np.where(earth[:, None], np.array(linear("5a3d2b")), np.array(pot)))
    saucer = [(0, -0.004), (0.125, -0.004), (0.15, 0.02), (0.142, 0.022), (0.12, 0.006), (0, 0.006)]
    sketch.solid(
        "pot", turned([(r * size, h) for r, h in saucer], 0.003, at(0, 0, 0), at(0, 1, 0), 36), scaled(pot, 0.8)
    )
    stems = 9
    for k in range(stems):
        angle = 2.0 * np.pi * (k + 0.15 * rng.normal()) * 0.382
        lean = 0.22 + 0.75 * (k / (stems - 1.0)) ** 0.8
        length = tall * (0.46 - 0.2 * k / stems) * float(rng.uniform(0.92, 1.08))
        blossom = linear(_PETALS[(seed // 2 + k) % len(_PETALS)]) if flowering and k < 4 else None
        _stem(sketch, k + 1, at(0, 0.185 * size, 0), angle, lean, length, leaf, (dark, light), blossom)
    return sketch


def _stem(
    sketch: Sketch, number: int, root: np.ndarray, angle: float, lean: float, length: float, leaf: float,
    green: tuple[Rgb, Rgb], blossom: Rgb | None,
) -> None:  # fmt: skip
    away = at(np.sin(angle), 0, np.cos(angle))
    foot = root + 0.035 * away
    middle = foot + length * (0.55 * np.sin(lean * 0.6) * away + 0.6 * at(0, np.cos(lean * 0.5), 0))
    tip = foot + length * (np.sin(lean) * away + at(0, np.cos(lean * 0.8), 0))
    low = sketch.joint(f"stem_{number}", "pot", foot)
    high = sketch.joint(f"stem_{number}_upper", low, middle)
    path = curved(np.stack([foot - at(0, 0.03, 0), middle, tip]), 13)
    for joint, part in ((low, path[:7]), (high, path[6:])):
        sketch.solid(joint, tube(part, np.linspace(0.0085, 0.006, 7), segments=7), mixed(green[0], green[1], 0.45))
    top = sketch.joint(f"{'flower' if blossom else 'leaf'}_{number}", high, tip)
    if blossom is None:
        _leaf(sketch, top, tip, unit(tip - middle), 0.27 * leaf, 0.5, green)
        return
    face = unit(0.75 * away + at(0, 0.75, 0))
    sketch.solid(top, sphere(tip, 0.026, segments=14), linear("f5c542") if blossom[2] > 0.1 else linear("5a3420"))
    side = unit(np.cross(face, at(0, 1, 0.01)))
    for k in range(7):
        turn = 2.0 * np.pi * k / 7.0
        out = np.cos(turn) * side + np.sin(turn) * np.cross(face, side)
        _leaf(sketch, top, tip + 0.016 * out, unit(out + 0.3 * face), 0.085, 0.6, (scaled(blossom, 0.85), blossom))


def _leaf(
    sketch: Sketch, joint: str, root: np.ndarray, along: np.ndarray, length: float, wide: float, tones: tuple[Rgb, Rgb]
) -> None:
    """A pointed blade, folded along its middle and drooping to the tip."""
    rows, columns = 15, 9
    t, u = np.linspace(0.0, 1.0, rows)[:, None], np.linspace(-1.0, 1.0, columns)[None, :]
    across = unit(np.cross(along, at(0.003, 1, 0.002)))
    up = np.cross(across, along)
    half = 0.5 * wide * length * np.maximum(np.sin(np.pi * t**0.75) ** 0.75, 0.05)
    droop = -0.35 * length * t**2.2
    fold = 0.35 * np.abs(u) * half
    points = (
        root
        + (length * t + 0 * u)[..., None] * along
        + (u * half)[..., None] * across
        + (fold + 0 * t)[..., None] * up
        + (droop + 0 * u)[..., None] * at(0, 1, 0)
    )
    rib = np.clip(1.0 - np.abs(u) / 0.16, 0.0, 1.0) * np.ones((rows, 1))
    veins = 0.3 * np.clip(np.cos(2 * np.pi * (6.0 * t - 1.6 * np.abs(u))) - 0.5, 0.0, 1.0)
    dark, light = np.asarray(tones[0]), np.asarray(tones[1])
    rgb = dark + np.clip(0.85 * rib + veins + 0.3 * np.abs(u) ** 3, 0.0, 1.0)[..., None] * (light - dark)
    sketch.sheet((joint,), points, np.full((rows, columns), 0.006), rgb, np.ones((rows, columns, 1)))


def tree(seed: int) -> Sketch:
    """A broad tree: a trunk of three bones, four branches, and puffs of leaves in one crown."""
    rng = np.random.default_rng(seed)
    bark = linear(("7a5238", "5f4535", "8a6a52")[seed % 3])
    dark, light = (linear(tone) for tone in _CROWNS[seed % len(_CROWNS)])
    tall, wide, thick = variation(seed, 3, 0.12)
    sketch = Sketch(metres_per_unit=1.6)
    sketch.group("trunk", spacing=0.028, vertices=1800)
    sketch.group("crown", spacing=0.05, vertices=4200)
    spots = [at(0, 0, 0), at(0.02, 0.5 * tall, 0.01), at(-0.03, 0.95 * tall, -0.02), at(0.0, 1.4 * tall, 0.0)]
    parent = None
    for k in range(3):
        parent = sketch.joint(f"trunk_{k + 1}", parent, spots[k])
    names = ["trunk_1", "trunk_2", "trunk_3"]
    sketch.chain(names, spots, [0.19 * thick, 0.13 * thick, 0.11 * thick, 0.07], bark, blend=0.06, group="trunk")
    for k in range(5):
        angle = 2.0 * np.pi * (k + 0.3) / 5.0
        end = at(0.34 * np.sin(angle), -0.02, 0.34 * np.cos(angle))
        sketch.cone("trunk_1", at(0, 0.12, 0), end, (0.12 * thick, 0.03), bark, blend=0.09, group="trunk")
    crown = at(0, 1.5 * tall, 0)
    sketch.joint("crown", "trunk_3", spots[3])
    sketch.ball("crown", crown, (0.58 * wide, 0.5, 0.58 * wide), dark, blend=0.06, group="crown")
    sketch.ball("crown", crown + at(0, 0.4, 0), 0.4 * wide, dark, blend=0.06, group="crown")
    for k in range(4):
        angle = 2.0 * np.pi * k / 4.0 + 0.5 + 0.15 * rng.normal()
        away = at(np.sin(angle), 0, np.cos(angle))
        end = crown + 0.46 * wide * away + at(0, float(rng.uniform(-0.16, 0.04)), 0)
        branch = sketch.joint(f"branch_{k + 1}", "trunk_3", spots[2])
        sketch.cone(
            branch, spots[2], spots[2] + 0.75 * (end - spots[2]), (0.07, 0.035), bark, blend=0.04, group="trunk"
        )
        sketch.ball(branch, end, (0.4, 0.35, 0.4), dark, blend=0.06, group="crown")
        for turn in (-0.7, 0.7):
            aside = at(np.sin(angle + turn), 0, np.cos(angle + turn))
            puff = crown + 0.5 * wide * aside + at(0, float(rng.uniform(0.12, 0.3)), 0)
            sketch.ball(branch, puff, float(rng.uniform(0.24, 0.3)), dark, blend=0.05, group="crown")
    sketch.stain(light, paint.facing((0.35, 0.9, 0.25), -0.25, 0.95), group="crown")
    for _ in range(14 if seed % 4 == 0 else 0):
        spot, normal = sketch.skin_point(crown, rng.normal(size=3) + at(0, -0.1, 0), group="crown")
        sketch.solid("crown", sphere(spot - 0.015 * normal, 0.048, segments=12), linear("d8342f"))
    return sketch


def flag(seed: int) -> Sketch:
    """A flag on a pole, flying to its left (+X): cloth of six bones, its colours in bands, a disc or a cross."""
    tones = [linear(tone) for tone in _FLAGS[seed % len(_FLAGS)]]
    tall, long, high = variation(seed, 3, 0.1)
    sketch = Sketch()
    top = 2.6 * tall
    sketch.joint("pole", None, at(0, 0, 0))
    wood, gold = linear("e9e4da"), linear("e8b53c")
    sketch.solid("pole", cylinder(at(0, 0.1, 0), at(0, top, 0), 0.028, segments=20), wood)
    foot = [(0, 0), (0.22, 0), (0.22, 0.04), (0.15, 0.06), (0.14, 0.11), (0.05, 0.15), (0, 0.15)]
    sketch.solid("pole", turned(foot, 0.01, at(0, 0, 0), at(0, 1, 0), 32), linear("7d7f88"))
    sketch.solid("pole", sphere(at(0, top + 0.045, 0), 0.06, segments=22), gold)
    width, height, bones = 1.35 * long, 0.85 * high, 6
    rows, columns = 39, 73
    s, t = np.linspace(0.0, 1.0, columns)[None, :], np.linspace(0.0, 1.0, rows)[:, None]
    wave = 0.085 * np.sin(2.0 * np.pi * (1.35 * s - 0.12 * t)) * s**0.7
    x, y = 0.03 + width * s * (1 - 0.03 * s) + 0 * t, top - 0.08 - height * t - 0.1 * s**1.5
    points = np.stack([x, y, wave], axis=2)
    parent, joints = "pole", []
    for k in range(bones):
        place = points[rows // 2, k * (columns - 1) // bones]
        parent = sketch.joint(f"cloth_{k + 1}", parent, place)
        joints.append(parent)
    hold = np.clip(1.0 - np.abs(s[0][:, None] * bones - np.arange(bones) - 0.35), 0.0, 1.0)
    hold[0, 0] = hold[-1, -1] = 1.0
    held = np.repeat(hold[None], rows, axis=0) + 0.0
    sketch.sheet(
        tuple(joints), points, np.full((rows, columns), 0.016), _banner(seed, s, t, width / height, tones), held
    )
    for row in (1, rows - 2):
        sketch.solid("pole", sphere(points[row, 0] - at(0.012, 0, 0), 0.034, segments=12), gold)
    return sketch


def _banner(seed: int, s: np.ndarray, t: np.ndarray, ratio: float, tones: list[Rgb]) -> np.ndarray:
    """Colours over the cloth, sharp at the grid."""
    first, second, third = (np.asarray(tone) for tone in tones)
    full = np.ones((t.shape[0], s.shape[1], 1))
    cell = 1.0 / t.shape[0]
    away = np.hypot((s - 0.5) * ratio, t - 0.5)
    style = seed % 3
    if style == 0:
        band = np.where(t[..., None] < 1 / 3, first, np.where(t[..., None] < 2 / 3, second, third)) * full
        return _laid(band, np.array(linear("f0b53c")), 0.14 - away, cell)
    if style == 1:
        arm = np.maximum(0.07 - np.abs(s - 0.36) * ratio, 0.07 - np.abs(t - 0.5))
        return _laid(_laid(first * full, second, arm, cell), third, arm - 0.038, cell)
    turn = np.arctan2(t - 0.5, (s - 0.5) * ratio)
    star = 0.2 + 0.08 * np.cos(5.0 * (turn + np.pi / 2.0)) - away
    return _laid(_laid(third * full, first, (0.5 - s + 0.0 * t) * ratio, cell), second, star, cell)


def _laid(rgb: np.ndarray, tone: np.ndarray, inside: np.ndarray, soft: float) -> np.ndarray:
    """A colour over where ``inside`` is positive, its edge ``soft`` wide."""
    return rgb + np.clip(inside / soft + 0.5, 0.0, 1.0)[..., None] * (tone - rgb)
