"""The statements of an OBJ file as arrays. Source: Wavefront, "Object Files (.obj)", appendix B1."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int

from enliven.core.errors import UnreadableFileError
from enliven.io.mtl import text_of
from enliven.io.obj.corners import corner_words
from enliven.io.surface import refuse_no_faces, refuse_not_finite, refuse_over_limit
from enliven.io.text_lines import Lines, NumberTable, floats_of, split_lines, unified_newlines


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """What each corner names in one table, from 0; where it names nothing, ``named`` is false and ``index`` is 0."""

    index: Int[np.ndarray, " corners"]
    named: Bool[np.ndarray, " corners"]


@dataclass(frozen=True, slots=True, eq=False)
class ObjStatements:
    """Everything in an OBJ file that makes up surfaces."""

    positions: Float[np.ndarray, "vertices 3"]
    srgb: Float[np.ndarray, "vertices channels"] | None  # behind the positions, 0 to 1
    uvs: Float[np.ndarray, "uvs 2"]  # as stored: v up
    normals: Float[np.ndarray, "normals 3"]
    counts: Int[np.ndarray, " polygons"]
    corner_vertex: Int[np.ndarray, " corners"]
    corner_uv: Reference
    corner_normal: Reference
    polygon_group: Int[np.ndarray, " polygons"]
    groups: tuple[tuple[str, str], ...]  # object and group
    polygon_material: Int[np.ndarray, " polygons"]
    materials: tuple[str | None, ...]
    libraries: tuple[str, ...]
    notes: tuple[str, ...]


def parse_statements(data: bytes, name: str) -> ObjStatements:
    """Read an OBJ file's statements.

    Args:
        data: the bytes of the file.
        name: its name, for messages.

    Returns:
        The statements, with references resolved and polygons as they stand (not yet triangles).

    Raises:
        UnreadableFileError: if a number or a reference is wrong, or there are no faces.
        LimitExceededError: if there are too many vertices.
    """
    text = unified_newlines(data)
    lines = split_lines(text.replace(b"\\\n", b"  "))
    is_vertex, is_uv, is_normal = lines.begin_with(b"v"), lines.begin_with(b"vt"), lines.begin_with(b"vn")
    is_face = lines.begin_with(b"f")
    refuse_over_limit(name, int(is_vertex.sum()), "vertices")
    refuse_no_faces(name, int(is_vertex.sum()), int(is_face.sum()))
    notes: list[str] = []
    positions, srgb = _positions(lines.where(is_vertex), name, notes)
    uvs = _columns(floats_of(lines.where(is_uv), name, "texture coordinate", skip=2), 2)
    normals = _columns(floats_of(lines.where(is_normal), name, "normal", skip=2), 3)
    faces = lines.where(is_face)
    words, counts = corner_words(faces, name)
    enough = counts >= 3
    if not enough.all():
        refuse_no_faces(name, len(positions), int(enough.sum()))
        notes.append(f"{int((~enough).sum()):,} faces with fewer than 3 corners were left out")
        faces, words, counts = faces.where(enough), words[np.repeat(enough, counts)], counts[enough]
    face_of_corner = np.repeat(np.arange(len(counts)), counts)
    before = [np.cumsum(mask)[_places(lines, faces)] for mask in (is_vertex, is_uv, is_normal)]
    corner_vertex = _vertices(words[:, 0], before[0][face_of_corner], len(positions), faces, face_of_corner, name)
    corner_uv = _reference(words[:, 1], before[1][face_of_corner], len(uvs), "texture coordinates", notes)
    corner_normal = _reference(words[:, 2], before[2][face_of_corner], len(normals), "normals", notes)
    group_of, groups = _states(lines, faces, (b"o", b"g"))
    material_of, materials = _states(lines, faces, (b"usemtl",))
    libraries = lines.where(lines.begin_with(b"mtllib"))
    return ObjStatements(
        positions=positions,
        srgb=srgb,
        uvs=uvs,
        normals=normals,
        counts=counts,
        corner_vertex=corner_vertex,
        corner_uv=corner_uv,
        corner_normal=corner_normal,
        polygon_group=group_of,
        groups=tuple((names[0], names[1]) for names in groups),
        polygon_material=material_of,
        materials=tuple(names[0] or None for names in materials),
        libraries=tuple(text_of(libraries.words(line)[len(b"mtllib") :].strip()) for line in range(len(libraries))),
        notes=tuple(notes),
    )


def _positions(
    lines: Lines, name: str, notes: list[str]
) -> tuple[Float[np.ndarray, "vertices 3"], Float[np.ndarray, "vertices channels"] | None]:
    table = floats_of(lines, name, "vertex", skip=1)
    if table.counts.min() < 3:
        line = int(np.argmin(table.counts))
        raise UnreadableFileError(
            f"{name}: the vertex on line {lines.numbers[line]} has {table.counts[line]} numbers, expected 3 or more; "
            "the file is cut short or damaged, export it again"
        )
    positions = np.array(table.columns(0, 3), dtype=np.float64)
    refuse_not_finite(name, positions)
    if table.counts.min() < 6:  # x y z, or x y z w
        if table.counts.max() >= 6:
            notes.append("only some vertices have colours; the colours were left out")
        return positions, None
    colours = table.columns(3, 6)
    if not np.isfinite(colours).all() or colours.min() < 0.0:
        notes.append("the vertex colours are no colours; they were left out")
        return positions, None
    return positions, colours / 255.0 if colours.max() > 1.0 else colours


def _columns(table: NumberTable, width: int) -> Float[np.ndarray, "rows width"]:
    """The first columns of a table; what a short line lacks, and what is no finite number, is 0."""
    rows = np.zeros((len(table.counts), width))
    for column in range(width):
        there = table.counts > column
        rows[there, column] = table.values[table.firsts[there] + column]
    rows[~np.isfinite(rows)] = 0.0
    return rows


def _places(lines: Lines, some: Lines) -> Int[np.ndarray, " some"]:
    """Where some of the lines stand among all."""
    return np.searchsorted(lines.numbers, some.numbers)


def _vertices(
    stored: Int[np.ndarray, " corners"],
    before: Int[np.ndarray, " corners"],
    count: int,
    faces: Lines,
    face_of_corner: Int[np.ndarray, " corners"],
    name: str,
) -> Int[np.ndarray, " corners"]:
    """Vertex numbers from 0; negative ones count back from the face's place in the file."""
    index = np.where(stored < 0, before + stored, stored - 1)
    bad = (index < 0) | (index >= count) | (stored == 0)
    if bad.any():
        corner = int(np.argmax(bad))
        raise UnreadableFileError(
            f"{name}: the face on line {faces.numbers[face_of_corner[corner]]} names vertex {stored[corner]}, expected "
            f"1 to {count} (or -1 and below, counted back); the file is damaged, export it again"
        )
    return index


