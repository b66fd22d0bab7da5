"""How each joint of a target must be turned at rest so that its limb lies as the source's does at rest."""

import numpy as np
from jaxtyping import Float

from enliven.geometry.retarget.limbs import Limb, Plan
from enliven.geometry.retarget.matching import Match
from enliven.geometry.rotations import proper_rotation

_LEAST_BONE = 0.012  # body units: shorter bones have no direction
_LIKE_ARCS = 0.08  # difference of places along a limb at which two limbs stop being built alike
_FARTHEST = {"leg": 1.0, "arm": 2.3, "extra": 0.0}
_LEAST_TRUST = 0.01


def alignments(source: Plan, target: Plan, match: Match) -> Float[np.ndarray, "joints 3 3"]:
    """Rotations from the target's rest pose to one in which matched limbs point as those of the source at rest."""
    turns = np.tile(np.eye(3), (len(target.bones.body), 1, 1))
    lines = _line_likeness(source, target, match)
    for joint in target.line:
        turns[joint] = _aligned(source, target, match, joint, lines, np.eye(3))
    if target.tail and source.tail:
        _align_tail(source, target, match, lines, turns)
    for number in sorted(match.limbs, key=lambda k: _depth(target, k)):
        ours, theirs = target.limbs[number], source.limbs[match.limbs[number]]
        likeness = _likeness(theirs, ours, match)
        if ours.above is None:
            prior = _chord_turn(theirs, ours)
        else:
            prior = turns[target.limbs[ours.above].joints[-1]] if ours.above in match.limbs else np.eye(3)
        for k, joint in enumerate(ours.joints):
            own = np.eye(3) if k < ours.girdles else prior
            turns[joint] = _aligned(source, target, match, joint, likeness, own)
    return turns


def _depth(plan: Plan, number: int) -> int:
    above = plan.limbs[number].above
    return 0 if above is None else 1 + _depth(plan, above)


def swing(start: Float[np.ndarray, " 3"], end: Float[np.ndarray, " 3"]) -> Float[np.ndarray, "3 3"]:
    """The smallest rotation that takes one direction to another."""
    a = start / max(float(np.linalg.norm(start)), 1e-12)
    b = end / max(float(np.linalg.norm(end)), 1e-12)
    return proper_rotation(np.outer(b, a) + 1e-4 * np.eye(3))


def _chord_turn(theirs: Limb, ours: Limb) -> np.ndarray:
    """The whole limb swung to where the other's points; the identity where they cannot be compared."""
    farthest = min(_FARTHEST[ours.role], _FARTHEST[theirs.role])
    ratio = abs(np.log(max(theirs.length, 1e-3) / max(ours.length, 1e-3)))
    cosine = theirs.chord @ ours.chord / max(float(np.linalg.norm(theirs.chord) * np.linalg.norm(ours.chord)), 1e-9)
    angle = float(np.arccos(np.clip(cosine, -1.0, 1.0)))
    if angle > farthest or ratio > 1.4 or min(theirs.length, ours.length) < _LEAST_BONE:
        return np.eye(3)
    return swing(ours.chord, theirs.chord)


def _likeness(theirs: Limb, ours: Limb, match: Match) -> float:
    """1 where two limbs have the same joints at the same places along them, 0 where they do not compare."""
    if len(theirs.joints) != len(ours.joints) or theirs.girdles != ours.girdles:
        return 0.0
    pairs = [match.follows[joint][0][0] if match.follows[joint] else None for joint in ours.joints]
    if pairs != list(theirs.joints):
        return 0.0
    apart = float(np.abs(theirs.arcs - ours.arcs).max())
    return float(np.exp(-((apart / _LIKE_ARCS) ** 2)))


def _line_likeness(source: Plan, target: Plan, match: Match) -> float:
    if len(source.line) != len(target.line) or source.tail != target.tail:
        return 0.0
    if any(max(match.follows[b], key=lambda p: p[1])[0] != a for a, b in zip(source.line, target.line, strict=True)):
        return 0.0
    apart = float(np.abs(source.arcs / source.arcs[-1] - target.arcs / target.arcs[-1]).max())
    return float(np.exp(-((apart / (0.5 * _LIKE_ARCS)) ** 2)))


def _align_tail(source: Plan, target: Plan, match: Match, likeness: float, turns: np.ndarray) -> None:
    ours = target.points[0] - target.points[target.tail]
    theirs = source.points[0] - source.points[source.tail]
    cosine = ours @ theirs / max(float(np.linalg.norm(ours) * np.linalg.norm(theirs)), 1e-9)
    prior = swing(ours, theirs) if cosine > 0.2 else np.eye(3)
    for joint in target.line[: target.tail]:
        turns[joint] = _aligned(source, target, match, joint, likeness, prior)


def _aligned(source: Plan, target: Plan, match: Match, joint: int, likeness: float, prior: np.ndarray) -> np.ndarray:
    """Directions of bones agree as far as the limbs are alike; the prior decides the rest."""
    if likeness < _LEAST_TRUST or not match.follows[joint]:
        return prior
    other = max(match.follows[joint], key=lambda pair: pair[1])[0]
    agreement = (1e-3 + 0.3 * (1.0 - likeness)) * prior
    for mine, theirs in _bones(source, target, match, joint, other):
        a, b = float(np.linalg.norm(mine)), float(np.linalg.norm(theirs))
        if min(a, b) > _LEAST_BONE:
            agreement = agreement + likeness * np.outer(theirs / b, mine / a)
    return proper_rotation(agreement)


def _bones(source: Plan, target: Plan, match: Match, joint: int, other: int) -> list[tuple[np.ndarray, np.ndarray]]:
    ours, theirs = target.bones, source.bones
    pairs = []
    for child in ours.children[joint]:
        if match.follows[child]:
            end = max(match.follows[child], key=lambda pair: pair[1])[0]
            if theirs.parents[end] == other:
                pairs.append((ours.rest[child] - ours.rest[joint], theirs.rest[end] - theirs.rest[other]))
    if not pairs:
        pairs.append((ours.tips[joint] - ours.rest[joint], theirs.tips[other] - theirs.rest[other]))
    return pairs
