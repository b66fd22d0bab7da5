"""One door for every format that can be read."""

from collections.abc import Callable
from pathlib import Path

from enliven.core.errors import LimitExceededError, UnknownFormatError
from enliven.core.scene import Scene
from enliven.io.gltf.document import read_document
from enliven.io.gltf.scene import scene_from


def _read_gltf(path: Path) -> Scene:
    return scene_from(read_document(path))


READERS: dict[str, Callable[[Path], Scene]] = {".glb": _read_gltf, ".gltf": _read_gltf}


def read_scene(path: Path) -> Scene:
    """Read a 3D file by its ending.

    Raises:
        EnlivenError: if the file is missing, of an unknown format, damaged, too large, or holds nothing to animate.
    """
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        known = ", ".join(sorted(READERS))
        raise UnknownFormatError(
            f"{path.name} ends in {path.suffix!r}, expected one of {known}; export it in one of these formats"
        )
    try:
        return reader(path)
    except MemoryError:
        raise LimitExceededError(
            f"{path.name} needs more memory than there is, expected a smaller model; simplify or split it"
        ) from None
