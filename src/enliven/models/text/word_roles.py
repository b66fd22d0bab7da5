"""Which words of a prompt tell the motion: "my cute robot is walking in the forest" is "walking".

The motion model sees the body, and places and names move nothing, yet each of their words pulls at its reading. A
linear map on the encoder's token vectors tells the words apart, in context: 385 numbers, fitted on sentences whose
parts are known (``training.captions.word_roles``).
"""

import json
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
_OBJECTS = frozenset({"its", "his", "her", "their", "nothing", "something", "someone"})
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
    kept: list[str] = []
    follows = False  # whether the next word is kept: "on the" means nothing without what comes after
    for word, other, keep in reversed(list(zip(words, plain, told, strict=True))):
        joins = follows and (word in _JOINTS or (kept[0] in _OBJECTS and base_of(word) is not None))
        follows = other is not None or joins or (keep and word.isalnum() and (follows or word not in _LINKS))
        kept[:0] = [other or word] if follows else []
    return prompt if not kept or kept == typed else " ".join(kept)


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
