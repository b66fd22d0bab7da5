"""Primitives compressed with KHR_draco_mesh_compression.

Source: Khronos, KHR_draco_mesh_compression; Google, Draco bitstream specification 2.2 (header and connectivity).
"""

from typing import Any

import numpy as np

from enliven.core.errors import UnreadableFileError
from enliven.io.gltf.accessors import view_bytes
from enliven.io.gltf.document import GltfDocument
from enliven.io.gltf.limits import MAX_FACES, MAX_VERTICES, within

NAME = "KHR_draco_mesh_compression"
_MESH, _EDGEBREAKER = 1, 1
_HAS_METADATA = 0x8000


def decoded(
    document: GltfDocument, primitive: dict[str, Any], subject: str
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Corners and attributes of a compressed primitive, attributes as their encoder stored them.

    Raises:
        EnlivenError: if the data is damaged, or holds more than the limits allow.
    """
    how = primitive["extensions"][NAME]
    key = ("draco", how["bufferView"])
    if key not in document.decoded:
        data = bytes(view_bytes(document, how["bufferView"]))
        accessors = document.root["accessors"]
        corners = accessors[primitive["indices"]]["count"] if "indices" in primitive else 3 * MAX_FACES
        _check_counts(data, subject, accessors[primitive["attributes"]["POSITION"]]["count"], corners // 3)
        document.decoded[key] = _decode(data, subject)
    corners, by_id = document.decoded[key]
    attributes = {}
    for name, number in how["attributes"].items():
        if number not in by_id:
            raise _damaged(subject, f"no attribute {number} for {name}")
        attributes[name] = by_id[number]
    return corners, attributes


def _decode(data: bytes, subject: str) -> tuple[np.ndarray, dict[int, np.ndarray]]:
    import DracoPy  # loaded only when a file needs it

    try:
        mesh = DracoPy.decode(data)
        corners = np.asarray(mesh.faces).reshape(-1).astype(np.int64)
        by_id = {int(entry["unique_id"]): np.asarray(entry["data"]) for entry in mesh.attributes}
    except Exception as error:  # the native library raises what it likes
        raise _damaged(subject, f"{type(error).__name__}: {error}"[:120]) from error
    return corners, by_id


def _check_counts(data: bytes, subject: str, vertices: int, faces: int) -> None:
    """Hold what the stream announces against what the accessors say, before anything of that size is made."""
    if data[:5] != b"DRACO" or len(data) < 12:
        raise _damaged(subject, f"it starts with {data[:5]!r}")
    if data[7] != _MESH:
        raise _damaged(subject, f"geometry type {data[7]}")
    reader = _Reader(data, 11)
    try:
        if int.from_bytes(data[9:11], "little") & _HAS_METADATA:
            _skip_metadata(reader)
        if data[8] == _EDGEBREAKER:
            reader.skip(1)  # traversal
        first, second = reader.varint(), reader.varint()
    except IndexError:
        raise _damaged(subject, "its header is cut off") from None
    found_faces, found_vertices = (second, first) if data[8] == _EDGEBREAKER else (first, second)
    within(subject, max(found_vertices, vertices), MAX_VERTICES, "vertices")
    within(subject, found_faces, MAX_FACES, "faces")
    if found_vertices > vertices or found_faces > faces:
        raise _damaged(
            subject,
            f"{found_vertices:,} vertices and {found_faces:,} faces where the file says {vertices:,} and {faces:,}",
        )


class _Reader:
    """A place in a Draco stream."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at = data, at

    def skip(self, count: int) -> None:
        self.at += count
        if self.at > len(self.data):
            raise IndexError

    def byte(self) -> int:
        value = self.data[self.at]
        self.at += 1
        return value

    def varint(self) -> int:
        value = shift = 0
        while True:
            piece = self.byte()
            value |= (piece & 0x7F) << shift
            shift += 7
            if piece < 0x80:
                return value


def _skip_metadata(reader: _Reader) -> None:
    """Step over the metadata of every attribute (after its id) and of the whole: trees of named entries."""
    for attribute in range(reader.varint(), -1, -1):
        if attribute:
            reader.varint()
        waiting = _skip_entries(reader)
        while waiting:
            reader.skip(reader.byte())  # the name of a subtree
            waiting += _skip_entries(reader) - 1


def _skip_entries(reader: _Reader) -> int:
    for _ in range(reader.varint()):
        reader.skip(reader.byte())
        reader.skip(reader.varint())
    return reader.varint()


def _damaged(subject: str, problem: str) -> UnreadableFileError:
    return UnreadableFileError(
        f"{subject} does not decompress ({problem}), expected Draco data; the file is damaged, export it again"
    )
