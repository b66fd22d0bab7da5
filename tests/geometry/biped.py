"""A person of sixteen joints, arms out."""

import numpy as np

from enliven.core.body import Body

BIPED = {
    "hips": (None, (0.0, 0.5, 0.0), (0.0, 0.05, 0.0)),
    "spine": ("hips", (0.0, 0.6, 0.0), (0.0, 0.06, 0.0)),
    "chest": ("spine", (0.0, 0.72, 0.0), (0.0, 0.05, 0.0)),
    "head": ("chest", (0.0, 0.85, 0.0), (0.0, 0.08, 0.0)),
    "arm_l": ("chest", (0.1, 0.8, 0.0), (0.08, 0.0, 0.0)),
    "fore_l": ("arm_l", (0.26, 0.8, 0.0), (0.07, 0.0, 0.0)),
    "hand_l": ("fore_l", (0.4, 0.8, 0.0), (0.03, 0.0, 0.0)),
    "arm_r": ("chest", (-0.1, 0.8, 0.0), (-0.08, 0.0, 0.0)),
    "fore_r": ("arm_r", (-0.26, 0.8, 0.0), (-0.07, 0.0, 0.0)),
    "hand_r": ("fore_r", (-0.4, 0.8, 0.0), (-0.03, 0.0, 0.0)),
    "thigh_l": ("hips", (0.08, 0.48, 0.0), (0.0, -0.11, 0.0)),
    "shin_l": ("thigh_l", (0.08, 0.26, 0.01), (0.0, -0.1, 0.0)),
    "foot_l": ("shin_l", (0.08, 0.04, 0.0), (0.0, -0.02, 0.04)),
    "thigh_r": ("hips", (-0.08, 0.48, 0.0), (0.0, -0.11, 0.0)),
    "shin_r": ("thigh_r", (-0.08, 0.26, 0.01), (0.0, -0.1, 0.0)),
    "foot_r": ("shin_r", (-0.08, 0.04, 0.0), (0.0, -0.02, 0.04)),
}


def body_of(joints):
    """A body from names to parent, place and offset of the skin."""
    names = tuple(joints)
    count = len(names)
    offsets = np.array([offset for _, _, offset in joints.values()])
    return Body(
        names=names,
        parents=tuple(None if up is None else names.index(up) for up, _, _ in joints.values()),
        rest_positions=np.array([place for _, place, _ in joints.values()]),
        skin_offsets=offsets,
        skin_extents=np.abs(offsets) / 2.0 + 0.005,
        skin_shares=np.full(count, 1.0 / count),
        metres_per_unit=1.0,
        origin_m=np.zeros(3),
    )
