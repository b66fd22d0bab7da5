"""Skin weights as the equilibrium of heat on the surface: each bone is one degree hot where it is the nearest.

Source: Baran and Popovic 2007, "Automatic rigging and animation of 3D characters", section 4; the Laplacian is the
tufted one of Sharp and Crane 2020, "A Laplacian for nonmanifold triangle meshes", which knows no bad input.
"""

import numpy as np
import robust_laplacian
from jaxtyping import Float, Int
from scipy.sparse import coo_array, csr_array, diags_array
from scipy.sparse.linalg import splu

from enliven.geometry.adjacency import edges_of, vertex_areas


def heat_weights(
    vertices: Float[np.ndarray, "vertices 3"],
    faces: Int[np.ndarray, "faces 3"],
    nearest: Int[np.ndarray, " vertices"],
    distances: Float[np.ndarray, " vertices"],
    joints: int,
    *,
    links: Int[np.ndarray, "links 2"] | None = None,
) -> Float[np.ndarray, "vertices joints"]:
    """Solve ``(L + M H) w = M H p``: heat ``H = 1 / distance^2`` flows in from the nearest bone, ``L`` spreads it.

    Args:
        vertices: positions; all are used by faces or links, or keep their nearest bone.
        faces: triangles, any quality.
        nearest: joint whose bone is nearest to each vertex.
        distances: how far that bone is, above 0.
        joints: number of joints.
        links: pairs of vertices of different shells that shall move alike.

    Returns:
        Rows that sum to 1. Where the surface is too bad for the solver each vertex follows its nearest bone.
    """
    at_nearest = np.zeros((len(vertices), joints))
    at_nearest[np.arange(len(vertices)), nearest] = 1.0
    stiffness, mass = _laplacian(vertices, faces)
    if links is not None and len(links):
        stiffness = stiffness + _link_laplacian(links, len(vertices), stiffness)
    heat = mass / np.maximum(distances, 1e-9 * distances.max()) ** 2
    heat = np.maximum(heat, 1e-9 * heat.max())
    try:
        solved = splu((stiffness + diags_array(heat)).tocsc()).solve(heat[:, None] * at_nearest)
    except RuntimeError:  # singular: the surface carries no heat
        return at_nearest
    solved = np.clip(solved, 0.0, None)
    total = solved.sum(axis=1)
    lost = ~np.isfinite(total) | (total < 1e-6)
    solved[lost], total[lost] = at_nearest[lost], 1.0
    return solved / total[:, None]


def _laplacian(vertices: np.ndarray, faces: np.ndarray) -> tuple[csr_array, np.ndarray]:
    """Stiffness matrix and mass per vertex; edges weighted alike where the robust one fails."""
    used = np.unique(faces)
    fallback_mass = np.maximum(vertex_areas(vertices, faces), 1e-12)
    try:
        local = np.searchsorted(used, faces)
        stiff, mass = robust_laplacian.mesh_laplacian(vertices[used], local)
        stiff, mass = coo_array(stiff), np.asarray(mass.diagonal())
        if not (np.isfinite(stiff.data).all() and np.isfinite(mass).all()):
            raise ValueError("the Laplacian is not finite")
    except (RuntimeError, ValueError):
        edges = edges_of(faces)
        ones = np.ones(len(edges))
        return _graph_laplacian(edges, ones, len(vertices)), fallback_mass
    row, column = used[stiff.row], used[stiff.col]
    whole = csr_array((stiff.data, (row, column)), shape=(len(vertices), len(vertices)))
    whole_mass = np.array(fallback_mass)
    whole_mass[used] = np.maximum(mass, 1e-12)
    return whole, whole_mass


def _link_laplacian(links: np.ndarray, count: int, stiffness: csr_array) -> csr_array:
    """Links as strong as a usual vertex of the surface is tied to its neighbours."""
    usual = stiffness.diagonal()
    usual = float(np.median(usual[usual > 0])) if (usual > 0).any() else 1.0
    return _graph_laplacian(links, np.full(len(links), usual), count)


def _graph_laplacian(edges: np.ndarray, strength: np.ndarray, count: int) -> csr_array:
    a, b = edges.T
    off = csr_array(
        (np.concatenate([strength, strength]), (np.concatenate([a, b]), np.concatenate([b, a]))), shape=(count, count)
    )
    return csr_array(diags_array(off.sum(axis=1)) - off)
