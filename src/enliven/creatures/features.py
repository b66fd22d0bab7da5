"""Small hard things that make a face: eyes, noses, horns, claws, teeth."""

import numpy as np
from jaxtyping import Float

from enliven.core.mesh import Mesh
from enliven.creatures.lumps import Rgb
from enliven.creatures.palette import BLACK, WHITE, mixed
from enliven.creatures.sketch import Sketch
from enliven.creatures.solids import curved, revolved, sphere, tube


def unit(vector: np.ndarray) -> Float[np.ndarray, " 3"]:
    """The vector scaled to length 1."""
    return np.asarray(vector, dtype=np.float64) / np.linalg.norm(vector)


def eye(
    sketch: Sketch,
    joint: str,
    centre: np.ndarray,
    radius: float,
    look: np.ndarray,
    *,
    iris: Rgb,
    lid: Rgb | None = None,
    pupil_rad: float = 0.62,
    iris_rad: float = 1.15,
) -> None:
    """A glossy ball with pupil, iris and a glint, and a lid over its upper back.

    Args:
        sketch: where it goes.
        joint: that it follows.
        centre: of the ball.
        radius: of the ball.
        look: direction of the pupil.
        iris: colour.
        lid: colour of the lid; none without.
        pupil_rad: angle from ``look`` where the pupil ends.
        iris_rad: angle where the white begins.
    """
    look = unit(look)
    half = np.pi
    angles = np.unique(
        np.concatenate(
            [np.linspace(0.0, half, 13), [pupil_rad - 0.03, pupil_rad + 0.03, iris_rad - 0.03, iris_rad + 0.03]]
        )
    )
    profile = np.stack([radius * np.sin(angles), radius * (1.0 - np.cos(angles))], axis=1)[::-1]
    profile[:, 1] = 2.0 * radius - profile[:, 1]
    foot = centre - radius * look
    ball = revolved(profile, foot=foot, axis=look, segments=18)
    angle = np.arccos(np.clip((ball.vertices - centre) @ look / radius, -1.0, 1.0))
    rgb = np.where(angle[:, None] < iris_rad, np.asarray(iris), np.asarray(WHITE))
    rgb = np.where(angle[:, None] < pupil_rad, np.asarray(BLACK), rgb)
    sketch.solid(joint, ball, rgb)
    up = np.array([0.0, 1.0, 0.0])
    side = unit(np.cross(up, look))
    raised = unit(look + 0.42 * unit(np.cross(look, side)) + 0.22 * np.array([0.0, 0.0, 1.0]))
    sketch.solid(joint, sphere(centre + 0.86 * radius * raised, 0.24 * radius, segments=10), WHITE)
    if lid is not None:
        sketch.solid(
            joint,
            _lid(centre, 1.12 * radius, unit(up - 0.8 * look + np.array([0.45 * np.sign(look[0]), 0.0, 0.0]))),
            lid,
        )


def _lid(centre: np.ndarray, radius: float, axis: np.ndarray) -> Mesh:
    """A cap of a ball, closed below by a shallower cap."""
    outer = np.linspace(1.2, 0.0, 7)
    profile = [(0.0, 0.12)] + [(np.sin(a), np.cos(a)) for a in outer]
    profile[-1] = (0.0, 1.0)
    pairs = [(radius * r, radius * h) for r, h in profile]
    return revolved(pairs, foot=centre, axis=axis, segments=18)


def horn(
    sketch: Sketch,
    joint: str,
    points: list[np.ndarray],
    radius: float,
    rgb: Rgb,
    *,
    tip: Rgb | None = None,
    segments: int = 12,
    rings: int = 12,
) -> None:
    """A curved spike from a root radius to a point, its colour going over to ``tip``."""
    path = curved(np.stack(points), rings)
    share = np.linspace(0.0, 1.0, rings)
    radii = radius * np.maximum(1.0 - share**1.3, 0.06)
    mesh = tube(path, radii, segments=segments)
    reach = np.linalg.norm(mesh.vertices[:, None, :] - path, axis=2).argmin(axis=1) / (rings - 1.0)
    colours = np.stack([mixed(rgb, tip or rgb, float(s)) for s in share])
    sketch.solid(joint, mesh, colours[np.round(reach * (rings - 1)).astype(np.int64)])


def claw(sketch: Sketch, joint: str, root: np.ndarray, along: np.ndarray, length: float, rgb: Rgb) -> None:
    """A short spike that bends down."""
    ahead = unit(along)
    middle = root + 0.6 * length * ahead + np.array([0.0, 0.08 * length, 0.0])
    end = root + length * ahead - np.array([0.0, 0.28 * length, 0.0])
    horn(sketch, joint, [root - 0.3 * length * ahead, middle, end], 0.28 * length, rgb, segments=8, rings=6)


def nose(sketch: Sketch, joint: str, centre: np.ndarray, radius: float, rgb: Rgb, *, wide: float = 1.25) -> None:
    """A soft button, wider than high."""
    ball = sphere((0.0, 0.0, 0.0), radius, axis=(0.0, 0.0, 1.0), segments=14)
    sketch.solid(joint, Mesh(vertices=ball.vertices * [wide, 0.85, 0.8] + centre, faces=ball.faces), rgb)
