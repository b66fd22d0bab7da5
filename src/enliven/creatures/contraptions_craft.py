"""Random craft, and things that hang: helicopters and drones, planes, boats, clocks, swings, seesaws."""

from collections.abc import Callable, Mapping

import numpy as np

from enliven.creatures.contraptions import (
    Contraption,
    banner,
    between,
    block,
    cabinet,
    cart,
    casket,
    near,
    rotor,
    stalk,
    turret,
)
from enliven.creatures.sketch import at, sides
from enliven.creatures.solids import box, cylinder, sphere


def copter(rng: np.random.Generator) -> Contraption:
    """A body with a level rotor above and often another at the tail, or four small ones."""
    thing = Contraption("copter")
    long = between(rng, 0.3, 8.0)
    wide, tall = 0.3 * long, 0.3 * long
    body = at(0, 0.25 * long, 0)
    thing.joint("body", None, body)
    thing.piece("body", box(body, (wide, tall, 0.55 * long), bevel=0.05 * long))
    spots = [("rotor_y", body + at(0, 0.2 * long, 0), 0.55 * long)]
    if rng.random() < 0.4:
        arm = 0.4 * long
        spots = [
            (f"rotor_y_{k + 1}", body + at(x * arm, 0.1 * long, z * arm), 0.2 * long)
            for k, (x, z) in enumerate(((1, 1), (-1, 1), (1, -1), (-1, -1)))
        ]
        for x, z in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
            thing.piece("body", cylinder(body, body + at(x * arm, 0.06 * long, z * arm), 0.02 * long))
    else:
        thing.piece(
            "body",
            box(body + at(0, 0.03 * long, -0.5 * long), (0.05 * long, 0.05 * long, 0.5 * long), bevel=0.01 * long),
        )
        spots.append(("rotor_x", body + at(0.05 * long, 0.06 * long, -0.75 * long), 0.12 * long))
    for name, hub, reach in spots:
        thing.joint(name, "body", hub)
        axis = at(1, 0, 0) if name == "rotor_x" else at(0, 1, 0)
        for k in range(2):
            out = [at(0, 1, 0), at(0, 0, 1)][k] if name == "rotor_x" else [at(1, 0, 0), at(0, 0, 1)][k]
            size = 2.0 * reach * np.abs(out) + 0.12 * reach * np.abs(np.cross(axis, out)) + 0.02 * reach * axis
            thing.piece(name, box(hub, tuple(size.tolist()), bevel=0.004 * reach))
        thing.piece(name, sphere(hub, 0.08 * reach))
    for sign in (-1.0, 1.0):
        skid = at(sign * 0.12 * long, 0.02 * long, 0)
        thing.piece("body", box(skid, (0.02 * long, 0.03 * long, 0.5 * long), bevel=0.004 * long))
    return thing


def plane(rng: np.random.Generator) -> Contraption:
    """A body with wings, a tail, one propeller in front or one on each wing, and mostly three wheels."""
    thing = Contraption("plane")
    long = between(rng, 0.4, 12.0)
    body = at(0, 0.22 * long, 0)
    thing.joint("body", None, body if rng.random() < 0.6 else at(0, 0, 0))
    girth, span = near(rng, 0.13, 0.2) * long, near(rng, 1.0, 0.2) * long
    thing.piece("body", box(body, (girth, girth, 0.9 * long), bevel=0.02 * long))
    thing.piece("body", box(body + at(0, 0, 0.1 * long), (span, 0.025 * long, 0.17 * long), bevel=0.005 * long))
    thing.piece(
        "body", box(body + at(0, 0.04 * long, -0.42 * long), (0.35 * span, 0.02 * long, 0.1 * long), bevel=0.004)
    )
    thing.piece(
        "body", box(body + at(0, 0.1 * long, -0.42 * long), (0.02 * long, 0.18 * long, 0.1 * long), bevel=0.004)
    )
    hubs = [body + at(0, 0, 0.48 * long)]
    if rng.random() < 0.4:
        hubs = [body + at(sign * 0.25 * span, 0.02 * long, 0.21 * long) for _, sign in sides()]
    for k, hub in enumerate(hubs):
        name = thing.joint(f"rotor_z_{k + 1}", "body", hub)
        thing.piece(name, sphere(hub, 0.025 * long))
        for turn in range(int(rng.integers(1, 3))):
            size = (0.02 * long, 0.3 * long, 0.012 * long) if turn == 0 else (0.3 * long, 0.02 * long, 0.012 * long)
            thing.piece(name, box(hub, size, bevel=0.002 * long))
    spots = [("front", 0.0, 0.36), ("left", 0.12, 0.02), ("right", -0.12, 0.02)] if rng.random() < 0.7 else []
    for name, x, z in spots:
        hub = at(x * long, 0.05 * long, z * long)
        wheel = thing.joint(f"wheel_{name}", "body", hub)
        thing.piece(
            wheel, cylinder(hub - at(0.012 * long, 0, 0), hub + at(0.012 * long, 0, 0), 0.05 * long, segments=20)
        )
    return thing


