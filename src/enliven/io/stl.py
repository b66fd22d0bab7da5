"""STL, ascii and binary: triangles without shared vertices; three vertices a triangle, in the file's order."""

import struct

import numpy as np
from jaxtyping import Float, UInt8

from enliven.core.errors import UnreadableFileError
from enliven.core.mesh import Mesh
from enliven.core.scene import Appearance, Part
from enliven.io.colours import rgba_from_srgb
from enliven.io.surface import refuse_no_faces, refuse_not_finite, refuse_over_limit, surface_notes
from enliven.io.text_lines import floats_of, split_lines, unified_newlines

_HEADER, _RECORD = 84, 50


def parse_stl(data: bytes, name: str) -> tuple[list[Part], list[str]]:
    """Read an STL file, whichever form it has: many binary files begin with ``solid`` too.

    Args:
        data: the bytes of the file.
        name: its name, for messages.

    Returns:
        One part, and what is odd about it.

    Raises:
        EnlivenError: if the file is damaged or holds no surface.
    """
    count = struct.unpack_from("<I", data, 80)[0] if len(data) >= _HEADER else None
    exactly_binary = count is not None and len(data) == _HEADER + count * _RECORD
    start = data[:512].lstrip().lower()
    if not exactly_binary and b"\0" not in start and (start.startswith(b"solid") or b"facet" in start):
        points, colours, notes = _ascii(data.lower(), name), None, []
    elif count is not None:
        points, colours, notes = _binary(data, count, name)
    else:
        raise UnreadableFileError(
            f"{name} has {len(data)} bytes, expected the 84 bytes of an STL header or the word 'solid'; "
            "it is no STL file, or cut short: get it again"
        )
    refuse_no_faces(name, len(points), len(points) // 3)
    refuse_not_finite(name, points)
    faces = np.arange(len(points)).reshape(-1, 3)
    notes += surface_notes(name, points, faces)
    base = (0.8, 0.8, 0.8, 1.0) if colours is None else (1.0, 1.0, 1.0, 1.0)
    look = Appearance(base_rgba=base, vertex_rgba=colours, double_sided=True)
    return [Part(name=name.rpartition(".")[0] or name, mesh=Mesh(points, faces), appearance=look, node=0)], notes


def _ascii(data: bytes, name: str) -> Float[np.ndarray, "vertices 3"]:
    lines = split_lines(unified_newlines(data))
    corners = lines.where(lines.begin_with(b"vertex"))
    refuse_over_limit(name, len(corners), "vertices")
    table = floats_of(corners, name, "vertex", skip=6)
    wrong = table.counts != 3
    if wrong.any():
        line = int(np.argmax(wrong))
        raise UnreadableFileError(
            f"{name}: the vertex on line {corners.numbers[line]} has {table.counts[line]} numbers, expected 3; "
            "the file is cut short or damaged, export it again"
        )
    loops = int(lines.begin_with(b"endloop").sum())
    if len(corners) != 3 * loops:
        raise UnreadableFileError(
            f"{name} holds {len(corners):,} vertices in {loops:,} finished facets, expected 3 in each; "
            "the file is cut short or damaged, export it again"
        )
    return table.columns(0, 3) if len(corners) else np.zeros((0, 3))


def _binary(
    data: bytes, count: int, name: str
) -> tuple[Float[np.ndarray, "vertices 3"], Float[np.ndarray, "vertices 4"] | None, list[str]]:
    held = (len(data) - _HEADER) // _RECORD
    if count > held:
        raise UnreadableFileError(
            f"{name}: the header promises {count:,} triangles, but the file has room for {held:,}, expected as many; "
            "it is no STL file, or cut short: get it again"
        )
    refuse_over_limit(name, 3 * count, "vertices")
    notes = []
    if len(data) - _HEADER - count * _RECORD >= _RECORD:
        notes.append(f"{len(data) - _HEADER - count * _RECORD:,} bytes behind the last triangle were not read")
    records = np.frombuffer(data, dtype=np.uint8, count=count * _RECORD, offset=_HEADER).reshape(count, _RECORD)
    with np.errstate(invalid="ignore"):  # NaNs are refused later, with their place
        points = np.ascontiguousarray(records[:, 12:48]).view("<f4").reshape(-1, 3).astype(np.float64)
    return points, _facet_colours(data[:80], records), notes


def _facet_colours(header: bytes, records: UInt8[np.ndarray, "faces 50"]) -> Float[np.ndarray, "vertices 4"] | None:
    """Colours from the two spare bytes of each facet, 5 bits a channel, as two families of programs write them.

    Materialise (the header holds ``COLOR=``): bit 15 clear marks a colour, red lowest. VisCAM and SolidView: bit 15 set
    marks a colour, blue lowest. ``None`` when no facet has a colour.
    """
    bits = np.ascontiguousarray(records[:, 48:50]).view("<u2").reshape(-1).astype(np.int64)
    place = header.find(b"COLOR=")
    materialise = 0 <= place <= 70
    marked = (bits >> 15 == 0) if materialise else (bits >> 15 == 1)
    if not marked.any():
        return None
    channels = np.stack([bits & 31, (bits >> 5) & 31, (bits >> 10) & 31], axis=1) / 31.0
    srgb = channels if materialise else channels[:, ::-1]
    default = np.frombuffer(header[place + 6 : place + 9], dtype=np.uint8) / 255.0 if materialise else np.full(3, 0.9)
    return np.repeat(rgba_from_srgb(np.where(marked[:, None], srgb, default)), 3, axis=0)
