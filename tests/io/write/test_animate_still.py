"""Laws of skins and clips written into files without a rig."""

import copy
from dataclasses import replace

import numpy as np
import pytest
from tests.conformance import plain_gltf
from tests.io.write.motions import made_rigged, own_vertices, result_of, rig_around, scene_of
from tests.io.write.sources import STILL, as_glb, instanced, mirrored_strip, morphing, placed

from enliven.core.errors import InvalidSkinError
from enliven.io.gltf.document import parse_glb
from enliven.io.gltf.pack import glb_bytes
from enliven.io.gltf.scene import scene_from
from enliven.io.gltf.write_scene import animated_document, rigged_document
from enliven.io.write import animated_bytes

KINDS = pytest.mark.parametrize("kind", STILL)


def written(kind):
    scene = made_rigged(scene_of(STILL[kind]()))
    result = result_of(scene)
    return result, plain_gltf.opened(animated_bytes(result, fps=30.0))


def skinned_nodes(glb):
    return [number for number, node in enumerate(glb.root["nodes"]) if "skin" in node]


def triangle_parts(glb):
    """Node and primitive of what shows triangles, in order of nodes."""
    return [
        (node, number)
        for node in skinned_nodes(glb)
        for number, primitive in enumerate(glb.root["meshes"][glb.root["nodes"][node]["mesh"]]["primitives"])
        if primitive.get("mode", 4) >= 4
    ]


def corners(glb, primitive):
    count = glb.root["accessors"][primitive["attributes"]["POSITION"]]["count"]
    order = plain_gltf.values(glb, primitive["indices"])[:, 0] if "indices" in primitive else np.arange(count)
    mode = primitive.get("mode", 4)
    if mode == 4:
        return order.reshape(-1, 3)
    assert mode in (5, 6)
    if mode == 6:
        return np.array([(order[0], order[k], order[k + 1]) for k in range(1, len(order) - 1)])
    return np.array([order[k : k + 3] if k % 2 == 0 else order[[k + 1, k, k + 2]] for k in range(len(order) - 2)])


@KINDS
def test_played_back_vertices_are_our_own_in_the_same_order(kind):
    result, glb = written(kind)
    for time_s in (0.0, 0.3, 1.1):
        played = plain_gltf.vertices(glb, "walks", float(np.float32(time_s)))
        parts = [played[place] for place in triangle_parts(glb)]
        assert [len(part) for part in parts] == [len(part.mesh.vertices) for part in result.scene.parts]
        # between two keys turns are slerped, which differs from the spline by less than a thousandth
        tolerance = 2e-5 if time_s != 0.3 else 2e-3
        np.testing.assert_allclose(np.concatenate(parts), own_vertices(result, time_s), atol=tolerance)


@KINDS
def test_faces_keep_their_order_and_still_face_outward(kind):
    result, glb = written(kind)
    for part, (node, number) in zip(result.scene.parts, triangle_parts(glb), strict=True):
        faces = corners(glb, glb.root["meshes"][glb.root["nodes"][node]["mesh"]]["primitives"][number])
        assert len(faces) == len(part.mesh.faces)
        for ours, theirs in zip(part.mesh.faces, faces, strict=True):
            turned = [np.roll(theirs, shift).tolist() for shift in range(3)]
            assert ours.tolist() in turned


@KINDS
def test_weights_sum_to_one_and_name_joints_once(kind):
    _result, glb = written(kind)
    (skin,) = glb.root["skins"]
    for node, number in triangle_parts(glb):
        attributes = glb.root["meshes"][glb.root["nodes"][node]["mesh"]]["primitives"][number]["attributes"]
        joints, weights = (plain_gltf.values(glb, attributes[name]) for name in ("JOINTS_0", "WEIGHTS_0"))
        assert weights.dtype == np.float32
        np.testing.assert_array_equal(weights.sum(axis=1), np.float32(1.0))
        assert joints.max() < len(skin["joints"])
        for row, shares in zip(joints, weights, strict=True):
            used = row[shares > 0].tolist()
            assert len(set(used)) == len(used)
            assert not row[shares == 0].any()


@KINDS
def test_one_skin_one_root_and_unique_names(kind):
    _result, glb = written(kind)
    assert len(glb.root["skins"]) == 1
    root = glb.root["skins"][0]["skeleton"]
    tops = glb.root["scenes"][glb.root.get("scene", 0)]["nodes"]
    assert root in tops
    assert set(skinned_nodes(glb)) <= set(tops)
    below, waiting = set(), [root]
    while waiting:
        below.add(waiting[-1])
        waiting += glb.root["nodes"][waiting.pop()].get("children", [])
    assert set(glb.root["skins"][0]["joints"]) <= below
    joints = [glb.root["nodes"][joint]["name"] for joint in glb.root["skins"][0]["joints"]]
    names = [node.get("name") for node in glb.root["nodes"]]
    assert all(names.count(name) == 1 for name in joints)


