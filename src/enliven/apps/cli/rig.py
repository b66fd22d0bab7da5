"""enliven rig: give a model a skeleton and skin weights; a rig that is already there is left as it is."""

import argparse
import json
from pathlib import Path

EXAMPLES = """
  enliven rig fox.obj
  enliven rig fox.stl -o fox_rigged.glb --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("input", type=Path, metavar="IN", help="a GLB, glTF, OBJ, PLY, STL or OFF file")
    parser.add_argument("-o", "--output", type=Path, metavar="OUT", help="the file to write (default: IN_rigged.glb)")
    parser.add_argument("--quiet", action="store_true", help="print nothing but errors")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Rig one file."""
    from enliven.apps.cli.console import progress_for, say
    from enliven.apps.library import check_outputs, rig
    from enliven.pipelines.naming import default_output

    with progress_for(quiet=arguments.quiet or arguments.json) as progress:
        output = arguments.output or default_output(arguments.input, "rigged")
        check_outputs(arguments.input, output, None)
        rigged = rig(arguments.input, output=output, progress=progress)
        written = rigged.save()
    if arguments.json:
        say(json.dumps(rigged.as_json(written), indent=2))
    elif not arguments.quiet:
        say(rigged.as_text(written))
    return 0
