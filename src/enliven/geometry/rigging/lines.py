"""Polylines: lengths along them, points at fractions, nearest points, and bends fitted with few straight bones."""

import numpy as np
from jaxtyping import Float, Int

_STATIONS = 33


def lengths_along(line: Float[np.ndarray, "points 3"]) -> Float[np.ndarray, " points"]:
    """Length from the start of the line to each of its points."""
    return np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])


def at_fractions(
    line: Float[np.ndarray, "points 3"], fractions: Float[np.ndarray, " wanted"]
) -> Float[np.ndarray, "wanted 3"]:
    """Points at fractions (0 to 1) of the length of a line."""
    along = lengths_along(line)
    wanted = np.clip(fractions, 0.0, 1.0) * along[-1]
    return np.stack([np.interp(wanted, along, column) for column in line.T], axis=1)


def resampled(line: Float[np.ndarray, "points 3"], count: int) -> Float[np.ndarray, "count 3"]:
    """Points at even lengths along a line, both ends included."""
    return at_fractions(line, np.linspace(0.0, 1.0, count))


def nearest_fraction(line: Float[np.ndarray, "points 3"], point: Float[np.ndarray, " 3"]) -> float:
    """Fraction of the length of a line at which it comes nearest to a point (to a 200th)."""
    stations = resampled(line, 201)
    return float(np.argmin(((stations - point) ** 2).sum(axis=1))) / 200.0


def between(line: Float[np.ndarray, "points 3"], start: float, end: float) -> Float[np.ndarray, "stations 3"]:
    """The piece of a line between two fractions of its length, at even steps; runs backwards if ``end < start``."""
    return at_fractions(line, np.linspace(start, end, _STATIONS))


def bends(
    line: Float[np.ndarray, "points 3"], expected: tuple[float, ...], *, stiffness: float = 0.05
) -> Float[np.ndarray, " bends"]:
    """Fractions of a line's length at which straight bones between them follow the line best.

    The squared distance of the line to the bones and ``stiffness`` times the squared shift of each joint from where it
    is expected (both in lengths of the line) are minimised over a grid by dynamic programming.

    Args:
        line: from root to tip.
        expected: fractions at which the joints are expected, ascending.
        stiffness: how dearly a shift is paid.

    Returns:
        One fraction per expected joint, ascending.
    """
    stations = resampled(line, _STATIONS)
    total = max(float(lengths_along(line)[-1]), 1e-12)
    cost = _straight_costs(stations) / (total**2 * _STATIONS)
    grid = np.linspace(0.0, 1.0, _STATIONS)
    best = cost[0].copy()
    choices: list[Int[np.ndarray, " stations"]] = []
    for fraction in expected:
        here = best + stiffness * (grid - fraction) ** 2
        here[[0, -1]] = np.inf
        arriving = here[:, None] + cost
        choices.append(arriving.argmin(axis=0))
        best = arriving.min(axis=0)
    at = _STATIONS - 1
    found = []
    for choice in reversed(choices):
        at = int(choice[at])
        found.append(grid[at])
    return np.array(found[::-1])


def _straight_costs(stations: np.ndarray) -> np.ndarray:
    """Sum of squared distances of the stations between ``a`` and ``b`` to the straight bone; infinite unless a < b."""
    count = len(stations)
    cost = np.full((count, count), np.inf)
    for a in range(count - 1):
        for b in range(a + 1, count):
            bone = stations[b] - stations[a]
            off = stations[a : b + 1] - stations[a]
            share = np.clip(off @ bone / max(float(bone @ bone), 1e-18), 0.0, 1.0)
            cost[a, b] = ((off - share[:, None] * bone) ** 2).sum()
    return cost
