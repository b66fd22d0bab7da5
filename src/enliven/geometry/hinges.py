"""Knees and elbows turn about one axis: most of what a made motion turns them beside it is taken out.

Recorded clips hardly ever turn the middle joint of a limb about a second axis; made ones do. What is taken out is small
where it matters: hands and feet move by some hundredths of the limb's length, and standing feet are held afterwards.
"""

from dataclasses import dataclass, replace

import numpy as np
from jaxtyping import Float

from enliven.core.motion import JointMotion
from enliven.geometry.contacts_body import GroundBody
from enliven.geometry.kinematics import Parents

KEPT = 0.2
"""Share of a hinge's turn beside its axis that stays."""
_LEAST_REACH = 0.15  # lengths of the limb: shorter upper or lower parts are no arm
_LOWER = 1.05  # a lower pair of bones has to win this much of reach over a higher one
_ALIKE, _BESIDE = 0.15, 0.02  # body sizes: how far the mirrored tip may lie off; how far a tip lies from the middle
_STILL_RAD = 1e-3


@dataclass(frozen=True, slots=True)
class Hinge:
    """A limb that bends at its middle joint; all three are joints."""

    upper: int
    middle: int
    tip: int


def hinges_of(body: GroundBody) -> tuple[Hinge, ...]:
    """The middle joints of limbs that have a partner on the other side; tails, necks and trunks bend as they like."""
    found = [hinge for top in body.limbs if (hinge := _bending(body, _chain(body.parents, top))) is not None]
    side = np.array([body.front[2], 0.0, -body.front[0]])
    tips = body.rest_positions[[hinge.tip for hinge in found]].reshape(-1, 3)
    beside = tips @ side - float(np.median(body.rest_positions @ side))
    mirrored = tips - 2.0 * beside[:, None] * side
    apart = np.linalg.norm(mirrored[:, None] - tips[None], axis=-1) + np.where(np.eye(len(tips), dtype=bool), np.inf, 0)
    paired = (np.abs(beside) > _BESIDE * body.size_m) & (apart.min(axis=1, initial=np.inf) < _ALIKE * body.size_m)
    return tuple(hinge for hinge, one in zip(found, paired, strict=True) if one)


def hinged(motion: JointMotion, body: GroundBody) -> JointMotion:
    """A motion whose knees and elbows keep to one axis each.

    Args:
        motion: metres, in the axes of the body.
        body: with its limbs.

    Returns:
        The motion; only its knees and elbows differ, and by nothing where they keep to an axis.
    """
    spinning = {spin.joint for spin in motion.spins}
    for hinge in hinges_of(body):
        if not spinning & {hinge.upper, hinge.middle, hinge.tip}:
            motion = _on_one_axis(motion, hinge.middle)
    return motion


def main_axis(vectors: Float[np.ndarray, "times 3"]) -> Float[np.ndarray, " 3"]:
    """The axis about which rotation vectors turn most, seen from rest."""
    return np.linalg.eigh(vectors.T @ vectors)[1][:, -1]


def _on_one_axis(motion: JointMotion, joint: int) -> JointMotion:
    turns = motion.rotations.controls[:, joint]
    axis = main_axis(turns)
    beside = turns - np.outer(turns @ axis, axis)
    if np.abs(beside).max() < _STILL_RAD:
        return motion
    controls = np.array(motion.rotations.controls)
    controls[:, joint] -= (1.0 - KEPT) * beside
    return replace(motion, rotations=replace(motion.rotations, controls=controls))


def _chain(parents: Parents, top: int) -> list[int]:
    """From the top of a limb down to the tip of its largest branch."""
    sizes = np.ones(len(parents), dtype=int)
    for joint in range(len(parents) - 1, -1, -1):
        parent = parents[joint]
        if parent is not None:
            sizes[parent] += sizes[joint]
    chain = [top]
    while children := [joint for joint, parent in enumerate(parents) if parent == chain[-1]]:
        chain.append(max(children, key=lambda joint: sizes[joint]))
    return chain


def _bending(body: GroundBody, chain: list[int]) -> Hinge | None:
    """The two joints that change the distance from the first to the tip most; the higher pair on a near draw."""
    at = body.rest_positions[chain]
    best, hinge = _LEAST_REACH * float(np.linalg.norm(at[-1] - at[0])), None
    for high in range(len(chain) - 2):
        for low in range(high + 1, len(chain) - 1):
            reach = float(min(np.linalg.norm(at[low] - at[high]), np.linalg.norm(at[-1] - at[low])))
            if reach > (best if hinge is None else _LOWER * best):
                best, hinge = reach, Hinge(chain[high], chain[low], chain[-1])
    return hinge
