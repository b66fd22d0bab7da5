"""Which limb of one body stands for which of another, and within them which joints."""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from enliven.geometry.retarget.limbs import Limb, Plan

_ROLE_COST = {frozenset(("arm", "leg")): 0.7, frozenset(("arm", "extra")): 0.35, frozenset(("extra", "leg")): 1.5}
_MOST_COST = 1.0
_MOST_BRANCH_COST = 0.8
_SKIPPED = 0.12  # cost of passing over a joint of the source, in shares of the limb
_REPEATED = 0.08  # cost of following the joint that the one before follows already


Follows = list[tuple[tuple[int, float], ...]]
Stations = tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """What every joint of the target follows.

    ``follows[j]`` are joints of the source with weights (they sum to 1), empty where ``j`` stays at rest relative to
    its parent. ``limbs`` pairs numbers of limbs, target to source; ``cost`` is 0 for bodies that match in every limb.
    """

    follows: tuple[tuple[tuple[int, float], ...], ...]
    limbs: dict[int, int]
    cost: float


def matched(source: Plan, target: Plan) -> Match:
    """Match two bodies limb by limb."""
    follows: list[tuple[tuple[int, float], ...]] = [() for _ in range(len(target.bones.body))]
    _match_lines(source, target, follows)
    _match_pelvis(source, target, follows)
    stations = stations_of(source, target)
    limbs: dict[int, int] = {}
    tops = [k for k, limb in enumerate(target.limbs) if limb.above is None]
    theirs = [k for k, limb in enumerate(source.limbs) if limb.above is None]
    costs = np.array([[_top_cost(source, target, s, t, stations) for s in theirs] for t in tops])
    costs = costs.reshape(len(tops), len(theirs))
    limbs |= {tops[a]: theirs[b] for a, b in _assigned(costs, _MOST_COST)}
    for a, number in enumerate(tops):
        if number not in limbs and target.limbs[number].role != "extra" and theirs:
            same = [b for b, k in enumerate(theirs) if source.limbs[k].role == target.limbs[number].role]
            if same and costs[a, same].min() < _MOST_COST:
                limbs[number] = theirs[same[int(costs[a, same].argmin())]]
    top_limbs = dict(limbs)
    for number in sorted(range(len(target.limbs)), key=lambda k: _depth(target, k)):
        if number in limbs:
            _match_branches(source, target, number, limbs)
    for number, other in limbs.items():
        _match_chain(source.limbs[other], target.limbs[number], follows)
    return Match(tuple(follows), limbs, _whole_cost(source, target, top_limbs, costs, tops, theirs))


def stations_of(source: Plan, target: Plan) -> Stations:
    """For both plans: arcs of the line and their stations, piecewise linear between landmarks that both have."""
    knots: tuple[list[float], list[float], list[float]] = ([], [], [])
    tail = source.tail > 0 and target.tail > 0
    for plan, other, out in ((source, target, knots[0]), (target, source, knots[1])):
        end = plan.arcs[-1]
        base = plan.arcs[plan.tail] if plan.tail else 0.0
        if plan.hips is not None and other.hips is not None:
            hips = float(np.clip(plan.hips, base + 1e-3, end - 2e-3))
            out.append(hips)
            if plan.shoulders is not None and other.shoulders is not None:
                out.append(float(np.clip(plan.shoulders, hips + 1e-3, end - 1e-3)))
        elif tail:
            out.append(float(base))
    names = [0.0, 1.0][: len(knots[0])]
    results = []
    for plan, own in ((source, knots[0]), (target, knots[1])):
        base = plan.arcs[plan.tail] if plan.tail else 0.0
        start = [0.0] if (plan.tail and tail) or not names else [float(base)]
        first = [-1.0] if names and plan.tail and tail else ([-0.2] if names else [0.0])
        if names and not (plan.tail and tail) and own[0] - base < 1e-2:
            start, first = [], []
        results.append((np.array([*start, *own, plan.arcs[-1]]), np.array([*first, *names, 2.0])))
    return results[0], results[1]


