"""Motions of body parts that most animals and people have: head, tail, arms, wings; each names joints by patterns."""

from dataclasses import replace

from enliven.creatures.programs_gaits import Raised, Stand
from enliven.creatures.waves import Bob, Program, Wave

HANGING = (Wave("arm_upper_*", (0.24, -1.0, 0.05), shape="steady", frame="aim"),)
FOLDED = (Wave("wing_arm_*", (0.38, -0.3, -1.0), shape="steady", frame="aim"),)
BREATH = (
    Wave("chest", (-0.03, 0, 0)),
    Wave("spine_1", (-0.015, 0, 0), phase=0.05),
    Wave("neck*", (0.02, 0, 0), phase=0.1),
    Wave("head", (0.015, 0.03, 0), phase=0.2),
    Wave("shoulder_*", (0, 0, 0.03), phase=0.05),
    Wave("arm_upper_*", (0.03, 0, 0.02), phase=0.1),
    Wave("wing_arm_*", (0, 0, 0.03), phase=0.1),
    Wave("tail_*", (0, 0.05, 0), phase=0.1, lag=0.06),
    Wave("ear_*", (0.06, 0, 0.05), keys=((0, 0), (0.55, 0), (0.62, 1), (0.7, 0), (1, 0))),
)

IDLE = Program("idle", "stands and breathes", 2.6, BREATH, (Bob((0, -0.006, 0)),), feet=Stand())

NOD = Program(
    "nod",
    "nods",
    1.4,
    (
        Wave(
            "head", (0.26, 0, 0), keys=((0, 0), (0.16, 1), (0.33, -0.2), (0.5, 1), (0.67, -0.15), (0.83, 0.7), (1, 0))
        ),
        Wave("neck*", (0.14, 0, 0), keys=((0, 0), (0.16, 1), (0.33, 0), (0.5, 1), (0.67, 0), (0.83, 0.7), (1, 0))),
        Wave("chest", (0.02, 0, 0), beats=3),
    ),
    feet=Stand(),
)

SHAKE_HEAD = Program(
    "shake_head",
    "shakes its head",
    1.3,
    (
        Wave("head", (0, 0.4, 0), beats=2),
        Wave("neck*", (0, 0.12, 0), beats=2, phase=-0.05),
        Wave("chest", (0, -0.04, 0), beats=2),
    ),
    feet=Stand(),
)

_SIDE_TO_SIDE = ((0.0, 0.0), (0.18, 1.0), (0.36, 1.0), (0.6, -1.0), (0.8, -1.0), (1.0, 0.0))
LOOK = Program(
    "look_around",
    "looks around",
    3.0,
    (
        *BREATH[:3],
        Wave("head", (0, 0.55, 0), keys=_SIDE_TO_SIDE),
        Wave("head", (-0.1, 0, 0), keys=((0, 0), (0.25, 1), (0.45, -1), (0.7, 0.8), (1, 0))),
        Wave("neck*", (0, 0.2, 0), keys=_SIDE_TO_SIDE, phase=0.02),
        Wave("chest", (0, 0.12, 0), keys=_SIDE_TO_SIDE, phase=0.04),
        Wave("ear_*", (0.1, 0, 0.1), beats=2),
        Wave("tail_*", (0, 0.06, 0), lag=0.08),
    ),
    feet=Stand(),
)

WAG = Program(
    "wag",
    "wags its tail",
    1.0,
    (
        Wave("tail_*", (0, 0.3, 0), lag=0.08, beats=3),
        Wave("tail", (0, 0.45, 0), beats=3),
        Wave("hips", (0, 0.05, 0), beats=3, phase=0.1),
        Wave("head", (0, 0, 0.06)),
    ),
    feet=Stand(),
)

_HELD = ((0.0, 0.0), (0.25, 1.0), (0.75, 1.0), (1.0, 0.0))

BOW = Program(
    "bow",
    "bows",
    2.0,
    (
        *HANGING,
        Wave("hips", (0.45, 0, 0), keys=_HELD),
        Wave("spine_*", (0.4, 0, 0), keys=_HELD),
        Wave("chest", (0.2, 0, 0), keys=_HELD),
        Wave("neck*", (0.1, 0, 0), keys=_HELD),
        Wave("head", (0.15, 0, 0), keys=_HELD, phase=0.03),
        Wave("arm_upper_*", (-0.5, 0, 0), keys=_HELD),
    ),
    (Bob((0, -0.01, -0.04), keys=_HELD),),
    feet=Stand(),
)

PLAY_BOW = Program(
    "bow",
    "lowers its front and bows",
    2.0,
    (
        Wave("hips", (0.3, 0, 0), keys=_HELD),
        Wave("neck*", (-0.2, 0, 0), keys=_HELD),
        Wave("head", (-0.1, 0, 0), keys=_HELD),
        Wave("tail_*", (0, 0.18, 0), beats=5, lag=0.05),
    ),
    feet=Stand(),
)


