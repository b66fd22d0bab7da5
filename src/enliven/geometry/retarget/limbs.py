"""A body taken apart: one line from the end of the tail to the head, and limbs that hang from it.

Told by topology, symmetry, place and ground contact; names play no part.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from jaxtyping import Bool, Float

from enliven.geometry.retarget.bones import Bones, trunk_root

Role = Literal["leg", "arm", "extra"]
Attach = Callable[[np.ndarray], float]

_HEAD_SHARE = 0.15
_TAIL_BACK = 0.06  # body units: a tail ends at least so far behind where it begins
_FOOT = 0.12  # body units over the ground: limbs that end lower are legs
_SHORT = 0.14  # body units: shorter limbs are ears, eyes, fins, fingers
_SHORT_LEG = 0.06
_LEG_SHARE = 0.003
_SHORT_OF_LEGS = 0.35
_HUB_SHARE, _HUB_OWN = 0.15, 0.1
_FLIPPER = 0.2  # body units: fins hang no farther down than this


@dataclass(frozen=True, slots=True, eq=False)
class Limb:
    """A chain of joints from the body outwards.

    ``arcs`` are lengths along the chain, as shares of the whole: where each joint stands, and 1 for the tip; those of
    a girdle (collar bone, shoulder blade, half of a pelvis) are negative. ``points`` are the same places.
    """

    joints: tuple[int, ...]
    points: Float[np.ndarray, "ends 3"]
    arcs: Float[np.ndarray, " ends"]
    length: float  # without girdle
    girdles: int
    role: Role
    side: int  # 1 left (+X), -1 right, 0 middle
    above: int | None  # the limb it hangs from, ``None``: from the line
    attach: float  # arc on the line, or on the limb above

    @property
    def start(self) -> Float[np.ndarray, " 3"]:
        """Where the limb proper begins."""
        return self.points[self.girdles]

    @property
    def chord(self) -> Float[np.ndarray, " 3"]:
        """From there to the tip."""
        return self.points[-1] - self.points[self.girdles]


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """A body in limbs. The line runs from the tail's end to the head: joint ``k`` spans ``arcs[k]`` to ``arcs[k+1]``.

    ``hips`` and ``shoulders`` are arcs where the hind legs and the fore legs, arms or wings hang; ``None`` without.
    """

    bones: Bones
    line: tuple[int, ...]
    points: Float[np.ndarray, "ends 3"]
    arcs: Float[np.ndarray, " ends"]
    tail: int  # how many joints of the line are tail
    limbs: tuple[Limb, ...]
    hips: float | None
    shoulders: float | None
    leg_ranks: dict[int, float]  # by number of limb: 0 the hindmost pair, 1 the foremost; 0 with one pair

    @property
    def leg_pairs(self) -> int:
        """How many legs stand on the side that has more."""
        sides = [self.limbs[number].side for number in self.leg_ranks]
        return max(sides.count(1), sides.count(-1)) if sides else 0

    @property
    def standing(self) -> Bool[np.ndarray, " joints"]:
        """Joints that may touch the ground: the trunk, and the legs with all that hangs from them."""
        mask = np.zeros(len(self.bones.body), dtype=np.bool_)
        mask[list(self.line[self.tail :])] = True
        for number, limb in enumerate(self.limbs):
            above = number
            while self.limbs[above].above is not None:
                above = self.limbs[above].above or 0
            mask[list(limb.joints)] = above in self.leg_ranks
        return mask

    @property
    def leg_length(self) -> float:
        """Height of the hips over the ground; the height of the body where there are no legs."""
        tops = [self.limbs[number].start[1] for number in self.leg_ranks]
        bones = self.bones
        whole = max(float(bones.tips[:, 1].max()), float(bones.rest[:, 1].max())) - bones.ground
        top = max(tops) - bones.ground if tops else whole
        return max(top, 0.05)


def plan_of(bones: Bones) -> Plan:
    """Take a body apart; see ``Plan``."""
    trunk = _trunk(bones)
    tail = _tail(bones, trunk)
    line = (*reversed(tail), *trunk)
    points = [bones.rest[joint] for joint in trunk]
    if tail:
        points = [_end(bones, tail[-1]), *(bones.rest[joint] for joint in reversed(tail)), *points[1:]]
    points.append(_end(bones, trunk[-1]))
    placed = np.array(points)
    arcs = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(placed, axis=0), axis=1))])
    limbs: list[Limb] = []
    for joint in line:
        for child in bones.children[joint]:
            if child not in line:
                _hang(bones, child, None, lambda at: _projected(placed, arcs, at), limbs)
    for stem in bones.stems:
        for child in bones.children[stem]:
            if child not in line and child not in bones.stems:
                _hang(bones, child, None, lambda at: _projected(placed, arcs, at), limbs)
    limbs = _with_legs(bones, limbs, float(arcs[-1]))
    ranks, hips, shoulders = _landmarks(limbs)
    return Plan(bones, line, placed, arcs, len(tail), tuple(limbs), hips, shoulders, ranks)


def _end(bones: Bones, joint: int) -> np.ndarray:
    """The end of a chain: the tip of the last joint, or the joint itself where it carries nothing."""
    return bones.tips[joint]


def _trunk(bones: Bones) -> list[int]:
    """From the first joint of the body proper up and forward to the head."""
    first = trunk_root(bones)
    best, path = bones.centres[first, 1:].sum() + 0.05, [first]
    for joint in bones.order:
        if bones.lateral[joint] or any(not bones.lateral[child] for child in bones.children[joint]):
            continue
        way = _way(bones, joint, first)
        value = bones.centres[joint, 1:].sum()
        if way is not None and value > best:
            best, path = value, way
    shares = np.asarray(bones.body.skin_shares)
    while len(path) > 2 and bones.masses[path[-1]] < _HEAD_SHARE * shares[path[-2]]:
        path.pop()
    if len(path) == 2 and bones.masses[path[-1]] < 0.08 * shares[path[-2]]:
        path.pop()
    return path


def _way(bones: Bones, joint: int, top: int) -> list[int] | None:
    way, at = [], joint
    while True:
        way.append(at)
        if at == top:
            return way[::-1]
        up = bones.parents[at]
        if up is None or bones.lateral[at]:
            return None
        at = up


def _tail(bones: Bones, trunk: list[int]) -> list[int]:
    """From the body backward; empty without a tail."""
    holders = trunk[: max(1, len(trunk) // 2)]
    best, tail = 0.0, []
    for joint in bones.order:
        if joint in trunk or bones.lateral[joint] or any(not bones.lateral[k] for k in bones.children[joint]):
            continue
        way = _way(bones, joint, trunk[0])
        if way is None:
            continue
        own = [at for at in way if at not in trunk]
        if not own or bones.parents[own[0]] not in holders:
            continue
        back = float(bones.rest[trunk[0], 2] - max(bones.tips[joint, 2], bones.centres[joint, 2] - 0.02))
        if back > max(best, _TAIL_BACK):
            best, tail = back, own
    return tail


def _projected(points: np.ndarray, arcs: np.ndarray, at: np.ndarray) -> float:
    """Arc of the point of a polyline nearest to a place."""
    best, arc = np.inf, 0.0
    for k in range(len(points) - 1):
        bone = points[k + 1] - points[k]
        share = float(np.clip((at - points[k]) @ bone / max(float(bone @ bone), 1e-12), 0.0, 1.0))
        apart = float(np.linalg.norm((at - points[k] - share * bone)[1:]))
        if apart < best - 1e-9:
            best, arc = apart, float(arcs[k] + share * (arcs[k + 1] - arcs[k]))
    return arc


def _hang(bones: Bones, top: int, above: int | None, attach: Attach, limbs: list[Limb]) -> None:
    """Add the longest chain from a joint downwards, then what hangs from it."""
    legs = _hub(bones, top) if above is None else ()
    for child in legs:
        _hang(bones, child, None, attach, limbs)
    if legs:
        return
    chain = _longest(bones, top)
    points = np.array([*(bones.rest[joint] for joint in chain), _end(bones, chain[-1])])
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    girdles = _girdles(points, steps) if above is None else 0
    length = float(steps[girdles:].sum())
    arcs = np.concatenate([[0.0], np.cumsum(steps)])
    arcs = (arcs - arcs[girdles]) / max(length, 1e-9)
    where = float(attach(points[girdles]))
    middle = float(np.average(bones.centres[list(chain), 0]))
    side = int(np.sign(middle)) if bones.lateral[top] else 0
    role: Role = "extra"
    if above is None and side:
        role = "arm" if length > _SHORT else "extra"
    number = len(limbs)
    limbs.append(Limb(chain, points, arcs, length, girdles, role, side, above, where))
    for joint in chain:
        for child in bones.children[joint]:
            if child not in chain:
                _hang(bones, child, number, lambda at: _projected(points, arcs, at), limbs)


def _hub(bones: Bones, top: int) -> tuple[int, ...]:
    """What hangs from a joint that is no limb of its own but holds several; empty for a limb."""
    heavy = [child for child in bones.children[top] if bones.masses[child] > _HUB_SHARE * bones.masses[top]]
    if len(heavy) < 2 or not bones.lateral[top] or bones.body.skin_shares[top] > _HUB_OWN * bones.masses[top]:
        return ()
    for child in heavy:
        chain = _longest(bones, child)
        reach = float(np.linalg.norm(bones.tips[chain[-1]] - bones.rest[child]))
        if reach < 4.0 * float(np.linalg.norm(bones.rest[child] - bones.rest[top])):
            return ()
    return bones.children[top]


def _with_legs(bones: Bones, limbs: list[Limb], line: float) -> list[Limb]:
    """Limbs that end near the lowest one and go down become legs, but for a pair of fins far in front."""
    tops = [limb for limb in limbs if limb.above is None and limb.side]
    low = min((_lowest(bones, limb) for limb in tops if limb.length > _SHORT_LEG), default=0.0)
    marked = [replace(limb, role="leg") if limb in tops and _stands(bones, limb, low) else limb for limb in limbs]
    longest = max((limb.length for limb in marked if limb.role == "leg"), default=0.0)
    short = [limb.role == "leg" and limb.length < _SHORT_OF_LEGS * longest for limb in marked]
    marked = [replace(limb, role="extra") if drop else limb for limb, drop in zip(marked, short, strict=True)]
    legs = [limb for limb in marked if limb.role == "leg"]
    sides = [sum(limb.side == side for limb in legs) for side in (1, -1)]
    if not min(sides):
        return limbs
    pairs = max(sides)
    if pairs == 1 and all(limb.start[1] - low < _FLIPPER and limb.attach > 0.6 * line for limb in legs):
        return limbs
    return marked


def _lowest(bones: Bones, limb: Limb) -> float:
    return min(float(limb.points[-1, 1]), float(bones.centres[list(limb.joints), 1].min()))


def _stands(bones: Bones, limb: Limb, low: float) -> bool:
    down = limb.start[1] - limb.points[-1, 1]
    if bones.masses[limb.joints[0]] < _LEG_SHARE:
        return False
    return bool(_lowest(bones, limb) < low + _FOOT and limb.length > _SHORT_LEG and down > -0.02)


def _longest(bones: Bones, top: int) -> tuple[int, ...]:
    reach: dict[int, tuple[float, tuple[int, ...]]] = {}
    below = [top]
    for joint in below:
        below.extend(bones.children[joint])
    for joint in reversed(below):
        own = float(np.linalg.norm(bones.tips[joint] - bones.rest[joint]))
        best = (own, (joint,))
        for child in bones.children[joint]:
            length = float(np.linalg.norm(bones.rest[child] - bones.rest[joint])) + reach[child][0]
            if length > best[0] or (len(best[1]) == 1 and bones.masses[child] > 0.3 * bones.masses[joint]):
                best = (max(length, best[0]), (joint, *reach[child][1]))
        reach[joint] = best
    return reach[top][1]


def _girdles(points: np.ndarray, steps: np.ndarray) -> int:
    """1 if the first joint is a collar bone, shoulder blade or half of a pelvis, else 0."""
    if len(points) < 4:
        return 0
    outward = abs(points[1, 0])
    ratio = abs(points[0, 0]) / max(outward, 1e-9)
    if outward < 0.02 or steps[1] < 0.02:
        return 0
    first, rest = points[1] - points[0], points[-1] - points[1]
    cosine = first @ rest / max(float(np.linalg.norm(first) * np.linalg.norm(rest)), 1e-9)
    askew = abs(rest[0]) < abs(rest[1]) and cosine < 0.7
    short = steps[0] < 0.8 * steps[1]
    return int(ratio < 0.12 or (ratio < 0.3 and short) or (ratio < 0.65 and (askew or steps[0] < 0.7 * steps[1])))


def _landmarks(limbs: list[Limb]) -> tuple[dict[int, float], float | None, float | None]:
    legs = [number for number, limb in enumerate(limbs) if limb.role == "leg"]
    ranks: dict[int, float] = {}
    for side in (1, -1):
        own = sorted((number for number in legs if limbs[number].side == side), key=lambda k: _backness(limbs[k]))
        for place, number in enumerate(own):
            ranks[number] = place / max(len(own) - 1, 1)
    hips = [limbs[number].attach for number, rank in ranks.items() if rank == 0.0]
    fore = [limbs[number].attach for number, rank in ranks.items() if rank == 1.0]
    low = float(np.mean(hips)) if hips else None
    arms = [limb for limb in limbs if limb.role == "arm" and (low is None or limb.attach > low + 0.08)]
    if not fore and arms:
        longest = max(limb.length for limb in arms)
        fore = [limb.attach for limb in arms if limb.length > 0.6 * longest]
    high = float(np.mean(fore)) if fore else None
    if low is not None and high is not None and high < low + 0.03:
        high = None
    return ranks, low, high


def _backness(limb: Limb) -> float:
    return float(limb.start[2] + limb.points[-1, 2])
