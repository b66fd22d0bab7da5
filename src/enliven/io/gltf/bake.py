"""Vertex attributes carried from the axes of a mesh into model space."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

_NO_LENGTH = 1e-20


@dataclass(frozen=True, slots=True, eq=False)
class Bake:
    """An affine map of a mesh into model space, ready for positions, directions and normals."""

    model_from_mesh: Float[np.ndarray, "4 4"]

    @property
    def linear(self) -> Float[np.ndarray, "3 3"]:
        """The map without its translation."""
        return self.model_from_mesh[:3, :3]

    @property
    def mirrors(self) -> bool:
        """Whether triangles turn over, so that their winding must be reversed."""
        return bool(np.linalg.det(self.linear) < 0.0)

    @property
    def still(self) -> bool:
        """Whether the map leaves everything where it is."""
        return bool(np.abs(self.model_from_mesh - np.eye(4)).max() < 1e-7)

    def normal_matrix(self) -> Float[np.ndarray, "3 3"]:
        """What turns normals: the inverse transpose up to a positive factor, defined for flat maps too."""
        x, y, z = self.linear.T  # columns
        cofactors = np.stack([np.cross(y, z), np.cross(z, x), np.cross(x, y)], axis=1)
        return -cofactors if self.mirrors else cofactors

    def positions(self, positions: Float[np.ndarray, "vertices 3"]) -> Float[np.ndarray, "vertices 3"]:
        """Points in model space."""
        return positions @ self.linear.T + self.model_from_mesh[:3, 3]

    def normals(self, normals: Float[np.ndarray, "vertices 3"]) -> Float[np.ndarray, "vertices 3"]:
        """Unit normals in model space; those without a direction point up."""
        turned = normals @ self.normal_matrix().T
        return turned_to_unit(turned, fallback=(0.0, 1.0, 0.0))

    def tangents(self, tangents: Float[np.ndarray, "vertices 4"]) -> Float[np.ndarray, "vertices 4"]:
        """Unit tangents in model space with their handedness, which a mirroring turns over."""
        turned = turned_to_unit(tangents[:, :3] @ self.linear.T, fallback=(1.0, 0.0, 0.0))
        hand = np.where(tangents[:, 3:] < 0.0, -1.0, 1.0) * (-1.0 if self.mirrors else 1.0)
        return np.concatenate([turned, hand], axis=1)

    def normal_offsets(
        self, offsets: Float[np.ndarray, "vertices 3"], normals: Float[np.ndarray, "vertices 3"]
    ) -> Float[np.ndarray, "vertices 3"]:
        """Offsets of morphed normals, scaled as the normals themselves were."""
        return _scaled_like(offsets, normals, self.normal_matrix())

    def tangent_offsets(
        self, offsets: Float[np.ndarray, "vertices 3"], tangents: Float[np.ndarray, "vertices 3"]
    ) -> Float[np.ndarray, "vertices 3"]:
        """Offsets of morphed tangents, scaled as the tangents themselves were."""
        return _scaled_like(offsets, tangents, self.linear)


def _scaled_like(offsets: np.ndarray, directions: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    lengths = np.linalg.norm(directions @ matrix.T, axis=1, keepdims=True)
    return offsets @ matrix.T / np.where(lengths > _NO_LENGTH, lengths, 1.0)


def turned_to_unit(
    vectors: Float[np.ndarray, "vertices 3"], fallback: tuple[float, float, float]
) -> Float[np.ndarray, "vertices 3"]:
    """Vectors of length 1; those that have no direction (zero or not finite) become the fallback."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    lost = ~((lengths > _NO_LENGTH) & np.isfinite(lengths))
    return np.where(lost, fallback, vectors / np.where(lost, 1.0, lengths))
