"""How a gait is done: slowly, angrily, limping; changes of a program's tempo, steps and bearing."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from enliven.creatures.programs_gaits import Gait, Limp
from enliven.creatures.waves import Bob, Program, Wave


@dataclass(frozen=True, slots=True)
class Manner:
    """Factors on a gait and what is added to it."""

    name: str
    tempo: float = 1.0
    stride: float = 1.0
    lift: float = 1.0
    swing: float = 1.0  # of the body's waves
    crouch: float = 0.0
    wide: float = 0.0
    limp: Limp | None = None
    waves: tuple[Wave, ...] = ()
    bobs: tuple[Bob, ...] = ()
    forward: float = 1.0


_BOWED = (
    Wave("spine_1", (0.12, 0, 0), shape="steady"),
    Wave("chest", (0.08, 0, 0), shape="steady"),
    Wave("neck*", (0.1, 0, 0), shape="steady"),
    Wave("head", (0.22, 0, 0), shape="steady"),
)

MANNERS: Mapping[str, Manner] = {
    manner.name: manner
    for manner in (
        Manner("slowly", tempo=0.52, stride=0.8, swing=0.85),
        Manner("quickly", tempo=1.55, stride=1.12, swing=1.1),
        Manner(
            "angrily",
            tempo=1.2,
            stride=1.1,
            lift=1.9,
            swing=1.25,
            waves=(
                Wave("spine_1", (0.13, 0, 0), shape="steady"),
                Wave("chest", (0.06, 0, 0), shape="steady"),
                Wave("neck*", (0.14, 0, 0), shape="steady"),
                Wave("head", (0.12, 0, 0), shape="steady"),
                Wave("head", (0, 0.08, 0), beats=2),
                Wave("arm_upper_*", (0.1, 0, 0.32), shape="steady"),
                Wave("arm_lower_*", (-0.75, 0, 0), shape="steady"),
                Wave("shoulder_*", (0, 0, 0.12), shape="steady"),
                Wave("jaw", (0.15, 0, 0), shape="steady"),
                Wave("ear_*", (-0.5, 0, 0), shape="steady"),
                Wave("tail_1", (0, 0.25, 0), beats=2),
            ),
            bobs=(Bob((0, -0.02, 0), beats=2, phase=0.1, shape="lift"),),
        ),
        Manner(
            "sneakily",
            tempo=0.6,
            stride=0.9,
            lift=1.9,
            swing=0.6,
            crouch=0.16,
            waves=(
                Wave("spine_1", (0.2, 0, 0), shape="steady"),
                Wave("chest", (0.1, 0, 0), shape="steady"),
                Wave("neck*", (0.12, 0, 0), shape="steady"),
                Wave("head", (-0.2, 0, 0), shape="steady"),
                Wave("head", (0, 0.3, 0)),
                Wave("arm_upper_*", (-0.35, 0, 0.1), shape="steady"),
                Wave("arm_lower_*", (-1.1, 0, 0), shape="steady"),
                Wave("tail_1", (0.2, 0, 0), shape="steady"),
            ),
        ),
        Manner(
            "wearily",
            tempo=0.62,
            stride=0.62,
            lift=0.5,
            swing=0.6,
            crouch=0.05,
            waves=(
                *_BOWED,
                Wave("chest", (0, 0, 0.07), phase=0.1),
                Wave("head", (0.06, 0, 0.05), phase=0.2),
                Wave("tail_1", (0.3, 0, 0), shape="steady"),
            ),
        ),
        Manner(
            "proudly",
            tempo=0.85,
            stride=1.0,
            lift=1.9,
            waves=(
                Wave("spine_1", (-0.08, 0, 0), shape="steady"),
                Wave("chest", (-0.1, 0, 0), shape="steady"),
                Wave("neck*", (-0.12, 0, 0), shape="steady"),
                Wave("head", (-0.05, 0, 0), shape="steady"),
                Wave("tail_1", (-0.35, 0, 0), shape="steady"),
            ),
        ),
        Manner(
            "happily",
            tempo=1.15,
            lift=1.8,
            swing=1.4,
            waves=(Wave("head", (0, 0, 0.16), phase=0.1), Wave("tail_*", (0, 0.16, 0), beats=2, lag=0.08)),
            bobs=(Bob((0, 0.03, 0), beats=2, phase=0.45),),
        ),
        Manner(
            "sadly",
            tempo=0.7,
            stride=0.7,
            lift=0.6,
            swing=0.55,
            waves=(
                *_BOWED,
                Wave("neck*", (0.14, 0, 0), shape="steady"),
                Wave("head", (0.18, 0, 0), shape="steady"),
                Wave("ear_*", (0.3, 0, 0), shape="steady"),
                Wave("tail_1", (0.4, 0, 0), shape="steady"),
            ),
        ),
        Manner(
            "drunkenly",
            tempo=0.75,
            stride=0.75,
            lift=1.2,
            wide=0.5,
            waves=(
                Wave("hips", (0.05, 0.1, 0.12), phase=0.1),
                Wave("spine_1", (0.1, 0, 0.14), phase=0.3),
                Wave("chest", (0, 0.12, -0.1), phase=0.45),
                Wave("head", (0.12, 0, 0.2), phase=0.6),
                Wave("arm_upper_*", (0, 0, 0.25), phase=0.2),
            ),
            bobs=(Bob((0.05, 0, 0), phase=0.15), Bob((0, 0, 0.03), phase=0.4)),
        ),
        Manner(
            "limping",
            tempo=0.8,
            stride=0.75,
            limp=Limp(),
            waves=(
                Wave("hips", (0, 0, 0.09), phase=0.05),
                Wave("chest", (0.03, 0, -0.06), phase=0.05),
                Wave("head", (0.14, 0, 0), phase=-0.2),
                Wave("neck*", (0.1, 0, 0), phase=-0.2),
            ),
            bobs=(Bob((0, -0.035, 0), keys=((0, 0), (0.2, 1), (0.45, 0), (1, 0))), Bob((-0.02, 0, 0), phase=0.05)),
        ),
        Manner("backwards", tempo=0.8, stride=0.7, swing=0.7, forward=-1.0),
        Manner("in_place", tempo=1.0, lift=2.2, forward=0.0),
    )
}
"""The manners, by what is said."""


def with_manner(program: Program, manner: Manner) -> Program:
    """A gait done in a manner; its legs must step.

    Raises:
        TypeError: if the program is no gait.
    """
    if not isinstance(program.feet, Gait):
        raise TypeError(f"{program.name!r} is no gait: its legs do not step; a manner needs a gait")
    gait = program.feet
    steps = replace(
        gait,
        stride=gait.stride * manner.stride,
        lift=gait.lift * manner.lift,
        crouch=gait.crouch + manner.crouch,
        wide=gait.wide + manner.wide,
        limp=manner.limp,
        forward=gait.forward * manner.forward,
    )
    waves = tuple(
        wave if wave.shape == "steady" else replace(wave, turn_rad=tuple(manner.swing * turn for turn in wave.turn_rad))
        for wave in program.waves
    )
    return replace(
        program,
        name=f"{program.name}_{manner.name}",
        caption=f"{program.caption} {manner.name.replace('_', ' ')}",
        duration_s=program.duration_s / manner.tempo,
        waves=waves + manner.waves,
        bobs=program.bobs + manner.bobs,
        feet=steps,
    )
