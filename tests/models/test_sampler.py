import numpy as np
import pytest
from numpy.testing import assert_allclose

from enliven.models.sampler import Field, State, euler, even_times, guided, heun, multistep, velocity_to


def oscillating(position: State, t: float) -> State:
    """x' = -2 x + cos(3 t): its solution is known."""
    return -2.0 * position + np.cos(3.0 * t)


def _late_times(steps):
    """Times whose steps shrink towards the end."""
    return 1.0 - (1.0 - even_times(steps)) ** 1.5


def solution(start: float, t: float) -> float:
    forced = (2.0 * np.cos(3.0 * t) + 3.0 * np.sin(3.0 * t)) / 13.0
    return (start - 2.0 / 13.0) * np.exp(-2.0 * t) + forced


def slope(solver, steps=(20, 40, 80, 160)) -> float:
    errors = [abs(float(solver(oscillating, np.array([0.7]), even_times(n))[0]) - solution(0.7, 1.0)) for n in steps]
    return float(-np.polyfit(np.log(steps), np.log(errors), 1)[0])


@pytest.mark.parametrize(("solver", "order"), [(euler, 1.0), (heun, 2.0), (multistep, 2.0)])
def test_each_solver_converges_at_its_order(solver, order):
    assert abs(slope(solver) - order) < 0.1


@pytest.mark.parametrize("solver", [euler, multistep])
@pytest.mark.parametrize("times", [even_times(4), _late_times(4)])
def test_a_path_to_fixed_data_ends_there_exactly(solver, times):
    data = np.array([1.0, -2.0, 0.5])
    field: Field = lambda position, t: velocity_to(data, position, t)  # noqa: E731
    assert_allclose(solver(field, np.array([0.3, 0.1, 5.0]), times), data, atol=1e-12)


def test_multistep_stays_second_order_on_uneven_times():
    errors = [
        abs(float(multistep(oscillating, np.array([0.7]), _late_times(n))[0]) - solution(0.7, 1.0)) for n in (40, 80)
    ]
    assert 3.6 < errors[0] / errors[1] < 4.4


def test_guidance_of_one_is_the_conditional_estimate():
    rng = np.random.default_rng(0)
    with_words, without = rng.normal(size=(2, 30))
    assert_allclose(guided(with_words, without, 1.0), with_words, rtol=1e-12)


def test_guidance_keeps_the_spread_and_turns_away_from_the_unconditional():
    rng = np.random.default_rng(1)
    with_words, without = rng.normal(size=(2, 3000))
    strong = guided(with_words, without, 3.0)
    assert_allclose(strong.std(), with_words.std(), rtol=1e-12)
    assert np.corrcoef(strong, without)[0, 1] < np.corrcoef(with_words, without)[0, 1] - 0.3
    assert guided(with_words, without, 3.0, rescale=0.0).std() > 2.0 * with_words.std()


def test_guidance_of_nothing_is_nothing():
    assert_allclose(guided(np.zeros(4), np.zeros(4), 3.0), np.zeros(4))
