"""What random things of ``creatures.contraptions`` can do beside what any body can."""

from collections.abc import Mapping
from dataclasses import replace

from enliven.creatures.programs_things import CAR, CHEST, DOOR, FLAGS
from enliven.creatures.waves import ROOT, Bob, Program, Turning, Wave


def _turned(turns: int) -> tuple[Turning, ...]:
    return (
        Turning("rotor_x*", (1, 0, 0), turns),
        Turning("rotor_y*", (0, 1, 0), turns),
        Turning("rotor_z*", (0, 0, 1), turns),
    )


SPINS = (
    Program("spin", "spins", 2.0, turnings=_turned(3)),
    Program("spin_fast", "spins fast", 1.2, turnings=_turned(5)),
    Program("spin_slowly", "turns slowly", 3.0, turnings=_turned(1)),
    Program("spin_back", "turns the other way", 2.0, turnings=_turned(-2)),
)
_SIDES = ((0.0, 0.0), (0.2, 1.0), (0.38, 1.0), (0.62, -1.0), (0.8, -1.0), (1.0, 0.0))
_HELD = ((0.0, 0.0), (0.35, 1.0), (0.65, 1.0), (1.0, 0.0))
STALK = (
    Program(
        "look",
        "looks around",
        2.8,
        (
            Wave("link_1", (0, 0.6, 0), keys=_SIDES),
            Wave("head", (0, 0.4, 0), keys=_SIDES, phase=0.03),
            Wave("head", (-0.25, 0, 0), beats=2),
        ),
    ),
    Program("nod", "nods", 1.4, (Wave("head", (0.4, 0, 0), beats=2), Wave("link_*", (0.05, 0, 0), beats=2))),
    Program("bow", "bows down and rises again", 2.0, (Wave("link_*", (0.4, 0, 0), keys=_HELD, lag=0.02),)),
    Program("shake_head", "shakes its head", 1.2, (Wave("head", (0, 0.5, 0), beats=2),)),
    Program("sway", "sways from side to side", 2.4, (Wave("link_*", (0, 0, 0.12), lag=0.08),)),
    Program(
        "stretch",
        "stretches up",
        2.0,
        (Wave("link_*", (-0.25, 0, 0), keys=_HELD), Wave("head", (-0.3, 0, 0), keys=_HELD)),
    ),
    Program("turn_head", "turns from side to side", 3.0, (Wave("link_1", (0, 0.9, 0)),)),
)
_LIFT = Bob((0, 0.5, 0), shape="ease")
COPTER = (
    Program("rotor_spin", "spins its rotors", 1.2, turnings=_turned(4)),
    Program(
        "fly",
        "flies",
        1.6,
        (Wave(ROOT, (0.16, 0, 0), shape="steady"), Wave(ROOT, (0.02, 0, 0.05)), Wave(ROOT, (0, 0.04, 0), phase=0.3)),
        (Bob((0, 0.4, 0), shape="steady"), Bob((0, 0.05, 0))),
        _turned(6),
    ),
    Program(
        "hover",
        "hovers",
        2.0,
        (Wave(ROOT, (0.03, 0, 0.04)),),
        (Bob((0, 0.4, 0), shape="steady"), Bob((0, 0.06, 0), phase=0.2)),
        _turned(7),
    ),
    Program("take_off", "takes off", 2.0, (), (_LIFT,), _turned(6), loop=False),
    Program(
        "land",
        "lands",
        2.0,
        (),
        (Bob((0, 0.5, 0), keys=((0, 1), (0.2, 0.9), (0.8, 0.02), (1, 0))),),
        _turned(6),
        loop=False,
    ),
)
_KICK = ((0.0, 0.0), (0.1, 1.0), (0.45, 0.1), (1.0, 0.0))
TURRET = (
    Program(
        "look",
        "looks around",
        3.0,
        (Wave("turntable", (0, 0.9, 0), keys=_SIDES), Wave("barrel", (-0.25, 0, 0), keys=_HELD)),
    ),
    Program("rotate", "turns round and round", 2.4, turnings=(Turning("turntable", (0, 1, 0), 1),)),
    Program("aim_up", "aims up", 1.4, (Wave("barrel", (-0.7, 0, 0), shape="ease"),), loop=False),
    Program("aim_left", "turns to its left", 1.4, (Wave("turntable", (0, 1.1, 0), shape="ease"),), loop=False),
    Program("aim_right", "turns to its right", 1.4, (Wave("turntable", (0, -1.1, 0), shape="ease"),), loop=False),
    Program(
        "fire",
        "fires",
        0.8,
        (Wave("barrel", (-0.2, 0, 0), keys=_KICK), Wave(ROOT, (-0.04, 0, 0), keys=_KICK)),
        (Bob((0, 0, -0.04), keys=_KICK),),
        loop=False,
    ),
    Program("nod", "nods", 1.4, (Wave("barrel", (0.25, 0, 0), beats=2),)),
)
_WHEELS = Turning("wheel_*", (1, 0, 0), 3)
PLANE = (
    Program("rotor_spin", "spins its propellers", 1.2, turnings=_turned(4)),
    replace(
        COPTER[1], waves=(Wave(ROOT, (0, 0, 0.12)), Wave(ROOT, (-0.04, 0, 0), phase=0.3), Wave(ROOT, (0, 0.05, 0)))
    ),
    Program(
        "take_off",
        "takes off",
        2.4,
        (Wave(ROOT, (-0.28, 0, 0), keys=((0, 0), (0.3, 0.1), (0.6, 1), (1, 0.7))),),
        (Bob((0, 0.7, 0), keys=((0, 0), (0.3, 0.01), (1, 1))),),
        (*_turned(6), _WHEELS),
        loop=False,
    ),
    Program(
        "land",
        "lands",
        2.4,
        (Wave(ROOT, (-0.12, 0, 0), keys=((0, 0.3), (0.5, 1), (0.85, 0.2), (1, 0))),),
        (Bob((0, 0.7, 0), keys=((0, 1), (0.8, 0.02), (1, 0))),),
        (*_turned(5), _WHEELS),
        loop=False,
    ),
    Program(
        "bank_left",
        "banks to its left",
        1.8,
        (Wave(ROOT, (0, 0.3, -0.6), keys=_HELD),),
        (Bob((0, 0.4, 0), shape="steady"),),
        _turned(6),
    ),
    Program(
        "bank_right",
        "banks to its right",
        1.8,
        (Wave(ROOT, (0, -0.3, 0.6), keys=_HELD),),
        (Bob((0, 0.4, 0), shape="steady"),),
        _turned(6),
    ),
)
BOAT = (
    Program(
        "rock",
        "rocks on the waves",
        2.6,
        (Wave(ROOT, (0.07, 0, 0)), Wave(ROOT, (0, 0, 0.1), phase=0.3), Wave("sail", (0, 0.1, 0), phase=0.4)),
        (Bob((0, 0.06, 0), phase=0.15),),
    ),
    Program(
        "storm",
        "pitches in a storm",
        2.2,
        (Wave(ROOT, (0.26, 0, 0)), Wave(ROOT, (0, 0.06, 0.24), phase=0.3), Wave("sail", (0, 0.35, 0), phase=0.4)),
        (Bob((0, 0.22, 0), phase=0.15),),
    ),
    Program(
        "sail",
        "sails",
        2.6,
        (
            Wave(ROOT, (0.04, 0, 0)),
            Wave(ROOT, (0, 0, 0.1), shape="steady"),
            Wave("sail", (0, 0.35, 0), shape="steady"),
            Wave("sail", (0, 0.06, 0), phase=0.2),
            Wave(ROOT, (0, 0, 0.03), phase=0.4),
        ),
        (Bob((0, 0.03, 0)),),
    ),
    Program(
        "row",
        "is rowed",
        1.6,
        (Wave("oar_*", (0, -0.5, 0)), Wave("oar_*", (0, 0, 0.3), phase=0.25), Wave(ROOT, (0.02, 0, 0), phase=0.4)),
        (Bob((0, 0, 0.03), phase=0.3),),
    ),
    Program(
        "sink",
        "sinks",
        2.6,
        (Wave(ROOT, (-0.5, 0, 0.2), shape="ease"),),
        (Bob((0, -0.9, 0), keys=((0, 0), (0.4, 0.15), (1, 1))),),
        loop=False,
    ),
)
CLOCK = (
    Program("tick", "swings its pendulum", 1.6, (Wave("pendulum", (0, 0, 0.22)),)),
    Program(
        "hands_turn",
        "turns its hands",
        2.4,
        (Wave("pendulum", (0, 0, 0.18)),),
        turnings=(Turning("hand_minute", (0, 0, -1), 2),),
    ),
    Program(
        "ring",
        "rings and shakes",
        0.8,
        (Wave(ROOT, (0, 0, 0.03), beats=5), Wave("pendulum", (0, 0, 0.2), beats=2)),
        (Bob((0.01, 0, 0), beats=5),),
    ),
)
SWING = (
    Program("swing", "swings back and forth", 1.8, (Wave("hanging", (0.5, 0, 0)),)),
    Program(
        "swing_gently", "swings gently", 2.6, (Wave("hanging", (0.16, 0, 0)), Wave("hanging", (0, 0, 0.03), phase=0.2))
    ),
    Program("swing_high", "swings high", 2.0, (Wave("hanging", (1.0, 0, 0)),)),
    Program("swing_aside", "swings from side to side", 1.8, (Wave("hanging", (0, 0, 0.35)),)),
)
SEESAW = (
    Program("seesaw", "tips up and down", 1.8, (Wave("beam", (0, 0, 0.3)),)),
    Program(
        "tip_left",
        "tips to its left",
        1.2,
        (Wave("beam", (0, 0, -0.32), keys=((0, 0), (0.6, 1.05), (0.8, 0.97), (1, 1))),),
        loop=False,
    ),
    Program(
        "tip_right",
        "tips to its right",
        1.2,
        (Wave("beam", (0, 0, 0.32), keys=((0, 0), (0.6, 1.05), (0.8, 0.97), (1, 1))),),
        loop=False,
    ),
)
OF_THINGS: Mapping[str, tuple[Program, ...]] = {
    "cart": CAR,
    "rotor": (*SPINS, Program("turn_head", "turns its head from side to side", 3.0, (Wave("head", (0, 0.7, 0)),))),
    "cabinet": DOOR,
    "casket": CHEST,
    "stalk": STALK,
    "banner": (
        *FLAGS,
        replace(FLAGS[0], name="ripple", waves=(Wave("cloth_*", (0, 0.3, 0), lag=0.25),)),
    ),
    "copter": COPTER,
    "turret": TURRET,
    "block": (),
    "plane": (*PLANE, replace(CAR[0], name="taxi", caption="rolls over the ground")),
    "boat": BOAT,
    "clock": CLOCK,
    "swing": SWING,
    "seesaw": SEESAW,
}
