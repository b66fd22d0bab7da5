"""Accessors as arrays: typed, strided views into buffers."""

import math
from typing import Any

import numpy as np
from jaxtyping import Shaped

from enliven.core.errors import UnreadableFileError
from enliven.io.gltf.document import GltfDocument
from enliven.io.gltf.limits import MAX_FACES, MAX_STANDING_IN, MAX_VERTICES, within
from enliven.io.gltf.meshopt_views import compression_of, decompressed

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
_MAX_NUMBERS = max(3 * MAX_FACES, 4 * MAX_VERTICES)


def accessor_array(document: GltfDocument, index: int) -> Shaped[np.ndarray, "count ..."]:
    """The values of an accessor: float64 for floats and normalised integers, the stored integers otherwise.

    Returns:
        ``[count]`` for SCALAR, ``[count components]`` for vectors, ``[count rows columns]`` for matrices (so that
        ``MAT4`` gives ``a_from_b`` matrices over column vectors).

    Raises:
        EnlivenError: if the accessor reaches beyond its buffer or a limit.
    """
    return as_floats(document, index, raw_accessor(document, index))


def as_floats(
    document: GltfDocument, index: int, raw: Shaped[np.ndarray, "count ..."]
) -> Shaped[np.ndarray, "count ..."]:
    """Stored values as the accessor means them: floats widened, integers divided if they are normalised."""
    if raw.dtype.kind == "f":
        with np.errstate(invalid="ignore"):  # a signalling NaN is still only a NaN
            return raw.astype(np.float64)
    if not document.root["accessors"][index].get("normalized", False):
        return raw
    return np.maximum(raw.astype(np.float64) / float(np.iinfo(raw.dtype).max), -1.0)


def raw_accessor(document: GltfDocument, index: int) -> Shaped[np.ndarray, "count ..."]:
    """The values of an accessor as stored, shaped as in ``accessor_array``; may be a read-only view.

    Raises:
        EnlivenError: if the accessor reaches beyond its buffer or a limit.
    """
    accessor = document.root["accessors"][index]
    subject = f"{document.name}: accessor {index}"
    dtype = _DTYPES[accessor["componentType"]]
    columns, rows = _SHAPES[accessor["type"]]
    within(subject, accessor["count"] * columns * rows, _MAX_NUMBERS, "numbers")
    if "bufferView" in accessor:
        values = _strided(document, subject, accessor, accessor["count"], dtype, (columns, rows))
    else:
        held = max(MAX_STANDING_IN, sum(len(buffer) for buffer in document.buffers))
        within(subject, accessor["count"], held, "elements that no buffer holds")
        values = np.zeros((accessor["count"], columns, rows), dtype)
    if "sparse" in accessor:
        values = _with_sparse(document, subject, accessor["sparse"], values)
    if accessor["type"] == "SCALAR":
        return values[:, 0, 0]
    return values[:, 0, :] if columns == 1 else values.transpose(0, 2, 1)


def _with_sparse(document: GltfDocument, subject: str, sparse: dict[str, Any], dense: np.ndarray) -> np.ndarray:
    count = sparse["count"]
    within(f"{subject}, sparse", count, len(dense), "elements")
    dtype = _DTYPES[sparse["indices"]["componentType"]]
    places = _strided(document, f"{subject}, sparse indices", sparse["indices"], count, dtype, (1, 1))[:, 0, 0]
    values = _strided(document, f"{subject}, sparse values", sparse["values"], count, dense.dtype, dense.shape[1:])
    if count and int(places.max()) >= len(dense):
        raise UnreadableFileError(
            f"{subject} replaces element {int(places.max())}, expected numbers below {len(dense)}; the file is "
            "damaged, export it again"
        )
    replaced = np.array(dense)
    replaced[places] = values
    return replaced


def _strided(
    document: GltfDocument, subject: str, place: dict[str, Any], count: int, dtype: np.dtype, shape: tuple[int, ...]
) -> np.ndarray:
    """``count`` elements of ``shape`` (columns, rows) from the buffer view and offset that ``place`` names."""
    columns, rows = shape
    column = rows * dtype.itemsize if columns == 1 else 4 * math.ceil(rows * dtype.itemsize / 4)
    stored = document.root["bufferViews"][place["bufferView"]]
    stride = stored.get("byteStride", 0) or columns * column
    compression = compression_of(stored)
    if compression is not None:
        stride = compression["byteStride"] if compression["mode"] == "ATTRIBUTES" else columns * column
    data = view_bytes(document, place["bufferView"])
    offset = place.get("byteOffset", 0)
    end = offset + (count - 1) * stride + (columns - 1) * column + rows * dtype.itemsize if count else 0
    if end > len(data):
        raise UnreadableFileError(
            f"{subject} ends at byte {end:,} of buffer view {place['bufferView']}, expected at most {len(data):,}; "
            "the file is damaged, export it again"
        )
    return np.ndarray(
        (count, columns, rows), dtype, buffer=data, offset=offset if count else 0,
        strides=(stride, column, dtype.itemsize),
    )  # fmt: skip


def view_bytes(document: GltfDocument, view: int) -> memoryview:
    """The bytes of a buffer view, decompressed.

    Raises:
        EnlivenError: if the view reaches beyond its buffer, or does not decompress.
    """
    stored = document.root["bufferViews"][view]
    subject = f"{document.name}: buffer view {view}"
    compression = compression_of(stored)
    if compression is None:
        return _slice(document, subject, stored)
    if ("view", view) not in document.decoded:
        packed = _slice(document, subject, compression)
        document.decoded["view", view] = decompressed(subject, bytes(packed), compression)
    return memoryview(document.decoded["view", view])


def _slice(document: GltfDocument, subject: str, place: dict[str, Any]) -> memoryview:
    start, buffer = place.get("byteOffset", 0), document.buffers[place["buffer"]]
    end = start + place["byteLength"]
    if end > len(buffer):
        raise UnreadableFileError(
            f"{subject} ends at byte {end:,} of buffer {place['buffer']}, expected at most {len(buffer):,}; the file "
            "is damaged, export it again"
        )
    return memoryview(buffer)[start:end]
