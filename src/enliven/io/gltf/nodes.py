"""The node graph: who hangs from whom, and where everything stands by default."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float

from enliven.core.errors import UnreadableFileError
from enliven.geometry.rotations import matrix_from_wxyz
from enliven.io.gltf.document import GltfDocument
from enliven.io.gltf.limits import MAX_NODES, within
from enliven.io.gltf.trs import split_trs

_FARTHEST = 1e15  # metres


@dataclass(frozen=True, slots=True, eq=False)
class NodeTree:
    """All nodes of a file, numbered as in the file."""

    names: tuple[str, ...]
    parents: tuple[int | None, ...]
    order: tuple[int, ...]  # every node, a parent before its children, depth first
    in_scene: tuple[bool, ...]  # whether the default scene reaches the node
    parent_from_node: Float[np.ndarray, "nodes 4 4"]
    world_from_node: Float[np.ndarray, "nodes 4 4"]


def node_tree(document: GltfDocument) -> NodeTree:
    """Read the nodes as they stand by default.

    Raises:
        LimitExceededError: if there are too many.
        UnreadableFileError: if a node hangs from itself, or from two parents, or stands out of the world.
    """
    nodes = document.root.get("nodes", [])
    within(document.name, len(nodes), MAX_NODES, "nodes")
    parents = _parents(document.name, nodes)
    order = _depth_first(document.name, nodes, parents)
    local = local_matrices(*node_trs(nodes), nodes)
    with np.errstate(over="ignore", invalid="ignore"):
        world = world_matrices(parents, order, local)
    far = ~(np.abs(world) < _FARTHEST).all(axis=(1, 2))
    if far.any():
        raise UnreadableFileError(
            f"{document.name}: node {int(np.flatnonzero(far)[0])} is scaled or moved beyond {_FARTHEST:.0e}, expected "
            "sizes that can be drawn; export the file again"
        )
    return NodeTree(
        names=tuple(node.get("name", f"node_{index}") for index, node in enumerate(nodes)),
        parents=parents,
        order=order,
        in_scene=_in_scene(document.root, parents, order),
        parent_from_node=local,
        world_from_node=world,
    )


def node_trs(
    nodes: list[dict[str, Any]],
) -> tuple[Float[np.ndarray, "nodes 3"], Float[np.ndarray, "nodes 4"], Float[np.ndarray, "nodes 3"]]:
    """Default translations, rotations (``wxyz``) and scales; a node's matrix is taken apart."""
    translations = np.array([node.get("translation", (0, 0, 0)) for node in nodes], dtype=np.float64).reshape(-1, 3)
    xyzw = np.array([node.get("rotation", (0, 0, 0, 1)) for node in nodes], dtype=np.float64).reshape(-1, 4)
    scales = np.array([node.get("scale", (1, 1, 1)) for node in nodes], dtype=np.float64).reshape(-1, 3)
    wxyz = unit_wxyz(xyzw)
    for index, node in enumerate(nodes):
        if "matrix" in node:
            parts = split_trs(stored_matrix(node))
            translations[index], wxyz[index], scales[index] = parts.translations, parts.rotations_wxyz, parts.scales
    return translations, wxyz, scales


def stored_matrix(node: dict[str, Any]) -> Float[np.ndarray, "4 4"]:
    """The ``matrix`` of a node as ``parent_from_node``."""
    matrix = np.array(node["matrix"], dtype=np.float64).reshape(4, 4).T
    matrix[3] = (0.0, 0.0, 0.0, 1.0)  # affine, whatever the file says
    return matrix


def unit_wxyz(rotations_xyzw: Float[np.ndarray, "*batch 4"]) -> Float[np.ndarray, "*batch 4"]:
    """Unit quaternions in memory order of what glTF stores; a zero quaternion becomes the identity."""
    wxyz = np.roll(rotations_xyzw, 1, axis=-1)
    length = np.linalg.norm(wxyz, axis=-1, keepdims=True)
    lost = length < 1e-12
    return np.where(lost, np.array([1.0, 0.0, 0.0, 0.0]), wxyz / np.where(lost, 1.0, length))


def local_matrices(
    translations: Float[np.ndarray, "*times nodes 3"],
    rotations_wxyz: Float[np.ndarray, "*times nodes 4"],
    scales: Float[np.ndarray, "*times nodes 3"],
    nodes: list[dict[str, Any]],
) -> Float[np.ndarray, "*times nodes 4 4"]:
    """``parent_from_node`` of every node: the composed translation, rotation and scale, or the node's own matrix."""
    matrices = np.zeros((*translations.shape[:-1], 4, 4))
    matrices[..., :3, :3] = matrix_from_wxyz(rotations_wxyz) * scales[..., None, :]
    matrices[..., :3, 3] = translations
    matrices[..., 3, 3] = 1.0
    for index, node in enumerate(nodes):
        if "matrix" in node:
            matrices[..., index, :, :] = stored_matrix(node)
    return matrices


def world_matrices(
    parents: tuple[int | None, ...], order: tuple[int, ...], parent_from_node: Float[np.ndarray, "*times nodes 4 4"]
) -> Float[np.ndarray, "*times nodes 4 4"]:
    """``world_from_node`` of every node, from its place in its parent."""
    world = np.array(parent_from_node, dtype=np.float64)
    for node in order:
        parent = parents[node]
        if parent is not None:
            world[..., node, :, :] = world[..., parent, :, :] @ parent_from_node[..., node, :, :]
    return world


def _parents(name: str, nodes: list[dict[str, Any]]) -> tuple[int | None, ...]:
    parents: list[int | None] = [None] * len(nodes)
    for index, node in enumerate(nodes):
        for child in node.get("children", []):
            if parents[child] is not None:
                raise UnreadableFileError(
                    f"{name}: node {child} hangs from nodes {parents[child]} and {index}, expected one parent; "
                    "export the file again"
                )
            parents[child] = index
    return tuple(parents)


def _depth_first(name: str, nodes: list[dict[str, Any]], parents: tuple[int | None, ...]) -> tuple[int, ...]:
    waiting = [index for index in reversed(range(len(nodes))) if parents[index] is None]
    order: list[int] = []
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting.extend(reversed(nodes[node].get("children", [])))
    if len(order) < len(nodes):
        lost = min(set(range(len(nodes))) - set(order))
        raise UnreadableFileError(
            f"{name}: node {lost} is its own ancestor, expected a tree of nodes; export the file again"
        )
    return tuple(order)


def _in_scene(root: dict[str, Any], parents: tuple[int | None, ...], order: tuple[int, ...]) -> tuple[bool, ...]:
    scenes = root.get("scenes", [])
    if scenes:
        tops = set(scenes[root.get("scene", 0)].get("nodes", []))
    else:
        tops = {node for node in order if parents[node] is None}
    reached = [False] * len(order)
    for node in order:
        parent = parents[node]
        reached[node] = node in tops or (parent is not None and reached[parent])
    return tuple(reached)
