"""Motions that end elsewhere than they began, or strike: falls, blows, bites, sitting down."""

from dataclasses import replace

from enliven.creatures.programs_gaits import Raised, Stand
from enliven.creatures.programs_gestures import HANGING
from enliven.creatures.waves import Bob, Program, Wave

_FALL = ((0.0, 0.0), (0.12, 0.04), (0.35, 0.35), (0.6, 1.0), (0.7, 0.96), (0.8, 1.0), (1.0, 1.0))
_LIMP = ((0.0, 0.0), (0.15, 0.3), (0.45, 0.6), (0.65, 1.0), (1.0, 1.0))

DIE_BACK = Program(
    "die_back",
    "falls on its back and dies",
    1.6,
    (
        Wave("hips", (-1.5, 0, 0), keys=_FALL),
        Wave("spine_1", (0.25, 0, 0), keys=((0, 0), (0.2, 1), (0.6, 0.1), (1, 0))),
        Wave("head", (-0.3, 0.2, 0), keys=_LIMP),
        Wave("arm_upper_*", (-0.5, 0, 0.4), keys=((0, 0), (0.3, 1.3), (0.65, 0.6), (1, 0.6))),
        Wave("arm_lower_*", (-0.3, 0, 0), keys=_LIMP),
        Wave("leg_upper_*", (-0.5, 0, 0.1), keys=((0, 0), (0.35, 1), (0.7, 0.25), (1, 0.2))),
        Wave("leg_lower_*", (0.7, 0, 0), keys=((0, 0), (0.35, 1), (0.7, 0.35), (1, 0.3))),
    ),
    loop=False,
    settles=True,
)

DIE_FRONT = Program(
    "die_front",
    "collapses forward and dies",
    1.7,
    (
        Wave("hips", (1.5, 0, 0), keys=((0, 0), (0.3, 0.2), (0.6, 1), (0.7, 0.97), (1, 1))),
        Wave("spine_1", (0.3, 0, 0), keys=((0, 0), (0.3, 1), (0.62, 0), (1, 0))),
        Wave("head", (0.3, 0.5, 0), keys=((0, 0), (0.3, 1), (0.65, -0.6), (1, -0.6))),
        Wave("arm_upper_*", (-1.0, 0, 0.3), keys=((0, 0), (0.4, 1), (0.7, 0.5), (1, 0.5))),
        Wave("leg_upper_*", (-0.9, 0, 0), keys=((0, 0), (0.3, 1), (0.65, 0.1), (1, 0.05))),
        Wave("leg_lower_*", (1.4, 0, 0), keys=((0, 0), (0.3, 1), (0.65, 0.2), (1, 0.1))),
    ),
    loop=False,
    settles=True,
)

DIE_SIDE = Program(
    "die_side",
    "falls on its side and dies",
    1.7,
    (
        Wave("hips", (0, 0, 1.5), keys=_FALL),
        Wave("body", (0, 0, 1.5), keys=_FALL),
        Wave("thorax", (0, 0, 1.5), keys=_FALL),
        Wave("neck*", (0.12, 0, 0.1), keys=_LIMP),
        Wave("head", (0.2, 0.1, 0), keys=_LIMP),
        Wave("jaw", (0.25, 0, 0), keys=_LIMP),
        Wave("tail_*", (0.05, 0.06, 0), keys=_LIMP),
        Wave("*leg_upper_*", (0.25, 0, 0), keys=((0, 0), (0.25, -1), (0.6, 1), (1, 0.8))),
        Wave("*leg_lower_*", (0.3, 0, 0), keys=_LIMP),
        Wave("wing_arm_*", (0, 0.3, 0.2), keys=_LIMP),
    ),
    loop=False,
    settles=True,
)

DIE_BIRD = Program(
    "die_bird",
    "falls on its back and dies",
    1.6,
    (
        Wave("hips", (0, 0, 2.95), keys=((0, 0), (0.15, 0.03), (0.55, 1), (0.65, 0.97), (1, 1))),
        Wave("neck*", (-0.2, 0.15, 0), keys=_LIMP),
        Wave("head", (-0.2, 0.2, 0), keys=_LIMP),
        Wave("wing_arm_*", (0, 0.25, 0.25), keys=((0, 0), (0.3, 2.0), (0.65, 1), (1, 1))),
        Wave("leg_upper_*", (0.3, 0, 0), keys=((0, 0), (0.3, -1.0), (0.6, 1), (1, 1))),
        Wave("leg_lower_*", (0.4, 0, 0), keys=_LIMP),
        Wave("foot_*", (0.5, 0, 0), keys=_LIMP),
    ),
    loop=False,
    settles=True,
)

