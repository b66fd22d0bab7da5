"""Several actions in one prompt: "runs and then jumps" is told one after the other, "runs and waves" at once."""

import re

from enliven.models.text.inflection import base_of

_AFTER = re.compile(
    r"\s*[,;.]?\s*\b(?:and\s+)?(?:then|after\s+that|afterwards|followed\s+by)\b[,:]?\s*(?:it\s+)?", re.IGNORECASE
)
_BEFORE = re.compile(r"\s*,?\s*\bbefore\s+(?=\w+ing\b)", re.IGNORECASE)
_COMMA = re.compile(r"\s*[,;]\s*(?:and\s+)?")
_MOST = 6

_STARTS = frozenset({
    "attack", "bite", "bow", "climb", "crawl", "crouch", "dance", "die", "dig", "dodge", "drink", "duck", "eat",
    "fall", "flies", "fly", "gallop", "get", "glide", "hit", "hop", "howl", "idle", "jump", "kick", "kneel", "land",
    "lay", "leap", "lie", "limp", "look", "nod", "pick", "punch", "rear", "rest", "roar", "roll", "run", "shake",
    "shoot", "sit", "slam", "sleep", "slither", "sneak", "spin", "stand", "stomp", "stop", "strike", "swim",
    "swing", "throw", "trot", "turn", "wait", "wake", "walk", "wave", "yawn",
})  # fmt: skip
"""Words with which an action of its own begins after a comma; "flies, flapping its wings" stays one."""


def actions_in(prompt: str) -> tuple[str, ...]:
    """The actions of a prompt that clearly come one after another; the whole prompt where they do not.

    Args:
        prompt: a sentence.

    Returns:
        One phrase an action, in order, at most six: what comes after stays with the sixth.
    """
    parts = _split(_BEFORE, _split(_AFTER, [prompt.strip()]))
    pieces: list[str] = []
    for part in parts:
        found = [piece for piece in _COMMA.split(part) if piece]
        separate = len(found) > 1 and all(_begins_an_action(piece) for piece in found[1:])
        pieces += found if separate else [part]
    pieces = [piece.strip(" ,.;") for piece in pieces if piece.strip(" ,.;")]
    if len(pieces) > _MOST:
        pieces = [*pieces[: _MOST - 1], ", ".join(pieces[_MOST - 1 :])]
    return tuple(pieces) or (prompt,)


def _begins_an_action(piece: str) -> bool:
    verb = piece.split()[0].lower()
    return verb in _STARTS or (base_of(verb) or "") in _STARTS


def _split(mark: re.Pattern[str], parts: list[str]) -> list[str]:
    return [piece for part in parts for piece in mark.split(part)]
