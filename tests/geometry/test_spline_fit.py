import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from enliven.core.splines import Spline, basis
from enliven.geometry.spline_fit import fitted_controls

loops = pytest.mark.parametrize("loop", [False, True])


def _phases(times, *, loop):
    return np.arange(times) / times if loop else np.linspace(0.0, 1.0, times)


@loops
@given(controls=st.integers(4, 20), seed=st.integers(0, 2**32 - 1))
def test_fitting_the_samples_of_a_spline_gives_its_controls(loop, controls, seed):
    truth = Spline(np.random.default_rng(seed).normal(size=(controls, 2, 3)), duration_s=1.0, loop=loop)
    phases = _phases(5 * controls, loop=loop)
    fitted = fitted_controls(phases, truth.at(phases), controls, loop=loop, smoothness=0.0)
    assert_allclose(fitted, truth.controls, atol=1e-8)


@loops
def test_the_default_smoothness_costs_less_than_a_thousandth(loop):
    truth = Spline(np.random.default_rng(0).normal(size=(12, 4)), duration_s=1.0, loop=loop)
    phases = _phases(60, loop=loop)
    fitted = basis(phases, 12, loop=loop) @ fitted_controls(phases, truth.at(phases), 12, loop=loop)
    assert np.abs(fitted - truth.at(phases)).max() < 1e-3


@loops
def test_more_controls_come_nearer(loop):
    phases = _phases(200, loop=loop)
    samples = np.sin(2.0 * np.pi * phases)[:, None] ** 3 + np.cos(6.0 * np.pi * phases)[:, None]
    errors = []
    for controls in (5, 8, 12, 20):
        fitted = basis(phases, controls, loop=loop) @ fitted_controls(phases, samples, controls, loop=loop)
        errors.append(np.abs(fitted - samples).max())
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < 0.02 * errors[0]


def test_smoothness_settles_controls_that_no_sample_reaches():
    phases = np.array([0.0, 0.5, 1.0])
    fitted = fitted_controls(phases, 2.0 * phases[:, None], 12, loop=False)
    assert_allclose(basis(phases, 12, loop=False) @ fitted, 2.0 * phases[:, None], atol=1e-3)
    assert np.abs(np.diff(fitted[:, 0], n=2)).max() < 0.5
