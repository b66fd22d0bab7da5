"""A glTF file as read: its JSON, its buffers, and the bytes they came from, untouched."""

import base64
import binascii
import json
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from enliven.core.errors import UnreadableFileError

_GLB_MAGIC = b"glTF"
_JSON_CHUNK = 0x4E4F534A
_BIN_CHUNK = 0x004E4942

Resolve = Callable[[str], bytes]
"""The bytes of a file that stands beside the glTF file, by its (decoded) relative path."""


@dataclass(frozen=True, slots=True, eq=False)
class GltfDocument:
    """A glTF 2.0 asset. ``root`` is never changed: a writer works on a copy.

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
    """Read a ``.glb`` or ``.gltf`` file and the buffers and images beside it.

    Raises:
        EnlivenError: if it cannot be read; the message names what was found and expected.
    """
    data = path.read_bytes()
    if data[:4] == _GLB_MAGIC:
        return parse_glb(data, path.name, resolve=lambda uri: (path.parent / uri).read_bytes())
    return parse_gltf(data, path.name, lambda uri: (path.parent / uri).read_bytes())


def _nothing_beside(uri: str) -> bytes:
    raise FileNotFoundError(uri)


def parse_glb(data: bytes, name: str, resolve: Resolve = _nothing_beside) -> GltfDocument:
    """Parse the binary form; ``resolve`` serves the rare GLB that refers to files beside it."""
    if len(data) < 20 or data[:4] != _GLB_MAGIC:
        raise UnreadableFileError(f"{name} starts with {data[:4]!r}, expected b'glTF'; export it as GLB again")
    version, length = struct.unpack_from("<II", data, 4)
    if version != 2:
        raise UnreadableFileError(f"{name} is GLB version {version}, expected 2; export it as glTF 2.0")
    chunks: list[tuple[int, bytes]] = []
    at = 12
    while at + 8 <= min(length, len(data)):
        size, kind = struct.unpack_from("<II", data, at)
        if at + 8 + size > len(data):
            raise UnreadableFileError(
                f"{name} ends after {len(data)} bytes, expected {at + 8 + size}; the file is cut off, copy it again"
            )
        chunks.append((kind, data[at + 8 : at + 8 + size]))
        at += 8 + size + (-size) % 4
    if not chunks or chunks[0][0] != _JSON_CHUNK:
        raise UnreadableFileError(f"{name} has no JSON chunk first, expected one; export it as GLB again")
    binary = next((chunk for kind, chunk in chunks[1:] if kind == _BIN_CHUNK), None)
    return _document(chunks[0][1], name, resolve, binary=binary, is_glb=True)


def parse_gltf(data: bytes, name: str, resolve: Resolve) -> GltfDocument:
    """Parse the JSON form; ``resolve`` gives the files beside it."""
    return _document(data, name, resolve, binary=None, is_glb=False)


def _document(json_bytes: bytes, name: str, resolve: Resolve, *, binary: bytes | None, is_glb: bool) -> GltfDocument:
    try:
        root = json.loads(json_bytes)
    except ValueError as error:
        raise UnreadableFileError(f"{name} holds no valid JSON ({error}); export it again") from error
    buffers = []
    for index, buffer in enumerate(root.get("buffers", [])):
        if "uri" in buffer:
            buffers.append(_from_uri(buffer["uri"], resolve))
        else:
            buffers.append(binary if index == 0 and binary is not None else b"")
    images = tuple(_from_uri(image["uri"], resolve) if "uri" in image else None for image in root.get("images", []))
    return GltfDocument(
        name=name, root=root, buffers=tuple(buffers), json_bytes=json_bytes, is_glb=is_glb, images=images
    )


def _from_uri(uri: str, resolve: Resolve) -> bytes:
    if not uri.startswith("data:"):
        return resolve(unquote(uri))
    head, _, body = uri.partition(",")
    if not head.endswith(";base64"):
        return unquote(body).encode("latin-1")
    try:
        return base64.b64decode(body + "=" * (-len(body) % 4))
    except binascii.Error as error:
        raise UnreadableFileError(f"a data URI is no base64 ({error}); export the file again") from error
