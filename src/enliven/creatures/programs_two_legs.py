"""Motions of people, robots, birds and two-legged dinosaurs."""

from dataclasses import replace

from enliven.creatures.programs_gaits import Gait, Raised, Stand
from enliven.creatures.programs_gestures import FOLDED, HANGING, waving
from enliven.creatures.waves import Bob, Program, Wave

STRIDE = Gait(duty=0.62, stride=0.72, lift=0.1)
RUN = Gait(duty=0.38, stride=1.05, lift=0.3, heel_rad=0.7, curl_rad=0.9, toe_rad=0.1)


def _arms(reach: float, bend: float) -> tuple[Wave, ...]:
    """Arms against the legs, shoulders against the hips; the left foot touches down at phase 0."""
    return (
        Wave("arm_upper_*", (reach, 0, 0), phase=-0.25, right=0.5),
        Wave("arm_lower_*", (-bend, 0, 0), shape="steady"),
        Wave("arm_lower_*", (0.45 * reach, 0, 0), phase=-0.2, right=0.5),
        Wave("chest", (0, 0.26 * reach, 0), phase=-0.25),
        Wave("hips", (0, -0.16 * reach, 0), phase=-0.25),
        Wave("hips", (0, 0, -0.04), phase=0.05),
        Wave("chest", (0, 0, 0.05), phase=0.05),
        Wave("head", (0, -0.1 * reach, 0), phase=-0.25),
    )


PERSON_WALK = Program(
    "walk",
    "walks",
    1.05,
    (*HANGING, *_arms(0.42, 0.25)),
    (Bob((0, 0.011, 0), beats=2, phase=0.35), Bob((0.012, 0, 0), phase=0.05)),
    feet=STRIDE,
)

PERSON_RUN = Program(
    "run",
    "runs",
    0.7,
    (*HANGING, *_arms(0.75, 1.2), Wave("spine_1", (0.14, 0, 0), shape="steady")),
    (Bob((0, 0.028, 0), beats=2, phase=0.6),),
    feet=RUN,
)

PERSON_WAVE = replace(waving("right"), name="wave", caption="waves with the right hand")

_LEAP = ((0.0, 0.0), (0.26, 0.0), (0.45, 0.2), (0.64, 0.0), (1.0, 0.0))
_PUSH = ((0.0, 0.0), (0.2, -0.14), (0.3, 0.0), (0.45, 0.22), (0.6, 0.02), (0.72, -0.11), (1.0, 0.0))

JUMP = Program(
    "jump",
    "jumps up and lands",
    1.2,
    (
        Wave("spine_1", (0.32, 0, 0), keys=((0, 0), (0.2, 1), (0.4, -0.2), (0.72, 0.9), (1, 0))),
        *HANGING,
        Wave("arm_upper_*", (0.6, 0, 0), keys=((0, 0), (0.2, 1), (0.42, 0), (0.72, 0.6), (1, 0))),
        Wave("arm_upper_*", (-1.6, 0, 0.2), keys=((0.2, 0), (0.42, 1), (0.72, 0.1), (0.9, 0))),
        Wave("arm_lower_*", (-0.5, 0, 0), shape="steady"),
        Wave("head", (-0.2, 0, 0), keys=((0, 0), (0.2, 0.8), (0.45, 0.3), (0.72, 0.8), (1, 0))),
    ),
    (Bob((0, 1, 0), keys=_PUSH),),
    feet=Stand(lift=_LEAP),
)

ROBOT_WALK = Program(
    "walk",
    "walks",
    1.2,
    (*HANGING, *_arms(0.4, 0.3)),
    (Bob((0, 0.008, 0), beats=2, phase=0.35), Bob((0.012, 0, 0), phase=0.05)),
    feet=Gait(duty=0.62, stride=0.6, lift=0.14),
)

BIRD_FLY = Program(
    "fly",
    "flies, flapping its wings",
    0.55,
    (
        Wave("wing_arm_*", (0, 0, 0.62)),
        Wave("wing_forearm_*", (0, 0, 0.34), phase=0.1),
        Wave("wing_hand_*", (0, 0, 0.42), phase=0.18),
        Wave("wing_hand_*", (0, 0.2, 0), phase=0.75),
        Wave("tail", (0.14, 0, 0), phase=0.6),
        Wave("leg_upper_*", (0.9, 0, 0), shape="steady"),
        Wave("leg_lower_*", (0.5, 0, 0), shape="steady"),
        Wave("foot_*", (0.7, 0, 0), shape="steady"),
        Wave("neck", (0.12, 0, 0), phase=0.3),
        Wave("head", (-0.12, 0, 0), phase=0.3),
    ),
    (Bob((0, 0.07, 0), phase=0.55),),
)

