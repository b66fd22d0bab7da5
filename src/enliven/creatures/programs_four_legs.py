"""Motions of four-legged animals and dragons."""

from enliven.creatures.programs_gaits import Gait, Stand
from enliven.creatures.waves import Bob, Program, Wave

TAIL = (Wave("tail_*", (0, 0.09, 0), lag=0.1, grow=0.2),)

NOD = (Wave("neck_1", (0.05, 0, 0), beats=2, phase=0.1), Wave("head", (-0.05, 0, 0), beats=2, phase=0.2))

STEPS = Gait(row_lag=0.25, duty=0.66, stride=0.72, lift=0.11, heel_rad=0.3, curl_rad=0.8, toe_rad=0.1)
TROTS = Gait(row_lag=0.5, duty=0.5, stride=0.82, lift=0.18, heel_rad=0.4, curl_rad=1.1, toe_rad=0.1)
LEAPS = Gait(row_lag=0.42, right_lag=0.1, duty=0.32, stride=1.15, lift=0.26, heel_rad=0.5, curl_rad=1.3, toe_rad=0.1)

WALK = Program(
    "walk",
    "walks",
    1.1,
    (*TAIL, *NOD, Wave("hips", (0, -0.04, 0.03), phase=-0.2), Wave("chest", (0, 0.04, -0.03), phase=-0.2)),
    (Bob((0, 0.008, 0), beats=2),),
    feet=STEPS,
)

TROT = Program("trot", "trots", 0.7, (*TAIL, *NOD), (Bob((0, 0.02, 0), beats=2, phase=0.65),), feet=TROTS)

GALLOP = Program(
    "gallop",
    "gallops fast",
    0.55,
    (
        *TAIL,
        Wave("hips", (0.1, 0, 0), phase=0.6),
        Wave("spine_1", (-0.12, 0, 0), phase=0.6),
        Wave("spine_2", (-0.12, 0, 0), phase=0.6),
        Wave("chest", (0.1, 0, 0), phase=0.65),
        Wave("neck_1", (0.12, 0, 0), phase=0.5),
        Wave("neck_1", (0.15, 0, 0), shape="steady"),
        Wave("head", (-0.08, 0, 0), phase=0.5),
        Wave("ear_*", (-0.4, 0, 0), shape="steady"),
        Wave("tail_1", (0.3, 0, 0), shape="steady"),
    ),
    (Bob((0, 0.035, 0), phase=0.62), Bob((0, 0, 0.02), phase=0.1)),
    feet=LEAPS,
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
    feet=Stand(),
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
    feet=Stand(),
)

FOLDED = (Wave("wing_arm_*", (0, 0.35, 0.28), shape="steady"), Wave("wing_forearm_*", (0, 0.3, 0), shape="steady"))

DRAGON_WALK = Program(
    "walk",
    "walks",
    1.3,
    (
        *FOLDED,
        *TAIL,
        *NOD,
        Wave("hips", (0, -0.06, 0.03), phase=-0.2),
        Wave("chest", (0, 0.06, -0.03), phase=-0.2),
    ),
    (Bob((0, 0.008, 0), beats=2),),
    feet=STEPS,
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
    feet=Stand(),
)
