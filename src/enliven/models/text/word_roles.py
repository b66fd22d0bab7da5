"""Which words of a prompt tell the motion: "my cute robot is walking in the forest" is "walking".

The motion model sees the body, and places and names move nothing, yet each of their words pulls at its reading. A
linear map on the encoder's token vectors tells the words apart, in context: 385 numbers, fitted on sentences whose
parts are known (``training.captions.word_roles``).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from jaxtyping import Float32

from enliven.core.errors import WeightsError
from enliven.models.text.encoder import WIDTH, TextEncoder, load_text_encoder
from enliven.models.text.inflection import base_of
from enliven.models.text.plain_verbs import load_verb_table, plain_verbs
from enliven.models.text.spelling import respelt

KIND, FORMAT = "word_roles", 1
WEIGHTS = Path(__file__).with_name("word_roles.json")

_LINKS = frozenset({
    "a", "an", "the", "its", "his", "her", "my", "your", "of", "at", "in", "on", "to", "with", "from", "for", "by",
    "and", "is", "be", "what", "i",
})  # fmt: skip
_JOINTS = frozenset({"and", "then", "while"})
_OWNERS = frozenset({"its", "his", "her", "their"})
_OBJECTS = _OWNERS | {"a", "an", "nothing", "something", "someone"}
"""Where one of these is kept, so is the verb before it."""


@dataclass(frozen=True, slots=True, eq=False)
class WordRoles:
    """Tells words of motion: those whose mean token vector lies on the right side of a plane."""

    weights: Float32[np.ndarray, "384"]
    bias: float

    def told(self, prompt: str, encoder: TextEncoder) -> tuple[list[str], list[bool]]:
        """The words of a prompt, and which of them tell the motion."""
        words, vectors = encoder.words(prompt)
        return words, [bool(side > 0.0) for side in vectors @ self.weights + self.bias]


def motion_words(prompt: str) -> str:
    """The words of a user's prompt that tell the motion, in their order.

    Slips of the finger are put right, plain verbs stand for rare ones. Where no word tells a motion, or nothing is to
    be changed, it is the prompt as it came.
    """
    encoder, roles, verbs = load_text_encoder(), load_word_roles(), load_verb_table()
    typed, told = roles.told(prompt, encoder)
    words = respelt(typed, told, verbs.common, encoder.is_word)
    if words != typed:
        words, told = roles.told(" ".join(words), encoder)
    plain = plain_verbs(words, told, verbs.plain)
    kept = _joined(words, [tells or other is not None for tells, other in zip(told, plain, strict=True)])
    if words and words[0] in verbs.common:
        kept[0] = True  # "idle gun": an order begins with its verb
    said = [other or word for word, other, keep in zip(words, plain, kept, strict=True) if keep]
    return prompt if not said or said == typed else " ".join(said)


def _joined(words: Sequence[str], told: Sequence[bool]) -> list[bool]:
    """Which words to keep: those that tell a motion, what binds them and their verbs, and no loose ends."""
    kept = [tells and word.isalnum() and word not in _LINKS for word, tells in zip(words, told, strict=True)]
    for place in range(len(words) - 2, -1, -1):
        word, led_to = words[place], kept[place + 1]
        owns = word in _OWNERS or (told[place] and word in _LINKS)
        opens = words[place + 1] in _OBJECTS and base_of(word) is not None
        kept[place] = kept[place] or (led_to and (owns or opens or word in _JOINTS))
    start = None  # of a run of links after a kept word: "bounces [on the] spot"
    for place, word in enumerate(words):
        if kept[place]:
            if start is not None:
                kept[start:place] = [True] * (place - start)
            start = place + 1
        elif word not in _LINKS:
            start = None
    return kept


@cache
def load_word_roles(path: Path = WEIGHTS) -> WordRoles:
    """The map that ships with enliven, or another.

    Raises:
        WeightsError: if the file is missing or damaged.
    """
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        weights, bias = np.array(stored["weights"], dtype=np.float32), float(stored["bias"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise WeightsError(
            f"{path} cannot be read as word roles, expected the file that came along; reinstall enliven"
        ) from error
    if (stored.get("kind"), stored.get("format")) != (KIND, FORMAT) or weights.shape != (WIDTH,):
        raise WeightsError(
            f"{path} is of kind {stored.get('kind')} format {stored.get('format')} and {weights.size} weights, "
            f"expected {KIND} format {FORMAT} and {WIDTH} weights; reinstall enliven"
        )
    return WordRoles(weights, bias)


def word_roles_text(roles: WordRoles) -> str:
    """The map as its file holds it; ``load_word_roles`` of it gives the same map up to five digits."""
    weights = [float(f"{weight:.5g}") for weight in roles.weights]
    return json.dumps({"kind": KIND, "format": FORMAT, "bias": float(f"{roles.bias:.5g}"), "weights": weights}) + "\n"
