import numpy as np
import pytest
from numpy.testing import assert_allclose

from enliven.evaluation.tables import Shown, Table, interval


def _shown(action, recognised, ratio=1.0):
    return Shown(action, "bird", recognised, action, ratio, 2.0, None)


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
