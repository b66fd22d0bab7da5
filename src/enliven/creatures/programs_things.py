"""Motions of plants, flags and machines."""

from dataclasses import replace

from enliven.creatures.waves import Bob, Keys, Program, Turning, Wave

PLANT_SWAY = Program(
    "sway",
    "sways in the wind",
    2.6,
    (
        Wave("stem_*", (0.05, 0, 0.06), lag=0.09),
        Wave("stem_*_upper", (0.07, 0, 0.08), phase=0.1, lag=0.09),
        Wave("leaf_*", (0.16, 0, 0.14), phase=0.22, lag=0.09),
        Wave("flower_*", (0.12, 0, 0.1), phase=0.22, lag=0.09),
        Wave("trunk_*", (0.012, 0, 0.03), lag=0.03),
        Wave("crown", (0.03, 0, 0.045), phase=0.12),
        Wave("branch_*", (0.05, 0.03, 0.06), phase=0.15, lag=0.13),
    ),
)


def _gusty(strength: float, name: str, caption: str, seconds: float, lean: float) -> Program:
    waves = [replace(wave, turn_rad=tuple(strength * turn for turn in wave.turn_rad)) for wave in PLANT_SWAY.waves]
    waves += [
        Wave("stem_*", (0, 0, -lean), shape="steady"),
        Wave("trunk_*", (0, 0, -0.4 * lean), shape="steady"),
        Wave("branch_*", (0, 0, -0.5 * lean), shape="steady"),
        Wave("leaf_*", (0.1, 0.06, 0), beats=4, lag=0.3),
        Wave("branch_*", (0.03, 0, 0.03), beats=4, lag=0.3),
    ]
    return Program(name, caption, seconds, tuple(waves))


SWAYS = (
    PLANT_SWAY,
    _gusty(2.2, "sway_strong", "bends and shakes in a strong wind", 2.0, 0.14),
    _gusty(0.6, "sway_gently", "sways gently in a breeze", 3.0, 0.0),
)

_BENDS = (
    Wave("*_[1-9]*", (0.03, 0, 0.05), lag=0.08),
    Wave("spine_*", (0.02, 0, 0.03), lag=0.05),
    Wave("head", (0.04, 0, 0.06), phase=0.2),
)


def _bent(strength: float) -> tuple[Wave, ...]:
    return tuple(replace(wave, turn_rad=tuple(strength * turn for turn in wave.turn_rad)) for wave in _BENDS)


ANY_SWAYS = (
    Program("sway", "sways in the wind", 2.6, _BENDS),
    Program(
        "sway_strong",
        "bends and shakes in a strong wind",
        2.0,
        (*_bent(2.4), Wave("*_[1-9]*", (0.05, 0.03, 0), beats=4, lag=0.3)),
    ),
    Program("sway_gently", "sways gently in a breeze", 3.0, _bent(0.55)),
)
"""For plants whose joints were found from their shape and go by any name."""

FLAG = Program(
    "fly",
    "waves in the wind",
    1.2,
    (Wave("cloth_*", (0, 0.2, 0), lag=0.17, grow=0.12), Wave("cloth_*", (0.03, 0, -0.03), lag=0.1, beats=2, phase=0.3)),
)
FLAGS = (
    FLAG,
    replace(
        FLAG,
        name="fly_strong",
        caption="flaps hard in a strong wind",
        duration_s=0.7,
        waves=(
            Wave("cloth_*", (0, 0.26, 0), lag=0.2, grow=0.16),
            Wave("cloth_*", (0.05, 0, 0.02), lag=0.15, beats=2, phase=0.3),
        ),
    ),
    replace(
        FLAG,
        name="fly_gently",
        caption="moves gently in a light breeze",
        duration_s=2.4,
        waves=(Wave("cloth_*", (0, 0.12, 0), lag=0.13, grow=0.1), Wave("cloth_*", (0.02, 0, -0.05), shape="steady")),
    ),
)

