"""Thin closed sheets over a grid of points: wings, fins, leaves, flags."""

import numpy as np
from jaxtyping import Float

from enliven.core.mesh import Mesh
from enliven.creatures.solids import outward


def sheet(points: Float[np.ndarray, "rows columns 3"], thickness: Float[np.ndarray, "rows columns"]) -> Mesh:
    """A pillow: the grid pushed out to both sides by half its thickness, sharp along the rim.

    Args:
        points: the middle surface, metres; at least 3 by 3.
        thickness: metres; ignored on the rim, where both sides share their vertices.

    Returns:
        A closed mesh: first all grid vertices of the upper side in order, then the inner ones of the lower side.
    """
    rows, columns = points.shape[:2]
    down, across = np.gradient(points, axis=0), np.gradient(points, axis=1)
    normals = np.cross(down, across)
    normals /= np.maximum(np.linalg.norm(normals, axis=2, keepdims=True), 1e-12)
    half = 0.5 * thickness[..., None] * normals
    half[[0, -1]] = 0.0
    half[:, [0, -1]] = 0.0
    upper = np.arange(rows * columns).reshape(rows, columns)
    lower = upper.copy()
    lower[1:-1, 1:-1] = rows * columns + np.arange((rows - 2) * (columns - 2)).reshape(rows - 2, columns - 2)
    vertices = np.concatenate([(points + half).reshape(-1, 3), (points - half)[1:-1, 1:-1].reshape(-1, 3)])
    return outward(Mesh(vertices=vertices, faces=np.concatenate([_grid(upper), _grid(lower)[:, ::-1]])))


def on_sheet(values: Float[np.ndarray, "rows columns width"]) -> Float[np.ndarray, "vertices width"]:
    """Values of grid points (colours, weights) for the vertices of :func:`sheet`, both sides alike."""
    width = values.shape[2]
    return np.concatenate([values.reshape(-1, width), values[1:-1, 1:-1].reshape(-1, width)])


def _grid(numbers: np.ndarray) -> np.ndarray:
    """Two triangles a cell; corner cells are cut so that no triangle lies in the rim alone."""
    a, b = numbers[:-1, :-1], numbers[:-1, 1:]
    c, d = numbers[1:, 1:], numbers[1:, :-1]
    main = np.stack([np.stack([a, b, c], -1), np.stack([a, c, d], -1)], axis=2)
    other = np.stack([np.stack([a, b, d], -1), np.stack([b, c, d], -1)], axis=2)
    turned = np.zeros(a.shape, dtype=bool)
    turned[0, -1] = turned[-1, 0] = True
    return np.where(~turned[..., None, None], main, other).reshape(-1, 3)
