"""How much a motion stretches the skinned mesh."""

from dataclasses import replace

import numpy as np
from jaxtyping import Float

from enliven.core.mesh import Mesh
from enliven.core.motion import JointMotion
from enliven.core.skeleton import Skeleton
from enliven.core.skin import Skin
from enliven.core.splines import Spline
from enliven.geometry.adjacency import edges_of
from enliven.geometry.kinematics import forward, model_from_rest, posed_at
from enliven.geometry.skinning import skinned

_FRAMES = 12
_MOST_EDGES = 20_000


def edge_stretch(mesh: Mesh, skeleton: Skeleton, skin: Skin, motion: JointMotion) -> float:
    """The 99th percentile over edges and times of ``max(length / rest, rest / length)``; 1 is a rigid motion.

    Args:
        mesh: at rest, model space.
        skeleton: the joints that move.
        skin: over those joints.
        motion: in metres.

    Returns:
        The stretch; edges without length are left out.
    """
    edges = edges_of(mesh.faces)
    edges = edges[:: max(1, len(edges) // _MOST_EDGES)]
    rest = np.linalg.norm(mesh.vertices[edges[:, 0]] - mesh.vertices[edges[:, 1]], axis=1)
    kept = rest > 1e-6 * max(float(np.ptp(mesh.vertices, axis=0).max()), 1e-12)
    if not kept.any():
        return 1.0
    edges, rest = edges[kept], rest[kept]
    times_s = np.linspace(0.0, motion.duration_s, _FRAMES)
    parents, joints = skeleton.parents, skeleton.rest_positions
    moved = model_from_rest(joints, forward(joints, parents, posed_at(motion, times_s, parents)))
    used, local = np.unique(edges, return_inverse=True)
    frames = skinned(mesh.vertices[used], np.asarray(skin.weights[used], dtype=np.float64), moved)
    ends = frames[:, local.reshape(edges.shape)]
    lengths = np.maximum(np.linalg.norm(ends[:, :, 0] - ends[:, :, 1], axis=-1), 1e-12)
    return float(np.quantile(np.maximum(lengths / rest, rest / lengths), 0.99))


def scaled(motion: JointMotion, factor: float) -> JointMotion:
    """The same motion on a body ``factor`` times as large."""
    controls = motion.translations.controls * factor
    travel_m = None if motion.travel_m is None else motion.travel_m * factor
    return replace(motion, translations=replace(motion.translations, controls=controls), travel_m=travel_m)


def first_cycle(motion: JointMotion) -> JointMotion:
    """One cycle of a loop that repeats itself: the scorer has learnt single cycles. Other motions stay whole."""
    rotations, translations = motion.rotations.controls, motion.translations.controls
    for rounds in range(len(rotations) // 3, 1, -1):
        if motion.loop and _repeats(rotations, rounds) and _repeats(translations, rounds):
            seconds = motion.duration_s / rounds
            curves = [Spline(track[: len(track) // rounds], seconds, loop=True) for track in (rotations, translations)]
            spins = tuple(replace(spin, angle_rad=_slice(spin.angle_rad, rounds)) for spin in motion.spins)
            travel_m = None if motion.travel_m is None else motion.travel_m / rounds
            return JointMotion(rotations=curves[0], translations=curves[1], spins=spins, travel_m=travel_m)
    return motion


def _slice(angle_rad: Spline, rounds: int) -> Spline:
    """The first of equal parts of a spin; spins of repeated loops turn evenly."""
    ends = angle_rad.controls[0], angle_rad.controls[-1]
    part = np.linspace(ends[0], ends[0] + (ends[1] - ends[0]) / rounds, 4)
    return Spline(part, angle_rad.duration_s / rounds, loop=False)


def _repeats(controls: Float[np.ndarray, "controls joints 3"], rounds: int) -> bool:
    if len(controls) % rounds:
        return False
    cycles = controls.reshape(rounds, -1)
    return bool((cycles == cycles[0]).all())
