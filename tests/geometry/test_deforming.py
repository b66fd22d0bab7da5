import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.geometry.rigs import biped, boxed_rig

from enliven.core.skin import Skin
from enliven.geometry.deforming import deforming_rig


def _tree(rig):
    names = rig.skeleton.names
    return {name: None if up is None else names[up] for name, up in zip(names, rig.skeleton.parents, strict=True)}


def test_bones_without_weight_that_lead_to_none_go():
    joints = [("hips", None, (0, 1, 0)), ("spine", "hips", (0, 1.2, 0)), ("spine_end", "spine", (0, 1.5, 0))]
    rig = deforming_rig(*boxed_rig(joints, [(name, at, (0.1, 0.1, 0.1)) for name, _, at in joints[:2]]))
    assert _tree(rig) == {"hips": None, "spine": "hips"}
    assert rig.drives == (0, 1, 1)


@pytest.mark.parametrize(
    "helper", ["PoleTarget.L", "IK_arm", "arm_IK.R", "control-toe-roll.l", "Neck.CTRL", "mixamorig:LeftHandIK"]
)
def test_helpers_go_even_with_a_little_weight(helper):
    joints = [("hips", None, (0, 1, 0)), ("spine", "hips", (0, 1.2, 0)), (helper, "hips", (0.5, 1, 0))]
    skeleton, skin, mesh = boxed_rig(joints, [("hips", (0, 1, 0), (0.1,) * 3), ("spine", (0, 1.3, 0), (0.1,) * 3)])
    weights = np.array(skin.weights)
    weights[0] = [0.97, 0.0, 0.03]
    rig = deforming_rig(skeleton, Skin(weights=weights, joint_from_mesh=skin.joint_from_mesh), mesh)
    assert rig.skeleton.names == ("hips", "spine")
    assert_allclose(rig.skin.weights[0], [1.0, 0.0])


@pytest.mark.parametrize("name", ["Target_Left", "Control", "Spikes", "Mikey"])
def test_a_name_alone_removes_nothing_that_carries_the_surface(name):
    joints = [("hips", None, (0, 1, 0)), (name, "hips", (0, 1.2, 0))]
    rig = deforming_rig(*boxed_rig(joints, [(joint, at, (0.1,) * 3) for joint, _, at in joints]))
    assert name in rig.skeleton.names


def test_a_slot_gives_its_weapon_to_the_hand():
    joints = [("hips", None, (0, 1, 0)), ("hand.r", "hips", (0.5, 1, 0)), ("handslot.r", "hand.r", (0.6, 1, 0))]
    rig = deforming_rig(*boxed_rig(joints, [(name, at, (0.1,) * 3) for name, _, at in joints]))
    assert rig.skeleton.names == ("hips", "hand.r")
    assert rig.drives == (0, 1, 1)
    assert rig.skin.weights[:, 1].sum() == 16.0


@pytest.mark.parametrize("prefix", ["", "mixamorig:", "Armature|"])
def test_feet_that_hang_from_the_root_follow_their_shins(prefix):
    rig = deforming_rig(*biped(prefix))
    tree = _tree(rig)
    for side in "LR":
        assert tree[f"{prefix}Foot.{side}"] == f"{prefix}LowerLeg.{side}"
    assert tree[f"{prefix}Hips"] is None
    assert set(rig.reparented) == {f"{prefix}Foot.L", f"{prefix}Foot.R"}


def test_an_ordinary_biped_keeps_its_tree():
    skeleton, skin, mesh = biped(ik_feet=False)
    rig = deforming_rig(skeleton, skin, mesh)
    before = {
        name: None if up is None else skeleton.names[up]
        for name, up in zip(skeleton.names, skeleton.parents, strict=True)
    }
    assert rig.reparented == ()
    for name, parent in _tree(rig).items():
        assert parent == (None if name == "Hips" else before[name])


def test_hooves_on_ik_bones_follow_the_right_leg_of_four():
    joints = [("root", None, (0, 0, 0)), ("Body", "root", (0, 1, 0))]
    boxes = [("Body", (0, 1, 0), (0.2, 0.2, 0.6))]
    for end, z in (("Front", 0.5), ("Back", -0.5)):
        for side, x in (("L", 0.15), ("R", -0.15)):
            leg = f"{end}LowerLeg.{side}"
            joints += [
                (f"{end}UpperLeg.{side}", "Body", (x, 0.9, z)),
                (leg, f"{end}UpperLeg.{side}", (x, 0.5, z)),
                (f"IK{end}Leg.{side}", "root", (x, 0.1, z)),
                (f"{end}Toe.{side}", f"IK{end}Leg.{side}", (x, 0.05, z + 0.1)),
            ]
            middles = [(x, 0.7, z), (x, 0.3, z), (x, 0.05, z), (x, 0.05, z + 0.1)]
            halves = [(0.06, 0.2, 0.06), (0.05, 0.2, 0.05), (0.06, 0.05, 0.06), (0.05, 0.05, 0.05)]
            boxes += [
                (name, middle, half) for (name, _, _), middle, half in zip(joints[-4:], middles, halves, strict=True)
            ]
    tree = _tree(deforming_rig(*boxed_rig(joints, boxes)))
    for end in ("Front", "Back"):
        for side in "LR":
            assert tree[f"IK{end}Leg.{side}"] == f"{end}LowerLeg.{side}"
            assert tree[f"{end}Toe.{side}"] == f"IK{end}Leg.{side}"


