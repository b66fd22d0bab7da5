"""Loops compiled by numba on first use, kept in a cache folder that can really be written.

Numba keeps compiled code in ``__pycache__`` beside the source. Where that cannot be written (an installation of the
system or of a container) the user's cache folder takes its place, and without any such folder nothing is kept.
Cached code is unpickled, so a folder that others may write, such as the temporary one, is never used.
"""

import inspect
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parent.parent


def _can_hold_files(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK | os.X_OK)


def _user_cache_folder() -> Path:
    if sys.platform == "win32":
        home = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Caches"
    else:
        home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "enliven" / "numba"


def _settle_cache() -> bool:
    """Choose the folder before numba is imported; tell whether compiled code can be kept."""
    if os.environ.get("NUMBA_CACHE_DIR"):
        return True
    if all(_can_hold_files(_PACKAGE / layer / "__pycache__") for layer in ("core", "geometry", "render")):
        return True
    try:
        folder = _user_cache_folder()
    except RuntimeError:  # no home folder is known
        return False
    if not _can_hold_files(folder):
        return False
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    return True


_KEEP = _settle_cache()

from numba import config, njit  # noqa: E402  (the folder must be chosen first)

if _KEEP and os.environ.get("NUMBA_CACHE_DIR"):
    # heeded even if something else imported numba earlier
    config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]  # pyright: ignore[reportAttributeAccessIssue]


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a loop over arrays at its first call, without the interpreter's lock; bounds are not checked.

    Call it with C-contiguous arrays of always the same types, or it is compiled once more for every other choice.
    Functions that call one another belong in one file: numba looks for changes in the file of the caller only.
    """
    # The tests' shape checker wraps every function; numba wants the plain one.
    return njit(cache=_KEEP, nogil=True, error_model="numpy")(inspect.unwrap(function))
