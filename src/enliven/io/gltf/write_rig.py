"""Adding a skeleton and its skin to a document."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.core.scene import Rig
from enliven.core.skeleton import Skeleton
from enliven.io.gltf.patch import Patch, unique_name
from enliven.io.gltf.trs import split_trs

ROOT_NAME = "enliven_root"
_ONE = 1e-9  # a scale this close to 1 is not written


@dataclass(frozen=True, slots=True)
class WrittenRig:
    """Numbers of what was added."""

    skin: int
    joint_nodes: tuple[int, ...]  # of the rig's joints, in order
    first_joint: int  # where the rig's joints start in the skin's list


def append_rig(patch: Patch, rig: Rig) -> WrittenRig:
    """Add joint nodes at rest, under one root joint of the default scene, and one skin over all of them.

    A skeleton with several roots gets a joint above them (``enliven_root``), as engines want one root. Names are made
    unique among all nodes, since players find nodes by name.
    """
    joint_nodes = append_joint_nodes(patch, rig.skeleton)
    roots = [node for node, parent in zip(joint_nodes, rig.skeleton.parents, strict=True) if parent is None]
    joint_from_mesh = rig.skin.joint_from_mesh
    first_joint, listed, root = 0, joint_nodes, roots[0]
    if len(roots) > 1:
        root = patch.append("nodes", {"name": unique_name(ROOT_NAME, node_names(patch)), "children": roots})
        first_joint, listed = 1, (root, *joint_nodes)
        joint_from_mesh = np.concatenate([np.eye(4)[None], joint_from_mesh])
    add_to_scene(patch, root)
    skin = patch.append(
        "skins",
        {"inverseBindMatrices": _append_matrices(patch, joint_from_mesh), "joints": list(listed), "skeleton": root},
    )
    return WrittenRig(skin=skin, joint_nodes=joint_nodes, first_joint=first_joint)


def append_joint_nodes(patch: Patch, skeleton: Skeleton, own_nodes: Mapping[int, int] | None = None) -> tuple[int, ...]:
    """Place one node a joint at rest, tied to one another as in the skeleton; roots are left for the caller to place.

    Args:
        patch: the document.
        skeleton: the joints.
        own_nodes: by joint, nodes that are there already and take the joint's place; the others are added.

    Returns:
        The node of every joint.
    """
    parts = split_trs(skeleton.parent_from_joint)
    taken = node_names(patch)
    numbers: list[int] = []
    for joint, name in enumerate(skeleton.names):
        if own_nodes is not None and joint in own_nodes:
            numbers.append(own_nodes[joint])
        else:
            unique = unique_name(name or f"joint_{joint}", taken)
            taken.add(unique)
            numbers.append(patch.append("nodes", {"name": unique}))
        node = patch.root["nodes"][numbers[-1]]
        if parts.translations[joint].any():
            node["translation"] = _rounded(parts.translations[joint])
        if parts.rotations_wxyz[joint, 1:].any():
            node["rotation"] = _rounded(np.roll(parts.rotations_wxyz[joint], -1))
        if np.abs(parts.scales[joint] - 1.0).max() > _ONE:
            node["scale"] = _rounded(parts.scales[joint])
    for joint, children in enumerate(skeleton.children):
        if children:
            patch.root["nodes"][numbers[joint]]["children"] = [numbers[child] for child in children]
    return tuple(numbers)


def _rounded(values: np.ndarray) -> list[float]:
    """Numbers with the nine digits that tell any float32 apart."""
    return [float(f"{value:.9g}") + 0.0 for value in values.tolist()]


def _append_matrices(patch: Patch, matrices: Float[np.ndarray, "joints 4 4"]) -> int:
    stored = matrices.astype(np.float32)
    stored[:, 3] = (0.0, 0.0, 0.0, 1.0)
    return patch.append_accessors([stored], bounded=[False])[0]


def add_to_scene(patch: Patch, node: int) -> None:
    """Make a node a root of the default scene; a file without scenes shows all its roots anyway."""
    scenes = patch.root.get("scenes", [])
    if scenes:
        scenes[patch.root.get("scene", 0)].setdefault("nodes", []).append(node)


def node_names(patch: Patch) -> set[str]:
    """All names that nodes bear."""
    return {node["name"] for node in patch.root.get("nodes", []) if "name" in node}
