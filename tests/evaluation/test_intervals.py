import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.evaluation.shown import shown

from enliven.evaluation.confusion import swapped
from enliven.evaluation.intervals import interval


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
def test_with_one_clip_a_rig_the_interval_agrees_with_the_normal_one(share):
    hits = (np.arange(400) < 400 * share).astype(float)
    half = 1.96 * np.sqrt(share * (1 - share) / 400)
    rigs = [str(number) for number in range(400)]
    assert_allclose(interval(hits.tolist(), rigs), (share - half, share + half), atol=0.01)


def test_clips_of_one_rig_that_are_alike_count_as_one():
    hits = np.repeat(np.arange(100) % 2, 9).astype(float).tolist()
    alone = interval(hits, [str(number) for number in range(900)])
    by_rig = interval(hits, np.repeat(np.arange(100), 9).astype(str).tolist())
    assert np.ptp(by_rig) == pytest.approx(3.0 * np.ptp(alone), rel=0.1)


def test_rigs_weigh_by_their_clips():
    low, high = interval([1.0, 1.0, 1.0, 0.0], ["a", "a", "a", "b"])
    assert (low, high) == (0.0, 1.0)
    assert all(np.isnan(interval([], [])))


def test_swapped_words_are_those_of_the_rig_s_next_action():
    perfect = [shown("walk"), shown("run"), shown("die")]
    assert swapped(perfect) == (0.0, pytest.approx(1 / 3))
    deaf = [shown("walk", "walk"), shown("run", "walk")]
    assert swapped(deaf) == (0.5, 0.5)
    assert all(np.isnan(swapped([shown("walk"), shown("run", rig="b")])))