def waving(*sides: str) -> Program:
    """Waves with the named hands, over the head."""
    others = [side for side in ("left", "right") if side not in sides]
    waves = [replace(HANGING[0], joints=f"arm_upper_{side}") for side in others]
    for side in sides:
        waves += [
            Wave(f"arm_upper_{side}", (0.8, 0.6, 0.15), shape="steady", frame="aim"),
            Wave(f"arm_lower_{side}", (0, 0, 0.35), shape="steady"),
            Wave(f"arm_upper_{side}", (0, 0, 0.12), beats=3),
            Wave(f"arm_lower_{side}", (0, 0, 0.5), beats=3, phase=0.06),
            Wave(f"hand_{side}", (0, 0, 0.25), beats=3, phase=0.16),
        ]
    lean = {"left": 0.06, "right": -0.06}.get("_".join(sides), 0.0)
    waves += [Wave("head", (0, 0, -lean), shape="steady"), Wave("chest", (0, 0, lean), beats=1), *BREATH[1:3]]
    return Program("wave_" + "_".join(sides), "waves", 1.5, tuple(waves), feet=Stand())


def raising_arms(*sides: str) -> Program:
    """Lifts the named arms over the head and lets them down again."""
    up = ((0.0, 0.0), (0.3, 1.0), (0.7, 1.0), (1.0, 0.0))
    down = tuple((phase, 1.0 - level) for phase, level in up)
    waves = [replace(HANGING[0], joints=f"arm_upper_{side}") for side in ("left", "right") if side not in sides]
    for side in sides:
        waves += [
            Wave(f"shoulder_{side}", (0, 0, 0.2), keys=up),
            replace(HANGING[0], joints=f"arm_upper_{side}", keys=down),
            Wave(f"arm_upper_{side}", (0.35, 1.0, 0.1), keys=up, frame="aim"),
            Wave(f"arm_lower_{side}", (0, 0, 0.2), keys=up, phase=0.03),
        ]
    return Program("raise_arm_" + "_".join(sides), "raises its arm", 2.0, (*waves, *BREATH[:3]), feet=Stand())


def raising_leg(row: int, side: int, *, forward: float = 0.35, high: float = 0.35) -> Program:
    """Lifts one leg, holds it and puts it down; rows count from the front."""
    shift = (-0.02 * side, -0.01, 0.0)
    return Program(
        f"raise_leg_{row}_{'left' if side > 0 else 'right'}",
        "lifts a leg",
        2.0,
        (
            Wave("hips", (0, 0, 0.03 * side), keys=_HELD),
            Wave("head", (0.08, 0.12 * side, 0), keys=_HELD),
            Wave("tail_*", (0, 0.06, 0), lag=0.08),
        ),
        (Bob(shift, keys=_HELD),),
        feet=Stand(raised=(Raised(row, side, (0.0, high, forward), _HELD),)),
    )


def flapping(side: str) -> Program:
    """Flaps one wing and keeps the other where it is."""
    return Program(
        f"flap_{side}",
        f"flaps its {side} wing",
        1.0,
        (
            Wave(f"wing_arm_{side}", (0, 0, 0.6), beats=2),
            Wave(f"wing_forearm_{side}", (0, 0, 0.32), beats=2, phase=0.1),
            Wave(f"wing_hand_{side}", (0, 0, 0.35), beats=2, phase=0.18),
            Wave(f"wing_finger_*_{side}", (0, 0, 0.15), beats=2, phase=0.18),
            Wave(f"wing_front_{side}", (0, 0, 0.7), beats=2),
            Wave(f"wing_back_{side}", (0, 0, 0.6), beats=2, phase=0.06),
            Wave("head", (0, 0.12 if side == "left" else -0.12, 0), shape="steady"),
            Wave("chest", (0, 0, 0.03), beats=2, phase=0.1),
        ),
        feet=Stand(),
    )


FLAP_STANDING = Program(
    "flap",
    "flaps its wings",
    0.9,
    (
        Wave("wing_arm_*", (0, 0, 0.6), beats=2),
        Wave("wing_forearm_*", (0, 0, 0.32), beats=2, phase=0.1),
        Wave("wing_hand_*", (0, 0, 0.35), beats=2, phase=0.18),
        Wave("wing_finger_*", (0, 0, 0.15), beats=2, phase=0.18),
        Wave("tail_*", (0.03, 0, 0), beats=2),
    ),
    (Bob((0, 0.008, 0), beats=2, phase=0.5),),
    feet=Stand(),
)


def arms_down(program: Program) -> Program:
    """The same with hanging arms, however they rest."""
    return replace(program, waves=HANGING + program.waves)


