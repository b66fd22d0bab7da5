"""What each limb of a body is for: leg, arm, wing, tail, head, ear or fin; and the line of the spine between them."""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from jaxtyping import Float

from enliven.geometry.rigging.limbs import Anatomy, Limb
from enliven.geometry.rigging.lines import at_fractions, lengths_along

Build = Literal[
    "biped", "quadruped", "many_legs", "swimmer", "flyer", "worm", "upright", "lump", "vehicle", "pieces", "blocks"
]
Pair = tuple[Limb, Limb]  # left, right


@dataclass(slots=True)
class BodyPlan:
    """Limbs by purpose. Legs stand front to back. ``head`` and ``tail`` may be missing where there is no such limb."""

    build: Build = "lump"
    legs: list[Pair] = field(default_factory=list)
    arms: list[Pair] = field(default_factory=list)
    wings: list[Pair] = field(default_factory=list)
    ears: list[Pair] = field(default_factory=list)
    fins: list[Pair] = field(default_factory=list)
    others: list[Limb] = field(default_factory=list)
    head: Limb | None = None
    tail: Limb | None = None

    @property
    def pairs(self) -> list[Pair]:
        """All pairs of limbs."""
        return self.legs + self.arms + self.wings + self.ears + self.fins


def plan_of(anatomy: Anatomy) -> BodyPlan:
    """Decide what the limbs of a body are for. The body faces +Z."""
    plan = BodyPlan()
    pairs, single = _pairs(anatomy)
    for pair in pairs:
        _legs_or_other(pair, anatomy, plan)
    _keep_standing_legs(plan, anatomy)
    _choose_ends(single, plan, anatomy)
    _sort_arms(plan, anatomy)
    plan.legs.sort(key=lambda pair: -_middle(pair, "base")[2])
    plan.build = _build(plan, anatomy)
    if plan.build == "upright" and plan.arms:
        _stand_up(plan, anatomy)
    if plan.build == "swimmer":
        plan.fins += plan.legs + plan.arms
        plan.legs, plan.arms = [], []
    if plan.build == "many_legs":
        plan.legs += [pair for pair in plan.arms if _middle(pair, "direction")[1] < 0.25]
        plan.arms = [pair for pair in plan.arms if _middle(pair, "direction")[1] >= 0.25]
        plan.legs.sort(key=lambda pair: -_middle(pair, "base")[2])
    return plan


def facing_evidence(anatomy: Anatomy, plan: BodyPlan) -> float:
    """How much speaks for the body facing +Z (positive) rather than -Z: toes, ears, and the thickness of the ends."""
    evidence = 0.0
    for pair in plan.legs if len(plan.legs) < 3 else ():  # the legs of a spider point all ways
        for leg in pair:
            ankle = leg.path[-1 - int(np.argmax(leg.path[::-1, 1] > leg.tip[1] + 0.12 * max(leg.length, 1e-9)))]
            evidence += 1.5 * float(np.clip((leg.tip - ankle)[2] / max(leg.length, 1e-9), -0.3, 0.3))
    if plan.head is not None and plan.tail is not None:
        thick = plan.head.radius, plan.tail.radius
        evidence += 0.5 * (thick[0] - thick[1]) / max(*thick)
    middle = anatomy.volume.centres[anatomy.body, 2].mean()
    for pair in plan.ears:
        evidence += 0.4 * float(np.sign(_middle(pair, "base")[2] - middle))
    return evidence


def spine_line(anatomy: Anatomy, plan: BodyPlan) -> Float[np.ndarray, "points 3"]:
    """The middle line of the body from its rear (or lowest) end to the tip of the head."""
    front = plan.head.path if plan.head is not None else _line_to_end(anatomy, plan, front=True)
    rear = plan.tail.path if plan.tail is not None else _line_to_end(anatomy, plan, front=False)
    if plan.build == "swimmer" and plan.tail is not None and plan.tail.length < 0.25 * anatomy.size:
        rear = rear[: plan.tail.free + 1]  # to the fork of a tail fin, not into one lobe
    line = np.concatenate([rear[::-1], front[1:]])
    if anatomy.symmetric:
        line[:, 0] = 0.0
    along = lengths_along(line)
    count = max(int(along[-1] / anatomy.volume.pitch), 8)
    line = at_fractions(line, np.linspace(0.0, 1.0, count))
    for _ in range(4):
        line[1:-1] = 0.25 * line[:-2] + 0.5 * line[1:-1] + 0.25 * line[2:]
    return line


