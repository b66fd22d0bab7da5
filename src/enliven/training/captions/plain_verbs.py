"""Plain verbs for rare ones, read from WordNet: who "saunters" walks, who "perishes" dies.

The sentence encoder is small and cuts rare verbs into pieces that mean nothing to it. WordNet knows what each is a way
of doing: the nearest plain verb above any of its senses stands for it.

Source: Fellbaum 1998, "WordNet: An Electronic Lexical Database"; the files are those of WordNet 3.0.
"""

import json
from collections.abc import Mapping, Set
from dataclasses import dataclass
from pathlib import Path

from enliven.training.captions.frames import KINDS, LOOKS, PLACES
from enliven.training.captions.lexicon import COMMON, LEXICON
from enliven.training.captions.word_roles import VERBS

PLAIN: Mapping[str, str] = {
    "walk": "walk:1", "run": "run:1 dash:1", "run away": "run:2", "jump": "jump:1 leap:3", "fly": "fly:1",
    "swim": "swim:1", "crawl": "crawl:1", "sneak": "creep:2", "climb": "climb:1", "roll": "roll:1", "turn": "turn:1",
    "spin around": "spin:1 rotate:1", "fall": "fall:1", "dance": "dance:1 dance:2", "sit down": "sit:1 sit:3",
    "lie down": "lie:2", "sleep": "sleep:1", "crouch": "crouch:1 crouch:2", "kneel": "kneel:1",
    "attack": "attack:1 attack:3 attack:4 strike:1 hit:3", "bite": "bite:1", "punch": "punch:1",
    "kick": "kick:2 kick:3", "stab": "stab:1 stab:2 stab:3", "slash": "slash:1", "shoot": "shoot:1 shoot:3",
    "throw": "throw:1", "die": "die:1", "eat": "eat:1 eat:2 eat:3", "drink": "drink:1 drink:2", "trot": "trot:1",
    "limp": "hobble:1", "glide": "glide:2", "hover": "hover:3 hover:4", "dodge": "dodge:1", "chop": "chop:1 chop:5",
    "wag": "wag:1", "flap": "flap:3 flap:4", "slither": "slither:1", "flinch": "flinch:1", "collapse": "collapse:2",
    "dig": "dig:1", "wait": "wait:1", "rest": "rest:1 rest:5", "get up": "rise:3", "push": "push:1", "pull": "pull:1",
    "gallop": "gallop:2", "roar": "roar:5", "howl": "roar:3", "bark": "bark:4", "laugh": "laugh:1", "shout": "shout:2",
    "shake": "shake:2 shake:4", "swing": "swing:1", "wave": "wave:1", "clap": "applaud:1", "celebrate": "rejoice:2",
}  # fmt: skip
"""Plain verbs, and the numbered senses that they stand for."""

_HIGHEST, _SENSES = 4, 4  # how far up, and how many senses of a verb, commonest first, are looked at
_LEFT_OUT = frozenset(
    {"rape", "molest", "ravish", "shag", "violate", "dishonor", "dishonour", "slice", "blast", "jab", "tug"}
)


_LIGHT = frozenset({"be", "do", "go", "make", "take", "get", "give", "have", "say", "come", "hold", "let"})
"""Verbs that tell no motion by themselves."""


@dataclass(frozen=True, slots=True)
class _Verbs:
    senses: Mapping[str, tuple[str, ...]]  # of a verb, commonest first
    above: Mapping[str, tuple[str, ...]]  # more general senses


def read_plain_verbs(wordnet: Path, known: Set[str]) -> dict[str, str]:
    """Rare verbs and the plain verbs that stand for them.

    Args:
        wordnet: the folder with ``index.verb`` and ``data.verb``.
        known: words that training says: they need no other.

    Returns:
        A plain verb per single-word verb that is a way of doing it, in alphabetical order.
    """
    verbs = _verbs(wordnet)
    plain = {
        verbs.senses[word][int(number) - 1]: said
        for said, senses in PLAIN.items()
        for word, number in (sense.split(":") for sense in senses.split())
    }
    found = {}
    for verb, senses in sorted(verbs.senses.items()):
        if not verb.isalpha() or len(verb) < 3 or verb in known or verb in PLAIN or verb in _LEFT_OUT:
            continue
        ways = [
            (rank + height, said)
            for rank, sense in enumerate(senses[:_SENSES])
            for height, said in _plain_above(sense, plain, verbs.above)
        ]
        if ways:
            found[verb] = min(ways)[1]
    return found


def _plain_above(
    sense: str, plain: Mapping[str, str], above: Mapping[str, tuple[str, ...]], height: int = 0
) -> list[tuple[int, str]]:
    if sense in plain:
        return [(height, plain[sense])]
    if height == _HIGHEST:
        return []
    return [way for higher in above[sense] for way in _plain_above(higher, plain, above, height + 1)]


def _verbs(wordnet: Path) -> _Verbs:
    """The format is that of wndb(5WN): counts tell how many fields follow; ``@`` points to what is more general."""
    senses, above = {}, {}
    for line in _lines(wordnet / "index.verb"):
        fields = line.split()
        senses[fields[0]] = tuple(fields[-int(fields[2]) :])
    for line in _lines(wordnet / "data.verb"):
        fields = line.split(" | ")[0].split()
        start = 5 + 2 * int(fields[3], 16)
        pointers = [fields[start + 4 * number : start + 4 * number + 3] for number in range(int(fields[start - 1]))]
        above[fields[0]] = tuple(target for kind, target, part in pointers if kind == "@" and part == "v")
    return _Verbs(senses, above)


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="latin-1").splitlines() if not line.startswith("  ")]


def common_verbs() -> list[str]:
    """First words of the verb phrases of training, common ones first: what a misspelt word may have meant."""
    senses = sorted(LEXICON, key=lambda key: key not in COMMON)
    phrases = [verb for key in senses for verb in LEXICON[key].verbs] + [*VERBS]
    return [verb for verb in dict.fromkeys(phrase.split(" ")[0] for phrase in phrases) if verb not in _LIGHT]


def verb_table_text(plain: Mapping[str, str]) -> str:
    """The table as its file holds it."""
    rare = ",\n".join(f"    {json.dumps(verb)}: {json.dumps(said)}" for verb, said in plain.items())
    return f'{{\n  "plain": {{\n{rare}\n  }},\n  "common": {json.dumps(common_verbs())}\n}}\n'


def trained_verbs() -> frozenset[str]:
    """Words that the captions of training say, verbs in their base form."""
    said = [phrase for sense in LEXICON.values() for phrase in (*sense.verbs, *sense.nouns)] + [*VERBS, *KINDS]
    words = {word for phrase in (*said, *PLACES, *LOOKS) for word in phrase.split()}
    return frozenset(words)
