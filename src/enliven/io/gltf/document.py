"""A glTF file as read: its JSON, its buffers, and the bytes they came from, untouched."""

import base64
import json
import math
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, unquote_to_bytes

from enliven.core.errors import UnreadableFileError
from enliven.io.beside import Resolve, bytes_of, files_beside
from enliven.io.gltf.limits import MAX_BYTES, MAX_JSON_DEPTH, MAX_JSON_VALUES, within
from enliven.io.gltf.structure import check_structure

GLB_MAGIC = b"glTF"
_JSON_CHUNK = 0x4E4F534A
_BIN_CHUNK = 0x004E4942
_UTF8_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True, eq=False)
class GltfDocument:
    """A glTF 2.0 asset whose JSON was checked. ``root`` is never changed: a writer works on a copy.

    ``images`` holds, one a glTF image, the bytes of a file or data URI; ``None`` where the image lies in a buffer view
    or its file is missing. ``decoded`` remembers what was decompressed.
    """

    name: str
    root: dict[str, Any]
    buffers: tuple[bytes, ...]
    json_bytes: bytes  # the JSON as read
    is_glb: bool
    images: tuple[bytes | None, ...] = ()
    notes: tuple[str, ...] = ()
    decoded: dict[Any, Any] = field(default_factory=dict, repr=False)


def read_document(path: Path) -> GltfDocument:
    """Read a ``.glb`` or ``.gltf`` file and the buffers and images beside it; the content tells which it is.

    Raises:
        EnlivenError: if it cannot be read; the message names what was found and expected.
    """
    data = bytes_of(path, MAX_BYTES)
    parse = parse_glb if data[:4] == GLB_MAGIC else parse_gltf
    return parse(data, path.name, files_beside(path, MAX_BYTES))


def nothing_beside(relative: str) -> None:
    """Resolver for bytes that came without a folder."""


def parse_glb(data: bytes, name: str, resolve: Resolve = nothing_beside) -> GltfDocument:
    """Parse the binary form; ``resolve`` serves the rare GLB that refers to files beside it.

    Raises:
        EnlivenError: if it is no GLB, or what it holds is damaged.
    """
    if len(data) < 12 or data[:4] != GLB_MAGIC:
        raise UnreadableFileError(
            f"{name} starts with {data[:4]!r} and has {len(data)} bytes, expected a GLB file that starts with b'glTF'; "
            "export it as GLB again"
        )
    version, length = struct.unpack_from("<II", data, 4)
    if version != 2:
        raise UnreadableFileError(
            f"{name} is GLB version {version}, expected version 2; it holds glTF 1.0 or is damaged, export it as "
            "glTF 2.0"
        )
    if length > len(data):
        raise UnreadableFileError(
            f"{name} ends after {len(data)} bytes, expected {length}; the file is cut off, copy or export it again"
        )
    chunks = _chunks(data[:length], name)
    if not chunks or chunks[0][0] != _JSON_CHUNK:
        raise UnreadableFileError(f"{name} does not begin with a JSON chunk, expected one; export it as GLB again")
    binary = next((chunk for kind, chunk in chunks[1:] if kind == _BIN_CHUNK), None)
    return _document(chunks[0][1].rstrip(b" \0"), name, resolve, binary=binary, is_glb=True)


def _chunks(data: bytes, name: str) -> list[tuple[int, bytes]]:
    chunks: list[tuple[int, bytes]] = []
    at = 12
    while at + 8 <= len(data):
        size, kind = struct.unpack_from("<II", data, at)
        if at + 8 + size > len(data):
            raise UnreadableFileError(
                f"{name}: chunk {len(chunks)} ends at byte {at + 8 + size}, expected at most {len(data)}; the file is "
                "damaged, copy or export it again"
            )
        chunks.append((kind, data[at + 8 : at + 8 + size]))
        at += 8 + size + (-size) % 4
    return chunks


def parse_gltf(data: bytes, name: str, resolve: Resolve = nothing_beside) -> GltfDocument:
    """Parse the JSON form; ``resolve`` gives the files beside it.

    Raises:
        EnlivenError: if it is no glTF, or what it holds is damaged.
    """
    return _document(data, name, resolve, binary=None, is_glb=False)


