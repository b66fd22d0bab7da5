"""Materials of parts that did not come from glTF."""

from typing import Any

from enliven.core.errors import UnsupportedFeatureError
from enliven.core.scene import Appearance
from enliven.io.gltf.pack import image_type
from enliven.io.gltf.patch import Patch

_ROUGHNESS = 0.9
_WEBP = "EXT_texture_webp"


class Materials:
    """Adds materials to a document, each once, however many parts share it."""

    def __init__(self, patch: Patch) -> None:
        self._patch = patch
        self._materials: dict[tuple[object, ...], int] = {}
        self._textures: dict[bytes, int] = {}

    def number(self, look: Appearance) -> int:
        """The material that shows the appearance, made at the first call for it."""
        image = look.image if look.uv is not None else None
        key = (look.name, look.base_rgba, look.double_sided, look.alpha_cutoff, image)
        if key not in self._materials:
            self._materials[key] = self._patch.append("materials", self._material(look, image))
        return self._materials[key]

    def _material(self, look: Appearance, image: bytes | None) -> dict[str, Any]:
        surface: dict[str, Any] = {
            "baseColorFactor": [float(value) for value in look.base_rgba],
            "metallicFactor": 0.0,
            "roughnessFactor": _ROUGHNESS,
        }
        if image is not None:
            surface["baseColorTexture"] = {"index": self._texture(image)}
        material: dict[str, Any] = {"name": look.name or "material", "pbrMetallicRoughness": surface}
        if look.alpha_cutoff is not None:
            material |= {"alphaMode": "MASK", "alphaCutoff": float(look.alpha_cutoff)}
        elif look.base_rgba[3] < 1.0 or (
            look.vertex_rgba is not None and look.vertex_rgba[:, 3].min(initial=1.0) < 1.0
        ):
            material["alphaMode"] = "BLEND"
        if look.double_sided:
            material["doubleSided"] = True
        return material

    def _texture(self, image: bytes) -> int:
        if image in self._textures:
            return self._textures[image]
        kind = image_type(image)
        if kind not in ("image/png", "image/jpeg", "image/webp"):
            raise UnsupportedFeatureError(
                f"{self._patch.name}: a texture starts with {image[:8]!r}, expected PNG, JPEG or WebP; "
                "convert the texture"
            )
        view = self._patch.append_view(image)
        source = self._patch.append("images", {"bufferView": view, "mimeType": kind})
        texture: dict[str, Any] = {"source": source}
        if kind == "image/webp":
            texture = {"extensions": {_WEBP: {"source": source}}}
            for group in ("extensionsUsed", "extensionsRequired"):
                if _WEBP not in self._patch.root.setdefault(group, []):
                    self._patch.root[group].append(_WEBP)
        self._textures[image] = self._patch.append("textures", texture)
        return self._textures[image]
