"""Primitives of meshes as arrays: triangles, and whatever attributes the vertices carry."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float, Int

from enliven.io.gltf.accessors import accessor_array
from enliven.io.gltf.document import GltfDocument

_TRIANGLES, _STRIP, _FAN = 4, 5, 6
MODES = ("points", "lines", "a line loop", "a line strip", "triangles", "a triangle strip", "a triangle fan")


@dataclass(frozen=True, slots=True, eq=False)
class Primitive:
    """One primitive in the axes of its mesh; ``attributes`` are arrays by their glTF name."""

    faces: Int[np.ndarray, "faces 3"]
    positions: Float[np.ndarray, "vertices 3"]  # default morph weights applied
    attributes: dict[str, np.ndarray]


def read_primitive(document: GltfDocument, mesh: int, primitive: int, morph_weights: list[float]) -> Primitive | None:
    """Read one primitive; ``None`` if it holds no triangles (points, lines) or no positions."""
    stored = document.root["meshes"][mesh]["primitives"][primitive]
    mode = stored.get("mode", _TRIANGLES)
    if mode < _TRIANGLES or "POSITION" not in stored["attributes"]:
        return None
    attributes = {
        name: accessor_array(document, accessor)
        for name, accessor in stored["attributes"].items()
        if name.startswith(("POSITION", "TEXCOORD_", "COLOR_0", "JOINTS_", "WEIGHTS_"))
    }
    positions = attributes["POSITION"].astype(np.float64)
    corners = np.arange(len(positions))
    if "indices" in stored:
        corners = accessor_array(document, stored["indices"]).astype(np.int64)
    return Primitive(
        faces=triangles(corners, mode),
        positions=_morphed(document, stored, positions, morph_weights),
        attributes=attributes,
    )


def triangles(corners: Int[np.ndarray, " corners"], mode: int) -> Int[np.ndarray, "faces 3"]:
    """Triangles of a list (4), strip (5) or fan (6) of corners; odd triangles of a strip are turned back."""
    if mode == _TRIANGLES:
        return corners[: len(corners) // 3 * 3].reshape(-1, 3)
    count = max(len(corners) - 2, 0)
    first = np.arange(count)
    if mode == _FAN:
        return np.stack([corners[first + 1], corners[first + 2], corners[np.zeros_like(first)]], axis=1)
    odd = first % 2
    return np.stack([corners[first], corners[first + 1 + odd], corners[first + 2 - odd]], axis=1)


def _morphed(document: GltfDocument, stored: dict[str, Any], positions: np.ndarray, weights: list[float]) -> np.ndarray:
    for weight, target in zip(weights, stored.get("targets", []), strict=False):
        if weight and "POSITION" in target:
            positions = positions + weight * accessor_array(document, target["POSITION"])
    return positions


def morph_targets(document: GltfDocument, mesh: int, primitive: int) -> Float[np.ndarray, "targets vertices 3"] | None:
    """Position offsets of every morph target in the axes of the mesh; ``None`` without targets."""
    stored = document.root["meshes"][mesh]["primitives"][primitive]
    targets = stored.get("targets", [])
    if not targets:
        return None
    count = document.root["accessors"][stored["attributes"]["POSITION"]]["count"]
    still = np.zeros((count, 3))
    return np.stack(
        [
            accessor_array(document, target["POSITION"]).astype(np.float64) if "POSITION" in target else still
            for target in targets
        ]
    )


def vertex_influences(
    attributes: dict[str, np.ndarray],
) -> tuple[Int[np.ndarray, "vertices influences"], Float[np.ndarray, "vertices influences"]] | None:
    """Joints and weights of every set (``JOINTS_0``, ``JOINTS_1``, ...), weights as stored; ``None`` without any."""
    joints, weights = [], []
    while f"JOINTS_{len(joints)}" in attributes and f"WEIGHTS_{len(joints)}" in attributes:
        number = len(joints)
        joints.append(attributes[f"JOINTS_{number}"].astype(np.int64))
        weights.append(attributes[f"WEIGHTS_{number}"].astype(np.float64))
    if not joints:
        return None
    return np.concatenate(joints, axis=1), np.concatenate(weights, axis=1)
