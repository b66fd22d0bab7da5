"""Input files of given sizes, made from the sample creatures by splitting triangles."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from enliven.core.mesh import Mesh
from enliven.core.scene import Part, Rig
from enliven.core.skin import Skin
from enliven.creatures import sample
from enliven.io.gltf.build import document_from_parts
from enliven.io.gltf.pack import glb_bytes


def subdivided(mesh: Mesh, weights: np.ndarray) -> tuple[Mesh, np.ndarray]:
    """Every triangle split into four at its edges' middles; weights are averaged."""
    edges = np.sort(np.concatenate([mesh.faces[:, [0, 1]], mesh.faces[:, [1, 2]], mesh.faces[:, [2, 0]]]), axis=1)
    unique, inverse = np.unique(edges, axis=0, return_inverse=True)
    ab, bc, ca = inverse.reshape(3, -1) + len(mesh.vertices)
    a, b, c = mesh.faces.T
    faces = np.concatenate([np.stack(t, axis=1) for t in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))])
    vertices = np.concatenate([mesh.vertices, mesh.vertices[unique].mean(axis=1)])
    return Mesh(vertices, faces), np.concatenate([weights, weights[unique].mean(axis=1)])


def creature_file(path: Path, kind: str, triangles: int, *, rigged: bool) -> int:
    """Write a sample with at least the given number of triangles; returns how many it has."""
    creature = sample(kind, rigged=True)
    mesh = Mesh(creature.parts[0].mesh.vertices, creature.parts[0].mesh.faces)
    weights = np.asarray(creature.skin.weights)[: len(mesh.vertices)]
    while len(mesh.faces) < triangles:
        mesh, weights = subdivided(mesh, weights)
    plain = replace(creature.parts[0].appearance, vertex_rgba=None, uv=None, image=None, normals=None)
    part = Part(name=kind, mesh=mesh, appearance=plain, node=0)
    skin = Skin(weights / weights.sum(axis=1, keepdims=True), creature.skin.joint_from_mesh)
    rig = Rig(creature.skeleton, skin, None, "skin") if rigged else None
    path.write_bytes(glb_bytes(document_from_parts(kind, [part], rig)))
    return len(mesh.faces)
