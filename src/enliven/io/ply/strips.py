"""Triangle strips of PLY files (``tristrips``): lists in which -1 begins a new strip."""

import numpy as np
from jaxtyping import Int


def strip_triangles(items: Int[np.ndarray, " items"], counts: Int[np.ndarray, " rows"]) -> Int[np.ndarray, "faces 3"]:
    """The triangles of strips, the odd ones turned back so that all face one way.

    Args:
        items: vertex numbers of all lists, -1 between strips.
        counts: length of each list.

    Returns:
        Triangles in order; those that only move the strip on (two equal corners) are left out.
    """
    if len(items) < 3:
        return np.zeros((0, 3), dtype=np.int64)
    row = np.repeat(np.arange(len(counts)), counts)
    cut = items == -1
    strip = row + len(counts) * np.cumsum(cut)
    whole = ~cut[:-2] & ~cut[1:-1] & ~cut[2:] & (row[:-2] == row[2:])
    first = np.flatnonzero(whole)
    begins = np.flatnonzero((strip != np.roll(strip, 1)) | (np.arange(len(items)) == 0))
    start = begins[np.searchsorted(begins, first, side="right") - 1]
    odd = (first - start - cut[start]) % 2
    triangles = np.stack([items[first], items[first + 1 + odd], items[first + 2 - odd]], axis=1)
    a, b, c = triangles.T
    return triangles[(a != b) & (b != c) & (a != c)]
