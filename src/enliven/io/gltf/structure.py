"""Checks on the JSON of a file, once, when it is read: after them it can be indexed without fear."""

from typing import Any

from enliven.core.errors import UnreadableFileError, UnsupportedFeatureError
from enliven.io.gltf.kinds import Record
from enliven.io.gltf.schema import ROOT

_READ = (
    "EXT_meshopt_compression",
    "EXT_texture_avif",
    "EXT_texture_webp",
    "KHR_animation_pointer",
    "KHR_draco_mesh_compression",
    "KHR_lights_punctual",
    "KHR_mesh_quantization",
    "KHR_meshopt_compression",
    "KHR_texture_basisu",
    "KHR_texture_transform",
)
_CARRIED = ("KHR_materials_", "KHR_xmp", "EXT_lights_")  # they change how things shine, not what is there
_COUNTED = (
    "accessors", "buffers", "bufferViews", "images", "materials", "meshes", "nodes", "scenes", "skins", "textures",
)  # fmt: skip
_SHOWN = 60  # characters of a wrong value in a message


def check_structure(root: Any, name: str) -> dict[str, Any]:
    """Check version, extensions, types and numbers of a glTF file's JSON.

    Raises:
        UnsupportedFeatureError: for glTF 1.0, later versions, and required extensions that are not known.
        UnreadableFileError: for a field of the wrong type, or that names what is not there.
    """
    if not isinstance(root, dict):
        raise UnreadableFileError(
            f"{name} holds JSON {_shown(root)}, expected a glTF object; check that it is a glTF file"
        )
    _check_version(root, name)
    counts = {kind: len(root[kind]) for kind in _COUNTED if isinstance(root.get(kind), list)}
    wrong = Record(ROOT)(root, counts)
    if wrong is not None:
        place, found, expected = wrong
        raise UnreadableFileError(
            f"{name}: {place.lstrip('.')} is {_shown(found)}, expected {expected}; the file is damaged, export it again"
        )
    _check_samplers(root, name)
    _check_extensions(root, name)
    return root


def _check_version(root: dict[str, Any], name: str) -> None:
    asset = root.get("asset")
    version = asset.get("version") if isinstance(asset, dict) else None
    old = isinstance(root.get("nodes"), dict) or isinstance(root.get("meshes"), dict)
    if (isinstance(version, str) and version.startswith("1.")) or (version is None and old):
        raise UnsupportedFeatureError(
            f"{name} is glTF 1.0, expected glTF 2.0; convert it, for instance by importing it into a 3D editor and "
            "exporting it as GLB"
        )
    least = asset.get("minVersion", version) if isinstance(asset, dict) else None
    if isinstance(least, str) and not least.startswith("2."):
        raise UnsupportedFeatureError(f"{name} needs glTF {_shown(least)}, expected 2.0; export it as glTF 2.0")


def _check_samplers(root: dict[str, Any], name: str) -> None:
    for number, animation in enumerate(root.get("animations", [])):
        count = len(animation["samplers"])
        for channel in animation["channels"]:
            if channel["sampler"] >= count:
                raise UnreadableFileError(
                    f"{name}: animation {number} names sampler {channel['sampler']}, expected one of its {count}; "
                    "the file is damaged, export it again"
                )


def _check_extensions(root: dict[str, Any], name: str) -> None:
    unknown = [
        extension
        for extension in root.get("extensionsRequired", [])
        if extension not in _READ and not extension.startswith(_CARRIED)
    ]
    if unknown:
        raise UnsupportedFeatureError(
            f"{name} requires {', '.join(_shown(extension) for extension in unknown)}, expected only extensions that "
            f"are read here ({', '.join(_READ)} and materials); export it without"
        )


def _shown(value: Any) -> str:
    if isinstance(value, dict | list):
        return f"an {'object' if isinstance(value, dict) else 'array'} of {len(value)}"
    shown = value if value == "missing" else repr(value)
    return shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "..."
