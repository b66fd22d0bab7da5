"""enliven data: turn folders of animated files, and motion programs, into training sets."""

import argparse
from pathlib import Path

from enliven.core.progress import Progress

EXAMPLES = """
  enliven data joints clips/ more_clips/ -o joints/
  enliven data made -o made/ --seeds 10
  enliven data carried joints/ made/ -o carried/ --per-rig 24
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    sets = parser.add_subparsers(dest="set", metavar="SET", required=True)
    joints = sets.add_parser("joints", help="labelled clips of rigged models, for the joint-motion model")
    joints.add_argument("sources", type=Path, nargs="+", metavar="SOURCE", help="a folder of GLBs with an index.jsonl")
    joints.add_argument("-o", "--output", type=Path, required=True, metavar="DIR", help="the folder to write")
    joints.add_argument("--quiet", action="store_true", help="print nothing but errors")
    carried = sets.add_parser("carried", help="clips of a joint set carried over to other bodies, to train with it")
    carried.add_argument("joints", type=Path, metavar="JOINTS_DIR", help="a folder that enliven data joints wrote")
    carried.add_argument(
        "made",
        type=Path,
        nargs="?",
        metavar="MADE_DIR",
        help="a folder that enliven data made wrote: swimming, flying, attacks and jumps of it are carried too",
    )
    carried.add_argument("-o", "--output", type=Path, required=True, metavar="DIR", help="the folder to write")
    carried.add_argument(
        "--per-rig", type=int, default=48, metavar="N", help="most clips for one rig, 1 or more (default: 48)"
    )
    carried.add_argument(
        "--seed", type=int, default=0, metavar="N", help="0 or more: other bodies and sources (default: 0)"
    )
    carried.add_argument("--quiet", action="store_true", help="print nothing but errors")
    made = sets.add_parser("made", help="motions that programs make on sampled creatures, objects and random things")
    made.add_argument("-o", "--output", type=Path, required=True, metavar="DIR", help="the folder to write")
    made.add_argument("--seeds", type=int, default=20, metavar="N", help="bodies of each kind, 1 or more (default: 20)")
    made.add_argument("--seed", type=int, default=0, metavar="N", help="0 or more: other motions of them (default: 0)")
    made.add_argument("--quiet", action="store_true", help="print nothing but errors")


def run(arguments: argparse.Namespace) -> int:
    """Build one set."""
    from enliven.apps.cli.console import progress_for, say

    with progress_for(quiet=arguments.quiet) as progress:
        text = _built(arguments, progress)
    if not arguments.quiet:
        say(text)
    return 0


def _built(arguments: argparse.Namespace, progress: Progress) -> str:
    """Write the set that is asked for; what there is to say of it."""
    if arguments.set == "carried":
        from enliven.curation.carry import carried_set
        from enliven.io.joint_clips import read_joint_clips, write_joint_clips

        clips, told = carried_set(
            read_joint_clips(arguments.joints),
            [] if arguments.made is None else read_joint_clips(arguments.made),
            per_rig=arguments.per_rig,
            seed=arguments.seed,
            progress=progress,
        )
        write_joint_clips(clips, arguments.output)
        return told.as_text()
    if arguments.set == "made":
        from enliven.curation.made import build_made_set

        return build_made_set(arguments.output, seeds=arguments.seeds, seed=arguments.seed, progress=progress).as_text()
    from enliven.curation.build import build_joint_set

    return build_joint_set(arguments.sources, arguments.output, progress=progress).as_text()
