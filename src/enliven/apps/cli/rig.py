"""enliven rig: give a model a skeleton and skin weights; a rig that is already there is left as it is."""

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("input", type=Path, metavar="IN", help="a GLB, glTF, OBJ, PLY, STL or OFF file")
    parser.add_argument("-o", "--output", type=Path, metavar="OUT", help="the file to write (default: IN_rigged.glb)")
    parser.add_argument("--quiet", action="store_true", help="print nothing but errors")


def run(arguments: argparse.Namespace) -> int:
    """Rig one file."""
    from enliven.apps.cli.console import progress_for
    from enliven.apps.library import rig

    progress, line = progress_for(quiet=arguments.quiet)
    try:
        rigged = rig(arguments.input, output=arguments.output, progress=progress)
        written = rigged.save()
    finally:
        if line is not None:
            line.close()
    if not arguments.quiet:
        print(rigged.as_text(written))
    return 0
