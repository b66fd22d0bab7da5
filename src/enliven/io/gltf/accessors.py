"""Accessors as arrays: typed, strided views into buffers."""

import math
from typing import Any

import numpy as np
from jaxtyping import Shaped

from enliven.io.gltf.document import GltfDocument

_DTYPES = {
    5120: np.dtype("i1"),
    5121: np.dtype("u1"),
    5122: np.dtype("<i2"),
    5123: np.dtype("<u2"),
    5125: np.dtype("<u4"),
    5126: np.dtype("<f4"),
}
# columns and rows of an element; columns of matrices start at multiples of four bytes
_SHAPES = {
    "SCALAR": (1, 1),
    "VEC2": (1, 2),
    "VEC3": (1, 3),
    "VEC4": (1, 4),
    "MAT2": (2, 2),
    "MAT3": (3, 3),
    "MAT4": (4, 4),
}


def accessor_array(document: GltfDocument, index: int) -> Shaped[np.ndarray, "count ..."]:
    """The values of an accessor: float64 for floats and normalised integers, the stored integers otherwise.

    Returns:
        ``[count]`` for SCALAR, ``[count components]`` for vectors, ``[count rows columns]`` for matrices (so that
        ``MAT4`` gives ``a_from_b`` matrices over column vectors).
    """
    raw = raw_accessor(document, index)
    if raw.dtype.kind == "f":
        return raw.astype(np.float64)
    if not document.root["accessors"][index].get("normalized", False):
        return raw
    top = float(np.iinfo(raw.dtype).max)
    return np.maximum(raw.astype(np.float64) / top, -1.0)


def raw_accessor(document: GltfDocument, index: int) -> Shaped[np.ndarray, "count ..."]:
    """The values of an accessor as stored, shaped as in ``accessor_array``; may be a read-only view."""
    accessor = document.root["accessors"][index]
    dtype = _DTYPES[accessor["componentType"]]
    columns, rows = _SHAPES[accessor["type"]]
    count = accessor["count"]
    if "bufferView" in accessor:
        values = _strided(
            document, accessor["bufferView"], accessor.get("byteOffset", 0), count, dtype, (columns, rows)
        )
    else:
        values = np.zeros((count, columns, rows), dtype)
    if "sparse" in accessor:
        values = _with_sparse(document, accessor["sparse"], values)
    if accessor["type"] == "SCALAR":
        return values[:, 0, 0]
    return values[:, 0, :] if columns == 1 else values.transpose(0, 2, 1)


def _with_sparse(document: GltfDocument, sparse: dict[str, Any], dense: np.ndarray) -> np.ndarray:
    count = sparse["count"]
    where, what = sparse["indices"], sparse["values"]
    places = _strided(
        document, where["bufferView"], where.get("byteOffset", 0), count, _DTYPES[where["componentType"]], (1, 1)
    )
    values = _strided(document, what["bufferView"], what.get("byteOffset", 0), count, dense.dtype, dense.shape[1:])
    replaced = np.array(dense)
    replaced[places[:, 0, 0]] = values
    return replaced


def _strided(
    document: GltfDocument, view: int, offset: int, count: int, dtype: np.dtype, shape: tuple[int, ...]
) -> np.ndarray:
    columns, rows = shape
    column = rows * dtype.itemsize if columns == 1 else 4 * math.ceil(rows * dtype.itemsize / 4)
    stride = document.root["bufferViews"][view].get("byteStride", columns * column)
    return np.ndarray(
        (count, columns, rows),
        dtype,
        buffer=view_bytes(document, view),
        offset=offset,
        strides=(stride, column, dtype.itemsize),
    )


def view_bytes(document: GltfDocument, view: int) -> memoryview:
    """The bytes of a buffer view, decompressed."""
    stored = document.root["bufferViews"][view]
    start = stored.get("byteOffset", 0)
    return memoryview(document.buffers[stored["buffer"]])[start : start + stored["byteLength"]]
