"""OFF and its variants with colours (COFF), normals (NOFF) and texture coordinates (STOFF), as text.

Source: Geomview manual, "OFF Files".
"""

import re

import numpy as np
from jaxtyping import Float, Int

from enliven.core.errors import UnreadableFileError, UnsupportedFeatureError
from enliven.core.mesh import Mesh
from enliven.core.scene import Appearance, Part
from enliven.geometry.polygons import triangulated
from enliven.io.colours import rgba_from_srgb, spread_to_vertices
from enliven.io.surface import (
    polygon_notes,
    refuse_no_faces,
    refuse_not_finite,
    refuse_out_of_range,
    refuse_over_limit,
    surface_notes,
)
from enliven.io.text_lines import Lines, NumberTable, floats_of, shown, split_lines, unified_newlines

_KEYWORD = re.compile(rb"(ST)?(C)?(N)?(4)?(n)?OFF(\s+BINARY)?")


def parse_off(data: bytes, name: str) -> tuple[list[Part], list[str]]:
    """Read an OFF file.

    Args:
        data: the bytes of the file.
        name: its name, for messages.

    Returns:
        One part with the file's vertices in their order, and what was repaired or left out.

    Raises:
        EnlivenError: if the file is damaged or holds no surface.
    """
    body, fields = _body(data, name)
    lines = _without_comments(body)
    vertex_count, face_count = _counts(lines, name)
    refuse_no_faces(name, vertex_count, face_count)
    if vertex_count + face_count > len(lines) - 1:
        raise UnreadableFileError(
            f"{name}: the header promises {vertex_count:,} vertices and {face_count:,} faces, but {len(lines) - 1:,} "
            "lines follow, expected one for each; the file is cut short or damaged, get it again"
        )
    refuse_over_limit(name, vertex_count, "vertices")
    refuse_over_limit(name, face_count, "faces")
    vertex_lines = lines.where(slice(1, 1 + vertex_count))
    face_lines = lines.where(slice(1 + vertex_count, 1 + vertex_count + face_count))
    table = floats_of(vertex_lines, name, "vertex", skip=0)
    width = 3 + 3 * ("N" in fields)
    _refuse_short(table.counts, np.full(vertex_count, width), vertex_lines, name, "vertex")
    vertices = np.array(table.columns(0, 3), dtype=np.float64)
    refuse_not_finite(name, vertices)
    notes: list[str] = []
    items, counts, face_rgba = _faces(face_lines, name, vertex_count, notes)
    refuse_no_faces(name, vertex_count, len(counts))
    refuse_out_of_range(name, items, counts, vertex_count)
    cut = triangulated(vertices, items, counts)
    faces = items[cut.corners]
    notes += [*polygon_notes(counts, cut), *surface_notes(name, vertices, faces)]
    rgba = _rgba(table, width) if "ST" not in fields else None
    base = (0.8, 0.8, 0.8, 1.0)
    if rgba is None and face_rgba is not None and (face_rgba == face_rgba[0]).all():
        base = tuple(face_rgba[0].tolist())
    elif rgba is None and face_rgba is not None:
        rgba = spread_to_vertices(face_rgba[cut.polygons], faces, vertex_count)
        notes.append("the colours of faces were spread to their vertices")
    look = Appearance(
        base_rgba=base if rgba is None else (1.0, 1.0, 1.0, 1.0),
        vertex_rgba=rgba,
        normals=_normals(table) if "N" in fields else None,
        double_sided=True,
    )
    return [Part(name=name.rpartition(".")[0] or name, mesh=Mesh(vertices, faces), appearance=look, node=0)], notes


def _body(data: bytes, name: str) -> tuple[bytes, set[str]]:
    """The text behind the keyword, and which fields the keyword announces."""
    text = unified_newlines(data)
    start = re.match(rb"(?:\s+|#[^\n]*\n)*", text)
    at = start.end() if start else 0
    keyword = _KEYWORD.match(text, at)
    if keyword is None and not text[at : at + 1].isdigit():
        raise UnreadableFileError(
            f"{name} starts with {shown(text[at : at + 12])}, expected 'OFF'; it is no OFF file, check its ending"
        )
    if keyword is None:
        return text, set()
    texture, colour, normal, four, many, binary = keyword.groups()
    if four or many or binary:
        raise UnsupportedFeatureError(
            f"{name} is a {keyword.group().decode()} file, expected a text file with three coordinates a vertex; "
            "export it as OFF text or as .glb"
        )
    return text[keyword.end() :], {field.decode() for field in (texture, colour, normal) if field}


