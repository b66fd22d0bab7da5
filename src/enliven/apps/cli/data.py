"""enliven data: turn folders of animated files into training sets."""

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    sets = parser.add_subparsers(dest="set", metavar="SET", required=True)
    joints = sets.add_parser("joints", help="labelled clips of rigged models, for the joint-motion model")
    joints.add_argument("sources", type=Path, nargs="+", metavar="SOURCE", help="a folder of GLBs with an index.jsonl")
    joints.add_argument("-o", "--output", type=Path, required=True, metavar="DIR", help="the folder to write")
    joints.add_argument("--quiet", action="store_true", help="print nothing but errors")


def run(arguments: argparse.Namespace) -> int:
    """Build one set."""
    from enliven.apps.cli.console import progress_for, say
    from enliven.curation.build import build_joint_set

    progress, line = progress_for(quiet=arguments.quiet)
    try:
        report = build_joint_set(arguments.sources, arguments.output, progress=progress)
    finally:
        if line is not None:
            line.close()
    if not arguments.quiet:
        say(report.as_text())
    return 0
