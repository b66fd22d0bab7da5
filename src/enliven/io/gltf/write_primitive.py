"""Skinning one primitive: its attributes in model space, with joints and weights."""

import copy
import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from jaxtyping import Float, Int

from enliven.core.errors import EnlivenError
from enliven.io.gltf.accessors import accessor_array, as_floats
from enliven.io.gltf.bake import Bake
from enliven.io.gltf.document import GltfDocument
from enliven.io.gltf.draco import decoded
from enliven.io.gltf.encodings import DRACO, is_compressed, is_quantized
from enliven.io.gltf.influences import stored_influences
from enliven.io.gltf.patch import INDICES, Patch
from enliven.io.gltf.primitives import triangles

_TRIANGLES = 4
_MOVED = ("POSITION", "NORMAL", "TANGENT")
_WIDTHS = {"NORMAL": 3, "TANGENT": 4}
_OFFSET_WIDTHS = {"POSITION": 3, "NORMAL": 3, "TANGENT": 3}


class PrimitiveWriter:
    """Adds what skinned primitives need to a document; equal arrays are added once."""

    def __init__(self, patch: Patch, document: GltfDocument, first_joint: int) -> None:
        self._patch, self._document, self._first_joint = patch, document, first_joint
        self._added: dict[bytes, int] = {}

    def positions(self, mesh: int, number: int) -> Float[np.ndarray, "vertices 3"]:
        """Positions of a primitive in the axes of its mesh."""
        return _Arrays(self._document, mesh, number).attribute("POSITION")

    def skinned(
        self, mesh: int, number: int, bake: Bake, weights: Float[np.ndarray, "vertices joints"]
    ) -> dict[str, Any]:
        """The primitive as it stands in the new mesh: same vertices in the same order, in model space, skinned.

        Accessors are shared with the old primitive where the mesh stands at the origin and they are plain; compressed
        and quantized ones are written out as floats.
        """
        arrays = _Arrays(self._document, mesh, number)
        new: dict[str, Any] = copy.deepcopy(arrays.stored)
        new["attributes"] = {
            name: self._attribute(name, accessor, arrays, bake)
            for name, accessor in arrays.stored["attributes"].items()
            if not name.startswith(("JOINTS_", "WEIGHTS_")) and arrays.sound(name, accessor, _WIDTHS)
        }
        kept = set(new["attributes"])
        influences = stored_influences(weights, first_joint=self._first_joint)
        new["attributes"]["JOINTS_0"] = self._append(influences.joints)
        new["attributes"]["WEIGHTS_0"] = self._append(influences.weights)
        if "targets" in new:
            new["targets"] = [
                {
                    name: self._offset(name, accessor, arrays, bake)
                    for name, accessor in target.items()
                    if arrays.sound(name, accessor, _OFFSET_WIDTHS) and (name not in _WIDTHS or name in kept)
                }
                for target in arrays.stored["targets"]
            ]
        self._set_corners(new, arrays, bake)
        if arrays.compressed:
            del new["extensions"][DRACO]
            if not new["extensions"]:
                del new["extensions"]
        return new

    def _attribute(self, name: str, accessor: int, arrays: "_Arrays", bake: Bake) -> int:
        moved = name in _MOVED and not bake.still
        if not moved and not arrays.encoded(name, accessor):
            return accessor
        values = arrays.attribute(name)
        if moved:
            turn = {"POSITION": bake.positions, "NORMAL": bake.normals, "TANGENT": bake.tangents}[name]
            values = turn(values)
        return self._append(values.astype(np.float32), bounds=name == "POSITION")

    def _offset(self, name: str, accessor: int, arrays: "_Arrays", bake: Bake) -> int:
        moved = name in _MOVED and not bake.still
        if not moved and not arrays.encoded(name, accessor):
            return accessor
        offsets = accessor_array(self._document, accessor).astype(np.float64)
        if moved and name == "POSITION":
            offsets = offsets @ bake.linear.T
        elif moved and name == "NORMAL":
            offsets = bake.normal_offsets(offsets, arrays.attribute("NORMAL"))
        elif moved:
            offsets = bake.tangent_offsets(offsets, arrays.attribute("TANGENT")[:, :3])
        return self._append(offsets.astype(np.float32), bounds=name == "POSITION")

    def _set_corners(self, new: dict[str, Any], arrays: "_Arrays", bake: Bake) -> None:
        """Write indices where they were compressed or where a mirroring turns triangles over."""
        mode = _TRIANGLES if arrays.compressed else new.get("mode", _TRIANGLES)
        turned = bake.mirrors and mode >= _TRIANGLES
        indices = new.get("indices")
        packed = arrays.compressed or (indices is not None and arrays.encoded("indices", indices))
        if not turned and not packed:
            return
        corners = arrays.corners()
        if turned:
            corners, mode = triangles(corners, mode)[:, ::-1].reshape(-1), _TRIANGLES
        if mode != new.get("mode", _TRIANGLES):
            new["mode"] = mode
        kind = np.uint16 if len(arrays.attribute("POSITION")) < 65535 else np.uint32
        new["indices"] = self._append(corners.astype(kind), target=INDICES)

    def _append(self, values: np.ndarray, *, bounds: bool = False, target: int | None = None) -> int:
        stamp = f"{values.dtype.str}{values.shape}{bounds}{target}".encode()
        key = hashlib.blake2b(np.ascontiguousarray(values).tobytes() + stamp, digest_size=16).digest()
        if key not in self._added:
            if target is None:
                self._added[key] = self._patch.append_attribute(_padded(values), bounds=bounds)
            else:
                self._added[key] = self._patch.append_accessors([values], bounded=[False], target=target)[0]
        return self._added[key]


