"""The drawable pieces of a file: where each comes from, and how it stands in model space at rest."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from jaxtyping import Float, Int

from enliven.core.errors import InvalidMeshError, InvalidSkinError
from enliven.core.mesh import Mesh
from enliven.core.scene import Part
from enliven.io.gltf.document import GltfDocument
from enliven.io.gltf.limits import MAX_FACES, MAX_PARTS, MAX_VERTICES, within
from enliven.io.gltf.materials import appearance_of
from enliven.io.gltf.nodes import NodeTree
from enliven.io.gltf.primitives import (
    MODES,
    TRIANGLES,
    Primitive,
    is_skinned,
    read_primitive,
    shows_triangles,
    vertex_influences,
)
from enliven.io.gltf.rig import BoundRig, BoundSkin


@dataclass(frozen=True, slots=True)
class PartSource:
    """Where a part of the scene comes from in the file."""

    node: int
    mesh: int
    primitive: int
    skin: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A part of the scene with the joints that its vertices follow."""

    part: Part
    joints: Int[np.ndarray, "vertices influences"]  # of the rig; influences is 0 where there is no rig
    shares: Float[np.ndarray, "vertices influences"]  # rows sum to 1


def part_sources(document: GltfDocument, tree: NodeTree, notes: list[str]) -> list[PartSource]:
    """Which primitive of which node each part of the scene comes from, in the order of ``Scene.parts``.

    Raises:
        LimitExceededError: if they are too many, or hold too many vertices or faces together.
    """
    sources, vertices, corners = [], 0, 0
    accessors, meshes = document.root.get("accessors", []), document.root.get("meshes", [])
    nodes = document.root.get("nodes", [])
    shown = [node for node, stored in enumerate(nodes) if "mesh" in stored and tree.in_scene[node]]
    parts = sum(len(meshes[nodes[node]["mesh"]]["primitives"]) for node in shown)
    within(document.name, parts, MAX_PARTS, "parts")
    for node in shown:
        stored = nodes[node]
        for index, primitive in enumerate(meshes[stored["mesh"]]["primitives"]):
            if not shows_triangles(primitive):
                notes.append(f"left out of {tree.names[node][:60]!r}: {_kind(primitive)}")
                continue
            skinned = "skin" in stored and is_skinned(primitive)
            if "skin" in stored and not skinned:
                notes.append(f"{tree.names[node][:60]!r} has a skin but no joints and weights; it is treated as rigid")
            sources.append(PartSource(node, stored["mesh"], index, stored["skin"] if skinned else None))
            count = accessors[primitive["attributes"]["POSITION"]]["count"]
            vertices += count
            corners += accessors[primitive["indices"]]["count"] if "indices" in primitive else count
    within(document.name, vertices, MAX_VERTICES, "vertices")
    within(document.name, corners // 3, MAX_FACES, "faces")
    return sources


def _kind(primitive: dict[str, Any]) -> str:
    mode = primitive.get("mode", TRIANGLES)
    return MODES[mode] if mode < TRIANGLES else f"{MODES[mode]} without positions"


def placed_part(
    document: GltfDocument, tree: NodeTree, rig: BoundRig | None, source: PartSource, notes: list[str]
) -> Placed:
    """Read a part and put it where it stands at rest.

    Raises:
        EnlivenError: if its data is damaged.
    """
    mesh, node = document.root["meshes"][source.mesh], document.root["nodes"][source.node]
    morph_weights = [float(weight) for weight in node.get("weights", mesh.get("weights", []))]
    primitive = read_primitive(document, source.mesh, source.primitive, morph_weights)
    name = mesh.get("name", tree.names[source.node])
    subject = f"{document.name}: part {name[:60]!r}"
    positions = _mended(primitive, subject, notes)
    bound = None if rig is None or source.skin is None else rig.skins[source.skin]
    if bound is not None:
        model_from_mesh, joints, shares = _skinned(bound, primitive, subject)
        mirrored = bool(np.linalg.det(bound.rest_from_bind[:, :3, :3]).mean() < 0.0)
    else:
        model_from_mesh, joint = _rigid_place(tree, rig, source.node, positions)
        joints = np.full((len(positions), 0 if joint is None else 1), joint or 0)
        shares = np.ones(joints.shape)
        mirrored = bool(np.linalg.det(model_from_mesh[:3, :3]) < 0.0)
    faces = np.ascontiguousarray(primitive.faces[:, ::-1] if mirrored else primitive.faces)
    material = mesh["primitives"][source.primitive].get("material")
    part = Part(
        name=name,
        mesh=Mesh(vertices=transformed(positions, model_from_mesh), faces=faces),
        appearance=replace(
            appearance_of(document, material, primitive.attributes),
            normals=_turned_normals(primitive.attributes.get("NORMAL"), model_from_mesh),
        ),
        node=source.node,
        node_name=tree.names[source.node],
        pivot_m=np.array(tree.world_from_node[source.node][:3, 3]),
        nodes_above=_above(tree, source.node),
    )
    return Placed(part=part, joints=joints, shares=shares)


def _above(tree: NodeTree, node: int) -> tuple[int, ...]:
    above: list[int] = []
    parent = tree.parents[node]
    while parent is not None:
        above.append(parent)
        parent = tree.parents[parent]
    return tuple(above)


def _mended(primitive: Primitive, subject: str, notes: list[str]) -> Float[np.ndarray, "vertices 3"]:
    """Positions in which vertices that are not finite and that no face uses lie on another vertex."""
    positions = primitive.positions
    bad = np.logical_not(np.isfinite(positions).all(axis=1))
    if not bad.any():
        return positions
    used: np.ndarray = np.zeros(len(positions), dtype=bool)
    used[primitive.faces.ravel()] = True
    if (bad & used).any():
        worst = int(np.flatnonzero(bad & used)[0])
        raise InvalidMeshError(
            f"{subject}: vertex {worst} is {positions[worst].tolist()}, expected finite coordinates; remove NaN and "
            "infinite vertices in a 3D editor"
        )
    notes.append(f"{int(bad.sum())} vertices that no face uses were NaN or infinite, and were set aside")
    good = np.flatnonzero(~bad)
    return np.where(bad[:, None], positions[good[0]] if len(good) else 0.0, positions)


def _skinned(
    bound: BoundSkin, primitive: Primitive, subject: str
) -> tuple[Float[np.ndarray, "*vertices 4 4"], Int[np.ndarray, "vertices k"], Float[np.ndarray, "vertices k"]]:
    influences = vertex_influences(primitive.attributes)
    assert influences is not None  # is_skinned
    joints, shares = influences
    lost = shares.sum(axis=1) <= 0.0
    shares[lost, 0] = 1.0  # as players do: a vertex without weights follows its first joint
    beyond = (joints >= len(bound.joints)) & (shares > 0.0)
    if beyond.any():
        raise InvalidSkinError(
            f"{subject} follows joint {int(joints[beyond].max())} of its skin, expected numbers below "
            f"{len(bound.joints)}; export it with its whole skeleton"
        )
    joints = np.where(shares > 0.0, joints, 0)
    shares /= shares.sum(axis=1, keepdims=True)
    if np.ptp(bound.rest_from_bind, axis=0).max() <= 1e-9 * np.abs(bound.rest_from_bind).max():
        return bound.rest_from_bind[0], bound.joints[joints], shares
    blended = np.zeros((len(joints), 4, 4))
    for column in range(joints.shape[1]):
        blended += shares[:, column, None, None] * bound.rest_from_bind[joints[:, column]]
    return blended, bound.joints[joints], shares


def _turned_normals(
    normals: Float[np.ndarray, "vertices 3"] | None, model_from_mesh: Float[np.ndarray, "*vertices 4 4"]
) -> Float[np.ndarray, "vertices 3"] | None:
    """Unit normals in model space; a surface turns by the cofactors of its map, up to length and sign."""
    if normals is None or not np.isfinite(normals).all():
        return None  # they only serve previews, which find their own
    x, y, z = np.moveaxis(model_from_mesh[..., :3, :3], -1, 0)
    cofactors = np.stack([np.cross(y, z), np.cross(z, x), np.cross(x, y)], axis=-1)
    turned = np.einsum("...ij,...j->...i", cofactors, normals)
    turned *= np.where(np.einsum("...i,...i->...", x, cofactors[..., 0]) < 0.0, -1.0, 1.0)[..., None]
    length = np.linalg.norm(turned, axis=-1, keepdims=True)
    return np.where(length > 0.0, turned / np.where(length > 0.0, length, 1.0), [0.0, 1.0, 0.0])


def _rigid_place(
    tree: NodeTree, rig: BoundRig | None, node: int, positions: np.ndarray
) -> tuple[Float[np.ndarray, "4 4"], int | None]:
    """Where a mesh without skin stands at rest, and the joint it follows (``None`` where there is no rig)."""
    model_from_mesh = tree.world_from_node[node]
    if rig is None:
        return model_from_mesh, None
    joint = rig.carriers[node]
    if joint is not None:
        # it hangs from its joint, so it goes along from the default pose to the bind pose
        joint_from_mesh = np.linalg.pinv(tree.world_from_node[rig.nodes[joint]]) @ model_from_mesh
        return rig.model_from_joint[joint] @ joint_from_mesh, joint
    middle = transformed(positions, model_from_mesh).mean(axis=0)
    roots = [root for root, parent in enumerate(rig.skeleton.parents) if parent is None]
    return model_from_mesh, min(roots, key=lambda j: float(np.linalg.norm(rig.model_from_joint[j, :3, 3] - middle)))


def transformed(
    points: Float[np.ndarray, "vertices 3"], matrices: Float[np.ndarray, "*vertices 4 4"]
) -> Float[np.ndarray, "vertices 3"]:
    """Points moved by one affine matrix, or by one each."""
    if matrices.ndim == 2:
        return points @ matrices[:3, :3].T + matrices[:3, 3]
    return np.einsum("vij,vj->vi", matrices[:, :3, :3], points) + matrices[:, :3, 3]