def _pairs(anatomy: Anatomy) -> tuple[list[Pair], list[Limb]]:
    pairs, single = [], []
    for limb in anatomy.limbs:
        if limb.partner is None:
            single.append(limb)
        elif limb.side > 0:
            pairs.append((limb, anatomy.limbs[limb.partner]))
    if not anatomy.symmetric:
        single, loose = _loose_pairs(single, anatomy)
        pairs += loose
    return pairs, single


def _loose_pairs(single: list[Limb], anatomy: Anatomy) -> tuple[list[Limb], list[Pair]]:
    """Pair limbs of a body in a lopsided pose: both stand on the ground, or stick out to both sides at one height."""
    pairs: list[Pair] = []
    left_over = sorted(single, key=lambda limb: -limb.length)
    for one in list(left_over):
        for other in list(left_over):
            if one is other or not all(any(limb is kept for kept in left_over) for limb in (one, other)):
                continue
            alike = 0.6 < one.length / max(other.length, 1e-9) < 1.7
            near = np.linalg.norm((one.base - other.base)[1:]) < 0.12 * anatomy.size
            level = abs(one.tip[1] - other.tip[1]) < 0.1 * anatomy.size
            if alike and near and level and one.base[0] > other.base[0] and one.tip[0] > other.tip[0]:
                pairs.append((one, other))
                left_over = [limb for limb in left_over if limb is not one and limb is not other]
    return left_over, pairs


def _middle(pair: Pair, where: Literal["base", "tip", "direction"]) -> np.ndarray:
    """A vector of a pair with x measured away from the mirror plane."""
    left, right = (np.array(getattr(limb, where)) for limb in pair)
    return 0.5 * (left + right * np.array([-1.0, 1.0, 1.0]))


def _legs_or_other(pair: Pair, anatomy: Anatomy, plan: BodyPlan) -> None:
    base, tip, along = _middle(pair, "base"), _middle(pair, "tip"), _middle(pair, "direction")
    length = 0.5 * (pair[0].length + pair[1].length)
    low = tip[1] - anatomy.ground < 0.2 * anatomy.height and tip[1] < base[1]
    z = anatomy.volume.centres[anatomy.body, 2]
    fluke = base[2] < z.min() + 0.15 * np.ptp(z) and along[1] > -0.4 and length < 0.15 * anatomy.size
    broad = pair[0].flat < (0.5 if length > 0.3 * anatomy.size and not low else 0.4)
    sheet = broad and length > 0.12 * anatomy.size and abs(along[0]) > 0.35
    lying = bool(np.ptp(z) > 1.2 * anatomy.height)
    if lying and (fluke or (low and length < 0.12 * anatomy.height)):
        plan.fins.append(pair)
    elif sheet and not (low and along[1] < -0.6):
        plan.wings.append(pair)
    elif low and (along[1] < -0.45 or base[1] - anatomy.ground < 0.5 * anatomy.height):
        plan.legs.append(pair)
    else:
        plan.arms.append(pair)


def _keep_standing_legs(plan: BodyPlan, anatomy: Anatomy) -> None:
    """Where some legs stand on the ground, low arms that do not are no legs."""
    if len(plan.legs) > 1:
        feet = [_middle(pair, "tip")[1] for pair in plan.legs]
        standing = min(feet) + 0.06 * anatomy.height + anatomy.volume.pitch
        plan.arms += [pair for pair, foot in zip(plan.legs, feet, strict=True) if foot > standing]
        plan.legs = [pair for pair, foot in zip(plan.legs, feet, strict=True) if foot <= standing]


