"""Text of files as people may be shown it: names can hold anything, commands to a terminal included."""

_LONGEST = 2000
_HEAD, _GAP = 1400, " ... "


def printable(text: str) -> str:
    """The text as one line, with a question mark for every letter that shows nothing or steers the terminal.

    That is what ``str.isprintable`` refuses: control characters, line ends, marks of writing direction, halves of
    surrogate pairs, letters that are not assigned.
    """
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def sentence(text: str) -> str:
    """``printable`` text with spaces for line ends, the middle left out where it is very long."""
    text = printable(" ".join(text.splitlines()))
    if len(text) <= _LONGEST:
        return text
    return text[:_HEAD] + _GAP + text[len(text) - (_LONGEST - _HEAD - len(_GAP)) :]
