"""Parts of a scene made ready for drawing once, so that every frame only needs the vertices."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from jaxtyping import Float, Int

from enliven.core.scene import Appearance, Part
from enliven.render.rasteriser import Cutouts
from enliven.render.smoothing import normal_groups
from enliven.render.textures import Textures, decoded, texture_table

PLAIN_RGB = (0.62, 0.64, 0.67)
"""Linear colour of a part whose texture is missing or cannot be decoded."""


class Paint(NamedTuple):
    """Colours of faces; arrays only, as compiled loops want them."""

    part: np.ndarray  # int32 [faces]
    base_rgb: np.ndarray  # float32 [parts 3], linear
    texture: np.ndarray  # int32 [parts]; negative for none
    coloured: np.ndarray  # bool [parts]: whether vertex_rgb counts
    vertex_rgb: np.ndarray  # float32 [vertices 3], linear
    uv: np.ndarray  # float32 [vertices 2]
    density: np.ndarray  # float32 [faces]: texels of the first level per metre


@dataclass(frozen=True, slots=True, eq=False)
class Drawable:
    """All that stays the same from frame to frame."""

    faces: Int[np.ndarray, "faces 3"]
    groups: Int[np.ndarray, "faces 3"]  # number of the normal of each corner
    normals: int
    paint: Paint
    textures: Textures
    cutouts: Cutouts | None
    notes: tuple[str, ...]


def drawable(parts: Sequence[Part]) -> Drawable:
    """Decode textures (each once), number normals and pack everything into arrays.

    Args:
        parts: at rest; at least one.

    Returns:
        The drawable; a texture that cannot be decoded is replaced by a plain colour and named in ``notes``.
    """
    starts = np.cumsum([0] + [len(part.mesh.vertices) for part in parts])
    faces = np.concatenate([part.mesh.faces + start for part, start in zip(parts, starts[:-1], strict=True)])
    vertices = np.concatenate([part.mesh.vertices for part in parts])
    part_of_face = np.repeat(np.arange(len(parts), dtype=np.int32), [len(part.mesh.faces) for part in parts])
    images, texture_of_part, notes = _unique_textures(parts)
    textures = texture_table([image.rgba for image in images], [image.sharp for image in images])
    looks = [part.appearance for part in parts]
    uv = np.concatenate([_or_zeros(part, part.appearance.uv, 2) for part in parts])
    plain = [look.image is not None and texture_of_part[k] < 0 for k, look in enumerate(looks)]
    base = [PLAIN_RGB if plain[k] else look.base_rgba[:3] for k, look in enumerate(looks)]
    paint = Paint(
        part=part_of_face,
        base_rgb=np.array(base, dtype=np.float32).reshape(-1, 3).clip(0.0, 1.0),
        texture=texture_of_part,
        coloured=np.array([look.vertex_rgba is not None for look in looks], dtype=np.bool_),
        vertex_rgb=np.concatenate([_or_zeros(part, part.appearance.vertex_rgba, 3) for part in parts]),
        uv=uv,
        density=_densities(vertices, uv, faces, texture_of_part[part_of_face], textures),
    )
    groups, normals = normal_groups(parts)
    return Drawable(
        faces=np.ascontiguousarray(faces, dtype=np.int32),
        groups=groups,
        normals=normals,
        paint=paint,
        textures=textures,
        cutouts=_cutouts(looks, paint, textures),
        notes=tuple(notes),
    )


def _or_zeros(part: Part, values: np.ndarray | None, columns: int) -> np.ndarray:
    if values is None:
        return np.zeros((len(part.mesh.vertices), columns), np.float32)
    return np.nan_to_num(values[:, :columns], nan=0.0, posinf=0.0, neginf=0.0).astype(np.float32)


def _unique_textures(parts: Sequence[Part]) -> tuple[list, np.ndarray, list[str]]:
    images, numbers, notes = [], {}, []
    of_part = np.full(len(parts), -1, np.int32)
    for k, part in enumerate(parts):
        look = part.appearance
        if look.image is None or look.uv is None:
            continue
        if look.image not in numbers:
            image = decoded(look.image)
            numbers[look.image] = len(images) if image.rgba is not None else -1
            if image.rgba is None:
                notes.append(
                    f"the texture of {look.name or part.name} {image.problem}, "
                    "so the preview shows a plain colour; save it as PNG or JPEG"
                )
            else:
                images.append(image)
        of_part[k] = numbers[look.image]
    return images, of_part, notes


def _densities(
    vertices: np.ndarray, uv: np.ndarray, faces: np.ndarray, texture: np.ndarray, textures: Textures
) -> Float[np.ndarray, " faces"]:
    """Square root of texels per square metre of every face, at rest."""
    density = np.zeros(len(faces), np.float32)
    drawn = np.flatnonzero(texture >= 0)
    a, b, c = np.moveaxis(vertices[faces[drawn]], 1, 0)
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    d, e, f = np.moveaxis(uv[faces[drawn]].astype(np.float64), 1, 0)
    covered = np.abs((e - d)[:, 0] * (f - d)[:, 1] - (e - d)[:, 1] * (f - d)[:, 0])
    texels = covered * textures.layout[texture[drawn], 0, 1:].prod(axis=1)
    density[drawn] = np.sqrt(texels / np.maximum(area, 1e-12))
    return density


def _cutouts(looks: Sequence[Appearance], paint: Paint, textures: Textures) -> Cutouts | None:
    masked = np.array([look.alpha_cutoff is not None for look in looks], dtype=np.bool_)
    open_ = masked | np.array([look.blended for look in looks], dtype=np.bool_)
    if not open_.any():
        return None
    opacity = np.where(open_, [look.base_rgba[3] for look in looks], 1.0).astype(np.float32)
    threshold = np.where(masked, [look.alpha_cutoff or 0.0 for look in looks], -1.0).astype(np.float32)
    return Cutouts(
        image=np.where(open_, paint.texture, -1).astype(np.int32)[paint.part],
        opacity=opacity[paint.part],
        threshold=threshold[paint.part],
        uv=paint.uv,
        alpha=textures.alpha,
        layout=textures.alpha_layout,
    )
