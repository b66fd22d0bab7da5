"""Forms of English verb phrases, by rule; "and" stands between verbs only."""

import re
from collections.abc import Callable
from functools import lru_cache

_THIRD = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_GERUND = {"be": "being", "die": "dying", "lie": "lying"}
_SHORT = re.compile(r"^(?:[^aeiou]|qu)*[aeiou][^aeiouwxy]$")
"""One short syllable: its last letter is doubled before "ing"."""


def third(phrase: str) -> str:
    """The phrase as it says of someone: "fall and die" becomes "falls and dies"."""
    return _inflected(phrase, _third)


def gerund(phrase: str) -> str:
    """The phrase as it goes on: "swing a sword" becomes "swinging a sword"."""
    return _inflected(phrase, _gerund)


def going_on(phrase: str) -> str:
    """The phrase with "is": "is walking", "is hit"."""
    return third(phrase) if phrase.startswith("be ") else f"is {gerund(phrase)}"


@lru_cache(maxsize=8192)
def base_of(phrase: str) -> str | None:
    """The base form of a phrase that is told of someone ("wags its tail"); None where it begins with no such verb."""
    first, _, rest = phrase.partition(" ")
    irregular = {told: base for base, told in _THIRD.items()}
    if first in irregular:
        return f"{irregular[first]} {rest}".strip()
    if not first.endswith("s") or first.endswith("ss") or len(first) < 4:
        return None
    if first.endswith("ies"):
        base = first[:-1] if len(first) == 4 else first[:-3] + "y"
    else:
        base = first[:-2] if re.search(r"(ss|x|zz|ch|sh)es$", first) else first[:-1]
    words = rest.split(" ") if rest else []
    undone = [base_of(word) or word if at and words[at - 1] == "and" else word for at, word in enumerate(words)]
    return " ".join([base, *undone])


def _inflected(phrase: str, form: Callable[[str], str]) -> str:
    words = phrase.split(" ")
    return " ".join(form(word) if not place or words[place - 1] == "and" else word for place, word in enumerate(words))


def _third(verb: str) -> str:
    if verb in _THIRD:
        return _THIRD[verb]
    if re.search(r"(s|x|z|ch|sh)$", verb):
        return verb + "es"
    return verb[:-1] + "ies" if re.search(r"[^aeiou]y$", verb) else verb + "s"


def _gerund(verb: str) -> str:
    if verb in _GERUND:
        return _GERUND[verb]
    if _SHORT.match(verb):
        return verb + verb[-1] + "ing"
    return verb[:-1] + "ing" if re.search(r"[^eoy]e$", verb) else verb + "ing"