DIE_BELLY = Program(
    "die_belly",
    "collapses on its belly and dies",
    1.9,
    (
        Wave("hips", (0, 0, 0.06), keys=_LIMP),
        Wave("neck*", (0.22, 0.06, 0), keys=((0, 0), (0.2, -0.8), (0.7, 1), (0.78, 0.9), (1, 1))),
        Wave("head", (0.1, 0.15, 0.1), keys=((0, 0), (0.2, -2), (0.75, 1), (1, 1))),
        Wave("jaw", (0.35, 0, 0), keys=((0, 0), (0.2, 1.2), (0.8, 0.6), (1, 0.6))),
        Wave("tail_*", (-0.02, 0.08, 0), keys=_LIMP),
        Wave("wing_arm_*", (0, 0.2, -0.45), keys=((0, 0), (0.2, -0.6), (0.75, 1), (1, 1))),
    ),
    (Bob((0, -0.36, 0), keys=((0, 0), (0.2, -0.02), (0.62, 1), (0.7, 0.96), (0.78, 1), (1, 1))),),
    loop=False,
    feet=Stand(wide=0.3),
    settles=True,
)

CURL_UP = Program(
    "die_curl",
    "rolls on its back and curls up its legs",
    1.8,
    (
        Wave("thorax", (0, 0, 3.05), keys=((0, 0), (0.15, 0.05), (0.5, 1), (1, 1))),
        *(
            wave
            for k in range(1, 5)
            for wave in (
                Wave(f"leg_{k}_upper_*", (0, 0, 0.5), keys=_LIMP, frame="radial"),
                Wave(f"leg_{k}_lower_*", (0, 0, -0.9), keys=_LIMP, frame="radial"),
            )
        ),
    ),
    loop=False,
    settles=True,
)

_JERK = ((0.0, 0.0), (0.14, 1.0), (0.4, 0.45), (0.7, -0.08), (1.0, 0.0))
HIT = Program(
    "hit",
    "is hit and staggers",
    0.8,
    (
        Wave("hips", (-0.12, 0.15, 0), keys=_JERK),
        Wave("spine_*", (-0.18, 0.12, 0), keys=_JERK),
        Wave("chest", (-0.2, 0.2, 0), keys=_JERK, phase=0.02),
        Wave("neck*", (-0.12, 0.1, 0), keys=_JERK, phase=0.04),
        Wave("head", (-0.3, 0.25, 0), keys=_JERK, phase=0.05),
        Wave("arm_upper_*", (-0.5, 0, 0.25), keys=_JERK, phase=0.05),
        Wave("arm_lower_*", (-0.6, 0, 0), keys=_JERK, phase=0.05),
        Wave("tail_*", (-0.06, 0.08, 0), keys=_JERK, phase=0.06),
        Wave("jaw", (0.3, 0, 0), keys=_JERK),
        Wave("wing_arm_*", (0, 0, 0.25), keys=_JERK),
    ),
    (Bob((0, -0.02, -0.05), keys=_JERK),),
    loop=False,
    feet=Stand(),
)

_LUNGE = ((0.0, 0.0), (0.28, -0.55), (0.45, 1.0), (0.58, 0.9), (1.0, 0.0))
BITE = Program(
    "bite",
    "lunges and bites",
    1.0,
    (
        Wave("hips", (0.06, 0, 0), keys=_LUNGE),
        Wave("chest", (0.08, 0, 0), keys=_LUNGE),
        Wave("neck*", (0.2, 0, 0), keys=_LUNGE),
        Wave("head", (-0.15, 0, 0), keys=_LUNGE),
        Wave("jaw", (0.6, 0, 0), keys=((0, 0), (0.36, 1), (0.46, 0.9), (0.54, 0), (1, 0))),
        Wave("fang_*", (-0.5, 0, 0), keys=((0, 0), (0.36, 1), (0.54, 0), (1, 0))),
        Wave("tail_*", (-0.05, 0, 0), keys=_LUNGE, lag=0.03),
        Wave("ear_*", (-0.4, 0, 0), keys=((0, 0), (0.25, 1), (0.7, 1), (1, 0))),
    ),
    (Bob((0, -0.02, 0.13), keys=_LUNGE),),
    loop=False,
    feet=Stand(),
)

