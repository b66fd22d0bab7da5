import numpy as np
import pytest
from numpy.testing import assert_allclose

from enliven.curation.spins import spins_of, without_spins
from enliven.geometry.rotations import matrix_from_vector

AXIS = np.array([0.0, 0.6, 0.8])


def _turned(angles, axis=AXIS):
    return matrix_from_vector((angles[:, None] * axis)[:, None])


@pytest.mark.parametrize("turns", [0.75, 1.0, 2.0, 5.5])
def test_a_wheel_is_a_spin_and_nothing_else(turns):
    rotations = _turned(np.linspace(0.0, 2.0 * np.pi * turns, 121))
    spins = spins_of(rotations)
    assert_allclose(spins.turns, [turns], atol=1e-6)
    assert_allclose(spins.axes, [AXIS], atol=1e-6)
    left = without_spins(rotations, spins, np.linspace(0.0, 1.0, 121))
    assert_allclose(left, np.broadcast_to(np.eye(3), left.shape), atol=1e-6)


def test_swinging_and_half_turns_are_no_spins():
    swing = _turned(3.0 * np.sin(np.linspace(0.0, 6.0 * np.pi, 121)))
    half = _turned(np.linspace(0.0, 1.2 * np.pi, 121))
    assert spins_of(swing).turns.max() == 0.0
    assert spins_of(half).turns.max() == 0.0


def test_a_loop_a_little_short_of_whole_turns_makes_whole_turns():
    assert spins_of(_turned(np.linspace(0.0, 2.0 * np.pi * 1.96, 121))).turns[0] == 2.0


def test_a_spin_turns_before_the_rotation_that_stays():
    tilt = matrix_from_vector(np.array([0.4, 0.0, 0.0]))
    rotations = tilt @ _turned(np.linspace(0.0, 4.0 * np.pi, 121))
    spins = spins_of(rotations)
    left = without_spins(rotations, spins, np.linspace(0.0, 1.0, 121))
    assert_allclose(spins.axes, [AXIS], atol=1e-6)
    assert_allclose(left, np.broadcast_to(tilt, left.shape), atol=1e-6)
