import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.builders import body_at, motion_from

from enliven.geometry.facing import turn_about_up
from enliven.geometry.measures import joint_tracks
from enliven.geometry.turning import turn_to_front, turned_body, turned_motion

PARENTS = (None, 0, 1, 0, 3)
REST = np.array([[0.0, 1.0, 0.0], [0.2, 0.1, 0.0], [0.2, 0.0, 0.2], [-0.2, 0.1, 0.0], [-0.2, 0.0, 0.2]])
NAMES = ("hips", "foot_left", "toes_left", "foot_right", "toes_right")


def _body():
    return body_at(REST, PARENTS, names=NAMES, extents=0.1)


def _motion():
    rng = np.random.default_rng(0)
    translations = np.zeros((12, 5, 3))
    translations[:, 0] = rng.normal(size=(12, 3))
    return motion_from(rng.normal(size=(12, 5, 3)), translations, travel_m=np.array([0.0, 0.0, 2.0]))


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_turned_motion_of_a_turned_body_is_the_motion_turned(quarters):
    turn, times = turn_about_up(quarters), np.linspace(0, 1, 17)
    tracks = joint_tracks(turned_body(_body(), turn).rest_positions, PARENTS, turned_motion(_motion(), turn), times)
    assert_allclose(tracks, joint_tracks(REST, PARENTS, _motion(), times) @ turn.T, atol=1e-9)


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_whoever_faces_another_way_is_turned_to_the_front(quarters):
    away = turned_body(_body(), turn_about_up(quarters))
    assert_allclose(turned_body(away, turn_to_front(away)).rest_positions, REST, atol=1e-12)


def test_turning_there_and_back_changes_nothing():
    turn = turn_about_up(1)
    again = turned_motion(turned_motion(_motion(), turn), turn.T)
    assert_allclose(again.rotations.controls, _motion().rotations.controls, atol=1e-12)
