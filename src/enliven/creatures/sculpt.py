"""From blended lumps to a clean shell: polygonised, thinned, smoothed on the surface, coloured and bound to joints."""

from collections.abc import Sequence

import fast_simplification
import numpy as np
from jaxtyping import Float
from scipy import sparse

from enliven.core.mesh import Mesh
from enliven.creatures.field import field_of
from enliven.creatures.lumps import FAR, Lump, near_points, union_distance, union_gradient
from enliven.creatures.paint import Stain, painted
from enliven.creatures.polygonise import polygonised
from enliven.creatures.refine import colour_steps, mesh_edges, with_split_edges
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
        vertices: how many to keep, about; up to two fifths more go where colours meet.

    Returns:
        The shell; every edge carries two faces.
    """
    mesh = _relaxed(_thinned(_closed(lumps, spacing), vertices), lumps, spacing)
    for longest in (0.9 * spacing, 0.6 * spacing):
        edges, of_face = mesh_edges(mesh.faces)
        rgb = _coloured(lumps, stains, mesh, spacing)
        sharp = colour_steps(mesh, rgb, edges, step=0.12, longest=longest, most=vertices // 5)
        fine, old = with_split_edges(mesh, edges, of_face, sharp), len(mesh.vertices)
        middles = fine.vertices[old:]
        middles = _on_surface(lumps, middles, _normals(lumps, middles, spacing), spacing)
        mesh = Mesh(vertices=np.concatenate([mesh.vertices, middles]), faces=fine.faces)
    normals = _normals(lumps, mesh.vertices, spacing)
    rgb = _coloured(lumps, stains, mesh, spacing)
    shade = _occlusion(lumps, mesh.vertices, normals)
    joints, weights = _weights(lumps, _distances(lumps, mesh.vertices))
    return Shell(mesh, normals, rgb * (1.0 - _SHADE * shade)[:, None], joints, weights)


def roughly_sculpted(lumps: Sequence[Lump], *, spacing: float) -> Shell:
    """Lumps as a closed surface with weights, for measuring and not for looking at: grey, neither thinned nor smoothed.

    Args:
        lumps: as for :func:`sculpted`.
        spacing: of the grid, metres.

    Returns:
        The shell; its normals are zero.
    """
    mesh = _closed(lumps, spacing)
    joints, weights = _weights(lumps, _distances(lumps, mesh.vertices))
    return Shell(mesh, np.zeros_like(mesh.vertices), np.full_like(mesh.vertices, 0.5), joints, weights)


def _distances(lumps: Sequence[Lump], points: np.ndarray) -> Float[np.ndarray, "lumps points"]:
    """Distances on the surface, without sign; far lumps stay far."""
    distances = np.full((len(lumps), len(points)), FAR)
    for row, (lump, close) in zip(distances, near_points(lumps, points, 0.0), strict=True):
        row[close] = np.abs(lump.distance(points[close]))
    return distances


def _normals(lumps: Sequence[Lump], points: np.ndarray, spacing: float) -> Float[np.ndarray, "points 3"]:
    slope = union_gradient(lumps, points, 0.25 * spacing)
    return slope / np.maximum(np.linalg.norm(slope, axis=1, keepdims=True), 1e-12)


def _on_surface(
    lumps: Sequence[Lump], points: np.ndarray, normals: np.ndarray, spacing: float
) -> Float[np.ndarray, "points 3"]:
    """One step along the normals towards distance 0, of half a grid step at most."""
    step = np.clip(union_distance(lumps, points, reach=2.0 * spacing), -0.5 * spacing, 0.5 * spacing)
    return points - step[:, None] * normals


def _coloured(
    lumps: Sequence[Lump], stains: list[Stain], mesh: Mesh, spacing: float
) -> Float[np.ndarray, "vertices 3"]:
    plain = _lump_colours(lumps, _distances(lumps, mesh.vertices), 0.12 * spacing)
    return painted(plain, stains, mesh.vertices, _normals(lumps, mesh.vertices, spacing))


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
        thinner = fast_simplification.simplify(
            mesh.vertices, mesh.faces.astype(np.int32), target_count=min(target, len(mesh.faces)), agg=3.0
        )
        points, faces = np.asarray(thinner[0], dtype=np.float64), np.asarray(thinner[1], dtype=np.int64)
        thin = Mesh(vertices=points, faces=faces)
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
        normals = _normals(lumps, points, spacing)
        pull = mean @ points - points
        pull -= (pull * normals).sum(axis=1, keepdims=True) * normals
        points = _on_surface(lumps, points + 0.5 * pull, normals, spacing)
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
        total += fade * np.clip(1.0 - union_distance(lumps, points + height * normals, reach=height) / height, 0.0, 1.0)
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