_HOP = ((0.0, 0.0), (0.22, -0.12), (0.36, 0.0), (0.52, 0.3), (0.68, 0.0), (0.78, -0.08), (1.0, 0.0))
_FOLD = ((0.0, 0.0), (0.22, 1.0), (0.4, -0.5), (0.6, -0.2), (0.78, 0.8), (1.0, 0.0))
LAMP_HOP = Program(
    "hop",
    "crouches and hops",
    1.1,
    (
        Wave("arm_lower", (-0.42, 0, 0), keys=_FOLD),
        Wave("arm_upper", (0.62, 0, 0), keys=_FOLD),
        Wave("head", (-0.2, 0, 0), keys=_FOLD),
        Wave("base", (0.12, 0, 0), keys=((0, 0), (0.34, 0), (0.5, 1), (0.66, 0), (1, 0))),
    ),
    (Bob((0, 1, 0), keys=((0, 0), (0.33, 0), (0.5, 0.3), (0.67, 0), (1, 0))),),
)

_LOOKING = ((0.0, 0.0), (0.2, 1.0), (0.38, 1.0), (0.62, -1.0), (0.8, -1.0), (1.0, 0.0))
LAMP_LOOK = Program(
    "look",
    "looks around",
    2.8,
    (
        Wave("arm_lower", (0, 0.6, 0), keys=_LOOKING),
        Wave("head", (0, 0.35, 0), keys=_LOOKING, phase=0.03),
        Wave("head", (-0.3, 0, 0), keys=((0, 0), (0.25, 1), (0.4, 0), (0.65, 1), (0.85, 0), (1, 0))),
        Wave("arm_upper", (0.12, 0, 0), beats=2, phase=0.1),
    ),
)
LAMP_NOD = Program(
    "nod",
    "nods",
    1.4,
    (
        Wave("head", (0.4, 0, 0), beats=2),
        Wave("arm_upper", (0.14, 0, 0), beats=2, phase=-0.04),
        Wave("arm_lower", (0.05, 0, 0), beats=2, phase=-0.06),
    ),
)
LAMP_BOW = Program(
    "bow",
    "bows down and rises again",
    2.0,
    (
        Wave("arm_lower", (0.6, 0, 0), keys=((0, 0), (0.35, 1), (0.65, 1), (1, 0))),
        Wave("arm_upper", (0.45, 0, 0), keys=((0, 0), (0.35, 1), (0.65, 1), (1, 0))),
        Wave("head", (0.2, 0, 0), keys=((0, 0), (0.4, 1), (0.7, 1), (1, 0))),
    ),
)
LAMP_SHAKE = Program(
    "shake_head",
    "shakes its head",
    1.2,
    (Wave("head", (0, 0.5, 0), beats=2), Wave("arm_lower", (0, 0.1, 0), beats=2, phase=0.06)),
)
LAMP = (LAMP_HOP, LAMP_LOOK, LAMP_NOD, LAMP_BOW, LAMP_SHAKE)

_OPENS: Keys = ((0.0, 0.0), (0.12, 0.02), (0.72, 1.03), (0.85, 0.99), (1.0, 1.0))
_CLOSES: Keys = ((0.0, 1.0), (0.15, 0.97), (0.78, -0.01), (0.88, 0.01), (1.0, 0.0))
_SLAMS: Keys = ((0.0, 1.0), (0.15, 1.03), (0.42, 0.0), (0.5, 0.05), (0.58, 0.0), (1.0, 0.0))
_AND_BACK: Keys = ((0.0, 0.0), (0.35, 1.0), (0.6, 1.0), (0.95, 0.0), (1.0, 0.0))
_CRACK: Keys = ((0.0, 0.0), (0.6, 0.24), (1.0, 0.24))
_RATTLE: Keys = ((0.0, 0.0), (0.1, 0.1), (0.2, 0.0), (0.35, 0.14), (0.45, 0.0), (0.6, 0.1), (0.72, 0.0), (1.0, 0.0))
_WAYS: tuple[tuple[str, str, float, Keys, bool], ...] = (
    ("open", "opens", 1.6, _OPENS, False),
    ("close", "closes", 1.5, _CLOSES, False),
    ("slam", "slams shut", 0.9, _SLAMS, False),
    ("open_close", "opens and closes again", 2.6, _AND_BACK, True),
    ("ajar", "opens a little", 1.6, _CRACK, False),
    ("rattle", "rattles", 1.2, _RATTLE, True),
)


