"""How vertices follow joints."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.core.errors import InvalidSkinError


@dataclass(frozen=True, slots=True, eq=False)
class Skin:
    """Weights of vertices over joints; each row is a convex combination.

    ``joint_from_mesh`` are the inverse bind matrices: they take a vertex of the model at rest to the joint's axes.

    Raises:
        InvalidSkinError: if a weight is negative or not finite, a row does not sum to 1, or sizes differ.
    """

    weights: Float[np.ndarray, "vertices joints"]
    joint_from_mesh: Float[np.ndarray, "joints 4 4"]

    def __post_init__(self) -> None:
        if self.weights.shape[1] != len(self.joint_from_mesh):
            raise InvalidSkinError(
                f"a skin has weights over {self.weights.shape[1]} joints and {len(self.joint_from_mesh)} inverse "
                "bind matrices, expected as many of each; give every joint both"
            )
        if self.weights.size and not self.weights.min() >= 0.0:
            worst = int(np.argmin(np.nan_to_num(self.weights, nan=-np.inf).min(axis=1)))
            raise InvalidSkinError(
                f"skin weights of vertex {worst} go down to {self.weights[worst].min():.4f}, expected 0 or more; "
                "call geometry.skinning.normalised_weights first"
            )
        off = np.abs(self.weights.sum(axis=1) - 1.0)
        if off.size and not off.max() <= 1e-4:
            worst = int(off.argmax())
            raise InvalidSkinError(
                f"skin weights of vertex {worst} sum to {self.weights[worst].sum():.4f}, expected 1; "
                "call geometry.skinning.normalised_weights first"
            )
