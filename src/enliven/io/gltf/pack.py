"""A document as bytes: one file that holds everything."""

import base64
import copy
import json
import struct
from dataclasses import replace
from typing import Any

from enliven.core.errors import LimitExceededError
from enliven.io.gltf.document import GltfDocument

_HEADER, _JSON_CHUNK, _BIN_CHUNK = b"glTF", 0x4E4F534A, 0x004E4942
_LARGEST = 2**32 - 1
_COMPRESSED = ("EXT_meshopt_compression", "KHR_meshopt_compression")
_IMAGE_STARTS = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"\xabKTX 20\xbb", "image/ktx2"),
    (b"RIFF", "image/webp"),
)


def json_text(root: dict[str, Any]) -> bytes:
    """The JSON of a document: keys in their order, numbers as Python repeats them, no spaces."""
    try:
        return json.dumps(root, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    except UnicodeEncodeError:  # half of a surrogate pair, which JSON can hold only as an escape
        return json.dumps(root, separators=(",", ":"), allow_nan=False).encode()


def glb_bytes(document: GltfDocument) -> bytes:
    """A document as GLB.

    A GLB that was read and not changed keeps its JSON and its binary chunk byte for byte; anything else is embedded
    first (see ``embedded``).

    Args:
        document: any document.

    Returns:
        The whole file.

    Raises:
        LimitExceededError: if it is larger than a GLB can be (4 GiB).
    """
    whole = embedded(document)
    body = whole.json_bytes + b" " * (-len(whole.json_bytes) % 4)
    binary = whole.buffers[0] if whole.buffers else b""
    binary = binary + bytes(-len(binary) % 4)
    tail = struct.pack("<II", len(binary), _BIN_CHUNK) + binary if binary else b""
    length = 12 + 8 + len(body) + len(tail)
    if length > _LARGEST:
        raise LimitExceededError(
            f"{document.name} would be {length} bytes long, expected at most {_LARGEST} in a GLB; reduce its textures"
        )
    return b"".join([struct.pack("<4sII", _HEADER, 2, length), struct.pack("<II", len(body), _JSON_CHUNK), body, tail])


def gltf_bytes(document: GltfDocument) -> bytes:
    """A document as one JSON file, its buffer as a data URI."""
    whole = embedded(document)
    if not whole.buffers or not whole.buffers[0]:
        return whole.json_bytes
    root = copy.deepcopy(whole.root)
    text = base64.b64encode(whole.buffers[0]).decode()
    root["buffers"][0]["uri"] = f"data:application/octet-stream;base64,{text}"
    return json_text(root)


def embedded(document: GltfDocument) -> GltfDocument:
    """The document as it stands in a GLB: one buffer without a URI, images of other files copied into it.

    Image bytes are copied as they are. An image whose file was missing keeps its URI. Buffers that only stand in for
    compressed data (they hold no bytes) stay as they are, behind the one buffer.
    """
    buffers = document.root.get("buffers", [])
    outside = [
        number
        for number, image in enumerate(document.images)
        if image is not None and not (document.is_glb and document.root["images"][number]["uri"].startswith("data:"))
    ]
    stand_ins = [number for number in range(len(buffers)) if _stands_in(document, number)]
    held = [number for number in range(len(buffers)) if number not in stand_ins]
    if not outside and held in ([], [0]) and not any("uri" in buffers[number] for number in held):
        return document
    root = copy.deepcopy(document.root)
    stored = bytearray()
    starts = {}
    for number in held:
        stored += bytes(-len(stored) % 4)
        starts[number] = len(stored)
        stored += document.buffers[number]
    _renumber_buffers(root, held, stand_ins, starts)
    for number in outside:
        _embed_image(root, number, document.images[number] or b"", stored)
    root["buffers"] = [{"byteLength": len(stored)}] + [root["buffers"][number] for number in stand_ins]
    images = tuple(None if number in outside else image for number, image in enumerate(document.images))
    return replace(
        document,
        root=root,
        buffers=(bytes(stored), *(document.buffers[number] for number in stand_ins)),
        json_bytes=json_text(root),
        is_glb=True,
        images=images,
        decoded={},
    )


def _stands_in(document: GltfDocument, number: int) -> bool:
    buffer = document.root["buffers"][number]
    marks = buffer.get("extensions", {})
    return "uri" not in buffer and any(marks.get(name, {}).get("fallback", False) for name in _COMPRESSED)


def _renumber_buffers(root: dict[str, Any], held: list[int], stand_ins: list[int], starts: dict[int, int]) -> None:
    places = dict.fromkeys(held, 0) | {number: index + 1 for index, number in enumerate(stand_ins)}
    for view in root.get("bufferViews", []):
        compressed = [view["extensions"][name] for name in _COMPRESSED if name in view.get("extensions", {})]
        for stored in (view, *compressed):
            start = starts.get(stored["buffer"], 0)
            if start:
                stored["byteOffset"] = stored.get("byteOffset", 0) + start
            stored["buffer"] = places[stored["buffer"]]


def _embed_image(root: dict[str, Any], number: int, data: bytes, stored: bytearray) -> None:
    stored += bytes(-len(stored) % 4)
    view = {"buffer": 0, "byteOffset": len(stored), "byteLength": len(data)}
    stored += data
    image = root["images"][number]
    uri = image.pop("uri")
    root.setdefault("bufferViews", []).append(view)
    image["bufferView"] = len(root["bufferViews"]) - 1
    image["mimeType"] = image_type(data) or image.get("mimeType") or _type_of_name(uri)


def image_type(data: bytes) -> str | None:
    """The MIME type that encoded image bytes tell of themselves; ``None`` if unknown."""
    return next((kind for start, kind in _IMAGE_STARTS if data.startswith(start)), None)


def _type_of_name(uri: str) -> str:
    head = uri[5:].split(";")[0].split(",")[0] if uri.startswith("data:") else ""
    return head or "image/png"
