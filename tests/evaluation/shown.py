import numpy as np

from enliven.evaluation.shown import Shown
from enliven.models.motion_tokens import VERBS


def shown(action, named=None, *, rig="a", ratio=1.0, category="bird", near=(1.0, 0.0), own=0, **measures):
    """A judged motion; named right unless told otherwise."""
    named = action if named is None else named
    return Shown(
        rig=rig, action=action, category=category, named=named, named_verb=named if named in VERBS else "idle",
        speed=ratio, speed_ratio=ratio, jerk_ratio=2.0, near=np.array(near), own=own, **measures,
    )  # fmt: skip
