"""What the name of a joint tells. Names are hints: they decide only together with weights or geometry."""

import re
from functools import lru_cache
from typing import Literal

Side = Literal["left", "right"]

_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_NAMESPACE = re.compile(r"^.*[:|]|^mixamorig\d*_|^Bip\d+[ _]|^(CC_Base|ValveBiped|bip)_", re.IGNORECASE)
_LEFT, _RIGHT = {"l", "left", "lft"}, {"r", "right", "rgt"}
_HELPER = {
    "ik", "pole", "target", "poletarget", "control", "controls", "controller", "ctrl", "ctrls", "ctl", "cnt", "helper",
    "effector", "nub", "mch", "wgt", "gizmo", "locator",
}  # fmt: skip
_SLOT = {"slot", "handslot", "socket", "attachment", "attach", "mount"}
_HAND = {"hand", "palm", "fist", "wrist", "fingers"}
_FOOT = {"foot", "feet", "hoof", "paw", "ankle", "ik"} | _HAND
_TOE = {"toe", "toes", "claw", "claws", "ball", "ff", "ffb", "fingers"}
_LEG = {
    "leg", "lowleg", "uppleg", "upleg", "lowerleg", "upperleg", "shin", "calf", "knee", "thigh", "tibia", "tarsal",
    "foreleg", "hindleg",
}  # fmt: skip
_ARM = {"arm", "lowerarm", "upperarm", "forearm", "elbow"}
_LIMB = _LEG | _ARM | {"limb"}
_EMPTY = {"bone", "joint", "node", "jnt", "def", "armature", "object"}


@lru_cache(maxsize=16384)
def name_words(name: str) -> tuple[str, ...]:
    """The words of a joint's name in lower case, without namespace: ``mixamorig:LeftForeArm`` has three."""
    return tuple(word.lower() for word in _WORD.findall(_NAMESPACE.sub("", name)))


def name_side(name: str) -> Side | None:
    """The side a name speaks of (``.L``, ``_r``, ``Left``), if any."""
    words = set(name_words(name))
    left, right = bool(words & _LEFT), bool(words & _RIGHT)
    if left == right:
        return None
    return "left" if left else "right"


def sounds_like_helper(name: str) -> bool:
    """Whether the name is one of animators' tools: IK goals, pole targets, controls, slots, end markers."""
    return bool(set(name_words(name)) & _HELPER)


def sounds_like_slot(name: str) -> bool:
    """Whether the name is a place to hold a weapon or tool: what it carries belongs to the joint above."""
    return bool(set(name_words(name)) & _SLOT)


def sounds_like_foot(name: str) -> bool:
    """Whether the name speaks of the end of a limb: foot, hoof, hand or the IK goal that plays one."""
    return bool(set(name_words(name)) & _FOOT)


def sounds_like_toe(name: str) -> bool:
    """Whether the name speaks of what hangs from the end of a limb."""
    return bool(set(name_words(name)) & _TOE)


def sounds_like_limb(name: str) -> bool:
    """Whether the name speaks of a leg or an arm."""
    return bool(set(name_words(name)) & _LIMB)


def may_end_in(limb: str, end: str) -> bool:
    """Whether a limb of one name may end in what has the other: an arm in no foot, a leg in no hand."""
    limb_words, end_words = set(name_words(limb)), set(name_words(end))
    ends_in_hand = bool(end_words & _HAND)
    if limb_words & _LEG and not limb_words & _ARM:
        return not ends_in_hand
    if limb_words & _ARM and not limb_words & _LEG:
        return ends_in_hand or not end_words & (_FOOT - {"ik"} | {"toe", "toes"})
    return True


def says_something(name: str) -> bool:
    """Whether the name tells anything at all: ``Bone.012`` and ``j51`` do not."""
    return any(len(word) >= 3 and word.isalpha() and word not in _EMPTY for word in name_words(name))
