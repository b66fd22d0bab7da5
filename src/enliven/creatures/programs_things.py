"""Motions of plants, flags and machines."""

from enliven.creatures.waves import Bob, Program, Turning, Wave

PLANT_SWAY = Program(
    "sway",
    "sways in a breeze",
    2.4,
    (
        Wave("stem_*", (0.05, 0, 0.06), lag=0.09),
        Wave("stem_*_upper", (0.07, 0, 0.08), phase=0.1, lag=0.09),
        Wave("leaf_*", (0.16, 0, 0.14), phase=0.22, lag=0.09),
        Wave("flower_*", (0.12, 0, 0.1), phase=0.22, lag=0.09),
    ),
)

TREE_SWAY = Program(
    "sway",
    "sways in the wind",
    3.0,
    (
        Wave("trunk_*", (0.012, 0, 0.03), lag=0.03),
        Wave("crown", (0.03, 0, 0.045), phase=0.12),
        Wave("branch_*", (0.05, 0.03, 0.06), phase=0.15, lag=0.13),
    ),
)

FLAG = Program(
    "fly",
    "flutters in the wind",
    1.2,
    (Wave("cloth_*", (0, 0.2, 0), lag=0.17, grow=0.12), Wave("cloth_*", (0.03, 0, -0.03), lag=0.1, beats=2, phase=0.3)),
)

LAMP_HOP = Program(
    "hop",
    "crouches and hops",
    1.1,
    (
        Wave("arm_lower", (-0.42, 0, 0), shape="lift"),
        Wave("arm_upper", (0.62, 0, 0), shape="lift"),
        Wave("head", (-0.2, 0, 0), shape="lift"),
        Wave("arm_lower", (0.2, 0, 0), shape="lift", phase=0.45),
        Wave("arm_upper", (-0.35, 0, 0), shape="lift", phase=0.45),
        Wave("base", (0.12, 0, 0), shape="lift", phase=0.6),
    ),
    (Bob((0, 0.3, 0), shape="lift", phase=0.5),),
)

LAMP_LOOK = Program(
    "look",
    "looks around",
    2.6,
    (
        Wave("arm_lower", (0, 0.45, 0)),
        Wave("head", (0, 0.4, 0), phase=0.1),
        Wave("head", (-0.25, 0, 0), beats=2),
        Wave("arm_upper", (0.1, 0, 0), beats=2, phase=0.1),
    ),
)

OPEN_CHEST = Program("open", "opens its lid", 1.4, (Wave("lid", (-1.75, 0, 0), shape="ease"),), loop=False)

OPEN_DOOR = Program(
    "open",
    "opens",
    1.8,
    (Wave("handle", (0, 0, -0.9), shape="ease"), Wave("door", (0, 1.5, 0), shape="ease", phase=0.2)),
    loop=False,
)

FAN = Program(
    "spin",
    "spins and turns from side to side",
    2.4,
    (Wave("head", (0, 0.6, 0)),),
    (),
    (Turning("blades", (0, 0, 1), 6),),
)

DRIVE = Program(
    "drive",
    "drives",
    1.2,
    (Wave("body", (0.012, 0, 0.008), beats=2),),
    (Bob((0, 0.008, 0), beats=2, phase=0.2),),
    (Turning("wheel_*", (1, 0, 0), 2),),
)

WINDMILL = Program("spin", "turns its sails in the wind", 4.0, (), (), (Turning("sails", (0, 0, -1), 1),))
