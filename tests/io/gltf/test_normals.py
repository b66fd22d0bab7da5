import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.io.gltf.build import Builder

from enliven.io.read import read_scene

MATRICES = {
    "turned": [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 5, 6, 7, 1],
    "stretched": [3, 0, 0, 0, 0, 0.5, 0, 0, 0.2, 0, 1, 0, 0, 0, 0, 1],
    "mirrored": [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1],
}
TILTED = np.array([[0, 0, 0], [1, 0, 0.5], [0, 1, -1.0]], dtype="f4")


def read_with(tmp_path, normals, **node):
    file = Builder()
    kind = f"VEC{np.shape(normals)[1]}"
    mesh = file.mesh(TILTED, NORMAL=file.add(np.asarray(normals, dtype="f4"), kind))
    file.append("scenes", {"nodes": [file.node(mesh=mesh, **node)]})
    path = tmp_path / "tilted.glb"
    path.write_bytes(file.glb())
    return read_scene(path).parts[0]


def normal_of(vertices, face):
    a, b, c = vertices[face]
    normal = np.cross(b - a, c - a)
    return normal / np.linalg.norm(normal)


@pytest.mark.parametrize("name", MATRICES)
def test_normals_stay_square_to_their_face_under_any_map(tmp_path, name):
    stored = np.repeat(normal_of(TILTED.astype(np.float64), [0, 1, 2])[None], 3, axis=0)
    part = read_with(tmp_path, stored, matrix=MATRICES[name])
    expected = normal_of(part.mesh.vertices, part.mesh.faces[0])
    assert part.appearance.normals is not None
    assert_allclose(part.appearance.normals, np.repeat(expected[None], 3, axis=0), atol=1e-6)


@pytest.mark.parametrize("normals", [np.zeros((2, 3)), np.ones((3, 2)), np.full((3, 3), np.nan)])
def test_damaged_normals_are_passed_over(tmp_path, normals):
    assert read_with(tmp_path, normals).appearance.normals is None
