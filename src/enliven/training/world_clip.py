"""A clip as training changes it: turns in model space, in which most changes are one product."""

from dataclasses import dataclass, replace

import numpy as np
from jaxtyping import Float

from enliven.core.body import Body
from enliven.core.clip import JointClip
from enliven.models.joint_turns import turns_from


@dataclass(frozen=True, slots=True, eq=False)
class WorldClip:
    """A motion of a body in body units, as ``models.joint_codec.TurnControls`` tells it, and the row it comes from.

    ``told`` gives the words and the names; its own body and rotations may differ from those here.
    """

    body: Body
    turns: Float[np.ndarray, "controls joints 3 3"]
    translations: Float[np.ndarray, "controls joints 3"]
    spins: Float[np.ndarray, "joints 3"]
    duration_s: float
    loop: bool
    told: JointClip


def world_clip(clip: JointClip) -> WorldClip:
    """Read a row; arrays are double, for exact changes."""
    body = clip.body
    return WorldClip(
        body=replace(
            body,
            rest_positions=body.rest_positions.astype(np.float64),
            skin_offsets=body.skin_offsets.astype(np.float64),
            skin_extents=body.skin_extents.astype(np.float64),
            skin_shares=body.skin_shares.astype(np.float64),
        ),
        turns=turns_from(clip.rotations, body.parents, loop=clip.loop),
        translations=clip.translations.astype(np.float64),
        spins=(clip.spin_axes * clip.spin_turns[:, None]).astype(np.float64),
        duration_s=clip.duration_s,
        loop=clip.loop,
        told=clip,
    )
