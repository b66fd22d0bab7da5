"""Accessors in a role: with the type and the number of elements that the role asks for."""

from typing import Literal

import numpy as np
from jaxtyping import Float, Int

from enliven.core.errors import UnreadableFileError
from enliven.io.gltf.accessors import as_floats, raw_accessor
from enliven.io.gltf.document import GltfDocument

Element = Literal["SCALAR", "VEC2", "VEC3", "VEC4", "MAT4"]


def floats(document: GltfDocument, index: int, role: str, *types: Element) -> Float[np.ndarray, "count ..."]:
    """Values of an accessor as float64; plain integers (KHR_mesh_quantization) keep their value.

    Raises:
        UnreadableFileError: if the accessor has another type, naming ``role``.
    """
    _check_type(document, index, role, types)
    return as_floats(document, index, raw_accessor(document, index)).astype(np.float64, copy=False)


def finite(document: GltfDocument, index: int, role: str, *types: Element) -> Float[np.ndarray, "count ..."]:
    """As ``floats``; NaN and infinite values are refused too."""
    values = floats(document, index, role, *types)
    if not np.isfinite(values).all():
        raise UnreadableFileError(
            f"{document.name}: {role} (accessor {index}) holds NaN or infinite values, expected finite numbers; export "
            "the file again"
        )
    return values


def whole(document: GltfDocument, index: int, role: str, *types: Element) -> Int[np.ndarray, "count ..."]:
    """Values of an accessor of unsigned integers, as int64.

    Raises:
        UnreadableFileError: if the accessor has another type, naming ``role``.
    """
    _check_type(document, index, role, types)
    values = raw_accessor(document, index)
    if values.dtype.kind == "f" and np.isfinite(values).all() and (values == np.round(values)).all():
        return values.astype(np.int64)  # some writers store joints as floats
    if values.dtype.kind != "u":
        raise UnreadableFileError(
            f"{document.name}: {role} (accessor {index}) holds {values.dtype.name} values, expected unsigned integers; "
            "export the file again"
        )
    return values.astype(np.int64)


def _check_type(document: GltfDocument, index: int, role: str, types: tuple[Element, ...]) -> None:
    found = document.root["accessors"][index]["type"]
    if found not in types:
        raise UnreadableFileError(
            f"{document.name}: {role} (accessor {index}) is {found}, expected {' or '.join(types)}; the file is "
            "damaged, export it again"
        )
