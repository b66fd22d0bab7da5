import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.builders import body_at

from enliven.geometry.facing import facing_from_names, quarter_turns, turn_about_up
from enliven.geometry.joint_names import may_end_in, name_side, name_words, says_something, sounds_like_helper

FRONT, RIGHT = np.array([0.0, 0.0, 1.0]), np.array([-1.0, 0.0, 0.0])


def _body(places):
    return body_at(list(places.values()), names=places)


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
@pytest.mark.parametrize(
    "places",
    [
        {"hips": (0, 1, 0), "hand.L": (0.5, 1, 0), "hand.R": (-0.5, 1, 0)},
        {"hips": (0, 1, 0), "LeftFoot": (0.1, 0.1, 0), "LeftToeBase": (0.1, 0, 0.15)},
        {"Tail1": (0, 1, -0.5), "Head": (0, 1.2, 0.6)},
    ],
)
def test_names_tell_the_facing_and_the_turn_brings_it_to_the_front(places, quarters):
    turn = turn_about_up(quarters)
    facing = facing_from_names(_body({name: turn @ np.array(at, dtype=float) for name, at in places.items()}))
    assert np.linalg.norm(facing) >= 0.9
    assert_allclose(facing / np.linalg.norm(facing), turn @ FRONT, atol=1e-9)
    assert quarter_turns(facing) == -quarters % 4
    assert_allclose(turn_about_up(quarter_turns(facing)) @ turn @ FRONT, FRONT, atol=1e-12)


def test_names_without_meaning_tell_nothing():
    facing = facing_from_names(_body({"Bone": (0, 1, 0), "Bone.001": (0.5, 1, 0), "Bone.002": (0, 1, 2)}))
    assert_allclose(facing, 0.0)


def test_quarter_turns_are_counter_clockwise_from_above():
    assert_allclose(turn_about_up(1) @ RIGHT, FRONT)
    assert_allclose(np.linalg.det(turn_about_up(3)), 1.0)


@pytest.mark.parametrize(
    ("name", "words", "side"),
    [
        ("mixamorig:LeftForeArm", ("left", "fore", "arm"), "left"),
        ("Armature|upper_arm.R", ("upper", "arm", "r"), "right"),
        ("IKBackLeg.L", ("ik", "back", "leg", "l"), "left"),
        ("Bone.012", ("bone", "012"), None),
        ("collar", ("collar",), None),
    ],
)
def test_words_and_sides(name, words, side):
    assert name_words(name) == words
    assert name_side(name) == side


@pytest.mark.parametrize(
    ("name", "expected"), [("kneeIK.l", True), ("Spike", False), ("Mikey", False), ("ctrls", True)]
)
def test_helpers_are_whole_words(name, expected):
    assert sounds_like_helper(name) is expected


def test_a_leg_ends_in_no_hand_and_an_arm_in_no_foot():
    assert may_end_in("LowerLeg.L", "Foot.L")
    assert not may_end_in("LowerLeg.L", "Fist.L")
    assert not may_end_in("LowerArm.L", "Foot.L")
    assert may_end_in("LowerArm.L", "Fist.L")


def test_numbered_bones_say_nothing():
    assert not says_something("Bone.012")
    assert not says_something("j51")
    assert says_something("Mouth")