def _document(json_bytes: bytes, name: str, resolve: Resolve, *, binary: bytes | None, is_glb: bool) -> GltfDocument:
    notes: list[str] = []
    if json_bytes.startswith(_UTF8_MARK):
        notes.append("the JSON starts with a byte order mark, which was skipped")
    root = _checked_root(json_bytes, name, notes)
    buffers = [
        _buffer(stored, number, name, resolve, binary if number == 0 else None)
        for number, stored in enumerate(root.get("buffers", []))
    ]
    images = []
    for number, image in enumerate(root.get("images", [])):
        images.append(_from_uri(image["uri"], f"image {number}", name, resolve) if "uri" in image else None)
        if "uri" in image and images[-1] is None:
            notes.append(f"the image {image['uri'][:100]!r} is not beside the file; it is shown without")
    return GltfDocument(
        name=name,
        root=root,
        buffers=tuple(buffers),
        json_bytes=json_bytes,
        is_glb=is_glb,
        images=tuple(images),
        notes=tuple(notes),
    )


def _checked_root(json_bytes: bytes, name: str, notes: list[str]) -> dict[str, Any]:
    root = _parsed(json_bytes, name, parse_float=_finite)
    try:
        return check_structure(root, name)
    except UnreadableFileError:
        # glTF wants integers without a fraction; some writers put 2.0 for 2
        root = check_structure(_parsed(json_bytes, name, parse_float=_whole_if_so), name)
        notes.append("whole numbers were written with a fraction (2.0 for 2) and read as whole")
        return root


def _parsed(json_bytes: bytes, name: str, parse_float: Any) -> Any:
    within(f"{name}: its JSON", json_bytes.count(b","), MAX_JSON_VALUES, "values")
    try:
        root = json.loads(
            json_bytes.removeprefix(_UTF8_MARK).decode("utf-8"), parse_float=parse_float, parse_constant=_refused
        )
        if _depth(root) <= MAX_JSON_DEPTH:
            return root
        problem = f"it is nested more than {MAX_JSON_DEPTH} deep"
    except RecursionError:
        problem = "it is nested too deeply"
    except ValueError as error:
        problem = str(error)[:120]
    raise UnreadableFileError(f"{name} holds no valid JSON ({problem}), expected glTF; export it again")


def _depth(root: Any) -> int:
    """How deep objects and arrays are nested; copying and writing them takes the stack that deep."""
    depth, level = 0, [root] if isinstance(root, dict | list) else []
    while level:
        depth += 1
        inner = [value.values() if isinstance(value, dict) else value for value in level]
        level = [value for values in inner for value in values if isinstance(value, dict | list)]
    return depth


def _refused(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON number")


def _finite(written: str) -> float:
    value = float(written)
    if math.isinf(value):  # it could not be written back
        raise ValueError(f"the number {written[:40]} is too large")
    return value


def _whole_if_so(written: str) -> float | int:
    value = _finite(written)
    return int(value) if value.is_integer() else value


def _buffer(stored: dict[str, Any], number: int, name: str, resolve: Resolve, binary: bytes | None) -> bytes:
    extensions = stored.get("extensions", {})
    fallback = any(key in extensions for key in ("EXT_meshopt_compression", "KHR_meshopt_compression"))
    data = _from_uri(stored["uri"], f"buffer {number}", name, resolve) if "uri" in stored else binary
    if data is None and not fallback:
        found = f"lies in {stored['uri'][:100]!r}, which is not beside it" if "uri" in stored else "has no data"
        raise UnreadableFileError(
            f"{name}: buffer {number} {found}, expected {stored['byteLength']:,} bytes; keep the files together or "
            "export as GLB"
        )
    if data is not None and len(data) < stored["byteLength"] and not fallback:
        raise UnreadableFileError(
            f"{name}: buffer {number} has {len(data):,} bytes, expected {stored['byteLength']:,}; the file is cut off, "
            "copy or export it again"
        )
    return data or b""


def _from_uri(uri: str, subject: str, name: str, resolve: Resolve) -> bytes | None:
    if not uri.startswith("data:"):
        return resolve(unquote(uri))
    head, _, body = uri.partition(",")
    if not head.endswith(";base64"):
        return unquote_to_bytes(body)
    try:
        return base64.b64decode(body + "=" * (-len(body) % 4))
    except ValueError as error:
        raise UnreadableFileError(
            f"{name}: {subject} is a data URI that is no base64 ({error}), expected base64; "
            "the file is damaged, export it again"
        ) from error
