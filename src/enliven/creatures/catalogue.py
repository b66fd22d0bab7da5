"""All kinds of creatures and objects by name."""

from collections.abc import Callable, Mapping
from functools import partial

from enliven.core.errors import InvalidRequestError
from enliven.core.scene import RigKind
from enliven.creatures.anatomy_biped import biped
from enliven.creatures.anatomy_bird import bird
from enliven.creatures.anatomy_butterfly import butterfly
from enliven.creatures.anatomy_crawlers import snake, spider
from enliven.creatures.anatomy_dinosaur import dinosaur
from enliven.creatures.anatomy_dragon import dragon
from enliven.creatures.anatomy_fish import fish
from enliven.creatures.anatomy_quadruped import quadruped
from enliven.creatures.anatomy_soft import jellyfish, octopus
from enliven.creatures.creature import Creature, finished
from enliven.creatures.object_robot import robot
from enliven.creatures.objects_green import flag, plant, tree
from enliven.creatures.objects_household import chest, door, fan, lamp
from enliven.creatures.objects_machines import car, windmill
from enliven.creatures.quadruped_shapes import SPECIES
from enliven.creatures.sketch import Sketch

Anatomy = Callable[[int], Sketch]

_ORGANIC: Mapping[str, Anatomy] = {
    "quadruped": quadruped,
    "biped": biped,
    "bird": bird,
    "fish": fish,
    "dragon": dragon,
    "dinosaur": dinosaur,
    "spider": spider,
    "snake": snake,
    "octopus": octopus,
    "jellyfish": jellyfish,
    "butterfly": butterfly,
    "plant": plant,
    "tree": tree,
    "flag": flag,
    **{name: partial(quadruped, species=name) for name in SPECIES},
}
"""Bodies of skin over bones."""

_MECHANICAL: Mapping[str, Anatomy] = {
    "robot": robot,
    "lamp": lamp,
    "chest": chest,
    "door": door,
    "fan": fan,
    "car": car,
    "windmill": windmill,
}
"""Things of rigid parts: rigged, each part rides on its own node."""

KINDS: tuple[str, ...] = (*(kind for kind in _ORGANIC if kind not in SPECIES), *_MECHANICAL, *SPECIES)
"""Every kind that :func:`sample` knows."""


def sample(kind: str, *, seed: int = 0, rigged: bool = False) -> Creature:
    """Make a creature or an object.

    Args:
        kind: one of ``KINDS``.
        seed: other seeds give other proportions and colours; the same seed gives the same bytes.
        rigged: with a rig: a skin for a body, a node for every part of a mechanical thing. Without, one smooth
            coloured mesh in one part.

    Returns:
        The creature, facing +Z, standing on y = 0, metres.

    Raises:
        InvalidRequestError: if there is no such kind, or the seed is negative.
    """
    sketch = sketch_of(kind, seed)
    return finished(sketch, kind=kind, seed=seed, rigged=rigged, rig_kind=rig_kind_of(kind))


def rig_kind_of(kind: str) -> RigKind:
    """Whether a kind is skin over bones or rigid parts on nodes."""
    return "skin" if kind in _ORGANIC else "nodes"


def sketch_of(kind: str, seed: int) -> Sketch:
    """The joints, lumps and shells of a creature before it is sculpted; errors as for :func:`sample`."""
    if kind not in KINDS:
        raise InvalidRequestError(f"there is no sample kind {kind!r}, expected one of: {', '.join(KINDS)}; choose one")
    if seed < 0:
        raise InvalidRequestError(f"the seed of a sample is {seed}, expected 0 or more; choose another")
    return _ORGANIC[kind](seed) if kind in _ORGANIC else _MECHANICAL[kind](seed)