def _choose_ends(single: list[Limb], plan: BodyPlan, anatomy: Anatomy) -> None:
    """Head and tail among the limbs in the middle."""
    centres = anatomy.volume.centres[anatomy.body]
    ends = [limb for limb in single if limb.side == 0]
    rear = min((_middle(pair, "base")[2] for pair in plan.legs), default=float(anatomy.centre[2]))
    high = anatomy.ground + 0.5 * anatomy.height
    heads = [
        limb
        for limb in ends
        if limb.direction[2] > 0.5 or (limb.direction[1] > 0.6 and (limb.base[2] > rear or limb.base[1] > high))
    ]
    if np.ptp(centres[:, 2]) > 1.2 * anatomy.height:  # the lobes of a tail fin point up too
        heads = [limb for limb in heads if limb.tip[2] > anatomy.centre[2]]
    if len(plan.legs) == 1:
        heads = [limb for limb in heads if limb.base[1] > anatomy.ground + 0.25 * anatomy.height]
    if heads:
        lift = 1.0 if len(plan.legs) < 2 else 0.3
        plan.head = max(heads, key=lambda limb: limb.tip[2] + lift * limb.tip[1])
    last = float(centres[:, 2].min() + 0.3 * np.ptp(centres[:, 2]))
    hanging = [limb for limb in ends if limb.direction[1] < -0.5 and limb.base[2] < rear - 0.05 * anatomy.size]
    tails = [limb for limb in ends if limb.direction[2] < 0.4 and limb.tip[2] <= last] + hanging
    tails = [limb for limb in tails if limb is not plan.head]
    tails = [limb for limb in tails if limb.base[2] <= rear + 0.1 * anatomy.size]
    if tails and not (len(plan.legs) == 1 and np.ptp(centres[:, 2]) < 0.2 * anatomy.height):
        plan.tail = max(tails, key=lambda limb: limb.length - 2.0 * limb.tip[2])
    plan.others = [limb for limb in single if limb is not plan.head and limb is not plan.tail]


def _sort_arms(plan: BodyPlan, anatomy: Anatomy) -> None:
    """Tell ears and horns from arms: they sit at the head, and point up or away from it."""
    head = plan.head.tip if plan.head is not None else _end_cell(anatomy, plan, front=True)
    arms = plan.arms
    plan.arms = []
    for pair in arms:
        base, along = _middle(pair, "base"), _middle(pair, "direction")
        at_head = np.linalg.norm((base - head)[1:]) < 0.22 * anatomy.size
        high = base[1] - anatomy.ground > 0.62 * anatomy.height or base[2] > 0.3 * anatomy.size
        small = along[1] > 0.35 or pair[0].length < 0.1 * anatomy.size
        lower = any(_middle(other, "base")[1] < base[1] for other in arms if other is not pair)
        if at_head and high and small and (lower or len(plan.legs) > 1 or plan.wings or along[1] > 0.6):
            plan.ears.append(pair)
        else:
            plan.arms.append(pair)


def _build(plan: BodyPlan, anatomy: Anatomy) -> Build:
    box = np.ptp(anatomy.volume.centres[anatomy.body], axis=0)
    down = [pair for pair in plan.arms if _middle(pair, "direction")[1] < 0.25]
    if len(plan.legs) + len(down) >= 4 or (len(plan.legs) >= 2 and len(plan.legs) + len(down) >= 3):
        return "many_legs"
    lying = bool(box[2] > 1.5 * box[1])
    paddles = plan.legs + plan.arms
    short = all(_middle(pair, "direction")[1] > -0.65 and pair[0].length < 0.2 * anatomy.size for pair in paddles)
    carried = any(_lifts_belly(pair, anatomy) for pair in plan.legs)
    if lying and (short or not carried) and len(plan.legs) < 2 and not plan.wings and (plan.fins or paddles):
        return "swimmer"
    if plan.legs:
        return "quadruped" if len(plan.legs) > 1 else "biped"
    if plan.wings:
        return "flyer"
    if plan.head is not None and plan.tail is not None and not plan.arms:
        length = plan.head.length + plan.tail.length
        thin = length > 10.0 * (plan.head.radius + plan.tail.radius)
        coiled = plan.tail.direction[2] < -0.5 and not lying
        if length > 0.5 * anatomy.size and (coiled or (thin and lying)):
            return "worm"
    if lying and box[2] > 2.4 * max(box[0], box[1]):
        return "swimmer"
    if anatomy.symmetric and box[2] > 1.6 * box[0] and box[2] > 1.1 * box[1] and _tapers(anatomy):
        return "swimmer"
    return "upright" if box[1] > 1.3 * box[2] or plan.arms else "lump"


def _tapers(anatomy: Anatomy) -> bool:
    """Whether a body thins out to both ends, as fish do and crates and beds do not."""
    z = anatomy.volume.cells[anatomy.body, 2]
    share = (z - z.min()) / max(int(np.ptp(z)), 1)
    counts = np.histogram(share, bins=[0.0, 0.12, 0.4, 0.6, 0.88, 1.0])[0] / np.array([0.12, 0.28, 0.2, 0.28, 0.12])
    return bool(max(counts[0], counts[4]) < 0.5 * counts[2])


