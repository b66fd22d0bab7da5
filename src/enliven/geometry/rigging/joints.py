"""Joints where an artist would put them: hips, spine, neck and head along the middle, bones along every limb."""

from dataclasses import dataclass, field

import numpy as np
from jaxtyping import Float

from enliven.geometry.rigging.limbs import Anatomy, Limb
from enliven.geometry.rigging.lines import at_fractions, bends, lengths_along, nearest_fraction
from enliven.geometry.rigging.plan import BodyPlan, Pair, spine_line

_TRUNK = frozenset(["hips", "spine", "tail", "neck", "head", "root", "stem", "middle", "top", "front"])
_MIRROR = np.array([-1.0, 1.0, 1.0])


@dataclass(slots=True)
class JointDraft:
    """Joints while they are collected; ``tails[j]`` is where the bone of a joint without children ends."""

    names: list[str] = field(default_factory=list)
    parents: list[int | None] = field(default_factory=list)
    positions: list[Float[np.ndarray, " 3"]] = field(default_factory=list)
    tails: dict[int, Float[np.ndarray, " 3"]] = field(default_factory=dict)

    def add(self, name: str, position: Float[np.ndarray, " 3"], parent: int | None) -> int:
        """Add a joint; returns its number."""
        self.names.append(name)
        self.parents.append(parent)
        self.positions.append(np.asarray(position, dtype=np.float64))
        return len(self.names) - 1

    def chain(self, names: list[str], points: Float[np.ndarray, "points 3"], parent: int) -> int:
        """Add a row of joints; the last point is only where the last bone ends. Returns the last joint."""
        for name, point in zip(names, points[:-1], strict=True):
            parent = self.add(name, point, parent)
        self.tails[parent] = points[-1]
        return parent


def placed_joints(anatomy: Anatomy, plan: BodyPlan) -> JointDraft:
    """Place the joints of a body whose limbs have been told apart, in the axes of the body."""
    draft = JointDraft()
    line = spine_line(anatomy, plan)
    if plan.build in ("lump", "upright") and not plan.arms:
        _plain_chain(draft, anatomy, plan, line)
        _small_limbs(draft, anatomy, plan)
        return draft
    hips_at, chest_at = _anchors(anatomy, plan, line)
    hips = draft.add("hips", at_fractions(line, np.array([hips_at]))[0], None)
    if plan.build in ("swimmer", "worm"):
        chest, tail_base = _swimmer_spine(draft, plan, line, hips, hips_at), hips
    else:
        chest = _spine_and_head(draft, anatomy, plan, line, hips, hips_at, chest_at)
        tail_base = hips
        if plan.tail is not None:
            _tail(draft, anatomy, plan.tail, tail_base)
    _legs(draft, anatomy, plan, hips, chest)
    for number, pair in enumerate(plan.arms):
        _arm(draft, anatomy, pair, chest, "arm" if number == 0 else f"arm{number + 1}")
    for number, pair in enumerate(plan.wings):
        _pair_chain(draft, anatomy, pair, "wing" if number == 0 else f"wing{number + 1}", chest, (0.33, 0.66), 0.6)
    _small_limbs(draft, anatomy, plan)
    return draft


def _plain_chain(draft: JointDraft, anatomy: Anatomy, plan: BodyPlan, line: np.ndarray) -> None:
    """A root and two or three joints: what a box, a bottle, a bush or a lamp needs to sway, bounce or tip."""
    if plan.build == "upright":
        steps, names = np.array([0.3, 0.55, 0.8, 1.0]), ["stem_1", "stem_2", "stem_3"]
    else:
        steps, names = np.array([0.4, 0.75, 1.0]), ["middle", "top"]
        box = np.ptp(anatomy.volume.centres[anatomy.body], axis=0)
        if box[1] > 0.3 * max(box[0], box[2]):
            low = np.array([anatomy.centre[0], anatomy.ground, anatomy.centre[2]])
            line = np.stack([low, low + np.array([0.0, anatomy.height, 0.0])])
        else:
            names = ["middle", "front"]
    root = draft.add("root", line[0], None)
    draft.chain(names, at_fractions(line, steps), root)


