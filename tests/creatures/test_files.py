"""A creature's file reads back as the creature."""

import pytest
from numpy.testing import assert_allclose, assert_array_equal

from enliven.creatures import sample
from enliven.creatures.files import creature_glb
from enliven.io.gltf.document import parse_glb
from enliven.io.gltf.scene import scene_from


@pytest.mark.parametrize("kind", ["fish", "car"])
def test_an_unrigged_file_holds_one_part_and_no_rig(kind: str):
    creature = sample(kind)
    scene = scene_from(parse_glb(creature_glb(kind), f"{kind}.glb"))
    assert len(scene.parts) == 1
    assert scene.rig is None
    assert_allclose(scene.mesh.vertices, creature.mesh.vertices, atol=1e-5)
    assert_array_equal(scene.mesh.faces, creature.mesh.faces)


@pytest.mark.parametrize("kind", ["fish", "plant"])
def test_a_rigged_file_holds_the_same_joints_in_the_same_places(kind: str):
    creature = sample(kind, rigged=True)
    scene = scene_from(parse_glb(creature_glb(kind, rigged=True), f"{kind}.glb"))
    assert scene.rig is not None
    assert scene.rig.kind == "skin"
    assert_allclose(scene.mesh.vertices, creature.mesh.vertices, atol=1e-5)
    found = dict(zip(scene.rig.skeleton.names, scene.rig.skeleton.rest_positions, strict=True))
    for name, place in zip(creature.skeleton.names, creature.skeleton.rest_positions, strict=True):
        assert_allclose(found[name], place, atol=1e-5)
    column = [scene.rig.skeleton.names.index(name) for name in creature.skeleton.names]
    assert_allclose(scene.rig.skin.weights[:, column], creature.skin.weights, atol=1e-3)


@pytest.mark.parametrize("kind", ["car", "door"])
def test_the_file_of_a_rigged_machine_has_a_node_for_every_part_where_its_joint_stands(kind: str):
    creature = sample(kind, rigged=True)
    document = parse_glb(creature_glb(kind, rigged=True), f"{kind}.glb")
    nodes = {node["name"]: node for node in document.root["nodes"]}
    for joint, name in enumerate(creature.skeleton.names):
        assert "mesh" in nodes[name]
        offset = creature.skeleton.parent_from_joint[joint, :3, 3]
        assert_allclose(nodes[name].get("translation", [0.0, 0.0, 0.0]), offset, atol=1e-6)
    assert_allclose(scene_from(document).mesh.vertices, creature.mesh.vertices, atol=1e-5)


def test_a_rigged_machine_has_one_part_for_each_joint():
    creature = sample("car", rigged=True)
    assert [part.name for part in creature.parts] == list(creature.skeleton.names)
    assert_array_equal(creature.skin.weights.max(axis=1), 1.0)
