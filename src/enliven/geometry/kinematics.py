"""Forward kinematics in model axes, and its inverse.

A joint's rotation is told relative to rest and parent, in model axes. With ``G_j`` the rotation
of joint ``j`` in model space relative to rest:

    G_j = G_parent exp(rotation_j)
    p_j = p_parent + G_parent (rest_j - rest_parent + translation_j)

so the rest orientation of a joint plays no part, and the same numbers mean the same movement on every rig.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.core.motion import JointMotion, JointPose, Spin
from enliven.core.skeleton import Parents
from enliven.geometry.rotations import matrix_from_vector, vector_from_matrix


@dataclass(frozen=True, slots=True, eq=False)
class ModelPose:
    """Joints in model space at some times: turned by ``rotations`` relative to rest, standing at ``positions``."""

    rotations: Float[np.ndarray, "times joints 3 3"]
    positions: Float[np.ndarray, "times joints 3"]

    def carried(self, offsets: Float[np.ndarray, "joints 3"]) -> Float[np.ndarray, "times joints 3"]:
        """Where a point at a fixed offset from each joint (at rest, model axes) goes: the middles of skin, for one."""
        return self.positions + np.einsum("tjik,jk->tji", self.rotations, offsets)


def posed_at(motion: JointMotion, times_s: Float[np.ndarray, " times"], parents: Parents) -> JointPose:
    """The pose of a motion with its spins (which turn before the joint's rotation) and the travel of its roots."""
    pose = motion.at(times_s)
    rotations, translations = np.array(pose.rotations), np.array(pose.translations)
    for spin in motion.spins:
        spun = matrix_from_vector(_spin_angles(spin, times_s, motion)[:, None] * spin.axis)
        rotations[:, spin.joint] = vector_from_matrix(matrix_from_vector(rotations[:, spin.joint]) @ spun)
    if motion.travel_m is not None:
        roots = [joint for joint, parent in enumerate(parents) if parent is None]
        translations[:, roots] += (times_s / motion.duration_s)[:, None, None] * motion.travel_m
    return JointPose(rotations=rotations, translations=translations)


def _spin_angles(spin: Spin, times_s: np.ndarray, motion: JointMotion) -> np.ndarray:
    if not motion.loop:
        return spin.angle_rad.at(times_s)
    rounds = np.floor(times_s / motion.duration_s)
    ends = spin.angle_rad.at(np.array([0.0, motion.duration_s]))
    return spin.angle_rad.at(times_s - rounds * motion.duration_s) + rounds * (ends[1] - ends[0])


def forward(rest_positions: Float[np.ndarray, "joints 3"], parents: Parents, pose: JointPose) -> ModelPose:
    """Place every joint in model space.

    Args:
        rest_positions: joints at rest, model space.
        parents: each before its child; ``None`` for a root, which turns about its own place.
        pose: rotations and translations relative to rest and parent, model axes.

    Returns:
        Rotations relative to rest and positions, in model space.
    """
    local = matrix_from_vector(pose.rotations)
    rotations = np.zeros_like(local)
    positions = np.zeros_like(pose.translations)
    for joint, parent in enumerate(parents):
        if parent is None:
            rotations[:, joint] = local[:, joint]
            positions[:, joint] = rest_positions[joint] + pose.translations[:, joint]
            continue
        offset = rest_positions[joint] - rest_positions[parent] + pose.translations[:, joint]
        rotations[:, joint] = rotations[:, parent] @ local[:, joint]
        positions[:, joint] = positions[:, parent] + np.einsum("tij,tj->ti", rotations[:, parent], offset)
    return ModelPose(rotations=rotations, positions=positions)


def inverse(rest_positions: Float[np.ndarray, "joints 3"], parents: Parents, placed: ModelPose) -> JointPose:
    """The rotations and translations that ``forward`` would turn into the given placement.

    Args:
        rest_positions: joints at rest, model space.
        parents: each before its child; ``None`` for a root.
        placed: rotations relative to rest and positions, in model space.

    Returns:
        Rotation vectors (angles in 0 to pi) and translations, relative to rest and parent, model axes.
    """
    local = np.array(placed.rotations)
    translations = np.zeros_like(placed.positions)
    for joint, parent in enumerate(parents):
        if parent is None:
            translations[:, joint] = placed.positions[:, joint] - rest_positions[joint]
            continue
        parent_turned = np.swapaxes(placed.rotations[:, parent], -1, -2)
        local[:, joint] = parent_turned @ placed.rotations[:, joint]
        apart = placed.positions[:, joint] - placed.positions[:, parent]
        rest_apart = rest_positions[joint] - rest_positions[parent]
        translations[:, joint] = np.einsum("tij,tj->ti", parent_turned, apart) - rest_apart
    return JointPose(rotations=vector_from_matrix(local), translations=translations)


def model_from_rest(
    rest_positions: Float[np.ndarray, "joints 3"], placed: ModelPose
) -> Float[np.ndarray, "times joints 4 4"]:
    """Rigid movements that carry what surrounds each joint from rest to its place, as linear blend skinning wants."""
    times, joints = placed.positions.shape[:2]
    moved = np.zeros((times, joints, 4, 4))
    moved[..., :3, :3] = placed.rotations
    moved[..., :3, 3] = placed.positions - np.einsum("tjik,jk->tji", placed.rotations, rest_positions)
    moved[..., 3, 3] = 1.0
    return moved
