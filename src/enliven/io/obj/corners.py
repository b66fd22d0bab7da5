"""The corners of OBJ faces, in any of the four forms ``v``, ``v/vt``, ``v//vn`` and ``v/vt/vn``."""

import numpy as np
from jaxtyping import Int, UInt8

from enliven.core.errors import UnreadableFileError
from enliven.io.text_lines import Lines, parsed, shown, word_starts


def corner_words(faces: Lines, name: str) -> tuple[Int[np.ndarray, "corners 3"], Int[np.ndarray, " lines"]]:
    """Parse the corners of faces.

    Args:
        faces: lines that begin with ``f``.
        name: the file's name, for the error.

    Returns:
        Vertex, texture coordinate and normal of every corner as stored: from 1, negative from the end, and 0 where the
        file names none; and how many corners each line has.

    Raises:
        UnreadableFileError: if a word is no corner.
    """
    text = faces.joined(skip=1)
    array = np.frombuffer(text, dtype=np.uint8)
    starts = word_starts(array)
    counts = np.diff(np.searchsorted(starts, np.flatnonzero(array == ord("\n"))), prepend=0).astype(np.int64)
    words, slashes, doubled = len(starts), text.count(b"/"), text.count(b"//")
    columns = {(0, 0): (0,), (words, 0): (0, 1), (2 * words, words): (0, 2), (2 * words, 0): (0, 1, 2)}
    held = columns.get((slashes, doubled)) if words else None
    if held is not None and (slashes == 0 or _slashes_alike(array, starts, slashes // words)):
        numbers = parsed(text.replace(b"/", b" "), np.int64, words * len(held))
        if numbers is not None:
            corners = np.zeros((words, 3), dtype=np.int64)
            corners[:, held] = numbers.reshape(words, len(held))
            return corners, counts
    return _one_by_one(text, counts, faces, name), counts


def _slashes_alike(text: UInt8[np.ndarray, " bytes"], starts: Int[np.ndarray, " words"], each: int) -> bool:
    """Whether every word has the same number of slashes."""
    slashes = np.flatnonzero(text == ord("/"))
    inside = slashes.reshape(len(starts), each)  # if they are alike, these are the slashes of each word
    ends = np.append(starts[1:], len(text))
    return bool(((inside > starts[:, None]) & (inside < ends[:, None])).all())


def _one_by_one(
    text: bytes, counts: Int[np.ndarray, " lines"], faces: Lines, name: str
) -> Int[np.ndarray, "corners 3"]:
    """Parse mixed forms, and find the word that is no corner."""
    words = text.split()
    corners = np.zeros((len(words), 3), dtype=np.int64)
    for place, word in enumerate(words):
        try:
            numbers = [min(max(int(number), -(2**62)), 2**62) if number else 0 for number in word.split(b"/")]
            corners[place, : len(numbers)] = numbers
        except ValueError:
            line = int(faces.numbers[np.searchsorted(np.cumsum(counts), place, side="right")])
            raise UnreadableFileError(
                f"{name}: the face on line {line} has the corner {shown(word)}, expected numbers such as 1, 1/2, "
                "1//3 or 1/2/3; export the file again"
            ) from None
    return corners
