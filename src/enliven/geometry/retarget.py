"""Carry a motion from one rig to another through global rotations.

Each joint of the target takes the global rotation (relative to rest, model axes) of the source joint that stands
nearest to it in body units; rotations relative to the parent follow. A plain method, used as a baseline and a teacher.
"""

import numpy as np
from jaxtyping import Int

from enliven.core.body import Body
from enliven.core.motion import JointMotion
from enliven.core.splines import Spline
from enliven.geometry.kinematics import ModelPose, forward, inverse, posed_at
from enliven.geometry.rotations import unwrapped_vectors
from enliven.geometry.spline_fit import fitted_controls

_SAMPLES_PER_CONTROL = 4
_BONE_WEIGHT = 0.5


def nearest_joints(source: Body, target: Body) -> Int[np.ndarray, " targets"]:
    """For every target joint the source joint that stands nearest and whose bone points alike."""
    places = _placed(source)[None, :, :] - _placed(target)[:, None, :]
    return np.linalg.norm(places, axis=-1).argmin(axis=1)


def _placed(body: Body) -> np.ndarray:
    positions = body.rest_positions
    low, high = positions.min(axis=0), positions.max(axis=0)
    middle, span = 0.5 * (low + high), np.maximum(high - low, 1e-6).max()
    bones = np.zeros_like(positions)
    for joint, parent in enumerate(body.parents):
        if parent is not None:
            bones[joint] = positions[joint] - positions[parent]
    return np.concatenate([(positions - middle) / span, _BONE_WEIGHT * bones / span], axis=1)


def retargeted(motion: JointMotion, source: Body, target: Body, *, controls: int = 12) -> JointMotion:
    """The motion of the source as the target would make it.

    Args:
        motion: of the source, in body units.
        source: the rig the motion was made for.
        target: the rig that shall move.
        controls: spline controls of the result.

    Returns:
        A motion of the target in body units; root translations are scaled by the rigs' heights.
    """
    count = _SAMPLES_PER_CONTROL * controls
    phases = np.linspace(0.0, 1.0, count, endpoint=not motion.loop)
    times_s = phases * motion.duration_s
    pose = posed_at(motion, times_s, source.parents)
    placed = forward(source.rest_positions, source.parents, pose)
    rotations = placed.rotations[:, nearest_joints(source, target)]
    scale = _height(target) / _height(source)
    root = source.parents.index(None)
    shift = (placed.positions[:, root] - source.rest_positions[root]) * scale
    still = ModelPose(rotations=rotations, positions=np.zeros((count, len(target), 3)))
    local = unwrapped_vectors(inverse(target.rest_positions, target.parents, still).rotations)
    translations = np.zeros((count, len(target), 3))
    translations[:, [joint for joint, parent in enumerate(target.parents) if parent is None]] = shift[:, None]
    rotation_curve, translation_curve = (
        Spline(fitted_controls(phases, samples, controls, loop=motion.loop), motion.duration_s, motion.loop)
        for samples in (local, translations)
    )
    return JointMotion(rotations=rotation_curve, translations=translation_curve)


def _height(body: Body) -> float:
    return float(max(np.ptp(body.rest_positions[:, 1]), 1e-3))
