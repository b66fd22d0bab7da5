"""A PLY file as the one part of a scene."""

import numpy as np
from jaxtyping import Float, Int

from enliven.core.errors import UnreadableFileError
from enliven.core.mesh import Mesh
from enliven.core.scene import Appearance, Part
from enliven.geometry.polygons import triangulated
from enliven.io.beside import Resolve
from enliven.io.colours import rgba_from_srgb, spread_to_vertices
from enliven.io.pictures import storable_picture
from enliven.io.ply.body import Ragged, Table, read_tables
from enliven.io.ply.header import Header, parse_header
from enliven.io.ply.strips import strip_triangles
from enliven.io.surface import (
    polygon_notes,
    refuse_no_faces,
    refuse_not_finite,
    refuse_out_of_range,
    surface_notes,
)

_COLOURS = (("red", "green", "blue"), ("r", "g", "b"), ("diffuse_red", "diffuse_green", "diffuse_blue"))
_UVS = (("s", "t"), ("u", "v"), ("texture_u", "texture_v"))
_LISTS = ("vertex_indices", "vertex_index")


def parse_ply(data: bytes, name: str, resolve: Resolve) -> tuple[list[Part], list[str]]:
    """Read a PLY file.

    Args:
        data: the bytes of the file.
        name: its name, for messages.
        resolve: gives the image that a ``TextureFile`` comment names.

    Returns:
        One part with the file's vertices in their order, and what was repaired or left out.

    Raises:
        EnlivenError: if the file is damaged or holds no surface.
    """
    header = parse_header(data, name)
    tables = read_tables(data, header, ("vertex", "face", "tristrips"), name)
    vertex, face = tables.get("vertex", {}), tables.get("face", {})
    vertices = _columns(vertex, ("x", "y", "z"))
    if vertices is None:
        held = ", ".join(vertex) or "none"
        raise UnreadableFileError(
            f"{name}: its vertices have the properties {held}, expected x, y and z; export it as a mesh again"
        )
    polygons = _polygons(face, tables.get("tristrips", {}))
    refuse_no_faces(name, len(vertices), len(polygons.counts))
    refuse_not_finite(name, vertices)
    notes: list[str] = []
    kept = polygons.counts >= 3
    items = polygons.items[np.repeat(kept, polygons.counts)]
    counts = polygons.counts[kept]
    refuse_no_faces(name, len(vertices), len(counts))
    refuse_out_of_range(name, items, counts, len(vertices))
    if not kept.all():
        notes.append(f"{int((~kept).sum()):,} faces with fewer than 3 corners were left out")
    cut = triangulated(vertices, items, counts)
    faces = items[cut.corners]
    notes += [*polygon_notes(counts, cut), *surface_notes(name, vertices, faces)]
    rgba = _rgba(vertex)
    face_rgba = _rgba(face)
    if rgba is None and face_rgba is not None and len(face_rgba) == len(kept):
        rgba = spread_to_vertices(face_rgba[kept][cut.polygons], faces, len(vertices))
        notes.append("the colours of faces were spread to their vertices")
    look = _appearance(vertex, header, rgba, resolve, notes)
    part = Part(name=name.rpartition(".")[0] or name, mesh=Mesh(vertices, faces), appearance=look, node=0)
    return [part], notes


def _polygons(face: Table, strips: Table) -> Ragged:
    """The corners of all faces; a list that holds no whole numbers keeps its values, to be refused."""
    held = next((face[key] for key in _LISTS if isinstance(face.get(key), Ragged)), None)
    strip = next((strips[key] for key in _LISTS if isinstance(strips.get(key), Ragged)), None)
    found = [Ragged(_whole(some.items), some.counts) for some in (held, strip) if isinstance(some, Ragged)]
    if isinstance(strip, Ragged):
        triangles = strip_triangles(found[-1].items, found[-1].counts)
        found[-1] = Ragged(triangles.reshape(-1), np.full(len(triangles), 3, dtype=np.int64))
    return Ragged(
        np.concatenate([np.zeros(0, dtype=np.int64), *(some.items for some in found)]),
        np.concatenate([np.zeros(0, dtype=np.int64), *(some.counts for some in found)]),
    )