def boat(rng: np.random.Generator) -> Contraption:
    """A hull, with oars in pairs, or a mast with a sail that swings, or neither."""
    thing = Contraption("boat")
    long = between(rng, 0.3, 8.0)
    wide, tall = near(rng, 0.35, 0.2) * long, near(rng, 0.18, 0.2) * long
    thing.joint("hull", None, at(0, 0 if rng.random() < 0.5 else 0.5 * tall, 0))
    thing.piece("hull", box(at(0, 0.5 * tall, 0), (wide, tall, long), bevel=0.2 * tall))
    kind = int(rng.integers(3))
    if kind == 0:
        for k in range(int(rng.integers(1, 4))):
            for side, sign in sides():
                lock = at(sign * 0.5 * wide, tall, (0.2 - 0.2 * k) * long)
                name = thing.joint(f"oar_{k + 1}_{side}", "hull", lock)
                reach = at(sign * 0.8 * wide, -0.6 * tall, 0)
                thing.piece(name, cylinder(lock - 0.3 * reach, lock + reach, 0.015 * long))
                thing.piece(name, box(lock + reach, (0.12 * wide, 0.02 * long, 0.06 * long), bevel=0.003 * long))
    elif kind == 1:
        mast = near(rng, 0.9, 0.2) * long
        thing.piece("hull", cylinder(at(0, tall, 0.1 * long), at(0, tall + mast, 0.1 * long), 0.015 * long))
        thing.joint("sail", "hull", at(0, tall + 0.15 * mast, 0.1 * long))
        thing.piece(
            "sail", box(at(0, tall + 0.5 * mast, -0.12 * long), (0.01 * long, 0.7 * mast, 0.4 * long), bevel=0.002)
        )
    else:
        thing.piece(
            "hull", box(at(0, 1.4 * tall, -0.1 * long), (0.6 * wide, 0.8 * tall, 0.4 * long), bevel=0.02 * long)
        )
    return thing


def clock(rng: np.random.Generator) -> Contraption:
    """A case with a pendulum below its face, and mostly two hands."""
    thing = Contraption("clock")
    tall = between(rng, 0.3, 2.2)
    wide, deep = near(rng, 0.3) * tall, near(rng, 0.15) * tall
    thing.joint("case", None, at(0, 0 if rng.random() < 0.6 else 0.5 * tall, 0))
    thing.piece("case", box(at(0, 0.5 * tall, -0.3 * deep), (wide, tall, 0.4 * deep), bevel=0.01 * tall))
    thing.piece("case", box(at(0, 0.85 * tall, 0), (wide, 0.3 * tall, deep), bevel=0.01 * tall))
    pivot, length = at(0, 0.7 * tall, 0.1 * deep), near(rng, 0.42, 0.15) * tall
    thing.joint("pendulum", "case", pivot)
    thing.piece("pendulum", cylinder(pivot, pivot - at(0, length, 0), 0.01 * tall))
    bob = pivot - at(0, length, 0)
    thing.piece("pendulum", cylinder(bob - at(0, 0, 0.015 * tall), bob + at(0, 0, 0.015 * tall), 0.07 * tall))
    for name, long in (("hand_hour", 0.07), ("hand_minute", 0.11)) if rng.random() < 0.7 else ():
        hub = at(0, 0.85 * tall, 0.55 * deep)
        thing.joint(name, "case", hub)
        thing.piece(
            name, box(hub + at(0, 0.5 * long * tall, 0), (0.012 * tall, long * tall, 0.006 * tall), bevel=0.001)
        )
    return thing


def swing(rng: np.random.Generator) -> Contraption:
    """Something that hangs from a beam: a seat, a bell, a sign, a lantern."""
    thing = Contraption("swing")
    tall = between(rng, 0.4, 3.5)
    wide = near(rng, 0.8) * tall
    thing.joint("frame", None, at(0, 0 if rng.random() < 0.6 else 0.5 * tall, 0))
    for sign in (-1.0, 1.0):
        thing.piece("frame", cylinder(at(sign * 0.5 * wide, 0, 0), at(sign * 0.5 * wide, tall, 0), 0.03 * tall))
    thing.piece("frame", cylinder(at(-0.52 * wide, tall, 0), at(0.52 * wide, tall, 0), 0.03 * tall))
    pivot, length = at(0, 0.98 * tall, 0), near(rng, 0.6, 0.2) * tall
    thing.joint("hanging", "frame", pivot)
    for sign in (-1.0, 1.0):
        rope = at(sign * 0.2 * wide, 0, 0)
        thing.piece("hanging", cylinder(pivot + rope, pivot + rope - at(0, length, 0), 0.01 * tall))
    low = pivot - at(0, length, 0)
    if rng.random() < 0.5:
        thing.piece("hanging", box(low, (0.5 * wide, 0.03 * tall, 0.2 * wide), bevel=0.005 * tall))
    else:
        thing.piece("hanging", sphere(low, 0.18 * wide))
    return thing


def seesaw(rng: np.random.Generator) -> Contraption:
    """A plank or a beam that tips on a foot: seesaw, scales, pump, lever."""
    thing = Contraption("seesaw")
    tall = between(rng, 0.2, 1.5)
    long = near(rng, 3.0, 0.3) * tall
    thing.joint("foot", None, at(0, 0, 0))
    thing.piece("foot", box(at(0, 0.45 * tall, 0), (0.2 * long, 0.9 * tall, 0.15 * long), bevel=0.02 * tall, top=0.4))
    thing.joint("beam", "foot", at(0, 0.95 * tall, 0))
    thing.piece("beam", box(at(0, 0.97 * tall, 0), (long, 0.08 * tall, 0.12 * long), bevel=0.01 * tall))
    if rng.random() < 0.5:
        for _, sign in sides():
            thing.piece(
                "beam", box(at(sign * 0.44 * long, 1.1 * tall, 0), (0.06 * long, 0.2 * tall, 0.1 * long), bevel=0.004)
            )
    return thing


CONTRAPTIONS: Mapping[str, Callable[[np.random.Generator], Contraption]] = {
    "cart": cart,
    "rotor": rotor,
    "cabinet": cabinet,
    "casket": casket,
    "stalk": stalk,
    "banner": banner,
    "copter": copter,
    "turret": turret,
    "block": block,
    "plane": plane,
    "boat": boat,
    "clock": clock,
    "swing": swing,
    "seesaw": seesaw,
}
"""All kinds of random things."""
