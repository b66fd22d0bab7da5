"""A labelled motion of a body: one row of the training data."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float

from enliven.core.body import Body

Split = Literal["train", "val", "test"]


@dataclass(frozen=True, slots=True, eq=False)
class JointClip:
    """A motion in body units with its text and where it came from.

    ``rotations`` are spline controls: rotation vectors in radians, model axes, relative to rest and parent;
    ``translations`` are in body units (zero but for roots and hips); ``spin_turns`` are turns of an endless spin per
    joint over the whole clip, about ``spin_axes`` (zero where a joint does not spin).
    """

    body: Body
    rotations: Float[np.ndarray, "controls joints 3"]
    translations: Float[np.ndarray, "controls joints 3"]
    spin_axes: Float[np.ndarray, "joints 3"]
    spin_turns: Float[np.ndarray, " joints"]
    duration_s: float
    loop: bool
    name: str  # file and clip: unique
    caption: str
    label: str
    action: str
    category: str
    species: str
    rig: str
    motion_group: str  # near-equal motions share it
    licence: str
    permissive: bool
    split: Split
