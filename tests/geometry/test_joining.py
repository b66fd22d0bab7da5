"""Motions in turn: each is itself in the middle of its turn, and goes over into the next without a jolt."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.builders import motion_from

from enliven.core.motion import Spin
from enliven.core.splines import Spline
from enliven.geometry.joining import Turn, joined

PARENTS = (None, 0)


def _swinging(size, duration_s, *, loop, travel_m=None):
    phase = np.arange(12) / 12 * 2.0 * np.pi
    rotations = np.zeros((12, 2, 3))
    rotations[:, 1, 0] = size * np.sin(phase)
    return motion_from(rotations, duration_s=duration_s, loop=loop, travel_m=travel_m)


def _turns(**given):
    return [Turn(_swinging(0.2, 0.8, loop=True, **given), 0.0, 2.0), Turn(_swinging(-0.6, 3.4, loop=False), 2.0, 5.0)]


@pytest.mark.parametrize("loop", [False, True])
def test_every_turn_is_itself_in_its_middle(loop):
    turns = _turns()
    motion = joined(turns, 0.2, PARENTS, loop=loop)
    assert (motion.duration_s, motion.loop) == (5.0, loop)
    times = np.linspace(0.6, 1.5, 9)
    assert_allclose(motion.at(times).rotations, turns[0].motion.at(times + 0.2).rotations, atol=0.01)
    times = np.linspace(2.5, 4.5, 9)
    assert_allclose(motion.at(times).rotations, turns[1].motion.at(times - 1.8).rotations, atol=0.01)


def test_pose_and_speed_are_continuous_at_every_blend_and_where_a_loop_closes():
    motion = joined(_turns(), 0.2, PARENTS, loop=True)
    times = np.linspace(0.0, 5.0, 1001)
    turned = motion.at(times).rotations[:, 1, 0]
    assert_allclose(turned[0], turned[-1], atol=1e-12)
    assert_allclose(turned[1] - turned[0], turned[-1] - turned[-2], atol=2e-4)
    assert np.abs(np.diff(turned, n=2)).max() < 0.004  # a jump of the speed by 1 rad/s would be 0.005


def test_what_the_turns_travel_adds_up():
    motion = joined(_turns(travel_m=np.array([0.0, 0.0, 0.8])), 0.2, PARENTS, loop=False)
    way = motion.translations.at(np.array([0.0, 1.0, 5.0]))[:, 0, 2]
    assert_allclose(way, [0.0, 1.0, 2.0], atol=0.02)  # one metre a second for two seconds
    looped = joined(_turns(travel_m=np.array([0.0, 0.0, 0.8])), 0.2, PARENTS, loop=True)
    assert_allclose(looped.travel_m, [0.0, 0.0, 2.0], atol=0.02)


def test_a_wheel_turns_as_far_as_its_turns_say():
    angle = Spline(np.linspace(0.0, 2.0 * np.pi, 4), 0.8, loop=False)
    first, second = _turns()
    spun = Turn(
        motion_from(np.zeros((12, 2, 3)), duration_s=0.8).__class__(
            first.motion.rotations, first.motion.translations, (Spin(1, np.array([1.0, 0.0, 0.0]), angle),)
        ),
        0.0,
        2.0,
    )
    ends = joined([spun, second], 0.2, PARENTS, loop=False).spins[0].angle_rad.at(np.array([0.0, 5.0]))
    assert_allclose(ends[1] - ends[0], 2.0 * np.pi * 2.0 / 0.8, rtol=0.02)
