import numpy as np
from numpy.testing import assert_array_equal

from enliven.core.mesh import Mesh
from enliven.core.scene import Appearance, Part, Scene

TRIANGLE = Mesh(np.eye(3), np.array([[0, 1, 2]]))


def test_all_parts_are_joined_once_in_order():
    parts = tuple(Part(name, TRIANGLE, Appearance(), number) for number, name in enumerate("ab"))
    scene = Scene("two.glb", parts, None, (), source=None)
    assert_array_equal(scene.mesh.faces, [[0, 1, 2], [3, 4, 5]])
    assert_array_equal(scene.mesh.vertices, np.vstack([np.eye(3), np.eye(3)]))
    assert scene.mesh is scene.mesh
