"""What comes back of an OBJ, PLY, STL or OFF file: a GLB with its vertices in their order, moving."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from tests.io.formats.test_round_trips import soup
from tests.io.formats.writers import obj_text, off_text, ply_mesh, stl_binary
from tests.io.write.motions import made_rigged, result_of

from enliven.io.gltf.document import parse_glb
from enliven.io.gltf.scene import scene_from
from enliven.io.read import read_scene
from enliven.io.write import save_animated

VERTICES, FACES = soup(11, 12)
PLAIN = (VERTICES.astype(np.float32), FACES)
FILES = {
    "a.obj": (obj_text(VERTICES, FACES), *PLAIN),
    "a.off": (off_text(VERTICES, FACES), *PLAIN),
    "a.ply": (ply_mesh("binary_big_endian", VERTICES, FACES), *PLAIN),
    "a.stl": (
        stl_binary(VERTICES[FACES]),
        VERTICES[FACES].reshape(-1, 3).astype(np.float32),
        np.arange(36).reshape(-1, 3),
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_vertices_and_faces_keep_their_order_in_the_animated_file(tmp_path, name):
    data, vertices, faces = FILES[name]
    (tmp_path / name).write_bytes(data)
    scene = made_rigged(read_scene(tmp_path / name))
    save_animated(result_of(scene), tmp_path / "out.glb", fps=30.0, source=tmp_path / name)
    again = scene_from(parse_glb((tmp_path / "out.glb").read_bytes(), "out.glb"))
    assert len(again.clips) == 1
    assert again.rig is not None
    assert_array_equal(again.mesh.faces, faces)
    assert_allclose(again.mesh.vertices, vertices, atol=1e-5 * np.abs(vertices).max())
