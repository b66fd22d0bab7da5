"""Loops compiled by numba on first use, kept in a cache folder that can really be written.

Numba keeps compiled code in ``__pycache__`` beside the source. Where that cannot be written (an installation of the
system or of a container) the user's cache folder takes its place, and without any such folder nothing is kept. A disk
that is full and a kept file that is damaged cost the time to compile once more, nothing else.
Cached code is unpickled, so a folder that others may write, such as the temporary one, is never used.
"""

import inspect
import os
import sys
from collections.abc import Callable
from contextlib import suppress
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
from numba.core.caching import FunctionCache  # noqa: E402
from numba.core.dispatcher import Dispatcher  # noqa: E402

if _KEEP and os.environ.get("NUMBA_CACHE_DIR"):
    # heeded even if something else imported numba earlier
    config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]  # pyright: ignore[reportAttributeAccessIssue]


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a loop over arrays at its first call, without the interpreter's lock; bounds are not checked.

    Call it with C-contiguous arrays of always the same types, or it is compiled once more for every other choice.
    Functions that call one another belong in one file: numba looks for changes in the file of the caller only.
    """
    # The tests' shape checker wraps every function; numba wants the plain one.
    plain = inspect.unwrap(function)
    made = njit(nogil=True, error_model="numpy")(plain)
    if _KEEP and isinstance(made, Dispatcher):  # a plain function where NUMBA_DISABLE_JIT is set
        with suppress(RuntimeError, OSError):  # numba finds no folder that takes a file
            # What njit(cache=True) does with its own kind of cache.
            made._cache = _ForgivingCache(plain)  # pyright: ignore[reportAttributeAccessIssue]
    return made


class _ForgivingCache(FunctionCache):
    """Numba's cache, but for what fails in it: the loop is compiled, or not kept."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # noqa: BLE001 - a damaged pickle raises anything
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(Exception):  # a full disk, or an index that cannot be read before it is written
            super().save_overload(sig, data)
