"""enliven inspect: say what a file holds: meshes, rigs, clips, and the problems found."""

import argparse
from pathlib import Path

EXAMPLES = """
  enliven inspect dragon.glb
  enliven inspect dragon.glb --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("input", type=Path, metavar="FILE", help="a GLB, glTF, OBJ, PLY, STL or OFF file")
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Describe one file."""
    from enliven.apps.cli.console import say
    from enliven.apps.library import inspect
    from enliven.pipelines.inspection import as_json, as_text

    inspection = inspect(arguments.input)
    say(as_json(inspection) if arguments.json else as_text(inspection))
    return 0
