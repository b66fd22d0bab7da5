"""Another rest pose for the same movement: arms down instead of out, a crouch instead of a straight stand."""

from dataclasses import replace

import numpy as np
from jaxtyping import Float

from enliven.core.clip import JointClip
from enliven.geometry.rotations import matrix_from_vector, unwrapped_vectors, vector_from_matrix


def rested_otherwise(clip: JointClip, turns: Float[np.ndarray, "joints 3"]) -> JointClip:
    """The same movement told relative to another rest pose.

    With ``q_j`` the turn of a joint and ``H_j = H_parent exp(q_j)``, the joint's old rotation ``R_j`` becomes
    ``H_parent R_j exp(-q_j) H_parent^-1``, so that every joint stands and turns as before.

    Args:
        clip: in body units.
        turns: rotation vectors from the old rest pose to the new one, model axes, relative to parent; those of roots
            are left out.

    Returns:
        The clip; its body stands on the ground and in the middle again. Controls are mapped one by one.
    """
    body = clip.body
    local = matrix_from_vector(np.asarray(turns, dtype=np.float64))
    up, whole = np.zeros_like(local), np.zeros_like(local)
    at = np.array(body.rest_positions, dtype=np.float64)
    for joint, parent in enumerate(body.parents):
        if parent is None:
            up[joint] = whole[joint] = local[joint] = np.eye(3)
            continue
        up[joint] = whole[parent]
        whole[joint] = up[joint] @ local[joint]
        at[joint] = at[parent] + up[joint] @ (body.rest_positions[joint] - body.rest_positions[parent])
    low, high = at.min(axis=0), at.max(axis=0)
    shift = -np.array([(low[0] + high[0]) / 2.0, low[1], (low[2] + high[2]) / 2.0])
    turned = (
        up @ matrix_from_vector(clip.rotations.astype(np.float64)) @ np.swapaxes(local, 1, 2) @ np.swapaxes(up, 1, 2)
    )
    translations = np.einsum("jik,cjk->cji", up, clip.translations.astype(np.float64))
    translations[:, [parent is None for parent in body.parents]] -= shift
    rested = replace(
        body,
        rest_positions=at + shift,
        skin_offsets=np.einsum("jik,jk->ji", whole, body.skin_offsets.astype(np.float64)),
        skin_extents=np.sqrt(np.einsum("jik,jk->ji", whole**2, body.skin_extents.astype(np.float64) ** 2)),
    )
    return replace(
        clip,
        body=rested,
        rotations=unwrapped_vectors(vector_from_matrix(turned)),
        translations=translations,
        spin_axes=np.einsum("jik,jk->ji", whole, clip.spin_axes.astype(np.float64)),
    )
