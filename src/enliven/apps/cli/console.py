"""What the command line shows while it works: one line of progress on stderr, nothing when it is not a terminal."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from enliven.core.errors import UnwritableFileError
from enliven.core.printable import printable
from enliven.core.progress import Progress, silent

_QUIET_FOR_S = 1.0
_REDRAW_EVERY_S = 0.1


class ProgressLine:
    """Draws ``stage done/total`` over itself once the work has lasted more than a second."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._drawn = 0.0
        self._width = 0

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Show the progress of a stage, at most ten times a second."""
        now = time.monotonic()
        if now - self._started < _QUIET_FOR_S or (now - self._drawn < _REDRAW_EVERY_S and done < total):
            return
        self._drawn = now
        share = f" {100 * done // total}%" if total > 1 else ""
        self._draw(f"{stage} ...{share}")

    def close(self) -> None:
        """Wipe the line, so that results start on a clean one."""
        if self._width:
            self._draw("")
            sys.stderr.write("\r")
            sys.stderr.flush()

    def _draw(self, text: str) -> None:
        text = printable(text)
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()
        self._width = len(text)


def say(text: str) -> None:
    """Print the lines that a command has to report, nothing in them that steers the terminal.

    Raises:
        UnwritableFileError: if standard output takes nothing more (a full disk); files are written by then.
    """
    try:
        print("\n".join(printable(line) for line in text.split("\n")))
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UnwritableFileError(
            f"standard output cannot be written ({error.strerror}), expected room for the report; the files are written"
        ) from error


@contextmanager
def progress_for(*, quiet: bool) -> Iterator[Progress]:
    """The progress callable for some work; the line it draws, if any, is wiped afterwards."""
    if quiet or not sys.stderr.isatty():
        yield silent
        return
    line = ProgressLine()
    try:
        yield line
    finally:
        line.close()
