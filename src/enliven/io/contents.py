"""What else a file holds beside its shape: materials, images, morph targets, extensions."""

from dataclasses import dataclass
from typing import Any

from enliven.core.scene import Scene
from enliven.io.gltf.accessors import view_bytes
from enliven.io.gltf.document import GltfDocument
from enliven.io.gltf.pack import image_type


@dataclass(frozen=True, slots=True)
class ImageSummary:
    """An image of the file; ``size_bytes`` is None where the image is missing."""

    name: str
    kind: str
    size_bytes: int | None


@dataclass(frozen=True, slots=True)
class MorphSummary:
    """The morph targets of one mesh."""

    mesh: str
    targets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileContents:
    """What a file holds beside its shape; names as in the file, or made from their number."""

    nodes: int
    materials: tuple[str, ...]
    images: tuple[ImageSummary, ...]
    morphs: tuple[MorphSummary, ...]
    cameras: int
    extensions_used: tuple[str, ...]
    extensions_required: tuple[str, ...]


def contents_of(scene: Scene) -> FileContents:
    """Look into the source of a scene.

    Args:
        scene: as it was read.

    Returns:
        What it holds; for files that are not glTF, what the glTF made from them holds.
    """
    document = scene.source
    assert isinstance(document, GltfDocument), "scenes come from readers, which all keep a glTF document"
    root = document.root
    return FileContents(
        nodes=len(root.get("nodes", [])),
        materials=_names(root, "materials", "material"),
        images=tuple(_image(document, number) for number in range(len(root.get("images", [])))),
        morphs=tuple(found for number in range(len(root.get("meshes", []))) if (found := _morphs(root, number))),
        cameras=len(root.get("cameras", [])),
        extensions_used=tuple(root.get("extensionsUsed", [])),
        extensions_required=tuple(root.get("extensionsRequired", [])),
    )


def _names(root: dict[str, Any], group: str, kind: str) -> tuple[str, ...]:
    return tuple(entry.get("name") or f"{kind}_{number}" for number, entry in enumerate(root.get(group, [])))


def holds_picture(scene: Scene, data: bytes) -> bool:
    """Whether a scene has an image of just these bytes: then a file that holds them is likely its texture."""
    document = scene.source
    assert isinstance(document, GltfDocument), "scenes come from readers, which all keep a glTF document"
    return any(_image_bytes(document, number) == data for number in range(len(document.root.get("images", []))))


def _image_bytes(document: GltfDocument, number: int) -> bytes | None:
    stored = document.root["images"][number]
    return bytes(view_bytes(document, stored["bufferView"])) if "bufferView" in stored else document.images[number]


def _image(document: GltfDocument, number: int) -> ImageSummary:
    stored = document.root["images"][number]
    data = _image_bytes(document, number)
    uri = stored.get("uri", "")
    name = stored.get("name") or (uri if uri and not uri.startswith("data:") else f"image_{number}")
    if data is None:
        return ImageSummary(name=name, kind="missing", size_bytes=None)
    return ImageSummary(name=name, kind=image_type(data) or "unknown", size_bytes=len(data))


def _morphs(root: dict[str, Any], number: int) -> MorphSummary | None:
    mesh = root["meshes"][number]
    count = max((len(primitive.get("targets", [])) for primitive in mesh["primitives"]), default=0)
    if not count:
        return None
    extras = mesh.get("extras")
    named = extras.get("targetNames") if isinstance(extras, dict) else None
    known = [str(name) for name in named] if isinstance(named, list) else []
    names = tuple(known[target] if target < len(known) else f"target_{target}" for target in range(count))
    return MorphSummary(mesh=mesh.get("name") or f"mesh_{number}", targets=names)
