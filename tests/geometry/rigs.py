"""Small rigs made in code: boxes on joints."""

import numpy as np

from enliven.core.mesh import Mesh
from enliven.core.skeleton import skeleton_at
from enliven.core.skin import Skin

_CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)
_FACES = np.array(
    [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4],
     [1, 5, 7], [1, 7, 3]]
)  # fmt: skip


def boxed_rig(joints, boxes):
    """Build a rig.

    Args:
        joints: (name, parent's name or None, position), parents first.
        boxes: (joint's name, middle, half sides): a box that follows the joint wholly.
    """
    names = tuple(name for name, _, _ in joints)
    parents = tuple(None if parent is None else names.index(parent) for _, parent, _ in joints)
    model_from_joint = np.tile(np.eye(4), (len(joints), 1, 1))
    model_from_joint[:, :3, 3] = [position for _, _, position in joints]
    skeleton = skeleton_at(names, parents, model_from_joint)
    vertices = np.concatenate([np.array(middle) + _CORNERS * np.array(half) for _, middle, half in boxes])
    faces = np.concatenate([_FACES + 8 * number for number in range(len(boxes))])
    weights = np.zeros((len(vertices), len(joints)))
    for number, (name, _, _) in enumerate(boxes):
        weights[8 * number : 8 * number + 8, names.index(name)] = 1.0
    skin = Skin(weights=weights, joint_from_mesh=np.linalg.inv(model_from_joint))
    return skeleton, skin, Mesh(vertices=vertices, faces=faces)


def biped(prefix="", *, ik_feet=True):
    """A biped; with IK feet they hang from the root, as pole targets do."""
    foot_parent = {side: "Root" if ik_feet else f"LowerLeg.{side}" for side in "LR"}
    joints = [("Root", None, (0, 0, 0)), ("Hips", "Root", (0, 1.0, 0)), ("Chest", "Hips", (0, 1.3, 0)),
              ("Head", "Chest", (0, 1.6, 0))]  # fmt: skip
    boxes = [("Hips", (0, 1.05, 0), (0.15, 0.1, 0.1)), ("Chest", (0, 1.4, 0), (0.18, 0.2, 0.1)),
             ("Head", (0, 1.75, 0), (0.1, 0.12, 0.1))]  # fmt: skip
    for side, x in (("L", 0.1), ("R", -0.1)):
        joints += [
            (f"UpperLeg.{side}", "Hips", (x, 0.95, 0)),
            (f"LowerLeg.{side}", f"UpperLeg.{side}", (x, 0.5, 0.02)),
            (f"Foot.{side}", foot_parent[side], (x, 0.08, 0)),
            (f"PoleTarget.{side}", "Root", (x, 0.5, 0.8)),
        ]
        boxes += [
            (f"UpperLeg.{side}", (x, 0.72, 0), (0.07, 0.22, 0.07)),
            (f"LowerLeg.{side}", (x, 0.3, 0), (0.06, 0.2, 0.06)),
            (f"Foot.{side}", (x, 0.04, 0.08), (0.05, 0.04, 0.12)),
        ]
    named = [(prefix + name, None if parent is None else prefix + parent, at) for name, parent, at in joints]
    return boxed_rig(named, [(prefix + name, middle, half) for name, middle, half in boxes])
