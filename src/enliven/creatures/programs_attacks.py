"""Blows of people, robots and animals with legs, beside those in :mod:`enliven.creatures.programs_fates`."""

from dataclasses import replace

from enliven.creatures.programs_gaits import Raised, Stand
from enliven.creatures.programs_gestures import HANGING
from enliven.creatures.waves import Bob, Program, Wave

_RAM = ((0.0, 0.0), (0.3, -0.5), (0.46, 1.0), (0.56, 0.8), (1.0, 0.0))
_LOWER = ((0.0, 0.0), (0.28, 1.0), (0.42, 0.7), (0.56, -0.4), (1.0, 0.0))
_REAR = ((0.0, 0.0), (0.3, 1.0), (0.45, 0.9), (0.58, -0.15), (0.75, 0.05), (1.0, 0.0))

HEADBUTT = Program(
    "headbutt",
    "lowers its head and rams it forward",
    1.0,
    (
        Wave("hips", (0.08, 0, 0), keys=_RAM),
        Wave("chest", (0.1, 0, 0), keys=_LOWER),
        Wave("neck*", (0.28, 0, 0), keys=_LOWER),
        Wave("head", (0.35, 0, 0), keys=((0, 0), (0.28, 1), (0.44, 0.9), (0.6, -0.3), (1, 0))),
        Wave("tail_*", (0.1, 0, 0), keys=_RAM, lag=0.03),
        Wave("ear_*", (-0.4, 0, 0), keys=((0, 0), (0.25, 1), (0.7, 1), (1, 0))),
    ),
    (Bob((0, -0.02, 0.2), keys=_RAM),),
    loop=False,
    feet=Stand(),
)

REAR_AND_SLAM = Program(
    "rear_slam",
    "rears up and strikes down with both front legs",
    1.3,
    (
        Wave("hips", (-0.75, 0, 0), keys=_REAR),
        Wave("neck*", (0.2, 0, 0), keys=_REAR),
        Wave("head", (0.2, 0, 0), keys=_REAR),
        Wave("jaw", (0.5, 0, 0), keys=((0, 0), (0.3, 1), (0.6, 1), (0.8, 0), (1, 0))),
        Wave("tail_*", (0.15, 0, 0), keys=_REAR, lag=0.03),
    ),
    (Bob((0, 0.02, 0.02), keys=_REAR),),
    loop=False,
    feet=Stand(
        raised=tuple(
            raised
            for side in (1, -1)
            for raised in (
                Raised(0, side, (0.0, 1.2, -0.1), ((0.0, 0.0), (0.3, 1.0), (0.56, 0.0))),
                Raised(0, side, (0.0, 0.35, 0.8), ((0.25, 0.0), (0.46, 1.0), (0.62, 0.0))),
            )
        )
    ),
)

BUCK = Program(
    "kick",
    "kicks out with its hind legs",
    1.0,
    (
        Wave("hips", (0.55, 0, 0), keys=((0, 0), (0.2, -0.2), (0.42, 1), (0.56, 0.8), (0.8, -0.1), (1, 0))),
        Wave("neck*", (0.15, 0, 0), keys=((0, 0), (0.42, 1), (1, 0))),
        Wave("head", (-0.2, 0, 0), keys=((0, 0), (0.42, 1), (1, 0))),
        Wave("tail_*", (0.12, 0, 0), keys=((0, 0), (0.42, 1), (1, 0)), lag=0.04),
    ),
    (Bob((0, 0.08, 0.0), keys=((0, 0), (0.2, -0.4), (0.45, 1), (0.85, -0.2), (1, 0))),),
    loop=False,
    feet=Stand(
        raised=tuple(
            raised
            for side in (1, -1)
            for raised in (
                Raised(1, side, (0.0, 0.75, 0.1), ((0.0, 0.0), (0.3, 1.0), (0.45, 0.2), (0.75, 0.0))),
                Raised(1, side, (0.0, 0.9, -0.95), ((0.28, 0.0), (0.44, 1.0), (0.56, 0.8), (0.82, 0.0))),
            )
        )
    ),
)

_CHOP = ((0.0, 0.0), (0.32, 1.0), (0.46, -0.6), (0.58, -0.5), (1.0, 0.0))
CHOP = Program(
    "chop",
    "raises its arm and strikes down",
    1.0,
    (
        *HANGING,
        Wave(
            "arm_upper_right", (-1.35, 0, 0), keys=((0, 0), (0.14, 0.7), (0.32, 2.0), (0.46, 0.55), (0.6, 0.5), (1, 0))
        ),
        Wave("arm_lower_right", (-1.1, 0, 0), keys=((0, 0.3), (0.32, 1.0), (0.45, 0.1), (0.65, 0.2), (1, 0.3))),
        Wave("hand_right", (-0.4, 0, 0), keys=((0, 0), (0.32, 1), (0.46, -0.8), (1, 0))),
        Wave("arm_upper_left", (-0.6, 0, 0.2), keys=((0, 0), (0.32, 1), (0.5, -0.5), (1, 0))),
        Wave("arm_lower_left", (-0.6, 0, 0), shape="steady"),
        Wave("hips", (0, -0.2, 0), keys=_CHOP),
        Wave("spine_1", (-0.2, -0.15, 0), keys=_CHOP),
        Wave("chest", (-0.3, -0.35, 0), keys=_CHOP),
        Wave("head", (0.2, 0.3, 0), keys=_CHOP),
    ),
    (Bob((0, 0.02, -0.05), keys=_CHOP), Bob((0, -0.02, 0), shape="steady")),
    loop=False,
    feet=Stand(wide=0.3),
)

