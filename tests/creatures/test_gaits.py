"""Steps: feet stand still on the moving ground, knees keep their way, falls end on the floor."""

from functools import cache

import numpy as np
import pytest
from numpy.testing import assert_allclose

from enliven.core.motion import JointPose
from enliven.core.skeleton import Skeleton
from enliven.creatures.catalogue import sketch_of
from enliven.creatures.programs import PROGRAMS
from enliven.creatures.programs_gaits import Gait, keyed
from enliven.creatures.programs_legs import Build, bare_build, legs_of
from enliven.creatures.programs_manners import MANNERS, with_manner
from enliven.creatures.waves import Program, posed
from enliven.geometry.kinematics import ModelPose, forward
from enliven.geometry.rotations import matrix_from_vector


@cache
def build_of(kind: str) -> Build:
    skeleton: Skeleton = sketch_of(kind, 1).skeleton(np.zeros(3))
    return bare_build(skeleton.names, skeleton.parents, skeleton.rest_positions)


def program_of(kind: str, name: str) -> Program:
    return next(program for program in PROGRAMS[kind] if program.name == name)


def placed(build: Build, program: Program, phases: np.ndarray) -> tuple[JointPose, ModelPose]:
    pose = posed(build, program, phases)
    return pose, forward(build.places, build.parents, pose)


@pytest.mark.parametrize("kind", ["biped", "robot", "dinosaur", "fox", "spider"])
def test_a_foot_that_stands_goes_back_at_the_speed_of_the_ground(kind: str):
    build, program = build_of(kind), program_of(kind, "walk")
    assert isinstance(program.feet, Gait)
    duty, legs = program.feet.duty, legs_of(build)
    leg = max((leg for leg in legs if leg.side > 0), key=lambda leg: leg.row)  # the hindmost left one lands at phase 0
    phases = np.linspace(0.2, 0.6, 9) * duty  # flat on the ground
    _, stood = placed(build, program, phases)
    last = leg.joints[min(2, len(leg.joints) - 1)]
    sole = stood.positions[:, last] + np.einsum("tij,j->ti", stood.rotations[:, last], leg.contact - build.places[last])
    speeds = np.diff(sole[:, 2]) / np.diff(phases)
    assert (speeds < 0.0).all()
    assert_allclose(speeds, speeds.mean(), rtol=0.02)
    assert_allclose(sole[:, 1], leg.contact[1], atol=0.004 * build.height)


@pytest.mark.parametrize(
    ("kind", "name"), [("biped", "run"), ("fox", "gallop"), ("dinosaur", "walk"), ("biped", "sit")]
)
def test_a_knee_bends_about_its_hinge_and_never_past_straight(kind: str, name: str):
    build = build_of(kind)
    pose, _ = placed(build, program_of(kind, name), np.arange(48) / 48.0)
    for leg in legs_of(build):
        knee = pose.rotations[:, leg.joints[1]]
        about = knee @ leg.hinge
        assert_allclose(knee, about[:, None] * leg.hinge, atol=1e-9)
        thigh = build.places[leg.joints[1]] - build.places[leg.joints[0]]
        shank = build.places[leg.joints[2]] - build.places[leg.joints[1]]
        turned = np.einsum("tij,j->ti", matrix_from_vector(knee), shank)
        assert (np.cross(thigh, turned) @ leg.hinge >= -1e-9).all()


def test_feet_stay_in_place_while_the_body_bows():
    build = build_of("biped")
    _, stood = placed(build, program_of("biped", "bow"), np.arange(24) / 24.0)
    for leg in legs_of(build):
        foot = stood.positions[:, leg.joints[2]]
        assert_allclose(foot, np.broadcast_to(foot[:1], foot.shape), atol=0.004 * build.height)
    head = stood.positions[:, build.names.index("head")]
    assert np.ptp(head[:, 1]) > 0.15 * build.height


@pytest.mark.parametrize(("kind", "name"), [("biped", "die_back"), ("biped", "die_front"), ("fox", "die_side")])
def test_a_fall_ends_lying_on_the_floor(kind: str, name: str):
    build = build_of(kind)
    _, fallen = placed(build, program_of(kind, name), np.array([0.0, 0.5, 1.0]))
    heights = fallen.positions[-1, :, 1]
    rest = build.places[:, 1].min()
    assert_allclose(heights.min(), rest, atol=0.02 * build.height)
    assert heights.max() < 0.5 * build.height


