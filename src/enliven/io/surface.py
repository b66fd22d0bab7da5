"""What every reader asks of a surface before it becomes a scene: faces, finite vertices, some area, a sensible size."""

import numpy as np
from jaxtyping import Float, Int

from enliven.core.errors import LimitExceededError, UnreadableFileError
from enliven.geometry.polygons import Triangulation
from enliven.io.gltf.limits import MAX_COORDINATE_M, MAX_FACES, MAX_VERTICES

_LARGE_M, _SMALL_M = 100.0, 0.001


def refuse_over_limit(name: str, count: int, what: str) -> None:
    """Refuse counts over the stated limit, before anything is allocated for them.

    Args:
        name: the file's name.
        count: how many the file says it holds.
        what: "vertices" or "faces".

    Raises:
        LimitExceededError: if there are too many.
    """
    limit = MAX_VERTICES if what == "vertices" else MAX_FACES
    if count > limit:
        raise LimitExceededError(
            f"{name} says that it holds {count:,} {what}, expected at most {limit:,}; "
            "make it smaller with a 3D editor's decimate tool"
        )


def refuse_over_size(name: str, count: int, what: str, least_bytes: int, available: int) -> None:
    """Refuse a header that promises more than the file can hold.

    Args:
        name: the file's name.
        count: how many the header promises.
        what: "vertices", "faces" or "triangles".
        least_bytes: the fewest bytes one of them can take.
        available: bytes that are left in the file.

    Raises:
        UnreadableFileError: if they do not fit.
    """
    if count * least_bytes > available:
        raise UnreadableFileError(
            f"{name}: the header promises {count:,} {what}, but only {max(available, 0):,} bytes follow, expected at "
            f"least {count * least_bytes:,}; the file is cut short or damaged, get it again"
        )


def refuse_no_faces(name: str, vertices: int, faces: int) -> None:
    """Refuse point clouds and empty files.

    Args:
        name: the file's name.
        vertices: how many it holds.
        faces: how many it holds.

    Raises:
        UnreadableFileError: if there is nothing to animate.
    """
    if vertices == 0:
        raise UnreadableFileError(
            f"{name} holds no vertices, expected a mesh; export it again with the mesh selected and visible"
        )
    if faces == 0:
        raise UnreadableFileError(
            f"{name} is a point cloud of {vertices:,} vertices without faces, expected a mesh; "
            "make a surface of it first (in MeshLab: Filters, Remeshing, Screened Poisson)"
        )


def refuse_not_finite(name: str, vertices: Float[np.ndarray, "vertices 3"]) -> None:
    """Refuse NaN, infinite and astronomically large coordinates (GLB holds 32-bit numbers).

    Args:
        name: the file's name.
        vertices: all of them.

    Raises:
        UnreadableFileError: naming the first bad vertex.
    """
    bad = ~(np.abs(vertices) < MAX_COORDINATE_M).all(axis=1)
    if bad.any():
        first = int(np.argmax(bad))
        place = ", ".join(f"{coordinate:g}" for coordinate in vertices[first])
        raise UnreadableFileError(
            f"{name}: vertex {first} lies at ({place}), expected finite coordinates; "
            f"{int(bad.sum()):,} of {len(vertices):,} vertices are like this, repair the mesh in a 3D editor"
        )


def refuse_out_of_range(
    name: str, items: Int[np.ndarray, " corners"], counts: Int[np.ndarray, " faces"], vertices: int
) -> None:
    """Refuse faces that name vertices which are not there.

    Args:
        name: the file's name.
        items: vertex numbers of all faces, from 0.
        counts: corners of each face.
        vertices: how many there are.

    Raises:
        UnreadableFileError: naming the first bad face.
    """
    bad = (items < 0) | (items >= vertices)
    if bad.any():
        corner = int(np.argmax(bad))
        face = int(np.searchsorted(np.cumsum(counts), corner, side="right"))
        raise UnreadableFileError(
            f"{name}: face {face} names vertex {int(items[corner])}, expected 0 to {vertices - 1}; "
            "the file is damaged, export it again"
        )


def surface_notes(
    name: str, vertices: Float[np.ndarray, "vertices 3"], faces: Int[np.ndarray, "faces 3"]
) -> tuple[str, ...]:
    """Check a whole surface and say what is odd about it; nothing is changed.

    Args:
        name: the file's name.
        vertices: metres.
        faces: vertex numbers, in range.

    Returns:
        A sentence for each oddity: faces without area, a size that metres do not explain.

    Raises:
        UnreadableFileError: if no face has any area.
    """
    flat = _flat_faces(vertices, faces)
    if flat == len(faces):
        raise UnreadableFileError(
            f"{name}: none of its {len(faces):,} faces has any area, expected a surface; export the mesh again"
        )
    kept = [f"{flat:,} of {len(faces):,} faces have no area; they were kept"] if flat else []
    return (*kept, *size_notes(vertices[np.unique(faces)]))


def size_notes(vertices: Float[np.ndarray, "vertices 3"]) -> tuple[str, ...]:
    """Say if a size is one that metres do not explain; nothing is changed.

    Args:
        vertices: those that faces use, or the corners of boxes about them, metres.
    """
    size = float(np.ptp(vertices, axis=0).max()) if len(vertices) else 0.0
    if _SMALL_M <= size <= _LARGE_M:
        return ()
    return (
        f"the model is {size:.3g} m long, as the file's numbers are taken as metres; they were kept, "
        "scale it in a 3D editor if the unit was another",
    )


def has_area(vertices: Float[np.ndarray, "vertices 3"], faces: Int[np.ndarray, "faces 3"]) -> bool:
    """Whether any face has an area; looks no further than the first pieces where one has."""
    step = 10_000
    return any(
        _flat_faces(vertices, faces[start : start + step]) < len(faces[start : start + step])
        for start in range(0, len(faces), step)
    )


def _flat_faces(vertices: Float[np.ndarray, "vertices 3"], faces: Int[np.ndarray, "faces 3"]) -> int:
    """How many faces have no area: two corners at one place, or all three on a line."""
    flat = 0
    for start in range(0, len(faces), 1_000_000):  # by pieces, to hold little memory
        a, b, c = np.moveaxis(vertices[faces[start : start + 1_000_000]], 1, 0)
        sides, other = b - a, c - a
        doubled = np.linalg.norm(np.cross(sides, other), axis=1)
        longest = np.maximum(np.linalg.norm(sides, axis=1), np.linalg.norm(other, axis=1))
        flat += int((doubled <= 1e-12 * longest**2).sum())
    return flat


def polygon_notes(counts: Int[np.ndarray, " polygons"], cut: Triangulation) -> list[str]:
    """Say which polygons were cut into triangles.

    Args:
        counts: corners of each polygon.
        cut: how they were cut.

    Returns:
        No sentence, or one or two.
    """
    notes = []
    cut_up = int((counts > 3).sum())
    if cut_up:
        notes.append(f"{cut_up:,} of {len(counts):,} faces have more than 3 corners; they were cut into triangles")
    if cut.unclipped:
        notes.append(f"{cut.unclipped:,} faces are too intricate to be cut well; parts of them may overlap")
    return notes
