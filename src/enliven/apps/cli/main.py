"""``enliven``: reads the command line, runs one subcommand, and turns errors into exit codes.

Exit codes: 0 done, 1 our fault, 2 the user's to fix, 130 interrupted.
"""

import argparse
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

from enliven import __version__
from enliven.apps.cli import animate, data, evaluate, inspect, rig, sample, train
from enliven.apps.cli.process import drop_output, ended_by_signals, leave, mend_streams
from enliven.core.errors import EnlivenError
from enliven.core.printable import sentence
from enliven.core.progress import Cancelled

COMMANDS = {
    "animate": animate,
    "rig": rig,
    "inspect": inspect,
    "sample": sample,
    "data": data,
    "train": train,
    "evaluate": evaluate,
}

_INTERRUPTED = 130

EPILOG = """examples:
  enliven sample dragon -o dragon.glb
  enliven animate dragon.glb "flies, flapping its wings" -o dragon_flying.glb --preview dragon_flying.gif
  enliven inspect dragon_flying.glb
"""


def parser() -> argparse.ArgumentParser:
    """The whole command line as a parser; building it loads nothing heavy."""
    top = argparse.ArgumentParser(
        prog="enliven",
        description="Animate any 3D model from a sentence, and get your own file back, moving.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"enliven {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, module in COMMANDS.items():
        summary = (module.__doc__ or "").strip().splitlines()[0].split(": ", 1)[-1]
        sub = commands.add_parser(
            name,
            help=summary,
            description=summary,
            epilog=f"examples:{module.EXAMPLES}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_arguments(sub)
        sub.set_defaults(run=module.run)
    return top


def program() -> NoReturn:
    """The whole program: what ``enliven`` and ``python -m enliven`` start."""
    mend_streams()
    try:
        code = main()
    except SystemExit as done:  # of the parser: help was printed, or the words were wrong
        code = done.code if isinstance(done.code, int) else 2
    leave(code)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        arguments: the words after ``enliven``; taken from the process when None.

    Returns:
        The exit code.
    """
    with ended_by_signals() as came:
        try:
            return _run(arguments, came)
        except (KeyboardInterrupt, Cancelled):
            _tell("interrupted; no half-written file is left")
            return _INTERRUPTED


def _run(arguments: Sequence[str] | None, came: Sequence[int]) -> int:
    options = parser().parse_args(arguments)
    try:
        return options.run(options)
    except Cancelled:
        raise
    except EnlivenError as error:
        _tell(str(error))
        return 2
    except BrokenPipeError:  # the reader of our output has seen enough
        drop_output()
        return 0
    except MemoryError:
        subject = getattr(options, "input", options.command)
        _tell(f"{subject} needs more memory than there is, expected a smaller model; simplify or split it")
        return 2
    except Exception as error:
        if came:  # a library turned the interrupt into an error of its own
            raise KeyboardInterrupt from error
        return _our_fault(error)


def _our_fault(error: Exception) -> int:
    if os.environ.get("ENLIVEN_DEBUG"):
        traceback.print_exception(error)
    kind = type(error).__name__
    _tell(
        f"an error of our own ({kind}: {error}); no half-written file is left. "
        "Please report it with the file; ENLIVEN_DEBUG=1 shows where it happened"
    )
    return 1


def _tell(text: str) -> None:
    """One line on stderr; what names in files hold does not reach the terminal as commands."""
    with suppress(OSError):
        print("enliven: " + sentence(text), file=sys.stderr)
