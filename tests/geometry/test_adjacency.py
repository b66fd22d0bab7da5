import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from enliven.geometry.adjacency import (
    components,
    edges_of,
    face_areas,
    vertex_areas,
    vertex_neighbours,
    vertex_normals,
)

TETRAHEDRON = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
OUTSIDE = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])

some_faces = st.lists(st.tuples(*[st.integers(0, 11)] * 3), max_size=20).map(
    lambda rows: np.array(rows, dtype=np.int64).reshape(-1, 3)
)


@given(faces=some_faces)
def test_edges_are_the_pairs_that_share_a_face(faces):
    expected = {tuple(sorted((int(f[i]), int(f[j])))) for f in faces for i, j in ((0, 1), (1, 2), (2, 0))}
    expected = sorted(pair for pair in expected if pair[0] != pair[1])
    assert [tuple(edge) for edge in edges_of(faces).tolist()] == expected


@given(faces=some_faces)
def test_neighbour_lists_say_the_same_as_the_edges(faces):
    edges = edges_of(faces)
    table = np.zeros((12, 12), dtype=bool)
    table[edges[:, 0], edges[:, 1]] = table[edges[:, 1], edges[:, 0]] = True
    neighbours = vertex_neighbours(edges, 12)
    for vertex in range(12):
        assert_array_equal(neighbours.of(vertex), np.flatnonzero(table[vertex]))


@given(faces=some_faces)
def test_components_are_closed_under_edges_and_no_larger(faces):
    edges = edges_of(faces)
    reach = np.eye(12, dtype=bool)
    for _ in range(12):
        for a, b in edges:
            reach[a] = reach[b] = reach[a] | reach[b]
    labels = components(edges, 12)
    assert_array_equal(labels[:, None] == labels[None], reach)
    assert_array_equal(np.unique(labels, return_index=True)[1], sorted(np.unique(labels, return_index=True)[1]))


def test_areas_of_a_right_tetrahedron():
    assert_allclose(face_areas(TETRAHEDRON, OUTSIDE), [0.5, 0.5, 0.5, np.sqrt(3) / 2])
    assert_allclose(vertex_areas(TETRAHEDRON, OUTSIDE).sum(), 1.5 + np.sqrt(3) / 2)
    assert_allclose(vertex_areas(TETRAHEDRON, OUTSIDE)[0], 0.5)


def test_normals_are_unit_and_point_out():
    normals = vertex_normals(TETRAHEDRON, OUTSIDE)
    assert_allclose(np.linalg.norm(normals, axis=1), 1.0)
    assert (np.einsum("vx,vx->v", normals, TETRAHEDRON - TETRAHEDRON.mean(axis=0)) > 0).all()


def test_a_vertex_without_area_gets_a_unit_normal():
    flat = np.array([[0, 1, 1]])
    assert_array_equal(vertex_normals(TETRAHEDRON, flat), np.tile([0.0, 1.0, 0.0], (4, 1)))


def test_no_faces_are_fine():
    none = np.zeros((0, 3), dtype=np.int64)
    assert edges_of(none).shape == (0, 2)
    assert_array_equal(components(edges_of(none), 3), [0, 1, 2])
    assert vertex_normals(TETRAHEDRON, none).shape == (4, 3)
