"""More rigs for the same motions: clips of training rigs carried over to other bodies.

A retargeted clip teaches what the retargeting knows on bodies for which nobody has recorded it. Only permissive
training clips are carried, onto bodies of permissive training rigs and of sampled creatures. What hardly any body with
legs was recorded doing (swimming, flying, striking) comes from motion programs of the samples.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from enliven.core.clip import JointClip
from enliven.core.errors import InvalidRequestError
from enliven.core.motion import JointMotion
from enliven.core.progress import Progress, silent
from enliven.curation.carry_bodies import BareBody, body_key, rig_bodies, sampled_bodies, seed_of
from enliven.curation.carry_checks import fault_of
from enliven.geometry.retarget import Carrier, carried, carrier, plan_for
from enliven.geometry.retarget.limbs import Plan
from enliven.geometry.retarget.matching import matched
from enliven.models.motion_tokens import ACTIONS

_MOST_COST = 0.4
_MOST_COST_OF_KIN, _FEW = 0.65, 3  # rigs of the same category may fit worse where fewer fit well
_OTHER_CATEGORY = 0.06
_LIKE = (
    {"humanoid", "robot", "monster"},
    {"quadruped", "reptile", "dinosaur", "dragon"},
    {"bird", "dragon", "dinosaur"},
    {"fish", "reptile"},
    {"insect", "monster"},
    {"vehicle", "object", "plant"},
)
"""Categories that may lend each other motions where the limbs match; every category lends to itself."""
_WINGED = {"bird", "dragon", "insect", "monster", "object", "robot"}
_COST_SPREAD = 0.08
_SOURCES = 3
_BY_RARITY = {"walk": 4, "run": 3, "idle": 3, "swim": 4, "fly": 4}
_OF_PROGRAMS = {"swim": 4, "fly": 3, "attack": 3, "jump": 1}
"""How many motions of programs each body is given beside those of clips, by action."""


@dataclass(frozen=True, slots=True)
class CarryReport:
    """What was carried and what was left out."""

    clips: int
    rigs: int
    bodies: int
    actions: dict[str, int]
    categories: dict[str, int]
    left_out: dict[str, int]

    def as_text(self) -> str:
        """A page for people."""
        listed = [
            ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or "none"
            for counts in (self.actions, self.categories, self.left_out)
        ]
        return "\n".join(
            [
                f"carried {self.clips} clips to {self.bodies} bodies of {self.rigs} rigs",
                f"actions: {listed[0]}",
                f"categories: {listed[1]}",
                f"left out: {listed[2]}",
            ]
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Sources:
    """Clips by rig and action, with a plan for every body."""

    clips: dict[str, dict[str, list[JointClip]]]
    plans: dict[bytes, Plan]
    shapes: dict[str, Plan]  # one body for each rig, to judge how well the rig fits
    categories: dict[str, str]


def carried_set(
    clips: Sequence[JointClip],
    programs: Sequence[JointClip] = (),
    *,
    per_rig: int = 48,
    seed: int = 0,
    progress: Progress = silent,
) -> tuple[list[JointClip], CarryReport]:
    """Carry training clips over to other bodies.

    Args:
        clips: a whole set; only permissive training clips are looked at.
        programs: a set that programs made; swimming, flying, attacks and jumps of its training rows are carried too.
        per_rig: most clips for one rig, those of programs not counted.
        seed: other seeds choose other bodies and sources.
        progress: told of bodies.

    Returns:
        Rows of origin ``carried``, and what was left out; the same set and seed give the same rows.

    Raises:
        InvalidRequestError: if there is nothing to carry.
    """
    if per_rig < 1:
        raise InvalidRequestError(f"{per_rig} clips a rig are asked for, expected 1 or more; ask for more")
    train = [clip for clip in clips if clip.split == "train" and clip.permissive and clip.origin == "recorded"]
    usable = [clip for clip in train if clip.action in ACTIONS and not clip.is_later_piece]
    if not usable:
        raise InvalidRequestError(
            f"none of the {len(clips)} clips is a permissive training clip of a known action, expected one or more; "
            "carry from a set that "
            "enliven data joints wrote"
        )
    sources = _sources(usable)
    acted = _sources([clip for clip in programs if clip.split == "train" and clip.action in _OF_PROGRAMS])
    bodies = [*rig_bodies(train, seed=seed), *sampled_bodies(seed=seed, progress=progress)]
    made: list[JointClip] = []
    left: Counter[str] = Counter()
    shared = Counter(bare.rig for bare in bodies)
    for number, bare in enumerate(bodies):
        progress("carrying", number, len(bodies))
        rng = np.random.default_rng(seed_of(f"{bare.rig} {number}", seed))
        target = plan_for(bare.body)
        picked = _recorded(bare, target, sources, max(1, per_rig // shared[bare.rig]), left, rng)
        if not bare.rig.startswith("sample/"):  # programs move samples themselves
            costs = _costs(bare, target, acted)
            for action, wanted in _OF_PROGRAMS.items():
                picked += _picked(acted, costs, action, wanted, rng)
        made += _onto(bare, number, target, picked, {**acted.plans, **sources.plans}, left)
    progress("carrying", len(bodies), len(bodies))
    report = CarryReport(
        clips=len(made),
        rigs=len({clip.rig for clip in made}),
        bodies=len({body_key(clip.body) for clip in made}),
        actions=dict(Counter(clip.action for clip in made)),
        categories=dict(Counter(clip.category for clip in made)),
        left_out=dict(left),
    )
    return made, report


def _sources(clips: Sequence[JointClip]) -> _Sources:
    grouped: dict[str, dict[str, list[JointClip]]] = defaultdict(lambda: defaultdict(list))
    plans: dict[bytes, Plan] = {}
    shapes: dict[str, Plan] = {}
    categories: dict[str, str] = {}
    for clip in sorted(clips, key=lambda clip: clip.name):
        grouped[clip.rig][clip.action].append(clip)
        key = body_key(clip.body)
        if key not in plans:
            plans[key] = plan_for(clip.body)
        shapes.setdefault(clip.rig, plans[key])
        categories.setdefault(clip.rig, clip.category)
    return _Sources({rig: dict(by_action) for rig, by_action in grouped.items()}, plans, shapes, categories)


def _recorded(
    bare: BareBody, target: Plan, sources: _Sources, most: int, left: Counter[str], rng: np.random.Generator
) -> list[JointClip]:
    """Clips of rigs for one body, all actions."""
    costs = _costs(bare, target, sources)
    if not costs:
        left["bodies that no rig fits"] += 1
        return []
    picked: list[JointClip] = []
    for action in ACTIONS:
        if action == "fly" and bare.category not in _WINGED:
            continue
        picked += _picked(sources, costs, action, _BY_RARITY.get(action, _SOURCES), rng)
    order = rng.permutation(len(picked))[:most]
    return [picked[k] for k in sorted(order)]


def _onto(
    bare: BareBody,
    number: int,
    target: Plan,
    picked: Sequence[JointClip],
    plans: dict[bytes, Plan],
    left: Counter[str],
) -> list[JointClip]:
    """The picked clips on one body, without those that came out badly."""
    carriers: dict[bytes, Carrier] = {}
    made = []
    for clip in picked:
        key = body_key(clip.body)
        if key not in carriers:
            carriers[key] = carrier(plans[key], target)
        motion = carried(carriers[key], clip.motion, controls=len(clip.rotations))
        fault = fault_of(clip, bare.body, motion)
        if fault is not None:
            left[fault] += 1
            continue
        made.append(_row(clip, bare, number, motion))
    return made


def _costs(bare: BareBody, target: Plan, sources: _Sources) -> dict[str, float]:
    """How badly each rig fits, for those that fit."""
    costs = {}
    for rig, plan in sources.shapes.items():
        other = sources.categories[rig]
        like = other == bare.category or any({other, bare.category} <= group for group in _LIKE)
        pairs = {plan.leg_pairs, target.leg_pairs}
        walks = len(pairs) == 1 or (bare.category == other == "insect" and min(pairs) >= 2)
        if rig == bare.rig or not walks or not like:
            continue
        cost = matched(plan, target).cost + _OTHER_CATEGORY * (other != bare.category)
        if cost < (_MOST_COST_OF_KIN if other == bare.category else _MOST_COST):
            costs[rig] = cost
    close = {rig: cost for rig, cost in costs.items() if cost < _MOST_COST}
    return close if len(close) >= _FEW else costs


def _picked(
    sources: _Sources, costs: dict[str, float], action: str, wanted: int, rng: np.random.Generator
) -> list[JointClip]:
    """Clips of one action from well-fitting rigs: other rigs and other motions each time, better fits more often."""
    rigs = [rig for rig in costs if action in sources.clips[rig]]
    picked: list[JointClip] = []
    groups: set[str] = set()
    left = {rig: costs[rig] for rig in rigs}
    while left and len(picked) < wanted:
        names = list(left)
        chances = np.exp(-(np.array([left[name] for name in names]) - min(left.values())) / _COST_SPREAD)
        rig = names[int(rng.choice(len(names), p=chances / chances.sum()))]
        fresh = [clip for clip in sources.clips[rig][action] if clip.motion_group not in groups]
        if fresh:
            clip = fresh[int(rng.integers(len(fresh)))]
            picked.append(clip)
            groups.add(clip.motion_group)
            left[rig] += 2.0 * _COST_SPREAD
            if len(fresh) > 1:
                continue
        del left[rig]
    return picked


def _row(clip: JointClip, bare: BareBody, number: int, motion: JointMotion) -> JointClip:
    joints = len(bare.body)
    axes, turns = np.zeros((joints, 3)), np.zeros(joints)
    for spin in motion.spins:
        ends = spin.angle_rad.at(np.array([0.0, spin.angle_rad.duration_s]))
        axes[spin.joint] = spin.axis
        turns[spin.joint] = (ends[1] - ends[0]) / (2.0 * np.pi)
    licences = [clip.licence] if bare.licence in (None, clip.licence) else [clip.licence, f"body: {bare.licence}"]
    return JointClip(
        body=bare.body,
        rotations=motion.rotations.controls,
        translations=motion.translations.controls,
        spin_axes=axes,
        spin_turns=turns,
        duration_s=clip.duration_s,
        loop=clip.loop,
        name=f"{bare.rig}/{number} from {clip.name}",
        caption=f"{bare.species}: {clip.label}",
        label=clip.label,
        action=clip.action,
        category=bare.category,
        species=bare.species,
        rig=bare.rig,
        motion_group=clip.motion_group,
        licence="; ".join(licences),
        permissive=True,
        split="train",
        origin="carried",
    )