def wings_folded(program: Program) -> Program:
    """The same with wings laid back along the body."""
    return replace(program, waves=FOLDED + program.waves)


OPEN_MOUTH = Program(
    "open_mouth",
    "opens its mouth",
    1.8,
    (Wave("jaw", (0.55, 0, 0), keys=_HELD), Wave("head", (-0.08, 0, 0), keys=_HELD), *BREATH[:2]),
    feet=Stand(),
)
EARS = Program(
    "ears",
    "wiggles its ears",
    1.2,
    (
        Wave("ear_left", (0.3, 0, 0.2), beats=2),
        Wave("ear_right", (0.3, 0, 0.2), beats=2, phase=0.3),
        Wave("head", (0, 0.05, 0)),
    ),
    feet=Stand(),
)
CROUCH = Program(
    "crouch",
    "crouches down and gets up",
    2.2,
    (
        Wave("spine_*", (0.25, 0, 0), keys=_HELD),
        Wave("head", (-0.2, 0, 0), keys=_HELD),
        Wave("arm_upper_*", (-0.5, 0, 0), keys=_HELD),
        Wave("arm_lower_*", (-0.5, 0, 0), keys=_HELD),
        Wave("neck*", (0.15, 0, 0), keys=_HELD),
    ),
    (Bob((0, -0.2, 0), keys=_HELD),),
    feet=Stand(),
    settles=True,
)
LIE = Program(
    "lie",
    "lies down",
    2.0,
    (
        Wave("neck*", (0.3, 0, 0), keys=((0, 0), (0.8, 1), (1, 1))),
        Wave("head", (0.05, 0.1, 0), keys=((0, 0), (0.85, 1), (1, 1))),
        Wave("tail_*", (0.0, 0.12, 0), keys=((0, 0), (0.9, 1), (1, 1))),
        Wave("wing_arm_*", (0, 0, -0.2), keys=((0, 0), (0.9, 1), (1, 1))),
    ),
    (Bob((0, -0.34, 0), keys=((0, 0), (0.1, 0.03), (0.5, 0.6), (0.85, 1), (1, 1))),),
    loop=False,
    feet=Stand(),
    settles=True,
)
CLAP = Program(
    "clap",
    "claps its hands",
    1.0,
    (
        Wave("arm_upper_*", (0.35, -0.75, 0.75), shape="steady", frame="aim"),
        Wave("arm_lower_*", (-0.7, -0.35, 0), shape="steady"),
        Wave("arm_upper_*", (0, -0.3, 0), beats=3),
        Wave("arm_lower_*", (0, -0.25, 0), beats=3),
        Wave("head", (0.06, 0, 0), beats=3),
    ),
    (Bob((0, 0.004, 0), beats=3),),
    feet=Stand(),
)
POINT = Program(
    "point",
    "points ahead",
    1.8,
    (
        replace(HANGING[0], joints="arm_upper_left"),
        replace(HANGING[0], joints="arm_upper_right", keys=((0, 1), (0.25, 0), (0.75, 0), (1, 1))),
        Wave("arm_upper_right", (0.1, -0.02, 1.0), keys=_HELD, frame="aim"),
        Wave("chest", (0, 0.12, 0), keys=_HELD),
        *BREATH[:2],
    ),
    feet=Stand(),
)
_SWING = ((0.0, 0.0), (0.25, 1.0), (0.5, 0.0), (0.75, 1.0), (1.0, 0.0))
DANCE = Program(
    "dance",
    "dances",
    1.4,
    (
        *HANGING,
        Wave("hips", (0, 0.15, 0.12)),
        Wave("spine_*", (0, 0, -0.1), phase=0.05),
        Wave("chest", (0, -0.2, -0.08), phase=0.08),
        Wave("head", (0.05, 0, 0.12), phase=0.1),
        Wave("arm_upper_*", (-0.7, 0, 0.5), right=0.5, shape="lift"),
        Wave("arm_upper_*", (-0.3, 0, 0.35), shape="steady"),
        Wave("arm_lower_*", (-1.3, 0, 0), shape="steady"),
        Wave("arm_lower_*", (-0.3, 0, 0.3), right=0.5, beats=2),
    ),
    (Bob((0.04, 0, 0)), Bob((0, -0.045, 0), keys=_SWING)),
    feet=Stand(wide=0.4),
)
SHRUG = Program(
    "shrug",
    "shrugs",
    1.5,
    (
        *HANGING,
        Wave("shoulder_*", (0, 0, 0.3), keys=_HELD),
        Wave("arm_upper_*", (0, 0, 0.3), keys=_HELD),
        Wave("arm_lower_*", (-1.1, 0.5, 0), keys=_HELD),
        Wave("head", (0, 0, 0.16), keys=_HELD),
    ),
    feet=Stand(),
)
