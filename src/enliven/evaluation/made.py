"""Judge the joint model on motions that programs made: how near it comes to what each program does."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from enliven.core.body import Body
from enliven.core.clip import JointClip, Split
from enliven.core.errors import InvalidRequestError
from enliven.core.motion import JointMotion
from enliven.core.progress import Progress, silent
from enliven.evaluation.intervals import interval
from enliven.evaluation.likeness import Likeness, likeness
from enliven.evaluation.shape import first_cycle, scaled
from enliven.io.joint_clips import read_joint_clips
from enliven.models.joint_model import JointModel
from enliven.models.text.encoder import load_text_encoder

_SIDES = ("left", "right")

Maker = Callable[[Body, str, int], JointMotion]
"""``maker(body, words, seed)``: a motion in body units."""


@dataclass(frozen=True, slots=True)
class Beside:
    """One generated motion beside its program's, and beside what the same words' program was not asked for."""

    program: str
    rig: str
    like: Likeness
    other: float | None  # correlation of the motion with another program's on the same body; None where there is none


@dataclass(frozen=True, slots=True)
class MadeTable:
    """Generated motions beside those of programs."""

    title: str
    rows: Sequence[Beside]

    def as_markdown(self) -> str:
        """Overall and by program."""
        lines = [
            f"## {self.title}",
            "",
            "| program | cases | correlation | 95% interval | with another program's | amount, median | right joints "
            "| by chance |",
            "|---" * 8 + "|",
        ]
        lines.append(_line("all", self.rows))
        names = sorted({row.program for row in self.rows})
        lines += [_line(name, [row for row in self.rows if row.program == name]) for name in names]
        return "\n".join([*lines, ""])


def _line(name: str, rows: Sequence[Beside]) -> str:
    likes = [row.like for row in rows]
    low, high = interval([like.correlation for like in likes], [row.rig for row in rows])
    others = [row.other for row in rows if row.other is not None]
    cells = [
        f"{len(rows)}",
        f"{np.mean([like.correlation for like in likes]):.2f}",
        f"{low:.2f} to {high:.2f}",
        f"{np.mean(others):.2f}" if others else "-",
        f"{np.median([like.amount for like in likes]):.2f} x",
        f"{np.mean([like.right_joints for like in likes]):.2f}",
        f"{np.mean([like.right_by_chance for like in likes]):.2f}",
    ]
    return f"| {name} | " + " | ".join(cells) + " |"


def evaluate_made(
    maker: Maker, made: Path, split: Split, *, seeds: int = 1, most: int = 400, progress: Progress = silent
) -> MadeTable:
    """Say the words of programs to a model, on the bodies the programs moved, and compare.

    Args:
        maker: of motions from a body and words.
        made: a folder that ``enliven data made`` wrote.
        split: which of its clips.
        seeds: takes per clip.
        most: clips that are looked at, evenly thinned.
        progress: told of clips.

    Returns:
        The table.

    Raises:
        InvalidRequestError: if the folder holds no made clips of the split.
    """
    held = [clip for clip in read_joint_clips(made) if clip.split == split and clip.origin == "made"]
    if not held:
        raise InvalidRequestError(
            f"{made} holds no {split} clips that programs made, expected some; make them with: enliven data made"
        )
    clips = held[:: -(-len(held) // most)]
    rows = []
    for number, clip in enumerate(clips):
        progress("evaluating programs", number, len(clips))
        other = next((one for one in held if one.rig == clip.rig and one.label != clip.label), None)
        rows += [_beside(maker, clip, other, seed) for seed in range(seeds)]
    return MadeTable(f"Programs, {split} bodies: {len(clips)} motions, {seeds} take(s) each", rows)


def _beside(maker: Maker, clip: JointClip, other: JointClip | None, seed: int) -> Beside:
    motion = first_cycle(maker(clip.body, clip.label, seed))
    same_body = other is not None and other.body.parents == clip.body.parents
    away = likeness(clip.body, motion, other.motion).correlation if other is not None and same_body else None
    return Beside(program_of(clip), clip.rig, likeness(clip.body, motion, clip.motion), away)


def program_of(clip: JointClip) -> str:
    """What made a clip: the end of its name, without which of several limbs moves."""
    words = clip.name.rsplit("/", 1)[-1].split("_")
    return " ".join(word for word in words if word not in _SIDES and not word.isdigit()) or clip.name


def model_maker(model: JointModel) -> Maker:
    """The joint model by itself, with its own plan of length and looping."""
    encoder = load_text_encoder()

    def made(body: Body, words: str, seed: int) -> JointMotion:
        text = encoder.encode(words)
        plan = model.plan(body, text)
        motion = model.generate(body, text, seconds=plan.seconds, loop=plan.loop, seed=seed)[0]
        return scaled(motion, 1.0 / body.metres_per_unit)

    return made
