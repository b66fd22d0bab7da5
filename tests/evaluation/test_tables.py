import numpy as np
import pytest
from numpy.testing import assert_allclose

from enliven.evaluation.tables import Shown, Table, interval


def _shown(action, recognised, ratio=1.0, category="bird"):
    return Shown(action, category, recognised, action, ratio, ratio, 2.0, None)


def test_the_table_counts_by_action():
    rows = {"real": [_shown("walk", True), _shown("fly", False)], "model": [_shown("walk", False), _shown("fly", True)]}
    text = Table("Some rigs", rows).as_markdown()
    assert "| walk | 1 | 1.00 | 0.00 |" in text
    assert "| fly | 1 | 0.00 | 1.00 |" in text
    assert "| bird | 2 | 0.50 | 0.50 |" in text


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
def test_the_interval_agrees_with_the_normal_one(share):
    hits = np.arange(400) < 400 * share
    half = 1.96 * np.sqrt(share * (1 - share) / 400)
    assert_allclose(interval(hits.tolist()), (share - half, share + half), atol=0.01)


def test_amount_is_told_as_a_ratio_of_means():
    rows = {"real": [_shown("walk", True, 1.0), _shown("run", True, 3.0)], "model": [_shown("walk", True, 2.0)] * 2}
    assert "| model | 2 | 1.00 | 1.00 to 1.00 | 1.00 x real | 2.00 x real |" in Table("Rigs", rows).as_markdown()


def test_four_legs_have_a_table_of_their_own():
    rows = {"real": [_shown("walk", True, category="quadruped"), _shown("walk", False)]}
    assert (
        "Recognised, quadruped only:\n\n| action | clips | real |\n|---|---|---|\n| walk | 1 | 1.00 |"
        in Table("Rigs", rows).as_markdown()
    )
