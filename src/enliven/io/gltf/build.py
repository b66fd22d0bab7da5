"""A new glTF document from parts: for what this program makes itself, and for formats that are not glTF."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float

from enliven.core.errors import InvalidMeshError
from enliven.core.scene import Part, Rig
from enliven.io.gltf.document import GltfDocument
from enliven.io.gltf.influences import stored_influences
from enliven.io.gltf.pack import json_text
from enliven.io.gltf.patch import INDICES, Patch, unique_name
from enliven.io.gltf.write_material import Materials
from enliven.io.gltf.write_rig import WrittenRig, add_to_scene, append_joint_nodes, append_rig, node_names


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """The parts of one node, with their numbers among all parts."""

    numbers: tuple[int, ...]
    parts: tuple[Part, ...]


def document_from_parts(name: str, parts: Sequence[Part], rig: Rig | None = None) -> GltfDocument:
    """Make a document that shows the parts as they are.

    Parts of the same ``node`` become the primitives of one mesh, whose node bears the name of the first of them; nodes
    with meshes come first, in the order of their parts. Vertices keep their order and count. With a rig of kind
    ``"skin"`` every mesh is skinned to it. With one of kind ``"nodes"`` (one-hot weights) the node of a mesh is its
    joint, and nodes hang from one another as the joints do.

    Args:
        name: file name, for messages.
        parts: in model space.
        rig: over the vertices of all parts, in order.

    Returns:
        A document with one buffer, ready for ``glb_bytes`` or ``scene_from``.

    Raises:
        InvalidMeshError: if there is nothing to show, or the rig covers another number of vertices.
    """
    vertices = sum(len(part.mesh.vertices) for part in parts)
    rows = None if rig is None else len(rig.skin.weights)
    if not vertices or rows not in (None, vertices):
        raise InvalidMeshError(
            f"{name}: {len(parts)} parts with {vertices} vertices came with a rig over {rows or 0} vertices, expected "
            "at least one vertex and a rig over all of them; join the skins of all parts first"
        )
    patch = Patch(_blank(name))
    groups = _grouped(parts)
    if rig is not None and rig.kind == "nodes":
        _append_riding(patch, groups, rig, _first_rows(parts))
    else:
        _append_standing(patch, groups, rig, _first_rows(parts))
    return patch.document()


def _blank(name: str) -> GltfDocument:
    root: dict[str, Any] = {
        "asset": {"version": "2.0", "generator": "enliven"},
        "scene": 0,
        "scenes": [{"nodes": []}],
    }
    return GltfDocument(name=name, root=root, buffers=(), json_bytes=json_text(root), is_glb=True)


def _grouped(parts: Sequence[Part]) -> list[_Group]:
    numbers: dict[int, list[int]] = {}
    for number, part in enumerate(parts):
        numbers.setdefault(part.node, []).append(number)
    return [_Group(tuple(group), tuple(parts[number] for number in group)) for group in numbers.values()]


def _first_rows(parts: Sequence[Part]) -> list[int]:
    counts = [len(part.mesh.vertices) for part in parts]
    return np.cumsum([0, *counts]).tolist()


def _append_standing(patch: Patch, groups: Sequence[_Group], rig: Rig | None, rows: Sequence[int]) -> None:
    materials = Materials(patch)
    nodes = [_append_node(patch, group) for group in groups]
    written = None if rig is None else append_rig(patch, rig)
    for node, group in zip(nodes, groups, strict=True):
        primitives = []
        for number, part in zip(group.numbers, group.parts, strict=True):
            primitive = _primitive(patch, materials, part, np.eye(4))
            if rig is not None and written is not None:
                weights = rig.skin.weights[rows[number] : rows[number + 1]]
                primitive["attributes"] |= append_influences(patch, weights, written)
            primitives.append(primitive)
        _set_mesh(patch, node, primitives)
        if written is not None:
            patch.root["nodes"][node]["skin"] = written.skin
        add_to_scene(patch, node)


def _append_riding(patch: Patch, groups: Sequence[_Group], rig: Rig, rows: Sequence[int]) -> None:
    materials = Materials(patch)
    nodes = [_append_node(patch, group) for group in groups]
    ridden = [int(rig.skin.weights[rows[group.numbers[0]]].argmax()) for group in groups]
    own = {joint: node for node, joint in reversed(list(zip(nodes, ridden, strict=True)))}
    joint_nodes = append_joint_nodes(patch, rig.skeleton, own)
    for joint, parent in enumerate(rig.skeleton.parents):
        if parent is None:
            add_to_scene(patch, joint_nodes[joint])
    for node, joint, group in zip(nodes, ridden, groups, strict=True):
        if own[joint] != node:
            patch.root["nodes"][own[joint]].setdefault("children", []).append(node)
        joint_from_model = np.linalg.inv(rig.skeleton.model_from_joint[joint])
        _set_mesh(patch, node, [_primitive(patch, materials, part, joint_from_model) for part in group.parts])


def _append_node(patch: Patch, group: _Group) -> int:
    return patch.append("nodes", {"name": unique_name(group.parts[0].name or "mesh", node_names(patch))})


def _set_mesh(patch: Patch, node: int, primitives: list[dict[str, Any]]) -> None:
    stored = patch.root["nodes"][node]
    stored["mesh"] = patch.append("meshes", {"name": stored["name"], "primitives": primitives})


def append_influences(
    patch: Patch, weights: Float[np.ndarray, "vertices joints"], written: WrittenRig
) -> dict[str, int]:
    """Add the skin attributes of one primitive; return their accessors by name."""
    kept = stored_influences(weights, first_joint=written.first_joint)
    return {
        "JOINTS_0": patch.append_attribute(kept.joints),
        "WEIGHTS_0": patch.append_attribute(kept.weights),
    }


def _primitive(
    patch: Patch, materials: Materials, part: Part, mesh_from_model: Float[np.ndarray, "4 4"]
) -> dict[str, Any]:
    look, mesh = part.appearance, part.mesh
    linear = mesh_from_model[:3, :3]
    positions = (mesh.vertices @ linear.T + mesh_from_model[:3, 3]).astype(np.float32)
    attributes = {"POSITION": patch.append_attribute(positions, bounds=True)}
    if look.normals is not None:
        attributes["NORMAL"] = patch.append_attribute(_unit(look.normals @ np.linalg.inv(linear)))
    if look.uv is not None:
        attributes["TEXCOORD_0"] = patch.append_attribute(look.uv.astype(np.float32))
    if look.vertex_rgba is not None:
        shades = np.round(np.clip(look.vertex_rgba, 0.0, 1.0) * 65535.0).astype(np.uint16)
        attributes["COLOR_0"] = patch.append_attribute(shades, normalized=True)
    primitive: dict[str, Any] = {"attributes": attributes}
    if len(mesh.faces):
        faces = mesh.faces[:, ::-1] if np.linalg.det(linear) < 0.0 else mesh.faces
        kind = np.uint16 if len(mesh.vertices) < 65535 else np.uint32
        indices = np.ascontiguousarray(faces, dtype=kind).reshape(-1)
        primitive["indices"] = patch.append_accessors([indices], bounded=[False], target=INDICES)[0]
    primitive["material"] = materials.number(look)
    return primitive


def _unit(vectors: Float[np.ndarray, "vertices 3"]) -> Float[np.ndarray, "vertices 3"]:
    """Float32 unit vectors; those without a direction point up."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    lost = ~(lengths > 1e-20)
    return np.where(lost, [0.0, 1.0, 0.0], vectors / np.where(lost, 1.0, lengths)).astype(np.float32)
