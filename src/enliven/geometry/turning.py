"""Turn a body and its motion about +Y, so that a model that knows +Z as front serves rigs that face another way."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from jaxtyping import Float

from enliven.core.body import Body
from enliven.core.motion import JointMotion
from enliven.core.splines import Spline
from enliven.geometry.facing import facing_from_names, quarter_turns, turn_about_up

_QUARTERS: Mapping[str, int] = {"front": 0, "right": 1, "back": 2, "left": 3}
_SURE = 0.5  # the same evidence that turns the training clips


def faces_by_names(body: Body) -> str | None:
    """Which way a body faces to a quarter turn (``core.request.FACES``), as far as its joint names tell."""
    facing = facing_from_names(body)
    if float(np.linalg.norm(facing)) < _SURE:
        return None
    return next(faces for faces, quarters in _QUARTERS.items() if quarters == quarter_turns(facing))


def turn_to_front(body: Body) -> Float[np.ndarray, "3 3"]:
    """The quarter turn about +Y after which the body faces +Z, as far as its joint names tell; else the identity."""
    return turn_from(faces_by_names(body) or "front")


def turn_from(faces: str) -> Float[np.ndarray, "3 3"]:
    """The quarter turn about +Y after which a body that faces so (``core.request.FACES``) faces +Z."""
    return turn_about_up(_QUARTERS[faces])


def front_azimuth_deg(body: Body) -> float:
    """Where the body faces, as far as its joint names tell, to a quarter turn: 0 along +Z, 90 along +X."""
    front = turn_to_front(body).T[:, 2]
    return float(np.rad2deg(np.arctan2(front[0], front[2])))


def turned_body(body: Body, turn: Float[np.ndarray, "3 3"]) -> Body:
    """A body turned about +Y by quarters; its box stays centred."""
    return replace(
        body,
        rest_positions=body.rest_positions @ turn.T,
        skin_offsets=body.skin_offsets @ turn.T,
        skin_extents=body.skin_extents @ np.abs(turn).T,
        origin_m=turn @ body.origin_m,
    )


def turned_motion(motion: JointMotion, turn: Float[np.ndarray, "3 3"]) -> JointMotion:
    """The same movement of the turned body: rotation vectors, translations, axes and travel turn alike."""
    return replace(
        motion,
        rotations=_turned(motion.rotations, turn),
        translations=_turned(motion.translations, turn),
        spins=tuple(replace(spin, axis=turn @ spin.axis) for spin in motion.spins),
        travel_m=None if motion.travel_m is None else turn @ motion.travel_m,
    )


def _turned(curve: Spline, turn: np.ndarray) -> Spline:
    return replace(curve, controls=curve.controls @ turn.T)
