"""OBJ statements as the parts of a scene: a piece for each group that stands alone, a part for each material of it."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Int

from enliven.core.mesh import Mesh
from enliven.core.scene import Appearance, Part
from enliven.geometry.polygons import triangulated
from enliven.io.colours import rgba_from_srgb
from enliven.io.mtl import ObjMaterial
from enliven.io.obj.pieces import faces_by_part, group_pieces
from enliven.io.obj.statements import ObjStatements
from enliven.io.obj.vertices import Vertices, agree, combined, shades_flat, value_numbers
from enliven.io.surface import polygon_notes, surface_notes


def parts_of(
    obj: ObjStatements,
    materials: dict[str, ObjMaterial],
    images: dict[str, bytes],
    name: str,
) -> tuple[list[Part], list[str]]:
    """Build the parts of an OBJ file and say what was done to it.

    Args:
        obj: its statements.
        materials: its materials by name.
        images: encoded images by the path in the material.
        name: the file's name, for messages.

    Returns:
        Parts in the order of their first vertex, and notes.

    Raises:
        UnreadableFileError: if no face has any area.
    """
    cut = triangulated(obj.positions, obj.corner_vertex, obj.counts)
    faces = obj.corner_vertex[cut.corners]
    notes = [*polygon_notes(obj.counts, cut), *surface_notes(name, obj.positions, faces)]
    pieces, names = group_pieces(obj, notes)
    normal_number = _useful_normals(obj, cut.corners, notes)
    uv_number = value_numbers(obj.corner_uv, obj.uvs, obj.corner_vertex)
    parts, extra = [], 0
    piece_of_face = pieces[obj.polygon_group[cut.polygons]]
    material_of_face = obj.polygon_material[cut.polygons]
    chosen = faces_by_part(piece_of_face, material_of_face, faces)
    for mine in chosen:
        piece, material_name = int(piece_of_face[mine[0]]), obj.materials[material_of_face[mine[0]]]
        corners = cut.corners[mine].reshape(-1)
        positions = obj.corner_vertex[corners]
        kept = np.arange(len(obj.positions)) if len(chosen) == 1 else np.unique(positions)
        look = _Look(corners, uv_number[corners], normal_number[corners])
        vertices = combined(positions, (look.uv_number, look.normal_number), kept)
        material = materials.get(material_name or "", ObjMaterial(name=material_name or ""))
        part = Part(
            name=names[piece] or material_name or name.rpartition(".")[0] or name,
            mesh=Mesh(vertices=obj.positions[vertices.source], faces=vertices.of_corner.reshape(-1, 3)),
            appearance=_appearance(obj, look, vertices, material, images),
            node=piece,
        )
        parts.append(part)
        extra += vertices.extra
    idle = len(obj.positions) - len(np.unique(faces)) if len(chosen) > 1 else 0
    return parts, notes + _vertex_notes(extra, idle)


def _vertex_notes(extra: int, idle: int) -> list[str]:
    notes = []
    if extra:
        notes.append(
            f"{extra:,} vertices were added behind the file's own, where a vertex has several texture coordinates or "
            "normals"
        )
    if idle:
        notes.append(f"{idle:,} vertices that no face uses were left out")
    return notes


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """The corners of a part and what they are drawn with; numbers are 0 where there is nothing."""

    corners: Int[np.ndarray, " corners"]
    uv_number: Int[np.ndarray, " corners"]
    normal_number: Int[np.ndarray, " corners"]


def _useful_normals(
    obj: ObjStatements, corners: Int[np.ndarray, "faces 3"], notes: list[str]
) -> Int[np.ndarray, " corners"]:
    """Numbers of normals, all 0 if some are missing or broken, or if they say no more than the faces do."""
    named, index = obj.corner_normal.named, obj.corner_normal.index
    none = np.zeros(len(named), dtype=np.int64)
    if not named.any():
        return none
    lengths = np.linalg.norm(obj.normals, axis=1)
    if not named.all() or (lengths[index] < 1e-6).any():
        notes.append("some corners have no proper normal; the normals were left out, faces are shaded flat")
        return none
    numbers = value_numbers(obj.corner_normal, obj.normals, obj.corner_vertex)
    if agree(obj.corner_vertex, numbers):
        return numbers
    flat = shades_flat(obj.positions[obj.corner_vertex[corners]], (obj.normals / lengths[:, None])[index[corners]])
    return none if flat else numbers


def _appearance(
    obj: ObjStatements, look: _Look, vertices: Vertices, material: ObjMaterial, images: dict[str, bytes]
) -> Appearance:
    """How a part looks. OBJ knows no back faces that are not drawn, so its materials are double-sided."""
    corner = look.corners[vertices.corner]
    uv = normals = None
    if look.uv_number.any():
        uv = np.where(obj.corner_uv.named[corner, None], obj.uvs[obj.corner_uv.index[corner]], 0.0)
        uv[:, 1] = 1.0 - uv[:, 1]  # OBJ has its origin at the lower left corner of the image, glTF at the upper left
    if look.normal_number.any():
        normals = obj.normals[obj.corner_normal.index[corner]]
        normals = normals / np.linalg.norm(normals, axis=1, keepdims=True)
    rgba = None if obj.srgb is None else rgba_from_srgb(obj.srgb[vertices.source])
    base = material.base_rgba
    return Appearance(
        name=material.name,
        base_rgba=(1.0, 1.0, 1.0, base[3]) if rgba is not None and material.rgb is None else base,
        vertex_rgba=rgba,
        uv=uv,
        normals=normals,
        image=images.get(material.image_path or ""),
        double_sided=True,
    )
