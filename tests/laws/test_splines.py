import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from enliven.core.errors import InvalidMotionError
from enliven.core.splines import Spline, basis

loops = pytest.mark.parametrize("loop", [False, True])


@loops
@given(controls=st.integers(4, 30), phase=st.floats(-2.0, 3.0))
def test_weights_are_a_partition_of_unity(loop, controls, phase):
    weights = basis(np.array([phase]), controls, loop=loop)
    assert weights.min() >= 0.0
    assert_allclose(weights.sum(axis=1), 1.0, atol=1e-12)


@loops
@pytest.mark.parametrize("derivative", [1, 2])
def test_derivatives_match_differences(loop, derivative):
    phases, step = np.linspace(0.051, 0.93, 23), 1e-5
    lower = derivative - 1
    after = basis(phases + step, 9, loop=loop, derivative=lower)
    before = basis(phases - step, 9, loop=loop, derivative=lower)
    assert_allclose(basis(phases, 9, loop=loop, derivative=derivative), (after - before) / (2 * step), atol=1e-5)


def test_clamped_ends_are_the_outer_controls():
    controls = np.random.default_rng(0).normal(size=(7, 2))
    curve = Spline(controls, 2.5, loop=False)
    assert_allclose(curve.at(np.array([0.0, 2.5, 99.0])), controls[[0, -1, -1]], atol=1e-12)


@pytest.mark.parametrize("derivative", [0, 1, 2])
def test_a_loop_closes_in_value_and_two_derivatives(derivative):
    controls = np.random.default_rng(1).normal(size=(6, 3))
    ends = basis(np.array([0.0, 1.0 - 1e-12]), 6, loop=True, derivative=derivative) @ controls
    assert_allclose(ends[0], ends[1], atol=1e-6)


def test_a_clamped_spline_reproduces_a_cubic():
    greville = np.array([np.mean(knots) for knots in zip(*[_knots(9)[1 + k :][:9] for k in range(3)], strict=True)])
    curve = Spline(greville[:, None], 1.0, loop=False)
    times = np.linspace(0, 1, 31)
    assert_allclose(curve.at(times)[:, 0], times, atol=1e-12)


def _knots(controls):
    return np.concatenate([np.zeros(3), np.linspace(0, 1, controls - 2), np.ones(3)])


@pytest.mark.parametrize(
    ("controls", "duration_s", "loop", "message"),
    [
        (3, 1.0, False, "a spline has 3 controls, expected 4 or more; repeat the last control"),
        (4, 0.0, False, "a spline lasts 0.0 s, expected more than 0"),
    ],
)
def test_what_is_no_spline_is_refused(controls, duration_s, loop, message):
    with pytest.raises(InvalidMotionError, match=message):
        Spline(np.zeros((controls, 1)), duration_s, loop=loop)
