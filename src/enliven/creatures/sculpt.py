"""From blended lumps to a clean shell: polygonised, thinned, smoothed on the surface, coloured and bound to joints."""

from collections.abc import Sequence

import fast_simplification
import numpy as np
from jaxtyping import Float
from scipy import sparse

from enliven.core.mesh import Mesh
from enliven.creatures.field import field_of
from enliven.creatures.lumps import Lump, union_distance, union_gradient
from enliven.creatures.paint import Stain, painted
from enliven.creatures.polygonise import polygonised
from enliven.creatures.shell import Shell, edge_face_counts
from enliven.geometry.skinning import normalised_weights, strongest_influences

_WEIGHT_REACH = 0.32  # share of a lump's radius over which its joint's hold fades
_SHADE = 0.55  # how dark the deepest crease gets


def sculpted(lumps: Sequence[Lump], stains: list[Stain], *, spacing: float, vertices: int) -> Shell:
    """Blend lumps into one closed coloured surface with weights.

    Args:
        lumps: at least one, the first adding, blended in order.
        stains: paint, in order, over the colours of the lumps.
        spacing: of the grid, metres: about half of the thinnest detail.
        vertices: how many to keep, about.

    Returns:
        The shell; every edge carries two faces.
    """
    mesh = _thinned(_closed(lumps, spacing), vertices)
    mesh = _relaxed(mesh, lumps, spacing)
    slope = union_gradient(lumps, mesh.vertices, 0.25 * spacing)
    normals = slope / np.maximum(np.linalg.norm(slope, axis=1, keepdims=True), 1e-12)
    distances = np.stack([np.abs(lump.distance(mesh.vertices)) for lump in lumps])
    rgb = painted(_lump_colours(lumps, distances, 0.35 * spacing), stains, mesh.vertices, normals)
    shade = _occlusion(lumps, mesh.vertices, normals)
    joints, weights = _weights(lumps, distances)
    return Shell(mesh=mesh, rgb=rgb * (1.0 - _SHADE * shade)[:, None], joints=joints, weights=weights)


def _closed(lumps: Sequence[Lump], spacing: float) -> Mesh:
    """Polygonise; a spacing at which an ambiguous pair of cells spoils an edge is changed a little."""
    for attempt in range(8):
        mesh = polygonised(field_of(lumps, spacing * (1.0 - 0.013 * attempt)))
        if (edge_face_counts(mesh) == 2).all():
            return mesh
    raise AssertionError("eight grids in a row gave an edge with other than two faces")


def _thinned(mesh: Mesh, vertices: int) -> Mesh:
    """Fewer vertices where the surface is flat; thinned less where thinning would break the surface."""
    if len(mesh.vertices) <= vertices:
        return mesh
    for target in (2 * vertices, 3 * vertices, 4 * vertices):
        points, faces = fast_simplification.simplify(
            mesh.vertices, mesh.faces.astype(np.int32), target_count=min(target, len(mesh.faces)), agg=3.0
        )
        thin = Mesh(vertices=np.asarray(points, dtype=np.float64), faces=np.asarray(faces, dtype=np.int64))
        if (edge_face_counts(thin) == 2).all():
            return thin
    return mesh


def _relaxed(mesh: Mesh, lumps: Sequence[Lump], spacing: float, rounds: int = 3) -> Mesh:
    """Slide vertices along the surface towards their neighbours' mean, then back onto the zero of the distance."""
    pairs = np.concatenate([mesh.faces[:, [0, 1]], mesh.faces[:, [1, 2]], mesh.faces[:, [2, 0]]])
    ones = np.ones(len(pairs))
    near = sparse.csr_matrix((ones, (pairs[:, 0], pairs[:, 1])), shape=(len(mesh.vertices),) * 2)
    near = near + near.T
    mean = sparse.diags(1.0 / np.asarray(near.sum(axis=1)).ravel()) @ near
    points = mesh.vertices
    for _ in range(rounds):
        slope = union_gradient(lumps, points, 0.25 * spacing)
        normals = slope / np.maximum(np.linalg.norm(slope, axis=1, keepdims=True), 1e-12)
        pull = mean @ points - points
        pull -= (pull * normals).sum(axis=1, keepdims=True) * normals
        points = points + 0.5 * pull
        step = np.clip(union_distance(lumps, points), -0.5 * spacing, 0.5 * spacing)
        points = points - step[:, None] * normals
    return Mesh(vertices=points, faces=mesh.faces)


def _lump_colours(
    lumps: Sequence[Lump], distances: Float[np.ndarray, "lumps vertices"], softness: float
) -> Float[np.ndarray, "vertices 3"]:
    share = np.exp(-(distances - distances.min(axis=0)) / softness)
    return (share / share.sum(axis=0)).T @ np.array([lump.rgb for lump in lumps])


def _occlusion(
    lumps: Sequence[Lump], points: Float[np.ndarray, "points 3"], normals: Float[np.ndarray, "points 3"]
) -> Float[np.ndarray, " points"]:
    """How closed in a point is, 0 to 1, by distances along its normal (Quilez, "Ambient occlusion")."""
    size = float(np.linalg.norm(np.ptp(points, axis=0)))
    total, weight = np.zeros(len(points)), 0.0
    for k, height in enumerate(size * np.array([0.012, 0.03, 0.06])):
        fade = 0.7**k
        total += fade * np.clip(1.0 - union_distance(lumps, points + height * normals) / height, 0.0, 1.0)
        weight += fade
    return total / weight


def _weights(
    lumps: Sequence[Lump], distances: Float[np.ndarray, "lumps vertices"]
) -> tuple[tuple[str, ...], Float[np.ndarray, "vertices joints"]]:
    """Each lump holds what it touches for its joint, and less with distance; at most four joints a vertex."""
    joints = tuple(dict.fromkeys(lump.joint for lump in lumps))
    hold = np.zeros((distances.shape[1], len(joints)))
    nearest = distances.min(axis=0)
    for lump, distance in zip(lumps, distances, strict=True):
        if not lump.carves:
            own = np.exp(-(((distance - nearest) / (_WEIGHT_REACH * lump.reach)) ** 2))
            hold[:, joints.index(lump.joint)] = np.maximum(hold[:, joints.index(lump.joint)], own)
    few = strongest_influences(hold, 4)
    return joints, normalised_weights(np.where(few < 0.01, 0.0, few))
