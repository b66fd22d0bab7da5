"""Finer triangles where they are needed: edges are halved, and the mesh stays closed."""

import numpy as np
from jaxtyping import Bool, Float, Int

from enliven.core.mesh import Mesh


def mesh_edges(faces: Int[np.ndarray, "faces 3"]) -> tuple[Int[np.ndarray, "edges 2"], Int[np.ndarray, "faces 3"]]:
    """The edges of a mesh, and for each face the numbers of its edges (first to second corner, and so on)."""
    pairs = np.stack([faces, np.roll(faces, -1, axis=1)], axis=2).reshape(-1, 2)
    edges, number = np.unique(np.sort(pairs, axis=1), axis=0, return_inverse=True)
    return edges, number.reshape(-1, 3)


def with_split_edges(
    mesh: Mesh,
    edges: Int[np.ndarray, "edges 2"],
    of_face: Int[np.ndarray, "faces 3"],
    split: Bool[np.ndarray, " edges"],
) -> Mesh:
    """Halve some edges, cutting the faces on both sides.

    Args:
        mesh: to refine.
        edges: from :func:`mesh_edges`.
        of_face: from :func:`mesh_edges`.
        split: which edges to halve.

    Returns:
        The mesh with the new vertices last, one in the middle of each split edge.
    """
    middle = np.full(len(edges), -1)
    middle[split] = len(mesh.vertices) + np.arange(split.sum())
    centres = mesh.vertices[edges[split]].mean(axis=1)
    faces, cuts = mesh.faces, middle[of_face]
    whole = (cuts < 0).all(axis=1)
    made = [faces[whole]]
    # Turn each face so that its cut edges come first: one cut, two cuts (the whole edge last), or three.
    for turn in range(3):
        f, m = np.roll(faces, -turn, axis=1), np.roll(cuts, -turn, axis=1)
        one = (m[:, 0] >= 0) & (m[:, 1] < 0) & (m[:, 2] < 0)
        made += [np.stack([f[one, 0], m[one, 0], f[one, 2]], 1), np.stack([m[one, 0], f[one, 1], f[one, 2]], 1)]
        two = (m[:, 0] >= 0) & (m[:, 1] >= 0) & (m[:, 2] < 0)
        made += [np.stack(t, 1) for t in _two_cuts(f[two], m[two])]
    three = (cuts >= 0).all(axis=1)
    f, m = faces[three], cuts[three]
    made += [np.stack([f[:, k], m[:, k], m[:, k - 1]], 1) for k in range(3)]
    made.append(m)
    return Mesh(vertices=np.concatenate([mesh.vertices, centres]), faces=np.concatenate(made))


def _two_cuts(f: np.ndarray, m: np.ndarray) -> list[list[np.ndarray]]:
    """A corner triangle and the two halves of what is left, when the first two edges are cut."""
    return [[m[:, 0], f[:, 1], m[:, 1]], [f[:, 0], m[:, 0], m[:, 1]], [f[:, 0], m[:, 1], f[:, 2]]]


def colour_steps(
    mesh: Mesh,
    rgb: Float[np.ndarray, "vertices 3"],
    edges: Int[np.ndarray, "edges 2"],
    *,
    step: float,
    longest: float,
    most: int,
) -> Bool[np.ndarray, " edges"]:
    """The edges over which colour changes most.

    Args:
        mesh: that the edges are of.
        rgb: linear colours.
        edges: from :func:`mesh_edges`.
        step: smallest change of a channel that counts, as seen (square root of linear).
        longest: edges up to this length stay whole, metres.
        most: how many edges at most; those with the greatest change times length come first.

    Returns:
        Which edges to halve.
    """
    seen = np.sqrt(np.clip(rgb, 0.0, 1.0))
    change = np.abs(seen[edges[:, 0]] - seen[edges[:, 1]]).max(axis=1)
    length = np.linalg.norm(mesh.vertices[edges[:, 0]] - mesh.vertices[edges[:, 1]], axis=1)
    worth = np.where((change > step) & (length > longest), change * length, 0.0)
    chosen = np.argsort(-worth, kind="stable")[:most]
    split = np.zeros(len(edges), dtype=bool)
    split[chosen] = worth[chosen] > 0.0
    return split
