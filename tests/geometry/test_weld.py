import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from enliven.geometry.weld import relative_tolerance, weld

seeds = st.integers(0, 2**32 - 1)


def soup(seed: int, *, distinct: int, copies: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.integers(-4, 5, size=(distinct, 3))[rng.integers(0, distinct, size=copies)] * 0.25


@given(seed=seeds, distinct=st.integers(1, 40), copies=st.integers(1, 120))
def test_scattering_the_welded_vertices_gives_the_source_back(seed, distinct, copies):
    source = soup(seed, distinct=distinct, copies=copies)
    welded = weld(source)
    assert_array_equal(welded.scatter(welded.vertices), source)


@given(seed=seeds, distinct=st.integers(1, 40), copies=st.integers(1, 120))
def test_vertices_share_a_welded_vertex_exactly_where_they_share_a_position(seed, distinct, copies):
    source = soup(seed, distinct=distinct, copies=copies)
    target = weld(source).source_to_welded
    same_place = (source[:, None] == source[None]).all(axis=2)
    assert_array_equal(target[:, None] == target[None], same_place)


@given(seed=seeds)
def test_welded_vertices_stand_in_the_order_of_their_first_source(seed):
    target = weld(soup(seed, distinct=30, copies=80)).source_to_welded
    first_seen = np.unique(target, return_index=True)[1]
    assert_array_equal(first_seen, np.sort(first_seen))


@given(seed=seeds, copies=st.integers(2, 200))
def test_a_tolerance_closes_seams_that_rounding_opened(seed, copies):
    rng = np.random.default_rng(seed)
    exact = soup(seed, distinct=25, copies=copies)
    jittered = exact + rng.uniform(-1, 1, size=exact.shape) * 1e-7
    assert_array_equal(weld(jittered, tolerance=1e-6).source_to_welded, weld(exact).source_to_welded)
    assert len(np.unique(weld(jittered).source_to_welded)) == copies


def test_zero_has_no_sign():
    assert len(weld(np.array([[0.0, 0.0, 0.0], [-0.0, 0.0, -0.0]])).vertices) == 1


def test_faces_keep_count_order_and_winding():
    source = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]])
    assert_array_equal(weld(source).faces(np.array([[0, 1, 2], [3, 4, 5]])), [[0, 1, 2], [1, 3, 2]])


@pytest.mark.parametrize("tolerance", [0.0, 0.1])
def test_nothing_welds_to_nothing(tolerance):
    welded = weld(np.zeros((0, 3)), tolerance=tolerance)
    assert welded.vertices.shape == (0, 3)
    assert welded.source_to_welded.shape == (0,)


def test_a_crowd_within_the_tolerance_becomes_one_vertex():
    crowd = np.random.default_rng(0).uniform(size=(20_000, 3))
    assert len(weld(crowd, tolerance=0.2).vertices) == 1  # as many pairs as 2e8 if every pair were listed


def test_the_relative_tolerance_follows_the_size():
    corners = np.array([[0.0, 0, 0], [3.0, 4.0, 0]])
    assert_allclose(relative_tolerance(corners, share=1e-3), 5e-3)
    assert relative_tolerance(np.zeros((0, 3))) == 0.0
