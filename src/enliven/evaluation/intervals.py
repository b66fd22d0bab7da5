"""Bootstrap intervals that resample rigs: clips of one rig are alike, so single clips would promise too much."""

from collections.abc import Sequence

import numpy as np

DRAWS = 2000


def interval(values: Sequence[float], rigs: Sequence[str], *, draws: int = DRAWS, seed: int = 0) -> tuple[float, float]:
    """Bootstrap interval (2.5% to 97.5%) of a mean over clips, by resampling rigs with all their clips.

    Args:
        values: one a clip.
        rigs: whose clip it is.
        draws: resamples.
        seed: of the resampling.

    Returns:
        Lower and upper end; nan where there is nothing.
    """
    if not len(values):
        return float("nan"), float("nan")
    names, owner = np.unique(np.asarray(rigs), return_inverse=True)
    sums = np.bincount(owner, weights=np.asarray(values, dtype=np.float64))
    counts = np.bincount(owner).astype(np.float64)
    drawn = np.random.default_rng(seed).integers(len(names), size=(draws, len(names)))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    return float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))
