"""One door for every format that can be written; files are never left half written."""

import os
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path

from enliven.core.errors import InvalidRequestError, UnknownFormatError, UnwritableFileError
from enliven.core.request import AnimationResult
from enliven.core.scene import Scene
from enliven.io.gltf.document import GltfDocument
from enliven.io.gltf.pack import glb_bytes, gltf_bytes
from enliven.io.gltf.write_scene import animated_document, rigged_document

WRITERS: Mapping[str, Callable[[GltfDocument], bytes]] = {".glb": glb_bytes, ".gltf": gltf_bytes}
"""Both are one self-contained file: a ``.gltf`` holds its buffer and its images as a data URI."""


def animated_bytes(result: AnimationResult, *, fps: float) -> bytes:
    """The user's file with the motion added, as GLB; same result, same bytes.

    Args:
        result: a joint motion.
        fps: keys a second.

    Returns:
        The whole file.

    Raises:
        EnlivenError: if the motion cannot be written (see ``io.gltf.write_scene``).
    """
    return glb_bytes(animated_document(result, fps=fps))


def save_animated(result: AnimationResult, path: Path, *, fps: float, source: Path | None = None) -> int:
    """Write the user's file with the motion added.

    Args:
        result: a joint motion.
        path: where to, ending in ``.glb`` or ``.gltf``; an existing file is replaced.
        fps: keys a second.
        source: the file that was read, which is never written over.

    Returns:
        Bytes written.

    Raises:
        EnlivenError: if the ending is unknown, ``path`` is the input, or it cannot be written; nothing is left behind.
    """
    check_target(path, source)
    writer = WRITERS[path.suffix.lower()]
    return write_whole(path, writer(animated_document(result, fps=fps)))


def save_rigged(scene: Scene, path: Path, *, source: Path | None = None) -> int:
    """Write the user's file with the scene's rig and no motion; arguments and errors as in ``save_animated``."""
    check_target(path, source)
    writer = WRITERS[path.suffix.lower()]
    return write_whole(path, writer(rigged_document(scene)))


def check_target(path: Path, source: Path | None = None) -> None:
    """Refuse an output that can never be written, so that nobody waits for it.

    Args:
        path: where to.
        source: the file that was read, which is never written over.

    Raises:
        UnknownFormatError: if the ending is unknown.
        InvalidRequestError: if ``path`` is the input.
    """
    if path.suffix.lower() not in WRITERS:
        raise UnknownFormatError(
            f"{path.name} ends in {path.suffix!r}, expected one of {', '.join(WRITERS)}; choose another name"
        )
    if source is not None and _same_file(path, source):
        raise InvalidRequestError(f"{path} is the input itself, expected another file; choose another output name")


def _same_file(first: Path, second: Path) -> bool:
    try:
        return first.samefile(second)
    except OSError:  # one of them is not there
        return Path(os.path.realpath(first)) == Path(os.path.realpath(second))


def write_whole(path: Path, data: bytes) -> int:
    """Write a file as a whole: under a temporary name in the same folder, then renamed.

    A link is followed, so that the file it points to is replaced and the link stays.

    Args:
        path: where to; the folder must be there.
        data: the whole file.

    Returns:
        Bytes written.

    Raises:
        UnwritableFileError: if the folder is missing or cannot be written; no file is left behind.
    """
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.name[:40]}.{secrets.token_hex(4)}.part")
    try:
        with temporary.open("xb") as stream:
            stream.write(data)
        temporary.replace(target)
    except OSError as error:
        raise _unwritable(path, error) from error
    finally:
        temporary.unlink(missing_ok=True)
    return len(data)


def _unwritable(path: Path, error: OSError) -> UnwritableFileError:
    reason = error.strerror or str(error)
    return UnwritableFileError(
        f"{path} cannot be written ({reason}), expected a file in a folder that exists and may be written; "
        "choose another output"
    )
