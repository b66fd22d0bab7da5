import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from enliven.geometry.polygons import triangulated
from enliven.geometry.rotations import matrix_from_vector

seeds = st.integers(0, 2**32 - 1)


def star(corners, rng):
    """A simple polygon: corners at growing angles about a middle, at random distances; mostly concave."""
    angles = (np.arange(corners) + rng.uniform(0.05, 0.95, corners)) * 2 * np.pi / corners
    reach = rng.uniform(0.2, 1.0, corners)
    return np.stack([reach * np.cos(angles), reach * np.sin(angles), np.zeros(corners)], axis=1)


def comb(teeth):
    """A saw: a long polygon in which most fans are wrong."""
    top = [[x, 1.0 if x % 2 else 0.1, 0.0] for x in range(2 * teeth + 1)]
    return np.array([[0.0, -1.0, 0.0], [2.0 * teeth, -1.0, 0.0], *top[::-1]])


def area_vectors(points):
    a, b, c = np.moveaxis(points, 1, 0)
    return 0.5 * np.cross(b - a, c - a)


def polygon_area(points):
    return 0.5 * np.cross(points, np.roll(points, -1, axis=0)).sum(axis=0)


def turned(points, rng):
    return points @ matrix_from_vector(rng.normal(size=3)).T + rng.normal(size=3)


@given(corners=st.integers(3, 40), seed=seeds)
def test_triangles_cover_a_simple_polygon_without_overlap(corners, seed):
    rng = np.random.default_rng(seed)
    points = turned(star(corners, rng), rng)
    cut = triangulated(points, np.arange(corners), np.array([corners]))
    areas, whole = area_vectors(points[cut.corners]), polygon_area(points - points[0])
    assert cut.unclipped == 0
    assert len(cut.corners) == corners - 2
    assert_allclose(areas.sum(axis=0), whole, atol=1e-12)
    # each triangle faces the same way: with the right sum this means that none overlaps another
    assert (areas @ whole / np.linalg.norm(whole)).min() > -1e-6 * np.linalg.norm(whole)


@pytest.mark.parametrize("points", [comb(6), comb(200), comb(6)[::-1]])
def test_saws_are_cut_along_their_teeth(points):
    cut = triangulated(points, np.arange(len(points)), np.array([len(points)]))
    facing = area_vectors(points[cut.corners]) @ polygon_area(points)
    assert facing.min() >= 0.0
    assert_allclose(area_vectors(points[cut.corners]).sum(axis=0), polygon_area(points), atol=1e-9)


def test_a_concave_quad_is_cut_through_its_inward_corner():
    points = np.array([[0.0, 0, 0], [2, 0, 0], [0.4, 0.4, 0], [0, 2, 0]])
    for turn in range(4):
        cut = triangulated(points, np.roll(np.arange(4), turn), np.array([4]))
        vertices = np.roll(np.arange(4), turn)[cut.corners]
        assert (vertices == 2).any(axis=1).all()
        assert (area_vectors(points[vertices])[:, 2] > 0.0).all()


@given(counts=st.lists(st.integers(3, 9), min_size=1, max_size=12), seed=seeds)
def test_many_polygons_are_cut_as_each_alone(counts, seed):
    rng = np.random.default_rng(seed)
    shapes = [turned(star(count, rng), rng) for count in counts]
    points = np.concatenate(shapes)
    together = triangulated(points, np.arange(len(points)), np.array(counts))
    assert_array_equal(together.polygons, np.repeat(np.arange(len(counts)), np.array(counts) - 2))
    start = 0
    for number, shape in enumerate(shapes):
        alone = triangulated(shape, np.arange(len(shape)), np.array([len(shape)]))
        assert_array_equal(together.corners[together.polygons == number], alone.corners + start)
        start += len(shape)


def test_triangles_stay_as_they_are():
    corners = np.array([4, 2, 0, 1, 3, 2])
    cut = triangulated(np.random.default_rng(0).normal(size=(5, 3)), corners, np.array([3, 3]))
    assert_array_equal(corners[cut.corners], [[4, 2, 0], [1, 3, 2]])


@pytest.mark.parametrize("points", [np.zeros((7, 3)), np.ones((7, 1)) * np.arange(3), np.arange(21.0).reshape(7, 3)])
def test_polygons_without_area_are_cut_all_the_same(points):
    assert len(triangulated(points, np.arange(7), np.array([7])).corners) == 5


def test_work_on_one_polygon_is_bounded_and_told():
    rng = np.random.default_rng(3)
    tangle = rng.normal(size=(4000, 3)) * [1.0, 1.0, 0.0]  # crosses itself everywhere
    cut = triangulated(tangle, np.arange(4000), np.array([4000]))
    assert len(cut.corners) == 3998
    assert cut.unclipped == 1
