"""Draws wordings of a clip: its label, a short phrase, or a sentence with someone, somewhere, at some pace.

Sentences come from pools made once per meaning, so that a whole training reads a bounded number of them, and each is
encoded once.
"""

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from enliven.models.text.inflection import base_of, gerund, going_on, third
from enliven.training.captions.frames import ANYHOW, FRAMES, PACES, PLACES, framed, picked, subject
from enliven.training.captions.lexicon import COMMON, LEXICON, Sense
from enliven.training.captions.readings import Reading
from enliven.training.captions.typos import mistyped


@dataclass(frozen=True, slots=True)
class CaptionChances:
    """How often what is said; the rest of the draws are short phrases. The one place to tune captions."""

    label: float = 0.15
    """The label as the artist wrote it."""
    caption: float = 0.01
    """The caption, species and all."""
    sentence: float = 0.40
    """A sentence of a pool."""
    paced: float = 0.35
    """Chance that a phrase for a slow or fast clip says so."""
    manner: float = 0.6
    """Chance that manners which may be left out are said."""
    typo: float = 0.06
    """Share of a pool's sentences with a slip of the finger."""
    place: float = 0.25
    """Share with a place."""
    adverb: float = 0.1
    """Share with an adverb that says nothing."""
    main_verb: float = 0.35
    """Share with the commonest verb; the others share the rest evenly."""
    pool: int = 32
    """Sentences a meaning; three times as many for common ones, a third as many at each pace."""
    own_pool: int = 8
    """Sentences a label that is said in its own words: there are many such."""


CHANCES = CaptionChances()


def sense_of(reading: Reading) -> Sense:
    """The verb phrases of a reading; a label without a sense is its own, and a told one ("wags its tail") is undone."""
    if reading.sense is not None:
        return LEXICON[reading.sense]
    return Sense((base_of(reading.words) or reading.words,))


def bends(reading: Reading) -> bool:
    """Whether there is a verb to inflect: "walks sadly" has one, "angry walk" and "spinning" stay as they are."""
    return reading.sense is not None or base_of(reading.words) is not None


def short_phrase(reading: Reading, pace: str | None, *, rng: np.random.Generator) -> str:
    """A phrase of few words: "walks", "walking backwards", "jump animation"."""
    if not bends(reading):
        return reading.words
    sense = sense_of(reading)
    if sense.nouns and not reading.direction and pace is None and rng.random() < 0.15:
        noun = picked(sense.nouns, rng=rng)
        return f"{noun} animation" if rng.random() < 0.2 else noun
    verb = _verb(sense, rng=rng)
    form = rng.random()
    said = verb if form < 0.25 else third(verb) if form < 0.6 else gerund(verb)
    said = going_on(verb) if form >= 0.85 else said
    ends = _ends(reading, rng=rng)
    if pace is not None and rng.random() < CHANCES.paced:
        ends.append(PACES[pace][int(rng.integers(2))])
    return " ".join(part for part in [said, *ends] if part)


def sentence(reading: Reading, pace: str | None, *, rng: np.random.Generator) -> str:
    """One sentence of the pool of a reading."""
    pool = _pool(reading, pace if rng.random() < CHANCES.paced else None)
    return pool[int(rng.integers(len(pool)))]


@lru_cache(maxsize=4096)
def _pool(reading: Reading, pace: str | None) -> tuple[str, ...]:
    # The same meaning gives the same pool in every process.
    meaning = f"{reading.sense or reading.words}|{reading.direction}|{reading.manner}|{pace}"
    rng = np.random.default_rng(zlib.crc32(meaning.encode()))
    if reading.sense is None:
        count = CHANCES.own_pool
    else:
        count = CHANCES.pool * (3 if reading.sense in COMMON else 1) // (1 if pace is None else 3)
    if not bends(reading):
        return tuple(_own_sentence(reading.words, rng=rng) for _ in range(count))
    return tuple(_slipped(made_sentence(sense_of(reading), reading, pace, rng=rng), rng=rng) for _ in range(count))


def _own_sentence(words: str, *, rng: np.random.Generator) -> str:
    said = f"{subject(rng=rng)} {words}" if words.split(" ")[0].endswith("ing") else words
    return f"{said} {picked(PLACES, rng=rng)}" if rng.random() < 0.5 else said


def _slipped(said: str, *, rng: np.random.Generator) -> str:
    return mistyped(said, rng=rng) if rng.random() < CHANCES.typo else said


def made_sentence(
    sense: Sense,
    reading: Reading,
    pace: str | None,
    *,
    rng: np.random.Generator,
    marked: Callable[[str], str] = str,
) -> str:
    """A sentence of a sense with the direction and manner of a reading.

    Args:
        sense: what is done.
        reading: of a label.
        pace: ``slow`` or ``fast`` where it is said.
        rng: of all chance.
        marked: applied to every phrase that tells the motion.

    Returns:
        Someone who does it, perhaps somewhere.
    """
    verb = _verb(sense, rng=rng)
    ends = _ends(reading, rng=rng)
    adverb = marked(picked(PACES[pace], rng=rng)) if pace is not None else ""
    if not adverb and rng.random() < CHANCES.adverb:
        adverb = picked(ANYHOW, rng=rng)
    fronted = adverb != "" and rng.random() < 0.3
    rest = "".join(f" {end}" for end in (*map(marked, ends), "" if fronted else adverb) if end)
    weights = np.array([weight for weight, _ in FRAMES])
    frame = FRAMES[int(rng.choice(len(FRAMES), p=weights / weights.sum()))][1]
    who = subject(rng=rng)
    said = framed(frame, who, *(f"{marked(form)}{rest}" for form in (verb, third(verb), gerund(verb), going_on(verb))))
    said = f"{adverb}, {said}" if fronted else said
    if rng.random() < CHANCES.place:
        place = picked(PLACES, rng=rng)
        said = f"{place} {said}" if rng.random() < 0.2 else f"{said} {place}"
    return said


def _ends(reading: Reading, *, rng: np.random.Generator) -> list[str]:
    direction = reading.direction.replace("to the ", "") if rng.random() < 0.4 else reading.direction
    return [direction, reading.manner if rng.random() < CHANCES.manner else ""]


def _verb(sense: Sense, *, rng: np.random.Generator) -> str:
    if len(sense.verbs) == 1 or rng.random() < CHANCES.main_verb:
        return sense.verbs[0]
    return picked(sense.verbs[1:], rng=rng)