def socket(anatomy: Anatomy, limb: Limb, *, least: float = 1.0) -> Float[np.ndarray, " 3"]:
    """Where the first joint of a limb lies: past its base into the trunk, along the axis of its upper part.

    At least ``least`` radii of the limb, then on until the trunk gets clearly thicker than the limb (the hip) or ends
    (the top of the shoulder), four radii at most.
    """
    line = limb.path[limb.free :]
    along = lengths_along(line)
    upper = line[min(int(np.searchsorted(along, 0.4 * along[-1])), len(line) - 1)]
    axis = limb.base - upper
    axis = axis / max(float(np.linalg.norm(axis)), 1e-12)
    travel = least * limb.radius
    while least > 0.0 and travel < 4.0 * limb.radius:
        depth = anatomy.depth_at(limb.base + axis * (travel + 0.5 * limb.radius))
        if not 0.7 * limb.radius < depth < 1.7 * limb.radius:
            break
        travel += 0.25 * limb.radius
    return limb.base + axis * travel


def _pair_socket(anatomy: Anatomy, pair: Pair) -> np.ndarray:
    """The middle between the sockets of a pair."""
    left, right = (socket(anatomy, limb) for limb in pair)
    middle = 0.5 * (left + right)
    if anatomy.symmetric:
        middle[0] = 0.0
    return middle


def _anchors(anatomy: Anatomy, plan: BodyPlan, line: np.ndarray) -> tuple[float, float]:
    """Fractions of the spine line at which the hips and the chest (where arms, wings or front legs start) lie."""
    centre = nearest_fraction(line, anatomy.centre)
    front = [_pair_socket(anatomy, pair) for pair in plan.arms[:1] + plan.wings[:1]]
    if len(plan.legs) > 1 and plan.build != "many_legs":
        front.append(_pair_socket(anatomy, plan.legs[0]))
    chest = max((nearest_fraction(line, point) for point in front), default=None)
    if plan.legs and plan.build != "many_legs":
        hips = nearest_fraction(line, _pair_socket(anatomy, plan.legs[-1]))
    elif plan.build in ("upright", "lump"):
        hips = 0.08 if plan.build == "lump" else 0.25
    elif plan.build == "flyer" and chest is not None:
        hips = max(chest - 0.12, 0.05)
    else:
        hips = centre
    hips = float(np.clip(hips, 0.02, 0.85))
    if chest is None or chest < hips + 0.04:
        chest = hips + 0.5 * (1.0 - hips)
    return hips, float(min(chest, 0.95))


def _spine_and_head(
    draft: JointDraft, anatomy: Anatomy, plan: BodyPlan, line: np.ndarray, hips: int, hips_at: float, chest_at: float
) -> int:
    """Spine from hips to chest, neck and head; returns the joint that carries arms, wings and front legs."""
    total = lengths_along(line)[-1]
    count = int(np.clip(round((chest_at - hips_at) * total / (0.09 * anatomy.size)), 1, 3))
    steps = hips_at + (chest_at - hips_at) * np.arange(1, count + 1) / (count + 1)
    chest = hips
    for number, point in enumerate(at_fractions(line, steps)):
        chest = draft.add(f"spine_{number + 1}", point, chest)
    head_at = _head_fraction(anatomy, plan, line, chest_at)
    necks = int(np.clip(round((head_at - chest_at) * total / (0.1 * anatomy.size)), 1, 3))
    steps = chest_at + (head_at - chest_at) * np.arange(necks) / necks
    last = chest
    for number, point in enumerate(at_fractions(line, steps)):
        last = draft.add("neck" if necks == 1 else f"neck_{number + 1}", point, last)
    head = draft.add("head", at_fractions(line, np.array([head_at]))[0], last)
    draft.tails[head] = line[-1]
    return chest