_DIP = ((0.0, 0.0), (0.3, 1.0), (0.4, 0.8), (0.5, 1.0), (0.6, 0.8), (0.7, 1.0), (1.0, 0.0))

PECK = Program(
    "peck",
    "pecks at the ground",
    1.4,
    (
        *FOLDED,
        Wave("hips", (0.6, 0, 0), keys=_DIP),
        Wave("neck", (0.5, 0, 0), keys=_DIP),
        Wave("head", (0.35, 0, 0), keys=_DIP),
        Wave("tail*", (-0.2, 0, 0), keys=_DIP),
        Wave("jaw", (0.25, 0, 0), shape="lift", phase=0.5, beats=3),
    ),
    (Bob((0, -0.05, 0), keys=_DIP),),
    feet=Stand(),
)

_THEROPOD = (
    Wave("tail_*", (0, 0.08, 0), phase=-0.25, lag=0.08, grow=0.08),
    Wave("hips", (0, -0.06, 0), phase=-0.25),
    Wave("hips", (0, 0, -0.05), phase=0.05),
    Wave("chest", (0, 0.08, 0), phase=-0.25),
    Wave("neck_1", (0.07, 0, 0), beats=2),
    Wave("head", (-0.07, 0, 0), beats=2, phase=0.08),
    Wave("arm_lower_*", (-0.15, 0, 0), beats=2),
)

THEROPOD_WALK = Program(
    "walk",
    "walks",
    1.2,
    _THEROPOD,
    (Bob((0, 0.012, 0), beats=2, phase=0.35), Bob((0.014, 0, 0), phase=0.05)),
    feet=Gait(duty=0.62, stride=0.8, lift=0.14, heel_rad=0.7, curl_rad=0.9),
)

THEROPOD_RUN = Program(
    "run",
    "runs",
    0.75,
    (*_THEROPOD, Wave("hips", (0.08, 0, 0), shape="steady")),
    (Bob((0, 0.03, 0), beats=2, phase=0.6),),
    feet=Gait(duty=0.4, stride=1.2, lift=0.25, heel_rad=0.8, curl_rad=1.1),
)

BIRD_WALK = Program(
    "walk",
    "walks",
    0.8,
    (
        *FOLDED,
        Wave("neck", (0.22, 0, 0), beats=2),
        Wave("head", (-0.22, 0, 0), beats=2, phase=0.05),
        Wave("hips", (0, 0, -0.06), phase=0.05),
        Wave("tail*", (0.06, 0, 0), beats=2),
    ),
    (Bob((0, 0.015, 0), beats=2, phase=0.35),),
    feet=Gait(duty=0.6, stride=0.8, lift=0.2, heel_rad=0.6, curl_rad=1.0),
)

BIRD_HOP = Program(
    "hop",
    "hops",
    0.6,
    (
        *FOLDED,
        Wave("hips", (0.14, 0, 0), keys=((0, 0), (0.2, 1), (0.45, -0.6), (0.8, 0.6), (1, 0))),
        Wave("tail*", (0.2, 0, 0), keys=((0, 0), (0.25, 1), (0.5, -0.5), (1, 0))),
        Wave("wing_arm_*", (0, 0, 0.12), keys=((0, 0), (0.3, 0), (0.45, 1), (0.7, 0), (1, 0))),
    ),
    (Bob((0, 1, 0), keys=((0, 0), (0.2, -0.1), (0.45, 0.22), (0.72, -0.08), (1, 0))),),
    feet=Stand(lift=((0, 0), (0.25, 0), (0.46, 0.2), (0.66, 0), (1, 0))),
)

KICK = Program(
    "kick",
    "kicks",
    1.0,
    (
        *HANGING,
        Wave("hips", (-0.22, 0.25, 0), keys=((0, 0), (0.25, -0.6), (0.45, 1), (0.7, 0.3), (1, 0))),
        Wave("spine_1", (0.15, -0.15, 0), keys=((0, 0), (0.45, 1), (1, 0))),
        Wave("arm_upper_left", (-0.7, 0, 0), keys=((0, 0), (0.4, 1), (1, 0))),
        Wave("arm_upper_right", (0.6, 0, 0), keys=((0, 0), (0.4, 1), (1, 0))),
        Wave("arm_lower_*", (-0.7, 0, 0), shape="steady"),
    ),
    (Bob((0.03, -0.015, 0), keys=((0, 0), (0.2, 1), (0.7, 1), (1, 0))),),
    loop=False,
    feet=Stand(
        raised=(
            Raised(0, -1, (0.0, 0.15, -0.35), ((0.0, 0.0), (0.22, 1.0), (0.36, 0.0))),
            Raised(0, -1, (0.0, 0.6, 0.8), ((0.22, 0.0), (0.45, 1.0), (0.55, 0.9), (0.85, 0.0))),
        )
    ),
)
