"""Bodies that motions may be carried to: those of training rigs, and sampled creatures that have no clips at all."""

import zlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from enliven.core.body import Body
from enliven.core.clip import JointClip
from enliven.core.progress import Progress, silent
from enliven.creatures import sample
from enliven.geometry.body import body_from
from enliven.geometry.rigging.auto import auto_rig

_BODIES_A_RIG = 3
_LEAST_CONFIDENCE = 0.5

SAMPLED: dict[str, tuple[str, str, int]] = {
    "biped": ("person", "humanoid", 14),
    "robot": ("robot", "robot", 3),
    "quadruped": ("animal", "quadruped", 3),
    "fox": ("fox", "quadruped", 1),
    "horse": ("horse", "quadruped", 1),
    "cat": ("cat", "quadruped", 1),
    "dog": ("dog", "quadruped", 1),
    "deer": ("deer", "quadruped", 1),
    "cow": ("cow", "quadruped", 1),
    "bear": ("bear", "quadruped", 1),
    "pig": ("pig", "quadruped", 1),
    "rabbit": ("rabbit", "quadruped", 1),
    "bird": ("bird", "bird", 3),
    "dragon": ("dragon", "dragon", 2),
    "dinosaur": ("dinosaur", "dinosaur", 2),
    "spider": ("spider", "insect", 2),
    "fish": ("fish", "fish", 2),
    "snake": ("snake", "reptile", 3),
}
"""Species, category and number of seeds of each kind of creature."""


@dataclass(frozen=True, slots=True, eq=False)
class BareBody:
    """A body to carry motions to, and what it is."""

    body: Body
    rig: str
    species: str
    category: str
    licence: str | None  # ``None`` where the body is made here


def body_key(body: Body) -> bytes:
    """Equal for equal bodies."""
    return repr(body.parents).encode() + np.asarray(body.rest_positions, dtype=np.float32).tobytes()


def seed_of(name: str, seed: int) -> int:
    """A seed that depends on a name, the same in every process."""
    return zlib.crc32(name.encode()) ^ (seed * 2654435761 % 2**32)


def rig_bodies(clips: Sequence[JointClip], *, seed: int) -> list[BareBody]:
    """Up to three bodies of every rig, by chance."""
    by_rig: dict[str, dict[bytes, JointClip]] = defaultdict(dict)
    for clip in clips:
        by_rig[clip.rig].setdefault(body_key(clip.body), clip)
    bodies = []
    for rig, found in sorted(by_rig.items()):
        rng = np.random.default_rng(seed_of(rig, seed))
        firsts = list(found.values())
        chosen = rng.permutation(len(firsts))[:_BODIES_A_RIG]
        bodies += [
            BareBody(clip.body, rig, clip.species, clip.category, clip.licence)
            for clip in (firsts[k] for k in sorted(chosen))
        ]
    return bodies


def sampled_bodies(*, seed: int, progress: Progress = silent) -> Iterator[BareBody]:
    """Creatures with the rig that they are made with, and with the one that their shape gets."""
    total, done = sum(count for _, _, count in SAMPLED.values()), 0
    for kind, (species, category, count) in SAMPLED.items():
        for number in range(count):
            progress("making bodies", done, total)
            done += 1
            creature_seed = 1000 * seed + number
            creature = sample(kind, seed=creature_seed, rigged=True)
            mesh = creature.mesh
            name = f"sample/{kind}-{creature_seed}"
            yield BareBody(body_from(creature.skeleton, creature.skin, mesh), name, species, category, None)
            made = auto_rig(mesh)
            if made.kind == "skin" and made.confidence >= _LEAST_CONFIDENCE and made.front[2] > 0.9:
                yield BareBody(body_from(made.skeleton, made.skin, mesh), f"{name}-auto", species, category, None)
    progress("making bodies", total, total)