def _head_fraction(anatomy: Anatomy, plan: BodyPlan, line: np.ndarray, chest_at: float) -> float:
    """Where the neck ends: at its narrowest place if it stands up, else at its bend."""
    piece = at_fractions(line, np.linspace(chest_at, 1.0, 33))
    rise = piece[-1] - piece[0]
    if rise[1] > 1.5 * abs(rise[2]):
        cells = _nearest_cells(anatomy, piece)
        share = np.linspace(0.0, 1.0, 33)
        depth = anatomy.depths[cells] + np.where((share < 0.12) | (share > 0.6), np.inf, 0.0)
        narrow = share[int(np.argmin(depth + 0.02 * anatomy.size * np.abs(share - 0.35)))]
        return chest_at + (1.0 - chest_at) * float(narrow)
    return chest_at + (1.0 - chest_at) * float(bends(piece, (0.6,))[0])


def _nearest_cells(anatomy: Anatomy, points: np.ndarray) -> np.ndarray:
    centres = anatomy.volume.centres[anatomy.body]
    return np.array([int(anatomy.body[((centres - point) ** 2).sum(axis=1).argmin()]) for point in points])


def _swimmer_spine(draft: JointDraft, plan: BodyPlan, line: np.ndarray, hips: int, hips_at: float) -> int:
    """One line of joints from the head over the hips to the tail; returns the joint that carries the fins."""
    forward, backward = (5, 7) if plan.build == "worm" else (2, 4)
    steps = hips_at + (1.0 - hips_at) * (np.arange(1, forward + 1) - 0.3) / forward
    last = hips
    for number, point in enumerate(at_fractions(line, steps)):
        name = "head" if number == forward - 1 else f"spine_{number + 1}"
        last = draft.add(name, point, last)
    draft.tails[last] = line[-1]
    chest = hips + 1 if plan.build == "swimmer" else hips
    steps = hips_at * (1.0 - (np.arange(1, backward + 2) - 0.4) / (backward + 0.6))
    names = [f"tail_{number + 1}" for number in range(backward)]
    draft.chain(names, at_fractions(line, np.maximum(steps, 0.0)), hips)
    return chest


def _tail(draft: JointDraft, anatomy: Anatomy, tail: Limb, parent: int) -> None:
    count = int(np.clip(round(tail.length / (0.07 * anatomy.size)), 2, 6))
    line = np.array(tail.path[tail.free :])
    if anatomy.symmetric:
        line[:, 0] = 0.0
    names = [f"tail_{number + 1}" for number in range(count)]
    draft.chain(names, at_fractions(line, np.linspace(0.0, 1.0, count + 1)), parent)


def _legs(draft: JointDraft, anatomy: Anatomy, plan: BodyPlan, hips: int, chest: int) -> None:
    many = plan.build == "many_legs"
    for number, pair in enumerate(plan.legs):
        if many:
            _pair_chain(draft, anatomy, pair, f"leg{number + 1}", hips, (0.35, 0.7), 0.5)
        elif len(plan.legs) == 1:
            _biped_leg(draft, anatomy, pair, hips)
        else:
            rear = number == len(plan.legs) - 1
            name = "back_leg" if rear else "front_leg" if number == 0 else f"middle_leg{number}"
            parent = hips if rear else chest
            _pair_chain(draft, anatomy, pair, name, parent, (0.33, 0.62, 0.87), 1.5, end=name.replace("leg", "foot"))


def _biped_leg(draft: JointDraft, anatomy: Anatomy, pair: Pair, hips: int) -> None:
    expected = (0.45, 0.84)
    lines = _lines(anatomy, pair)
    points = _pair_points(anatomy, lines, expected)
    for side, row in zip(("left", "right"), points, strict=True):
        toe = row[2] + 0.5 * (row[3] - row[2])
        names = [f"leg_{side}_1", f"leg_{side}_2", f"foot_{side}"]
        flat = row[3] - row[2]
        if np.hypot(flat[0], flat[2]) > 0.12 * lengths_along(row)[-1]:
            draft.chain([*names, f"toe_{side}"], np.stack([*row[:3], toe, row[3]]), hips)
        else:
            draft.chain(names, row, hips)


def _arm(draft: JointDraft, anatomy: Anatomy, pair: Pair, chest: int, name: str) -> None:
    lines = [_without_weapon(line, anatomy.ground) for line in _lines(anatomy, pair)]
    points = _pair_points(anatomy, lines, (0.42, 0.8))
    for side, row in zip(("left", "right"), points, strict=True):
        middle = np.array([0.0 if anatomy.symmetric else draft.positions[chest][0], row[0][1], row[0][2]])
        shoulder = draft.add(name.replace("arm", "shoulder") + f"_{side}", middle + 0.3 * (row[0] - middle), chest)
        hand = name.replace("arm", "hand") + f"_{side}"
        draft.chain([f"{name}_{side}_1", f"{name}_{side}_2", hand], row, shoulder)


