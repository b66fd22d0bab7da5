"""Slips of the finger."""

import numpy as np


def mistyped(text: str, *, rng: np.random.Generator) -> str:
    """One slip in a word of four letters or more: two letters swapped, one lost or one doubled."""
    words = text.split(" ")
    long = [place for place, word in enumerate(words) if len(word) > 3 and word.isalpha()]
    if not long:
        return text
    place = long[int(rng.integers(len(long)))]
    word, at = words[place], int(rng.integers(1, len(words[place]) - 2))
    slips = (
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        word[:at] + word[at + 1 :],
        word[: at + 1] + word[at:],
    )
    words[place] = slips[int(rng.integers(len(slips)))]
    return " ".join(words)
