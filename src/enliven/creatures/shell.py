"""A finished closed surface with its colours and the joints it follows."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.core.mesh import Mesh
from enliven.creatures.lumps import Rgb


@dataclass(frozen=True, slots=True, eq=False)
class Shell:
    """One closed surface; ``weights`` are over ``joints`` (names), rows sum to 1; colours are linear."""

    mesh: Mesh
    normals: Float[np.ndarray, "vertices 3"]
    rgb: Float[np.ndarray, "vertices 3"]
    joints: tuple[str, ...]
    weights: Float[np.ndarray, "vertices influences"]


def rigid_shell(mesh: Mesh, joint: str, rgb: Rgb | Float[np.ndarray, "vertices 3"]) -> Shell:
    """A shell that follows one joint, of one colour or of a colour a vertex."""
    colours = np.broadcast_to(np.asarray(rgb, dtype=np.float64), mesh.vertices.shape).copy()
    return Shell(
        mesh=mesh, normals=vertex_normals(mesh), rgb=colours, joints=(joint,), weights=np.ones((len(mesh.vertices), 1))
    )


def vertex_normals(mesh: Mesh) -> Float[np.ndarray, "vertices 3"]:
    """Unit normals, faces weighted by area; a vertex of faces without area gets +Y."""
    a, b, c = np.moveaxis(mesh.vertices[mesh.faces], 1, 0)
    across = np.cross(b - a, c - a)
    total = np.zeros_like(mesh.vertices)
    for corner in range(3):
        np.add.at(total, mesh.faces[:, corner], across)
    length = np.linalg.norm(total, axis=1, keepdims=True)
    flat = length < 1e-18
    return np.where(flat, np.array([0.0, 1.0, 0.0]), total / np.where(flat, 1.0, length))


def edge_face_counts(mesh: Mesh) -> np.ndarray:
    """How many faces each edge carries: 2 everywhere on a closed manifold."""
    edges = np.concatenate([mesh.faces[:, [0, 1]], mesh.faces[:, [1, 2]], mesh.faces[:, [2, 0]]])
    keys = edges.min(axis=1) * len(mesh.vertices) + edges.max(axis=1)
    return np.unique(keys, return_counts=True)[1]
