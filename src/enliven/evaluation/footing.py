"""Whether what touches the ground slides, and whether anything sinks: measured on points of the skin."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.core.body import Body
from enliven.core.mesh import Mesh
from enliven.core.motion import JointMotion
from enliven.core.skin import Skin
from enliven.geometry.kinematics import forward, model_from_rest, posed_at
from enliven.geometry.skinning import skinned

_LOW_SHARE = 0.05  # of the vertices: the lowest of them, where feet are, are looked at more closely
_POINTS = 120  # of each kind
_PER_SECOND = 30.0
_MOST_FRAMES = 90
_TOUCH = 0.025  # body heights above the clip's own ground
_NEAR_GROUND = 0.1  # body heights: a clip that stays farther off touches nothing
_LEAST_HEIGHT = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class SkinPoints:
    """Some points of a body's skin, in body units; the lowest of them at rest stand on the ground."""

    rest: Float[np.ndarray, "points 3"]
    weights: Float[np.ndarray, "points joints"]
    height: float  # of the whole body at rest

    def paths(
        self, body: Body, motion: JointMotion, times_s: Float[np.ndarray, " times"]
    ) -> Float[np.ndarray, "times points 3"]:
        """Where the points are at the given times, body units."""
        rest = np.asarray(body.rest_positions, dtype=np.float64)
        placed = forward(rest, body.parents, posed_at(motion, times_s, body.parents))
        return skinned(self.rest, self.weights, model_from_rest(rest, placed))


@dataclass(frozen=True, slots=True)
class Footing:
    """How a motion stands."""

    skate: float | None  # mean sideways speed of what touches the ground, body heights a second; None: nothing does
    sunk: float  # deepest point under the ground of the rest pose, body heights


def skin_points(body: Body, mesh: Mesh, skin: Skin, turn: Float[np.ndarray, "3 3"] | None = None) -> SkinPoints:
    """Points of a mesh in the units of its body.

    Args:
        body: of the same rig, as ``geometry.body.body_from`` made it.
        mesh: at rest, model space.
        skin: over the joints of the body.
        turn: about +Y, where the motions to be measured are those of the turned body.

    Returns:
        The lowest vertices, evenly thinned, and vertices of all heights, evenly thinned.
    """
    at = (mesh.vertices - body.origin_m) / body.metres_per_unit
    order = np.argsort(at[:, 1], kind="stable")
    low, rest = np.split(order, [max(1, round(_LOW_SHARE * len(order)))])
    chosen = np.concatenate([part[:: max(1, len(part) // _POINTS)] for part in (low, rest) if len(part)])
    places = at[chosen] if turn is None else at[chosen] @ turn.T
    height = max(float(np.ptp(at[:, 1])), _LEAST_HEIGHT)
    return SkinPoints(places, np.asarray(skin.weights[chosen], dtype=np.float64), height)


def footing(points: SkinPoints, body: Body, motion: JointMotion) -> Footing:
    """Measure the skating and sinking of a motion.

    A point touches while it is within 2.5% of body height of the clip's own ground (the tenth percentile of the lowest
    point over time), at both of two keys. Its speed is told beside the even travel that suits all touching points best,
    so that a walk on the spot does not skate.

    Args:
        points: of the body.
        body: in body units.
        motion: in body units.

    Returns:
        Speeds and depths as shares of body height.
    """
    frames = int(np.clip(round(motion.duration_s * _PER_SECOND), 4, _MOST_FRAMES))
    paths = points.paths(body, motion, np.linspace(0.0, motion.duration_s, frames + 1)) / points.height
    floor = float(points.rest[:, 1].min()) / points.height
    lowest = paths[..., 1].min(axis=1)
    sunk = max(0.0, floor - float(lowest.min()))
    ground = float(np.quantile(lowest, 0.1))
    if abs(ground - floor) > _NEAR_GROUND:
        return Footing(skate=None, sunk=sunk)
    low = paths[..., 1] < ground + _TOUCH
    touching = low[1:] & low[:-1]
    if not touching.any():
        return Footing(skate=None, sunk=sunk)
    velocity = np.diff(paths[..., [0, 2]], axis=0) * (frames / motion.duration_s)
    aside = np.linalg.norm(velocity - velocity[touching].mean(axis=0), axis=-1)
    touched = touching.any(axis=1)
    per_frame = (aside * touching).sum(axis=1)[touched] / touching.sum(axis=1)[touched]
    return Footing(skate=float(per_frame.mean()), sunk=sunk)
