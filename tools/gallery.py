"""Make docs/gallery: forty prompts on sampled creatures and objects that no model was trained on, a strip each.

``python tools/gallery.py docs/gallery`` draws the strips, numbered in an order that says nothing. Somebody who has not
seen the prompts names each strip with one of ``ACTIONS`` and writes ``named.json`` (number to action); the same command
with ``--table-only`` then writes the page with prompts, names, confusions and the text of ``remarks.md``.
"""

import argparse
import io
import json
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np
from PIL import Image

from enliven.apps.library import animate
from enliven.creatures.files import creature_glb
from enliven.io.write import write_whole
from enliven.render.preview import PreviewOptions, drawn_frames, moving

SEED = 41  # of every creature: training saw other seeds
FRAMES, FRAME_PX = 8, 208
ACTIONS = ("walk", "run", "jump", "attack", "die", "idle", "fly", "swim", "gesture", "move as a thing")
"""What a strip may be named; a gesture is a wave, a nod or a wag, a thing opens, spins, sways or drives."""

PAIRS: tuple[tuple[str, str, str], ...] = (
    ("biped", "walks", "walk"),
    ("biped", "runs", "run"),
    ("biped", "jumps", "jump"),
    ("biped", "attacks", "attack"),
    ("biped", "dies", "die"),
    ("biped", "stands idle", "idle"),
    ("biped", "waves its hand", "gesture"),
    ("robot", "walks", "walk"),
    ("robot", "runs fast", "run"),
    ("robot", "falls over dead", "die"),
    ("dog", "walks", "walk"),
    ("dog", "runs", "run"),
    ("dog", "wags its tail", "gesture"),
    ("horse", "trots along", "walk"),
    ("horse", "gallops", "run"),
    ("cat", "walks slowly", "walk"),
    ("cat", "jumps", "jump"),
    ("bear", "attacks with its paw", "attack"),
    ("bear", "dies", "die"),
    ("cow", "stands and breathes", "idle"),
    ("deer", "runs away", "run"),
    ("fox", "bites", "attack"),
    ("rabbit", "hops", "jump"),
    ("pig", "walks", "walk"),
    ("dinosaur", "walks", "walk"),
    ("dinosaur", "roars and bites", "attack"),
    ("dinosaur", "runs", "run"),
    ("dragon", "flies, flapping its wings", "fly"),
    ("bird", "flies", "fly"),
    ("butterfly", "flutters", "fly"),
    ("fish", "swims", "swim"),
    ("octopus", "swims", "swim"),
    ("spider", "walks", "walk"),
    ("snake", "slithers along", "walk"),
    ("chest", "opens", "move as a thing"),
    ("door", "opens", "move as a thing"),
    ("fan", "spins", "move as a thing"),
    ("flag", "waves in the wind", "move as a thing"),
    ("windmill", "turns in the wind", "move as a thing"),
    ("lamp", "looks around", "gesture"),
)


def order() -> list[int]:
    """Which pair each strip shows: shuffled, always the same way."""
    return np.random.default_rng(SEED).permutation(len(PAIRS)).tolist()


def strip(folder: Path, kind: str, prompt: str) -> bytes:
    """Frames of one pair in a row, from its beginning to its end, as WebP."""
    source = folder / f"{kind}.glb"
    source.write_bytes(creature_glb(kind, seed=SEED, rigged=False))
    result = animate(source, prompt, seed=0).result
    shown = moving(result)
    times_s = np.linspace(0.0, shown.duration_s, FRAMES, endpoint=not shown.loop)
    frames = drawn_frames(shown, times_s, PreviewOptions(size=FRAME_PX))
    stored = io.BytesIO()
    Image.fromarray(np.concatenate(list(frames), axis=1)).save(stored, "WEBP", quality=80)
    return stored.getvalue()


def page(named: dict[str, str], remarks: str) -> str:
    """The page: what was asked, what was seen, what was taken for what, and remarks of whoever named them."""
    rows: list[str] = []
    taken: Counter[tuple[str, str]] = Counter()
    for number, pair in enumerate(order(), start=1):
        kind, prompt, action = PAIRS[pair]
        seen = named.get(str(number), "not named")
        taken[action, seen] += 1
        told = seen if seen in {action, "not named"} else f"**{seen}**"
        rows.append(f'| {number} | {kind}, "{prompt}" | {action} | {told} | ![]({number:02}.webp) |')
    right = sum(count for (asked, seen), count in taken.items() if asked == seen)
    wrong = [f"{asked} taken for {seen}: {count}" for (asked, seen), count in sorted(taken.items()) if asked != seen]
    verdict = _NAMED.format(right=right, pairs=len(PAIRS), wrong="; ".join(wrong) or "none was mistaken")
    return _TEXT.format(seed=SEED, verdict=verdict if named else _UNNAMED, rows="\n".join(rows), remarks=remarks)


_NAMED = """Somebody who saw the strips, numbered, and a list of ten actions, but no
prompt, named **{right} of {pairs}** right; {wrong}."""
_UNNAMED = "Nobody who saw no prompt has named these strips yet."
_TEXT = """# Gallery

Forty prompts on sampled creatures and objects (seed {seed}, not trained on), unrigged, as `enliven animate` moves them;
made by `python tools/gallery.py docs/gallery`. {verdict}

{remarks}
| | asked | meaning | seen | frames |
|---|---|---|---|---|
{rows}
"""


def main() -> None:
    """Draw, or write the page alone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--table-only", action="store_true", help="leave the strips as they are")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    if not arguments.table_only:
        with tempfile.TemporaryDirectory() as scratch:
            for number, pair in enumerate(order(), start=1):
                kind, prompt, _ = PAIRS[pair]
                write_whole(arguments.folder / f"{number:02}.webp", strip(Path(scratch), kind, prompt))
    table = arguments.folder / "named.json"
    named = json.loads(table.read_text(encoding="utf-8")) if table.is_file() else {}
    unknown = sorted(set(named.values()) - set(ACTIONS))
    if unknown:
        raise SystemExit(f"{table} names {', '.join(unknown)}, expected some of: {', '.join(ACTIONS)}")
    told = arguments.folder / "remarks.md"
    remarks = told.read_text(encoding="utf-8") if told.is_file() else ""
    write_whole(arguments.folder / "README.md", page(named, remarks).encode())


if __name__ == "__main__":
    main()