def _reference(
    stored: Int[np.ndarray, " corners"], before: Int[np.ndarray, " corners"], count: int, what: str, notes: list[str]
) -> Reference:
    index = np.where(stored < 0, before + stored, stored - 1)
    named = (index >= 0) & (index < count) & (stored != 0)
    missing = int(((stored != 0) & ~named).sum())
    if missing:
        notes.append(f"{missing:,} corners name {what} that are not in the file; they have none now")
    return Reference(index=np.where(named, index, 0), named=named)


def _states(
    lines: Lines, faces: Lines, keywords: tuple[bytes, ...]
) -> tuple[Int[np.ndarray, " polygons"], list[tuple[str, ...]]]:
    """The names in force at each face, by statements such as ``g`` or ``usemtl``: a number a face, and the names."""
    masks = [lines.begin_with(keyword) for keyword in keywords]
    statements = lines.where(np.logical_or.reduce(masks))
    kinds = np.stack(masks, axis=1)[_places(lines, statements)].argmax(axis=1) if len(statements) else []
    numbers: dict[tuple[str, ...], int] = {("",) * len(keywords): 0}
    current = [""] * len(keywords)
    in_force = [0]
    for line, kind in enumerate(kinds):
        current[kind] = text_of(statements.words(line)[len(keywords[kind]) :].strip())
        in_force.append(numbers.setdefault(tuple(current), len(numbers)))
    at = np.searchsorted(statements.numbers, faces.numbers)
    return np.array(in_force, dtype=np.int64)[at], list(numbers)
