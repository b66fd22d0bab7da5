"""Motion written as waves over joints that are called by name: the alphabet of :mod:`enliven.creatures.programs`."""

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

import numpy as np
from jaxtyping import Float

from enliven.core.motion import JointMotion, JointPose, Spin
from enliven.core.skeleton import Skeleton
from enliven.core.splines import Spline
from enliven.creatures.lumps import Number
from enliven.creatures.programs_gaits import Gait, Keys, Stand, keyed, sinking, stand_feet, walk_feet
from enliven.creatures.programs_legs import Build, bare_build, bone_directions, deepest_crouch, least_turn, legs_of
from enliven.geometry.kinematics import forward
from enliven.geometry.rotations import matrix_from_vector, unwrapped_vectors, vector_from_matrix
from enliven.geometry.spline_fit import fitted_controls

Shape = Literal["sine", "lift", "steady", "ease"]
ROOT = "@root"
"""Instead of a pattern: the first joint, whatever its name."""
Vector = tuple[Number, Number, Number]

_LOOP_CONTROLS, _CLAMPED_CONTROLS, _SAMPLES = 16, 10, 96


@dataclass(frozen=True, slots=True)
class Wave:
    """Turning of all joints whose names fit a pattern (``*`` stands for anything).

    ``turn_rad`` is the rotation vector at full swing. Frame ``"model"``: model axes, for the left side; the right side
    mirrors it. Frame ``"radial"``: components along the way out from the root, up, and about the level axis that lifts
    what points outwards; the right side mirrors the turn about up. Frame ``"aim"``: no turn but the direction, for the
    left side, that the bone is to have, so that arms hang however they rest.

    Shapes: ``sine`` swings both ways, ``lift`` is a bump once a beat and else near 0, ``steady`` a pose that is held,
    ``ease`` goes there once and stays.
    """

    joints: str
    turn_rad: Vector
    phase: float = 0.0  # cycles by which it comes later
    right: float = 0.0  # further cycles on the right side
    lag: float = 0.0  # further cycles for each number in the name: tail_3 comes two lags after tail_1
    grow: float = 0.0  # further share of the swing for each number
    beats: int = 1  # waves a cycle
    shape: Shape = "sine"
    frame: Literal["model", "radial", "aim"] = "model"
    keys: Keys = ()  # instead of a shape: (phase, level) pairs, smoothly joined


@dataclass(frozen=True, slots=True)
class Bob:
    """Shift of the root, in heights of the body."""

    shift: Vector
    phase: float = 0.0
    beats: int = 1
    shape: Shape = "sine"
    keys: Keys = ()


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
    feet: Gait | Stand | None = None  # legs step or keep their feet in place; None: they follow their waves
    settles: bool = False  # the lowest point always lies on the floor; with feet that stand or step: never under it


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
    places = skeleton.rest_positions
    build = bare_build(skeleton.names, skeleton.parents, places)
    phases = sample_phases(loop=program.loop)
    pose = posed(build, program, phases, strength=strength)
    controls = _LOOP_CONTROLS if program.loop else _CLAMPED_CONTROLS
    curves = [
        Spline(fitted_controls(phases, values, controls, loop=program.loop), seconds, program.loop)
        for values in (pose.rotations, pose.translations)
    ]
    return JointMotion(rotations=curves[0], translations=curves[1], spins=_spins(skeleton, program, seconds))


def sample_phases(*, loop: bool) -> Float[np.ndarray, " times"]:
    """Where a program is sampled: evenly, without the end of a loop."""
    return np.arange(_SAMPLES) / (_SAMPLES if loop else _SAMPLES - 1.0)


def posed(build: Build, program: Program, phases: Float[np.ndarray, " times"], *, strength: float = 1.0) -> JointPose:
    """A program on a body at phases of its cycle, without spins; translations in the unit of the places."""
    rotations = _turned(build, program, phases, strength)
    translations = np.zeros_like(rotations)
    for bob in program.bobs:
        shift = strength * build.height * np.array(bob.shift)
        translations[:, 0] += _level(bob, phases, bob.phase, loop=program.loop)[:, None] * shift
    if program.feet is not None:
        down = np.minimum(translations[:, 0, 1], 0.0)
        deepest = deepest_crouch(build, legs_of(build), lies=program.settles)
        translations[:, 0, 1] -= down * max(1.0 + deepest / min(float(down.min()), -1e-9), 0.0)
        _place_feet(build, program.feet, rotations, translations, phases, loop=program.loop)
    if program.settles:
        low = build.floor - _lowest(build, JointPose(rotations=rotations, translations=translations))
        translations[:, 0, 1] += low if program.feet is None else np.maximum(low, 0.0)
        if program.feet is not None:
            _place_feet(build, program.feet, rotations, translations, phases, loop=program.loop)
    return JointPose(rotations=unwrapped_vectors(rotations), translations=translations)


def _turned(
    build: Build, program: Program, phases: Float[np.ndarray, " times"], strength: float
) -> Float[np.ndarray, "times joints 3"]:
    """The sum of a program's waves, after the turns that give bones the directions they aim at."""
    rotations = np.zeros((len(phases), len(build.names), 3))
    aims = np.zeros_like(rotations)
    bones = bone_directions(build)
    frames = _hanging_frames(build, program, bones)
    for wave in program.waves:
        for joint, name in enumerate(build.names):
            if not _fits(name, joint, wave.joints):
                continue
            level = _level(wave, phases, _delay(wave, name), loop=program.loop)[:, None]
            if wave.frame == "aim":
                aims[:, joint] += level * _aimed(wave, name, bones[joint])
            else:
                turn = strength * _turn(wave, name, build.places[joint] - build.places[0])
                rotations[:, joint] += level * (turn @ frames.get(joint, np.eye(3)))
    aimed = np.abs(aims).max(axis=(0, 2)) > 0.0
    both = matrix_from_vector(rotations[:, aimed]) @ matrix_from_vector(aims[:, aimed])
    rotations[:, aimed] = vector_from_matrix(both)
    return rotations


