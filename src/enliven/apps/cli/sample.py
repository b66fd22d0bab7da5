"""enliven sample: make a creature or an object to try things on."""

import argparse
from pathlib import Path

EXAMPLES = """
  enliven sample list
  enliven sample quadruped --rigged -o fox.glb --seed 4
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "kind", metavar="KIND", help="quadruped, biped, bird, fish, dragon, lamp, ...; 'list' names all"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="the GLB to write (default: KIND.glb)")
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="0 or more: other proportions and colours (default: 0)"
    )
    parser.add_argument("--rigged", action="store_true", help="with a skeleton and skin weights")
    parser.add_argument("--quiet", action="store_true", help="print nothing but errors")


def run(arguments: argparse.Namespace) -> int:
    """Make one sample, or list the kinds."""
    from enliven.apps.cli.console import say
    from enliven.creatures import KINDS

    if arguments.kind == "list":
        say("\n".join(KINDS))
        return 0
    from enliven.apps.library import as_path
    from enliven.creatures import sample
    from enliven.creatures.files import creature_document
    from enliven.io.write import check_target, save_document

    output = arguments.output if arguments.output is not None else Path(f"{Path(arguments.kind).name}.glb")
    check_target(as_path(output, "the output"))
    size = save_document(
        creature_document(sample(arguments.kind, seed=arguments.seed, rigged=arguments.rigged)), output
    )
    if not arguments.quiet:
        say(f"{output}  {size / 1e6:.2f} MB")
    return 0
