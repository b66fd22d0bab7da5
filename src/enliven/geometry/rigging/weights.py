"""Weights for every vertex of a mesh over a skeleton: heat on a light proxy, small shells ride along rigidly."""

import numpy as np
from jaxtyping import Bool, Float, Int
from scipy.spatial import KDTree

from enliven.geometry.adjacency import components, edges_of, face_areas
from enliven.geometry.heat_weights import heat_weights
from enliven.geometry.nearest import nearest
from enliven.geometry.rigging.bones import Bone, nearest_bones
from enliven.geometry.rigging.proxy import Proxy, carried_to_full
from enliven.geometry.rigging.volume import Volume
from enliven.geometry.skinning import strongest_influences

_SMALL_AREA = 0.02
_SMALL_SIZE = 0.15
_CHUNK = 65_536


def skin_weights(
    proxy: Proxy, full_vertices: Float[np.ndarray, "full 3"], volume: Volume, bones: list[Bone], joints: int
) -> Float[np.ndarray, "full joints"]:
    """Weights of every vertex of the full mesh: at most 4 per vertex, rows sum to 1.

    Args:
        proxy: light form of the mesh.
        full_vertices: vertices of the full mesh.
        volume: the whole mesh as a solid.
        bones: what each joint carries.
        joints: number of joints.

    Returns:
        Convex combinations.
    """
    vertices, faces = proxy.mesh.vertices, proxy.mesh.faces
    closest, apart = nearest_bones(volume, bones, vertices)
    shells = components(edges_of(faces), len(vertices))
    small = _small_shells(vertices, faces, shells)
    links = _shell_links(vertices, shells, small, volume.pitch)
    weights = heat_weights(vertices, faces, closest, apart, joints, links=links)
    weights = _rigid_small_shells(vertices, weights, shells, small)
    return _limited(proxy, full_vertices, weights)


def _limited(proxy: Proxy, full_vertices: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Carry to the full mesh piece by piece and keep the four strongest."""
    if len(full_vertices) == len(proxy.mesh.vertices):
        return strongest_influences(weights[proxy.full_to_proxy], 4)
    full = carried_to_full(proxy, full_vertices, weights)
    for start in range(0, len(full), _CHUNK):
        full[start : start + _CHUNK] = strongest_influences(full[start : start + _CHUNK], 4)
    return full


def _small_shells(
    vertices: np.ndarray, faces: np.ndarray, shells: Int[np.ndarray, " vertices"]
) -> Bool[np.ndarray, " shells"]:
    """Shells such as eyes, buttons and specks: little area and little extent, beside something larger."""
    count = int(shells.max()) + 1
    area = np.bincount(shells[faces[:, 0]], weights=face_areas(vertices, faces), minlength=count)
    low = np.full((count, 3), np.inf)
    high = np.full((count, 3), -np.inf)
    np.minimum.at(low, shells, vertices)
    np.maximum.at(high, shells, vertices)
    extent = np.linalg.norm(high - low, axis=1)
    whole = float(np.linalg.norm(np.ptp(vertices, axis=0)))
    small = (area < _SMALL_AREA * area.sum()) & (extent < _SMALL_SIZE * whole)
    no_area = area <= 0.0
    large = ~(small | no_area)
    if area[large].sum() < 0.3 * area.sum():  # a body of many equal pieces: none of them is a detail
        return no_area & ~no_area.all()
    return ~large


def _shell_links(vertices: np.ndarray, shells: np.ndarray, small: np.ndarray, reach: float) -> np.ndarray:
    """Pairs that tie each shell to the nearest vertex of a larger shell within reach, so that they move alike."""
    body = np.flatnonzero(~small[shells])
    sizes = np.bincount(shells[body], minlength=len(small))
    if np.count_nonzero(sizes) < 2:
        return np.zeros((0, 2), dtype=np.int64)
    apart, which = KDTree(vertices[body]).query(vertices[body], k=min(8, len(body)), distance_upper_bound=reach)
    which = np.minimum(which, len(body) - 1)
    other = (shells[body][which] != shells[body][:, None]) & np.isfinite(apart)
    has = other.any(axis=1)
    first = other.argmax(axis=1)
    return np.stack([body[has], body[which[has, first[has]]]], axis=1)


def _rigid_small_shells(vertices: np.ndarray, weights: np.ndarray, shells: np.ndarray, small: np.ndarray) -> np.ndarray:
    """Give every small shell one row of weights: the mean of the body where the shell is nearest to it."""
    if not small.any() or small.all():
        return weights
    detail = np.flatnonzero(small[shells])
    body = np.flatnonzero(~small[shells])
    apart, touching = nearest(vertices[body], vertices[detail])
    shell = shells[detail]
    closest = np.full(len(small), np.inf)
    np.minimum.at(closest, shell, apart)
    near = 1.0 / (apart + 0.25 * closest[shell] + 1e-12) ** 4
    near *= (np.minimum(closest[shell], 1e300) + 1e-12) ** 4  # keeps the sums in range
    total = np.bincount(shell, weights=near, minlength=len(small))
    rows = np.zeros((len(small), weights.shape[1]))
    np.add.at(rows, shell, weights[body[touching]] * (near / total[shell])[:, None])
    result = np.array(weights)
    result[detail] = rows[shell]
    return result
