"""One judged motion: what the tables are made of."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """One motion that was judged; ``None`` where something was not measured or does not apply."""

    rig: str
    action: str
    category: str
    named: str  # what the classifier said
    named_verb: str  # what it said where it may only say one of ``VERBS``
    speed: float  # mean joint speed, body units a second
    speed_ratio: float  # the same against the real clip
    jerk_ratio: float
    near: Float[np.ndarray, " texts"]  # similarity to every label of the split
    own: int  # the number of the label that was asked for
    stretch: float | None = None  # 99th percentile of edge stretch of the skinned mesh
    skate: float | None = None  # of what touches the ground, body heights a second, beside even travel
    sunk: float | None = None  # deepest point under the ground of the rest pose, body heights
    seam_gap: float | None = None  # loops: distance of joints between the last and the first key, body units
    seam_jolt: float | None = None  # loops: change of velocity at the seam over the usual change between keys

    @property
    def recognised(self) -> bool:
        """Whether the classifier named the action that was asked for."""
        return self.named == self.action
