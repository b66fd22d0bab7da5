"""Between turns in model space, which the model speaks, and rotations from the parent, which rigs are moved by."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.core.motion import JointPose
from enliven.core.splines import basis
from enliven.geometry.kinematics import ModelPose, Parents, forward, inverse
from enliven.geometry.rotations import proper_rotation, unwrapped_vectors
from enliven.geometry.spline_fit import fitted_controls


@dataclass(frozen=True, slots=True, eq=False)
class RigControls:
    """A motion in body units as ``core.clip.JointClip`` holds it; spins as axis (unit) times turns."""

    rotations: Float[np.ndarray, "controls joints 3"]
    translations: Float[np.ndarray, "controls joints 3"]
    spins: Float[np.ndarray, "joints 3"]


SAMPLES = 48
"""Times a segment at which one is read off the other."""


def phases_of(*, loop: bool) -> Float[np.ndarray, " times"]:
    """Those times, as parts of the segment; a loop leaves out its end, which is its beginning."""
    return np.linspace(0.0, 1.0, SAMPLES, endpoint=not loop)


def turns_from(
    rotations: Float[np.ndarray, "controls joints 3"], parents: Parents, *, loop: bool
) -> Float[np.ndarray, "controls joints 3 3"]:
    """Controls of turns in model space.

    Args:
        rotations: spline controls, rotation vectors relative to rest and parent.
        parents: each before its child.
        loop: periodic controls instead of clamped ones.

    Returns:
        As many controls; the curve between them passes near the true turns.
    """
    phases = phases_of(loop=loop)
    curve = basis(phases, len(rotations), loop=loop)
    sampled = np.einsum("tc,cjx->tjx", curve, rotations.astype(np.float64), optimize=True)
    still = np.zeros((len(parents), 3))
    turned = forward(still, parents, JointPose(rotations=sampled, translations=np.zeros_like(sampled))).rotations
    return fitted_controls(phases, turned, len(rotations), loop=loop)


def rotations_from(
    turns: Float[np.ndarray, "controls joints 3 3"], parents: Parents, *, loop: bool
) -> Float[np.ndarray, "controls joints 3"]:
    """Controls of rotations from the parent: the inverse of ``turns_from``.

    Args:
        turns: spline controls; the curve between them is led to the nearest rotation.
        parents: each before its child.
        loop: periodic controls instead of clamped ones.

    Returns:
        As many controls of rotation vectors.
    """
    phases = phases_of(loop=loop)
    curve = basis(phases, len(turns), loop=loop)
    sampled = proper_rotation(np.einsum("tc,cjxy->tjxy", curve, turns, optimize=True))
    places = np.zeros((*sampled.shape[:2], 3))
    local = inverse(places[0], parents, ModelPose(rotations=sampled, positions=places)).rotations
    return fitted_controls(phases, unwrapped_vectors(local), len(turns), loop=loop)


def world_turns(
    local: Float[np.ndarray, "joints 3"], parents: Parents
) -> tuple[Float[np.ndarray, "joints 3 3"], Float[np.ndarray, "joints 3 3"]]:
    """One pose: the turn of each joint in model space, and of its parent (the identity for roots)."""
    still = np.zeros_like(local, dtype=np.float64)
    pose = JointPose(rotations=np.asarray(local, dtype=np.float64)[None], translations=still[None])
    whole = forward(still, parents, pose).rotations[0]
    above = np.array([np.eye(3) if parent is None else whole[parent] for parent in parents])
    return whole, above
