"""A robot of rounded boxes."""

import numpy as np

from enliven.core.mesh import Mesh
from enliven.creatures.lumps import Rgb
from enliven.creatures.palette import BLACK, WHITE, linear, mixed
from enliven.creatures.sketch import Sketch, at, sides, variation
from enliven.creatures.solids import box, curved, cylinder, sphere, tube

_ROBOTS = (
    ("e8e4da", "3f86b5", "f0a83c"),
    ("8fb5c9", "33485c", "f5d24a"),
    ("f0b53c", "4a4f5a", "3fb5a0"),
    ("c5584a", "3a3a44", "7fe0d0"),
)
_STEEL = linear("c2c7ce")


def robot(seed: int) -> Sketch:
    """A friendly robot of rounded boxes, built like a person; every limb is a part of its own."""
    shell, dark, glow = (linear(tone) for tone in _ROBOTS[seed % len(_ROBOTS)])
    size, girth, head, limb = variation(seed, 4, 0.09)
    sketch = Sketch(metres_per_unit=size)
    places = {
        "hips": (None, at(0, 0.62, 0)),
        "chest": ("hips", at(0, 0.74, 0)),
        "neck": ("chest", at(0, 1.13, 0)),
        "head": ("neck", at(0, 1.18, 0)),
    }
    for name, (parent, place) in places.items():
        sketch.joint(name, parent, place)
    _rounded(sketch, "hips", at(0, 0.62, 0), (0.15 * girth, 0.075, 0.11), dark, 0.05)
    _rounded(sketch, "chest", at(0, 0.93, 0), (0.235 * girth, 0.2, 0.155), shell, 0.075)
    sketch.solid("chest", box(at(0, 0.95, 0.15), (0.24 * girth, 0.2, 0.05), bevel=0.02), dark)
    for k, tone in enumerate((glow, linear("e5533d"), linear("6fd08a"))):
        sketch.solid("chest", sphere(at((k - 1) * 0.07, 0.99, 0.178), 0.023, segments=14), tone)
    for k in range(3):
        sketch.solid(
            "chest", box(at(0, 0.93 - 0.028 * k, 0.175), (0.17, 0.013, 0.012), bevel=0.003), mixed(glow, shell, 0.3)
        )
    sketch.solid("chest", box(at(0, 0.95, -0.17), (0.26, 0.26, 0.1), bevel=0.035), dark)
    sketch.solid("neck", cylinder(at(0, 1.1, 0), at(0, 1.2, 0), 0.055, bevel=0.01), _STEEL)
    for side, sign in sides():
        _robot_arm(sketch, side, sign, girth, limb, shell, dark)
        _robot_leg(sketch, side, sign, girth, limb, shell, dark)
    _robot_head(sketch, head, shell, dark, glow)
    return sketch


def _rounded(
    sketch: Sketch, joint: str, centre: np.ndarray, half: tuple[float, float, float], rgb: Rgb, edge: float
) -> None:
    """A box with well rounded edges: a box of which every point is put back on the rounded form."""
    steps = 6
    mesh = _grid_box(steps)
    sizes = np.asarray(half)
    core = np.maximum(sizes - edge, 1e-4)
    spread = mesh.vertices / np.maximum(np.abs(mesh.vertices).max(axis=1, keepdims=True), 1e-9)
    # Grid lines gather at the edges, where the form bends.
    bent = np.sign(spread) * np.abs(spread) ** 0.55
    target = bent * sizes
    inner = np.clip(target, -core, core)
    away = target - inner
    length = np.linalg.norm(away, axis=1, keepdims=True)
    vertices = inner + edge * away / np.maximum(length, 1e-9)
    sketch.solid(joint, Mesh(vertices=vertices + centre, faces=mesh.faces), rgb)


def _grid_box(steps: int) -> Mesh:
    """A unit box with ``steps`` cells along each edge, closed."""
    line = np.arange(steps + 1)
    numbers: dict[tuple[int, int, int], int] = {}
    faces = []
    for axis in range(3):
        for side in (0, steps):
            for a in line[:-1]:
                for b in line[:-1]:
                    corners = []
                    for i, j in ((a, b), (a + 1, b), (a + 1, b + 1), (a, b + 1)):
                        place = [0, 0, 0]
                        place[axis], place[(axis + 1) % 3], place[(axis + 2) % 3] = side, int(i), int(j)
                        corners.append(numbers.setdefault((place[0], place[1], place[2]), len(numbers)))
                    ring = corners if side else corners[::-1]
                    faces += [[ring[0], ring[1], ring[2]], [ring[0], ring[2], ring[3]]]
    vertices = np.array(list(numbers), dtype=np.float64) * 2.0 / steps - 1.0
    return Mesh(vertices=vertices, faces=np.array(faces))


