"""Plain verbs for rare ones: the encoder cuts "saunters" into pieces that mean nothing to it, so it reads "walks".

The table comes from WordNet 3.0 (``training.captions.plain_verbs``); verbs that training says are not in it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from enliven.core.errors import WeightsError
from enliven.models.text.inflection import base_of, gerund, third

TABLE = Path(__file__).with_name("plain_verbs.json")

_BEFORE_NOUNS = frozenset({
    "a", "an", "the", "its", "his", "her", "my", "our", "your", "their", "this", "that", "these", "those", "of", "at",
    "in", "on", "with", "from", "for", "by", "into", "onto", "before", "after", "under", "over", "near", "like", "no",
    "some", "one", "two", "three",
})  # fmt: skip
_AFTER_VERBS = frozenset({"a", "an", "the", "its", "his", "her", "my", "their", "someone", "something", "it"})


def plain_verbs(words: Sequence[str], told: Sequence[bool], table: Mapping[str, str]) -> list[str | None]:
    """The plain verb in place of each word that is a rare verb, in the same form; None for other words.

    What follows "the" or "with" is a noun: who swings "a club" does not club.

    Args:
        words: of a prompt, lower case.
        told: which of them tell a motion; where any does, a verb that does not seem to needs an object after it.
        table: base forms of rare verbs to plain ones.

    Returns:
        As many as words.
    """
    found: list[str | None] = []
    none_told = not any(told)
    for place, word in enumerate(words):
        after_noun_mark = place > 0 and words[place - 1] in _BEFORE_NOUNS
        has_object = place + 1 < len(words) and words[place + 1] in _AFTER_VERBS
        looked_up = not after_noun_mark and (none_told or told[place] or has_object)
        found.append(_plain(word, table) if looked_up else None)
    return found


def _plain(word: str, table: Mapping[str, str]) -> str | None:
    if word in table:
        return table[word]
    for base in (base_of(word) or "", word.removesuffix("s")):  # "boogies" may come of "boogy" or "boogie"
        if base != word and base in table:
            return third(table[base])
    for ending, form in (("ing", gerund), ("ed", third)):
        if word.endswith(ending):
            stem = word.removesuffix(ending)
            bases = (stem, stem + "e", stem[:-1] if stem[-2:-1] == stem[-1:] else stem)
            plain = next((table[base] for base in bases if base in table), None)
            if plain is not None:
                return form(plain)
    return None


@dataclass(frozen=True, slots=True)
class VerbTable:
    """``plain``: base forms of rare verbs to plain ones; ``common``: base forms that training says."""

    plain: Mapping[str, str]
    common: tuple[str, ...]


@cache
def load_verb_table(path: Path = TABLE) -> VerbTable:
    """The table that ships with enliven, or another.

    Raises:
        WeightsError: if the file is missing or damaged.
    """
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        plain = {str(rare): str(verb) for rare, verb in stored["plain"].items()}
        return VerbTable(plain, tuple(map(str, stored["common"])))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise WeightsError(f"{path} cannot be read, expected a table of verbs; reinstall enliven") from error
