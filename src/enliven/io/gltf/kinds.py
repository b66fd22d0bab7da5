"""The kinds of values that glTF JSON holds, each with a check; ``schema`` puts them together.

A check returns what is wrong with a value, as ``(place, found, expected)``, or ``None``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Complaint = tuple[str, Any, str]
Check = Callable[[Any, Mapping[str, int]], Complaint | None]
"""``check(value, counts)``; ``counts`` tells how many accessors, nodes, ... the file has."""

_LARGEST = 3.4e38


def text(value: Any, counts: Mapping[str, int]) -> Complaint | None:
    """A string."""
    return None if isinstance(value, str) else ("", value, "text")


def flag(value: Any, counts: Mapping[str, int]) -> Complaint | None:
    """True or false."""
    return None if isinstance(value, bool) else ("", value, "true or false")


def number(value: Any, counts: Mapping[str, int]) -> Complaint | None:
    """A number that single precision can hold, as players do."""
    fine = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= _LARGEST
    return None if fine else ("", value, "a finite number")


def natural(value: Any, counts: Mapping[str, int]) -> Complaint | None:
    """A whole number from 0; sizes beyond what computers address are damage."""
    fine = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53
    return None if fine else ("", value, "a whole number from 0")


def anything(value: Any, counts: Mapping[str, int]) -> Complaint | None:
    """Any value at all."""
    return None


def index_of(kind: str) -> Check:
    """The number of one of the file's ``kind``."""

    def check(value: Any, counts: Mapping[str, int]) -> Complaint | None:
        count = counts.get(kind, 0)
        if natural(value, counts) is None and value < count:
            return None
        return "", value, f"the number of one of its {count} {kind}"

    return check


def one_of(*choices: Any) -> Check:
    """One of some values."""

    def check(value: Any, counts: Mapping[str, int]) -> Complaint | None:
        fine = any(value == choice and isinstance(value, type(choice)) for choice in choices)
        return None if fine else ("", value, f"one of {', '.join(str(choice) for choice in choices)}")

    return check


def numbers(length: int) -> Check:
    """An array of that many finite numbers."""

    def check(value: Any, counts: Mapping[str, int]) -> Complaint | None:
        fine = isinstance(value, list) and len(value) == length and all(number(v, counts) is None for v in value)
        return None if fine else ("", value, f"{length} finite numbers")

    return check


def list_of(kind: Check, *, least: int = 0) -> Check:
    """An array with at least so many entries of one kind."""

    def check(value: Any, counts: Mapping[str, int]) -> Complaint | None:
        if not isinstance(value, list) or len(value) < least:
            return "", value, "an array" if not least else f"an array of {least} or more"
        for place, entry in enumerate(value):
            if (wrong := kind(entry, counts)) is not None:
                return f"[{place}]{wrong[0]}", wrong[1], wrong[2]
        return None

    return check


def map_of(kind: Check) -> Check:
    """An object whose values are of one kind, under any names."""

    def check(value: Any, counts: Mapping[str, int]) -> Complaint | None:
        if not isinstance(value, dict):
            return "", value, "an object"
        for key, entry in value.items():
            if (wrong := kind(entry, counts)) is not None:
                return f".{key}{wrong[0]}", wrong[1], wrong[2]
        return None

    return check


@dataclass(frozen=True, slots=True)
class Record:
    """An object with known fields; those it must have end in ``!``. Unknown fields are left alone."""

    fields: Mapping[str, Check]

    def __call__(self, value: Any, counts: Mapping[str, int]) -> Complaint | None:
        """Check the object and its known fields."""
        if not isinstance(value, dict):
            return "", value, "an object"
        for field, check in self.fields.items():
            key = field.rstrip("!")
            if key in value:
                if (wrong := check(value[key], counts)) is not None:
                    return f".{key}{wrong[0]}", wrong[1], wrong[2]
            elif field.endswith("!"):
                return f".{key}", "missing", "a value"
        return None
