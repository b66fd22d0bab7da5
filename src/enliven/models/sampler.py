"""Few-step solvers for rectified flow, and guidance: plain numpy over any field, from t = 0 (noise) to t = 1 (data).

Sources: Hairer, Norsett and Wanner 1993, "Solving Ordinary Differential Equations I" (Heun; Adams-Bashforth with
uneven steps); Ho and Salimans 2022, arXiv 2207.12598 (guidance); Lin et al. 2023, arXiv 2305.08891, section 3.4
(rescaling).
"""

import itertools
from collections.abc import Callable

import numpy as np
from jaxtyping import Float

State = Float[np.ndarray, "..."]
Field = Callable[[State, float], State]
"""``field(position, t)``: the velocity there."""


def even_times(steps: int) -> Float[np.ndarray, " times"]:
    """Times of ``steps`` equal steps, both ends included."""
    return np.linspace(0.0, 1.0, steps + 1)


def euler(field: Field, start: State, times: Float[np.ndarray, " times"]) -> State:
    """First order; one evaluation a step, none at the end."""
    position = start
    for t, after in itertools.pairwise(times):
        position = position + (after - t) * field(position, float(t))
    return position


def heun(field: Field, start: State, times: Float[np.ndarray, " times"]) -> State:
    """Second order; two evaluations a step, one of them at its end."""
    position = start
    for t, after in itertools.pairwise(times):
        first = field(position, float(t))
        second = field(position + (after - t) * first, float(after))
        position = position + 0.5 * (after - t) * (first + second)
    return position


def multistep(field: Field, start: State, times: Float[np.ndarray, " times"]) -> State:
    """Second order; one evaluation a step, none at the end: the line through the last two velocities."""
    position, before, width_before = start, None, 0.0
    for t, after in itertools.pairwise(times):
        width = after - t
        velocity = field(position, float(t))
        used = velocity
        if before is not None:
            used = velocity + 0.5 * width / width_before * (velocity - before)
        position = position + width * used
        before, width_before = velocity, width
    return position


def velocity_to(data: State, position: State, t: float, *, least: float = 1e-3) -> State:
    """Velocity of the straight path through ``position`` at ``t`` that ends in ``data``."""
    return (data - position) / max(1.0 - t, least)


def guided(conditional: State, unconditional: State, guidance: float, *, rescale: float = 1.0) -> State:
    """Go beyond the conditional estimate, away from the unconditional one, at the conditional one's spread.

    Args:
        conditional: estimate of the data with the words.
        unconditional: estimate without them.
        guidance: 1 gives the conditional estimate; more says the words louder.
        rescale: part of the way back to the conditional standard deviation: guidance alone exaggerates.

    Returns:
        The guided estimate.
    """
    strong = unconditional + guidance * (conditional - unconditional)
    spread, wanted = float(strong.std()), float(conditional.std())
    if spread <= 0.0:
        return strong
    return strong * (rescale * wanted / spread + 1.0 - rescale)