def _padded(values: np.ndarray) -> np.ndarray:
    """Attributes of the file's own may be scalars; elements of floats are always whole words."""
    return values if values.ndim > 1 else values[:, None]


class _Arrays:
    """What a primitive holds, decoded, in the axes of its mesh."""

    def __init__(self, document: GltfDocument, mesh: int, number: int) -> None:
        self._document = document
        self.stored: dict[str, Any] = document.root["meshes"][mesh]["primitives"][number]
        self.compressed = DRACO in self.stored.get("extensions", {})
        self._subject = f"{document.name}: primitive {number} of mesh {mesh}"

    def encoded(self, name: str, accessor: int) -> bool:
        """Whether an accessor is compressed or quantized, so that it must be written anew."""
        stored = self._document.root["accessors"][accessor]
        return self.compressed or is_compressed(self._document.root, stored) or is_quantized(name, stored)

    def sound(self, name: str, accessor: int, widths: Mapping[str, int]) -> bool:
        """Whether vectors to be turned are there, one a vertex; reading passed damaged ones over, and so does this."""
        if name not in widths:
            return True
        packed = self.compressed and self.stored["attributes"].get(name) == accessor
        try:
            values = self._values(name) if packed else accessor_array(self._document, accessor)
        except EnlivenError:
            return False
        vertices = self._document.root["accessors"][self.stored["attributes"]["POSITION"]]["count"]
        return values.shape == (vertices, widths[name])

    def attribute(self, name: str) -> Float[np.ndarray, "vertices ..."]:
        """Values of an attribute as floats; positions that are not finite (no face uses them) lie on another vertex."""
        values = self._values(name)
        lost = np.flatnonzero(~np.isfinite(values.reshape(len(values), -1)).all(axis=1))
        if name != "POSITION" or not len(lost):
            return values
        mended = np.array(values)
        good = np.setdiff1d(np.arange(len(values)), lost)
        mended[lost] = values[good[0]] if len(good) else 0.0
        return mended

    def _values(self, name: str) -> Float[np.ndarray, "vertices ..."]:
        accessor = self.stored["attributes"][name]
        if self.compressed and name in self.stored["extensions"][DRACO]["attributes"]:
            raw = decoded(self._document, self.stored, self._subject)[1][name]
            return as_floats(self._document, accessor, raw).astype(np.float64)
        return accessor_array(self._document, accessor).astype(np.float64)

    def corners(self) -> Int[np.ndarray, " corners"]:
        """Vertices in the order of drawing."""
        if self.compressed:
            return decoded(self._document, self.stored, self._subject)[0]
        if "indices" in self.stored:
            return accessor_array(self._document, self.stored["indices"]).astype(np.int64)
        return np.arange(self._document.root["accessors"][self.stored["attributes"]["POSITION"]]["count"])
