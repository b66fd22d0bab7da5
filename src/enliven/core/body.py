"""What the motion model sees of a rig: joints and how the shape lies around them, in body units."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.core.errors import InvalidSkeletonError


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A rig as the model sees it: normalised, without joint axes, names for people only.

    Body units: model space moved so that the rest joints' box is centred in x and z and stands on y = 0, then divided
    by ``metres_per_unit``. +Y up, +Z front.

    Raises:
        InvalidSkeletonError: if lengths differ or a parent does not stand before its child.
    """

    names: tuple[str, ...]
    parents: tuple[int | None, ...]
    rest_positions: Float[np.ndarray, "joints 3"]
    skin_offsets: Float[np.ndarray, "joints 3"]  # mean of the skin of a joint, relative to the joint
    skin_extents: Float[np.ndarray, "joints 3"]  # standard deviation of that skin along x, y, z
    skin_shares: Float[np.ndarray, " joints"]  # share of the whole surface; sums to 1 (or all 0 without a mesh)
    metres_per_unit: float
    origin_m: Float[np.ndarray, " 3"]  # where (0, 0, 0) of body units lies in model space, metres

    def __post_init__(self) -> None:
        if not len(self.names) == len(self.parents) == len(self.rest_positions) == len(self.skin_shares):
            raise InvalidSkeletonError(
                f"a body has {len(self.names)} names, {len(self.parents)} parents, {len(self.rest_positions)} "
                f"positions and {len(self.skin_shares)} skin shares, expected one of each per joint; "
                "give every joint all of them"
            )
        for joint, parent in enumerate(self.parents):
            if parent is not None and not 0 <= parent < joint:
                raise InvalidSkeletonError(
                    f"joint {joint} ({self.names[joint]}) has parent {parent}, expected a joint before it or "
                    "None; sort the joints so that parents come first"
                )

    @property
    def skin_middles(self) -> Float[np.ndarray, "joints 3"]:
        """The middle of each joint's skin at rest, body units; the joint itself where it has none."""
        return self.rest_positions + self.skin_offsets

    def __len__(self) -> int:
        return len(self.parents)
