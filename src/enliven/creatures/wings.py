"""Wings: skin between fingers, and feathers along an arm."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.creatures.lumps import Rgb
from enliven.creatures.palette import mixed, scaled
from enliven.creatures.sketch import Sketch
from enliven.creatures.solids import curved


@dataclass(frozen=True, slots=True, eq=False)
class Ray:
    """An edge that skin is stretched on: from ``base`` over ``bend`` to ``tip``, held by joints in given shares."""

    base: Float[np.ndarray, " 3"]
    bend: Float[np.ndarray, " 3"]
    tip: Float[np.ndarray, " 3"]
    holds: dict[str, float]


def skin_wing(
    sketch: Sketch, rays: list[Ray], *, near: Rgb, far: Rgb, thickness: float, scallop: float, rows: int = 13
) -> None:
    """A membrane over rays, with its free edge drawn in between them.

    Args:
        sketch: where it goes.
        rays: from the leading edge inwards.
        near: colour at the bases.
        far: colour at the free edge.
        thickness: in the middle of the skin.
        scallop: how far the free edge is drawn in, as a share of the rays.
        rows: along a ray.
    """
    across = 7
    joints = tuple(dict.fromkeys(name for ray in rays for name in ray.holds))
    lines = np.stack([curved([ray.base, ray.bend, ray.tip], rows) for ray in rays])
    holds = np.array([[ray.holds.get(name, 0.0) for name in joints] for ray in rays])
    columns, weights, ribs = [], [], []
    for k in range(len(rays) - 1):
        for step in range(across + (k == len(rays) - 2)):
            share = step / across
            dip = scallop * np.sin(np.pi * share)
            line = lines[k] + share * (lines[k + 1] - lines[k])
            reach = np.linspace(0.05, 1.0 - dip, rows)
            spots = reach * (rows - 1)
            low = np.minimum(spots.astype(np.int64), rows - 2)
            part = (spots - low)[:, None]
            columns.append(line[low] * (1.0 - part) + line[low + 1] * part)
            smooth = share * share * (3.0 - 2.0 * share)
            weights.append(holds[k] + smooth * (holds[k + 1] - holds[k]))
            ribs.append(np.sin(np.pi * share))
    points = np.stack(columns, axis=1)
    held = np.broadcast_to(np.stack(weights), (*points.shape[:2], len(joints))).copy()
    fade = np.linspace(0.0, 1.0, rows)[:, None, None]
    rgb = np.asarray(near) + fade * (np.asarray(far) - np.asarray(near))
    rgb = rgb * (0.78 + 0.22 * np.array(ribs)[None, :, None])
    sketch.sheet(joints, points, np.full(points.shape[:2], thickness), rgb, held)


@dataclass(frozen=True, slots=True, eq=False)
class Plume:
    """A row of feathers along an arm.

    ``spine`` are points along the leading edge; ``chords`` the lengths of feathers there; ``sweep`` turns outer
    feathers outwards; ``notch`` is how deep the gaps between ``feathers`` tips are, as a share of the chord.
    """

    spine: Float[np.ndarray, "points 3"]
    chords: tuple[float, ...]
    back: Float[np.ndarray, " 3"]
    sweep: float
    feathers: int
    notch: float
    thickness: float
    lift: float


def feather_wing(
    sketch: Sketch, joints: tuple[str, ...], plume: Plume, *, root: Rgb, tip: Rgb, band: float = 0.55
) -> None:
    """A sheet of feathers held by joints in a row along its spine.

    Args:
        sketch: where it goes.
        joints: from the shoulder outwards; each holds an equal stretch of the spine, melting into the next.
        plume: the form.
        root: colour near the arm.
        tip: colour at the tips.
        band: where along the chord the colour turns.
    """
    rows, columns = 8 * plume.feathers // 2 + 1, 9
    spine = curved(plume.spine, rows)
    along = np.linspace(0.0, 1.0, rows)
    outward = plume.spine[-1] - plume.spine[0]
    outward = outward / np.linalg.norm(outward)
    turn = (along**1.6 * plume.sweep)[:, None]
    chord_way = np.cos(turn) * plume.back + np.sin(turn) * outward
    lengths = np.interp(along, np.linspace(0.0, 1.0, len(plume.chords)), plume.chords)
    phase = np.abs(np.sin(np.pi * along * plume.feathers))
    lengths = lengths * (1.0 - plume.notch * (1.0 - phase**0.6))
    share = np.linspace(0.0, 1.0, columns)
    points = spine[:, None, :] + (lengths[:, None] * share)[..., None] * chord_way[:, None, :]
    up = np.cross(chord_way, outward) * np.sign(np.cross(chord_way, outward)[:, 1:2])
    points = points + (plume.lift * np.sin(np.pi * np.minimum(share * 1.15, 1.0)))[None, :, None] * up[:, None, :]
    thick = plume.thickness * (1.0 - 0.85 * share)[None, :] * np.ones((rows, 1))
    fade = np.clip((share - band) / 0.12 + 0.5, 0.0, 1.0)[None, :, None]
    rgb = np.asarray(root) + fade * (np.asarray(tip) - np.asarray(root))
    rgb = rgb * (0.84 + 0.16 * phase[:, None, None] ** 0.5) * np.ones((rows, columns, 1))
    sketch.sheet(joints, points, thick, rgb, _row_weights(along, len(joints))[:, None, :] * np.ones((1, columns, 1)))


def _row_weights(along: np.ndarray, joints: int) -> np.ndarray:
    """Tent-like weights of joints that hold stretches of a row, smooth where they meet."""
    middle = (np.arange(joints) + 0.5) / joints
    away = np.abs(along[:, None] - middle) * joints
    hold = np.clip(1.15 - away, 0.0, 1.0) ** 1.5
    hold[along < middle[0]] = np.eye(joints)[0]
    hold[along > middle[-1]] = np.eye(joints)[-1]
    return hold / hold.sum(axis=1, keepdims=True)


def finger(rgb: Rgb) -> Rgb:
    """The colour of the bones of a skin wing, from that of the body."""
    return scaled(mixed(rgb, (0.02, 0.02, 0.03), 0.25), 1.0)
