"""Motion programs of the samples: gaits, flapping, swimming, slithering, opening, spinning, swaying."""

from collections.abc import Mapping

from enliven.core.errors import InvalidRequestError
from enliven.core.motion import JointMotion
from enliven.creatures.creature import Creature
from enliven.creatures.programs_creeping import (
    BUTTERFLY,
    FISH_SWIM,
    OCTOPUS_SWIM,
    OCTOPUS_WALK,
    PULSE,
    REAR,
    SLITHER,
    SPIDER_WALK,
    STRIKE,
)
from enliven.creatures.programs_four_legs import DRAGON_FLY, DRAGON_WALK, GALLOP, GRAZE, ROAR, TROT, WAG, WALK
from enliven.creatures.programs_things import (
    DRIVE,
    FAN,
    FLAG,
    LAMP_HOP,
    LAMP_LOOK,
    OPEN_CHEST,
    OPEN_DOOR,
    PLANT_SWAY,
    TREE_SWAY,
    WINDMILL,
)
from enliven.creatures.programs_two_legs import (
    BIRD_FLY,
    JUMP,
    PECK,
    PERSON_RUN,
    PERSON_WALK,
    PERSON_WAVE,
    ROBOT_WALK,
    ROBOT_WAVE,
    THEROPOD_RUN,
    THEROPOD_WALK,
)
from enliven.creatures.quadruped_shapes import SPECIES
from enliven.creatures.waves import Program, motion_of

_QUADRUPED = (WALK, TROT, GALLOP, WAG, GRAZE)
PROGRAMS: Mapping[str, tuple[Program, ...]] = {
    "quadruped": _QUADRUPED,
    "biped": (PERSON_WALK, PERSON_RUN, PERSON_WAVE, JUMP),
    "bird": (BIRD_FLY, PECK),
    "fish": (FISH_SWIM,),
    "dragon": (DRAGON_FLY, DRAGON_WALK, ROAR),
    "dinosaur": (THEROPOD_WALK, THEROPOD_RUN, ROAR),
    "spider": (SPIDER_WALK, REAR),
    "snake": (SLITHER, STRIKE),
    "octopus": (OCTOPUS_SWIM, OCTOPUS_WALK),
    "jellyfish": (PULSE,),
    "butterfly": (BUTTERFLY,),
    "plant": (PLANT_SWAY,),
    "tree": (TREE_SWAY,),
    "flag": (FLAG,),
    "robot": (ROBOT_WALK, ROBOT_WAVE, JUMP),
    "lamp": (LAMP_HOP, LAMP_LOOK),
    "chest": (OPEN_CHEST,),
    "door": (OPEN_DOOR,),
    "fan": (FAN,),
    "car": (DRIVE,),
    "windmill": (WINDMILL,),
    **dict.fromkeys(SPECIES, _QUADRUPED),
}
"""The programs of every kind, the most telling first."""


def performed(creature: Creature, name: str, *, duration_s: float | None = None, strength: float = 1.0) -> JointMotion:
    """A creature's program as a motion of its skeleton.

    Args:
        creature: from :func:`enliven.creatures.sample`.
        name: of one of ``PROGRAMS[creature.kind]``.
        duration_s: length of a cycle; ``None`` takes the program's own.
        strength: scale of all swings.

    Returns:
        The motion, in the order of ``creature.skeleton``.

    Raises:
        InvalidRequestError: if the kind has no such program.
    """
    known = {program.name: program for program in PROGRAMS[creature.kind]}
    if name not in known:
        raise InvalidRequestError(
            f"a {creature.kind} has no program {name!r}, expected one of: {', '.join(known)}; choose one"
        )
    return motion_of(creature.skeleton, known[name], duration_s=duration_s, strength=strength)
