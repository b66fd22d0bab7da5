import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from tests.geometry.rigging.shapes import capsule

from enliven.core.mesh import Mesh
from enliven.geometry.heat_weights import heat_weights
from enliven.geometry.nearest import nearest
from enliven.geometry.rigging.proxy import carried_to_full, proxy_of

TUBE = capsule([0, 0, 0], [0, 2, 0], 0.1, along=30)


def two_bones(vertices):
    """The lower half follows joint 0, the upper joint 1."""
    return (vertices[:, 1] > 1.0).astype(np.int64), np.full(len(vertices), 0.1)


def test_weights_pass_smoothly_from_one_bone_to_the_next():
    weights = heat_weights(TUBE.vertices, TUBE.faces, *two_bones(TUBE.vertices), 2)
    assert_allclose(weights.sum(axis=1), 1.0)
    order = np.argsort(TUBE.vertices[:, 1])
    assert np.diff(weights[order, 1]).min() > -1e-3
    assert weights[TUBE.vertices[:, 1] < 0.5, 0].min() > 0.98
    assert weights[TUBE.vertices[:, 1] > 1.5, 1].min() > 0.98
    seam = np.abs(TUBE.vertices[:, 1] - 1.0) < 0.08
    assert ((weights[seam] > 0.1) & (weights[seam] < 0.9)).all()


def test_shells_without_links_keep_to_themselves_and_links_tie_them():
    apart = np.concatenate([TUBE.vertices, TUBE.vertices + np.array([0.5, 0, 0])])
    faces = np.concatenate([TUBE.faces, TUBE.faces + len(TUBE.vertices)])
    bone = np.repeat([0, 1], len(TUBE.vertices))
    distance = np.full(len(apart), 0.5)
    alone = heat_weights(apart, faces, bone, distance, 2)
    assert_allclose(alone, np.eye(2)[bone], atol=1e-6)
    pairs = np.stack([np.arange(50), np.arange(50) + len(TUBE.vertices)], axis=1)
    tied = heat_weights(apart, faces, bone, distance, 2, links=pairs)
    assert tied[:50, 1].min() > 0.05


@given(seed=st.integers(0, 2**32 - 1), count=st.integers(1, 25))
def test_any_soup_gives_convex_combinations(seed, count):
    rng = np.random.default_rng(seed)
    vertices = rng.normal(size=(20, 3))
    vertices[rng.integers(0, 20, 4)] = vertices[0]
    faces = rng.integers(0, 20, size=(count, 3))
    weights = heat_weights(vertices, faces, rng.integers(0, 4, 20), rng.uniform(0.0, 1.0, 20), 4)
    assert weights.min() >= 0.0
    assert_allclose(weights.sum(axis=1), 1.0, atol=1e-9)


def fine_tube():
    return capsule([0, 0, 0], [0, 2, 0], 0.1, around=100, along=150)


def test_a_proxy_is_light_near_and_keeps_shells_apart():
    one = fine_tube()
    full = Mesh(
        vertices=np.concatenate([one.vertices, one.vertices + np.array([0.201, 0, 0])]),
        faces=np.concatenate([one.faces, one.faces + len(one.vertices)]),
    )
    proxy = proxy_of(full)
    assert len(proxy.mesh.vertices) <= 12_000 < len(full.vertices)
    assert np.linalg.norm(proxy.mesh.vertices[proxy.full_to_proxy] - full.vertices, axis=1).max() < 0.05
    left, right = np.split(proxy.full_to_proxy, 2)
    assert not set(left.tolist()) & set(right.tolist())


def test_what_is_carried_to_the_full_mesh_is_near_what_the_proxy_has():
    full = fine_tube()
    proxy = proxy_of(full)
    heights = proxy.mesh.vertices[:, 1:2]
    carried = carried_to_full(proxy, full.vertices, heights)
    assert_allclose(carried, full.vertices[:, 1:2], atol=0.03)
    assert_allclose(carried_to_full(proxy, full.vertices, np.ones_like(heights)), 1.0)


@given(seed=st.integers(0, 1000))
def test_the_nearest_point_is_the_nearest(seed):
    rng = np.random.default_rng(seed)
    points, queries = rng.normal(size=(30, 3)), rng.normal(size=(10, 3))
    table = np.linalg.norm(points[None] - queries[:, None], axis=2)
    distances, numbers = nearest(points, queries)
    assert_allclose(distances, table.min(axis=1))
    assert_array_equal(numbers, table.argmin(axis=1))
    assert_array_equal(np.isfinite(nearest(points, queries, within=0.5)[0]), table.min(axis=1) <= 0.5)
