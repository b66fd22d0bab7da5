"""One door for every format that can be read."""

import os
from collections.abc import Callable
from pathlib import Path

from enliven.core.errors import LimitExceededError, UnknownFormatError, UnreadableFileError
from enliven.core.scene import Scene
from enliven.io.gltf.document import read_document
from enliven.io.gltf.scene import scene_from
from enliven.io.parts import read_obj, read_off, read_ply, read_stl
from enliven.io.signatures import HEAD_BYTES, Signature, signature_of


def _read_gltf(path: Path) -> Scene:
    return scene_from(read_document(path))


READERS: dict[str, Callable[[Path], Scene]] = {
    ".glb": _read_gltf,
    ".gltf": _read_gltf,
    ".obj": read_obj,
    ".ply": read_ply,
    ".stl": read_stl,
    ".off": read_off,
}


def read_scene(path: Path) -> Scene:
    """Read a 3D file by its ending, if its content does not say otherwise.

    Raises:
        EnlivenError: if the file is missing, of an unknown format, damaged, too large, or holds nothing to animate.
    """
    ending = path.suffix.lower()
    reader, signature = READERS.get(ending), _signature(path)
    if reader is None:
        raise UnknownFormatError(_unknown(path, signature))
    if signature is not None and READERS.get(signature.ending or "") is not reader:
        rename = f"rename it to {signature.ending}" if signature.ending else "export the model as .glb"
        raise UnreadableFileError(
            f"{path.name} is {signature.kind}, expected {ending.removeprefix('.').upper()} as its ending says; {rename}"
        )
    try:
        return reader(path)
    except MemoryError:
        raise LimitExceededError(
            f"{path.name} needs more memory than there is, expected a smaller model; simplify or split it"
        ) from None


def _signature(path: Path) -> Signature | None:
    """What the file is by its content; ``None`` if that tells nothing or it cannot be opened (its reader says why)."""
    if not os.path.isfile(path):  # noqa: PTH113 - a pipe would never end; this one also answers for names too long
        return None
    try:
        with path.open("rb") as file:
            return signature_of(file.read(HEAD_BYTES))
    except OSError:
        return None


def _unknown(path: Path, signature: Signature | None) -> str:
    known = ", ".join(READERS)
    if not os.path.exists(path):  # noqa: PTH110 - answers for names too long, too
        return f"{path} is not there, and {_ending(path)}, expected one of {known}; check the name"
    if path.is_dir():
        return f"{path} is a folder, expected a 3D file; name the file in it"
    if signature is not None and signature.ending:
        return f"{path.name} is {signature.kind}, expected one of {known}; rename it to {signature.ending}"
    found = f"is {signature.kind}" if signature else _ending(path)
    return (
        f"{path.name} {found}, which cannot be read, expected one of {known}; "
        "open it in the program that made it, or in Blender, and export it as .glb"
    )


def _ending(path: Path) -> str:
    return f"ends in {path.suffix!r}" if path.suffix else "has no ending"
