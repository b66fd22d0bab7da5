"""Text formats as arrays: lines found and numbers parsed for whole files at once, errors told by line."""

import re
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int, UInt8

from enliven.core.errors import UnreadableFileError
from enliven.core.printable import printable

_NEWLINE = 10
_BLANK = ord(" ")
_COMMENT = re.compile(rb"(?m)(?:^|(?<=[ \t]))#[^\n]*")


def unified_newlines(data: bytes) -> bytes:
    """The text without a byte order mark, with a line feed at the end of each line."""
    return data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def blank(text: UInt8[np.ndarray, " bytes"]) -> Bool[np.ndarray, " bytes"]:
    """Which bytes separate words: those that C and Python take for white space."""
    return (text == _BLANK) | (text - np.uint8(9) < 5)  # below 9 it wraps around to large numbers


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """Some lines of a text: where each begins (at its first word) and ends; ``numbers`` count from 1 in the file."""

    text: UInt8[np.ndarray, " bytes"]
    starts: Int[np.ndarray, " lines"]
    ends: Int[np.ndarray, " lines"]
    numbers: Int[np.ndarray, " lines"]

    def __len__(self) -> int:
        return len(self.starts)

    def where(self, keep: Bool[np.ndarray, " lines"] | slice) -> "Lines":
        """Only some of the lines."""
        return Lines(self.text, self.starts[keep], self.ends[keep], self.numbers[keep])

    def begin_with(self, word: bytes) -> Bool[np.ndarray, " lines"]:
        """Which lines have exactly this first word."""
        fit = np.flatnonzero(self.text[self.starts] == word[0])
        for place, letter in enumerate(word[1:] + b"\0", start=1):
            place_in_text = self.starts[fit] + place  # within the text, which ends with a line feed
            found = self.text[np.minimum(place_in_text, self.ends[fit])]
            fit = fit[found == letter if place < len(word) else blank(found)]
        mask = np.zeros(len(self), dtype=bool)
        mask[fit] = True
        return mask

    def words(self, line: int) -> bytes:
        """One line as bytes, without the blanks around it."""
        return self.text[self.starts[line] : self.ends[line]].tobytes().strip()

    def joined(self, *, skip: int = 0) -> bytes:
        """The lines as one text without comments; the first ``skip`` letters of each (its keyword) become blanks."""
        if not len(self):
            return b""
        breaks = np.flatnonzero(self.starts[1:] != self.ends[:-1] + 1)
        if 8 * len(breaks) < len(self):  # mostly one line after the other: copy by runs
            first, last = self.starts[np.append(0, breaks + 1)], self.ends[np.append(breaks, len(self) - 1)]
            runs = [self.text[start : end + 1] for start, end in zip(first.tolist(), last.tolist(), strict=True)]
            out = np.concatenate(runs)
        else:
            steps = np.zeros(len(self.text) + 1, dtype=np.int8)
            steps[self.starts] += 1
            steps[self.ends + 1] -= 1
            out = self.text[np.cumsum(steps[:-1], dtype=np.int8).view(bool)]
        if skip:
            lengths = self.ends + 1 - self.starts
            begins = np.cumsum(lengths) - lengths
            for place in range(skip):
                out[begins + place] = _BLANK
        text = out.tobytes()
        return _COMMENT.sub(b"", text) if b"#" in text else text


def split_lines(text: bytes) -> Lines:
    """Find the lines that are not blank; expects line feeds."""
    if not text.endswith(b"\n"):
        text += b"\n"
    array = np.frombuffer(text, dtype=np.uint8)
    ends = np.flatnonzero(array == _NEWLINE)
    starts = np.concatenate([[0], ends[:-1] + 1]).astype(np.int64)
    indented = np.flatnonzero(blank(array[starts]))
    if len(indented):
        words = np.append(word_starts(array), len(array))
        starts[indented] = words[np.searchsorted(words, starts[indented])]
    filled = np.flatnonzero(starts < ends)
    return Lines(array, starts[filled], ends[filled], filled + 1)


@dataclass(frozen=True, slots=True, eq=False)
class NumberTable:
    """The numbers of some lines: all in one row, with the place of each line's first and how many it has."""

    values: Float[np.ndarray, " values"] | Int[np.ndarray, " values"]
    firsts: Int[np.ndarray, " lines"]
    counts: Int[np.ndarray, " lines"]

    def columns(self, start: int, stop: int) -> Float[np.ndarray, "lines columns"] | Int[np.ndarray, "lines columns"]:
        """Some columns; every line must reach ``stop``."""
        return self.values[self.firsts[:, None] + np.arange(start, stop)]


def word_starts(text: UInt8[np.ndarray, " bytes"]) -> Int[np.ndarray, " words"]:
    """Where each word begins."""
    letters = ~blank(text)
    first = letters.copy()
    first[1:] &= ~letters[:-1]
    return np.flatnonzero(first)


def words_per_line(text: bytes) -> Int[np.ndarray, " lines"]:
    """How many words stand on each line; expects a line feed at the end of the last line too."""
    array = np.frombuffer(text, dtype=np.uint8)
    until = np.searchsorted(word_starts(array), np.flatnonzero(array == _NEWLINE))
    return np.diff(until, prepend=0).astype(np.int64)


def floats_of(lines: Lines, name: str, what: str, *, skip: int) -> NumberTable:
    """Parse lines that hold numbers only, after a keyword of ``skip`` letters.

    Args:
        lines: the lines.
        name: the file's name, for the error.
        what: what a line describes, for the error: "vertex".
        skip: letters of the keyword at the start of each line.

    Returns:
        The numbers; words such as ``1.#IND`` become NaN, and decimal commas count as points.

    Raises:
        UnreadableFileError: if a word is not a number.
    """
    text = lines.joined(skip=skip)
    counts = words_per_line(text)
    values = parsed(text, np.float64, int(counts.sum()))
    if values is None:
        values = _patiently_parsed(text, lines, counts, name, what)
    return NumberTable(values, np.cumsum(counts) - counts, counts)


def parsed(text: bytes, kind: type[np.float64] | type[np.int64], count: int) -> np.ndarray | None:
    """All numbers of a text, or ``None`` if a word is not a number or there are not ``count`` of them."""
    if count == 0:
        return np.zeros(0, dtype=kind)
    try:
        values = np.fromstring(text, dtype=kind, sep=" ")
    except (ValueError, DeprecationWarning):
        return None
    return values if len(values) == count else None


def _patiently_parsed(
    text: bytes, lines: Lines, counts: Int[np.ndarray, " lines"], name: str, what: str
) -> Float[np.ndarray, " values"]:
    values = []
    commas = b"." not in text
    for place, word in enumerate(text.split()):
        try:
            values.append(float(word.replace(b",", b".") if commas else word))
        except ValueError:
            if b"#" in word or b"nan" in word.lower():  # 1.#IND and -nan(ind): what some programs write for NaN
                values.append(np.nan)
                continue
            line = int(lines.numbers[np.searchsorted(np.cumsum(counts), place, side="right")])
            raise UnreadableFileError(
                f"{name}: the {what} on line {line} holds {shown(word)}, expected a number; export the file again"
            ) from None
    return np.array(values, dtype=np.float64)


def shown(word: bytes) -> str:
    """A piece of a file as it may stand in a message: short and printable."""
    text = word[:40].decode("utf-8", errors="replace")
    return repr(printable(text) + ("..." if len(word) > 40 else ""))
