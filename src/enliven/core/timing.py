"""When the keys of a clip stand."""

import math

import numpy as np
from jaxtyping import Float

from enliven.core.errors import InvalidRequestError


def key_times_s(seconds: float, fps: float) -> Float[np.ndarray, " keys"]:
    """Times of the keys of a clip: ``round(seconds * fps) + 1`` of them, at least two.

    Key ``k`` stands at ``k / fps`` and the last exactly at ``seconds``, so the last step may be up to half a frame
    shorter or longer than the others.

    Args:
        seconds: length of the clip, more than 0.
        fps: keys a second, more than 0.

    Returns:
        Strictly increasing times from 0 to ``seconds``.

    Raises:
        InvalidRequestError: if a number is not finite and positive.
    """
    for name, value in (("seconds", seconds), ("fps", fps)):
        if not (math.isfinite(value) and value > 0.0):
            raise InvalidRequestError(f"{name} is {value}, expected a number above 0; choose another")
    steps = max(1, math.floor(seconds * fps + 0.5))
    times_s = np.arange(steps + 1, dtype=np.float64) / fps
    times_s[-1] = seconds
    return times_s
