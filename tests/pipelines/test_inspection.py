import json
from dataclasses import replace

import numpy as np
import pytest

from enliven.core.mesh import Mesh
from enliven.core.scene import Appearance, Part, Rig, Scene
from enliven.core.skeleton import skeleton_at
from enliven.core.skin import Skin
from enliven.creatures.files import creature_glb
from enliven.io.gltf.build import document_from_parts
from enliven.io.gltf.scene import scene_from
from enliven.io.read import read_scene
from enliven.pipelines.inspection import as_json, as_text, describe

CUBE = np.array([[x, y, z] for x in (0.0, 2.0) for y in (0.0, 1.0) for z in (0.0, 3.0)])
SIDES = np.array(
    [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4],
     [1, 5, 7], [1, 7, 3]]
)  # fmt: skip


def cube(name="box", offset=0.0, node=0, faces=SIDES, scale=1.0):
    return Part(name=name, mesh=Mesh(CUBE * scale + offset, faces), appearance=Appearance(name="paint"), node=node)


def inspected(*parts, rig=None):
    return describe(scene_from(document_from_parts("boxes.glb", parts, rig)))


def test_counts_sizes_and_pieces():
    found = inspected(cube(), cube("lid", offset=10.0, node=1))
    assert (found.vertices, found.places, found.faces, found.components) == (16, 16, 24, 2)
    assert found.size_m == (12.0, 11.0, 13.0)
    assert [part.name for part in found.parts] == ["box", "lid"]
    assert found.problems == ()


def test_places_count_positions_once():
    soup = Part("soup", Mesh(CUBE[SIDES].reshape(-1, 3), np.arange(36).reshape(-1, 3)), Appearance(), 0)
    found = inspected(soup)
    assert (found.vertices, found.places, found.components) == (36, 8, 1)


def rigged_cube(*joints):
    """A cube on a rig; each joint is a name, its parent and its share of every vertex."""
    names = tuple(name for name, _, _ in joints)
    model_from_joint = np.tile(np.eye(4), (len(joints), 1, 1))
    model_from_joint[:, 1, 3] = np.linspace(0.0, 1.0, len(joints))
    parents = tuple(None if parent is None else names.index(parent) for _, parent, _ in joints)
    weights = np.tile([float(share) for _, _, share in joints], (8, 1))
    return inspected(
        cube(), rig=Rig(skeleton_at(names, parents, model_from_joint), Skin(weights, model_from_joint), None, "skin")
    )


def test_tips_bare_joints_and_helpers_are_told_apart():
    found = rigged_cube(
        ("root", None, 0), ("arm", "root", 0.5), ("hand", "arm", 0.25), ("finger", "hand", 0.25),
        ("finger_end", "finger", 0), ("HandNub", "hand", 0), ("PoleTarget", "root", 0),
        ("hand_slot", "hand", 0), ("camera", "root", 0),
    )  # fmt: skip
    assert found.rig is not None
    assert found.rig.roots == ("root",)
    assert found.rig.ends == ("finger_end", "HandNub")
    assert found.rig.bare == ("root",)
    assert found.rig.helpers == ("hand_slot", "PoleTarget", "camera")
    assert found.rig.moved == 3
    assert found.rig.faces is None
    text = as_text(found)
    assert "faces: its joints do not tell: taken for the front (+Z); for another way say: enliven animate --fac" in text
    assert "tips without skin, which follow the joint they end: finger_end, HandNub" in text
    assert "helpers, which no motion is made for: hand_slot, PoleTarget, camera" in text
    assert "to animate: the file's rig is used, 3 joints of it moved" in text
    assert found.moving_parts == ()


def test_which_way_a_rig_faces_is_told_where_its_joints_tell(tmp_path):
    (tmp_path / "fox.glb").write_bytes(creature_glb("fox", rigged=True))
    found = describe(read_scene(tmp_path / "fox.glb"))
    assert found.rig is not None
    assert found.rig.faces == "front"
    assert "    faces: the front (+Z)\n" in as_text(found)


def test_what_animate_would_do_is_told():
    still = inspected(cube())
    assert "rig: none\n    to animate: one is built from the shape" in as_text(still)
    axle = np.array([1.0, 0.5, 1.5])
    parts = [
        replace(cube("body"), node_name="body"),
        replace(cube("Wheel", 3.0, 1), node_name="Wheel", pivot_m=axle + 3.0),
    ]
    scene = Scene("cart.glb", tuple(parts), None, (), source=document_from_parts("cart.glb", parts, None))
    found = describe(scene)
    assert found.moving_parts == ("Wheel",)
    assert "rig: none, but 1 part on nodes of their own: Wheel\n    to animate: those nodes are moved" in as_text(found)


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (cube(scale=100.0), "300 m long"),
        (cube(scale=1e-4), "0.3 mm long"),
        (cube(offset=500.0), "from the origin"),
        (cube(faces=np.vstack([SIDES, [[0, 0, 1]]])), "1 of 13 faces have no area"),
        (cube(faces=np.vstack([SIDES, [[0, 1, 7]]])), "shared by more than two faces"),
    ],
)
def test_problems_say_what_was_found_and_what_to_do(part, words):
    problems = inspected(part).problems
    assert [words in problem.found for problem in problems].count(True) == 1
    assert all(len(problem.remedy) > 20 for problem in problems)


def test_text_and_json_tell_the_same():
    found = inspected(cube(), cube("lid", offset=10.0, node=1))
    told = json.loads(as_json(found))
    assert told["faces"] == 24
    assert told["parts"][1]["name"] == "lid"
    assert told["contents"]["materials"] == ["paint"]
    text = as_text(found)
    assert "24 faces, 16 vertices at 16 places, 2 separate pieces" in text
    assert "lid: 12 faces, 8 vertices (paint)" in text
    assert "rig: none" in text


def test_names_that_a_terminal_should_not_see():
    found = inspected(cube("a\x1b[31m\nb\ud800"))
    text = as_text(found)
    assert "a?[31m b?: 12 faces" in text
    assert text.encode()
    assert as_json(found).isascii()
