"""Near-equal motions: the same movement on another body, under another name or at another speed.

Motions are compared by how each bone turns in model space relative to the first pose: that needs neither the same
rest pose nor the same parents. Bones are matched by name, or else by where they stand in the first pose.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.core.body import Body
from enliven.curation.curves import placed_at
from enliven.curation.segments import Segment
from enliven.geometry.joint_names import name_words
from enliven.geometry.kinematics import ModelPose
from enliven.geometry.rotations import vector_from_matrix

PHASES = 24
_ALIKE = 0.4  # distance of two motions over their mean strength: below, they are near-equal (others lie beyond 0.7)
_RHYTHM = 0.2  # the same for their rhythms, a test without joints that comes first
_MATCHED = 0.6  # part of either motion's strength that matched joints must hold
_NEAR = 0.15  # body units: joints nearer than this in the first pose may be the same
_SAME_SHAPE = 0.06  # body units: joints of near-equal rigs lie no farther apart
_FEWEST = 3.0  # effective number of moving joints: a motion of fewer is too plain to recognise on another rig


@dataclass(frozen=True, slots=True, eq=False)
class MotionPrint:
    """What a motion is recognised by, whatever its speed."""

    names: tuple[str, ...]
    places: Float[np.ndarray, "joints 3"]  # first pose, seen from its middle
    turns: Float[np.ndarray, "times joints 3"]  # of each bone in model space since the first pose
    strengths: Float[np.ndarray, " joints"]  # mean square turning of each bone
    rhythm: Float[np.ndarray, "times times"]  # distance of every pose from every other over their mean

    @property
    def plain(self) -> bool:
        """Whether so few joints move that another rig may do the same by chance."""
        squares = float((self.strengths**2).sum())
        return float(self.strengths.sum() ** 2) < _FEWEST * max(squares, 1e-12)


def motion_print(body: Body, segments: Sequence[Segment]) -> MotionPrint:
    """Sample what a whole clip is recognised by."""
    placed = placed_at(body, segments, np.linspace(0.0, 1.0, PHASES))
    turns = vector_from_matrix(placed.rotations @ np.swapaxes(placed.rotations[:1], -1, -2))
    places = placed.positions[0] - placed.positions[0].mean(axis=0)
    strengths = (turns**2).sum(axis=-1).mean(axis=0)
    return MotionPrint(matching_names(body), places, turns, strengths, _rhythm(placed))


def matching_names(body: Body) -> tuple[str, ...]:
    """Names without namespaces, case and separators."""
    return tuple(" ".join(name_words(name)) for name in body.names)


def _rhythm(placed: ModelPose) -> np.ndarray:
    flat = placed.rotations.reshape(len(placed.rotations), -1)
    squares = ((flat[:, None] - flat[None]) ** 2).sum(axis=-1)
    apart = np.sqrt(squares)
    return apart / max(float(apart.mean()), 1e-9)


def motion_groups(prints: Sequence[MotionPrint], motion_ids: Sequence[str | None]) -> list[int]:
    """Number of the group of near-equal motions of each print; groups are numbered by their first member.

    Args:
        prints: what the motions are recognised by.
        motion_ids: what the source says; equal ones are one motion.
    """
    groups = _Groups(len(prints))
    named: dict[str, int] = {}
    for index, motion_id in enumerate(motion_ids):
        if motion_id is not None:
            groups.join(named.setdefault(motion_id, index), index)
    by_names: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for index, seen in enumerate(prints):
        by_names[seen.names].append(index)
    for members in by_names.values():
        _join_same_rig(prints, members, groups)
    leaders = sorted({groups.leader(index) for index in range(len(prints))})
    wide = [index for index in leaders if not prints[index].plain]
    rhythms = np.stack([prints[index].rhythm.ravel() for index in wide]) if wide else np.zeros((0, 1))
    for k, index in enumerate(wide):
        near = np.sqrt(((rhythms[k + 1 :] - rhythms[k]) ** 2).mean(axis=1)) < _RHYTHM
        for other in np.array(wide[k + 1 :], dtype=int)[near]:
            if prints[other].names != prints[index].names and alike(prints[index], prints[other]):
                groups.join(index, int(other))
    return [groups.leader(index) for index in range(len(prints))]


def shape_groups(bodies: Sequence[Body]) -> list[int]:
    """Number of the group of near-equal rigs of each body: the same names, joints in nearly the same places."""
    groups = _Groups(len(bodies))
    by_names: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for index, body in enumerate(bodies):
        by_names[matching_names(body)].append(index)
    for members in by_names.values():
        places = np.stack([bodies[index].rest_positions for index in members])
        for a in range(len(members)):
            apart = np.linalg.norm(places[a + 1 :] - places[a], axis=-1).max(axis=-1, initial=0.0)
            for b in np.flatnonzero(apart < _SAME_SHAPE):
                groups.join(members[a], members[a + 1 + int(b)])
    return [groups.leader(index) for index in range(len(bodies))]


def _join_same_rig(prints: Sequence[MotionPrint], members: list[int], groups: "_Groups") -> None:
    flat = np.stack([prints[index].turns.ravel() for index in members])
    squares = (flat**2).sum(axis=1)
    apart = np.sqrt(np.maximum(squares[:, None] + squares[None] - 2.0 * flat @ flat.T, 0.0))
    mean = (np.sqrt(squares)[:, None] + np.sqrt(squares)[None]) / 2.0
    for a, b in np.argwhere(np.triu(apart < _ALIKE * mean, k=1)):
        groups.join(members[a], members[b])


def alike(first: MotionPrint, second: MotionPrint) -> bool:
    """Whether two motions of different rigs are near-equal on the joints that they share."""
    pairs = _matched(first, second)
    if len(pairs) < _FEWEST:
        return False
    mine, theirs = np.array(pairs).T
    a, b = first.turns[:, mine], second.turns[:, theirs]
    held = min(
        first.strengths[mine].sum() / max(float(first.strengths.sum()), 1e-12),
        second.strengths[theirs].sum() / max(float(second.strengths.sum()), 1e-12),
    )
    strength = (np.linalg.norm(a) + np.linalg.norm(b)) / 2.0
    return bool(held >= _MATCHED and np.linalg.norm(a - b) < _ALIKE * strength)


def _matched(first: MotionPrint, second: MotionPrint) -> list[tuple[int, int]]:
    """Joints of both by equal names; if fewer than half have one, those that stand nearest to each other."""
    theirs = {name: joint for joint, name in enumerate(second.names)}
    named = [(joint, theirs[name]) for joint, name in enumerate(first.names) if name in theirs]
    if len(named) >= 0.5 * min(len(first.names), len(second.names)):
        return named
    apart = np.linalg.norm(first.places[:, None] - second.places[None], axis=-1)
    mine, other = apart.argmin(axis=0), apart.argmin(axis=1)
    return [(a, int(b)) for a, b in enumerate(other) if mine[b] == a and apart[a, b] < _NEAR]


class _Groups:
    """Disjoint sets; the leader is the least member."""

    def __init__(self, count: int) -> None:
        self._above = list(range(count))

    def leader(self, index: int) -> int:
        while self._above[index] != index:
            self._above[index] = self._above[self._above[index]]
            index = self._above[index]
        return index

    def join(self, first: int, second: int) -> None:
        first, second = sorted((self.leader(first), self.leader(second)))
        self._above[second] = first
