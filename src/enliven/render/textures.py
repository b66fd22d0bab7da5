"""Encoded images to small tables of texels that compiled loops can read; what cannot be decoded is told, not raised."""

import io
import struct
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from jaxtyping import UInt8
from PIL import Image

LARGEST_SOURCE_PX = 8192 * 8192
LARGEST_SIDE = 1024
"""Textures are shrunk to this for drawing: a preview is smaller than that itself."""
SHARP_SIDE = 128
"""Textures up to this are pixel art or palettes: magnified texels keep their edges."""
_FORMATS = ("PNG", "JPEG", "WEBP", "BMP", "TGA", "GIF")
_LEVELS = 11  # 1024, 512, ..., 1


class Textures(NamedTuple):
    """All textures with their smaller copies (each half as wide and high); arrays only."""

    texels: np.ndarray  # uint8 [texels 3], sRGB, row after row, level after level
    layout: np.ndarray  # int64 [textures levels 3]: first texel, width, height
    levels: np.ndarray  # int64 [textures]
    sharp: np.ndarray  # bool [textures]
    alpha: np.ndarray  # uint8 [texels of the first levels]
    alpha_layout: np.ndarray  # int64 [textures 3]: first texel, width, height


@dataclass(frozen=True, slots=True, eq=False)
class DecodedImage:
    """An image of at most ``LARGEST_SIDE`` texels a side, or the reason why there is none."""

    rgba: UInt8[np.ndarray, "height width 4"] | None
    sharp: bool = False
    problem: str = ""


def decoded(data: bytes) -> DecodedImage:
    """Decode and shrink an image; never raises for what the bytes hold."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
                return _shrunk(image)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        return DecodedImage(None, problem=f"is larger than {LARGEST_SOURCE_PX} pixels")
    except (OSError, SyntaxError, ValueError, EOFError, struct.error, IndexError, KeyError, TypeError, OverflowError):
        return DecodedImage(None, problem="cannot be decoded")


def _shrunk(image: Image.Image) -> DecodedImage:
    width, height = image.size
    if width * height > LARGEST_SOURCE_PX:
        return DecodedImage(None, problem=f"has {width} x {height} pixels, more than {LARGEST_SOURCE_PX}")
    if image.format == "JPEG":
        image.draft("RGB", (LARGEST_SIDE, LARGEST_SIDE))  # decodes at a fraction of the size
    if image.mode.startswith("I"):  # 16 bits of grey
        image = Image.fromarray((np.asarray(image, dtype=np.float64) / 257.0).clip(0, 255).astype(np.uint8))
    image = image.convert("RGBA")
    factor = -(-max(image.size) // LARGEST_SIDE)
    small = image.reduce(factor) if factor > 1 else image
    return DecodedImage(np.asarray(small, dtype=np.uint8), sharp=max(width, height) <= SHARP_SIDE)


def linear_from_srgb(encoded: np.ndarray) -> np.ndarray:
    """Light from sRGB values in 0 to 1. Source: IEC 61966-2-1."""
    return np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)


def srgb_from_linear(light: np.ndarray) -> np.ndarray:
    """Encode light in 0 to 1 as sRGB values in 0 to 1."""
    bright = np.maximum(light, 0.0)
    return np.where(bright <= 0.0031308, bright * 12.92, 1.055 * bright ** (1.0 / 2.4) - 0.055)


def texture_table(images: Sequence[UInt8[np.ndarray, "_ _ 4"]], sharp: Sequence[bool]) -> Textures:
    """Pack images and their smaller copies."""
    layout = np.zeros((len(images), _LEVELS, 3), np.int64)
    levels = np.zeros(len(images), np.int64)
    alpha_layout = np.zeros((len(images), 3), np.int64)
    texels, alpha, filled, alpha_filled = [], [], 0, 0
    for number, image in enumerate(images):
        height, width = image.shape[:2]
        alpha.append(image[..., 3].ravel())
        alpha_layout[number] = alpha_filled, width, height
        alpha_filled += width * height
        for level, smaller in enumerate(_halvings(image[..., :3])):
            layout[number, level] = filled, smaller.shape[1], smaller.shape[0]
            texels.append(smaller.reshape(-1, 3))
            filled += len(texels[-1])
            levels[number] = level + 1
    return Textures(
        texels=np.concatenate([np.zeros((0, 3), np.uint8), *texels]),
        layout=layout,
        levels=levels,
        sharp=np.array(sharp, dtype=np.bool_),
        alpha=np.concatenate([np.zeros(0, np.uint8), *alpha]),
        alpha_layout=alpha_layout,
    )


def _halvings(rgb: np.ndarray) -> list[np.ndarray]:
    """The image and its halvings down to one texel; light is averaged, not its encoding."""
    light = linear_from_srgb(np.arange(256) / 255.0).astype(np.float32)[rgb]
    copies = [rgb]
    while max(light.shape[:2]) > 1:
        for axis in (0, 1):
            size = light.shape[axis]
            if size > 1:
                even = np.take(light, range(0, size - 1, 2), axis)
                light = (even + np.take(light, range(1, size, 2), axis)) / np.float32(2.0)
        copies.append(np.round(srgb_from_linear(light) * 255.0).astype(np.uint8))
    return copies
