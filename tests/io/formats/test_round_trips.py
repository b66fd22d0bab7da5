"""What a small independent writer wrote comes back: vertices in order, faces with their winding."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from tests.io.formats.writers import obj_text, off_text, ply_mesh, stl_ascii, stl_binary

from enliven.io.obj.read import parse_obj
from enliven.io.off import parse_off
from enliven.io.parts import scene_of_parts
from enliven.io.ply.read import parse_ply
from enliven.io.stl import parse_stl

seeds = st.integers(0, 2**32 - 1)


def nothing(path):
    return None


WAYS = {
    "obj": lambda v, f: parse_obj(obj_text(v, f), "a.obj", nothing),
    "obj with line ends of Windows": lambda v, f: parse_obj(obj_text(v, f).replace(b"\n", b"\r\n"), "a.obj", nothing),
    "off": lambda v, f: parse_off(off_text(v, f), "a.off"),
    "ply ascii": lambda v, f: parse_ply(ply_mesh("ascii", v, f), "a.ply", nothing),
    "ply little": lambda v, f: parse_ply(ply_mesh("binary_little_endian", v, f), "a.ply", nothing),
    "ply big": lambda v, f: parse_ply(ply_mesh("binary_big_endian", v, f), "a.ply", nothing),
    "ply ushort uint": lambda v, f: parse_ply(
        ply_mesh("binary_big_endian", v, f, count="ushort", item="uint"), "a.ply", nothing
    ),
}
ways = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS.keys())


def soup(seed, faces):
    rng = np.random.default_rng(seed)
    vertices = rng.normal(size=(faces + 3, 3)) * 10.0 ** rng.integers(-1, 2)
    return vertices, np.stack([rng.permutation(faces + 3)[:3] for _ in range(faces)])


@ways
@given(seed=seeds, faces=st.integers(1, 20))
def test_triangles_come_back(way, seed, faces):
    vertices, triangles = soup(seed, faces)
    (part,), notes = way(vertices, triangles)
    assert_array_equal(part.mesh.vertices, vertices)  # all those no face uses as well
    assert_array_equal(part.mesh.faces, triangles)
    assert not [note for note in notes if "triangle" in note or "added" in note or "left out" in note]


@ways
def test_polygons_of_all_sizes_come_back_cut_and_in_order(way):
    angles = np.linspace(0.0, 2 * np.pi, 12, endpoint=False)
    ring = np.stack([np.cos(angles), np.sin(angles), np.zeros(12)], axis=1)
    polygons = [list(range(count)) for count in (3, 5, 4, 12, 3, 4)]
    (part,), notes = way(ring, polygons)
    assert_array_equal(part.mesh.vertices, ring)
    assert len(part.mesh.faces) == sum(len(polygon) - 2 for polygon in polygons)
    assert_array_equal(part.mesh.faces[[0, -1]], [[0, 1, 2], [0, 2, 3]])
    assert "4 of 6 faces have more than 3 corners; they were cut into triangles" in notes


@given(seed=seeds, faces=st.integers(1, 12), solid=st.booleans())
def test_both_forms_of_stl_give_three_vertices_a_triangle_in_order(seed, faces, solid):
    points = np.random.default_rng(seed).normal(size=(faces, 3, 3)).astype(np.float32)
    header = b"solid trap facet normal" if solid else b"x"
    (binary,), _ = parse_stl(stl_binary(points, header=header), "a.stl")
    (text,), _ = parse_stl(stl_ascii(points), "a.stl")
    for part in (binary, text):
        assert_array_equal(part.mesh.vertices, points.reshape(-1, 3))
        assert_array_equal(part.mesh.faces, np.arange(3 * faces).reshape(-1, 3))


@ways
def test_a_scene_keeps_order_and_count_as_the_glb_will(way):
    vertices, triangles = soup(5, 9)
    scene = scene_of_parts("a.xyz", *way(vertices, triangles))
    assert_allclose(scene.mesh.vertices, vertices.astype(np.float32), rtol=0)
    assert_array_equal(scene.mesh.faces, triangles)
