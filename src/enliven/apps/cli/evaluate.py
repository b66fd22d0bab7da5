"""enliven evaluate: measure a route on held-out rigs beside its baselines; prints and writes the table."""

import argparse
from dataclasses import replace
from pathlib import Path

from enliven.core.progress import Progress

EXAMPLES = """
  enliven evaluate skeleton joints/ clips/ more_clips/
  enliven evaluate rigs joints/ clips/ more_clips/
  enliven evaluate amount joints/ clips/ more_clips/ --also new.onnx
  enliven evaluate skeleton joints/ clips/ --split test --seeds 3 -o table.md
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "route",
        choices=("skeleton", "rigs", "amount"),
        metavar="WHAT",
        help="skeleton: the route; rigs: the auto-rig; amount: how much the joint model moves, planned and sampled",
    )
    parser.add_argument("data", type=Path, metavar="DATA", help="a folder that 'enliven data joints' wrote")
    parser.add_argument("sources", type=Path, nargs="+", metavar="SOURCE", help="the folders it was made from")
    parser.add_argument("--split", choices=("val", "test"), default="val", help="which held-out rigs (default: val)")
    parser.add_argument(
        "--seeds", type=int, default=1, metavar="K", help="takes per rig and action, 1 or more (default: 1)"
    )
    parser.add_argument(
        "--candidates", type=int, default=1, metavar="K", help="motions to choose each take from, 1 to 16 (default: 1)"
    )
    parser.add_argument(
        "--wordings", action="store_true", help="also say each action in words that training never uses"
    )
    parser.add_argument(
        "--judge",
        type=Path,
        action="append",
        default=[],
        metavar="ONNX",
        help="weights of the classifier (default: the shipped); give several to average them",
    )
    parser.add_argument(
        "--also",
        type=Path,
        action="append",
        default=[],
        metavar="ONNX",
        help="weights of another joint model, to be judged in rows of its own",
    )
    parser.add_argument(
        "--stripped",
        action="store_true",
        help="add a row for the route on files without their rigs, judged on the rigs that were taken away",
    )
    parser.add_argument(
        "--asked",
        action="store_true",
        help="add a table of plain actions (walks, runs, flies, ...) asked of every rig, recorded doing them or not",
    )
    parser.add_argument(
        "--made",
        type=Path,
        metavar="DIR",
        help="add a table of motions that programs made (a folder that 'enliven data made' wrote)",
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write the table as Markdown")
    parser.add_argument("--quiet", action="store_true", help="print nothing but errors")


def run(arguments: argparse.Namespace) -> int:
    """Evaluate one route, the auto-rig, or how much the joint model moves."""
    from enliven.apps.cli.console import progress_for, say
    from enliven.io.write import check_place, write_whole

    if arguments.output is not None:
        check_place(arguments.output)
    with progress_for(quiet=arguments.quiet) as progress:
        text = {"rigs": _rigs, "amount": _amount}.get(arguments.route, _route)(arguments, progress)
    if arguments.output is not None:
        write_whole(arguments.output, text.encode())
    if not arguments.quiet:
        say(text)
    return 0


def _rigs(arguments: argparse.Namespace, progress: Progress) -> str:
    from enliven.evaluation.rigs import evaluate_rigs

    return evaluate_rigs(arguments.data, arguments.sources, arguments.split, progress=progress).as_markdown()


def _amount(arguments: argparse.Namespace, progress: Progress) -> str:
    from enliven.evaluation.amount import evaluate_amount
    from enliven.models.joint_model import WEIGHTS, load_joint_model

    tables = []
    for path in (WEIGHTS, *arguments.also):
        table = evaluate_amount(
            load_joint_model(path), arguments.data, arguments.sources, arguments.split, seeds=arguments.seeds,
            progress=progress,
        )  # fmt: skip
        tables.append(replace(table, title=f"{table.title} ({path.stem})").as_markdown())
    return "\n".join(tables)


def _route(arguments: argparse.Namespace, progress: Progress) -> str:
    from functools import partial

    from enliven.core.request import Route
    from enliven.evaluation.asked import evaluate_asked
    from enliven.evaluation.made import evaluate_made, model_maker
    from enliven.evaluation.report import evaluate_joint_route
    from enliven.evaluation.stripped import without_rig
    from enliven.models.joint_model import load_joint_model
    from enliven.pipelines.animation import ROUTES
    from enliven.pipelines.skeleton_route import skeleton_route

    route = ROUTES[arguments.route]
    also: dict[str, Route] = {path.stem: partial(skeleton_route, weights=path) for path in arguments.also}
    if arguments.stripped:
        also["rig stripped"] = without_rig(route)
    table = evaluate_joint_route(
        route,
        arguments.data,
        arguments.sources,
        arguments.split,
        seeds=arguments.seeds,
        candidates=arguments.candidates,
        wordings=arguments.wordings,
        judges=arguments.judge,
        also=also,
        progress=progress,
    )
    text = table.as_markdown()
    if arguments.asked:
        asked = evaluate_asked(
            route,
            arguments.data,
            arguments.sources,
            arguments.split,
            candidates=arguments.candidates,
            judges=arguments.judge,
            progress=progress,
        )
        text += "\n" + asked.as_markdown()
    if arguments.made is not None:
        maker = model_maker(load_joint_model())
        made = evaluate_made(maker, arguments.made, arguments.split, seeds=arguments.seeds, progress=progress)
        text += "\n" + made.as_markdown()
    return text