PUNCH = Program(
    "punch",
    "throws a punch",
    0.9,
    (
        *HANGING,
        Wave("arm_upper_*", (-0.5, 0, 0), shape="steady"),
        Wave("arm_lower_left", (-1.5, 0, 0), shape="steady"),
        Wave("arm_lower_right", (-1.7, 0, 0), keys=((0, 1), (0.26, 1.15), (0.42, 0.05), (0.52, 0.1), (0.8, 1), (1, 1))),
        Wave("arm_upper_right", (0, -0.5, 0), keys=((0, 0), (0.4, 1), (0.8, 0), (1, 0))),
        Wave("arm_upper_right", (-0.85, 0, 0), keys=((0, 0), (0.24, -0.8), (0.42, 1), (0.54, 0.9), (0.85, 0), (1, 0))),
        Wave("hips", (0, 0.22, 0), keys=((0, 0), (0.24, -0.8), (0.42, 1), (0.85, 0), (1, 0))),
        Wave("chest", (0.08, 0.5, 0), keys=((0, 0), (0.24, -0.8), (0.42, 1), (0.85, 0), (1, 0))),
        Wave("head", (0, -0.5, 0), keys=((0, 0), (0.24, -0.8), (0.42, 1), (0.85, 0), (1, 0))),
    ),
    (Bob((0, -0.03, 0), shape="steady"), Bob((0, -0.01, 0.06), keys=((0, 0), (0.24, -0.5), (0.42, 1), (1, 0)))),
    loop=False,
    feet=Stand(),
)

_DOWN = ((0.0, 0.0), (0.15, 0.06), (0.75, 1.0), (1.0, 1.0))
SIT_PERSON = Program(
    "sit",
    "sits down",
    1.8,
    (
        *HANGING,
        Wave("spine_1", (0.5, 0, 0), keys=((0, 0), (0.4, 1), (0.85, 0.1), (1, 0.1))),
        Wave("head", (-0.2, 0, 0), keys=((0, 0), (0.4, 1), (0.9, 0), (1, 0))),
        Wave("arm_upper_*", (-0.5, 0, 0), keys=_DOWN),
        Wave("arm_lower_*", (-0.5, 0, 0), keys=_DOWN),
    ),
    (Bob((0, -0.24, -0.16), keys=_DOWN),),
    loop=False,
    feet=Stand(),
    settles=True,
)

SIT_ANIMAL = Program(
    "sit",
    "sits down on its hind legs",
    1.6,
    (
        Wave("hips", (-0.62, 0, 0), keys=_DOWN),
        Wave("neck*", (0.24, 0, 0), keys=_DOWN),
        Wave("head", (0.1, 0, 0), keys=_DOWN),
        Wave("tail_1", (0.6, 0, 0), keys=_DOWN),
        Wave("tail_*", (0, 0.1, 0), keys=_DOWN),
    ),
    (Bob((0, -0.3, 0.08), keys=_DOWN),),
    loop=False,
    feet=Stand(),
    settles=True,
)

SIT_DRAGON = replace(
    SIT_ANIMAL,
    waves=(*SIT_ANIMAL.waves, Wave("tail_*", (0.1, 0, 0), keys=_DOWN), Wave("wing_arm_*", (0, 0.2, 0.1), keys=_DOWN)),
    bobs=(Bob((0, -0.17, 0.05), keys=_DOWN),),
)

LEAP = Program(
    "jump",
    "jumps",
    1.1,
    (
        Wave("hips", (-0.25, 0, 0), keys=((0, 0), (0.2, -0.5), (0.36, 1), (0.6, -0.9), (0.75, -0.3), (1, 0))),
        Wave("neck*", (0.12, 0, 0), keys=((0, 0), (0.2, 1), (0.4, -0.6), (0.7, 0.8), (1, 0))),
        Wave("tail_*", (0.08, 0, 0), keys=((0, 0), (0.25, 1), (0.55, -1), (1, 0))),
        Wave("ear_*", (-0.4, 0, 0), keys=((0, 0), (0.35, 1), (0.6, 0.2), (1, 0))),
    ),
    (Bob((0, 1, 0), keys=((0, 0), (0.2, -0.12), (0.3, 0), (0.48, 0.3), (0.66, 0), (0.75, -0.1), (1, 0))),),
    loop=False,
    feet=Stand(lift=((0, 0), (0.28, 0), (0.48, 0.28), (0.66, 0), (1, 0))),
)

RAKE = Program(
    "claw",
    "strikes with a paw",
    1.0,
    (
        Wave("chest", (-0.1, 0.15, 0), keys=((0, 0), (0.3, 1), (0.5, -1), (1, 0))),
        Wave("head", (0.1, 0.1, 0), keys=((0, 0), (0.3, -1), (0.5, 1), (1, 0))),
    ),
    (Bob((0.0, 0.02, -0.03), keys=((0, 0), (0.3, 1), (0.5, -1), (1, 0))),),
    loop=False,
    feet=Stand(
        raised=(
            Raised(0, -1, (0.0, 0.65, 0.45), ((0.0, 0.0), (0.3, 1.0), (0.55, 0.0))),
            Raised(0, -1, (-0.2, 0.1, 0.7), ((0.3, 0.0), (0.5, 1.0), (0.85, 0.0))),
        )
    ),
)
