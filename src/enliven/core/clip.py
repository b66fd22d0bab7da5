"""A labelled motion of a body: one row of the training data."""

import re
from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float

from enliven.core.body import Body
from enliven.core.motion import JointMotion, Spin
from enliven.core.splines import Spline

Split = Literal["train", "val", "test"]

Origin = Literal["recorded", "carried", "made"]
"""Where a motion comes from: a file; another rig's file, carried over to this body; a program."""

_LATER_PIECE = re.compile(r"#(?!1$)\d+$")


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
    origin: Origin = "recorded"

    @property
    def is_later_piece(self) -> bool:
        """Whether this is the second or a later piece of a long clip, whose name ends in ``#2``, ``#3``, ..."""
        return _LATER_PIECE.search(self.name) is not None

    @property
    def motion(self) -> JointMotion:
        """The clip as a motion of its body, in body units (the units of ``body.rest_positions``)."""
        rotations = Spline(np.asarray(self.rotations, dtype=np.float64), self.duration_s, self.loop)
        translations = Spline(np.asarray(self.translations, dtype=np.float64), self.duration_s, self.loop)
        spins = tuple(
            Spin(
                int(joint),
                np.asarray(self.spin_axes[joint], dtype=np.float64),
                self._spin(float(self.spin_turns[joint])),
            )
            for joint in np.flatnonzero(self.spin_turns)
        )
        return JointMotion(rotations=rotations, translations=translations, spins=spins)

    def _spin(self, turns: float) -> Spline:
        even = np.linspace(0.0, 2.0 * np.pi * turns, 4)
        return Spline(even, self.duration_s, loop=False)
