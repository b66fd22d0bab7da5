"""The rig of a skinned file: all its skins as one skeleton in the bind pose."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int

from enliven.core.errors import UnreadableFileError
from enliven.core.skeleton import Skeleton, skeleton_at
from enliven.io.gltf.bind import placement
from enliven.io.gltf.document import GltfDocument
from enliven.io.gltf.nodes import NodeTree
from enliven.io.gltf.primitives import is_skinned, read_primitive, shows_triangles, vertex_influences
from enliven.io.gltf.typed import finite

StoredSkin = tuple[list[int], np.ndarray]  # node of each joint, and inverse bind matrices [joints 4 4]
_NOTHING = 1e-15  # metres: smaller joints and larger worlds than 1 / this are damage


@dataclass(frozen=True, slots=True, eq=False)
class BoundSkin:
    """One skin of the file, tied to the joints of the whole rig."""

    joints: Int[np.ndarray, " joints"]  # rig joint of each joint of the skin
    rest_from_bind: Float[np.ndarray, "joints 4 4"]  # by each joint; all equal if the skin agrees with the rest pose


@dataclass(frozen=True, slots=True, eq=False)
class BoundRig:
    """The skeleton of all skins at rest."""

    skeleton: Skeleton
    nodes: tuple[int, ...]  # of each joint
    carriers: tuple[int | None, ...]  # of every node, the joint that it is or hangs from
    skins: dict[int, BoundSkin]  # by number in the file
    model_from_joint: Float[np.ndarray, "joints 4 4"]


def bound_rig(document: GltfDocument, tree: NodeTree, skins: list[int], notes: list[str]) -> BoundRig:
    """Join the skins, which must hold a joint, into one rig whose rest pose is the bind pose.

    Where two skins bind a joint differently, the word of the one that carries more counts, and a note says so.
    """
    stored = {skin: _stored_skin(document, skin) for skin in skins}
    nodes = _joint_nodes(tree, {node for joints, _ in stored.values() for node in joints})
    number = {node: joint for joint, node in enumerate(nodes)}
    parents = _joint_parents(tree, nodes)
    rest = _bind_poses(document, tree, stored)
    for node, parent in zip(nodes, parents, strict=True):
        if node not in rest and parent is not None:
            rest[node] = _drawable(rest[nodes[parent]] @ tree.parent_from_node[node])
        elif node not in rest:
            rest[node] = _drawable(tree.world_from_node[node])
    model_from_joint = np.stack([rest[node] for node in nodes])
    bound = {}
    for skin, (joints, joint_from_bind) in stored.items():
        members = np.array([number[node] for node in joints])
        rest_from_bind = model_from_joint[members] @ joint_from_bind
        bound[skin] = BoundSkin(joints=members, rest_from_bind=rest_from_bind)
        spread = np.abs(rest_from_bind - rest_from_bind[:1]).max()
        if spread > 1e-3 * max(np.abs(rest_from_bind).max(), 1e-9):
            notes.append(
                f"skin {skin} binds its joints differently from a larger skin, whose bind pose is the rest pose"
            )
    names = tuple(tree.names[node] for node in nodes)
    skeleton = skeleton_at(names, parents, model_from_joint)
    return BoundRig(
        skeleton=skeleton,
        nodes=tuple(nodes),
        carriers=_carriers(tree, number),
        skins=bound,
        model_from_joint=model_from_joint,
    )


def _bind_poses(document: GltfDocument, tree: NodeTree, stored: dict[int, StoredSkin]) -> dict[int, np.ndarray]:
    """Where the joints of the skins stand in the world at rest; joints without a usable bind matrix are left out."""
    wearers = _wearers(document, tree)
    loads = {skin: _loads(document, wearers[skin], len(joints)) for skin, (joints, _) in stored.items()}
    rest: dict[int, np.ndarray] = {}
    for skin in sorted(stored, key=lambda skin: -loads[skin].sum()):
        joints, joint_from_bind = stored[skin]
        world_from_bind = placement(
            *_known_places(tree, rest, joints, joint_from_bind, loads[skin]),
            stands=_stands(tree, joints, wearers[skin]),
        )
        usable = _solid(joint_from_bind)
        places = world_from_bind @ np.linalg.inv(np.where(usable[:, None, None], joint_from_bind, np.eye(4)))
        for node, place, fine in zip(joints, places, usable & _solid(places), strict=True):
            if fine:
                rest.setdefault(node, place)
    return rest


def _drawable(place: Float[np.ndarray, "4 4"]) -> Float[np.ndarray, "4 4"]:
    """The place of a joint, or, where it is scaled to nothing or out of the world, an upright one there."""
    if _solid(place[None])[0]:
        return place
    upright = np.eye(4)
    upright[:3, 3] = np.clip(place[:3, 3], -1.0 / _NOTHING, 1.0 / _NOTHING)
    return upright


def _stored_skin(document: GltfDocument, skin: int) -> StoredSkin:
    """The joints (node numbers) and inverse bind matrices of a skin; identities where it has none."""
    stored = document.root["skins"][skin]
    joints = stored["joints"]
    if "inverseBindMatrices" not in stored:
        return joints, np.repeat(np.eye(4)[None], len(joints), axis=0)
    matrices = finite(document, stored["inverseBindMatrices"], f"the inverse bind matrices of skin {skin}", "MAT4")
    if len(matrices) < len(joints):
        raise UnreadableFileError(
            f"{document.name}: skin {skin} has {len(matrices)} inverse bind matrices, expected one for each of its "
            f"{len(joints)} joints; export the file again"
        )
    affine = np.array(matrices[: len(joints)])
    affine[:, 3] = (0.0, 0.0, 0.0, 1.0)
    return joints, affine


def _wearers(document: GltfDocument, tree: NodeTree) -> dict[int, list[int]]:
    """The nodes of the scene whose meshes each skin carries."""
    wearers: dict[int, list[int]] = {}
    for node, stored in enumerate(document.root.get("nodes", [])):
        if "skin" in stored and "mesh" in stored and tree.in_scene[node]:
            wearers.setdefault(stored["skin"], []).append(node)
    return wearers


def _solid(matrices: Float[np.ndarray, "joints 4 4"]) -> Bool[np.ndarray, " joints"]:
    """Which transforms can be undone, and are of a size that can be drawn."""
    extents = np.linalg.svd(matrices[:, :3, :3], compute_uv=False)
    far = np.abs(matrices).max(axis=(1, 2)) > 1.0 / _NOTHING
    return (extents[:, 2] > 1e-9 * extents[:, 0]) & (extents[:, 2] > _NOTHING) & ~far


def _known_places(
    tree: NodeTree, rest: dict[int, np.ndarray], joints: list[int], joint_from_bind: np.ndarray, loads: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Joint places, inverse bind matrices and loads: of joints that another skin put at rest, else of all."""
    known = [index for index, node in enumerate(joints) if node in rest]
    if known:
        return np.stack([rest[joints[index]] for index in known]), joint_from_bind[known], loads[known]
    return tree.world_from_node[joints], joint_from_bind, loads


