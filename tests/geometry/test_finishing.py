import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.builders import motion_from

from enliven.core.motion import JointMotion
from enliven.core.splines import Spline
from enliven.geometry import finishing
from enliven.geometry.measures import joint_tracks, measured

_LEG = np.array([[0.2, 1.0, 0.0], [0.2, 0.5, 0.0], [0.2, 0.0, 0.0]])
REST = np.vstack([[0.0, 1.0, 0.0], _LEG, _LEG * [-1.0, 1.0, 1.0]])
PARENTS = (None, 0, 1, 2, 0, 4, 5)


def _motion(*, loop, seed=0, turn=0.4, shift=0.0):
    rng = np.random.default_rng(seed)
    rotations = rng.normal(size=(12, 7, 3)) * turn
    translations = np.zeros((12, 7, 3))
    translations[:, 0, 1] = shift
    return motion_from(rotations, translations, duration_s=1.5, loop=loop)


@pytest.mark.parametrize("loop", [False, True])
def test_start_at_rest_begins_at_rest_and_keeps_the_middle(loop):
    motion = _motion(loop=loop, turn=0.2)
    started = finishing.started_at_rest(motion)
    pose = started.at(np.array([0.0, 1.5]))
    assert_allclose(pose.rotations[0], 0.0, atol=1e-12)
    if loop:
        assert_allclose(pose.rotations[1], 0.0, atol=1e-12)
    middle = np.array([0.75])
    assert_allclose(started.at(middle).rotations, motion.at(middle).rotations, atol=0.02)


def test_a_sunk_clip_is_lifted_to_the_ground():
    sunk = _motion(loop=True, turn=0.0, shift=-0.1)
    tracks = joint_tracks(REST, PARENTS, finishing.grounded(sunk, REST, PARENTS, 1.0), np.linspace(0, 1.5, 9))
    assert_allclose(tracks[..., 1].min(), 0.0, atol=1e-9)


def test_who_flies_is_left_in_the_air():
    flying = _motion(loop=True, turn=0.0, shift=0.8)
    assert finishing.grounded(flying, REST, PARENTS, 1.0) is flying


def _walk(stride_rad, duration_s):
    """Two straight legs that swing against each other; the standing leg is the one that reaches the ground."""
    phase = np.arange(24) / 24 * 2.0 * np.pi
    rotations, translations = np.zeros((24, 7, 3)), np.zeros((24, 7, 3))
    rotations[:, 1, 0], rotations[:, 4, 0] = stride_rad * np.sin(phase), -stride_rad * np.sin(phase)
    rotations[:, 2, 0] = np.maximum(0.0, np.cos(phase + np.pi)) * 1.2
    rotations[:, 5, 0] = np.maximum(0.0, np.cos(phase)) * 1.2
    return JointMotion(Spline(rotations, duration_s, True), Spline(translations, duration_s, True))


def test_travel_goes_forward_and_grows_with_the_stride():
    short, long = (finishing.travelled(_walk(stride, 1.0), REST, PARENTS, 1.0).travel_m[2] for stride in (0.2, 0.4))
    assert long > 1.5 * short > 0.3


def test_travel_covers_the_same_ground_at_half_the_speed():
    fast, slow = (finishing.travelled(_walk(0.4, seconds), REST, PARENTS, 1.0).travel_m for seconds in (1.0, 2.0))
    assert_allclose(fast, slow, rtol=0.1)


def test_measures_of_stillness_are_zero():
    still = measured(REST, PARENTS, _motion(loop=True, turn=0.0), 1.0)
    assert_allclose([still.speed, still.reach, still.jerk, still.loop_error, still.floor], 0.0, atol=1e-12)


def test_speed_halves_when_the_clip_lasts_twice_as_long():
    quick = _motion(loop=True)
    slow = JointMotion(Spline(quick.rotations.controls, 3.0, True), Spline(quick.translations.controls, 3.0, True))
    measures = [measured(REST, PARENTS, motion, 1.0, per_second=120.0) for motion in (quick, slow)]
    assert_allclose(measures[0].speed, 2.0 * measures[1].speed, rtol=0.02)


def test_a_loop_closes_and_its_travel_is_no_error():
    motion = finishing.travelled(_walk(0.4, 1.0), REST, PARENTS, 1.0)
    assert measured(REST, PARENTS, motion, 1.0).loop_error < 1e-9
