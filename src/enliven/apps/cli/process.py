"""What a program owes the shell that runs it: standard streams that work, and signals that end it tidily."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

_ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


def mend_streams() -> None:
    """Give every standard stream a file, and let any name be printed.

    Without this, a file written after ``2>&-`` could get the number of standard error and with it what libraries say.
    """
    opened = os.open(os.devnull, os.O_RDWR)
    while opened <= 2:
        opened = os.open(os.devnull, os.O_RDWR)
    os.close(opened)
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")


@contextmanager
def ended_by_signals() -> Iterator[list[int]]:
    """Turn the first interrupt, termination or hang-up into ``KeyboardInterrupt``; later ones find it ending already.

    Yields:
        list[int]: the signals that came, for when a library swallowed the exception.
    """
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():  # only there can signals be handled
        yield came
        return

    def end(number: int, frame: FrameType | None) -> None:
        came.append(number)
        if len(came) == 1:
            raise KeyboardInterrupt

    # One that is ignored from the start (nohup, a job in the background) stays so.
    before = {number: signal.getsignal(number) for number in _ENDING}
    heard = [number for number, handler in before.items() if handler not in (signal.SIG_IGN, None)]
    for number in heard:
        signal.signal(number, end)
    try:
        yield came
    finally:
        for number in heard:
            signal.signal(number, before[number])


def leave(code: int) -> NoReturn:
    """End the process with an exit code, or with 2 if what was printed went nowhere.

    A reader that had enough (``| head``) is no failure. Signals that come now change nothing any more.
    """
    for number in _ENDING:
        signal.signal(number, signal.SIG_IGN)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        drop_output()
    except OSError as error:
        drop_output()
        code = code or 2
        with suppress(OSError):
            print(f"enliven: standard output cannot be written ({error.strerror}); files are", file=sys.stderr)
    sys.exit(code)


def drop_output() -> None:
    """Let what was not printed yet go nowhere, so that the interpreter does not try again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
