import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.io.gltf.build import TRIANGLE, skinned_bar

from enliven.core.errors import EnlivenError, InvalidSkinError
from enliven.geometry.rotations import matrix_from_vector
from enliven.io.gltf.bind import placement
from enliven.io.gltf.document import parse_glb
from enliven.io.gltf.nodes import node_tree
from enliven.io.gltf.scene import scene_from

Z_UP = np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]])  # world from bind space that points +Z up


def _scene(build):
    return scene_from(parse_glb(build.glb(), "bar.glb"))


def _skinned_by_file(build):
    """Vertices of the first part as glTF players place them in the default pose."""
    scene = _scene(build)
    tree = node_tree(scene.source)
    model_from_rest = tree.world_from_node[list(scene.rig.joint_nodes)] @ scene.rig.skin.joint_from_mesh
    points = np.concatenate([scene.mesh.vertices, np.ones((len(scene.mesh.vertices), 1))], axis=1)
    return np.einsum("vj,jab,vb->va", scene.rig.skin.weights, model_from_rest, points)[:, :3]


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
    assert_allclose(_scene(build).mesh.vertices, world, atol=1e-6)


def test_skinning_the_rest_mesh_to_the_default_pose_is_what_players_show():
    build, world = skinned_bar(Z_UP, 0.01, default_bend=0.4)
    weight = np.clip(world[:, 1] - 0.5, 0, 1)[:, None]
    bent = (world - [0, 1, 0]) @ matrix_from_vector(np.array([0.4, 0, 0])).T + [0, 1, 0]
    assert_allclose(_skinned_by_file(build), (1 - weight) * world + weight * bent, atol=1e-6)


def test_skin_takes_the_rest_mesh_to_its_joints():
    build, _ = skinned_bar(Z_UP, 0.01)
    rig = _scene(build).rig
    assert_allclose(rig.skin.joint_from_mesh @ rig.skeleton.model_from_joint, np.stack([np.eye(4)] * 2), atol=1e-9)


def test_the_node_of_a_skinned_mesh_does_not_move_it():
    build, world = skinned_bar()
    assert build.root["nodes"][2]["translation"] == [5, 5, 5]
    assert_allclose(_scene(build).mesh.vertices, world, atol=1e-6)


def test_a_mesh_under_a_joint_goes_along_to_the_bind_pose():
    build, _ = skinned_bar(default_bend=0.4)
    build.mesh(TRIANGLE)
    build.node(name="hat", mesh=1, translation=[0, 1, 0])
    build.root["nodes"][1]["children"] = [3]
    scene = _scene(build)
    assert_allclose(scene.parts[1].mesh.vertices, TRIANGLE + np.array([0, 2, 0]), atol=1e-6)
    assert_allclose(scene.rig.skin.weights[-3:], [[0, 1]] * 3)


def test_a_mesh_under_no_joint_follows_the_root():
    build, _ = skinned_bar()
    build.mesh(TRIANGLE)
    build.root["scenes"][0]["nodes"].append(build.node(mesh=1, translation=[3, 0, 0]))
    scene = _scene(build)
    assert_allclose(scene.parts[1].mesh.vertices, TRIANGLE + np.array([3, 0, 0]))
    assert_allclose(scene.rig.skin.weights[-3:], [[1, 0]] * 3)


def test_nodes_between_joints_become_joints():
    build, _ = skinned_bar()
    build.root["nodes"][0]["children"] = [3]
    build.node(name="between", children=[1])
    rig = _scene(build).rig
    assert rig.skeleton.names == ("hip", "between", "spine")
    assert rig.skeleton.parents == (None, 0, 1)


def test_two_skins_over_the_same_joints_are_one_rig():
    build, world = skinned_bar(Z_UP, 0.01)
    build.root["skins"].append(dict(build.root["skins"][0], joints=[0, 1]))
    build.root["scenes"][0]["nodes"].append(build.node(mesh=0, skin=1))
    scene = _scene(build)
    assert len(scene.rig.skeleton) == 2
    assert_allclose(scene.mesh.vertices, np.concatenate([world, world]), atol=1e-6)
    assert scene.notes == ()


def test_a_second_skin_may_have_a_bind_space_of_its_own():
    build, world = skinned_bar()
    moved = np.repeat(np.eye(4)[None], 2, axis=0)
    moved[1, 1, 3] = -1.0
    moved[:, 0, 3] = 2.0  # this skin's vertices are stored two metres away
    inverse = build.add(moved.transpose(0, 2, 1).reshape(2, 16).astype("f4"), "MAT4")
    build.append("skins", {"joints": [0, 1], "inverseBindMatrices": inverse})
    build.root["scenes"][0]["nodes"].append(build.node(mesh=0, skin=1))
    scene = _scene(build)
    assert_allclose(scene.parts[1].mesh.vertices, world + np.array([2, 0, 0]), atol=1e-6)
    assert scene.notes == ()


