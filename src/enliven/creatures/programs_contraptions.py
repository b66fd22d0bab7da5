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
}
