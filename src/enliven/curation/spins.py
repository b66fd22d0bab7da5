"""Endless spins (wheels, fans, rolls): taken out of a joint's rotation before a spline is fitted."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.geometry.rotations import matrix_from_vector, vector_from_matrix

_LEAST_NET_RAD = 1.25 * np.pi
_STEADY = 0.9  # length of the summed turning over the sum of its lengths: 1 is one axis, never back
_WHOLE = 0.1  # a loop's spin this near to whole turns makes whole turns


@dataclass(frozen=True, slots=True, eq=False)
class Spins:
    """Per joint the axis (unit, zero without spin) and the turns over the whole clip; at a steady speed."""

    axes: Float[np.ndarray, "joints 3"]
    turns: Float[np.ndarray, " joints"]


def spins_of(rotations: Float[np.ndarray, "times joints 3 3"]) -> Spins:
    """Find joints that turn on and on about one axis.

    Args:
        rotations: relative to rest and parent, model axes, evenly spaced over the clip.

    Returns:
        Axes and turns; zero for joints that do not spin.
    """
    steps = vector_from_matrix(np.swapaxes(rotations[:-1], -1, -2) @ rotations[1:])
    net = steps.sum(axis=0)
    angle = np.linalg.norm(net, axis=-1)
    travelled = np.linalg.norm(steps, axis=-1).sum(axis=0)
    spinning = (angle > _LEAST_NET_RAD) & (angle >= _STEADY * travelled)
    axes = np.where(spinning[:, None], net / np.maximum(angle, 1e-12)[:, None], 0.0)
    turns = np.where(spinning, angle / (2.0 * np.pi), 0.0)
    whole = np.round(turns)
    near = (np.abs(turns - whole) < _WHOLE) & (whole > 0)
    return Spins(axes=axes, turns=np.where(near, whole, turns))


def without_spins(
    rotations: Float[np.ndarray, "times joints 3 3"], spins: Spins, phases: Float[np.ndarray, " times"]
) -> Float[np.ndarray, "times joints 3 3"]:
    """What is left when the spins are undone; a spin turns first, then the joint's rotation."""
    if not spins.turns.any():
        return rotations
    angles = 2.0 * np.pi * phases[:, None] * spins.turns
    return rotations @ matrix_from_vector(-angles[..., None] * spins.axes)
