"""What about a shape may spoil an animation, each with what to do about it."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Int

from enliven.core.mesh import Mesh
from enliven.geometry.adjacency import face_areas

_LARGE_M, _SMALL_M = 100.0, 0.001
_FAR = 10.0  # in sizes of the model
_MANY_PIECES = 100
_MANY_FACES = 200_000


@dataclass(frozen=True, slots=True)
class Problem:
    """Something odd and its remedy; both are parts of a sentence."""

    found: str
    remedy: str


def shape_problems(mesh: Mesh, pieces: int) -> tuple[Problem, ...]:
    """Look for what may spoil an animation.

    Args:
        mesh: all parts, welded by position; metres.
        pieces: how many hang together.

    Returns:
        The problems, gravest first; none of them keeps the file from being animated.
    """
    used = mesh.vertices[np.unique(mesh.faces)]
    if not len(used):
        return ()
    size = float(np.ptp(used, axis=0).max())
    problems = [*_size_problems(size), *_place_problems(used, size), *_edge_problems(mesh.faces)]
    if pieces > _MANY_PIECES:
        problems.append(
            Problem(f"the shape falls into {pieces:,} pieces", "join those that belong to one body, so that it bends")
        )
    flat = int((face_areas(mesh.vertices, mesh.faces) <= 1e-12 * size**2).sum())
    if flat:
        problems.append(
            Problem(
                f"{flat:,} of {len(mesh.faces):,} faces have no area",
                "they do no harm; remove them in Blender with Mesh, Clean Up, Degenerate Dissolve",
            )
        )
    if len(mesh.faces) > _MANY_FACES:
        problems.append(
            Problem(f"{len(mesh.faces):,} faces are many for a game", "a lighter copy loads and plays faster")
        )
    return tuple(problems)


def _size_problems(size: float) -> list[Problem]:
    if size > _LARGE_M:
        return [
            Problem(f"it is {size:.3g} m long", "if its numbers are centimetres or inches, scale it in a 3D editor")
        ]
    if size < _SMALL_M:
        return [Problem(f"it is {1000 * size:.3g} mm long", "if its unit is not the metre, scale it in a 3D editor")]
    return []


def _place_problems(used: np.ndarray, size: float) -> list[Problem]:
    away = float(np.linalg.norm(used.mean(axis=0)))
    if away <= _FAR * size:
        return []
    return [
        Problem(
            f"it stands {away:.3g} m from the origin", "move it there in a 3D editor, as players turn it about that"
        )
    ]


def _edge_problems(faces: Int[np.ndarray, "faces 3"]) -> list[Problem]:
    """Edges that more than two faces share."""
    halves = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    halves = halves[halves[:, 0] != halves[:, 1]]
    keys = halves[:, 0] * (int(halves.max(initial=0)) + 1) + halves[:, 1]
    crowded = int((np.unique(keys, return_counts=True)[1] > 2).sum())
    if not crowded:
        return []
    return [
        Problem(
            f"{crowded:,} edges are shared by more than two faces",
            "parts that touch there may move together; separate them in a 3D editor",
        )
    ]
