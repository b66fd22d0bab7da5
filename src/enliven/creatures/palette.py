"""Colours: sRGB as people write them, linear as meshes carry them."""

import numpy as np

from enliven.creatures.lumps import Rgb


def linear(srgb_hex: str) -> Rgb:
    """Linear colour of ``"rrggbb"``; a leading ``#`` may stand.

    Source: IEC 61966-2-1, the sRGB transfer function.
    """
    digits = srgb_hex.lstrip("#")
    values = np.array([int(digits[k : k + 2], 16) for k in (0, 2, 4)]) / 255.0
    light = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    return (float(light[0]), float(light[1]), float(light[2]))


def mixed(first: Rgb, second: Rgb, share: float) -> Rgb:
    """``first`` with a ``share`` of ``second``."""
    a, b = np.asarray(first), np.asarray(second)
    r, g, b = (a + share * (b - a)).tolist()
    return (r, g, b)


def scaled(rgb: Rgb, factor: float) -> Rgb:
    """A lighter or darker colour, kept within 0..1."""
    r, g, b = np.clip(np.asarray(rgb) * factor, 0.0, 1.0).tolist()
    return (r, g, b)


WHITE = linear("fbf7ef")
BLACK = linear("17151a")
"""Eyes, noses and the like: nearly white, nearly black."""
