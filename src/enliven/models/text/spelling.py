"""Slips of the finger in verbs of motion put right: "wlaks" is "walks".

Source of the measure: Damerau 1964, "A technique for computer detection and correction of spelling errors": four of
five misspelt words have one letter too many, too few or wrong, or two swapped.
"""

from collections.abc import Callable, Collection, Sequence

from enliven.models.text.inflection import gerund, third

_SHORTEST = 4  # of shorter words, too many lie one slip away


def respelt(
    words: Sequence[str], told: Sequence[bool], verbs: Collection[str], is_word: Callable[[str], bool]
) -> list[str]:
    """The words, those put right that are no words but one slip away from a verb of motion.

    Args:
        words: of a prompt, lower case.
        told: which of them tell a motion; where any does, the others stay: names are no slips.
        verbs: base forms that a slip may have hit, the likeliest first.
        is_word: whether a word is spelt right.

    Returns:
        As many words.
    """
    forms = dict.fromkeys(form for verb in verbs for form in (verb, third(verb), gerund(verb)))
    none_told = not any(told)
    put_right = []
    for word, tells in zip(words, told, strict=True):
        slipped = (tells or none_told) and len(word) >= _SHORTEST and word.isalpha() and word not in forms
        meant = [form for form in forms if _likely(word, form)] if slipped and not is_word(word) else []
        # Letters swapped, doubled or halved are likelier than a lost one; then the order of the verbs counts.
        same = [form for form in meant if set(form) == set(word)]
        put_right.append((same or meant or [word])[0])
    return put_right


def _likely(typed: str, meant: str) -> bool:
    """Whether it is a slip, not another word: "soars" is no slip of "roars"."""
    lost_or_same = len(typed) < len(meant) or set(typed) == set(meant)
    return typed[0] == meant[0] and lost_or_same and one_slip(typed, meant)


def one_slip(typed: str, meant: str) -> bool:
    """Whether one letter is missing, doubled, extra or another, or two neighbours are swapped."""
    if typed == meant or abs(len(typed) - len(meant)) > 1:
        return False
    start = next((i for i, (a, b) in enumerate(zip(typed, meant, strict=False)) if a != b), min(len(typed), len(meant)))
    left, right = typed[start:], meant[start:]
    return (
        left[1:] == right[1:]
        or left[1:] == right
        or left == right[1:]
        or (left[:2] == right[1::-1] and len(left) > 1 and left[2:] == right[2:])
    )
