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

KIND, FORMAT = "word_roles", 1
WEIGHTS = Path(__file__).with_name("word_roles.json")

_LINKS = frozenset({
    "a", "an", "the", "its", "his", "her", "my", "your", "of", "at", "in", "on", "to", "with", "from", "for", "by",
    "and", "is", "be", "what", "i",
})  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class WordRoles:
    """Tells words of motion: those whose mean token vector lies on the right side of a plane."""

    weights: Float32[np.ndarray, "384"]
    bias: float

    def motion_of(self, prompt: str, encoder: TextEncoder) -> str:
        """The words that tell the motion, in their order; the whole prompt where none or all of them do."""
        words, vectors = encoder.words(prompt)
        told = vectors @ self.weights + self.bias > 0.0
        kept: list[str] = []
        follows = False  # whether the next word is kept: "on the" means nothing without what comes after
        for word, keep in reversed(list(zip(words, told, strict=True))):
            follows = bool(keep) and word.isalnum() and (follows or word not in _LINKS)
            kept[:0] = [word] if follows else []
        return " ".join(kept) if 0 < len(kept) < len(words) else prompt


def motion_words(prompt: str) -> str:
    """The words of a user's prompt that tell the motion; the prompt where none or all of them do."""
    return load_word_roles().motion_of(prompt, load_text_encoder())


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
