"""The plane in which the left half of a body is the mirror image of the right half."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.geometry.rigging.volume import Volume

_SYMMETRIC = 0.85
_CLEARLY_BETTER = 0.08


@dataclass(frozen=True, slots=True, eq=False)
class MirrorPlane:
    """An upright plane: points with ``normal . point == offset``.

    ``score`` is the share of the body that the plane maps to the body itself. ``normal`` is horizontal and of unit
    length, and points to the left of the body if the body faces ``front``.
    """

    normal: Float[np.ndarray, " 3"]
    offset: float
    score: float

    @property
    def symmetric(self) -> bool:
        """Whether the halves match well enough to make a symmetric rig."""
        return self.score >= _SYMMETRIC

    @property
    def front(self) -> Float[np.ndarray, " 3"]:
        """Where the body faces if +Y is up and ``normal`` points to its left."""
        return np.cross(self.normal, np.array([0.0, 1.0, 0.0]))

    def mirrored(self, points: Float[np.ndarray, "points 3"]) -> Float[np.ndarray, "points 3"]:
        """The points on the other side of the plane."""
        return points - 2.0 * (points @ self.normal - self.offset)[:, None] * self.normal


@dataclass(frozen=True, slots=True, eq=False)
class BodyFrame:
    """Axes of the body: x to its left with the mirror plane at 0, y up with the ground at 0, z to its front."""

    body_from_model: Float[np.ndarray, "3 3"]
    origin: Float[np.ndarray, " 3"]  # where the body frame's origin lies in model space

    def to_body(self, points: Float[np.ndarray, "points 3"]) -> Float[np.ndarray, "points 3"]:
        """Points of model space in the axes of the body."""
        return (points - self.origin) @ self.body_from_model.T

    def to_model(self, points: Float[np.ndarray, "points 3"]) -> Float[np.ndarray, "points 3"]:
        """Points in the axes of the body in model space."""
        return points @ self.body_from_model + self.origin

    def turned_about(self) -> "BodyFrame":
        """The same body facing the other way."""
        return BodyFrame(np.diag([-1.0, 1.0, -1.0]) @ self.body_from_model, self.origin)


def body_frame(plane: MirrorPlane, volume: Volume) -> BodyFrame:
    """The axes of a body that mirrors in ``plane`` and faces its front."""
    middle, low = volume.centres.mean(axis=0), volume.centres.min(axis=0)
    origin = middle - (middle @ plane.normal - plane.offset) * plane.normal
    origin[1] = low[1] - 0.5 * volume.pitch
    return BodyFrame(np.stack([plane.normal, np.array([0.0, 1.0, 0.0]), plane.front]), origin)


def mirror_plane(volume: Volume) -> MirrorPlane:
    """The best upright mirror plane: x = const if that fits, else z = const, else along the body's own axes.

    A body that faces +Z mirrors in x, so other planes must be clearly better than that to be chosen.
    """
    best = _best_offset(volume, np.array([1.0, 0.0, 0.0]))
    if best.score >= 0.97:
        return best
    flat = volume.centres[:, [0, 2]] - volume.centres[:, [0, 2]].mean(axis=0)
    _, axes = np.linalg.eigh(flat.T @ flat)
    others = [np.array([0.0, 0.0, -1.0])] + [np.array([axis[0], 0.0, axis[1]]) for axis in axes.T]
    for normal in others:
        candidate = _best_offset(volume, normal if normal @ np.array([1.0, 0.0, -1e-6]) > 0 else -normal)
        if candidate.score > max(best.score + _CLEARLY_BETTER, _SYMMETRIC):
            best = candidate
    return best


def _best_offset(volume: Volume, normal: np.ndarray) -> MirrorPlane:
    along = volume.centres @ normal
    middle, mean = 0.5 * (along.min() + along.max()), along.mean()
    steps = np.arange(-3, 4) * volume.pitch
    coarse = [_scored(volume, normal, offset) for centre in (mean, middle) for offset in centre + steps]
    best = max(coarse, key=lambda plane: plane.score)
    fine = [_scored(volume, normal, best.offset + step) for step in np.arange(-3, 4) * 0.25 * volume.pitch]
    highest = max(plane.score for plane in fine)
    equal = [plane.offset for plane in fine if plane.score >= highest - 1e-9]
    return _scored(volume, normal, equal[len(equal) // 2])


def _scored(volume: Volume, normal: np.ndarray, offset: float) -> MirrorPlane:
    plane = MirrorPlane(normal=normal, offset=float(offset), score=0.0)
    there = np.rint((plane.mirrored(volume.centres) - volume.origin) / volume.pitch - 0.5).astype(np.int64)
    inside = ((there >= 0) & (there < np.array(volume.index.shape))).all(axis=1)
    there = there[inside]
    filled = volume.index[there[:, 0], there[:, 1], there[:, 2]] < len(volume)
    return MirrorPlane(normal=normal, offset=float(offset), score=float(filled.sum()) / len(volume))
