"""Whether a clip is slow or fast for what it shows, so that "slowly" is said of what is slow."""

from collections.abc import Mapping

import numpy as np

from enliven.core.clip import JointClip

PACED = ("slowly", "fast")
"""Manners of a label that tell its pace already."""

USUAL_RAD_S: Mapping[str, tuple[float, float]] = {
    "walk": (1.0, 2.2), "run": (2.9, 4.6), "swim": (0.24, 1.1), "fly": (1.6, 3.9), "attack": (1.0, 3.9),
    "die": (2.2, 5.3), "gesture": (1.0, 2.5),
}  # fmt: skip
"""Per action, turning rates that a fifth of the training clips are below, and a fifth above."""


def turning_rate(clip: JointClip) -> float:
    """Root mean square rate of turning of the joints in radians a second, each by its share of the skin."""
    steps = np.diff(clip.rotations, axis=0)
    shares = clip.body.skin_shares.astype(np.float64)
    squares = (steps**2).sum(axis=-1).mean(axis=0) @ shares / max(float(shares.sum()), 1e-9)
    return float(np.sqrt(squares) * len(steps) / clip.duration_s)


def pace_of(clip: JointClip) -> str | None:
    """``slow`` or ``fast`` where the clip is so for its action; None in between, and for what has no pace."""
    if clip.action not in USUAL_RAD_S:
        return None
    low, high = USUAL_RAD_S[clip.action]
    rate = turning_rate(clip)
    return "slow" if rate < low else "fast" if rate > high else None
