"""``enliven``: reads the command line, runs one subcommand, and turns errors into exit codes.

Exit codes: 0 done, 1 our fault, 2 the user's to fix, 130 interrupted.
"""

import argparse
import os
import sys
import traceback
from collections.abc import Sequence

from enliven import __version__
from enliven.apps.cli import animate, data, evaluate, inspect, rig, sample, train
from enliven.core.errors import EnlivenError
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
            name, help=summary, description=summary, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        module.add_arguments(sub)
        sub.set_defaults(run=module.run)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program.

    Args:
        arguments: the words after ``enliven``; taken from the process when None.

    Returns:
        The exit code.
    """
    options = parser().parse_args(arguments)
    try:
        return options.run(options)
    except EnlivenError as error:
        print(f"enliven: {error}", file=sys.stderr)
        return 2
    except (KeyboardInterrupt, Cancelled):
        print("enliven: interrupted; no half-written file is left", file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:  # noqa: BLE001 - the last resort: our fault, said in one sentence
        return _our_fault(error)


def _our_fault(error: Exception) -> int:
    if os.environ.get("ENLIVEN_DEBUG"):
        traceback.print_exception(error)
    kind = type(error).__name__
    print(
        f"enliven: an error of our own ({kind}: {error}); no half-written file is left. "
        "Please report it with the file; ENLIVEN_DEBUG=1 shows where it happened",
        file=sys.stderr,
    )
    return 1
