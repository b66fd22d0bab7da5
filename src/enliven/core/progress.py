"""Progress and cancellation as an injected callable; the library itself prints nothing."""

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""``progress(stage, done, total)``: called often; may raise :class:`Cancelled` to stop the work."""


class Cancelled(Exception):
    """Raised by a progress callable to stop the work; nothing is written."""


def silent(stage: str, done: int, total: int) -> None:
    """Ignore progress: the default everywhere in the library."""
