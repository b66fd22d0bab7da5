"""How a primitive looks, as far as previews need it."""

import math
from typing import Any

import numpy as np
from jaxtyping import Float

from enliven.core.scene import Appearance
from enliven.io.gltf.accessors import view_bytes
from enliven.io.gltf.document import GltfDocument

_IMAGE_EXTENSIONS = ("EXT_texture_webp", "EXT_texture_avif", "KHR_texture_basisu")


def appearance_of(document: GltfDocument, material: int | None, attributes: dict[str, np.ndarray]) -> Appearance:
    """The base colour of a material with the vertex colours and texture coordinates it draws on."""
    colours = _rgba(attributes.get("COLOR_0"))
    if material is None:
        return Appearance(
            vertex_rgba=colours, base_rgba=(1.0, 1.0, 1.0, 1.0) if colours is not None else (0.8, 0.8, 0.8, 1.0)
        )
    stored = document.root["materials"][material]
    factor, texture = _base_colour(stored)
    image = texture_image(document, texture["index"]) if texture else None
    return Appearance(
        name=stored.get("name", f"material_{material}"),
        base_rgba=factor,
        vertex_rgba=colours,
        uv=_uv(texture, attributes) if texture else None,
        image=image,
        double_sided=stored.get("doubleSided", False),
        alpha_cutoff=float(stored.get("alphaCutoff", 0.5)) if stored.get("alphaMode") == "MASK" else None,
        blended=stored.get("alphaMode") == "BLEND",
    )


def texture_image(document: GltfDocument, texture: int) -> bytes | None:
    """The encoded image of a texture: PNG or JPEG, else WebP, AVIF or KTX2 from an extension; ``None`` if missing."""
    stored = document.root["textures"][texture]
    extensions = stored.get("extensions", {})
    sources = [stored.get("source")] + [extensions.get(name, {}).get("source") for name in _IMAGE_EXTENSIONS]
    return next((image_bytes(document, source) for source in sources if source is not None), None)


def image_bytes(document: GltfDocument, image: int) -> bytes | None:
    """The encoded bytes of an image, wherever it lies; ``None`` if its file is missing."""
    stored = document.root["images"][image]
    if "bufferView" in stored:
        return bytes(view_bytes(document, stored["bufferView"]))
    return document.images[image]


def _base_colour(material: dict[str, Any]) -> tuple[tuple[float, float, float, float], dict[str, Any] | None]:
    glossy = material.get("extensions", {}).get("KHR_materials_pbrSpecularGlossiness")
    if glossy is not None:
        factor, texture = glossy.get("diffuseFactor", (1, 1, 1, 1)), glossy.get("diffuseTexture")
    else:
        rough = material.get("pbrMetallicRoughness", {})
        factor, texture = rough.get("baseColorFactor", (1, 1, 1, 1)), rough.get("baseColorTexture")
    red, green, blue, alpha = (float(value) for value in factor)
    return (red, green, blue, alpha), texture


def _rgba(colours: np.ndarray | None) -> Float[np.ndarray, "vertices 4"] | None:
    if colours is None:
        return None
    opaque = np.ones((len(colours), 4))
    opaque[:, : colours.shape[1]] = colours
    return np.nan_to_num(opaque, nan=1.0, posinf=1.0, neginf=0.0)


def _uv(texture: dict[str, Any], attributes: dict[str, np.ndarray]) -> Float[np.ndarray, "vertices 2"] | None:
    transform = texture.get("extensions", {}).get("KHR_texture_transform", {})
    chosen = transform.get("texCoord", texture.get("texCoord", 0))
    uv = attributes.get(f"TEXCOORD_{chosen}")
    if uv is None:
        return None
    turn = float(transform.get("rotation", 0.0))
    cosine, sine = math.cos(turn), math.sin(turn)
    moved = np.nan_to_num(uv.astype(np.float64), posinf=0.0, neginf=0.0) * transform.get("scale", (1.0, 1.0))
    with np.errstate(over="ignore", invalid="ignore"):
        moved = np.nan_to_num(moved @ np.array([[cosine, sine], [-sine, cosine]]).T, posinf=0.0, neginf=0.0)
    return moved + transform.get("offset", (0.0, 0.0))
