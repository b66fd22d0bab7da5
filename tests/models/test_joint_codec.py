"""Channels hold a motion: what was told comes back, and spins of any speed stay plain numbers."""

import numpy as np
from numpy.testing import assert_allclose

from enliven.geometry.rotations import matrix_from_vector
from enliven.models.joint_codec import CONTROLS, SPIN, TurnControls, channels_of, controls_of


def _told(spins: np.ndarray) -> TurnControls:
    rng = np.random.default_rng(0)
    turns = matrix_from_vector(rng.normal(size=(CONTROLS, len(spins), 3)))
    return TurnControls(turns=turns, translations=rng.normal(size=(CONTROLS, len(spins), 3)), spins=spins)


def test_a_motion_comes_back_from_its_channels():
    told = _told(np.array([[0.0, 0.0, 0.0], [0.0, 0.5, 0.0], [-3.0, 4.0, 0.0]]))
    back = controls_of(channels_of(told))
    assert_allclose(back.turns, told.turns, atol=1e-6)
    assert_allclose(back.translations, told.translations, atol=1e-6)
    assert_allclose(back.spins, told.spins, atol=1e-5)


def test_one_turn_and_many_lie_near_each_other_on_the_same_axis():
    axis = np.array([0.6, 0.0, 0.8])
    told = channels_of(_told(np.outer([1.0, 7.0], axis)))[:, SPIN]
    assert_allclose(told, np.outer([1.0, 3.0], axis), atol=1e-6)
