"""Numbers that people give: refused in one sentence when they are no numbers, or out of their range."""

from numbers import Integral, Real

from enliven.core.errors import InvalidRequestError


def check_range(name: str, value: object, low: float, high: float, *, kind: type = Real) -> None:
    """Refuse what is no number from ``low`` to ``high``; truth values and NaN are none.

    Args:
        name: what the number is, as the user knows it.
        value: what came.
        low: the smallest that will do.
        high: the largest that will do.
        kind: ``numbers.Real``, or ``numbers.Integral`` for whole numbers alone.

    Raises:
        InvalidRequestError: if it will not do; the sentence names the range.
    """
    if not isinstance(value, kind) or isinstance(value, bool):
        what = "a whole number" if kind is Integral else "a number"
        raise InvalidRequestError(f"{name} is {value!r:.80}, expected {what} from {low} to {high}; give it as a number")
    if not low <= value <= high:  # pyright: ignore[reportOperatorIssue]
        raise InvalidRequestError(f"{name} is {value}, expected {low} to {high}; choose a number in between")
