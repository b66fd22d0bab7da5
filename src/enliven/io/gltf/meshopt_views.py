"""Buffer views compressed with EXT_meshopt_compression or KHR_meshopt_compression.

Source: Khronos, EXT_meshopt_compression; Kapoulkine, meshoptimizer.
"""

from typing import Any

from enliven.core.errors import UnreadableFileError
from enliven.io.gltf.limits import MAX_BYTES, within

_NAMES = ("EXT_meshopt_compression", "KHR_meshopt_compression")
# what the formats allow: the size of an element by mode and filter
_STRIDES = {"TRIANGLES": (2, 4), "INDICES": (2, 4), "ATTRIBUTES": tuple(range(4, 257, 4))}
_FILTER_STRIDES = {"OCTAHEDRAL": (4, 8), "QUATERNION": (8,), "COLOR": (4, 8)}
_MOST_FROM_A_BYTE = 4096  # a compressed byte never grows to more: a block of 256 rows costs 1/4 byte a column of bytes


def compression_of(view: dict[str, Any]) -> dict[str, Any] | None:
    """How a buffer view is compressed, or ``None``."""
    extensions = view.get("extensions", {})
    return next((extensions[name] for name in _NAMES if name in extensions), None)


def decompressed(subject: str, packed: bytes, how: dict[str, Any]) -> bytes:
    """The plain bytes of a compressed view.

    Raises:
        EnlivenError: if sizes are not what the format allows, or the data is damaged.
    """
    count, stride, mode = how["count"], how["byteStride"], how["mode"]
    name = how.get("filter", "NONE")
    within(subject, count * stride, MAX_BYTES, "bytes when decompressed")
    if stride not in _STRIDES[mode] or (mode == "ATTRIBUTES" and stride not in _FILTER_STRIDES.get(name, (stride,))):
        raise UnreadableFileError(
            f"{subject} is compressed as {mode} of {stride} bytes with filter {name}, expected a size that the "
            "format allows; the file is damaged, export it again"
        )
    problem = f"{count:,} elements in {len(packed):,} bytes"
    if count * stride <= len(packed) * _MOST_FROM_A_BYTE and not (mode == "TRIANGLES" and count % 3):
        if not count:
            return b""
        import meshopt  # loaded only when a file needs it

        try:
            plain = meshopt.decode_gltf_buffer(packed, count, stride, mode, None if name == "NONE" else name)
        except Exception as error:  # noqa: BLE001  the native library raises what it likes
            problem = f"{type(error).__name__}: {error}"[:120]
        else:
            return plain.tobytes()
    raise UnreadableFileError(
        f"{subject} does not decompress ({problem}), expected meshopt data; the file is damaged, export it again"
    )
