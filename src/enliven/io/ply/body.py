"""The tables of a PLY file as arrays, from text or bytes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from jaxtyping import Int

from enliven.core.errors import UnreadableFileError
from enliven.io.ply.header import Element, Header, Property
from enliven.io.surface import refuse_over_limit, refuse_over_size
from enliven.io.text_lines import parsed, shown, word_starts

_NATURE = {"vertex": "vertices", "face": "faces"}


@dataclass(frozen=True, slots=True, eq=False)
class Ragged:
    """Lists of different length, one after the other."""

    items: np.ndarray
    counts: Int[np.ndarray, " rows"]


Table = dict[str, np.ndarray | Ragged]
"""The properties of an element by name, one value a row."""


def read_tables(data: bytes, header: Header, wanted: tuple[str, ...], name: str) -> dict[str, Table]:
    """Read the tables of some elements; others are skipped over.

    Args:
        data: the bytes of the file.
        header: what it says of itself.
        wanted: names of elements.
        name: the file's name, for messages.

    Returns:
        Tables by the name of their element.

    Raises:
        UnreadableFileError: if the file holds less than its header promises, or a word is no number.
        LimitExceededError: if there are too many vertices or faces.
    """
    for element in header.elements:
        what = _NATURE.get(element.name, f"rows of {element.name}")
        refuse_over_size(name, element.rows, what, element.least_bytes(header.encoding), len(data) - header.size)
        if element.name in _NATURE:
            refuse_over_limit(name, element.rows, what)
    if header.encoding == "ascii":
        source: _Words | _Bytes = _Words(_numbers(data[header.size :], name))
    else:
        source = _Bytes(data, header.encoding == "binary_big_endian")
    tables: dict[str, Table] = {}
    at = 0 if header.encoding == "ascii" else header.size
    last = max((place for place, element in enumerate(header.elements) if element.name in wanted), default=-1)
    for element in header.elements[: last + 1]:
        at, table = _table(source, element, at, name)
        tables[element.name] = table
    return {kind: table for kind, table in tables.items() if kind in wanted}


def _numbers(text: bytes, name: str) -> np.ndarray:
    array = np.frombuffer(text, dtype=np.uint8)
    values = parsed(text, np.float64, len(word_starts(array)) if len(array) else 0)
    if values is None:
        bad = _first_bad(text)
        line, word = text.count(b"\n", 0, bad) + 1, text[bad : bad + 100].split(None, 1)[0]
        raise UnreadableFileError(
            f"{name}: line {line} after the header holds {shown(word)}, expected a number; "
            "the file is damaged, export it again"
        )
    return values


def _first_bad(text: bytes) -> int:
    """Where the first word stands that is no number."""
    for word in re.finditer(rb"\S+", text):
        try:
            float(word.group())
        except ValueError:
            return word.start()
    return 0


class _Words:
    """Numbers of a text: every value takes one place."""

    def __init__(self, values: np.ndarray):
        self.values = values
        self.end = len(values)

    def size(self, kind: str) -> int:
        return 1

    def block(self, at: int, rows: int, stride: int) -> np.ndarray:
        return self.values[at : at + rows * stride].reshape(rows, stride)

    def column(self, block: np.ndarray, offset: int, kind: str) -> np.ndarray:
        return block[:, offset]

    def gathered(self, places: np.ndarray, kind: str) -> np.ndarray:
        return self.values[places]

    def one(self, at: int, kind: str) -> int:
        value = self.values[at]
        return int(value) if np.isfinite(value) else -1


class _Bytes:
    """Numbers of a binary file: a value takes as many places as its type has bytes."""

    def __init__(self, data: bytes, big_endian: bool):  # noqa: FBT001 private, called once
        self.data = data
        self.array = np.frombuffer(data, dtype=np.uint8)
        self.order = ">" if big_endian else "<"
        self.end = len(data)

    def size(self, kind: str) -> int:
        return int(kind[1])

    def block(self, at: int, rows: int, stride: int) -> np.ndarray:
        return self.array[at : at + rows * stride].reshape(rows, stride)

    def column(self, block: np.ndarray, offset: int, kind: str) -> np.ndarray:
        cells = np.ascontiguousarray(block[:, offset : offset + int(kind[1])])
        return cells.view(self.order + kind).reshape(-1)

    def gathered(self, places: np.ndarray, kind: str) -> np.ndarray:
        cells = self.array[places[:, None] + np.arange(int(kind[1]))]
        return cells.view(self.order + kind).reshape(-1)

    def one(self, at: int, kind: str) -> int:
        piece = self.data[at : at + int(kind[1])]
        return int.from_bytes(piece, "big" if self.order == ">" else "little", signed=kind[0] == "i")


def _table(source: _Words | _Bytes, element: Element, at: int, name: str) -> tuple[int, Table]:
    """One table and where the next begins."""
    if not element.rows or not element.properties:
        return at, {held.name: _nothing(held) for held in element.properties}
    lengths = _first_lengths(source, element, at, name)
    stride, offsets = _layout(source, element.properties, lengths)
    if at + element.rows * stride <= source.end:
        block = source.block(at, element.rows, stride)
        table = _even_table(source, element.properties, lengths, offsets, block)
        if table is not None:
            return at + element.rows * stride, table
    elif not element.has_lists:
        raise _cut_short(element, name)
    return _uneven_table(source, element, at, name)


def _nothing(held: Property) -> np.ndarray | Ragged:
    empty = np.zeros(0, dtype=held.type)
    return empty if held.count_type is None else Ragged(empty, np.zeros(0, dtype=np.int64))


def _cut_short(element: Element, name: str) -> UnreadableFileError:
    return UnreadableFileError(
        f"{name} ends within its {_NATURE.get(element.name, element.name)}, expected {element.rows:,} of them; "
        "the file is cut short or damaged, get it again"
    )


def _first_lengths(source: _Words | _Bytes, element: Element, at: int, name: str) -> list[int | None]:
    """The length of each list in the first row; ``None`` for single numbers."""
    lengths: list[int | None] = []
    for held in element.properties:
        if held.count_type is None:
            lengths.append(None)
            at += source.size(held.type)
            continue
        if at + source.size(held.count_type) > source.end:
            raise _cut_short(element, name)
        count = source.one(at, held.count_type)
        lengths.append(count)
        at += source.size(held.count_type) + count * source.size(held.type)
        if count < 0 or at > source.end:
            raise _cut_short(element, name)
    return lengths


def _layout(
    source: _Words | _Bytes, properties: tuple[Property, ...], lengths: list[int | None]
) -> tuple[int, list[int]]:
    offsets, at = [], 0
    for held, length in zip(properties, lengths, strict=True):
        offsets.append(at)
        if held.count_type is None or length is None:
            at += source.size(held.type)
        else:
            at += source.size(held.count_type) + length * source.size(held.type)
    return at, offsets


def _even_table(
    source: _Words | _Bytes,
    properties: tuple[Property, ...],
    lengths: list[int | None],
    offsets: list[int],
    block: np.ndarray,
) -> Table | None:
    """A table whose rows are all as long as the first; ``None`` if they are not."""
    table: Table = {}
    for held, length, offset in zip(properties, lengths, offsets, strict=True):
        if held.count_type is None or length is None:
            table[held.name] = source.column(block, offset, held.type)
            continue
        counts = source.column(block, offset, held.count_type)
        if not (counts == length).all():
            return None
        first = offset + source.size(held.count_type)
        cells = [source.column(block, first + k * source.size(held.type), held.type) for k in range(length)]
        items = np.stack(cells, axis=1).reshape(-1) if cells else np.zeros(0, dtype=held.type)
        table[held.name] = Ragged(items, counts.astype(np.int64))
    return table


def _uneven_table(source: _Words | _Bytes, element: Element, at: int, name: str) -> tuple[int, Table]:
    """A table with lists of different length: found row by row, then gathered at once."""
    cells = len(element.properties)
    places = np.fromiter(_places(source, element, at, name), dtype=np.int64, count=2 * element.rows * cells)
    starts, counts = places.reshape(element.rows, cells, 2).transpose(2, 1, 0)
    table: Table = {}
    for held, first, count in zip(element.properties, starts, counts, strict=True):
        if held.count_type is None:
            table[held.name] = source.gathered(first, held.type)
            continue
        within = np.arange(int(count.sum())) - np.repeat(np.cumsum(count) - count, count)
        items = np.repeat(first, count) + within * source.size(held.type)
        table[held.name] = Ragged(source.gathered(items, held.type), np.ascontiguousarray(count))
    last = element.properties[-1]
    return int(starts[-1, -1] + counts[-1, -1] * source.size(last.type)), table


def _places(source: _Words | _Bytes, element: Element, at: int, name: str) -> Iterator[int]:
    """Of every cell in order: where its numbers begin and how many they are."""
    steps = [
        (held.count_type, source.size(held.count_type or held.type), source.size(held.type))
        for held in element.properties
    ]
    end, one = source.end, source.one
    for _ in range(element.rows):
        for count_type, first, size in steps:
            count = 1
            if count_type is not None:
                if at + first > end or (count := one(at, count_type)) < 0:
                    raise _cut_short(element, name)
                at += first
            begin, at = at, at + count * size
            if at > end:
                raise _cut_short(element, name)
            yield begin
            yield count
