"""Training rows from motion programs: what clips of files lack, on bodies of any seed."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from enliven.core.clip import JointClip, Split
from enliven.core.errors import InvalidRequestError
from enliven.core.motion import JointPose
from enliven.core.progress import Progress, silent
from enliven.creatures.catalogue import KINDS
from enliven.creatures.contraptions_craft import CONTRAPTIONS
from enliven.creatures.programs import PROGRAMS
from enliven.creatures.programs_anything import WHOLE
from enliven.creatures.programs_contraptions import OF_THINGS
from enliven.creatures.programs_gaits import Gait
from enliven.creatures.programs_legs import Build
from enliven.creatures.programs_things import ANY_SWAYS
from enliven.creatures.quadruped_shapes import SPECIES
from enliven.creatures.waves import Program, posed, sample_phases, turned_joints
from enliven.curation.made_bodies import Actor, random_actor, sampled_actors
from enliven.curation.made_phrases import CATEGORIES, NOUNS, action_of, phrases_of
from enliven.geometry.spline_fit import fitted_controls
from enliven.io.joint_clips import write_joint_clips

CONTROLS = 12
LICENCE = "Apache-2.0"
_OF_SEEDS: Mapping[int, Split] = {0: "val", 1: "test"}  # by the remainder of a body's seed by ten
_OF_KINDS: Mapping[str, Split] = {"bear": "val", "pig": "test"}  # kinds that training never sees
_CREATURES = 0.4  # bodies of a creature for each of a thing: they take long to make and have more programs
_OWN_EACH = {"creature": 24, "species": 12, "thing": 5}  # of a body's own programs, drawn for each
_WHOLE_EACH = {"creature": 2, "species": 1, "thing": 3}  # of those that any body can do
_THINGS = ("plant", "tree", "flag", "lamp", "chest", "door", "fan", "car", "windmill")
_SLOW = ("plant", "tree", "lamp")  # as creatures, they take long to be rigged: one body in three
_NO_RERIG = ("octopus", "jellyfish", "butterfly")  # what is found from their shape, no program knows
_HUM = 0.004  # radians
_STILL = 1e-3  # radians or body units: what moves less shows nothing


@dataclass(frozen=True, slots=True)
class MadeReport:
    """What was made."""

    clips: int
    rigs: int
    by_split: dict[str, int]
    by_category: dict[str, int]
    by_action: dict[str, int]

    def as_text(self) -> str:
        """A few lines for people."""
        lines = [f"{self.clips} made clips of {self.rigs} rigs"]
        for title, counts in (
            ("split", self.by_split),
            ("category", self.by_category),
            ("action", self.by_action),
        ):
            lines.append(f"by {title}: " + ", ".join(f"{name} {count}" for name, count in counts.items()))
        return "\n".join(lines)


def build_made_set(folder: Path, *, seeds: int = 20, seed: int = 0, progress: Progress = silent) -> MadeReport:
    """Write a set of made clips.

    Args:
        folder: where ``clips.npz`` and ``clips.jsonl`` go.
        seeds: bodies of each kind; of ten, one is for validation and one for test.
        seed: of what is drawn: which programs, and how each is varied.
        progress: told of every kind.

    Returns:
        Counts; the same arguments give the same set.

    Raises:
        InvalidRequestError: if ``seeds`` or ``seed`` is out of range.
    """
    if seeds < 1 or seed < 0:
        raise InvalidRequestError(
            f"{seeds} bodies of each kind with seed {seed} are asked for, expected 1 or more and 0 or more; "
            "ask for more"
        )
    clips: list[JointClip] = []
    kinds = (*KINDS, *CONTRAPTIONS)
    for number, kind in enumerate(kinds):
        progress("making motions", number, len(kinds))
        for body_seed in range(seeds if _sort_of(kind) == "thing" else max(1, round(_CREATURES * seeds))):
            clips += clips_of(kind, body_seed, rng=np.random.default_rng([seed, number, body_seed]))
    progress("making motions", len(kinds), len(kinds))
    write_joint_clips(clips, folder)
    return MadeReport(
        clips=len(clips),
        rigs=len({clip.rig for clip in clips}),
        by_split=_counted([clip.split for clip in clips]),
        by_category=_counted([clip.category for clip in clips]),
        by_action=_counted([clip.action for clip in clips]),
    )


def split_of_body(kind: str, body_seed: int) -> Split:
    """Some kinds are for validation or test as a whole; of others, bodies whose seed divides by ten, and the next."""
    return _OF_KINDS.get(kind) or _OF_SEEDS.get(body_seed % 10, "train")


def _sort_of(kind: str) -> str:
    if kind in _THINGS or kind in CONTRAPTIONS:
        return "thing"
    return "species" if kind in SPECIES else "creature"


def clips_of(kind: str, body_seed: int, *, rng: np.random.Generator) -> Iterator[JointClip]:
    """Rows of one body, or of two where it is also rigged from its shape.

    Args:
        kind: of ``creatures.KINDS`` or ``creatures.contraptions_craft.CONTRAPTIONS``.
        body_seed: its proportions.
        rng: draws programs, wordings and variations.

    Yields:
        JointClip: each of ``CONTROLS`` controls.
    """
    sort = _sort_of(kind)
    if kind in CONTRAPTIONS:
        yield from _rows(random_actor(kind, body_seed), OF_THINGS[kind], sort, rng=rng)
        return
    rerigged = kind not in _NO_RERIG and body_seed % (3 if sort != "thing" or kind in _SLOW else 1) == 0
    for number, actor in enumerate(sampled_actors(kind, body_seed, rerigged=rerigged)):
        own = ANY_SWAYS if kind == "plant" and number else PROGRAMS[kind]
        yield from _rows(actor, own, sort, rng=rng)


def _rows(actor: Actor, own: tuple[Program, ...], sort: str, *, rng: np.random.Generator) -> Iterator[JointClip]:
    drawn = _drawn(actor.kind, own, _OWN_EACH[sort], rng=rng)
    drawn += [WHOLE[k] for k in rng.permutation(len(WHOLE))[: _WHOLE_EACH[sort]]]
    for program in drawn:
        if turned_joints(actor.build, program):
            clip = made_clip(actor, program, rng=rng)
            if clip is not None:
                yield clip


def _drawn(kind: str, own: tuple[Program, ...], most: int, *, rng: np.random.Generator) -> list[Program]:
    """Programs by chance, but each action of the data that the kind has a program of comes once before the others."""
    order = [own[k] for k in rng.permutation(len(own))]
    firsts = {action_of(kind, program.name): program for program in reversed(order)}
    firsts.pop("other", None)
    plain = list(firsts.values())
    return [*plain, *(program for program in order if program not in plain)][:most]


def made_clip(actor: Actor, program: Program, *, rng: np.random.Generator) -> JointClip | None:
    """One performance of a program, varied; ``None`` where nothing of the body moves.

    Args:
        actor: who does it.
        program: what to do.
        rng: draws the variation and the wording.
    """
    varied = varied_program(program, rng=rng)
    phases = sample_phases(loop=program.loop)
    pose = posed(actor.build, varied, phases, strength=float(np.exp(rng.normal(0.0, 0.13))))
    rotations = _loosened(actor.build, pose, phases, rng=rng)
    axes, turns = _spins(actor.build, varied)
    if turns.any():  # what turns on and on also trembles a little as a whole
        rotations[:, 0, [0, 2]] += _HUM * np.sin(4.0 * np.pi * phases[:, None] + [0.0, 1.2])
    moved = max(float(np.ptp(rotations, axis=0).max()), float(np.ptp(pose.translations, axis=0).max()))
    if moved < _STILL and not turns.any():
        return None
    fitted = [
        fitted_controls(phases, track, CONTROLS, loop=program.loop).astype(np.float32)
        for track in (rotations, pose.translations)
    ]
    nouns = NOUNS.get(actor.kind, (actor.kind,))
    phrases = phrases_of(actor.kind, program.name)
    noun, phrase = nouns[int(rng.integers(len(nouns)))], phrases[int(rng.integers(len(phrases)))]
    article = "the" if rng.random() < 0.3 else "an" if noun[0] in "aeiou" else "a"
    said = phrase if phrase.startswith("the ") else f"{article} {noun} {phrase}"
    return JointClip(
        body=actor.body,
        rotations=fitted[0],
        translations=fitted[1],
        spin_axes=axes,
        spin_turns=turns,
        duration_s=varied.duration_s,
        loop=program.loop,
        name=f"{actor.rig}/{program.name}",
        caption=said,
        label=phrase,
        action=action_of(actor.kind, program.name),
        category=CATEGORIES.get(actor.kind, "quadruped"),
        species=noun,
        rig=actor.rig,
        motion_group=f"{actor.rig}/{program.name}",
        licence=LICENCE,
        permissive=True,
        split=split_of_body(actor.kind, actor.seed),
        origin="made",
    )


def varied_program(program: Program, *, rng: np.random.Generator) -> Program:
    """The same program at another tempo, each wave a little larger or smaller, earlier or later, steps likewise."""
    waves = tuple(
        replace(
            wave,
            turn_rad=tuple(float(turn * np.exp(rng.normal(0.0, 0.1))) for turn in wave.turn_rad),
            phase=wave.phase + (float(rng.normal(0.0, 0.012)) if wave.shape == "sine" and not wave.keys else 0.0),
        )
        for wave in program.waves
    )
    feet = program.feet
    if isinstance(feet, Gait):
        feet = replace(
            feet,
            stride=feet.stride * float(np.exp(rng.normal(0.0, 0.1))),
            lift=feet.lift * float(np.exp(rng.normal(0.0, 0.15))),
            duty=float(np.clip(feet.duty + rng.normal(0.0, 0.02), 0.25, 0.75)),
        )
    tempo = float(np.exp(np.clip(rng.normal(0.0, 0.14), -0.3, 0.3)))
    return replace(program, waves=waves, feet=feet, duration_s=float(np.clip(program.duration_s * tempo, 0.3, 3.2)))


def _loosened(build: Build, pose: JointPose, phases: np.ndarray, *, rng: np.random.Generator) -> np.ndarray:
    """A few thousandths of a turn of life in joints that move and bear no foot."""
    moving = np.ptp(pose.rotations, axis=0).max(axis=-1) > _STILL
    bearing = np.array(["leg" in name or "foot" in name or "toes" in name for name in build.names])
    free = moving & ~bearing
    free[0] = False
    sway = np.zeros_like(pose.rotations)
    for beats in (1, 2):
        size = rng.normal(0.0, 0.008, (2, len(build.names), 3))
        angle = 2.0 * np.pi * beats * phases[:, None, None]
        sway += np.sin(angle) * size[0] + (np.cos(angle) - 1.0) * size[1]
    return pose.rotations + sway * free[:, None]


def _spins(build: Build, program: Program) -> tuple[np.ndarray, np.ndarray]:
    axes, turns = np.zeros((len(build.names), 3)), np.zeros(len(build.names))
    for turning in program.turnings:
        axis = np.array(turning.axis, dtype=np.float64) * np.sign(turning.turns)
        for joint in turned_joints(build, replace(program, waves=(), bobs=(), feet=None, turnings=(turning,))):
            axes[joint], turns[joint] = axis / np.linalg.norm(axis), abs(turning.turns)
    return axes, turns


def _counted(values: list[str]) -> dict[str, int]:
    return dict(Counter(values).most_common())
