"""enliven train: train a model; stop it at any time and run the same command to go on."""

import argparse
from pathlib import Path

from enliven.core.progress import Progress

EXAMPLES = """
  enliven train joints joints/ -o runs/joint_flow --minutes 150 --export joint_flow.onnx
  enliven train joints joints/ -o runs/next --warm-start runs/joint_flow/best.safetensors
  enliven train joints joints/ -o runs/next --warm-start joint_flow.onnx
  enliven train scorer joints/ -o scorer.onnx
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    models = parser.add_subparsers(dest="model", metavar="MODEL", required=True)
    joints = models.add_parser("joints", help="the joint-motion model (needs the extra [train])")
    joints.add_argument(
        "data",
        type=Path,
        nargs="+",
        metavar="DATA",
        help="a folder that 'enliven data joints' wrote; then any of 'enliven data carried' and 'made'",
    )
    joints.add_argument("-o", "--output", type=Path, required=True, metavar="RUN", help="folder for state and logs")
    joints.add_argument(
        "--minutes",
        type=float,
        default=150.0,
        metavar="M",
        help="train this long in all, resumed runs included, 0.01 or more (default: 150)",
    )
    joints.add_argument(
        "--warm-start",
        type=Path,
        metavar="FILE",
        help="begin a new run from the state of another, or from weights that one exported",
    )
    joints.add_argument("--export", type=Path, metavar="ONNX", help="write the best weights here when done")
    joints.add_argument(
        "--seed", type=int, default=0, metavar="N", help="0 or more: of every draw of a new run (default: 0)"
    )
    joints.add_argument("--quiet", action="store_true", help="print nothing but errors")
    scorer = models.add_parser("scorer", help="the action classifier that judges motions (needs the extra [train])")
    scorer.add_argument(
        "data",
        type=Path,
        nargs="+",
        metavar="DATA",
        help="a folder that 'enliven data joints' wrote; then any of 'enliven data carried' and 'made'",
    )
    scorer.add_argument("-o", "--output", type=Path, required=True, metavar="ONNX", help="the weights file to write")
    scorer.add_argument(
        "--passes", type=int, default=24, metavar="N", help="passes over the clips, 1 or more (default: 24)"
    )
    scorer.add_argument(
        "--members", type=int, default=2, metavar="N", help="scorers averaged in the file, 1 to 100 (default: 2)"
    )
    scorer.add_argument("--share-alike", action="store_true", help="learn from share-alike rows too")
    scorer.add_argument("--seed", type=int, default=0, metavar="N", help="0 or more: of every draw (default: 0)")
    scorer.add_argument("--quiet", action="store_true", help="print nothing but errors")
    words = models.add_parser("words", help="which words of a prompt tell the motion")
    words.add_argument("-o", "--output", type=Path, required=True, metavar="JSON", help="the weights file to write")
    words.add_argument(
        "--sentences", type=int, default=4000, metavar="N", help="sentences to read, 20 or more (default: 4000)"
    )
    words.add_argument("--seed", type=int, default=0, metavar="N", help="0 or more: of the sentences (default: 0)")
    words.add_argument("--quiet", action="store_true", help="print nothing but errors")


def run(arguments: argparse.Namespace) -> int:
    """Train one model."""
    from enliven.apps.cli.console import progress_for, say
    from enliven.apps.cli.extras import needs_extra

    if arguments.model != "words":
        needs_extra("torch", "train")
    with progress_for(quiet=arguments.quiet) as progress:
        text = _TRAINERS[arguments.model](arguments, progress)
    if not arguments.quiet:
        say(text)
    return 0


def _joints(arguments: argparse.Namespace, progress: Progress) -> str:
    from enliven.training.joints import TrainConfig, train_joints

    config = TrainConfig(minutes=arguments.minutes, seed=arguments.seed)
    summary = train_joints(
        arguments.data,
        arguments.output,
        config,
        warm_start=arguments.warm_start,
        export=arguments.export,
        progress=progress,
    )
    return summary.as_text()


def _scorer(arguments: argparse.Namespace, progress: Progress) -> str:
    from enliven.training.scorer import ScorerTraining, train_scorer

    config = ScorerTraining(
        passes=arguments.passes, members=arguments.members, seed=arguments.seed, share_alike=arguments.share_alike
    )
    return train_scorer(arguments.data, arguments.output, config, progress=progress).as_text()


def _words(arguments: argparse.Namespace, progress: Progress) -> str:
    from enliven.training.captions.word_roles import train_word_roles

    share = train_word_roles(arguments.output, sentences=arguments.sentences, seed=arguments.seed, progress=progress)
    return f"{arguments.output}: tells {share:.1%} of the words of other sentences right"


_TRAINERS = {"joints": _joints, "scorer": _scorer, "words": _words}