def _hinged(joints: str, turn: tuple[float, float, float], *more: Wave) -> tuple[Program, ...]:
    """What a leaf on a hinge can do; ``more`` belongs to the opening."""
    made = []
    for name, caption, seconds, keys, loop in _WAYS:
        extra = more if name in ("open", "open_close", "ajar") else ()
        made.append(Program(name, caption, seconds, (Wave(joints, turn, keys=keys), *extra), loop=loop))
    return tuple(made)


CHEST = _hinged("lid*", (-1.75, 0, 0))
OPEN_CHEST = CHEST[0]
_TURNED = ((0.0, 0.0), (0.12, 1.0), (0.4, 1.0), (0.6, 0.0), (1.0, 0.0))
DOOR = _hinged("door*", (0, 1.5, 0), Wave("handle*", (0, 0, -0.9), keys=_TURNED))
OPEN_DOOR = DOOR[0]


def spinning(joints: str, axis: tuple[float, float, float], *more: Wave) -> tuple[Program, ...]:
    """What blades on a hub can do."""
    return (
        Program("spin", "spins", 2.0, more, (), (Turning(joints, axis, 3),)),
        Program("spin_fast", "spins fast", 1.2, (), (), (Turning(joints, axis, 5),)),
        Program("spin_slowly", "turns slowly", 3.0, (), (), (Turning(joints, axis, 1),)),
    )


FAN = Program(
    "spin_turn",
    "spins and turns from side to side",
    3.0,
    (Wave("head", (0, 0.6, 0)),),
    (),
    (Turning("blades", (0, 0, 1), 6),),
)
FANS = (
    FAN,
    *spinning("blades", (0, 0, 1)),
    Program("turn_head", "turns its head from side to side", 3.0, (Wave("head", (0, 0.7, 0)),)),
)

_RIDE = (Wave("@root", (0.012, 0, 0.008), beats=2),)
_BUMP = (Bob((0, 0.008, 0), beats=2, phase=0.2),)
DRIVE = Program("drive", "drives", 1.2, _RIDE, _BUMP, (Turning("wheel_*", (1, 0, 0), 2),))
CAR = (
    DRIVE,
    replace(
        DRIVE, name="drive_fast", caption="drives fast", duration_s=0.8, turnings=(Turning("wheel_*", (1, 0, 0), 4),)
    ),
    replace(
        DRIVE,
        name="drive_slowly",
        caption="drives slowly",
        duration_s=2.4,
        turnings=(Turning("wheel_*", (1, 0, 0), 1),),
    ),
    replace(DRIVE, name="reverse", caption="drives backwards", turnings=(Turning("wheel_*", (-1, 0, 0), 1),)),
    Program("wheels_turn", "turns its wheels", 1.5, (), (), (Turning("wheel_*", (1, 0, 0), 2),)),
    Program(
        "idle",
        "stands with its engine running",
        1.0,
        (Wave("@root", (0.004, 0, 0.006), beats=4),),
        (Bob((0, 0.003, 0), beats=4),),
    ),
    Program(
        "bumpy",
        "drives over rough ground",
        1.6,
        (Wave("@root", (0.04, 0, 0.05), beats=2), Wave("@root", (0.03, 0, 0.02), beats=3, phase=0.3)),
        (Bob((0, 0.03, 0), beats=3), Bob((0, 0.02, 0), beats=2, phase=0.4)),
        (Turning("wheel_*", (1, 0, 0), 2),),
    ),
)

WINDMILL = spinning("sails", (0, 0, -1))
