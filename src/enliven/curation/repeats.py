"""Clips that say the same thing twice: the same motion with the same words on the same rig and body."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from enliven.curation.alike import MotionPrint
from enliven.curation.convert import ConvertedClip

_SAME = 0.02  # distance of two motions over their strength
_SAME_BODY = 0.01  # body units


def repeats(clips: Sequence[ConvertedClip], prints: Sequence[MotionPrint]) -> list[bool]:
    """Which clips repeat an earlier one of the same rig, label, length and body."""
    earlier: dict[tuple[str, str, int], list[int]] = defaultdict(list)
    out = []
    for index, clip in enumerate(clips):
        key = (clip.row.rig, clip.row.label, len(clip.segments))
        found = any(_same(clips, prints, index, other) for other in earlier[key])
        if not found:
            earlier[key].append(index)
        out.append(found)
    return out


def _same(clips: Sequence[ConvertedClip], prints: Sequence[MotionPrint], first: int, second: int) -> bool:
    a, b = clips[first].body, clips[second].body
    if a.names != b.names or np.abs(a.rest_positions - b.rest_positions).max() > _SAME_BODY:
        return False
    if abs(clips[first].segments[0].duration_s / clips[second].segments[0].duration_s - 1.0) > _SAME:
        return False
    apart = np.linalg.norm(prints[first].turns - prints[second].turns)
    strength = max(float(np.linalg.norm(prints[first].turns)), 1e-9)
    return bool(apart < _SAME * strength)
