"""A triangle mesh: the shape that moves."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from enliven.core.errors import InvalidMeshError


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """Triangles over vertices, in metres, +Y up, +Z front. Winding is counter-clockwise seen from outside.

    Raises:
        InvalidMeshError: if a vertex is not finite or a face names a vertex that is not there.
    """

    vertices: Float[np.ndarray, "vertices 3"]
    faces: Int[np.ndarray, "faces 3"]

    def __post_init__(self) -> None:
        finite = np.isfinite(self.vertices).all(axis=1)
        if not finite.all():
            worst = int(np.flatnonzero(~finite)[0])
            raise InvalidMeshError(
                f"vertex {worst} is {self.vertices[worst].tolist()}, expected finite coordinates; "
                "remove NaN and infinite vertices in a 3D editor"
            )
        if self.faces.size and (self.faces.min() < 0 or self.faces.max() >= len(self.vertices)):
            bad = np.flatnonzero(((self.faces < 0) | (self.faces >= len(self.vertices))).any(axis=1))[0]
            raise InvalidMeshError(
                f"face {bad} names vertices {self.faces[bad].tolist()}, expected numbers from 0 to "
                f"{len(self.vertices) - 1}; the file is damaged, export it again"
            )


def concatenate(meshes: list[Mesh]) -> Mesh:
    """Join meshes into one, in order; vertices and faces keep their order, nothing is merged."""
    if not meshes:
        return Mesh(vertices=np.zeros((0, 3)), faces=np.zeros((0, 3), dtype=np.int64))
    starts = np.cumsum([0] + [len(mesh.vertices) for mesh in meshes[:-1]])
    return Mesh(
        vertices=np.concatenate([mesh.vertices for mesh in meshes]),
        faces=np.concatenate([mesh.faces + start for mesh, start in zip(meshes, starts, strict=True)]),
    )
