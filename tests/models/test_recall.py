import numpy as np
import pytest

from enliven.models.recall import recall_at


def test_motions_that_know_their_words_are_found_at_once_and_blind_ones_by_chance():
    own = np.arange(40)
    assert recall_at(np.eye(40), own.tolist(), batch=32) == (1.0, 1.0, 1.0)
    assert recall_at(np.ones((40, 40)), own.tolist(), batch=32) == (0.0, 0.0, 0.0)
    blind = np.random.default_rng(0).random((1000, 1000))
    found = recall_at(blind, list(range(1000)), batch=32, rounds=500)
    assert found == pytest.approx((1 / 32, 2 / 32, 3 / 32), abs=0.01)


def test_ranks_count():
    near = np.array([[3.0, 2.0, 1.0], [3.0, 2.0, 1.0], [3.0, 2.0, 1.0]])
    assert recall_at(near, [0, 1, 2], batch=3, rounds=5) == pytest.approx((1 / 3, 2 / 3, 1.0))


def test_each_label_stands_once_in_a_batch_however_many_motions_it_has():
    near = np.zeros((10, 2))
    near[:, 0] = 1.0  # all motions say the first label; nine of ten are of it
    assert recall_at(near, [0] * 9 + [1], batch=2, rounds=50) == (0.5, 1.0, 1.0)
    assert all(np.isnan(recall_at(np.zeros((0, 3)), [])))