def _robot_head(sketch: Sketch, h: float, shell: Rgb, dark: Rgb, glow: Rgb) -> None:
    centre = at(0, 1.18 + 0.165 * h, 0)
    _rounded(sketch, "head", centre, (0.2 * h, 0.155 * h, 0.165 * h), shell, 0.07)
    sketch.solid("head", box(centre + at(0, 0.01, 0.15 * h), (0.33 * h, 0.17 * h, 0.05), bevel=0.022), BLACK)
    for _, sign in sides():
        spot = centre + at(sign * 0.075, 0.015, 0.176) * h
        sketch.solid("head", cylinder(spot - at(0, 0, 0.02), spot + at(0, 0, 0.008), 0.042 * h, segments=24), glow)
        sketch.solid("head", sphere(spot + at(sign * 0.012 + 0.012, 0.016, 0.006), 0.01, segments=10), WHITE)
        ear = centre + at(sign * 0.2 * h, 0, 0)
        sketch.solid(
            "head", cylinder(ear - at(sign * 0.02, 0, 0), ear + at(sign * 0.035, 0, 0), 0.055 * h, bevel=0.012), dark
        )
    mouth = curved([centre + at(x, y, 0.177) * h for x, y in ((-0.05, -0.034), (0, -0.052), (0.05, -0.034))], 9)
    sketch.solid("head", tube(mouth, np.full(9, 0.0075), segments=8), glow)
    top = centre + at(0, 0.15 * h, 0)
    sketch.solid(
        "head",
        tube(np.stack([top, top + at(0, 0.05, 0), top + at(0, 0.11, 0)]), np.full(3, 0.011), segments=10),
        _STEEL,
    )
    sketch.solid("head", sphere(top + at(0, 0.13, 0), 0.032, segments=18), glow)


def _robot_arm(sketch: Sketch, side: str, sign: float, girth: float, limb: float, shell: Rgb, dark: Rgb) -> None:
    x = sign * (0.235 * girth + 0.075)
    shoulder, elbow = at(x, 1.06, 0), at(x + sign * 0.02, 1.06 - 0.25 * limb, 0)
    wrist = elbow + at(sign * 0.005, -0.23 * limb, 0.03)
    upper = sketch.joint(f"arm_upper_{side}", "chest", shoulder)
    lower = sketch.joint(f"arm_lower_{side}", upper, elbow)
    hand = sketch.joint(f"hand_{side}", lower, wrist)
    sketch.solid(upper, sphere(shoulder, 0.085, axis=at(1, 0, 0), segments=22), dark)
    _rounded(sketch, upper, (shoulder + elbow) / 2 - at(0, 0.02, 0), (0.055, 0.1 * limb, 0.06), shell, 0.035)
    sketch.solid(lower, cylinder(elbow - at(0.06, 0, 0), elbow + at(0.06, 0, 0), 0.052), dark)
    _rounded(sketch, lower, (elbow + wrist) / 2 - at(0, 0.01, 0), (0.066, 0.1 * limb, 0.07), shell, 0.04)
    sketch.solid(hand, cylinder(wrist + at(0, 0.02, 0), wrist - at(0, 0.035, 0), 0.045), _STEEL)
    for turn in (0.0, 2.1, 4.2):
        way = at(sign * np.cos(turn), 0, np.sin(turn))
        root = wrist - at(0, 0.035, 0) + 0.028 * way
        path = curved([root, root - at(0, 0.05, 0) + 0.03 * way, root - at(0, 0.1, 0) - 0.002 * way], 8)
        sketch.solid(hand, tube(path, np.linspace(0.02, 0.014, 8), segments=10), dark)


def _robot_leg(sketch: Sketch, side: str, sign: float, girth: float, limb: float, shell: Rgb, dark: Rgb) -> None:
    x = sign * 0.105 * girth
    hip, knee, ankle = at(x, 0.58, 0), at(x, 0.34, 0.01), at(x, 0.11, 0)
    upper = sketch.joint(f"leg_upper_{side}", "hips", hip)
    lower = sketch.joint(f"leg_lower_{side}", upper, knee)
    foot = sketch.joint(f"foot_{side}", lower, ankle)
    sketch.solid(upper, sphere(hip, 0.075, axis=at(1, 0, 0), segments=20), dark)
    _rounded(sketch, upper, (hip + knee) / 2, (0.062, 0.105, 0.068), shell, 0.04)
    sketch.solid(lower, cylinder(knee - at(0.066, 0, 0), knee + at(0.066, 0, 0), 0.055), dark)
    _rounded(sketch, lower, (knee + ankle) / 2, (0.074 * limb**0.5, 0.1, 0.08), shell, 0.045)
    sketch.solid(foot, sphere(ankle, 0.055, axis=at(1, 0, 0), segments=18), _STEEL)
    _rounded(sketch, foot, at(x, 0.045, 0.035), (0.09, 0.045, 0.14), dark, 0.04)