def _lines(anatomy: Anatomy, pair: Pair, *, least: float = 1.0) -> list[np.ndarray]:
    """From the socket of each limb of a pair to its tip."""
    return [np.concatenate([[socket(anatomy, limb, least=least)], limb.path[limb.free :]]) for limb in pair]


def _without_weapon(line: np.ndarray, ground: float) -> np.ndarray:
    """An arm that reaches farther than arms do and turns off sharply holds something: it ends where it turns."""
    if lengths_along(line)[-1] < 0.9 * (line[0, 1] - ground):
        return line
    stations = at_fractions(line, np.linspace(0.0, 1.0, 41))
    upper = stations[8] - stations[0]
    for station in range(10, 33):
        ahead = stations[station + 8] - stations[station]
        if ahead @ upper < 0.4 * np.linalg.norm(ahead) * np.linalg.norm(upper):
            return stations[: station + 3]
    return line


def _small_limbs(draft: JointDraft, anatomy: Anatomy, plan: BodyPlan) -> None:
    head = draft.names.index("head") if "head" in draft.names else len(draft.names) - 1
    for number, pair in enumerate(plan.ears):
        name = "ear" if number == 0 else f"ear{number + 1}"
        expected = (0.5,) if pair[0].length > 0.08 * anatomy.size else ()
        _pair_chain(draft, anatomy, pair, name, head, expected, 0.0)
    trunk = [joint for joint, name in enumerate(draft.names) if name.split("_")[0] in _TRUNK]
    for number, pair in enumerate(plan.fins):
        name = "fin" if number == 0 else f"fin{number + 1}"
        expected = (0.5,) if pair[0].length > 0.12 * anatomy.size else ()
        _pair_chain(draft, anatomy, pair, name, _nearest(draft, trunk, _pair_socket(anatomy, pair)), expected, 0.5)
    for number, limb in enumerate(plan.others):
        if plan.build == "swimmer" and limb.length < 0.2 * anatomy.size:
            continue  # dorsal fins and the lobes of a tail move with the body
        count = int(np.clip(round(limb.length / (0.12 * anatomy.size)), 1, 4))
        line = np.array(limb.path[limb.free :])
        names = [f"chain_{number + 1}_{step + 1}" for step in range(count)]
        points = at_fractions(line, np.linspace(0.0, 1.0, count + 1))
        draft.chain(names, points, _nearest(draft, trunk, limb.base))


def _nearest(draft: JointDraft, among: list[int], point: np.ndarray) -> int:
    return min(among, key=lambda joint: float(np.linalg.norm(draft.positions[joint] - point)))


def _pair_chain(
    draft: JointDraft,
    anatomy: Anatomy,
    pair: Pair,
    name: str,
    parent: int,
    expected: tuple[float, ...],
    least: float,
    *,
    end: str | None = None,
) -> None:
    """Add mirrored chains: a joint at the socket and one at every bend."""
    lines = _lines(anatomy, pair, least=least)
    for side, row in zip(("left", "right"), _pair_points(anatomy, lines, expected), strict=True):
        names = [f"{name}_{side}_{number + 1}" for number in range(len(row) - 1)]
        if end is not None:
            names[-1] = f"{end}_{side}"
        draft.chain(names, row, parent)


def _pair_points(anatomy: Anatomy, lines: list[np.ndarray], expected: tuple[float, ...]) -> list[np.ndarray]:
    """Socket, bends and tip of both limbs of a pair; exact mirror images where the body is symmetric."""
    rows = [at_fractions(line, np.concatenate([[0.0], bends(line, expected), [1.0]])) for line in lines]
    if not anatomy.symmetric:
        return rows
    left = 0.5 * (rows[0] + rows[1] * _MIRROR)
    left[:, 0] = np.maximum(left[:, 0], 0.0)
    return [left, left * _MIRROR]
