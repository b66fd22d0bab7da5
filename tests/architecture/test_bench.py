"""The benchmark's parts work, so that ``make bench`` does when it is called."""

import numpy as np
from bench.machine import median_s
from bench.shapes import creature_file, subdivided

from enliven.core.mesh import Mesh
from enliven.io.read import read_scene


def test_splitting_triangles_keeps_the_surface():
    mesh = Mesh(np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]), np.array([[0, 1, 2], [1, 3, 2]]))
    finer, weights = subdivided(mesh, np.ones((4, 1)))
    a, b, c = np.moveaxis(finer.vertices[finer.faces], 1, 0)
    assert len(finer.faces) == 8
    assert np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2.0 == 1.0
    assert weights.tolist() == [[1.0]] * len(finer.vertices)


def test_input_files_have_the_triangles_asked_for(tmp_path):
    triangles = creature_file(tmp_path / "in.glb", "fish", 20_000, rigged=True)
    scene = read_scene(tmp_path / "in.glb")
    assert len(scene.mesh.faces) == triangles >= 20_000
    assert scene.rig is not None


def test_the_median_is_a_time():
    assert median_s(lambda: sum(range(1000))) > 0.0
