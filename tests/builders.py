"""Plain bodies and motions for tests of what is done with them."""

import numpy as np

from enliven.core.body import Body
from enliven.core.motion import JointMotion
from enliven.core.splines import Spline


def body_at(places, parents=None, *, names=None, extents=0.0):
    """A body of one unit whose joints stand at the given places, each with an equal share of skin about itself.

    Args:
        places: of the joints, [joints 3].
        parents: a chain when None.
        names: their numbers when None.
        extents: of the skin of each joint, along every axis.
    """
    places = np.array(places, dtype=np.float64)
    count = len(places)
    return Body(
        names=tuple(map(str, range(count))) if names is None else tuple(names),
        parents=(None, *range(count - 1)) if parents is None else tuple(parents),
        rest_positions=places,
        skin_offsets=np.zeros((count, 3)),
        skin_extents=np.full((count, 3), float(extents)),
        skin_shares=np.full(count, 1.0 / count),
        metres_per_unit=1.0,
        origin_m=np.zeros(3),
    )


def motion_from(rotations, translations=None, *, duration_s=1.0, loop=True, travel_m=None):
    """A motion of these controls, [controls joints 3]; without translations nothing is shifted."""
    shifts = np.zeros_like(rotations) if translations is None else translations
    return JointMotion(Spline(rotations, duration_s, loop), Spline(shifts, duration_s, loop), travel_m=travel_m)
