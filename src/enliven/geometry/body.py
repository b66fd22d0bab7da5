"""From a rig and its mesh to the body that the motion model sees."""

import numpy as np
from jaxtyping import Bool, Float

from enliven.core.body import Body
from enliven.core.mesh import Mesh
from enliven.core.skeleton import Skeleton
from enliven.core.skin import Skin
from enliven.geometry import adjacency

_KEPT_SURFACE = 0.8  # the farthest fifth of the surface (weapons, horns, cape tips) does not count for size
_SIZE_PER_RADIUS = 3.5  # makes a standing person about one unit tall
_LEAST_SIZE_M = 1e-9
_LIMB_SHARE = 0.02


def body_from(skeleton: Skeleton, skin: Skin, mesh: Mesh) -> Body:
    """Describe a rig without helpers (``geometry.deforming``) in body units.

    The size is 3.5 times the radius of gyration of the surface, the farthest fifth of it left out: it hardly
    changes with a weapon in the hand, a cape, or a stray joint, needs no up axis, and makes a standing person about
    one unit tall. The ground is the lowest joint; without a surface the joints themselves are measured.

    Args:
        skeleton: joints at rest.
        skin: weights of the mesh's vertices over those joints.
        mesh: the surface in model space, metres.

    Returns:
        The body; skin statistics weigh vertices by the area around them, so that tessellation does not matter.
    """
    positions = skeleton.rest_positions
    areas = surface_weights(mesh)
    size = body_size(mesh.vertices, areas) or body_size(positions, np.ones(len(positions))) or 1.0
    low, high = positions.min(axis=0), positions.max(axis=0)
    origin = np.array([(low[0] + high[0]) / 2.0, low[1], (low[2] + high[2]) / 2.0])
    carried = skin.weights * areas[:, None]
    mass = carried.sum(axis=0)
    safe = np.where(mass > 0.0, mass, 1.0)[:, None]
    mean = carried.T @ mesh.vertices / safe
    variance = carried.T @ mesh.vertices**2 / safe - mean**2
    has_skin = (mass > 0.0)[:, None]
    return Body(
        names=skeleton.names,
        parents=skeleton.parents,
        rest_positions=(positions - origin) / size,
        skin_offsets=np.where(has_skin, mean - positions, 0.0) / size,
        skin_extents=np.where(has_skin, np.sqrt(np.maximum(variance, 0.0)), 0.0) / size,
        skin_shares=mass / max(float(mass.sum()), 1e-300),
        metres_per_unit=float(size),
        origin_m=origin,
    )


def surface_weights(mesh: Mesh) -> Float[np.ndarray, " vertices"]:
    """How much each vertex counts: the area about it (``adjacency.vertex_areas``), or 1 where the mesh has no area."""
    areas = adjacency.vertex_areas(mesh.vertices, mesh.faces)
    return areas if areas.sum() > 0.0 else np.ones(len(mesh.vertices))


def body_size(points: Float[np.ndarray, "points 3"], weights: Float[np.ndarray, " points"]) -> float:
    """Robust size of weighted points, in their unit: see ``body_from``; 0 where there is nothing to measure."""
    if not len(points) or weights.sum() <= 0.0:
        return 0.0
    centre = _weighted_mean(points, weights)
    distance = np.linalg.norm(points - centre, axis=1)
    order = np.argsort(distance, kind="stable")
    near = order[np.cumsum(weights[order]) <= _KEPT_SURFACE * weights.sum()]
    if len(near) < 2:
        near = order
    centre = _weighted_mean(points[near], weights[near])
    squares = ((points[near] - centre) ** 2).sum(axis=1)
    size = _SIZE_PER_RADIUS * float(np.sqrt((weights[near] * squares).sum() / weights[near].sum()))
    return size if size > _LEAST_SIZE_M else 0.0


def _weighted_mean(points: np.ndarray, weights: np.ndarray) -> np.ndarray:
    return (weights[:, None] * points).sum(axis=0) / weights.sum()


def travelling_joints(body: Body) -> Bool[np.ndarray, " joints"]:
    """Which joints move by translation too: roots, and the hips.

    The hips are where the body first branches: going down from the root that carries most of the surface, the first
    joint with at least two children that each carry a fiftieth of it.
    """
    roots = np.array([parent is None for parent in body.parents])
    carried = np.array(body.skin_shares)
    if carried.sum() <= 0.0:
        carried[:] = 1.0 / len(carried)
    for joint in range(len(body) - 1, -1, -1):
        parent = body.parents[joint]
        if parent is not None:
            carried[parent] += carried[joint]
    at = int(np.where(roots, carried, -1.0).argmax())
    while True:
        heavy = [child for child, parent in enumerate(body.parents) if parent == at and carried[child] >= _LIMB_SHARE]
        if len(heavy) != 1:
            break
        at = heavy[0]
    travelling = np.array(roots)
    travelling[at] = travelling[at] or len(heavy) >= 2
    return travelling
