"""Rigid things in one mesh whose shells are parts that move: wheels under a body, a lid on a box, stacked pieces."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from enliven.core.mesh import Mesh
from enliven.geometry.adjacency import components, edges_of, face_areas
from enliven.geometry.nearest import nearest

_MOST_PIECES = 12
_LARGE = 0.04  # share of the area that makes a shell a piece


@dataclass(frozen=True, slots=True, eq=False)
class LoosePieces:
    """Joints for rigid pieces: ``piece_of[v]`` is the joint that vertex ``v`` follows; joint 0 is the root."""

    names: tuple[str, ...]
    positions: Float[np.ndarray, "joints 3"]
    piece_of: Int[np.ndarray, " vertices"]


def wheels_of(mesh: Mesh) -> LoosePieces | None:
    """Round shells that stand on the ground and turn about x, two or more; ``None`` where there are none."""
    shells = components(edges_of(mesh.faces), len(mesh.vertices))
    low, high = shell_boxes(mesh.vertices, shells)
    ground, height = float(mesh.vertices[:, 1].min()), float(np.ptp(mesh.vertices[:, 1]))
    size, middle = high - low, 0.5 * (low + high)
    round_ = (np.abs(size[:, 1] - size[:, 2]) < 0.1 * size[:, 1]) & (size[:, 0] < 0.8 * size[:, 1])
    stands = (low[:, 1] < ground + 0.06 * height) & (size[:, 1] > 0.1 * height) & (size[:, 1] < 0.75 * height)
    found = np.flatnonzero(round_ & stands).tolist()
    found = [k for k in found if _is_round(mesh.vertices[shells == k], middle[k])]
    wheels = _largest_of_each_hub(found, middle, size)
    if len(wheels) < 2 or sum(
        face_areas(mesh.vertices, mesh.faces)[np.isin(shells[mesh.faces[:, 0]], wheels)]
    ) > 0.8 * sum(face_areas(mesh.vertices, mesh.faces)):
        return None
    piece_of = np.zeros(len(mesh.vertices), dtype=np.int64)
    for joint, wheel in enumerate(wheels, start=1):
        inside = ((low >= low[wheel] - 0.1 * size[wheel]) & (high <= high[wheel] + 0.1 * size[wheel])).all(axis=1)
        piece_of[inside[shells]] = joint
    whole = 0.5 * (mesh.vertices.min(axis=0) + mesh.vertices.max(axis=0))
    names = [_wheel_name(middle[wheel] - whole) for wheel in wheels]
    return LoosePieces(("body", *numbered(names)), np.stack([whole, *middle[wheels]]), piece_of)


def pieces_of(mesh: Mesh) -> LoosePieces | None:
    """Few large shells beside one another, such as box and lid; ``None`` for one piece or very many."""
    shells = components(edges_of(mesh.faces), len(mesh.vertices))
    areas = np.bincount(
        shells[mesh.faces[:, 0]], weights=face_areas(mesh.vertices, mesh.faces), minlength=shells.max() + 1
    )
    large = np.flatnonzero(areas > _LARGE * areas.sum())
    if not 2 <= len(large) <= _MOST_PIECES or areas[large].sum() < 0.7 * areas.sum():
        return None
    order = large[np.argsort(-areas[large], kind="stable")]
    joint_of = np.full(len(areas), -1)
    joint_of[order] = np.arange(len(order))
    piece_of = joint_of[shells]
    detail = np.flatnonzero(piece_of < 0)
    body = np.flatnonzero(piece_of >= 0)
    if len(detail):
        _, touching = nearest(mesh.vertices[body], mesh.vertices[detail])
        votes = np.zeros((len(areas), len(order)))
        np.add.at(votes, (shells[detail], piece_of[body[touching]]), 1.0)
        piece_of[detail] = votes.argmax(axis=1)[shells[detail]]
    return _free_pieces(mesh.vertices, piece_of, len(order))


def _free_pieces(vertices: np.ndarray, piece_of: np.ndarray, count: int) -> LoosePieces | None:
    """Lids and pieces that stand apart get joints of their own; what reaches into the body stays with it."""
    root = vertices[piece_of == 0]
    places = [0.5 * (root.min(axis=0) + root.max(axis=0))]
    names = ["body"]
    free = np.zeros(len(vertices), dtype=np.int64)
    for piece in range(1, count):
        points = vertices[piece_of == piece]
        name, place = _named_pivot(points, root)
        if name == "lid" or _stands_apart(points, vertices[piece_of != piece]):
            free[piece_of == piece] = len(names)
            names.append(name)
            places.append(place)
    return LoosePieces(numbered(names), np.stack(places), free) if len(names) > 1 else None


def _stands_apart(points: np.ndarray, others: np.ndarray) -> bool:
    """Whether no vertex of the others lies within the box of a piece, nor the other way round."""
    low, high = points.min(axis=0), points.max(axis=0)
    within = ((others >= low) & (others <= high)).all(axis=1)
    low, high = others.min(axis=0), others.max(axis=0)
    return not within.any() and bool(((points < low) | (points > high)).any(axis=1).all())


def _named_pivot(piece: np.ndarray, root: np.ndarray) -> tuple[str, np.ndarray]:
    """A lid opens at its back edge; anything else turns where it touches the body."""
    low, high = piece.min(axis=0), piece.max(axis=0)
    base, top = root.min(axis=0), root.max(axis=0)
    covers = ((high - low)[[0, 2]] > 0.75 * (top - base)[[0, 2]]).all()
    if covers and low[1] > base[1] + 0.85 * (top[1] - base[1]):
        return "lid", np.array([0.5 * (low[0] + high[0]), low[1], low[2]])
    apart, _ = nearest(root, piece)
    near = apart <= np.quantile(apart, 0.1) + 1e-9
    return "piece", piece[near].mean(axis=0)


def shell_boxes(
    vertices: Float[np.ndarray, "vertices 3"], shells: Int[np.ndarray, " vertices"]
) -> tuple[Float[np.ndarray, "shells 3"], Float[np.ndarray, "shells 3"]]:
    """Lowest and highest coordinates of every shell."""
    low = np.full((shells.max() + 1, 3), np.inf)
    high = np.full((shells.max() + 1, 3), -np.inf)
    np.minimum.at(low, shells, vertices)
    np.maximum.at(high, shells, vertices)
    return low, high


def _is_round(points: np.ndarray, middle: np.ndarray) -> bool:
    """Whether the outline seen along x is a circle: points near the rim in nearly all of twelve directions."""
    off = (points - middle)[:, 1:]
    radius = np.linalg.norm(off, axis=1)
    rim = off[radius > 0.9 * radius.max()]
    sectors = np.unique(np.floor((np.arctan2(rim[:, 1], rim[:, 0]) + np.pi) / (2 * np.pi) * 12 - 1e-9).astype(int))
    return len(rim) >= 8 and len(sectors) >= 8


def _largest_of_each_hub(found: list[int], middle: np.ndarray, size: np.ndarray) -> list[int]:
    """Tyre and rim share a hub: the larger stands for both."""
    kept: list[int] = []
    for k in sorted(found, key=lambda shell: (-round(float(size[shell, 1]), 6), shell)):
        if all(np.linalg.norm(middle[k] - middle[other]) > 0.5 * size[other, 1] for other in kept):
            kept.append(k)
    return sorted(kept, key=lambda shell: (-round(float(middle[shell, 2]), 3), -float(middle[shell, 0])))


def _wheel_name(off: np.ndarray) -> str:
    along = "front" if off[2] > 0 else "back"
    return f"wheel_{along}_{'left' if off[0] > 0 else 'right'}"


def numbered(names: list[str]) -> tuple[str, ...]:
    """Names made unique by numbers."""
    taken: list[str] = []
    for name in names:
        wanted, number = name, 2
        while wanted in taken:
            wanted, number = f"{name}_{number}", number + 1
        taken.append(wanted)
    return tuple(taken)