def _whole(items: np.ndarray) -> Int[np.ndarray, " items"]:
    """Whole numbers; what is none, or does not fit, is -2, which no file may name."""
    if items.dtype.kind == "f":
        return np.where((np.abs(items) < 2**53) & (items == np.floor(items)), items, -2.0).astype(np.int64)
    if items.dtype == np.uint64:
        return np.where(items < 2**62, items, 0).astype(np.int64) - 2 * (items >= 2**62)
    return items.astype(np.int64)


def _columns(table: Table, names: tuple[str, ...]) -> Float[np.ndarray, "rows columns"] | None:
    """Some properties side by side; ``None`` if one of them is not there."""
    columns = [table.get(key) for key in names]
    if any(not isinstance(column, np.ndarray) for column in columns):
        return None
    with np.errstate(invalid="ignore"):  # NaNs are refused later, with their place
        return np.stack([np.asarray(column, dtype=np.float64) for column in columns], axis=1)


def _rgba(table: Table) -> Float[np.ndarray, "rows 4"] | None:
    """Colours of vertices or faces as linear RGBA: whole numbers up to 255 or 65535, or fractions."""
    for names in _COLOURS:
        srgb = _columns(table, names)
        if srgb is None or not len(srgb):
            continue
        alpha = table.get("alpha")
        if isinstance(alpha, np.ndarray):
            srgb = np.concatenate([srgb, np.asarray(alpha, dtype=np.float64)[:, None]], axis=1)
        if not np.isfinite(srgb).all() or srgb.min() < 0.0:
            return None
        scale = 1.0 if srgb.max() <= 1.0 and not _is_whole(table[names[0]]) else 255.0
        rgba = rgba_from_srgb(srgb / (65535.0 if srgb.max() > 255.0 else scale))
        return rgba if rgba[:, 3].any() else np.concatenate([rgba[:, :3], np.ones((len(rgba), 1))], axis=1)
    return None


def _is_whole(column: np.ndarray | Ragged) -> bool:
    return isinstance(column, np.ndarray) and column.dtype.kind in "iu"


def _appearance(
    vertex: Table, header: Header, rgba: np.ndarray | None, resolve: Resolve, notes: list[str]
) -> Appearance:
    """How the surface looks; PLY knows no back faces that are not drawn, so it is double-sided."""
    uv = next((found for names in _UVS if (found := _columns(vertex, names)) is not None), None)
    image = None
    if uv is not None:
        uv = np.where(np.isfinite(uv), uv, 0.0)
        uv[:, 1] = 1.0 - uv[:, 1]  # PLY files put the origin at the lower left corner of the image, glTF upper left
        image = _picture(header, resolve, notes)
    normals = _columns(vertex, ("nx", "ny", "nz"))
    if normals is not None:
        length = np.linalg.norm(normals, axis=1)
        if not (np.isfinite(length) & (length > 1e-6)).all():
            notes.append("some vertices have no proper normal; the normals were left out, faces are shaded flat")
            normals = None
        else:
            normals = normals / length[:, None]
    white = rgba is not None or image is not None
    return Appearance(
        base_rgba=(1.0, 1.0, 1.0, 1.0) if white else (0.8, 0.8, 0.8, 1.0),
        vertex_rgba=rgba,
        uv=uv,
        normals=normals,
        image=image,
        double_sided=True,
    )


def _picture(header: Header, resolve: Resolve, notes: list[str]) -> bytes | None:
    """The image that a comment ``TextureFile NAME`` names, as MeshLab and others write it."""
    for comment in header.comments:
        keyword, _, path = comment.partition(" ")
        if keyword.lower() != "texturefile" or not path.strip():
            continue
        try:
            data = resolve(path.strip().replace("\\", "/"))
        except UnreadableFileError:  # it leads out of the folder
            data = None
        if data is not None:
            return storable_picture(data, path.strip(), notes)
        notes.append(f"the image {path.strip()[:100]} is not beside the file; the surface has a plain colour")
    return None
