"""How an OBJ file falls apart: groups that share no vertex are pieces of their own, each material of one is a part."""

import numpy as np
from jaxtyping import Int
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from enliven.io.obj.statements import ObjStatements

_PIECE_LIMIT = 256


def group_pieces(obj: ObjStatements, notes: list[str]) -> tuple[Int[np.ndarray, " groups"], list[str]]:
    """Which piece each group belongs to; groups that share a vertex are one piece.

    Args:
        obj: the file's statements.
        notes: where a sentence goes if there are too many pieces, which are then read as one.

    Returns:
        A piece for each group, and the pieces' names, no two alike unless the file's are.
    """
    if len(obj.groups) == 1:
        return np.zeros(1, dtype=np.int64), [obj.groups[0][0] or obj.groups[0][1]]
    group_of_corner = np.repeat(obj.polygon_group, obj.counts)
    size = len(obj.groups) + len(obj.positions)
    shared = coo_array(
        (np.ones(len(group_of_corner), dtype=np.int8), (group_of_corner, obj.corner_vertex + len(obj.groups))),
        shape=(size, size),
    )
    _, component = connected_components(shared, directed=False)
    used = np.unique(obj.polygon_group)
    first_group: dict[int, int] = {}
    for group in used.tolist():
        first_group.setdefault(int(component[group]), group)
    if len(first_group) > _PIECE_LIMIT:
        notes.append(f"the file has {len(first_group):,} separate groups; they were read as one piece")
        return np.zeros(len(obj.groups), dtype=np.int64), [""]
    number = {found: piece for piece, found in enumerate(first_group)}
    pieces = np.array([number.get(int(found), 0) for found in component[: len(obj.groups)]])
    return pieces, _names([obj.groups[group] for group in first_group.values()])


def _names(pairs: list[tuple[str, str]]) -> list[str]:
    """The object's name; the group's beside it where objects are cut into groups."""
    short = [thing or group for thing, group in pairs]
    return [
        name if short.count(name) == 1 else " ".join(dict.fromkeys(word for word in pair if word))
        for name, pair in zip(short, pairs, strict=True)
    ]


def faces_by_part(
    piece: Int[np.ndarray, " faces"], material: Int[np.ndarray, " faces"], faces: Int[np.ndarray, "faces 3"]
) -> list[Int[np.ndarray, " mine"]]:
    """The faces of every part: pieces by their lowest vertex, and within a piece materials by theirs.

    Args:
        piece: of each face.
        material: of each face.
        faces: vertices of each face.

    Returns:
        Places of faces, ascending, for each part.
    """
    key = piece * (int(material.max(initial=0)) + 1) + material
    by_part = np.argsort(key, kind="stable")
    parts = np.split(by_part, np.flatnonzero(np.diff(key[by_part])) + 1)
    lowest = [int(faces[mine].min()) for mine in parts]
    of_piece: dict[int, int] = {}
    for mine, vertex in zip(parts, lowest, strict=True):
        of_piece[int(piece[mine[0]])] = min(vertex, of_piece.get(int(piece[mine[0]]), vertex))
    order = sorted(range(len(parts)), key=lambda part: (of_piece[int(piece[parts[part][0]])], lowest[part]))
    return [parts[part] for part in order]