@KINDS
def test_everything_else_stays(kind):
    before = plain_gltf.opened(as_glb(STILL[kind]()))
    _, after = written(kind)
    assert after.binary[: len(before.binary)] == before.binary
    for number, node in enumerate(before.root["nodes"]):
        kept = {key: value for key, value in node.items() if key not in ("mesh", "weights")}
        now = {key: value for key, value in after.root["nodes"][number].items() if key not in ("mesh", "weights")}
        assert now == kept
    for group in ("materials", "textures", "images", "samplers", "asset", "extensions"):
        assert after.root.get(group) == before.root.get(group)
    if kind != "meshopt":  # its views become plain
        assert after.root["accessors"][: len(before.root["accessors"])] == before.root["accessors"]


@KINDS
def test_nothing_stays_encoded_and_no_extension_is_left_over(kind):
    _, glb = written(kind)
    assert "extensionsUsed" not in glb.root
    assert "extensionsRequired" not in glb.root
    assert len(glb.root["buffers"]) == 1


def test_a_mesh_at_the_origin_shares_its_arrays():
    _, glb = written("at the origin")
    (primitive,) = glb.root["meshes"][0]["primitives"]
    before = placed().root["meshes"][0]["primitives"][0]
    for name, accessor in before["attributes"].items():
        assert primitive["attributes"][name] == accessor
    assert primitive["indices"] == before["indices"]


@pytest.mark.parametrize("kind", ["moved", "stretched", "mirrored", "squashed"])
def test_normals_and_tangents_go_along(kind):
    _result, glb = written(kind)
    (primitive,) = glb.root["meshes"][0]["primitives"]
    points, normals, tangents = (
        plain_gltf.values(glb, primitive["attributes"][name]).astype(np.float64)
        for name in ("POSITION", "NORMAL", "TANGENT")
    )
    np.testing.assert_allclose(np.linalg.norm(normals, axis=1), 1.0, atol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(tangents[:, :3], axis=1), 1.0, atol=1e-6)
    build = STILL[kind]()
    before = plain_gltf.opened(as_glb(build))
    world = plain_gltf.worlds(before, None, 0.0)[0][:3, :3]
    old = build.root["meshes"][0]["primitives"][0]["attributes"]
    old_normals, old_tangents = (
        plain_gltf.values(before, old[name]).astype(np.float64) for name in ("NORMAL", "TANGENT")
    )
    real = np.linalg.norm(old_normals, axis=1) > 0.5
    across = np.cross(old_normals, [0.1, 0.7, 0.3])[real]  # vectors in the surface stay in the surface
    np.testing.assert_allclose(((across @ world.T) * normals[real]).sum(axis=1), 0.0, atol=1e-6)
    assert ((old_normals[real] @ world.T * normals[real]).sum(axis=1) > 0.0).all()
    along = old_tangents[:, :3] @ world.T
    np.testing.assert_allclose(np.cross(along, tangents[:, :3]), 0.0, atol=1e-5)
    np.testing.assert_array_equal(tangents[:, 3], old_tangents[:, 3] * np.sign(np.linalg.det(world)))
    assert len(points) == 8


def test_morphs_go_along_with_their_clip():
    before = plain_gltf.opened(as_glb(morphing()))
    _, after = written("morphing")
    (node,) = skinned_nodes(after)
    channel = after.root["animations"][0]["channels"][0]
    assert channel["target"] == {"node": node, "path": "weights"}
    assert after.root["nodes"][node]["weights"] == [0.25, 0.0]
    assert "weights" not in after.root["nodes"][0]
    world = plain_gltf.worlds(before, None, 0.0)[0]
    old, new = (glb.root["meshes"][0]["primitives"][0] for glb in (before, after))
    for target, moved in zip(old["targets"], new["targets"], strict=True):
        assert list(target) == list(moved)
        offsets = plain_gltf.values(before, target["POSITION"]) @ world[:3, :3].T
        np.testing.assert_allclose(plain_gltf.values(after, moved["POSITION"]), offsets, atol=1e-6)
    points = plain_gltf.values(before, old["attributes"]["POSITION"]) @ world[:3, :3].T + world[:3, 3]
    np.testing.assert_allclose(plain_gltf.values(after, new["attributes"]["POSITION"]), points, atol=1e-6)


