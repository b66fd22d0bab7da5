"""How often a motion finds the words it was made from: recall among the best, over batches of distinct labels."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float

BATCH = 32


def recall_at(
    similarities: Float[np.ndarray, "motions texts"],
    own: Sequence[int],
    *,
    batch: int = BATCH,
    rounds: int = 200,
    best: Sequence[int] = (1, 2, 3),
    seed: int = 0,
) -> tuple[float, ...]:
    """The share of motions whose own text is among the nearest of a batch.

    Args:
        similarities: of every motion with every text; texts are distinct.
        own: the text of every motion.
        batch: texts to choose from: the own one and others at random, each with one motion; all where there are fewer.
        rounds: batches drawn.
        best: how many of the nearest count.
        seed: of the drawing.

    Returns:
        One share for each of ``best``; chance is ``best / batch``. nan where there are no motions.
    """
    if not len(own):
        return tuple(float("nan") for _ in best)
    rng = np.random.default_rng(seed)
    owners = [np.flatnonzero(np.asarray(own) == text) for text in sorted(set(own))]
    ranks = []
    for _ in range(rounds):
        drawn = rng.permutation(len(owners))[:batch]
        motions = np.array([rng.choice(owners[group]) for group in drawn])
        near = similarities[np.ix_(motions, np.asarray(own)[motions])]
        ranks.append((near >= np.diag(near)[:, None]).sum(axis=1) - 1)  # what is as near goes before
    placed = np.concatenate(ranks)
    return tuple(float((placed < most).mean()) for most in best)
