import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from enliven.core.mesh import Mesh
from enliven.geometry.sampling import farthest_points, sample_surface

TWO = Mesh(
    vertices=np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [3, 0, 0], [0, 3, 0]]),
    faces=np.array([[0, 1, 2], [1, 3, 2], [2, 3, 4]]),
)  # areas 0.5, 1, 3


@given(seed=st.integers(0, 1000), count=st.integers(1, 200))
def test_every_face_gets_its_share_of_points_up_to_one(seed, count):
    samples = sample_surface(TWO, count, rng=np.random.default_rng(seed))
    assert len(samples.points) == count
    got = np.bincount(samples.faces, minlength=3)
    assert np.abs(got - count * np.array([0.5, 1.0, 3.0]) / 4.5).max() <= 1.0 + 1e-9


@given(seed=st.integers(0, 1000))
def test_points_are_inside_their_faces(seed):
    samples = sample_surface(TWO, 50, rng=np.random.default_rng(seed))
    assert samples.corner_weights.min() >= 0.0
    assert_allclose(samples.corner_weights.sum(axis=1), 1.0)
    corners = TWO.vertices[TWO.faces[samples.faces]]
    assert_allclose(samples.points, (samples.corner_weights[:, :, None] * corners).sum(axis=1))


def test_points_are_even_within_a_face():
    one = Mesh(vertices=TWO.vertices, faces=TWO.faces[:1])
    mean = sample_surface(one, 20_000, rng=np.random.default_rng(0)).points.mean(axis=0)
    assert_allclose(mean, [1 / 3, 1 / 3, 0], atol=0.01)


def test_the_same_seed_gives_the_same_points():
    first, second = (sample_surface(TWO, 30, rng=np.random.default_rng(5)).points for _ in range(2))
    assert_array_equal(first, second)


def test_faces_without_area_are_sampled_all_the_same():
    line = Mesh(vertices=TWO.vertices[[0, 1, 3]], faces=np.array([[0, 1, 2], [0, 2, 2]]))
    assert_array_equal(np.bincount(sample_surface(line, 10, rng=np.random.default_rng(0)).faces), [5, 5])


def test_a_mesh_without_faces_is_refused():
    with pytest.raises(ValueError, match="cannot sample 7 points from a mesh without faces; sample its vertices"):
        sample_surface(Mesh(TWO.vertices, np.zeros((0, 3), dtype=np.int64)), 7, rng=np.random.default_rng(0))


@given(seed=st.integers(0, 1000), count=st.integers(1, 30))
def test_each_chosen_point_is_the_farthest_from_those_before(seed, count):
    points = np.random.default_rng(seed).normal(size=(40, 3))
    chosen = farthest_points(points, count)
    assert len(set(chosen.tolist())) == count
    apart = np.linalg.norm(points[:, None] - points[None, chosen], axis=2)
    for k in range(1, count):
        nearest = apart[:, :k].min(axis=1)
        assert_allclose(nearest[chosen[k]], nearest.max())


def test_coinciding_points_are_chosen_once_each():
    assert sorted(farthest_points(np.zeros((4, 3)), 9).tolist()) == [0, 1, 2, 3]
    assert farthest_points(np.arange(9.0).reshape(3, 3), 1, first=1).tolist() == [1]
    assert len(farthest_points(np.zeros((0, 3)), 3)) == 0