def test_morphed_normals_are_the_normals_of_the_morphed_directions():
    """Base and offset are scaled alike, so their sum keeps its direction under the map of normals."""
    before, (_, after) = plain_gltf.opened(as_glb(morphing())), written("morphing")
    turn = np.linalg.inv(plain_gltf.worlds(before, None, 0.0)[0][:3, :3]).T

    def morphed(glb):
        primitive = glb.root["meshes"][0]["primitives"][0]
        base = plain_gltf.values(glb, primitive["attributes"]["NORMAL"]).astype(np.float64)
        return base + plain_gltf.values(glb, primitive["targets"][0]["NORMAL"])

    real = np.arange(8) != 3
    np.testing.assert_allclose(np.cross(morphed(before) @ turn.T, morphed(after))[real], 0.0, atol=1e-6)


def test_each_instance_gets_a_skin_and_other_scenes_keep_theirs():
    _, glb = written("instanced")
    assert len(skinned_nodes(glb)) == 2
    meshes = {glb.root["nodes"][node]["mesh"] for node in skinned_nodes(glb)}
    assert len(meshes) == 2
    assert glb.root["nodes"][2]["mesh"] == 0
    assert 0 not in meshes
    assert "JOINTS_0" not in glb.root["meshes"][0]["primitives"][0]["attributes"]
    assert instanced().root["meshes"][0] == glb.root["meshes"][0]


def test_lines_follow_the_nearest_surface():
    _, glb = written("strips")
    (lines,) = [
        primitive
        for node in skinned_nodes(glb)
        for primitive in glb.root["meshes"][glb.root["nodes"][node]["mesh"]]["primitives"]
        if primitive.get("mode", 4) == 3
    ]
    strip = glb.root["meshes"][0]["primitives"][0]
    # the lines lie on the strip, so they move with it
    for name in ("POSITION", "JOINTS_0", "WEIGHTS_0"):
        ours, theirs = (plain_gltf.values(glb, entry["attributes"][name]) for entry in (lines, strip))
        np.testing.assert_array_equal(ours, theirs)
    assert len(mirrored_strip().root["nodes"]) == 4


def test_a_rig_alone_is_written_at_rest():
    scene = made_rigged(scene_of(placed(translation=[0, 1, 0])))
    document = rigged_document(scene)
    back = scene_from(parse_glb(glb_bytes(document), "rigged.glb"))
    np.testing.assert_allclose(back.mesh.vertices, scene.mesh.vertices, atol=1e-6)
    assert back.rig is not None
    np.testing.assert_allclose(back.rig.skeleton.model_from_joint[1:], scene.rig.skeleton.model_from_joint, atol=1e-6)
    np.testing.assert_allclose(back.rig.skin.weights[:, 1:], scene.rig.skin.weights, atol=1e-6)
    again = rigged_document(back)
    assert again is back.source


def test_the_source_is_left_as_it_was():
    scene = made_rigged(scene_of(morphing()))
    before = copy.deepcopy(scene.source.root)
    animated_document(result_of(scene), fps=30.0)
    assert scene.source.root == before


def test_a_skin_of_another_mesh_is_refused():
    scene = made_rigged(scene_of(placed()))
    other = rig_around(scene_of(instanced()))
    with pytest.raises(InvalidSkinError, match="16 rows for 8 vertices"):
        animated_document(result_of(replace(scene, rig=other)), fps=30.0)


@pytest.mark.parametrize("damage", [{"type": "VEC2"}, {"byteOffset": 4096}, {"count": 7}])
def test_damaged_directions_are_left_out_of_the_skinned_mesh(damage):
    """Reading passes damaged normals over; so does what is written from it, with their morphs."""
    build = morphing()
    (primitive,) = build.root["meshes"][0]["primitives"]
    build.root["accessors"][primitive["attributes"]["NORMAL"]] |= damage
    result = result_of(made_rigged(scene_of(build)))
    glb = plain_gltf.opened(animated_bytes(result, fps=30.0))
    (node,) = skinned_nodes(glb)
    (new,) = glb.root["meshes"][glb.root["nodes"][node]["mesh"]]["primitives"]
    assert set(new["attributes"]) == {"POSITION", "TANGENT", "TEXCOORD_0", "JOINTS_0", "WEIGHTS_0"}
    assert [set(target) for target in new["targets"]] == [{"POSITION", "TANGENT"}, {"POSITION"}]
