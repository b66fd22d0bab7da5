"""One door for every format that can be written; files are never left half written."""

import errno
import os
import secrets
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from enliven.core.errors import InvalidRequestError, UnknownFormatError, UnwritableFileError
from enliven.core.request import AnimationResult
from enliven.core.scene import Scene
from enliven.io.gltf.document import GltfDocument
from enliven.io.gltf.pack import glb_bytes, gltf_bytes
from enliven.io.gltf.write_scene import animated_document, rigged_document

_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH

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
    return write_whole(path, animated_file(result, path, fps=fps))


def animated_file(result: AnimationResult, path: Path, *, fps: float) -> bytes:
    """What ``save_animated`` writes.

    Args:
        result: a joint motion.
        path: the name of the file; its ending tells the format.
        fps: keys a second.

    Returns:
        The whole file.

    Raises:
        EnlivenError: if the ending is unknown, or the motion cannot be written.
    """
    return _writer(path)(animated_document(result, fps=fps))


def save_document(document: GltfDocument, path: Path) -> int:
    """Write a document made here, as its name's ending says; errors as in ``save_animated``."""
    return write_whole(path, _writer(path)(document))


def save_rigged(scene: Scene, path: Path, *, source: Path | None = None) -> int:
    """Write the user's file with the scene's rig and no motion; arguments and errors as in ``save_animated``."""
    check_target(path, source)
    return write_whole(path, _writer(path)(rigged_document(scene)))


def check_target(path: Path, source: Path | None = None) -> None:
    """Refuse an output that can never be written, so that nobody waits for it.

    Args:
        path: where a model shall go.
        source: the file that is read, which is never written over.

    Raises:
        UnknownFormatError: if the ending is unknown.
        InvalidRequestError: if ``path`` is the input.
    """
    _writer(path)
    check_other(path, source)


def check_other(path: Path, source: Path | None) -> None:
    """Refuse to write over a file, also through a link.

    Raises:
        InvalidRequestError: if ``path`` leads to the source.
    """
    if source is not None and same_file(path, source):
        raise InvalidRequestError(f"{path} is the input itself, expected another file; choose another output name")


def check_place(path: Path) -> None:
    """Refuse a place where no file can be put.

    Raises:
        UnwritableFileError: if its folder is missing or may not be written, or if it is a folder, a device or a
            read-only file itself.
    """
    _place(path)


def _writer(path: Path) -> Callable[[GltfDocument], bytes]:
    writer = WRITERS.get(path.suffix.lower())
    if writer is None:
        raise UnknownFormatError(
            f"{path.name} {f'ends in {path.suffix!r}' if path.suffix else 'has no ending'}, expected one of "
            f"{', '.join(WRITERS)}; choose another name"
        )
    return writer


def same_file(first: Path, second: Path) -> bool:
    """Whether two paths lead to one file, through links as well; neither need be there."""
    try:
        return first.samefile(second)
    except OSError:  # one of them is not there
        return Path(os.path.realpath(first)) == Path(os.path.realpath(second))


def make_folder(path: Path) -> None:
    """Make a folder, and those above it, unless it is there.

    Raises:
        UnwritableFileError: if it cannot be made, or a file is in its place.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnwritableFileError(
            f"the folder {path} cannot be made ({reason}), expected a place where folders may be made; "
            "choose another output"
        ) from error


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
    write_together({path: data})
    return len(data)


def write_together(files: Mapping[Path, bytes]) -> None:
    """Write several files, each as a whole, and none if one of them finds no room.

    Args:
        files: what each path shall hold; folders must be there.

    Raises:
        UnwritableFileError: if a folder is missing or cannot be written; no temporary file is left behind.
    """
    temporaries: dict[Path, Path] = {}
    try:
        for path, data in files.items():
            target = _place(path)
            temporary = target.with_name(f".{target.name[:40]}.{secrets.token_hex(4)}.part")
            temporaries[path] = temporary
            with _told(path), temporary.open("xb") as stream:
                stream.write(data)
        for path, temporary in temporaries.items():
            with _told(path):
                temporary.replace(_place(path))
    finally:
        for temporary in temporaries.values():
            with suppress(OSError):
                temporary.unlink(missing_ok=True)


def _place(path: Path) -> Path:
    """Where a file really goes: links are followed; what is there and no plain file, or read-only, is left alone.

    A rename would replace a read-only file; who made it so does not want that.
    """
    with _told(path):
        target = Path(os.path.realpath(path))
        if not stat.S_ISDIR(target.parent.stat().st_mode):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        if not os.access(target.parent, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        if os.path.lexists(target) and not target.is_file():
            what = os.strerror(errno.EISDIR) if target.is_dir() else "a device, pipe or circle of links is there"
            raise OSError(errno.EISDIR, what)
    there = os.path.isfile(target)  # noqa: PTH113 - answers for names too long, too
    if there and not (os.access(target, os.W_OK) and target.stat().st_mode & _WRITABLE):
        raise UnwritableFileError(
            f"{path} is read-only, expected a file that may be replaced; make it writable, or choose another output"
        )
    return target


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Failures of the system as the one sentence about a path."""
    try:
        yield
    except (OSError, ValueError) as error:  # a name with a null byte is a ValueError
        reason = getattr(error, "strerror", None) or str(error)
        raise UnwritableFileError(
            f"{path} cannot be written ({reason}), expected a file in a folder that exists and may be written; "
            "choose another output"
        ) from error
