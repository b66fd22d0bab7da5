"""Motions of people, robots, birds and two-legged dinosaurs."""

from enliven.creatures.waves import Bob, Program, Wave


def _two_legs(reach: float, lift: float) -> tuple[Wave, ...]:
    return (
        Wave("leg_upper_*", (-reach, 0, 0), right=0.5),
        Wave("leg_upper_*", (-0.35 * lift, 0, 0), right=0.5, shape="lift"),
        Wave("leg_lower_*", (lift, 0, 0), right=0.5, shape="lift"),
        Wave("foot_*", (-0.35 * lift, 0, 0), right=0.5, shape="lift"),
        Wave("foot_*", (0.45 * reach, 0, 0), phase=0.05, right=0.5),
    )


def _arms(reach: float, bend: float) -> tuple[Wave, ...]:
    return (
        Wave("arm_upper_*", (-reach, 0, 0), phase=0.5, right=0.5),
        Wave("arm_lower_*", (-bend, 0, 0), shape="steady"),
        Wave("arm_lower_*", (-0.4 * reach, 0, 0), phase=0.5, right=0.5),
        Wave("chest", (0, 0.11, 0), phase=0.5),
        Wave("hips", (0, 0.08, 0)),
        Wave("head", (0, -0.05, 0), phase=0.5),
    )


LOWERED = (Wave("arm_upper_*", (0, 0, -0.42), shape="steady"),)  # from the pose away from the body

PERSON_WALK = Program(
    "walk", "walks", 1.05, (*LOWERED, *_two_legs(0.46, 0.75), *_arms(0.42, 0.25)), (Bob((0, 0.01, 0), beats=2),)
)

PERSON_RUN = Program(
    "run",
    "runs",
    0.7,
    (*LOWERED, *_two_legs(0.72, 1.25), *_arms(0.75, 1.2), Wave("spine_1", (0.14, 0, 0), shape="steady")),
    (Bob((0, 0.028, 0), beats=2, phase=0.05),),
)

PERSON_WAVE = Program(
    "wave",
    "waves with the right hand",
    1.6,
    (
        Wave("arm_upper_left", (0, 0, -0.42), shape="steady"),
        Wave("arm_upper_right", (0, 0, 1.75), shape="steady"),
        Wave("arm_lower_right", (0, 0, 0.3), shape="steady"),
        Wave("arm_lower_right", (0, 0, 0.42), beats=2),
        Wave("hand_right", (0, 0, 0.25), beats=2, phase=0.12),
        Wave("head", (0, 0, -0.1)),
        Wave("chest", (0, 0, 0.03)),
    ),
)

JUMP = Program(
    "jump",
    "jumps up and lands",
    1.2,
    (
        Wave("leg_upper_*", (-0.75, 0, 0), shape="lift"),
        Wave("leg_lower_*", (1.35, 0, 0), shape="lift"),
        Wave("foot_*", (-0.6, 0, 0), shape="lift"),
        Wave("spine_1", (0.32, 0, 0), shape="lift"),
        Wave("arm_upper_*", (0.5, 0, -0.42), shape="lift"),
        Wave("arm_upper_*", (-1.5, 0, 0.3), shape="lift", phase=0.45),
        Wave("foot_*", (0.5, 0, 0), shape="lift", phase=0.5),
    ),
    (Bob((0, -0.105, 0), shape="lift"), Bob((0, 0.24, 0), shape="lift", phase=0.5)),
)

ROBOT_WALK = Program("walk", "walks", 1.2, (*_two_legs(0.38, 0.6), *_arms(0.4, 0.3)), (Bob((0, 0.008, 0), beats=2),))

ROBOT_WAVE = Program(
    "wave",
    "waves with the right hand",
    1.6,
    (
        Wave("arm_upper_right", (0, 0, 2.5), shape="steady"),
        Wave("arm_lower_right", (0, 0, 0.4), beats=2),
        Wave("head", (0, 0.25, 0)),
        Wave("chest", (0, 0.06, 0)),
    ),
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

PECK = Program(
    "peck",
    "pecks at the ground",
    1.4,
    (
        Wave("hips", (0.42, 0, 0), shape="lift", phase=0.5),
        Wave("neck", (0.5, 0, 0), shape="lift", phase=0.5),
        Wave("head", (0.35, 0, 0), shape="lift", phase=0.5),
        Wave("leg_upper_*", (-0.42, 0, 0), shape="lift", phase=0.5),
        Wave("tail", (-0.2, 0, 0), shape="lift", phase=0.5),
        Wave("jaw", (0.25, 0, 0), shape="lift", phase=0.5),
    ),
)

THEROPOD_WALK = Program(
    "walk",
    "walks",
    1.2,
    (
        *_two_legs(0.42, 0.6),
        Wave("toes_*", (0.4, 0, 0), right=0.5, shape="lift", phase=0.9),
        Wave("tail_*", (0, 0.08, 0), lag=0.08, grow=0.08),
        Wave("hips", (0, 0.05, 0.05)),
        Wave("chest", (0, -0.08, -0.03)),
        Wave("neck_1", (0.07, 0, 0), beats=2),
        Wave("head", (-0.07, 0, 0), beats=2, phase=0.08),
        Wave("arm_lower_*", (-0.15, 0, 0), beats=2),
    ),
    (Bob((0, 0.012, 0), beats=2),),
)

THEROPOD_RUN = Program(
    "run", "runs", 0.75, (*_two_legs(0.66, 1.0), *THEROPOD_WALK.waves[6:]), (Bob((0, 0.03, 0), beats=2),)
)
