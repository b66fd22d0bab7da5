"""Motions of four-legged animals and dragons."""

from enliven.creatures.waves import Bob, Program, Wave


def _four_legs(front: float, right: float, reach: float, lift: float) -> tuple[Wave, ...]:
    """Steps of four legs: the front pair ``front`` cycles after the hind pair, right legs ``right`` after left ones."""
    return (
        Wave("hind_leg_upper_*", (-reach, 0, 0), right=right),
        Wave("hind_leg_lower_*", (0.75 * lift, 0, 0), right=right, shape="lift"),
        Wave("hind_foot_*", (-0.6 * lift, 0, 0), right=right, shape="lift"),
        Wave("front_leg_upper_*", (-0.85 * reach, 0, 0), phase=front, right=right),
        Wave("front_leg_lower_*", (-0.45 * lift, 0, 0), phase=front, right=right, shape="lift"),
        Wave("front_foot_*", (1.1 * lift, 0, 0), phase=front, right=right, shape="lift"),
    )


TAIL = (Wave("tail_*", (0, 0.09, 0), lag=0.1, grow=0.2),)

NOD = (Wave("neck_1", (0.05, 0, 0), beats=2, phase=0.1), Wave("head", (-0.05, 0, 0), beats=2, phase=0.2))

WALK = Program(
    "walk",
    "walks",
    1.1,
    (*_four_legs(0.25, 0.5, 0.36, 0.5), *TAIL, *NOD, Wave("hips", (0, 0.05, 0.03)), Wave("chest", (0, -0.05, -0.03))),
    (Bob((0, 0.008, 0), beats=2),),
)

TROT = Program(
    "trot", "trots", 0.7, (*_four_legs(0.5, 0.5, 0.46, 0.85), *TAIL, *NOD), (Bob((0, 0.02, 0), beats=2, phase=0.1),)
)

GALLOP = Program(
    "gallop",
    "gallops fast",
    0.55,
    (
        *_four_legs(0.42, 0.1, 0.62, 0.85),
        *TAIL,
        Wave("spine_1", (0.14, 0, 0), phase=0.15),
        Wave("spine_2", (0.14, 0, 0), phase=0.15),
        Wave("chest", (0.08, 0, 0), phase=0.2),
        Wave("neck_1", (-0.16, 0, 0), phase=0.25),
        Wave("head", (-0.08, 0, 0), phase=0.3),
        Wave("ear_*", (-0.4, 0, 0), shape="steady"),
        Wave("tail_1", (0.3, 0, 0), shape="steady"),
    ),
    (Bob((0, 0.035, 0), phase=0.3), Bob((0, 0.0, 0.02), phase=0.1)),
)

WAG = Program(
    "wag",
    "stands and wags its tail",
    1.0,
    (
        Wave("tail_*", (0, 0.34, 0), lag=0.08, beats=3),
        Wave("hips", (0, 0.05, 0), beats=3, phase=0.1),
        Wave("head", (0, 0, 0.12)),
        Wave("jaw", (0.14, 0, 0), shape="steady"),
        Wave("jaw", (0.08, 0, 0), beats=3),
        Wave("ear_*", (0.12, 0, 0), beats=2),
    ),
)

GRAZE = Program(
    "graze",
    "lowers its head to the ground and eats",
    3.2,
    (
        Wave("neck_1", (0.72, 0, 0), shape="lift", phase=0.5),
        Wave("neck_2", (0.42, 0, 0), shape="lift", phase=0.5),
        Wave("head", (-0.1, 0, 0), shape="lift", phase=0.5),
        Wave("jaw", (0.1, 0, 0), beats=6),
        Wave("tail_*", (0, 0.2, 0), lag=0.1, beats=2),
    ),
)

FOLDED = (Wave("wing_arm_*", (0, 0.35, 0.28), shape="steady"), Wave("wing_forearm_*", (0, 0.3, 0), shape="steady"))

DRAGON_WALK = Program(
    "walk",
    "walks",
    1.3,
    (
        *_four_legs(0.25, 0.5, 0.34, 0.5),
        *FOLDED,
        *TAIL,
        *NOD,
        Wave("hips", (0, 0.06, 0.03)),
        Wave("chest", (0, -0.06, -0.03)),
    ),
    (Bob((0, 0.008, 0), beats=2),),
)

DRAGON_FLY = Program(
    "fly",
    "flies, flapping its wings",
    1.3,
    (
        Wave("wing_arm_*", (0, 0, 0.52)),
        Wave("wing_arm_*", (0, 0, -0.2), shape="steady"),
        Wave("wing_forearm_*", (0, 0, 0.3), phase=0.1),
        Wave("wing_finger_*", (0, 0, 0.2), phase=0.18, lag=0.03),
        Wave("neck_*", (0.07, 0, 0), phase=0.4, lag=0.08),
        Wave("head", (-0.12, 0, 0), phase=0.5),
        Wave("spine_1", (-0.05, 0, 0), phase=0.35),
        Wave("tail_*", (0.09, 0, 0), phase=0.5, lag=0.09, grow=0.1),
        Wave("front_leg_upper_*", (0.75, 0, 0), shape="steady"),
        Wave("front_leg_lower_*", (-1.1, 0, 0), shape="steady"),
        Wave("hind_leg_upper_*", (0.85, 0, 0), shape="steady"),
        Wave("hind_foot_*", (0.6, 0, 0), shape="steady"),
    ),
    (Bob((0, 0.07, 0), phase=0.55),),
)

ROAR = Program(
    "roar",
    "rears its head and roars",
    2.2,
    (
        Wave("jaw", (0.5, 0, 0), shape="lift", phase=0.5),
        Wave("head", (-0.3, 0, 0), shape="lift", phase=0.5),
        Wave("neck_*", (-0.12, 0, 0), shape="lift", phase=0.5),
        Wave("neck_*", (0.08, 0, 0), shape="lift"),
        Wave("head", (0, 0.1, 0), beats=3),
        Wave("tail_*", (0, 0.1, 0), lag=0.1),
        Wave("chest", (-0.1, 0, 0), shape="lift", phase=0.5),
        Wave("wing_arm_*", (0, 0, 0.3), shape="lift", phase=0.5),
        Wave("arm_upper_*", (-0.3, 0, 0.3), shape="lift", phase=0.5),
    ),
)
