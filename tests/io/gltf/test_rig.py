import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.io.gltf.build import skinned_bar

from enliven.io.gltf.document import parse_glb
from enliven.io.gltf.scene import scene_from

Z_UP = np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]])  # world from bind space that points +Z up


def _scene(build):
    return scene_from(parse_glb(build.glb(), "bar.glb"))


@pytest.mark.parametrize("bind_turn", [None, Z_UP])
@pytest.mark.parametrize("mesh_scale", [1.0, 0.01])
def test_rest_is_the_bind_pose_in_the_world(bind_turn, mesh_scale):
    build, world = skinned_bar(bind_turn, mesh_scale)
    scene = _scene(build)
    assert_allclose(scene.mesh.vertices, world, atol=1e-6)
    assert_allclose(scene.rig.skeleton.rest_positions, [[0, 0, 0], [0, 1, 0]], atol=1e-6)
    assert scene.rig.skeleton.names == ("hip", "spine")
    assert scene.rig.skeleton.parents == (None, 0)
    assert scene.rig.joint_nodes == (0, 1)


def test_a_bent_default_pose_does_not_bend_the_rest_pose():
    build, world = skinned_bar(Z_UP, 0.01, default_bend=0.4)
    scene = _scene(build)
    assert_allclose(scene.mesh.vertices, world, atol=1e-6)


def test_skin_takes_the_rest_mesh_to_its_joints():
    build, _ = skinned_bar(Z_UP, 0.01)
    rig = _scene(build).rig
    assert_allclose(rig.skin.joint_from_mesh @ rig.skeleton.model_from_joint, np.stack([np.eye(4)] * 2), atol=1e-9)
