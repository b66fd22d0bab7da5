"""Primitives of meshes as arrays: triangles, and whatever attributes the vertices carry."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float, Int, Shaped

from enliven.core.errors import EnlivenError, UnreadableFileError
from enliven.io.gltf import draco
from enliven.io.gltf.accessors import as_floats
from enliven.io.gltf.document import GltfDocument
from enliven.io.gltf.limits import MAX_MORPHED, within
from enliven.io.gltf.typed import Element, floats, whole

TRIANGLES, _STRIP, _FAN = 4, 5, 6
MODES = ("points", "lines", "a line loop", "a line strip", "triangles", "a triangle strip", "a triangle fan")
_TYPES: dict[str, tuple[Element, ...]] = {
    "POSITION": ("VEC3",),
    "NORMAL": ("VEC3",),
    "TEXCOORD": ("VEC2",),
    "COLOR": ("VEC3", "VEC4"),
    "JOINTS": ("VEC4",),
    "WEIGHTS": ("VEC4",),
}


@dataclass(frozen=True, slots=True, eq=False)
class Primitive:
    """One primitive in the axes of its mesh; ``attributes`` are arrays by their glTF name."""

    faces: Int[np.ndarray, "faces 3"]
    positions: Float[np.ndarray, "vertices 3"]  # default morph weights applied
    attributes: dict[str, np.ndarray]


def shows_triangles(stored: dict[str, Any]) -> bool:
    """Whether a stored primitive holds triangles with positions, rather than points or lines."""
    return stored.get("mode", TRIANGLES) >= TRIANGLES and "POSITION" in stored["attributes"]


def is_skinned(stored: dict[str, Any]) -> bool:
    """Whether a stored primitive names joints and weights."""
    return "JOINTS_0" in stored["attributes"] and "WEIGHTS_0" in stored["attributes"]


def read_primitive(document: GltfDocument, mesh: int, primitive: int, morph_weights: list[float]) -> Primitive:
    """Read a primitive of triangles with its default morph weights.

    Raises:
        EnlivenError: if an accessor is damaged, of another type or length, or a face names no vertex.
    """
    stored = document.root["meshes"][mesh]["primitives"][primitive]
    subject = f"{document.name}: mesh {mesh}, primitive {primitive}"
    mode = stored.get("mode", TRIANGLES)
    if draco.NAME in stored.get("extensions", {}):
        corners, packed = draco.decoded(document, stored, subject)
        attributes = _attributes(document, stored, packed, subject)
        mode = TRIANGLES  # whatever the file says: the decoder gives triangles
    else:
        attributes = _attributes(document, stored, {}, subject)
        corners = np.arange(len(attributes["POSITION"]))
        if "indices" in stored:
            corners = whole(document, stored["indices"], f"indices of mesh {mesh}", "SCALAR")
    positions = _morphed(document, stored, attributes["POSITION"], morph_weights, subject)
    if corners.size and corners.max() >= len(positions):
        raise UnreadableFileError(
            f"{subject}: a face names vertex {corners.max()}, expected numbers below {len(positions)}; the file is "
            "damaged, export it again"
        )
    return Primitive(faces=triangles(corners, mode), positions=positions, attributes=attributes)


def _attributes(
    document: GltfDocument, stored: dict[str, Any], packed: dict[str, np.ndarray], subject: str
) -> dict[str, np.ndarray]:
    attributes: dict[str, np.ndarray] = {}
    for name, accessor in stored["attributes"].items():
        kind = name.partition("_")[0]
        if kind not in _TYPES or (kind == "COLOR" and name != "COLOR_0"):
            continue
        if kind == "NORMAL" and not _sound_normals(document, stored, packed.get(name)):
            continue
        if name in packed:
            values = _unpacked(document, accessor, packed[name], kind, subject)
        elif kind == "JOINTS":
            values = whole(document, accessor, name, *_TYPES[kind])
        else:
            values = floats(document, accessor, name, *_TYPES[kind])
        attributes[name] = values
    counts = {name: len(values) for name, values in attributes.items()}
    if len(set(counts.values())) > 1:
        raise UnreadableFileError(
            f"{subject} has attributes of different lengths ({counts}), expected one length; the file is damaged, "
            "export it again"
        )
    return attributes


def _sound_normals(document: GltfDocument, stored: dict[str, Any], packed: np.ndarray | None) -> bool:
    """Whether normals can be read, one a vertex; they only serve previews, so damaged ones are passed over."""
    names = stored["attributes"]
    try:
        values = floats(document, names["NORMAL"], "NORMAL", "VEC3") if packed is None else packed
    except EnlivenError:
        return False
    return values.shape == (document.root["accessors"][names["POSITION"]]["count"], 3)


def _unpacked(
    document: GltfDocument, accessor: int, packed: np.ndarray, kind: str, subject: str
) -> Shaped[np.ndarray, "vertices components"]:
    width = packed.shape[1] if packed.ndim == 2 else 1
    if f"VEC{width}" not in _TYPES[kind]:
        raise UnreadableFileError(
            f"{subject}: {kind} unpacks to {width} numbers a vertex, expected {' or '.join(_TYPES[kind])}; the file is "
            "damaged, export it again"
        )
    return as_floats(document, accessor, packed).astype(np.int64 if kind == "JOINTS" else np.float64)


def triangles(corners: Int[np.ndarray, " corners"], mode: int) -> Int[np.ndarray, "faces 3"]:
    """Triangles of a list (4), strip (5) or fan (6) of corners; odd triangles of a strip are turned back."""
    if mode == TRIANGLES:
        return corners[: len(corners) // 3 * 3].reshape(-1, 3)
    first = np.arange(max(len(corners) - 2, 0))
    if mode == _FAN:
        return np.stack([corners[first + 1], corners[first + 2], corners[np.zeros_like(first)]], axis=1)
    odd = first % 2
    return np.stack([corners[first], corners[first + 1 + odd], corners[first + 2 - odd]], axis=1)


def _morphed(
    document: GltfDocument, stored: dict[str, Any], positions: np.ndarray, weights: list[float], subject: str
) -> Float[np.ndarray, "vertices 3"]:
    at_work = [
        (weight, target["POSITION"])
        for weight, target in zip(weights, stored.get("targets", []), strict=False)
        if weight and "POSITION" in target
    ]
    within(subject, len(at_work) * len(positions), MAX_MORPHED, "vertices times morph targets")
    for weight, target in at_work:
        positions = positions + weight * _offsets(document, target, len(positions), subject)
    return positions


def _offsets(document: GltfDocument, accessor: int, count: int, subject: str) -> Float[np.ndarray, "vertices 3"]:
    offsets = floats(document, accessor, "a morph target", "VEC3")
    if len(offsets) != count:
        raise UnreadableFileError(
            f"{subject} has a morph target of {len(offsets)} vertices, expected {count}; the file is damaged, export "
            "it again"
        )
    return offsets


def vertex_influences(
    attributes: dict[str, np.ndarray],
) -> tuple[Int[np.ndarray, "vertices influences"], Float[np.ndarray, "vertices influences"]] | None:
    """Joints and weights of every set (``JOINTS_0``, ``JOINTS_1``, ...); ``None`` without any.

    Weights are as stored, but for negative and infinite ones, which count as 0.
    """
    joints, weights = [], []
    while f"JOINTS_{len(joints)}" in attributes and f"WEIGHTS_{len(joints)}" in attributes:
        number = len(joints)
        joints.append(attributes[f"JOINTS_{number}"])
        stored = attributes[f"WEIGHTS_{number}"]
        weights.append(np.where(np.isfinite(stored) & (stored > 0.0), stored, 0.0))
    if not joints:
        return None
    return np.concatenate(joints, axis=1), np.concatenate(weights, axis=1)
