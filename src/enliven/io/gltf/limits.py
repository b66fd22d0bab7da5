"""Limits on what is read, checked before anything of that size is made."""

from enliven.core.errors import LimitExceededError

MAX_BYTES = 2**31  # a file, the files beside it together, or one decoded buffer view
MAX_VERTICES = 20_000_000
MAX_FACES = 40_000_000
MAX_NODES = 250_000
MAX_PARTS = 100_000
MAX_JSON_VALUES = 10_000_000
MAX_JSON_DEPTH = 100
MAX_KEYS = 50_000_000  # of all animations together
MAX_MORPHED = 2**27  # vertices times morph targets at work
MAX_STANDING_IN = 65_536  # elements that no buffer holds, or as many as the buffers have bytes
MAX_COORDINATE_M = 1e15
MAX_WEIGHTS = 2**27  # vertices times joints: 1 GiB of weights


def within(subject: str, amount: int, limit: int, unit: str) -> None:
    """Refuse what is larger than a limit.

    Raises:
        LimitExceededError: naming the subject, its size and the limit.
    """
    if amount > limit:
        raise LimitExceededError(
            f"{subject} has {amount:,} {unit}, expected at most {limit:,}; simplify or split the model"
        )
