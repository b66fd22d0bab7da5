"""Motion programs: they move what they name, repeat exactly, and keep left and right apart."""

from fnmatch import fnmatchcase
from functools import cache

import numpy as np
import pytest
from numpy.testing import assert_allclose

from enliven.core.errors import InvalidRequestError
from enliven.core.skeleton import Skeleton
from enliven.creatures import KINDS, sample
from enliven.creatures.catalogue import sketch_of
from enliven.creatures.programs import PROGRAMS, performed
from enliven.creatures.quadruped_shapes import SPECIES
from enliven.creatures.waves import ROOT, Program, Turning, Wave, motion_of
from enliven.geometry.kinematics import ModelPose, forward, posed_at

_TRIED = [kind for kind in KINDS if kind not in {*SPECIES, "quadruped"} or kind == "fox"]  # other species move alike
_ALL = [
    pytest.param(kind, program, id=f"{kind}-{program.name}")
    for kind in _TRIED
    for program in PROGRAMS[kind]
    if kind in ("biped", "fox") or not program.name.startswith("walk_")  # manners are the same everywhere
]


@cache
def skeleton_of(kind: str, seed: int = 0) -> Skeleton:
    return sketch_of(kind, seed).skeleton(np.zeros(3))


def placed(skeleton: Skeleton, program: Program, times: np.ndarray) -> ModelPose:
    motion = motion_of(skeleton, program)
    pose = posed_at(motion, times * motion.duration_s, skeleton.parents)
    return forward(skeleton.rest_positions, skeleton.parents, pose)


def test_every_kind_has_a_program():
    assert set(PROGRAMS) == set(KINDS)


@pytest.mark.parametrize(("kind", "program"), _ALL)
def test_it_moves_and_a_loop_ends_as_it_began(kind: str, program: Program):
    skeleton = skeleton_of(kind)
    poses = placed(skeleton, program, np.array([0.0, 0.21, 0.5, 0.77, 1.0]))
    turned = np.abs(poses.rotations - poses.rotations[:1]).max()
    assert turned > (0.002 if program.loop else 0.05)
    if program.loop:
        assert_allclose(poses.rotations[-1], poses.rotations[0], atol=1e-9)
        assert_allclose(poses.positions[-1], poses.positions[0], atol=1e-9)


def test_every_wave_names_a_joint_of_some_kind():
    kinds = [kind for kind in KINDS if kind not in SPECIES]
    names = {name for kind in kinds for seed in (0, 1) for name in skeleton_of(kind, seed).names}
    for program in {program for kind in KINDS for program in PROGRAMS[kind]}:
        for part in (*program.waves, *program.turnings):
            named = any(fnmatchcase(name, part.joints) for name in names)
            assert part.joints == ROOT or named, (program.name, part.joints)


@pytest.mark.parametrize(
    ("kind", "name"), [("biped", "walk"), ("fox", "trot"), ("dinosaur", "run"), ("spider", "walk")]
)
def test_the_right_side_of_a_gait_does_half_a_cycle_later_what_the_left_side_does(kind: str, name: str):
    skeleton = skeleton_of(kind)
    program = next(program for program in PROGRAMS[kind] if program.name == name)
    times = np.arange(8) / 8.0
    motion = motion_of(skeleton, program)
    now = motion.at(times * motion.duration_s).rotations
    later = motion.at((times + 0.5) * motion.duration_s).rotations
    legs = [joint for joint in skeleton.names if "leg" in joint and joint.endswith("_left")]
    swings = []
    for joint in legs:
        left, right = skeleton.names.index(joint), skeleton.names.index(joint.replace("_left", "_right"))
        assert_allclose(later[:, right], now[:, left] * [1.0, -1.0, -1.0], atol=1e-6)
        swings.append(np.ptp(now[:, left], axis=0).max())
    assert max(swings) > 0.3


def test_feet_go_forward_in_the_air_and_back_on_the_ground():
    skeleton = skeleton_of("biped")
    program = next(program for program in PROGRAMS["biped"] if program.name == "walk")
    toes = skeleton.names.index("toes_left")
    track = placed(skeleton, program, np.arange(64) / 64.0).positions[:, toes]
    ahead = np.roll(track[:, 2], -1) - np.roll(track[:, 2], 1)
    high = track[:, 1] > np.median(track[:, 1])
    assert ahead[high].mean() > 0.0 > ahead[~high].mean()


def test_a_wheel_turns_evenly_by_whole_turns():
    skeleton = skeleton_of("car")
    program = Program("turn", "turns", 2.0, turnings=(Turning("wheel_*", (1.0, 0.0, 0.0), 3),))
    motion = motion_of(skeleton, program)
    assert [skeleton.names[spin.joint] for spin in motion.spins] == [n for n in skeleton.names if n.startswith("wheel")]
    times = np.linspace(0.0, 2.0, 9)
    assert_allclose(motion.spins[0].angle_rad.at(times), 3.0 * np.pi * times, atol=1e-9)


def test_waves_scale_with_strength_and_last_as_long_as_asked():
    fish = sample("fish")
    full = performed(fish, "swim", duration_s=2.0)
    half = performed(fish, "swim", duration_s=2.0, strength=0.5)
    assert full.duration_s == 2.0
    assert_allclose(half.rotations.controls, 0.5 * full.rotations.controls)


def test_a_lagging_wave_comes_later_along_its_row():
    skeleton = skeleton_of("fox")
    program = Program("wave", "waves", 1.0, (Wave("tail_*", (0.0, 0.5, 0.0), lag=0.125),))
    motion = motion_of(skeleton, program)
    first, second = skeleton.names.index("tail_1"), skeleton.names.index("tail_2")
    times = np.arange(16) / 16.0
    swung = motion.at(times).rotations[:, :, 1]
    assert_allclose(motion.at(times + 0.125).rotations[:, second, 1], swung[:, first], atol=1e-6)
    assert_allclose(swung[:, first], 0.5 * np.sin(2.0 * np.pi * times), atol=1e-3)


def test_an_unknown_program_names_the_known_ones():
    with pytest.raises(InvalidRequestError, match=r"a fish has no program 'fly', expected one of: swim"):
        performed(sample("fish"), "fly")
