"""The header of a PLY file. Source: Greg Turk, "The PLY Polygon File Format", 1994."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from enliven.core.errors import UnreadableFileError
from enliven.io.text_lines import shown

Encoding = Literal["ascii", "binary_little_endian", "binary_big_endian"]
_ENCODINGS: dict[str, Encoding] = {
    "ascii": "ascii",
    "binary_little_endian": "binary_little_endian",
    "binary_big_endian": "binary_big_endian",
}
_TYPES = {
    "char": "i1", "int8": "i1", "uchar": "u1", "uint8": "u1", "short": "i2", "int16": "i2", "ushort": "u2",
    "uint16": "u2", "int": "i4", "int32": "i4", "uint": "u4", "uint32": "u4", "int64": "i8", "uint64": "u8",
    "float": "f4", "float32": "f4", "double": "f8", "float64": "f8",
}  # fmt: skip
_HEADER_LIMIT = 1_000_000  # bytes


@dataclass(frozen=True, slots=True)
class Property:
    """One property of an element: a number, or a list of numbers if ``count_type`` is there."""

    name: str
    type: str  # numpy code without byte order, such as "f4"
    count_type: str | None = None


@dataclass(frozen=True, slots=True)
class Element:
    """A table: so many rows of the same properties."""

    name: str
    rows: int
    properties: tuple[Property, ...]

    @property
    def has_lists(self) -> bool:
        """Whether rows differ in length."""
        return any(held.count_type is not None for held in self.properties)

    def least_bytes(self, encoding: Encoding) -> int:
        """The fewest bytes that a row takes (lists may be empty)."""
        if encoding == "ascii":
            return 2 * len(self.properties) - 1 if self.properties else 0
        return sum(np.dtype(held.count_type or held.type).itemsize for held in self.properties)


@dataclass(frozen=True, slots=True)
class Header:
    """What a PLY file says of itself; its data begin at byte ``size``."""

    encoding: Encoding
    elements: tuple[Element, ...]
    comments: tuple[str, ...]
    size: int


def parse_header(data: bytes, name: str) -> Header:
    """Read the header.

    Args:
        data: the bytes of the file.
        name: its name, for messages.

    Raises:
        UnreadableFileError: if it is no PLY header.
    """
    if data[:3] != b"ply" or data[3:4] not in (b"\n", b"\r", b" "):
        raise UnreadableFileError(
            f"{name} starts with {shown(data[:8])}, expected 'ply'; it is no PLY file, check its ending"
        )
    end = data[:_HEADER_LIMIT].find(b"end_header")
    if end < 0:
        raise UnreadableFileError(
            f"{name} has no 'end_header' line, expected one after 'ply'; the file is cut short or damaged, get it again"
        )
    encoding: Encoding | None = None
    elements: list[Element] = []
    comments: list[str] = []
    for line in data[:end].decode("latin-1").replace("\r", "\n").split("\n")[1:]:
        words = line.split()
        match words:
            case []:
                continue
            case ["comment" | "obj_info", *_]:
                comments.append(line.strip()[len(words[0]) :].strip())
            case ["format", str(stated), _] if stated in _ENCODINGS:
                encoding = _ENCODINGS[stated]
            case ["element", kind, count] if count.isascii() and count.isdigit() and len(count) < 19:
                elements.append(Element(kind, int(count), ()))
            case ["property", "list", count_type, item, label] if _listed(count_type, item) and elements:
                elements[-1] = _with(elements[-1], Property(label, _TYPES[item], _TYPES[count_type]))
            case ["property", kind, label] if kind in _TYPES and elements:
                elements[-1] = _with(elements[-1], Property(label, _TYPES[kind]))
            case _:
                raise UnreadableFileError(
                    f"{name}: the header has the line {shown(line.strip().encode('latin-1'))}, expected a format, "
                    "element or property of the PLY standard; the file is damaged, export it again"
                )
    if encoding is None:
        raise UnreadableFileError(
            f"{name} names no format, expected ascii, binary_little_endian or binary_big_endian; export it again"
        )
    return Header(encoding, tuple(elements), tuple(comments), _data_start(data, end))


def _listed(count_type: str, item: str) -> bool:
    return count_type in _TYPES and item in _TYPES and _TYPES[count_type][0] != "f"


def _with(element: Element, added: Property) -> Element:
    return Element(element.name, element.rows, (*element.properties, added))


def _data_start(data: bytes, end: int) -> int:
    """Behind ``end_header`` and its line end, of one byte or two."""
    at = end + len(b"end_header")
    while data[at : at + 1] in (b" ", b"\t"):
        at += 1
    if data[at : at + 2] == b"\r\n":
        return at + 2
    return at + 1