def test_a_limping_leg_stands_shorter_and_reaches_less_far():
    build, limp = build_of("biped"), program_of("biped", "walk_limping")
    _, stood = placed(build, limp, np.arange(96) / 96.0)
    lame, sound = (stood.positions[:, leg.joints[2]] for leg in legs_of(build))
    assert np.ptp(lame[:, 2]) < 0.7 * np.ptp(sound[:, 2])


def test_a_manner_changes_tempo_and_steps_of_gaits_only():
    walk, slowly = program_of("biped", "walk"), MANNERS["slowly"]
    slow = with_manner(walk, slowly)
    assert slow.duration_s == pytest.approx(walk.duration_s / slowly.tempo)
    assert isinstance(walk.feet, Gait)
    assert isinstance(slow.feet, Gait)
    assert slow.feet.stride == pytest.approx(slowly.stride * walk.feet.stride)
    with pytest.raises(TypeError, match="'bow' is no gait"):
        with_manner(program_of("biped", "bow"), slowly)


def test_walking_backwards_the_standing_foot_goes_forward():
    build, back = build_of("biped"), program_of("biped", "walk_backwards")
    assert isinstance(back.feet, Gait)
    _, stood = placed(build, back, np.array([0.2, 0.4]) * back.feet.duty)
    foot = stood.positions[:, build.names.index("toes_left"), 2]
    assert foot[1] > foot[0] + 0.01 * build.height


def test_keys_are_met_and_come_round_in_a_loop():
    keys = ((0.0, 0.0), (0.3, 1.0), (0.7, -0.5), (1.0, 0.0))
    assert_allclose(keyed(keys, np.array([0.0, 0.3, 0.7, 1.0]), loop=False), [0.0, 1.0, -0.5, 0.0], atol=1e-12)
    assert_allclose(keyed(keys, np.array([1.3, -0.3]), loop=True), [1.0, -0.5], atol=1e-12)
    assert_allclose(keyed(keys, np.array([-2.0, 5.0]), loop=False), [0.0, 0.0], atol=1e-12)


def resting(build: Build, turn_rad: float) -> Build:
    """The same body with arms that rest higher."""
    turns = np.zeros((1, len(build.names), 3))
    for side, sign in (("left", 1.0), ("right", -1.0)):
        turns[0, build.names.index(f"arm_upper_{side}"), 2] = sign * turn_rad
    stood = forward(build.places, build.parents, JointPose(turns, np.zeros_like(turns)))
    return bare_build(build.names, build.parents, stood.positions[0])


@pytest.mark.parametrize("name", ["wave_right", "bow", "punch", "clap"])
def test_hands_go_the_same_way_however_the_arms_rest(name: str):
    build, program = build_of("biped"), program_of("biped", name)
    phases = np.arange(8) / 8.0
    hand = build.names.index("hand_right")
    _, one = placed(build, program, phases)
    _, other = placed(resting(build, 0.9), program, phases)
    reach = np.linalg.norm(build.places[hand] - build.places[build.names.index("arm_upper_right")])
    apart = np.linalg.norm(one.positions[:, hand] - other.positions[:, hand], axis=1)
    assert apart.max() < 0.2 * reach
    assert np.linalg.norm(np.ptp(one.positions[:, hand], axis=0)) > reach * 0.2


def test_a_body_that_sits_or_lies_down_does_not_sink():
    build = build_of("dragon")
    for name in ("sit", "lie", "die_belly"):
        _, low = placed(build, program_of("dragon", name), np.array([0.0, 0.5, 1.0]))
        assert low.positions[..., 1].min() > -0.03 * build.height


@pytest.mark.parametrize(("kind", "name"), [("fox", "lie"), ("rabbit", "jump"), ("dragon", "die_belly")])
def test_turns_never_leap_by_a_whole_round(kind: str, name: str):
    build = build_of(kind)
    pose, _ = placed(build, program_of(kind, name), np.linspace(0.0, 1.0, 97))
    assert np.abs(np.diff(pose.rotations, axis=0)).max() < 1.0
