"""The nearest of many points."""

import numpy as np
from jaxtyping import Float, Int
from scipy.spatial import KDTree


def nearest(
    points: Float[np.ndarray, "points 3"], queries: Float[np.ndarray, "queries 3"], *, within: float = np.inf
) -> tuple[Float[np.ndarray, " queries"], Int[np.ndarray, " queries"]]:
    """Distance to the nearest point and its number, for every query.

    Args:
        points: at least one.
        queries: where to look from.
        within: farther points do not count: the distance is then infinite and the number 0.

    Returns:
        Distances and numbers of points. Cost is n log n.
    """
    distances, numbers = KDTree(points).query(queries, distance_upper_bound=within)
    distances, numbers = np.asarray(distances, dtype=np.float64), np.asarray(numbers, dtype=np.int64)
    return distances, np.where(np.isfinite(distances), numbers, 0)
