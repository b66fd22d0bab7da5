"""Which extensions the arrays of a document really use, and letting go of those that nothing uses any more."""

from collections.abc import Iterator
from typing import Any

DRACO = "KHR_draco_mesh_compression"
QUANTIZATION = "KHR_mesh_quantization"
MESHOPT = ("EXT_meshopt_compression", "KHR_meshopt_compression")

_FLOAT = 5126
_UNSIGNED = (5121, 5123)


def is_quantized(name: str, accessor: dict[str, Any]) -> bool:
    """Whether an attribute has a component type that only KHR_mesh_quantization allows."""
    kind = accessor["componentType"]
    if name in ("POSITION", "NORMAL", "TANGENT"):
        return kind != _FLOAT
    if name.startswith("TEXCOORD_"):
        return kind != _FLOAT and not (kind in _UNSIGNED and accessor.get("normalized", False))
    return False


def is_compressed(root: dict[str, Any], accessor: dict[str, Any]) -> bool:
    """Whether any bytes of an accessor lie in a compressed buffer view."""
    sparse = accessor.get("sparse", {})
    holders = (accessor, sparse.get("indices", {}), sparse.get("values", {}))
    views = [root["bufferViews"][holder["bufferView"]] for holder in holders if "bufferView" in holder]
    return any(compression(view) is not None for view in views)


def compression(view: dict[str, Any]) -> str | None:
    """The meshopt extension that a buffer view is compressed with."""
    return next((name for name in MESHOPT if name in view.get("extensions", {})), None)


def primitives(root: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All primitives of all meshes."""
    for mesh in root.get("meshes", []):
        yield from mesh["primitives"]


def attribute_sets(primitive: dict[str, Any]) -> list[dict[str, int]]:
    """The attributes of a primitive and those of its morph targets."""
    return [primitive["attributes"], *primitive.get("targets", [])]


def release_encodings(root: dict[str, Any]) -> None:
    """Take Draco, quantization and meshopt off the lists of extensions where nothing uses them any more.

    Buffer views whose compressed content is no longer asked for become plain views of the same bytes; accessors into
    them, which nothing names, become accessors without data. Nothing is renumbered.
    """
    if not any(DRACO in primitive.get("extensions", {}) for primitive in primitives(root)):
        _undeclare(root, DRACO)
    accessors = root.get("accessors", [])
    quantized = any(
        is_quantized(name, accessors[number])
        for primitive in primitives(root)
        for attributes in attribute_sets(primitive)
        for name, number in attributes.items()
    )
    if not quantized:
        _undeclare(root, QUANTIZATION)
    if set(MESHOPT) & set(root.get("extensionsUsed", [])):
        _release_views(root)


def _release_views(root: dict[str, Any]) -> None:
    named = _named_accessors(root)
    accessors = root.get("accessors", [])
    if any(is_compressed(root, accessors[number]) for number in named):
        return
    for number, accessor in enumerate(accessors):
        if number not in named and is_compressed(root, accessor):
            for key in ("bufferView", "byteOffset", "sparse", "min", "max"):
                accessor.pop(key, None)
    for view in root.get("bufferViews", []):
        name = compression(view)
        if name is not None:
            stored = view["extensions"].pop(name)
            for key in ("byteStride", "target", "byteOffset"):
                view.pop(key, None)
            view |= {key: stored[key] for key in ("buffer", "byteOffset", "byteLength") if key in stored}
            if not view["extensions"]:
                del view["extensions"]
    _drop_stand_ins(root)
    for name in MESHOPT:
        _undeclare(root, name)


def _drop_stand_ins(root: dict[str, Any]) -> None:
    """Drop the last buffers if they only stood in for what was compressed; one that is still named becomes plain."""
    buffers = root.get("buffers", [])
    named = {view["buffer"] for view in root.get("bufferViews", [])}
    while len(buffers) > 1 and len(buffers) - 1 not in named and compression(buffers[-1]) is not None:
        buffers.pop()


def _named_accessors(root: dict[str, Any]) -> set[int]:
    named = {number for primitive in primitives(root) for part in attribute_sets(primitive) for number in part.values()}
    named |= {primitive["indices"] for primitive in primitives(root) if "indices" in primitive}
    named |= {skin["inverseBindMatrices"] for skin in root.get("skins", []) if "inverseBindMatrices" in skin}
    for animation in root.get("animations", []):
        named |= {sampler[end] for sampler in animation["samplers"] for end in ("input", "output")}
    for node in root.get("nodes", []):
        named |= set(node.get("extensions", {}).get("EXT_mesh_gpu_instancing", {}).get("attributes", {}).values())
    return named


def _undeclare(root: dict[str, Any], name: str) -> None:
    for group in ("extensionsUsed", "extensionsRequired"):
        if name in root.get(group, []):
            root[group].remove(name)
            if not root[group]:
                del root[group]
