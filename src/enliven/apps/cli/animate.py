"""enliven animate: bring a model to life from a sentence; writes your own file with a clip added."""

import argparse
import json
from pathlib import Path

from enliven.core.styles import STYLES

ROUTES = ("auto", "skeleton")

EXAMPLES = """
  enliven animate dragon.glb "flies, flapping its wings"
  enliven animate knight.glb "walks" -o knight_walks.glb --seconds 2 --fps 24 --root-motion
  enliven animate fox.obj "sits down" --seed 3 --strength 1.3 --preview fox.gif --skeleton
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("input", type=Path, metavar="IN", help="a GLB, glTF, OBJ, PLY, STL or OFF file")
    parser.add_argument(
        "prompt",
        metavar="PROMPT",
        help='what it should do: "walks", "flies, flapping its wings", "runs and then jumps"',
    )
    parser.add_argument("-o", "--output", type=Path, metavar="OUT", help="the file to write (default: IN_action.glb)")
    parser.add_argument("--route", choices=ROUTES, default="auto", help="how the motion is made (default: auto)")
    parser.add_argument(
        "--seconds", type=float, metavar="S", help="length of the clip, 0.1 to 60 (default: from the prompt)"
    )
    parser.add_argument("--fps", type=float, default=30.0, metavar="F", help="keys a second, 1 to 240 (default: 30)")
    parser.add_argument(
        "--loop", action=argparse.BooleanOptionalAction, help="close the clip exactly (default: from the prompt)"
    )
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--in-place", dest="in_place", action="store_true", default=True, help="stay put (default)")
    place.add_argument("--root-motion", dest="in_place", action="store_false", help="travel over the ground")
    parser.add_argument("--start-at-rest", action="store_true", help="begin in the pose of the file")
    parser.add_argument(
        "--no-contacts", dest="contacts", action="store_false", help="let feet slide and sink as the model made them"
    )
    parser.add_argument(
        "--strength", type=float, default=1.0, metavar="X", help="amount of motion, 0 (still) to 3 (default: 1)"
    )
    parser.add_argument("--speed", type=float, default=1.0, metavar="X", help="pace, 0.25 to 4 (default: 1)")
    parser.add_argument("--style", choices=tuple(STYLES), help="manner: pace, amount of motion and posture")
    parser.add_argument(
        "--candidates",
        type=int,
        metavar="K",
        help="takes to choose the best from, 1 to 16 (default: 4; 1 for big rigs)",
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="0 or more: another take of the prompt (default: 0)"
    )
    parser.add_argument(
        "--faces",
        choices=("front", "back", "left", "right"),
        help="which way the model faces in its file: front is +Z, back -Z, left +X (default: told by its joints)",
    )
    parser.add_argument("--preview", type=Path, metavar="FILE", help="also draw it: .gif, .webp, .png (sheet) or .mp4")
    parser.add_argument("--skeleton", action="store_true", help="draw the skeleton over the preview")
    parser.add_argument("--quiet", action="store_true", help="print nothing but errors")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Animate one file."""
    from enliven.apps.cli.console import progress_for, say
    from enliven.apps.library import animate, check_outputs
    from enliven.core.request import AnimationRequest
    from enliven.pipelines.naming import clip_name, default_output

    request = AnimationRequest(
        prompt=arguments.prompt,
        seconds=arguments.seconds,
        fps=arguments.fps,
        loop=arguments.loop,
        in_place=arguments.in_place,
        start_at_rest=arguments.start_at_rest,
        contacts=arguments.contacts,
        strength=arguments.strength,
        speed=arguments.speed,
        style=arguments.style,
        candidates=arguments.candidates,
        seed=arguments.seed,
        faces=arguments.faces,
    )
    with progress_for(quiet=arguments.quiet or arguments.json) as progress:
        output = arguments.output or default_output(arguments.input, clip_name(arguments.prompt))
        check_outputs(arguments.input, output, arguments.preview)
        animated = animate(arguments.input, request, route=arguments.route, output=output, progress=progress)
        written = animated.save(preview=arguments.preview, skeleton=arguments.skeleton, progress=progress)
    if arguments.json:
        say(json.dumps(animated.as_json(written), indent=2))
    elif not arguments.quiet:
        say(animated.as_text(written))
    return 0