def _stands(tree: NodeTree, joints: list[int], wearers: list[int]) -> np.ndarray:
    """Where exporters put bind space: the nodes that wear the skin, and what the topmost joints hang from."""
    members = set(joints)
    tops = dict.fromkeys(tree.parents[node] for node in joints if tree.parents[node] not in members)
    stands = [tree.world_from_node[node] for node in wearers]
    stands += [np.eye(4) if node is None else tree.world_from_node[node] for node in tops]
    return np.stack(stands)


def _loads(document: GltfDocument, wearers: list[int], joints: int) -> Float[np.ndarray, " joints"]:
    """The sum of weights that each joint of a skin carries."""
    loads = np.zeros(joints)
    for mesh in {document.root["nodes"][node]["mesh"] for node in wearers}:
        for index, primitive in enumerate(document.root["meshes"][mesh]["primitives"]):
            if shows_triangles(primitive) and is_skinned(primitive):
                influences = vertex_influences(read_primitive(document, mesh, index, []).attributes)
                if influences is not None:
                    members, weights = influences[0].ravel(), influences[1].ravel()
                    known = members < joints
                    loads += np.bincount(members[known], weights[known], minlength=joints)
    return loads


def _joint_nodes(tree: NodeTree, joints: set[int]) -> list[int]:
    """Joints and the nodes between them, parents first."""
    below: set[int] = set()  # nodes that hang from a joint
    above: set[int] = set()  # nodes that a joint hangs from
    for node in tree.order:
        parent = tree.parents[node]
        if parent is not None and (parent in joints or parent in below):
            below.add(node)
    for node in reversed(tree.order):
        parent = tree.parents[node]
        if parent is not None and (node in joints or node in above):
            above.add(parent)
    return [node for node in tree.order if node in joints or (node in below and node in above)]


def _carriers(tree: NodeTree, numbers: dict[int, int]) -> tuple[int | None, ...]:
    carriers: list[int | None] = [None] * len(tree.order)
    for node in tree.order:
        parent = tree.parents[node]
        carriers[node] = numbers.get(node, None if parent is None else carriers[parent])
    return tuple(carriers)


def _joint_parents(tree: NodeTree, nodes: list[int]) -> tuple[int | None, ...]:
    number = {node: joint for joint, node in enumerate(nodes)}
    parents = [tree.parents[node] for node in nodes]
    return tuple(None if parent is None else number.get(parent) for parent in parents)
