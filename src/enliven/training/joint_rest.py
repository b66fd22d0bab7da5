"""Another rest pose for the same movement: arms down instead of out, a crouch instead of a straight stand."""

from dataclasses import replace

import numpy as np
from jaxtyping import Float, Int

from enliven.models.joint_turns import world_turns
from enliven.training.world_clip import WorldClip


def rested_otherwise(clip: WorldClip, turns: Float[np.ndarray, "joints 3"]) -> WorldClip:
    """The same movement told relative to another rest pose.

    With ``H_j`` the turn of a joint from the old rest to the new one, its turn ``G_j`` becomes ``G_j H_j^-1``, so that
    every joint stands and turns as before.

    Args:
        clip: in body units.
        turns: rotation vectors from the old rest pose to the new one, model axes, relative to parent; those of roots
            are left out.

    Returns:
        The clip; its body stands on the ground and in the middle again.
    """
    body = clip.body
    roots = [parent is None for parent in body.parents]
    local = np.where(np.array(roots)[:, None], 0.0, turns)
    whole, up = world_turns(local, body.parents)
    at = np.array(body.rest_positions, dtype=np.float64)
    for joint, parent in enumerate(body.parents):
        if parent is not None:
            at[joint] = at[parent] + up[joint] @ (body.rest_positions[joint] - body.rest_positions[parent])
    low, high = at.min(axis=0), at.max(axis=0)
    shift = -np.array([(low[0] + high[0]) / 2.0, low[1], (low[2] + high[2]) / 2.0])
    translations = np.einsum("jik,cjk->cji", up, clip.translations, optimize=True)
    translations[:, roots] -= shift
    return replace(
        clip,
        body=replace(
            body,
            rest_positions=at + shift,
            skin_offsets=np.einsum("jik,jk->ji", whole, body.skin_offsets),
            skin_extents=np.sqrt(np.einsum("jik,jk->ji", whole**2, body.skin_extents**2)),
        ),
        turns=clip.turns @ np.swapaxes(whole, 1, 2),
        translations=translations,
        spins=np.einsum("jik,jk->ji", whole, clip.spins),
    )


def drawn_turns(
    pose: Float[np.ndarray, "joints 3"],
    partners: Int[np.ndarray, " joints"],
    spread_rad: float,
    *,
    rng: np.random.Generator,
) -> Float[np.ndarray, "joints 3"]:
    """Turns to another rest pose: some of the way to a pose of the rig, and a chance change that both sides share.

    Args:
        pose: mean rotations of a clip of the rig, relative to parent.
        partners: the joint on the other side of each joint, or itself.
        spread_rad: largest standard deviation of the shared change.
        rng: of all chance.

    Returns:
        Rotation vectors.
    """
    joints = len(pose)
    wild = spread_rad * rng.random() ** 2
    shared = wild * rng.standard_normal((joints, 3))
    # A mirror image of x turns about -y and -z; a joint in the middle bends forwards or backwards.
    second = partners < np.arange(joints)
    shared[second] = shared[partners[second]] * np.array([1.0, -1.0, -1.0])
    shared[partners == np.arange(joints)] *= np.array([0.6, 0.15, 0.15])
    return rng.random() * pose + shared + 0.04 * rng.standard_normal((joints, 3))