def test_toes_follow_the_foot_that_was_joined_to_the_shin():
    skeleton, skin, mesh = biped()
    joints = [
        (name, None if up is None else skeleton.names[up], tuple(at))
        for name, up, at in zip(skeleton.names, skeleton.parents, skeleton.rest_positions, strict=True)
    ]
    joints.append(("Toe.L", "Root", (0.1, 0.03, 0.15)))
    boxes = [("Toe.L", (0.1, 0.03, 0.2), (0.04, 0.03, 0.05))]
    for number, name in enumerate(skeleton.names[joint] for joint in skin.weights[::8].argmax(axis=1)):
        corners = mesh.vertices[8 * number : 8 * number + 8]
        boxes.append((name, corners.mean(axis=0), np.ptp(corners, axis=0) / 2.0))
    assert _tree(deforming_rig(*boxed_rig(joints, boxes)))["Toe.L"] == "Foot.L"


def test_a_bare_root_goes_and_drives_its_child():
    joints = [("Armature", None, (0, 0, 0)), ("hips", "Armature", (0, 1, 0)), ("spine", "hips", (0, 1.2, 0))]
    rig = deforming_rig(*boxed_rig(joints, [(name, at, (0.1,) * 3) for name, _, at in joints[1:]]))
    assert _tree(rig) == {"hips": None, "spine": "hips"}
    assert rig.drives[0] == 0


def test_a_collarbone_without_skin_stays_and_a_control_off_the_way_goes():
    joints = [
        ("chest", None, (0, 1, 0)), ("collar", "chest", (0.1, 1.1, 0)), ("arm", "collar", (0.25, 1.1, 0)),
        ("mover", "chest", (0, 0, 0)), ("leg", "mover", (0.1, 0.9, 0)),
    ]  # fmt: skip
    boxes = [(name, at, (0.1,) * 3) for name, _, at in joints if name not in ("collar", "mover")]
    assert _tree(deforming_rig(*boxed_rig(joints, boxes))) == {
        "chest": None, "collar": "chest", "arm": "collar", "leg": "chest",
    }  # fmt: skip


def test_parts_of_a_flat_rig_are_joined_where_they_touch():
    joints = [("ROOT", None, (0, 0, 0)), ("Bone.001", "ROOT", (0, 1, 0)), ("Bone.002", "ROOT", (0, 1.1, 0.5)),
              ("Bone.003", "ROOT", (0.1, 1.3, 0.6)), ("Bone.004", "ROOT", (0.15, 0.8, 0.4)),
              ("Bone.005", "ROOT", (0.15, 0.4, 0.4))]  # fmt: skip
    boxes = [("Bone.001", (0, 1, 0), (0.2, 0.2, 0.5)), ("Bone.002", (0, 1.2, 0.65), (0.12, 0.12, 0.15)),
             ("Bone.003", (0.1, 1.4, 0.65), (0.02, 0.08, 0.02)), ("Bone.004", (0.15, 0.6, 0.4), (0.06, 0.2, 0.06)),
             ("Bone.005", (0.15, 0.2, 0.4), (0.05, 0.2, 0.05))]  # fmt: skip
    tree = _tree(deforming_rig(*boxed_rig(joints, boxes)))
    assert tree == {
        "Bone.001": None, "Bone.002": "Bone.001", "Bone.003": "Bone.002", "Bone.004": "Bone.001",
        "Bone.005": "Bone.004",
    }  # fmt: skip


def test_what_is_kept_stays_where_it_was():
    skeleton, skin, mesh = biped()
    rig = deforming_rig(skeleton, skin, mesh)
    for joint, source in enumerate(rig.sources):
        assert rig.skeleton.names[joint] == skeleton.names[source]
        assert_allclose(rig.skeleton.model_from_joint[joint], skeleton.model_from_joint[source], atol=1e-12)
        assert rig.drives[source] == joint
    assert_allclose(rig.skin.weights.sum(axis=1), 1.0)


@pytest.mark.parametrize("names", [("IK_root", "PoleTarget"), ("a", "b")])
def test_a_rig_without_weight_still_has_joints(names):
    skeleton, _, _ = boxed_rig(
        [(names[0], None, (0, 0, 0)), (names[1], names[0], (0, 1, 0))], [(names[0], (0,) * 3, (1,) * 3)]
    )
    empty = Skin(weights=np.zeros((0, 2)), joint_from_mesh=np.tile(np.eye(4), (2, 1, 1)))
    assert len(deforming_rig(skeleton, empty).skeleton) >= 1
