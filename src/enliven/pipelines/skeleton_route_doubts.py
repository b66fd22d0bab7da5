"""Doubts that are worth a sentence: words that the model does not know, motion that does not show them, no wings."""

import re

from enliven.core.body import Body
from enliven.models.text.encoder import TextTokens
from enliven.models.text.known_phrases import load_known_phrases

_KNOWN = 0.48  # cosine to the nearest known phrase: of 19 made-up prompts 16 lie under it, of 25 sensible ones none
_SHOWN = 0.3  # cosine of motion and words: under it 2 in 10 takes are recognised on held-out rigs, over 0.7 8 in 10
_FLYING = re.compile(r"\b(fl(y|ies|ying)|flap(s|ping)?|flutter(s|ing)?|soar(s|ing)?)\b", re.IGNORECASE)
_WINGS = re.compile(r"wing|feather|flap|fin(?!g)|propell|rotor|blade", re.IGNORECASE)
_LIMBS = re.compile(r"arm|leg|hand|foot|thigh|paw|hoof", re.IGNORECASE)


def doubts(phrase: str, text: TextTokens, fit: float, body: Body) -> tuple[str, ...]:
    """What a user should know of a take before trusting it; mostly nothing.

    Args:
        phrase: the words of one action.
        text: as the model reads them.
        fit: cosine of the motion with the words.
        body: its joint names tell wings.

    Returns:
        At most one sentence on the words, and one on the body.
    """
    near, phrases = load_known_phrases().nearest(text, 4)
    known = ", ".join(f"'{name}'" for name in [name for name in phrases if name != phrase][:3])
    notes: tuple[str, ...] = ()
    if near < _KNOWN:
        notes = (f"not sure: '{phrase}' is far from what the model was taught; the nearest it knows are {known}",)
    elif fit < _SHOWN:
        notes = (f"not sure: the motion may not show '{phrase}'; try another --seed, or {known}",)
    return notes + _without_wings(phrase, body)


def _without_wings(phrase: str, body: Body) -> tuple[str, ...]:
    told = any(_LIMBS.search(name) for name in body.names)  # names that say nothing rule nothing out
    if not _FLYING.search(phrase) or not told or any(_WINGS.search(name) for name in body.names):
        return ()
    return (f"'{phrase}' speaks of flying, but no joint of this body is a wing: it can only move what it has",)