_OUT = ((0.0, 0.0), (0.3, 1.0), (0.42, 0.5), (0.6, 0.0), (1.0, 0.0))
_SWEEP = ((0.0, 0.0), (0.3, 1.0), (0.5, -1.0), (0.62, -0.95), (1.0, 0.0))
SLASH = Program(
    "slash",
    "swings its arm across",
    1.0,
    (
        replace(HANGING[0], joints="arm_upper_left"),
        replace(HANGING[0], joints="arm_upper_right", keys=tuple((phase, 1.0 - level) for phase, level in _OUT)),
        Wave("arm_upper_right", (0.9, -0.15, 0.55), keys=_OUT, frame="aim"),
        Wave("arm_upper_right", (-1.3, 0.7, 0), keys=((0, 0), (0.3, 0.2), (0.5, 1), (0.62, 0.95), (1, 0))),
        Wave("arm_lower_right", (-0.7, 0, 0), keys=((0, 0.5), (0.3, 1.4), (0.46, 0.2), (0.65, 0.5), (1, 0.5))),
        Wave("arm_upper_left", (0.5, 0, 0.35), keys=((0, 0), (0.3, -0.6), (0.5, 1), (1, 0))),
        Wave("arm_lower_left", (-0.6, 0, 0), shape="steady"),
        Wave("hips", (0, -0.3, 0), keys=_SWEEP),
        Wave("spine_1", (0.1, -0.2, 0), keys=_SWEEP),
        Wave("chest", (0, -0.5, 0), keys=_SWEEP),
        Wave("head", (0, 0.6, 0), keys=_SWEEP),
    ),
    (Bob((0, -0.03, 0), shape="steady"), Bob((0.02, 0, -0.04), keys=_SWEEP)),
    loop=False,
    feet=Stand(wide=0.3),
)

_BOTH = ((0.0, 0.0), (0.34, 1.0), (0.5, -0.8), (0.62, -0.75), (1.0, 0.0))
SMASH = Program(
    "smash",
    "lifts both arms and smashes them down",
    1.2,
    (
        *HANGING,
        Wave("arm_upper_*", (-1.3, 0, 0.1), keys=((0, 0), (0.34, 2.0), (0.5, 0.7), (0.64, 0.6), (1, 0))),
        Wave("arm_lower_*", (-0.8, 0, 0), keys=((0, 0.2), (0.34, 1.0), (0.5, 0.1), (1, 0.2))),
        Wave("spine_*", (-0.25, 0, 0), keys=_BOTH),
        Wave("chest", (-0.25, 0, 0), keys=_BOTH),
        Wave("head", (0.2, 0, 0), keys=_BOTH),
    ),
    (Bob((0, 0.06, -0.03), keys=_BOTH),),
    loop=False,
    feet=Stand(wide=0.3),
)

_LEFT, _RIGHT = ((0.0, 0.0), (0.12, -0.4), (0.26, 1.0), (0.4, 0.0), (1.0, 0.0)), (
    (0.0, 0.0), (0.3, -0.2), (0.42, -0.6), (0.58, 1.0), (0.66, 0.9), (0.9, 0.0), (1.0, 0.0),
)  # fmt: skip
BOX = Program(
    "box",
    "boxes with the left and the right fist",
    1.2,
    (
        *HANGING,
        Wave("arm_upper_*", (-0.6, 0, 0.05), shape="steady"),
        Wave("arm_lower_*", (-1.7, 0, 0), shape="steady"),
        Wave("arm_upper_left", (-0.8, 0, 0), keys=_LEFT),
        Wave("arm_lower_left", (1.5, 0, 0), keys=_LEFT),
        Wave("arm_upper_right", (-0.8, 0, 0), keys=_RIGHT),
        Wave("arm_lower_right", (1.5, 0, 0), keys=_RIGHT),
        Wave("chest", (0.06, -0.4, 0), keys=_LEFT),
        Wave("chest", (0.06, 0.5, 0), keys=_RIGHT),
        Wave("hips", (0, -0.15, 0), keys=_LEFT),
        Wave("hips", (0, 0.25, 0), keys=_RIGHT),
        Wave("head", (0, 0.35, 0), keys=_LEFT),
        Wave("head", (0, -0.45, 0), keys=_RIGHT),
    ),
    (Bob((0, -0.03, 0), shape="steady"), Bob((0, 0, 0.04), keys=_LEFT), Bob((0, 0, 0.06), keys=_RIGHT)),
    loop=False,
    feet=Stand(wide=0.3),
)

TAIL_STRIKE = Program(
    "tail_strike",
    "strikes with its tail",
    1.1,
    (
        Wave("tail_*", (0, 0.3, 0), keys=((0, 0), (0.3, -0.7), (0.5, 1), (0.62, 0.7), (1, 0)), lag=0.03),
        Wave("hips", (0, 0.3, 0), keys=((0, 0), (0.28, -0.6), (0.48, 1), (1, 0))),
        Wave("chest", (0, -0.3, 0), keys=((0, 0), (0.28, -0.6), (0.48, 1), (1, 0))),
        Wave("head", (0, -0.35, 0), keys=((0, 0), (0.28, -0.6), (0.48, 1), (1, 0))),
    ),
    loop=False,
    feet=Stand(),
)

ANIMAL_ATTACKS = (HEADBUTT, REAR_AND_SLAM, BUCK)
PERSON_ATTACKS = (CHOP, SLASH, SMASH, BOX)
