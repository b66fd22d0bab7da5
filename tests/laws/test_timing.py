"""Laws of key times."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enliven.core.errors import InvalidRequestError
from enliven.core.timing import key_times_s

seconds = st.floats(0.1, 60.0)
rates = st.floats(1.0, 240.0)


@given(length=seconds, fps=rates)
def test_keys_stand_on_frames_and_the_last_at_the_end(length: float, fps: float) -> None:
    times_s = key_times_s(length, fps)
    assert abs((len(times_s) - 1) - length * fps) <= 0.5 + 1e-9 or len(times_s) == 2
    np.testing.assert_array_equal(times_s[:-1], np.arange(len(times_s) - 1) / fps)
    assert times_s[-1] == length
    assert (np.diff(times_s.astype(np.float32)) > 0).all()


def test_whole_frames_are_evenly_spaced() -> None:
    np.testing.assert_allclose(key_times_s(1.1, 30.0), np.arange(34) / 30.0, atol=1e-15)


def test_there_are_always_two_keys() -> None:
    np.testing.assert_array_equal(key_times_s(0.1, 1.0), [0.0, 0.1])


@pytest.mark.parametrize(("length", "fps"), [(0.0, 30.0), (-1.0, 30.0), (1.0, float("nan")), (float("inf"), 30.0)])
def test_numbers_out_of_range_are_named(length: float, fps: float) -> None:
    with pytest.raises(InvalidRequestError, match="expected a number above 0"):
        key_times_s(length, fps)
