"""Motion written as waves over joints that are called by name: the alphabet of :mod:`enliven.creatures.programs`."""

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

import numpy as np
from jaxtyping import Float

from enliven.core.motion import JointMotion, Spin
from enliven.core.skeleton import Skeleton
from enliven.core.splines import Spline
from enliven.creatures.lumps import Number
from enliven.geometry.spline_fit import fitted_controls

Shape = Literal["sine", "lift", "steady", "ease"]
Vector = tuple[Number, Number, Number]

_LOOP_CONTROLS, _CLAMPED_CONTROLS, _SAMPLES = 16, 10, 96


@dataclass(frozen=True, slots=True)
class Wave:
    """Turning of all joints whose names fit a pattern (``*`` stands for anything).

    ``turn_rad`` is the rotation vector at full swing. Frame ``"model"``: model axes, for the left side; the right side
    mirrors it. Frame ``"radial"``: components along the way out from the root, up, and about the level axis that lifts
    what points outwards; the right side mirrors the turn about up. Shapes: ``sine`` swings both ways, ``lift`` is a
    bump once a beat and else near 0, ``steady`` a pose that is held, ``ease`` goes there once and stays.
    """

    joints: str
    turn_rad: Vector
    phase: float = 0.0  # cycles by which it comes later
    right: float = 0.0  # further cycles on the right side
    lag: float = 0.0  # further cycles for each number in the name: tail_3 comes two lags after tail_1
    grow: float = 0.0  # further share of the swing for each number
    beats: int = 1  # waves a cycle
    shape: Shape = "sine"
    frame: Literal["model", "radial"] = "model"


@dataclass(frozen=True, slots=True)
class Bob:
    """Shift of the root, in heights of the body."""

    shift: Vector
    phase: float = 0.0
    beats: int = 1
    shape: Shape = "sine"


@dataclass(frozen=True, slots=True)
class Turning:
    """Endless turning of all joints whose names fit a pattern, whole turns a cycle."""

    joints: str
    axis: Vector
    turns: int


@dataclass(frozen=True, slots=True)
class Program:
    """A motion of any skeleton that has joints of the right names; ``caption`` says what is seen."""

    name: str
    caption: str
    duration_s: float
    waves: tuple[Wave, ...] = ()
    bobs: tuple[Bob, ...] = ()
    turnings: tuple[Turning, ...] = ()
    loop: bool = True


def motion_of(
    skeleton: Skeleton, program: Program, *, duration_s: float | None = None, strength: float = 1.0
) -> JointMotion:
    """Play a program on a skeleton; joints that no wave names stay at rest.

    Args:
        skeleton: of a creature, standing on y = 0.
        program: what to do.
        duration_s: length of a cycle; ``None`` takes the program's own.
        strength: scale of all swings.

    Returns:
        The motion; a looping one repeats exactly.
    """
    seconds = program.duration_s if duration_s is None else duration_s
    phases = np.arange(_SAMPLES) / (_SAMPLES if program.loop else _SAMPLES - 1.0)
    rotations = np.zeros((_SAMPLES, len(skeleton), 3))
    places = skeleton.rest_positions
    for wave in program.waves:
        for joint, name in enumerate(skeleton.names):
            if fnmatchcase(name, wave.joints):
                turn = _turn(wave, name, places[joint] - places[0]) * strength
                rotations[:, joint] += _level(wave.shape, phases, _delay(wave, name), wave.beats)[:, None] * turn
    translations = np.zeros_like(rotations)
    height = float(places[:, 1].max()) or 1.0
    for bob in program.bobs:
        shift = strength * height * np.array(bob.shift)
        translations[:, 0] += _level(bob.shape, phases, bob.phase, bob.beats)[:, None] * shift
    controls = _LOOP_CONTROLS if program.loop else _CLAMPED_CONTROLS
    curves = [
        Spline(fitted_controls(phases, values, controls, loop=program.loop), seconds, program.loop)
        for values in (rotations, translations)
    ]
    return JointMotion(rotations=curves[0], translations=curves[1], spins=_spins(skeleton, program, seconds))


def _number(name: str) -> int:
    """How far along its row a joint stands: one less than the last number in its name."""
    found = re.findall(r"\d+", name)
    return int(found[-1]) - 1 if found else 0


def _delay(wave: Wave, name: str) -> float:
    return wave.phase + wave.lag * _number(name) + (wave.right if name.endswith("_right") else 0.0)


def _turn(wave: Wave, name: str, away: np.ndarray) -> Float[np.ndarray, " 3"]:
    grown = np.array(wave.turn_rad) * (1.0 + wave.grow * _number(name))
    mirrored = -1.0 if name.endswith("_right") else 1.0
    if wave.frame == "model":
        return grown * [1.0, mirrored, mirrored]
    level = away * [1.0, 0.0, 1.0]
    out = level / max(float(np.linalg.norm(level)), 1e-9)
    up = np.array([0.0, 1.0, 0.0])
    return grown[0] * out + mirrored * grown[1] * up + grown[2] * np.cross(out, up)


def _level(shape: Shape, phases: np.ndarray, delay: float, beats: int) -> np.ndarray:
    """How far a wave is from rest at each phase: 1 is full swing."""
    angle = 2.0 * np.pi * (beats * phases - delay)
    if shape == "sine":
        return np.sin(angle)
    if shape == "lift":
        return (0.5 + 0.5 * np.cos(angle)) ** 2
    if shape == "steady":
        return np.ones_like(phases)
    t = np.clip((phases - delay) / (1.0 - delay), 0.0, 1.0)
    return t * t * t * (t * (6.0 * t - 15.0) + 10.0)


def _spins(skeleton: Skeleton, program: Program, seconds: float) -> tuple[Spin, ...]:
    """Even turning: the controls of a clamped spline on a straight line lie at its Greville points."""
    count = _CLAMPED_CONTROLS
    knots = np.concatenate([np.zeros(3), np.linspace(0.0, 1.0, count - 2), np.ones(3)])
    greville = np.array([knots[k + 1 : k + 4].mean() for k in range(count)])
    spins = []
    for turning in program.turnings:
        axis = np.array(turning.axis) / np.linalg.norm(turning.axis)
        for joint, name in enumerate(skeleton.names):
            if fnmatchcase(name, turning.joints):
                angle = Spline(2.0 * np.pi * turning.turns * greville, seconds, loop=False)
                spins.append(Spin(joint=joint, axis=axis, angle_rad=angle))
    return tuple(spins)
