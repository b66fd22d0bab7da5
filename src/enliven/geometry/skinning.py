"""Linear blend skinning: how vertices follow joints."""

import numpy as np
from jaxtyping import Float


def skinned(
    rest_vertices: Float[np.ndarray, "vertices 3"],
    weights: Float[np.ndarray, "vertices joints"],
    model_from_rest: Float[np.ndarray, "times joints 4 4"],
) -> Float[np.ndarray, "times vertices 3"]:
    """Vertices carried by the weighted mean of their joints' rigid movements.

    Args:
        rest_vertices: model space, metres.
        weights: rows sum to 1.
        model_from_rest: see ``geometry.kinematics.model_from_rest``.

    Returns:
        Vertices in model space at every time.
    """
    frames = np.zeros((len(model_from_rest), len(rest_vertices), 3))
    for frame, moved in enumerate(model_from_rest):
        blended = (weights @ moved[:, :3].reshape(len(moved), 12)).reshape(-1, 3, 4)
        frames[frame] = np.einsum("vij,vj->vi", blended[:, :, :3], rest_vertices) + blended[:, :, 3]
    return frames


def normalised_weights(weights: Float[np.ndarray, "vertices joints"]) -> Float[np.ndarray, "vertices joints"]:
    """Weights clipped to 0 and scaled so that rows sum to 1; a row of zeros follows the first joint wholly."""
    positive = np.maximum(np.nan_to_num(weights, nan=0.0, posinf=0.0), 0.0).astype(np.float64)
    total = positive.sum(axis=1, keepdims=True)
    lost = total[:, 0] <= 0.0
    positive[lost, 0] = 1.0
    return positive / np.where(lost[:, None], 1.0, total)


def strongest_influences(
    weights: Float[np.ndarray, "vertices joints"], influences: int
) -> Float[np.ndarray, "vertices joints"]:
    """Keep the strongest influences of every vertex and renormalise; the rest become 0."""
    if weights.shape[1] <= influences:
        return normalised_weights(weights)
    keep = np.argpartition(-weights, influences - 1, axis=1)[:, :influences]
    kept = np.zeros_like(weights)
    np.put_along_axis(kept, keep, np.take_along_axis(weights, keep, axis=1), axis=1)
    return normalised_weights(kept)