def _match_lines(source: Plan, target: Plan, follows: Follows) -> None:
    ours, theirs = stations_of(source, target)
    mine = _stationed(target.arcs, theirs)
    other = _stationed(source.arcs, ours)
    tails = source.tail > 0 and target.tail > 0
    for k, joint in enumerate(target.line):
        if k < target.tail and not tails and source.tail == 0 and target.hips is not None:
            continue
        low, high = mine[k], mine[k + 1]
        middle = 0.5 * (low + high)
        allowed = np.arange(len(source.line))
        if tails:
            allowed = allowed[: source.tail] if k < target.tail else allowed[source.tail :]
        starts, ends = other[:-1][allowed], other[1:][allowed]
        inside = int(np.clip(np.searchsorted(ends, middle), 0, len(ends) - 1))
        half = 0.5 * max(high - low, ends[inside] - starts[inside])
        overlap = np.minimum(ends, middle + half) - np.maximum(starts, middle - half)
        overlap = np.maximum(overlap, 0.0)
        if overlap.sum() <= 1e-9:
            overlap[inside] = 1.0
        weights = overlap / overlap.sum()
        kept = weights > 0.03
        weights = weights * kept / (weights * kept).sum()
        follows[joint] = tuple((source.line[int(allowed[i])], float(weights[i])) for i in np.flatnonzero(kept))


def _match_pelvis(source: Plan, target: Plan, follows: Follows) -> None:
    """What holds the hind legs follows what holds the hind legs, unless it is most of the body there and not here."""
    ours, theirs = _pelvis(target), _pelvis(source)
    if ours is None or theirs is None:
        return
    lengths = [plan.arcs[k + 1] - plan.arcs[k] for plan, k in ((target, ours), (source, theirs))]
    shares = [
        length / (plan.arcs[-1] - plan.arcs[plan.tail]) for length, plan in zip(lengths, (target, source), strict=True)
    ]
    if shares[0] < 0.15 + 1.5 * shares[1]:
        follows[target.line[ours]] = ((source.line[theirs], 1.0),)


def _pelvis(plan: Plan) -> int | None:
    """Place in the line of the joint that most hind legs hang from."""
    holders = [
        plan.bones.parents[plan.limbs[number].joints[0]] for number, rank in plan.leg_ranks.items() if rank == 0.0
    ]
    places = [plan.line.index(holder) for holder in holders if holder in plan.line]
    return max(set(places), key=places.count) if places else None