def _lifts_belly(pair: Pair, anatomy: Anatomy) -> bool:
    """Whether the body between two legs hangs clear of the ground, by a third of the legs' height at least."""
    base = _middle(pair, "base")
    centres = anatomy.volume.centres[anatomy.body]
    inner = np.abs(centres[:, 0] - anatomy.centre[0]) <= 1.6 * anatomy.volume.pitch
    here = inner & (np.abs(centres[:, 2] - base[2]) < 0.15 * anatomy.size)
    if not here.any():
        return True
    return bool(centres[here, 1].min() - anatomy.ground > (base[1] - anatomy.ground) / 3.0)


def _stand_up(plan: BodyPlan, anatomy: Anatomy) -> None:
    """Give a body with arms that stands broadly on the ground the legs that its clothes hide."""
    centres = anatomy.volume.centres[anatomy.body]
    foot = centres[centres[:, 1] < anatomy.ground + 0.06 * anatomy.height]
    breadth = float(np.ptp(foot[:, 0]))
    if breadth < 0.12 * anatomy.height:
        return
    hip = anatomy.ground + 0.55 * (_middle(plan.arms[0], "base")[1] - anatomy.ground)
    middle = np.array([anatomy.centre[0], 0.0, float(np.median(foot[:, 2]))])
    plan.legs.append(
        (_straight_leg(middle, hip, 0.25 * breadth, anatomy), _straight_leg(middle, hip, -0.25 * breadth, anatomy))
    )
    plan.build = "biped"
    if plan.tail is not None and plan.tail.direction[1] < -0.6:
        plan.tail = None


def _straight_leg(middle: np.ndarray, hip: float, aside: float, anatomy: Anatomy) -> Limb:
    top, foot = (middle + np.array([aside, height, 0.0]) for height in (hip, anatomy.ground))
    down = top + np.linspace(0.0, 1.0, 12)[:, None] * (foot - top)
    path = np.concatenate([[np.array([middle[0], hip, middle[2]])], down])
    return Limb(path=path, free=1, side=int(np.sign(aside)), flat=1.0, radius=0.0, cells=np.zeros(0, dtype=np.int64))


def _end_cell(anatomy: Anatomy, plan: BodyPlan, *, front: bool) -> np.ndarray:
    centres = anatomy.volume.centres
    return centres[_end(anatomy, plan, front=front)]


def _end(anatomy: Anatomy, plan: BodyPlan, *, front: bool) -> int:
    """The farthest cell of the body in the middle: forwards and up for the head, backwards (or down) for the rear."""
    centres = anatomy.volume.centres
    box = np.ptp(centres[anatomy.body], axis=0)
    aside = np.abs(centres[anatomy.body, 0] - anatomy.centre[0])
    middle = anatomy.body[aside <= aside.min() + 1.6 * anatomy.volume.pitch]
    lying = (box[2] > 1.2 * box[1] and len(plan.legs) != 1) or box[2] > 2.0 * box[1] or len(plan.legs) > 1
    way = np.array([0.0, 0.35, 1.0]) if lying else np.array([0.0, 1.0, 0.15])
    if not front:
        way = np.array([0.0, 0.0, -1.0]) if lying else np.array([0.0, -1.0, 0.0])
    return int(middle[np.argmax(centres[middle] @ way + 0.5 * anatomy.depths[middle])])


def _line_to_end(anatomy: Anatomy, plan: BodyPlan, *, front: bool) -> np.ndarray:
    if not front and plan.legs and len(plan.legs) == 1:
        return _line_between_legs(plan.legs[0], anatomy)
    return anatomy.middle_line(_end(anatomy, plan, front=front))


def _line_between_legs(pair: Pair, anatomy: Anatomy) -> np.ndarray:
    """From the centre down to between the tops of two legs."""
    flip = np.array([-1.0, 1.0, 1.0])
    count = 12
    lines = [at_fractions(limb.path[: limb.free + 1], np.linspace(0.0, 1.0, count)) for limb in pair]
    middle = 0.5 * (lines[0] + lines[1] * (flip if anatomy.symmetric else 1.0))
    middle[:, 0] = 0.0 if anatomy.symmetric else 0.5 * (lines[0] + lines[1])[:, 0]
    return middle
