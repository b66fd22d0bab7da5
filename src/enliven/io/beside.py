"""Files that a file refers to: only ones that lie beside it, in its folder or below."""

import re
import stat
from collections.abc import Callable
from pathlib import Path

from enliven.core.errors import LimitExceededError, UnreadableFileError

Resolve = Callable[[str], bytes | None]
"""The bytes of a file beside another, by its relative path; ``None`` if there is none."""

_SCHEME = re.compile(r"^[A-Za-z][A-Za-z0-9+.\-]*:")
_LFS = b"version https://git-lfs.github.com/spec/"


def bytes_of(path: Path, limit: int) -> bytes:
    """Read a whole file that the user named.

    Raises:
        UnreadableFileError: if it is missing, empty, no file, or only a pointer of Git LFS.
        LimitExceededError: if it is larger than the limit.
    """
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise UnreadableFileError(f"{path} is a folder or device, expected a 3D file; name the file in it")
        if status.st_size > limit:
            raise LimitExceededError(
                f"{path.name} has {status.st_size:,} bytes, expected at most {limit:,}; simplify the model or shrink "
                "its textures"
            )
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError) as error:
        raise UnreadableFileError(f"{path} is not there, expected a 3D file; check the name") from error
    except (OSError, ValueError) as error:  # a name with a null byte is a ValueError
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableFileError(
            f"{path} cannot be read ({reason}), expected a 3D file; check its name and permissions"
        ) from error
    if not data:
        raise UnreadableFileError(f"{path.name} is empty, expected a 3D file; copy or export it again")
    if data.startswith(_LFS):
        raise UnreadableFileError(
            f"{path.name} is only a pointer of Git LFS, expected the 3D file itself; fetch it with: git lfs pull"
        )
    return data


def files_beside(path: Path, limit: int) -> Resolve:
    """Resolver of relative paths for a file; together they may hold ``limit`` bytes.

    The resolver raises ``UnreadableFileError`` for paths that leave the folder, by ``..``, by a root, by a scheme such
    as ``http:``, or through a link, and ``LimitExceededError`` beyond the limit.
    """
    folder = path.parent.resolve()
    left = limit

    def resolve(relative: str) -> bytes | None:
        nonlocal left
        parts = relative.replace("\\", "/").split("/")
        outside = not relative or _SCHEME.match(relative) or parts[0] == "" or ".." in parts or "\0" in relative
        try:
            target = (folder / "/".join(parts)).resolve() if not outside else folder
        except (OSError, RuntimeError, ValueError):  # links in a circle, names that no file can have
            outside, target = True, folder
        if outside or not target.is_relative_to(folder):
            raise UnreadableFileError(
                f"{path.name} refers to {relative[:200]!r}, expected a file in its own folder; put the file there and "
                "export it again, or export as GLB"
            )
        try:
            if not target.is_file():
                return None
            left -= target.stat().st_size
            if left < 0:
                raise LimitExceededError(
                    f"the files beside {path.name} have more than the {limit:,} bytes expected at most; "
                    "simplify the model or shrink its textures"
                )
            return target.read_bytes()
        except (OSError, ValueError):
            return None

    return resolve
