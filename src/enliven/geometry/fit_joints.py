"""The joint motion of a rig that comes nearest to a vertex motion.

With the skin fixed, the vertices depend on one joint's turn (all others held) as a set of arrows about that joint does:
the best turn is a closed form (Kabsch 1976). Joints are turned one after another from the root down, a few times; then
all at once, by damped Gauss-Newton steps (Levenberg 1944). The distance never grows. Vertices enter only through sums
over pairs of joints, made once: what follows costs the same for a thousand vertices and for a million.

Bones keep their lengths; roots are carried as well as turned. For rigs of free bones see Le and Deng 2012, "Smooth
skinning decomposition with rigid bones".
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.core.motion import JointPose
from enliven.core.skeleton import Parents
from enliven.geometry.fit_joints_solver import FitSums, JointTree, places_of, sums_of
from enliven.geometry.kinematics import ModelPose, forward, inverse, model_from_rest
from enliven.geometry.rotations import proper_rotation, unwrapped_vectors
from enliven.geometry.skinning import skinned

_SWEEPS, _STEPS = 4, 16
_SETTLED = 1e-3  # part of the squared distance that a step must gain to be worth another
_LEAST_DAMPING, _DAMPING = 1e-7, 1e-3  # of the mean of the diagonal
_INERTIA = 1e-6  # of all vertices' spread: what keeps a joint that hardly any vertex follows where it is


@dataclass(frozen=True, slots=True, eq=False)
class JointFit:
    """The pose at every frame, and how far the skinned vertices lie from those they were fitted to."""

    pose: JointPose
    error_m: float  # root mean square over vertices and frames
    movement_m: float  # the same of the vertices' own movement about their mean places

    @property
    def share(self) -> float:
        """The error as a share of the movement; 0 where both are nothing."""
        return self.error_m / self.movement_m if self.movement_m > 0.0 else float(self.error_m > 0.0)


def fit_joints(
    rest_positions: Float[np.ndarray, "joints 3"],
    parents: Parents,
    weights: Float[np.ndarray, "vertices joints"],
    rest_vertices: Float[np.ndarray, "vertices 3"],
    frames: Float[np.ndarray, "frames vertices 3"],
    *,
    counts: Float[np.ndarray, " vertices"] | None = None,
    steps: int = _STEPS,
) -> JointFit:
    """Turn and carry a rig so that its skin follows moving vertices.

    Args:
        rest_positions: joints at rest, model space, metres.
        parents: each before its child; ``None`` for a root.
        weights: of the skin; rows sum to 1.
        rest_vertices: model space, metres.
        frames: where the vertices go.
        counts: how much each vertex counts (the area about it); all alike when ``None``.
        steps: most steps of all joints at once.

    Returns:
        Rotations and translations (of roots alone) relative to rest and parent; turns of joints that no vertex tells
        stay with their parents.
    """
    count = np.full(len(rest_vertices), 1.0 / len(rest_vertices)) if counts is None else counts / counts.sum()
    middle = count @ rest_vertices
    joints, points, goal = rest_positions - middle, rest_vertices - middle, frames - middle
    sums = sums_of(np.asarray(weights, dtype=np.float64), points, goal, count)
    tree = JointTree(joints, parents)
    moved = _started(tree, count, points, goal)
    inertia = _INERTIA * float(count @ (points**2).sum(axis=1))
    for _ in range(_SWEEPS):
        for joint in range(len(joints)):
            tree.settle(joint, moved, sums, inertia)
    _descend(tree, moved, sums, inertia, steps)
    placed = ModelPose(rotations=moved[:, :, :, :3], positions=places_of(moved, joints) + middle)
    pose = inverse(rest_positions, parents, placed)
    pose = JointPose(rotations=unwrapped_vectors(pose.rotations), translations=pose.translations)
    error = _distance(rest_positions, parents, weights, rest_vertices, frames, count, pose)
    movement = float(np.sqrt(((frames - frames.mean(axis=0)) ** 2).sum(axis=2).mean(axis=0) @ count))
    return JointFit(pose, error, movement)


def _descend(tree: JointTree, moved: np.ndarray, sums: FitSums, inertia: float, steps: int) -> None:
    """Turn all joints of ``moved`` at once towards the goals; frames that come out farther try a shorter step."""
    damping = np.full(len(moved), _DAMPING)
    distances = sums.distances(moved)
    for _ in range(steps):
        tried = tree.stepped(moved, sums, inertia, damping)
        after = sums.distances(tried)
        better = after < distances
        moved[better] = tried[better]
        gained = np.where(better, distances - after, 0.0).sum()
        damping = np.where(better, np.maximum(0.2 * damping, _LEAST_DAMPING), 10.0 * damping)
        settled = better.any() and gained < _SETTLED * distances.sum()
        distances = np.where(better, after, distances)
        if settled or distances.sum() <= 0.0:
            break


def _started(tree: JointTree, count: np.ndarray, points: np.ndarray, goal: np.ndarray) -> Float[np.ndarray, "t j 3 4"]:
    """All joints moved as one body, from the middle of the vertices."""
    middles = np.einsum("v,tvx->tx", count, goal)
    turns = proper_rotation(np.einsum("v,tvx,vy->txy", count, goal - middles[:, None], points))
    moved = np.concatenate([turns, middles[:, :, None]], axis=2)
    return np.repeat(moved[:, None], len(tree.parents), axis=1)


def _distance(
    rest_positions: np.ndarray,
    parents: Parents,
    weights: np.ndarray,
    rest_vertices: np.ndarray,
    frames: np.ndarray,
    count: np.ndarray,
    pose: JointPose,
) -> float:
    """Root mean square, measured on the vertices themselves."""
    squares = 0.0
    for k, frame in enumerate(frames):
        one = JointPose(pose.rotations[k : k + 1], pose.translations[k : k + 1])
        made = skinned(rest_vertices, weights, model_from_rest(rest_positions, forward(rest_positions, parents, one)))
        squares += float(((made[0] - frame) ** 2).sum(axis=1) @ count)
    return float(np.sqrt(squares / len(frames)))