def _hanging_frames(build: Build, program: Program, bones: np.ndarray) -> dict[int, Float[np.ndarray, "3 3"]]:
    """Below upper arms that aim, waves are told for hanging arms: what turns an arm from its rest to hanging.

    A forearm that rests sideways bends forward about +Y, one that hangs about +X.
    """
    if not any(wave.frame == "aim" and wave.joints.startswith("arm_upper") for wave in program.waves):
        return {}
    frames: dict[int, np.ndarray] = {}
    for joint, (name, parent) in enumerate(zip(build.names, build.parents, strict=True)):
        if name.startswith("arm_upper"):
            down = np.array([[-0.24 if name.endswith("_right") else 0.24, -1.0, 0.05]])
            frames[joint] = least_turn(bones[joint][None], down)[0]
        elif parent in frames:
            frames[joint] = frames[parent]
    return {joint: frame for joint, frame in frames.items() if not build.names[joint].startswith("arm_upper")}


def turned_joints(build: Build, program: Program) -> tuple[int, ...]:
    """Joints that a program moves: those that a wave or a turning names, the root that bobs, and legs that step."""
    patterns = [part.joints for part in (*program.waves, *program.turnings)]
    if program.bobs:
        patterns.append(ROOT)
    named = {
        joint for joint, name in enumerate(build.names) if any(_fits(name, joint, pattern) for pattern in patterns)
    }
    if program.feet is not None:
        named |= {joint for leg in legs_of(build) for joint in leg.joints}
    return tuple(sorted(named))


def _place_feet(
    build: Build,
    feet: Gait | Stand,
    rotations: np.ndarray,
    translations: np.ndarray,
    phases: np.ndarray,
    *,
    loop: bool,
) -> None:
    legs = legs_of(build)
    if isinstance(feet, Gait):
        translations[:, 0, 1] -= sinking(build, legs, feet)
    placed = forward(build.places, build.parents, JointPose(rotations=rotations, translations=translations))
    if isinstance(feet, Gait):
        walk_feet(build, legs, feet, rotations, placed, phases)
    else:
        stand_feet(build, legs, feet, rotations, placed, phases, loop=loop)


def _lowest(build: Build, pose: JointPose) -> Float[np.ndarray, " times"]:
    """Height of the lowest point of the skin, about: each joint's as a cross of 1.6 standard deviations."""
    placed = forward(build.places, build.parents, pose)
    arms = 1.6 * np.concatenate([np.eye(3), -np.eye(3)])
    points = (build.middles - build.places)[:, None] + arms * build.extents[:, None]
    low = build.middles[:, 1] - 1.6 * build.extents[:, 1]
    slack = max(float(low.min()) - build.floor, 0.0)
    heights = placed.positions[:, :, None, 1] + np.einsum("tji,jki->tjk", placed.rotations[:, :, 1], points)
    return heights.min(axis=(1, 2)) - slack


def _fits(name: str, joint: int, pattern: str) -> bool:
    return joint == 0 if pattern == ROOT else fnmatchcase(name, pattern)


def _number(name: str) -> int:
    """How far along its row a joint stands: one less than the last number in its name."""
    found = re.findall(r"\d+", name)
    return int(found[-1]) - 1 if found else 0


def _delay(wave: Wave, name: str) -> float:
    return wave.phase + wave.lag * _number(name) + (wave.right if name.endswith("_right") else 0.0)


def _aimed(wave: Wave, name: str, bone: np.ndarray) -> Float[np.ndarray, " 3"]:
    """The least turn that gives a bone the wave's direction."""
    wanted = np.array(wave.turn_rad) * [-1.0 if name.endswith("_right") else 1.0, 1.0, 1.0]
    return vector_from_matrix(least_turn(bone[None], wanted[None]))[0]


def _turn(wave: Wave, name: str, away: np.ndarray) -> Float[np.ndarray, " 3"]:
    grown = np.array(wave.turn_rad) * (1.0 + wave.grow * _number(name))
    mirrored = -1.0 if name.endswith("_right") else 1.0
    if wave.frame == "model":
        return grown * [1.0, mirrored, mirrored]
    level = away * [1.0, 0.0, 1.0]
    out = level / max(float(np.linalg.norm(level)), 1e-9)
    up = np.array([0.0, 1.0, 0.0])
    return grown[0] * out + mirrored * grown[1] * up + grown[2] * np.cross(out, up)


def _level(wave: Wave | Bob, phases: np.ndarray, delay: float, *, loop: bool) -> np.ndarray:
    """How far a wave is from rest at each phase: 1 is full swing."""
    if wave.keys:
        return keyed(wave.keys, phases - delay, loop=loop)
    angle = 2.0 * np.pi * (wave.beats * phases - delay)
    if wave.shape == "sine":
        return np.sin(angle)
    if wave.shape == "lift":
        return (0.5 + 0.5 * np.cos(angle)) ** 2
    if wave.shape == "steady":
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
            if _fits(name, joint, turning.joints):
                angle = Spline(2.0 * np.pi * turning.turns * greville, seconds, loop=False)
                spins.append(Spin(joint=joint, axis=axis, angle_rad=angle))
    return tuple(spins)
