"""What a file is by its first bytes, whatever its name says."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Signature:
    """A kind of file: what it is called and, if it can be read here, the ending it should have."""

    kind: str
    ending: str | None = None


_BEGINNINGS: tuple[tuple[bytes, Signature], ...] = (
    (b"glTF", Signature("a GLB file", ".glb")),
    (b"ply\n", Signature("a PLY file", ".ply")),
    (b"ply\r", Signature("a PLY file", ".ply")),
    (b"Kaydara FBX Binary", Signature("an FBX file")),
    (b"; FBX", Signature("an FBX file")),
    (b"BLENDER", Signature("a Blender file")),
    (b"\x28\xb5\x2f\xfd", Signature("a compressed file (Zstandard; newer Blender files are)")),
    (b"PXR-USDC", Signature("a USD file")),
    (b"#usda", Signature("a USD file")),
    (b"PK\x03\x04", Signature("a ZIP archive")),
    (b"\x1f\x8b", Signature("a GZIP archive")),
    (b"7z\xbc\xaf\x27\x1c", Signature("a 7-Zip archive")),
    (b"Rar!", Signature("a RAR archive")),
    (b"\x89PNG", Signature("a PNG image")),
    (b"\xff\xd8\xff", Signature("a JPEG image")),
    (b"GIF8", Signature("a GIF image")),
    (b"%PDF", Signature("a PDF document")),
    (b"\x7fELF", Signature("a program")),
    (b"MZ\x90", Signature("a program")),
)

_PATTERNS: tuple[tuple[re.Pattern[bytes], Signature], ...] = (
    (re.compile(rb"(?is)\s*<!doctype html|\s*<html"), Signature("a web page (the download may have failed)")),
    (re.compile(rb"(?s)\s*(?:\xef\xbb\xbf)?<\?xml.{0,400}?<COLLADA"), Signature("a COLLADA file")),
    (re.compile(rb"(?s)\s*(?:\xef\xbb\xbf)?<\?xml"), Signature("an XML file")),
    (re.compile(rb"(?:ST)?C?N?4?n?OFF\s"), Signature("an OFF file", ".off")),
    (re.compile(rb"(?is)solid\b[^\n]*\n\s*facet\s+normal"), Signature("an STL file", ".stl")),
    (re.compile(rb'(?s)\s*(?:\xef\xbb\xbf)?\{\s*"'), Signature("a JSON file (such as glTF)", ".gltf")),
)

HEAD_BYTES = 4096
"""How much of a file ``signature_of`` looks at."""


def signature_of(head: bytes) -> Signature | None:
    """What a file is, from its beginning; ``None`` if that tells nothing (OBJ and binary STL have no mark).

    Args:
        head: the first ``HEAD_BYTES`` of the file, or all of it.
    """
    for beginning, signature in _BEGINNINGS:
        if head.startswith(beginning):
            return signature
    for pattern, signature in _PATTERNS:
        if pattern.match(head[:HEAD_BYTES]):
            return signature
    return None
