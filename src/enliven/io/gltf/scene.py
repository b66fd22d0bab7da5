"""A glTF document as a scene: its parts in model space, its rig and its clips."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.core.errors import UnreadableFileError
from enliven.core.mesh import Mesh
from enliven.core.scene import ExistingClip, Part, Rig, Scene
from enliven.core.skin import Skin
from enliven.geometry.skinning import normalised_weights
from enliven.io.gltf.clips import clip_info
from enliven.io.gltf.document import GltfDocument
from enliven.io.gltf.materials import appearance_of
from enliven.io.gltf.nodes import NodeTree, node_tree
from enliven.io.gltf.primitives import MODES, Primitive, read_primitive, vertex_influences
from enliven.io.gltf.rig import BoundRig, bound_rig


@dataclass(frozen=True, slots=True)
class PartSource:
    """Where a part of the scene comes from in the file."""

    node: int
    mesh: int
    primitive: int
    skin: int | None


def scene_from(document: GltfDocument) -> Scene:
    """Read the default scene: what it shows, its rig, and the clips of the file.

    Raises:
        EnlivenError: if the file is damaged or shows no triangles.
    """
    tree = node_tree(document)
    notes = list(document.notes)
    sources = part_sources(document, tree, notes)
    if not sources:
        raise UnreadableFileError(
            f"{document.name} shows no triangles, expected a mesh in its default scene; export it with its mesh"
        )
    skins = sorted({source.skin for source in sources if source.skin is not None})
    rig = bound_rig(document, tree, skins, notes) if skins else None
    parts, weights = [], []
    for source in sources:
        part, part_weights = _part(document, tree, rig, source)
        parts.append(part)
        weights.append(part_weights)
    return Scene(
        name=document.name,
        parts=tuple(parts),
        rig=_rig(rig, weights) if rig else None,
        clips=existing_clips(document),
        source=document,
        notes=tuple(notes),
    )


def existing_clips(document: GltfDocument) -> tuple[ExistingClip, ...]:
    """The animations of a file."""
    infos = [clip_info(document, clip) for clip in range(len(document.root.get("animations", [])))]
    return tuple(ExistingClip(name=info.name, duration_s=info.duration_s, channels=info.channels) for info in infos)


def part_sources(document: GltfDocument, tree: NodeTree, notes: list[str]) -> list[PartSource]:
    """Which primitive of which node each part of the scene comes from, in the order of ``Scene.parts``."""
    sources = []
    for node, stored in enumerate(document.root.get("nodes", [])):
        if "mesh" not in stored or not tree.in_scene[node]:
            continue
        for index, primitive in enumerate(document.root["meshes"][stored["mesh"]]["primitives"]):
            mode = primitive.get("mode", 4)
            if mode < 4:
                notes.append(f"{tree.names[node]} holds {MODES[mode]}, which were left out")
            elif "POSITION" not in primitive["attributes"]:
                notes.append(f"a primitive of {tree.names[node]} has no positions and was left out")
            else:
                skinned = "skin" in stored and "JOINTS_0" in primitive["attributes"]
                sources.append(PartSource(node, stored["mesh"], index, stored["skin"] if skinned else None))
    return sources


def _rig(bound: BoundRig, weights: list[np.ndarray]) -> Rig:
    skin = Skin(weights=np.concatenate(weights), joint_from_mesh=np.linalg.inv(bound.model_from_joint))
    return Rig(skeleton=bound.skeleton, skin=skin, joint_nodes=bound.nodes, kind="skin")


def _part(document: GltfDocument, tree: NodeTree, rig: BoundRig | None, source: PartSource) -> tuple[Part, np.ndarray]:
    stored = document.root["meshes"][source.mesh]
    node = document.root["nodes"][source.node]
    primitive = read_primitive(document, source.mesh, source.primitive, node.get("weights", stored.get("weights", [])))
    assert primitive is not None
    if rig is not None and source.skin is not None:
        vertices, weights, mirrored = _skinned(rig, source.skin, primitive)
    else:
        vertices, weights, mirrored = _rigid(tree, rig, source.node, primitive)
    faces = primitive.faces[:, ::-1] if mirrored else primitive.faces
    material = stored["primitives"][source.primitive].get("material")
    part = Part(
        name=stored.get("name", tree.names[source.node]),
        mesh=Mesh(vertices=vertices, faces=np.ascontiguousarray(faces)),
        appearance=appearance_of(document, material, primitive.attributes),
        node=source.node,
    )
    return part, weights


def _skinned(rig: BoundRig, skin: int, primitive: Primitive) -> tuple[np.ndarray, np.ndarray, bool]:
    bound = rig.skins[skin]
    influences = vertex_influences(primitive.attributes)
    assert influences is not None
    joints, shares = influences
    shares = np.maximum(np.nan_to_num(shares, nan=0.0, posinf=0.0), 0.0)
    lost = shares.sum(axis=1) <= 0.0
    shares[lost, 0] = 1.0  # as players do: a vertex without weights follows its first joint
    shares /= shares.sum(axis=1, keepdims=True)
    weights = np.zeros((len(joints), len(rig.nodes)))
    np.add.at(weights, (np.arange(len(joints))[:, None], bound.joints[joints]), shares)
    placed = np.einsum("vk,vkij->vij", shares, bound.rest_from_bind[joints])
    vertices = transformed(primitive.positions, placed)
    mirrored = bool(np.linalg.det(bound.rest_from_bind[:, :3, :3]).mean() < 0.0)
    return vertices, normalised_weights(weights), mirrored


def _rigid(
    tree: NodeTree, rig: BoundRig | None, node: int, primitive: Primitive
) -> tuple[np.ndarray, np.ndarray, bool]:
    model_from_mesh = tree.world_from_node[node]
    weights = np.zeros((len(primitive.positions), 0))
    if rig is not None:
        joint = _carrier(tree, rig, node)
        weights = np.zeros((len(primitive.positions), len(rig.nodes)))
        if joint is None:
            middle = transformed(primitive.positions, model_from_mesh).mean(axis=0)
            roots = [j for j, parent in enumerate(rig.skeleton.parents) if parent is None]
            joint = min(roots, key=lambda j: float(np.linalg.norm(rig.model_from_joint[j, :3, 3] - middle)))
        else:
            # it hangs from its joint, so it goes where the joint goes from the default pose to the bind pose
            carried = np.linalg.pinv(tree.world_from_node[rig.nodes[joint]]) @ model_from_mesh
            model_from_mesh = rig.model_from_joint[joint] @ carried
        weights[:, joint] = 1.0
    mirrored = bool(np.linalg.det(model_from_mesh[:3, :3]) < 0.0)
    return transformed(primitive.positions, model_from_mesh), weights, mirrored


def _carrier(tree: NodeTree, rig: BoundRig, node: int) -> int | None:
    at: int | None = node
    while at is not None and at not in rig.nodes:
        at = tree.parents[at]
    return None if at is None else rig.nodes.index(at)


def transformed(
    points: Float[np.ndarray, "vertices 3"], matrices: Float[np.ndarray, "*vertices 4 4"]
) -> Float[np.ndarray, "vertices 3"]:
    """Points moved by one affine matrix, or by one each."""
    return np.einsum("...ij,...j->...i", matrices[..., :3, :3], points) + matrices[..., :3, 3]
