"""Fitted clips read at any phase."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float

from enliven.core.body import Body
from enliven.core.motion import JointPose
from enliven.core.splines import basis
from enliven.curation.segments import Segment
from enliven.geometry.kinematics import ModelPose, forward
from enliven.geometry.rotations import matrix_from_vector, vector_from_matrix


def placed_at(body: Body, segments: Sequence[Segment], phases: Float[np.ndarray, " times"]) -> ModelPose:
    """Joints in model space at normalised times of a whole clip, spins included.

    Args:
        body: whose joints.
        segments: of equal length, in order.
        phases: 0 to 1 over all segments together.
    """
    scaled = np.clip(phases, 0.0, 1.0) * len(segments)
    which = np.minimum(scaled.astype(int), len(segments) - 1)
    rotations = np.zeros((len(phases), len(body), 3))
    translations = np.zeros_like(rotations)
    for number, segment in enumerate(segments):
        here = which == number
        if not here.any():
            continue
        local = scaled[here] - number
        weights = basis(local, len(segment.rotations), loop=segment.loop)
        vectors = np.einsum("tc,cjk->tjk", weights, segment.rotations)
        if segment.spins.turns.any():
            angles = 2.0 * np.pi * local[:, None] * segment.spins.turns
            spun = matrix_from_vector(angles[..., None] * segment.spins.axes)
            vectors = vector_from_matrix(matrix_from_vector(vectors) @ spun)
        rotations[here] = vectors
        translations[here] = np.einsum("tc,cjk->tjk", weights, segment.translations)
    return forward(body.rest_positions, body.parents, JointPose(rotations=rotations, translations=translations))
