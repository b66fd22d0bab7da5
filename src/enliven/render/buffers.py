"""Exact pictures for programs rather than eyes: positions, normals, part and joint numbers, flow."""

import numpy as np
from jaxtyping import Bool, Float, Int

from enliven.core.camera import Camera
from enliven.render.rasteriser import Fragments


def interpolated(
    fragments: Fragments, faces: Int[np.ndarray, "faces 3"], values: Float[np.ndarray, "vertices channels"]
) -> Float[np.ndarray, "height width channels"]:
    """Values of the vertices, perspective included, at what each pixel sees; 0 where it sees nothing."""
    covered = fragments.covered
    picture = np.zeros((*covered.shape, values.shape[1]))
    corners = values[faces[fragments.face[covered]]]
    picture[covered] = np.einsum("pk,pkc->pc", fragments.barycentrics[covered].astype(np.float64), corners)
    return picture


def face_normals(
    fragments: Fragments,
    faces: Int[np.ndarray, "faces 3"],
    vertices: Float[np.ndarray, "vertices 3"],
) -> Float[np.ndarray, "height width 3"]:
    """Unit normals of the faces seen, by their winding; 0 where nothing is seen or a face has no area."""
    covered = fragments.covered
    a, b, c = np.moveaxis(vertices[faces[fragments.face[covered]]], 1, 0)
    normals = np.cross(b - a, c - a)
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    picture = np.zeros((*covered.shape, 3))
    picture[covered] = normals / np.where(length > 0.0, length, 1.0)
    return picture


def labels(fragments: Fragments, of_faces: Int[np.ndarray, " faces"], nothing: int) -> Int[np.ndarray, "height width"]:
    """The label of the face each pixel sees (its part, say), ``nothing`` where it sees none."""
    return np.where(fragments.covered, of_faces[fragments.face], nothing)


def strongest_joints(
    fragments: Fragments,
    faces: Int[np.ndarray, "faces 3"],
    weights: Float[np.ndarray, "vertices joints"],
    nothing: int,
) -> Int[np.ndarray, "height width"]:
    """The joint that moves each pixel most, ``nothing`` where it sees no face."""
    covered = fragments.covered
    seen, which = np.unique(fragments.face[covered], return_inverse=True)
    of_corners = weights[faces[seen]][which]  # only the faces seen: weights may be large
    blended = np.einsum("pk,pkj->pj", fragments.barycentrics[covered].astype(np.float64), of_corners)
    picture = np.full(covered.shape, nothing, dtype=np.int64)
    picture[covered] = blended.argmax(axis=1)
    return picture


def flow(
    fragments: Fragments,
    faces: Int[np.ndarray, "faces 3"],
    later_vertices: Float[np.ndarray, "vertices 3"],
    camera: Camera,
    later: Fragments | None = None,
) -> tuple[Float[np.ndarray, "height width 2"], Bool[np.ndarray, "height width"]]:
    """Where each surface point seen now goes in the picture: exact, without any tracker.

    Args:
        fragments: what is seen now.
        faces: corners, the same at both times.
        later_vertices: vertices at the other time, model space.
        camera: the camera at the other time.
        later: fragments at the other time, to tell which points are still in sight.

    Returns:
        Steps in pixels (right, down), 0 where nothing is seen; and whether the point is seen now and, if ``later`` is
        given, still is: inside the picture and not behind a surface by more than a hundredth of its depth.
    """
    covered = fragments.covered
    points = interpolated(fragments, faces, later_vertices)
    pixels = camera.project(points[covered])
    rows, columns = np.nonzero(covered)
    steps = np.zeros((*covered.shape, 2))
    steps[covered] = pixels - np.stack([columns, rows], axis=1) - 0.5
    visible = np.array(covered)
    if later is not None:
        depth = camera.seen_from(points[covered])[:, 2]
        column, row = np.floor(pixels).astype(np.int64).T
        inside = (column >= 0) & (column < camera.width) & (row >= 0) & (row < camera.height) & (depth >= camera.near)
        surface = later.depth_m[np.clip(row, 0, camera.height - 1), np.clip(column, 0, camera.width - 1)]
        visible[covered] = inside & (depth <= surface * 1.01)
    return steps, visible
