"""The coats of four-legged animals: underside, markings, muzzle."""

import numpy as np

from enliven.creatures import paint
from enliven.creatures.lumps import Rgb
from enliven.creatures.palette import linear
from enliven.creatures.quadruped_shapes import Coat, QuadrupedShape
from enliven.creatures.sketch import Sketch, at


def muzzle_axis(shape: QuadrupedShape) -> np.ndarray:
    """Where the muzzle points: down a little, more so on a long face."""
    dip = 0.25 + 1.6 * max(shape.muzzle - 0.22, 0.0) / 0.1 * 0.35
    return at(0.0, -np.sin(dip), np.cos(dip))


def paint_coat(sketch: Sketch, shape: QuadrupedShape, coat: Coat, rng: np.random.Generator) -> None:
    """Underside, muzzle and pattern."""
    belly, mark = linear(coat.belly), linear(coat.mark)
    head = sketch.place("head")
    trunk_only = paint.along((0.0, 1.0, 0.0), 0.42, 0.52)
    if coat.pattern == "stripes":
        upper = paint.both(
            paint.stripes((0.0, 0.25, 1.0), 0.17, 0.3, wobble=0.03), paint.facing((0.0, 1.0, 0.0), -0.3, 0.2)
        )
        sketch.stain(mark, paint.both(upper, paint.along((0.0, 0.0, 1.0), head[2] + 0.02, head[2] - 0.06)))
        sketch.stain(
            mark,
            paint.both(
                paint.stripes((1.0, 0.0, 0.0), 0.1, 0.28),
                paint.around(head + at(0, shape.skull * 1.1, shape.skull * 0.3), (0.2, 0.11, 0.2)),
            ),
        )
    if coat.pattern in ("spots", "patches"):
        _scatter(sketch, shape, mark, rng, large=coat.pattern == "patches")
    sketch.stain(belly, paint.both(paint.facing((0.0, -1.0, 0.12), 0.05, 0.55), trunk_only))
    bib = sketch.place("chest") + at(0.0, -0.06, shape.chest * 1.45)
    sketch.stain(belly, paint.around(bib, (shape.chest * 0.72, shape.chest * 1.25, shape.chest * 0.7), soft=0.4))
    r, ahead = shape.skull, muzzle_axis(shape)
    snout = head + at(0.0, -r * 0.35, r * 0.85) + ahead * (shape.muzzle * 0.85)
    if shape.mane > 0.0:
        blaze = head + at(0.0, r * 0.55, r * 1.25) + ahead * shape.muzzle * 0.35
        sketch.stain(linear("f4ece0"), paint.around(blaze, (0.03, 0.2, 0.22), soft=0.25))
    reach = (shape.muzzle_root * 1.6, shape.muzzle_root * 1.05, shape.muzzle * 0.7 + 0.05)
    if shape.mane > 0.0 or shape.antlers == "horns" or shape.snout:
        snout = head + at(0.0, -r * 0.03, r * 0.85) + ahead * (shape.muzzle + r * 0.3)
        reach = (shape.muzzle_tip * 1.5, shape.muzzle_tip * 1.5, shape.muzzle_tip * 1.35)
        sketch.stain(linear(coat.nose), paint.around(snout, reach, soft=0.25))
        return
    sketch.stain(belly, paint.around(snout + at(0, -0.03, 0), reach, soft=0.3))


def _scatter(sketch: Sketch, shape: QuadrupedShape, rgb: Rgb, rng: np.random.Generator, *, large: bool) -> None:
    count = 9 if large else 46
    centres = np.stack(
        [
            rng.uniform(-0.24, 0.24, count),
            rng.uniform(0.6, 1.05, count),
            rng.uniform(-shape.trunk * 0.62, shape.trunk * 0.6, count),
        ],
        axis=1,
    )
    radii = rng.uniform(0.1, 0.19, count) if large else rng.uniform(0.018, 0.034, count)
    if large:
        centres = np.concatenate([centres, [sketch.place("head") + at(0.12, shape.skull * 0.8, shape.skull * 0.3)]])
        radii = np.append(radii, 0.15)
        sketch.stain(rgb, paint.spots(centres, radii))
        return
    centres[:, 0] = np.sign(centres[:, 0]) * shape.chest * rng.uniform(0.35, 1.0, count)
    sketch.stain(rgb, paint.both(paint.spots(centres, radii * 1.3), paint.facing((0.0, 1.0, 0.0), -0.1, 0.2)))
