"""Colours as files store them, turned into what an appearance holds."""

import numpy as np
from jaxtyping import Float, Int


def linear_from_srgb(srgb: Float[np.ndarray, "*colours 3"]) -> Float[np.ndarray, "*colours 3"]:
    """Display colours (0 to 1) as linear light. Source: IEC 61966-2-1."""
    clipped = np.clip(srgb, 0.0, 1.0)
    return np.where(clipped <= 0.04045, clipped / 12.92, ((clipped + 0.055) / 1.055) ** 2.4)


def rgba_from_srgb(srgb: Float[np.ndarray, "colours channels"]) -> Float[np.ndarray, "colours 4"]:
    """Display colours with three or four channels (0 to 1) as linear RGBA; alpha is 1 where there is none."""
    alpha = np.clip(srgb[:, 3:4], 0.0, 1.0) if srgb.shape[1] > 3 else np.ones((len(srgb), 1))
    return np.concatenate([linear_from_srgb(srgb[:, :3]), alpha], axis=1)


def spread_to_vertices(
    face_rgba: Float[np.ndarray, "faces 4"], faces: Int[np.ndarray, "faces 3"], vertices: int
) -> Float[np.ndarray, "vertices 4"]:
    """The mean colour of the faces around every vertex; white where there are none."""
    corners = faces.reshape(-1)
    around = np.bincount(corners, minlength=vertices)
    sums = [np.bincount(corners, np.repeat(face_rgba[:, channel], 3), minlength=vertices) for channel in range(4)]
    mean = np.stack(sums, axis=1) / np.maximum(around, 1)[:, None]
    mean[around == 0] = 1.0
    return mean
