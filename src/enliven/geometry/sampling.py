"""Points on a surface: by area, and spread out evenly."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from enliven.core.mesh import Mesh
from enliven.geometry.adjacency import face_areas


@dataclass(frozen=True, slots=True, eq=False)
class SurfaceSamples:
    """Points on faces, each the mean of its face's corners weighted by its ``corner_weights``."""

    points: Float[np.ndarray, "samples 3"]
    faces: Int[np.ndarray, " samples"]
    corner_weights: Float[np.ndarray, "samples 3"]


def sample_surface(mesh: Mesh, count: int, *, rng: np.random.Generator) -> SurfaceSamples:
    """Points spread over the surface by area; the same generator state gives the same points.

    The faces are drawn by systematic sampling (one draw, equal steps along the summed areas), so every face gets its
    share of points up to one. A mesh whose faces have no area is sampled by face count.

    Args:
        mesh: at least one face.
        count: number of points.
        rng: source of the random numbers.

    Returns:
        The points, in order of their faces.

    Raises:
        ValueError: if the mesh has no faces.
    """
    if not len(mesh.faces):
        raise ValueError(f"cannot sample {count} points from a mesh without faces; sample its vertices instead")
    areas = face_areas(mesh.vertices, mesh.faces)
    areas = areas if areas.sum() > 0.0 else np.ones(len(areas))
    ends = np.cumsum(areas)
    at = (np.arange(count) + rng.random()) * (ends[-1] / max(count, 1))
    chosen = np.minimum(np.searchsorted(ends, at, side="right"), len(areas) - 1)
    root, v = np.sqrt(rng.random(count)), rng.random(count)
    corner_weights = np.stack([1.0 - root, root * (1.0 - v), root * v], axis=1)
    points = np.einsum("sc,scx->sx", corner_weights, mesh.vertices[mesh.faces[chosen]].astype(np.float64))
    return SurfaceSamples(points=points, faces=chosen, corner_weights=corner_weights)


def farthest_points(
    points: Float[np.ndarray, "points 3"], count: int, *, first: int | None = None
) -> Int[np.ndarray, " chosen"]:
    """Numbers of points that spread out: each next one is the farthest from all chosen before (Gonzalez 1985).

    Args:
        points: any positions.
        count: how many to choose; all points, if there are fewer.
        first: the point to start from; by default the farthest from the centroid.

    Returns:
        Distinct numbers in order of choice. Cost is points times count.
    """
    count = min(count, len(points))
    if count <= 0:
        return np.zeros(0, dtype=np.int64)
    chosen = np.zeros(count, dtype=np.int64)
    from_centre = ((points - points.mean(axis=0)) ** 2).sum(axis=1)
    chosen[0] = int(from_centre.argmax()) if first is None else first
    apart = np.full(len(points), np.inf)
    for k in range(1, count):
        apart = np.minimum(apart, ((points - points[chosen[k - 1]]) ** 2).sum(axis=1))
        apart[chosen[k - 1]] = -1.0  # never the same point twice, even where points coincide
        chosen[k] = int(apart.argmax())
    return chosen
