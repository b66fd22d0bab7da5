import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from tests.builders import body_at

from enliven.models.amplitude import trusted_means


def _body(*, deep):
    rest = np.array(
        [[0.0, 1.0, 0.0], [0.2, 0.5, 0.0], [0.2, 0.0, 0.0], [-0.2, 0.5, 0.0], [-0.2, 0.0, 1.0 if deep else 0.1]]
    )
    return body_at(rest, (None, 0, 1, 0, 3))


@given(seed=st.integers(0, 2**32 - 1), size=st.floats(0.01, 3.0))
def test_mean_poses_move_towards_rest_and_what_moves_stays(seed, size):
    track = np.random.default_rng(seed).normal(size=(12, 5, 3)) * size
    settled = trusted_means(_body(deep=True), track)
    before, after = np.linalg.norm(track.mean(axis=0), axis=-1), np.linalg.norm(settled.mean(axis=0), axis=-1)
    assert_allclose(settled - settled.mean(axis=0), track - track.mean(axis=0), atol=1e-12)
    assert (after < before).all()
    assert (np.argsort(after) == np.argsort(before)).all()


def test_a_rest_pose_stays_the_rest_pose():
    assert_allclose(trusted_means(_body(deep=True), np.zeros((12, 5, 3))), 0.0)


def test_upright_bodies_keep_their_mean_pose():
    track = np.random.default_rng(0).normal(size=(12, 5, 3))
    assert trusted_means(_body(deep=False), track) is track
