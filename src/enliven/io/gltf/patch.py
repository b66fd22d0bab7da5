"""A document that grows: whatever was there keeps its number and its bytes, new things come behind it."""

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np
from jaxtyping import Shaped

from enliven.io.gltf.document import GltfDocument
from enliven.io.gltf.pack import embedded, json_text

_COMPONENTS = {"i1": 5120, "u1": 5121, "i2": 5122, "u2": 5123, "u4": 5125, "f4": 5126}
_KINDS = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}
ARRAY, INDICES = 34962, 34963  # what a buffer view of a mesh is for


class Patch:
    """A copy of a document under change; ``root`` may be edited freely, the document read stays as it is."""

    def __init__(self, document: GltfDocument) -> None:
        self._before = embedded(document)
        self.root: dict[str, Any] = copy.deepcopy(self._before.root)
        self._stored = self._before.buffers[0] if self._before.buffers else b""
        self._added = bytearray()

    @property
    def name(self) -> str:
        """File name, for messages."""
        return self._before.name

    def append(self, group: str, value: dict[str, Any]) -> int:
        """Add an object to one of the top-level arrays (``nodes``, ``skins``, ...); return its number."""
        values = self.root.setdefault(group, [])
        values.append(value)
        return len(values) - 1

    def append_view(self, data: bytes, *, target: int | None = None, stride: int | None = None) -> int:
        """Add bytes, starting at a multiple of four."""
        start = len(self._stored) + (-len(self._stored) % 4) + len(self._added)
        self._added += data + bytes(-len(data) % 4)
        view: dict[str, Any] = {"buffer": 0, "byteOffset": start, "byteLength": len(data)}
        if stride is not None:
            view["byteStride"] = stride
        if target is not None:
            view["target"] = target
        return self.append("bufferViews", view)

    def append_accessors(
        self,
        arrays: Sequence[Shaped[np.ndarray, "_ ..."]],
        *,
        bounded: Sequence[bool],
        normalized: bool = False,
        target: int | None = None,
    ) -> list[int]:
        """Add arrays behind one another in one buffer view.

        Args:
            arrays: ``[count]``, ``[count components]`` or, for matrices, ``[count 4 4]`` (written by columns); the
                dtype is the component type. Vertex attributes must have elements of a multiple of four bytes.
            bounded: which accessors state their smallest and largest values.
            normalized: whether integers stand for fractions.
            target: ``ARRAY``, ``INDICES`` or ``None`` for data that is not of a mesh.

        Returns:
            The numbers of the accessors.
        """
        columns = [np.swapaxes(values, 1, 2) if values.ndim == 3 else values for values in arrays]
        chunks = [np.ascontiguousarray(values).tobytes() for values in columns]
        padded = [chunk + bytes(-len(chunk) % 4) for chunk in chunks]
        view = self.append_view(b"".join(padded), target=target)
        numbers, start = [], 0
        for values, chunk, bounds in zip(arrays, padded, bounded, strict=True):
            flat = values.reshape(len(values), -1)
            accessor: dict[str, Any] = {"bufferView": view, "byteOffset": start} if start else {"bufferView": view}
            accessor["componentType"] = _COMPONENTS[values.dtype.str[1:]]
            if normalized:
                accessor["normalized"] = True
            accessor |= {"count": len(values), "type": _KINDS[flat.shape[1]]}
            if bounds:
                accessor |= {"min": flat.min(axis=0).tolist(), "max": flat.max(axis=0).tolist()}
            numbers.append(self.append("accessors", accessor))
            start += len(chunk)
        return numbers

    def append_attribute(
        self, values: Shaped[np.ndarray, "vertices components"], *, bounds: bool = False, normalized: bool = False
    ) -> int:
        """Add one vertex attribute in a buffer view of its own."""
        return self.append_accessors([values], bounded=[bounds], normalized=normalized, target=ARRAY)[0]

    def outline(self) -> GltfDocument:
        """The document as far as it has come, JSON only: enough to read nodes from."""
        return GltfDocument(name=self.name, root=self.root, buffers=(), json_bytes=b"", is_glb=True)

    def document(self) -> GltfDocument:
        """The document with everything that was added."""
        root = copy.deepcopy(self.root)
        stored = self._stored
        if self._added:
            stored = stored + bytes(-len(stored) % 4) + bytes(self._added)
            buffers = root.setdefault("buffers", [{}])
            buffers[0]["byteLength"] = len(stored)
        return GltfDocument(
            name=self.name,
            root=root,
            buffers=(stored, *self._before.buffers[1:])[: len(root.get("buffers", []))],
            json_bytes=json_text(root),
            is_glb=True,
            images=self._before.images,
            notes=self._before.notes,
        )


def unique_name(wanted: str, taken: set[str]) -> str:
    """``wanted``, or ``wanted_2``, ``wanted_3`` ... if it is taken."""
    if wanted not in taken:
        return wanted
    number = 2
    while f"{wanted}_{number}" in taken:
        number += 1
    return f"{wanted}_{number}"
