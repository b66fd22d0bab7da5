"""Words to token numbers, as uncased BERT models read them: basic splitting, then greedy longest pieces.

Our own fifty lines instead of the package ``tokenizers``, which brings a hub client and an HTTP stack of 40 MB into an
install that never downloads anything; the tests compare the two.

Source: Devlin et al. 2019, "BERT" (arXiv 1810.04805); Wu et al. 2016 (arXiv 1609.08144), section 4.1.
"""

import json
import unicodedata
from pathlib import Path

_LONGEST_WORD = 100
_UNKNOWN, _START, _END = "[UNK]", "[CLS]", "[SEP]"
_HAN = ((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F),
        (0x2B820, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F))  # fmt: skip


class WordPiece:
    """Tokenizes text against the vocabulary of a ``tokenizer.json``."""

    def __init__(self, path: Path) -> None:
        self._numbers: dict[str, int] = json.loads(path.read_text(encoding="utf-8"))["model"]["vocab"]

    def encode(self, text: str, most: int) -> list[int]:
        """Token numbers between start and end marks; at most ``most`` in all, the rest of the text is left out."""
        pieces = [number for word in words_of(text) for number in self._pieces(word)]
        return [self._numbers[_START], *pieces[: most - 2], self._numbers[_END]]

    def counts(self, text: str) -> list[tuple[str, int]]:
        """The words of a text, each with its number of tokens."""
        return [(word, len(self._pieces(word))) for word in words_of(text)]

    def _pieces(self, word: str) -> list[int]:
        if len(word) > _LONGEST_WORD:
            return [self._numbers[_UNKNOWN]]
        found, start = [], 0
        while start < len(word):
            end = len(word)
            mark = "##" if start else ""
            while end > start and mark + word[start:end] not in self._numbers:
                end -= 1
            if end == start:
                return [self._numbers[_UNKNOWN]]
            found.append(self._numbers[mark + word[start:end]])
            start = end
        return found


def words_of(text: str) -> list[str]:
    """Lower-case words without accents; every punctuation mark and Han character stands alone."""
    shown = "".join(" " if _is_space(char) else char for char in text if not _is_control(char))
    spaced = "".join(f" {char} " if _is_han(char) else char for char in shown)
    plain = "".join(char for char in unicodedata.normalize("NFD", spaced) if unicodedata.category(char) != "Mn")
    apart = "".join(f" {char} " if _is_punctuation(char) else char for char in plain.lower())
    return apart.split()


def _is_space(char: str) -> bool:
    return char in "\t\n\r" or char.isspace()


def _is_control(char: str) -> bool:
    if char in "\t\n\r":
        return False
    return char in "\0\ufffd" or unicodedata.category(char) in ("Cc", "Cf", "Co", "Cs")


def _is_han(char: str) -> bool:
    return any(low <= ord(char) <= high for low, high in _HAN)


def _is_punctuation(char: str) -> bool:
    return (char.isascii() and char.isprintable() and not char.isalnum() and char != " ") or unicodedata.category(
        char
    ).startswith("P")