def _stationed(arcs: np.ndarray, table: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    return np.interp(arcs, table[0], table[1])


def _top_cost(source: Plan, target: Plan, s: int, t: int, stations: Stations) -> float:
    a, b = source.limbs[s], target.limbs[t]
    if a.side != b.side:
        return 9.0
    cost = _ROLE_COST.get(frozenset((a.role, b.role)), 0.0)
    at, bt = np.interp(a.attach, *stations[0]), np.interp(b.attach, *stations[1])
    if a.role == b.role == "leg":
        cost += 0.8 * abs(source.leg_ranks[s] - target.leg_ranks[t])
    else:
        cost += 0.5 * abs(at - bt)
    sizes = max(source.leg_length, 0.3), max(target.leg_length, 0.3)
    cost += 0.25 * abs(np.log(max(a.length, 0.02) / max(b.length, 0.02)))
    lift = (a.start[1] - source.bones.ground) / sizes[0] - (b.start[1] - target.bones.ground) / sizes[1]
    if "extra" in (a.role, b.role):
        cost += 0.3 * min(abs(lift), 2.0) + 0.4 * (1.0 - _cosine(a.chord, b.chord))
        cost += 0.4 * abs(at - bt)
    return float(cost)


def _cosine(a: np.ndarray, b: np.ndarray) -> float:
    return float(a @ b / max(float(np.linalg.norm(a) * np.linalg.norm(b)), 1e-9))


def _assigned(costs: np.ndarray, most: float) -> list[tuple[int, int]]:
    if not costs.size:
        return []
    rows, columns = linear_sum_assignment(np.minimum(costs, 3.0 * most))
    return [(int(a), int(b)) for a, b in zip(rows, columns, strict=True) if costs[a, b] < most]


def _depth(plan: Plan, number: int) -> int:
    above = plan.limbs[number].above
    return 0 if above is None else 1 + _depth(plan, above)


def _match_branches(source: Plan, target: Plan, number: int, limbs: dict[int, int]) -> None:
    ours = [k for k, limb in enumerate(target.limbs) if limb.above == number]
    theirs = [k for k, limb in enumerate(source.limbs) if limb.above == limbs[number]]
    if not ours or not theirs:
        return
    scale = target.limbs[number].length / max(source.limbs[limbs[number]].length, 1e-6)
    costs = np.array(
        [[_branch_cost(source.limbs[s], target.limbs[t], source, target, scale) for s in theirs] for t in ours]
    )
    limbs |= {ours[a]: theirs[b] for a, b in _assigned(costs, _MOST_BRANCH_COST)}


def _branch_cost(a: Limb, b: Limb, source: Plan, target: Plan, scale: float) -> float:
    up_a, up_b = source.limbs[a.above or 0], target.limbs[b.above or 0]
    offset_a = (a.points[-1] - up_a.start) * scale
    offset_b = b.points[-1] - up_b.start
    apart = float(np.linalg.norm(offset_a - offset_b)) / max(up_b.length, 1e-6)
    sizes = abs(np.log(max(a.length * scale, 0.01) / max(b.length, 0.01)))
    return abs(a.attach - b.attach) + 0.5 * apart + 0.25 * sizes


def _match_chain(a: Limb, b: Limb, follows: Follows) -> None:
    """Joints of ``b`` follow those of ``a``: monotone, cheapest by where they stand along the limb."""
    for k in range(b.girdles):
        follows[b.joints[k]] = ((a.joints[0], 1.0),) if a.girdles else ()
    ours, theirs = b.joints[b.girdles :], a.joints[a.girdles :]
    mine, other = b.arcs[b.girdles :], a.arcs[a.girdles :]
    rows, columns = len(ours), len(theirs)
    cost = np.abs(mine[:-1, None] - other[None, :-1]) + 0.5 * np.abs(mine[1:, None] - other[None, 1:])
    best = np.full((rows, columns), np.inf)
    back = np.zeros((rows, columns), dtype=np.int64)
    best[0] = cost[0] + _SKIPPED * np.arange(columns)
    for i in range(1, rows):
        for k in range(columns):
            step = k - np.arange(k + 1)
            ways = best[i - 1, : k + 1] + np.where(step == 0, _REPEATED, _SKIPPED * np.maximum(step - 1, 0))
            back[i, k] = int(ways.argmin())
            best[i, k] = cost[i, k] + ways.min()
    k = int((best[-1] + _SKIPPED * np.arange(columns)[::-1]).argmin())
    for i in range(rows - 1, -1, -1):
        follows[ours[i]] = ((theirs[k], 1.0),)
        k = int(back[i, k])


def _whole_cost(
    source: Plan, target: Plan, limbs: dict[int, int], costs: np.ndarray, tops: list[int], theirs: list[int]
) -> float:
    """Mean cost of the big limbs of both bodies, 1 for each that has no partner, weighted by length."""
    total, weight = 0.0, 0.0
    for a, number in enumerate(tops):
        limb = target.limbs[number]
        if limb.role != "extra":
            paid = min(costs[a, theirs.index(limbs[number])], 1.0) if number in limbs else 1.0
            total, weight = total + paid * limb.length, weight + limb.length
    taken = set(limbs.values())
    for number in theirs:
        limb = source.limbs[number]
        if limb.role != "extra" and number not in taken:
            total, weight = total + limb.length, weight + limb.length
    if (source.tail > 0) != (target.tail > 0):
        total, weight = total + 0.1, weight + 0.2
    total += 0.6 * abs(source.leg_pairs - target.leg_pairs)
    return total / max(weight, 0.3) + _line_cost(source, target)


def _line_cost(source: Plan, target: Plan) -> float:
    """Trunks that point elsewhere, bodies longer for their height or their legs: 0 for equal ones."""
    a, b = (plan.points[-1] - plan.points[plan.tail] for plan in (source, target))
    cost = 0.25 * (1.0 - _cosine(a[1:], b[1:]))
    lengths = [plan.arcs[-1] - plan.arcs[plan.tail] for plan in (source, target)]
    cost += 0.05 * abs(np.log(max(lengths[0], 0.05) / max(lengths[1], 0.05)))
    if source.leg_ranks and target.leg_ranks:
        cost += 0.1 * abs(np.log(source.leg_length / target.leg_length))
    else:
        joints = [min(len(plan.line), 8) for plan in (source, target)]
        cost += 0.15 * abs(np.log(joints[0] / joints[1]))
    return float(cost)
