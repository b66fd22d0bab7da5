"""Skinning the meshes of a document that has no rig, each at the root of the scene."""

import copy
from typing import Any

import numpy as np
from jaxtyping import Float
from scipy.spatial import KDTree

from enliven.core.errors import InvalidSkinError
from enliven.core.scene import Rig, Scene
from enliven.io.gltf.bake import Bake
from enliven.io.gltf.document import GltfDocument
from enliven.io.gltf.encodings import release_encodings
from enliven.io.gltf.nodes import NodeTree, node_tree
from enliven.io.gltf.parts import part_sources
from enliven.io.gltf.patch import Patch, unique_name
from enliven.io.gltf.write_primitive import PrimitiveWriter
from enliven.io.gltf.write_rig import add_to_scene, append_rig, node_names


def append_skin(patch: Patch, document: GltfDocument, scene: Scene, rig: Rig) -> tuple[int, ...]:
    """Add a rig that was built here, and hang the skin of every mesh of the default scene on it.

    Every node with a mesh gives it to a new node at the root and stays as an empty, so that hierarchy, extras and
    whatever hangs from it stay. Vertices keep their order and count; where the node stood elsewhere than at the origin
    they are carried into model space. Points and lines follow the nearest vertex of a triangle mesh. A mesh that
    several nodes show is copied for each; materials and images stay shared. Existing clips that move morph weights
    of a mesh follow it to its new node.

    Args:
        patch: grows out of ``document``.
        document: what the scene was read from.
        scene: its parts, in the order of the rows of the skin.
        rig: over all of them.

    Returns:
        The node of every joint.

    Raises:
        InvalidSkinError: if the skin has not one row for every vertex.
    """
    tree = node_tree(document)
    sources = part_sources(document, tree, [])
    rows = np.cumsum([0, *(len(part.mesh.vertices) for part in scene.parts)]).tolist()
    if len(sources) != len(scene.parts) or rows[-1] != len(rig.skin.weights):
        raise InvalidSkinError(
            f"{document.name}: the skin has {len(rig.skin.weights)} rows for {rows[-1]} vertices in {len(scene.parts)} "
            f"of {len(sources)} parts, expected one for every vertex of every part; make the rig from the scene as read"
        )
    written = append_rig(patch, rig)
    weights = _Weights(scene, rig, rows, {(source.node, source.primitive): n for n, source in enumerate(sources)})
    writer = PrimitiveWriter(patch, document, written.first_joint)
    for node, target in _targets(patch, document, tree).items():
        bake = Bake(tree.world_from_node[node])
        mesh = document.root["nodes"][node]["mesh"]
        primitives = []
        for number, primitive in enumerate(document.root["meshes"][mesh]["primitives"]):
            if "POSITION" in primitive["attributes"]:
                own = weights.of_part(node, number)
                if own is None:
                    own = weights.nearest(bake.positions(writer.positions(mesh, number)))
                primitives.append(writer.skinned(mesh, number, bake, own))
        patch.root["meshes"][target] |= {"primitives": primitives}
        _move(patch, node, target, written.skin, tree.names[node])
    release_encodings(patch.root)
    return written.joint_nodes


class _Weights:
    """Rows of the skin by part, and for what is no part (points and lines) by nearness."""

    def __init__(self, scene: Scene, rig: Rig, rows: list[int], parts: dict[tuple[int, int], int]) -> None:
        self._scene, self._weights, self._rows, self._parts = scene, rig.skin.weights, rows, parts

    def of_part(self, node: int, primitive: int) -> Float[np.ndarray, "vertices joints"] | None:
        part = self._parts.get((node, primitive))
        return None if part is None else self._weights[self._rows[part] : self._rows[part + 1]]

    def nearest(self, positions: Float[np.ndarray, "vertices 3"]) -> Float[np.ndarray, "vertices joints"]:
        return self._weights[KDTree(self._scene.mesh.vertices).query(positions)[1]]


def _targets(patch: Patch, document: GltfDocument, tree: NodeTree) -> dict[int, int]:
    """Where the mesh of every node goes: in its own place for the first, unless something else still shows it."""
    nodes, meshes = document.root.get("nodes", []), document.root.get("meshes", [])
    shown = [
        number
        for number, node in enumerate(nodes)
        if "mesh" in node
        and tree.in_scene[number]
        and any("POSITION" in primitive["attributes"] for primitive in meshes[node["mesh"]]["primitives"])
    ]
    others = {node["mesh"] for number, node in enumerate(nodes) if "mesh" in node and number not in shown}
    targets: dict[int, int] = {}
    for number in shown:
        mesh = nodes[number]["mesh"]
        free = mesh not in others and mesh not in targets.values()
        targets[number] = mesh if free else patch.append("meshes", copy.deepcopy(meshes[mesh]))
    return targets


def _move(patch: Patch, node: int, mesh: int, skin: int, name: str) -> None:
    """Take the mesh from a node, show it skinned from a new node at the root, and let clips of its morphs follow."""
    empty = patch.root["nodes"][node]
    empty.pop("mesh")
    empty.pop("skin", None)
    bearer: dict[str, Any] = {"name": unique_name(f"{name}_skinned", node_names(patch)), "mesh": mesh, "skin": skin}
    if "weights" in empty:
        bearer["weights"] = empty.pop("weights")
    moved = patch.append("nodes", bearer)
    add_to_scene(patch, moved)
    for animation in patch.root.get("animations", []):
        for channel in animation["channels"]:
            target = channel["target"]
            if target.get("node") == node and target["path"] == "weights":
                target["node"] = moved
