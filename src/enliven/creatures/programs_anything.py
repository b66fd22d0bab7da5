"""Motions that any body can do as a whole: they move its root only."""

from enliven.creatures.waves import ROOT, Bob, Program, Turning, Wave

_HOPS = ((0.0, 0.0), (0.12, 0.42), (0.25, 0.75), (0.5, 1.0), (0.75, 0.75), (0.88, 0.42), (1.0, 0.0))
_TOPPLE = ((0.0, 0.0), (0.2, 0.05), (0.55, 0.55), (0.74, 1.0), (0.8, 0.95), (0.86, 1.0), (1.0, 1.0))

WHOLE = (
    Program("any_spin", "spins around", 1.6, turnings=(Turning(ROOT, (0, 1, 0), 1),)),
    Program("any_spin_fast", "spins around fast", 1.2, turnings=(Turning(ROOT, (0, 1, 0), 3),)),
    Program("any_bounce", "bounces up and down", 0.8, bobs=(Bob((0, 0.35, 0), keys=_HOPS),)),
    Program("any_hop", "hops in place", 0.9, (Wave(ROOT, (0, 0, 0.08)),), (Bob((0, 0.2, 0), keys=_HOPS),)),
    Program(
        "any_wobble",
        "wobbles from side to side",
        1.3,
        (Wave(ROOT, (0, 0, 0.16)), Wave(ROOT, (0.04, 0, 0), beats=2)),
        settles=True,
    ),
    Program(
        "any_shake",
        "shakes",
        0.8,
        (Wave(ROOT, (0, 0.05, 0.05), beats=4), Wave(ROOT, (0.04, 0, 0), beats=3)),
        (Bob((0.015, 0, 0), beats=4), Bob((0, 0.006, 0.01), beats=3)),
    ),
    Program(
        "any_float",
        "floats up and down",
        2.6,
        (Wave(ROOT, (0.04, 0, 0.03), phase=0.2), Wave(ROOT, (0, 0.08, 0), phase=0.4)),
        (Bob((0, 0.12, 0)), Bob((0, 0.16, 0), shape="steady")),
    ),
    Program("any_rise", "rises into the air", 2.0, bobs=(Bob((0, 0.9, 0), shape="ease"),), loop=False),
    Program(
        "any_land",
        "comes down and lands",
        1.8,
        bobs=(Bob((0, 0.9, 0), keys=((0, 1), (0.2, 0.9), (0.75, 0.06), (0.9, 0), (1, 0))),),
        loop=False,
    ),
    Program("any_tip", "tips over", 1.4, (Wave(ROOT, (0, 0, -1.5), keys=_TOPPLE),), loop=False, settles=True),
    Program("any_fall_front", "falls forward", 1.3, (Wave(ROOT, (1.5, 0, 0), keys=_TOPPLE),), loop=False, settles=True),
    Program(
        "any_fall_back", "falls backward", 1.3, (Wave(ROOT, (-1.5, 0, 0), keys=_TOPPLE),), loop=False, settles=True
    ),
    Program(
        "any_swing",
        "swings like a pendulum",
        1.8,
        (Wave(ROOT, (0, 0, 0.35)),),
        (Bob((0.42, 0, 0)), Bob((0, 0.06, 0), shape="sine", beats=2, phase=0.25), Bob((0, 0.06, 0), shape="steady")),
    ),
    Program("any_turn_left", "turns to its left", 1.4, (Wave(ROOT, (0, 1.5, 0), shape="ease"),), loop=False),
    Program("any_turn_right", "turns to its right", 1.4, (Wave(ROOT, (0, -1.5, 0), shape="ease"),), loop=False),
    Program("any_rock", "rocks back and forth", 1.5, (Wave(ROOT, (0.17, 0, 0)),), settles=True),
    Program(
        "any_roll",
        "rolls over sideways",
        1.6,
        bobs=(Bob((0, 0.2, 0), keys=((0, 0), (0.3, 1), (0.7, 1), (1, 0))),),
        turnings=(Turning(ROOT, (0, 0, 1), 1),),
    ),
    Program(
        "any_flip",
        "does a somersault",
        1.1,
        bobs=(Bob((0, 0.55, 0), keys=_HOPS),),
        turnings=(Turning(ROOT, (1, 0, 0), 1),),
    ),
    Program("any_slide", "slides from side to side", 1.8, bobs=(Bob((0.35, 0, 0)),)),
    Program(
        "any_dance",
        "dances",
        1.6,
        (Wave(ROOT, (0, 0.35, 0)), Wave(ROOT, (0, 0, 0.12), beats=2)),
        (Bob((0, 0.06, 0), keys=((0, 0), (0.25, 1), (0.5, 0), (0.75, 1), (1, 0))), Bob((0.06, 0, 0))),
        settles=False,
    ),
    Program(
        "any_shiver",
        "trembles",
        0.8,
        (Wave(ROOT, (0.012, 0.012, 0.02), beats=4),),
        (Bob((0.008, 0, 0.004), beats=5),),
    ),
    Program("any_nod", "nods", 1.2, (Wave(ROOT, (0.14, 0, 0), beats=2),), settles=True),
)
"""The most telling first."""