def _without_comments(text: bytes) -> Lines:
    return split_lines(re.sub(rb"#[^\n]*", b"", text) if b"#" in text else text)


def _counts(lines: Lines, name: str) -> tuple[int, int]:
    """Vertices and faces, from the first line behind the keyword."""
    words = lines.words(0).split() if len(lines) else []
    if not all(word.isdigit() for word in words[:2]) or len(words) < 2 or max(map(len, words[:2])) > 18:
        raise UnreadableFileError(
            f"{name}: behind the word OFF stands {shown(b' '.join(words))}, expected the numbers of vertices, faces "
            "and edges; the file is empty or damaged, get it again"
        )
    return int(words[0]), int(words[1])


def _refuse_short(
    counts: Int[np.ndarray, " lines"], needed: Int[np.ndarray, " lines"], lines: Lines, name: str, what: str
) -> None:
    short = counts < needed
    if short.any():
        line = int(np.argmax(short))
        raise UnreadableFileError(
            f"{name}: the {what} on line {lines.numbers[line]} after the keyword has {counts[line]} numbers, expected "
            f"{needed[line]} or more; the file is cut short or damaged, export it again"
        )


def _faces(
    lines: Lines, name: str, vertices: int, notes: list[str]
) -> tuple[Int[np.ndarray, " corners"], Int[np.ndarray, " faces"], Float[np.ndarray, "faces 4"] | None]:
    """Corners of all faces, how many each has, and colours if every face has one."""
    table = floats_of(lines, name, "face", skip=0)
    corners = table.values[table.firsts]
    wrong = ~(np.isfinite(corners) & (corners >= 0) & (corners == np.floor(corners)))
    if wrong.any():
        line = int(np.argmax(wrong))
        raise UnreadableFileError(
            f"{name}: the face on line {lines.numbers[line]} after the keyword has {corners[line]:g} corners, expected "
            "a whole number; the file is damaged, export it again"
        )
    counts = np.minimum(corners, 2**40).astype(np.int64)
    _refuse_short(table.counts, counts + 1, lines, name, "face")
    enough = counts >= 3
    if not enough.all():
        notes.append(f"{int((~enough).sum()):,} faces with fewer than 3 corners were left out")
    counts, firsts = counts[enough], table.firsts[enough]
    places = np.repeat(firsts + 1 - np.cumsum(counts) + counts, counts) + np.arange(int(counts.sum()))
    named = table.values[places]
    whole = np.isfinite(named) & (np.abs(named) < 2**53) & (named == np.floor(named))
    items = np.where(whole, named, vertices).astype(np.int64)  # what is no whole number is out of range
    behind = NumberTable(table.values, firsts, table.counts[enough])
    return items, counts, _face_rgba(behind, counts)


def _face_rgba(table: NumberTable, counts: Int[np.ndarray, " faces"]) -> Float[np.ndarray, "faces 4"] | None:
    spare = table.counts - 1 - counts
    if not len(counts) or spare.min() < 3:
        return None
    return _scaled(table.values[(table.firsts + 1 + counts)[:, None] + np.arange(3 if spare.min() == 3 else 4)])


def _rgba(table: NumberTable, first: int) -> Float[np.ndarray, "vertices 4"] | None:
    spare = int(table.counts.min()) - first
    return None if spare < 3 else _scaled(table.columns(first, first + (3 if spare == 3 else 4)))


def _scaled(srgb: Float[np.ndarray, "rows channels"]) -> Float[np.ndarray, "rows 4"] | None:
    """Colours as linear RGBA; files hold numbers up to 1 or up to 255."""
    if not np.isfinite(srgb).all() or srgb.min() < 0.0:
        return None
    return rgba_from_srgb(srgb / 255.0 if srgb.max() > 1.0 else srgb)


def _normals(table: NumberTable) -> Float[np.ndarray, "vertices 3"] | None:
    normals = table.columns(3, 6)
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    return normals / length if (np.isfinite(length) & (length > 1e-6)).all() else None
