"""Joints of a rig that was built from the shape, called as the samples' own joints are."""

import re
from collections.abc import Mapping

_SEGMENTS = {"1": "upper", "2": "lower"}
_WINGS = {"1": "wing_arm", "2": "wing_forearm", "3": "wing_hand"}
_PLAIN: Mapping[str, Mapping[str, str]] = {
    "lamp": {"root": "base", "stem_1": "arm_lower", "stem_2": "arm_upper", "stem_3": "head"},
    "tree": {"root": "trunk_1", "stem_1": "trunk_2", "stem_2": "trunk_3", "stem_3": "crown"},
    "fan": {"rotor": "blades"},
    "windmill": {"rotor": "sails"},
    "snake": {"hips": "body", **{f"spine_{k}": f"neck_{k}" for k in range(1, 9)}},
    "fish": {"hips": "body", **{f"tail_{k}": f"spine_{k}" for k in range(1, 9)}},
    "spider": {"hips": "thorax", "chain_1_1": "abdomen"},
    "butterfly": {"hips": "thorax", "tail_1": "abdomen_1", "tail_2": "abdomen_2"},
}
"""By kind of sample."""


def sample_names(names: tuple[str, ...], parents: tuple[int | None, ...], kind: str) -> tuple[str, ...]:
    """What the programs of a kind would call the joints of ``geometry.rigging``; others keep their names."""
    plain = _PLAIN.get(kind, {})
    called = [plain.get(name) or _limb(name, kind) or name for name in names]
    for joint, name in enumerate(names):
        above = parents[joint]
        if re.match(r"neck(_1)?$", name) and above is not None and names[above].startswith("spine_"):
            called[above] = "chest"
    return tuple(called)


def _limb(name: str, kind: str) -> str | None:
    fits = re.match(r"(front_|back_)?(leg|arm|wing|ear)(\d*)_(left|right)_(\d)$", name)
    if fits:
        pair, limb, row, side, bone = fits[1] or "", fits[2], fits[3], fits[4], fits[5]
        pair = pair.replace("back", "hind")
        count = f"_{row}" if row else ""
        if limb == "ear":
            return f"ear_{side}" if bone == "1" else None
        if limb == "wing" or (limb == "arm" and kind == "dragon"):
            if kind == "butterfly":
                return f"wing_front_{side}" if bone == "1" else None
            return f"{_WINGS[bone]}_{side}" if bone in _WINGS else None
        if bone == "3" and limb == "leg":
            return f"{pair}foot{count}_{side}"
        return f"{pair}{limb}{count}_{_SEGMENTS[bone]}_{side}" if bone in _SEGMENTS else None
    fits = re.match(r"(front_|back_)foot_(left|right)$", name)
    if fits:
        return f"{fits[1].replace('back', 'hind')}toes_{fits[2]}"
    fits = re.match(r"toe_(left|right)$", name)
    return f"toes_{fits[1]}" if fits else None