def test_skins_that_disagree_are_noted_and_still_skin_alike():
    build, world = skinned_bar()
    other = np.repeat(np.eye(4)[None], 2, axis=0)
    other[1, :3, :3] = matrix_from_vector(np.array([0.5, 0, 0]))
    inverse = build.add(other.transpose(0, 2, 1).reshape(2, 16).astype("f4"), "MAT4")
    build.append("skins", {"joints": [0, 1], "inverseBindMatrices": inverse})
    build.root["scenes"][0]["nodes"].append(build.node(mesh=0, skin=1))
    scene = _scene(build)
    assert any("binds its joints differently" in note for note in scene.notes)
    assert_allclose(scene.parts[0].mesh.vertices, world, atol=1e-6)


def test_missing_inverse_bind_matrices_are_identities():
    build, _ = skinned_bar()
    del build.root["skins"][0]["inverseBindMatrices"]
    build.root["nodes"][1]["translation"] = [0, 0, 0]
    scene = _scene(build)
    assert_allclose(scene.rig.skeleton.model_from_joint, np.stack([np.eye(4)] * 2), atol=1e-9)


def test_second_sets_of_influences_are_added():
    build, _ = skinned_bar()
    attributes = build.root["meshes"][0]["primitives"][0]["attributes"]
    joints = np.ones((20, 4), "u1")
    attributes["JOINTS_1"] = build.add(joints, "VEC4")
    attributes["WEIGHTS_1"] = build.add(np.full((20, 4), 255, "u1"), "VEC4", normalized=True)
    weights = _scene(build).rig.skin.weights  # 1 of the first set and 4 of joint 1, then divided by 5
    plain = _scene(skinned_bar()[0]).rig.skin.weights
    assert_allclose(weights, (plain + np.array([0, 4])) / 5, atol=1e-6)


def test_a_vertex_without_weights_follows_its_first_joint():
    build, world = skinned_bar()
    weights = build.root["meshes"][0]["primitives"][0]["attributes"]
    weights["WEIGHTS_0"] = build.add(np.zeros((20, 4), "f4"), "VEC4")
    scene = _scene(build)
    assert_allclose(scene.rig.skin.weights, [[1, 0]] * 20)
    assert_allclose(scene.mesh.vertices, world, atol=1e-6)


def test_joints_beyond_the_skin_are_refused_only_where_they_carry_weight():
    build, _ = skinned_bar()
    attributes = build.root["meshes"][0]["primitives"][0]["attributes"]
    attributes["JOINTS_0"] = build.add(np.tile(np.array([0, 1, 9, 9], "u1"), (20, 1)), "VEC4")
    assert len(_scene(build).rig.skeleton) == 2
    attributes["JOINTS_0"] = build.add(np.tile(np.array([0, 9, 0, 0], "u1"), (20, 1)), "VEC4")
    with pytest.raises(InvalidSkinError, match="follows joint 9 of its skin, expected numbers below 2"):
        _scene(build)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"children": [0]}, "node 0 is its own ancestor, expected a tree of nodes"),
        ({"children": [1, 1]}, "node 1 hangs from nodes 0 and 0, expected one parent"),
        ({"scale": [1e20, 1, 1]}, "node 0 is scaled or moved beyond 1e"),
    ],
)
def test_what_is_no_tree_is_refused(change, message):
    build, _ = skinned_bar()
    build.root["nodes"][0] |= change
    with pytest.raises(EnlivenError, match=f"bar.glb: {message}"):
        _scene(build)


def test_a_posed_body_is_told_from_a_turned_armature():
    turned = np.eye(4)
    turned[:3, :3] = Z_UP * 0.01
    poses = np.repeat(np.eye(4)[None], 5, axis=0)
    poses[:, :3, :3] = matrix_from_vector(np.outer([0.3, 0.5, 0.6, -0.4, 0.8], [1.0, 0.2, 0.1]))
    candidates = poses @ turned
    loads = np.ones(5)
    identity = np.repeat(np.eye(4)[None], 5, axis=0)
    named = placement(candidates, identity, loads, stands=turned[None])
    assert_allclose(named, turned)
    unknown = placement(candidates[3:4] @ identity[3:4], identity[3:4], loads[3:4], stands=np.zeros((0, 4, 4)))
    assert_allclose(unknown, candidates[3])  # one joint: nothing tells a pose from a turn


def test_joints_that_carry_nothing_have_no_say():
    candidates = np.repeat(np.eye(4)[None], 4, axis=0)
    candidates[1:, :3, :3] = Z_UP
    loads = np.array([1.0, 0, 0, 0])
    assert_allclose(placement(candidates, np.repeat(np.eye(4)[None], 4, axis=0), loads, np.eye(4)[None]), np.eye(4))
