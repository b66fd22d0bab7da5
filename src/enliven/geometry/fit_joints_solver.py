"""The solver of ``geometry.fit_joints``: sums over vertices, and steps of a tree of joints towards what they ask for.

``moved[t, j]`` is the rigid movement of joint ``j`` from rest in model space at frame ``t``, the top three rows.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float

from enliven.core.skeleton import Parents
from enliven.geometry.rotations import cross_matrix, matrix_from_vector, proper_rotation


@dataclass(frozen=True, slots=True, eq=False)
class FitSums:
    """Sums over vertices of products of weights, rest places (with a 1 behind) and goals."""

    rest: Float[np.ndarray, "joints4 joints4"]  # of w_j w_k x_i x_i'
    goal: Float[np.ndarray, "frames joints4 3"]  # of w_j x_i y_i'
    square: Float[np.ndarray, " frames"]  # of |y_i|^2

    def distances(self, moved: Float[np.ndarray, "frames joints 3 4"]) -> Float[np.ndarray, " frames"]:
        """Mean squared distance of the skinned vertices from their goals."""
        rows = rows_of(moved)
        fitted = ((rows @ self.rest) * rows).sum(axis=(1, 2))
        return self.square - 2.0 * (np.swapaxes(rows, 1, 2) * self.goal).sum(axis=(1, 2)) + fitted


def sums_of(weights: np.ndarray, points: np.ndarray, goal: np.ndarray, count: np.ndarray) -> FitSums:
    """Sums of a skin over vertices at rest, where they should go, and how much each counts."""
    extended = np.concatenate([points, np.ones((len(points), 1))], axis=1)
    spanned = (weights[:, :, None] * extended[:, None, :]).reshape(len(points), -1)
    counted = spanned * count[:, None]
    return FitSums(
        rest=counted.T @ spanned,
        goal=np.stack([counted.T @ frame for frame in goal]),
        square=((goal**2).sum(axis=2) @ count),
    )


class JointTree:
    """Joints, and what hangs below each, itself included."""

    def __init__(self, places: Float[np.ndarray, "joints 3"], parents: Parents) -> None:
        self.places, self.parents = places, parents
        self.below: Bool[np.ndarray, "joints joints"] = np.eye(len(parents), dtype=np.bool_)
        for joint in range(len(parents) - 1, -1, -1):
            parent = parents[joint]
            if parent is not None:
                self.below[parent] |= self.below[joint]

    def settle(self, joint: int, moved: np.ndarray, sums: FitSums, inertia: float) -> None:
        """Turn ``moved`` below a joint as well as can be; carry it too where the joint is a root."""
        below = self.below[joint]
        own = np.repeat(below, 4)
        if self.parents[joint] is None:
            carried = moved[:, below]
            carried[..., 3] += _carry(moved, own, sums)[:, None]
            moved[:, below] = carried
        pivot = places_of(moved[:, [joint]], self.places[[joint]])[:, 0]
        arrows = moved[:, below]
        arrows[..., 3] -= pivot[:, None]
        others = rows_of(np.where(below[:, None, None], 0.0, moved))
        # What is left for the arrows to reach, summed over vertices: goals less what other joints do, from the pivot.
        left = sums.goal[:, own] - np.swapaxes(others @ sums.rest[:, own], -1, -2)
        ones = sums.rest[np.ix_(own, own)][:, 3::4].sum(axis=1)
        left = left - ones[None, :, None] * pivot[:, None, :]
        agreement = rows_of(arrows) @ left  # of arrows and what they should be
        agreement = np.swapaxes(agreement, -1, -2) + inertia * np.eye(3)
        turn = proper_rotation(agreement)
        arrows = turn[:, None] @ arrows
        arrows[..., 3] += pivot[:, None]
        moved[:, below] = arrows

    def stepped(
        self, moved: np.ndarray, sums: FitSums, inertia: float, damping: Float[np.ndarray, " frames"]
    ) -> Float[np.ndarray, "frames joints 3 4"]:
        """One damped Gauss-Newton step of all turns and of the places of roots."""
        frames, joints = moved.shape[:2]
        roots = [joint for joint, parent in enumerate(self.parents) if parent is None]
        pivots = places_of(moved, self.places)
        levers = self._levers(moved, pivots, roots)
        left = sums.goal - np.swapaxes(rows_of(moved) @ sums.rest, -1, -2)
        pulls = levers @ left  # of arrows and what is left of the way to the goal, 3 x 3 a lever
        products = levers @ sums.rest @ np.swapaxes(levers, -1, -2)
        turning = slice(0, 3 * joints)
        towards = _cross_sums(pulls[:, turning].reshape(frames, joints, 3, 3)).reshape(frames, -1)
        places = pulls[:, 3 * joints :].reshape(frames, len(roots), 3, 3)[:, :, 0].reshape(frames, -1)
        normal = _normal(products, joints, len(roots))
        diagonal = np.einsum("tii->ti", normal)
        diagonal += inertia + damping[:, None] * diagonal.mean(axis=1, keepdims=True)
        step = np.linalg.solve(normal, np.concatenate([towards, places], axis=1)[..., None])[..., 0]
        turns = matrix_from_vector(step[:, turning].reshape(frames, joints, 3))
        shifts = step[:, 3 * joints :].reshape(frames, len(roots), 3)
        return self._turned(moved, turns, {root: pivots[:, root] + shifts[:, k] for k, root in enumerate(roots)})

    def _levers(self, moved: np.ndarray, pivots: np.ndarray, roots: list[int]) -> np.ndarray:
        """For each joint the arrows from it to what follows it, then for each root its weights, as rows over sums."""
        frames, joints = moved.shape[:2]
        levers = np.zeros((frames, 3 * joints + 3 * len(roots), joints, 4))
        for joint in range(joints):
            below = self.below[joint]
            arrows = np.array(moved[:, below])
            arrows[..., 3] -= pivots[:, joint, None]
            levers[:, 3 * joint : 3 * joint + 3, below] = np.swapaxes(arrows, 1, 2)
        for k, root in enumerate(roots):
            levers[:, 3 * (joints + k), self.below[root], 3] = 1.0
        return levers.reshape(frames, -1, 4 * joints)

    def _turned(
        self, moved: np.ndarray, turns: np.ndarray, places: dict[int, np.ndarray]
    ) -> Float[np.ndarray, "frames joints 3 4"]:
        """Each joint turned in model axes, all that hangs below with it; bones keep their lengths."""
        out, more = np.zeros_like(moved), np.zeros_like(turns)
        stand = np.zeros((*moved.shape[:2], 3))
        for joint, parent in enumerate(self.parents):
            more[:, joint] = turns[:, joint] if parent is None else more[:, parent] @ turns[:, joint]
            rotation = more[:, joint] @ moved[:, joint, :, :3]
            if parent is None:
                stand[:, joint] = places[joint]
            else:
                bone = self.places[joint] - self.places[parent]
                stand[:, joint] = stand[:, parent] + out[:, parent, :, :3] @ bone
            out[:, joint, :, :3] = rotation
            out[:, joint, :, 3] = stand[:, joint] - rotation @ self.places[joint]
        return out


def _cross_sums(pulls: Float[np.ndarray, "*batch 3 3"]) -> Float[np.ndarray, "*batch 3"]:
    """Sums of cross products of arrows and pulls from the sums of their outer products."""
    return np.stack(
        [
            pulls[..., 1, 2] - pulls[..., 2, 1],
            pulls[..., 2, 0] - pulls[..., 0, 2],
            pulls[..., 0, 1] - pulls[..., 1, 0],
        ],
        axis=-1,
    )


def _normal(products: np.ndarray, joints: int, roots: int) -> Float[np.ndarray, "frames free free"]:
    """The matrix of the Gauss-Newton step from sums of outer products of levers: ``a . b - b a'`` for two turns."""
    frames = len(products)
    turning = products[:, : 3 * joints, : 3 * joints].reshape(frames, joints, 3, joints, 3)
    dots = np.einsum("tjxkx->tjk", turning)
    blocks = np.einsum("tjk,xy->tjxky", dots, np.eye(3)) - np.einsum("tjxky->tjykx", turning)
    normal = np.zeros((frames, 3 * (joints + roots), 3 * (joints + roots)))
    normal[:, : 3 * joints, : 3 * joints] = blocks.reshape(frames, 3 * joints, 3 * joints)
    for k in range(roots):
        at = 3 * (joints + k)
        arms = products[:, : 3 * joints, at].reshape(frames, joints, 3)
        shift = cross_matrix(arms).reshape(frames, 3 * joints, 3)  # a shift s changes a turn's pull by arm x s
        normal[:, : 3 * joints, at : at + 3] = shift
        normal[:, at : at + 3, : 3 * joints] = np.swapaxes(shift, 1, 2)
        for other in range(roots):
            mass = products[:, at, 3 * (joints + other)]
            normal[:, at : at + 3, 3 * (joints + other) : 3 * (joints + other) + 3] = mass[:, None, None] * np.eye(3)
    return normal


def _carry(moved: np.ndarray, own: np.ndarray, sums: FitSums) -> Float[np.ndarray, "frames 3"]:
    """By how much to shift what hangs below a joint."""
    left = sums.goal[:, own][:, 3::4] - np.swapaxes(rows_of(moved) @ sums.rest[:, own][:, 3::4], -1, -2)
    mass = sums.rest[np.ix_(own, own)][3::4, 3::4].sum()
    return left.sum(axis=1) / max(float(mass), 1e-12)


def rows_of(moved: Float[np.ndarray, "frames joints 3 4"]) -> Float[np.ndarray, "frames 3 joints4"]:
    """Movements of all joints side by side, as the sums are."""
    return np.moveaxis(moved, 1, 2).reshape(len(moved), 3, -1)


def places_of(moved: np.ndarray, rest: np.ndarray) -> Float[np.ndarray, "frames joints 3"]:
    """Where joints stand."""
    return np.einsum("tjik,jk->tji", moved[..., :3], rest) + moved[..., 3]
