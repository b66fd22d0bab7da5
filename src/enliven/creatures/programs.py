"""Motion programs of the samples: gaits and their manners, gestures, flapping, swimming, opening, spinning, swaying."""

from collections.abc import Mapping

from enliven.core.errors import InvalidRequestError
from enliven.core.motion import JointMotion
from enliven.creatures import programs_afloat as afloat
from enliven.creatures import programs_attacks as attacks
from enliven.creatures import programs_creeping as creeping
from enliven.creatures import programs_fates as fates
from enliven.creatures import programs_four_legs as four
from enliven.creatures import programs_gestures as gestures
from enliven.creatures import programs_things as things
from enliven.creatures import programs_two_legs as two
from enliven.creatures.creature import Creature
from enliven.creatures.programs_manners import MANNERS, with_manner
from enliven.creatures.quadruped_shapes import SPECIES
from enliven.creatures.waves import Program, motion_of


def _manners(program: Program, *left_out: str) -> tuple[Program, ...]:
    return tuple(with_manner(program, manner) for name, manner in MANNERS.items() if name not in left_out)


_ONE_LEG = (gestures.raising_leg(0, 1), gestures.raising_leg(0, -1))
_ONE_PAW = tuple(gestures.raising_leg(row, side) for row in (0, 1) for side in (1, -1))
_HEAD = (gestures.IDLE, gestures.LOOK, gestures.NOD, gestures.SHAKE_HEAD)
_QUADRUPED = (
    four.WALK,
    four.TROT,
    four.GALLOP,
    four.WAG,
    four.GRAZE,
    *_manners(four.WALK, "drunkenly"),
    *_HEAD,
    gestures.PLAY_BOW,
    *_ONE_PAW,
    fates.SIT_ANIMAL,
    fates.DIE_SIDE,
    fates.HIT,
    fates.BITE,
    fates.LEAP,
    fates.RAKE,
    four.ROAR,
    gestures.OPEN_MOUTH,
    gestures.EARS,
    gestures.LIE,
    gestures.CROUCH,
    *afloat.ANIMAL_AFLOAT,
    *attacks.ANIMAL_ATTACKS,
)
_UPRIGHT = (
    *(gestures.arms_down(program) for program in (*_HEAD, fates.HIT, gestures.CROUCH, *_ONE_LEG)),
    gestures.CLAP,
    gestures.POINT,
    gestures.DANCE,
    gestures.SHRUG,
    gestures.BOW,
    *(gestures.waving(*sides) for sides in (("left",), ("right",), ("left", "right"))),
    *(gestures.raising_arms(*sides) for sides in (("left",), ("right",), ("left", "right"))),
    fates.SIT_PERSON,
    fates.DIE_BACK,
    fates.DIE_FRONT,
    fates.PUNCH,
    two.KICK,
    two.JUMP,
    *afloat.PERSON_AFLOAT,
    *attacks.PERSON_ATTACKS,
)
_FLAPS = (gestures.FLAP_STANDING, gestures.flapping("left"), gestures.flapping("right"))
PROGRAMS: Mapping[str, tuple[Program, ...]] = {
    "quadruped": _QUADRUPED,
    "biped": (two.PERSON_WALK, two.PERSON_RUN, two.PERSON_WAVE, *_manners(two.PERSON_WALK), *_UPRIGHT),
    "bird": (
        two.BIRD_FLY, two.PECK, two.BIRD_WALK, two.BIRD_HOP, creeping.GLIDE, *_manners(two.BIRD_WALK, "drunkenly"),
        *(gestures.wings_folded(program) for program in (*_HEAD, fates.HIT, *_ONE_LEG)), *_FLAPS, fates.DIE_BIRD,
        gestures.OPEN_MOUTH, afloat.BIRD_SWIM,
    ),
    "fish": (creeping.FISH_SWIM, creeping.FISH_FAST, creeping.FISH_SLOW, creeping.FISH_HOVER, creeping.FISH_BITE,
             creeping.FISH_DIE, gestures.OPEN_MOUTH),
    "dragon": (
        four.DRAGON_FLY, four.DRAGON_WALK, four.ROAR, creeping.GLIDE, *_manners(four.DRAGON_WALK, "drunkenly"),
        *_HEAD, *_FLAPS, gestures.WAG, fates.BITE, fates.HIT, fates.DIE_BELLY, fates.SIT_DRAGON,
        fates.RAKE, gestures.OPEN_MOUTH, gestures.LIE, *_ONE_PAW, afloat.DRAGON_SWIM, attacks.HEADBUTT,
        attacks.REAR_AND_SLAM, attacks.TAIL_STRIKE,
    ),
    "dinosaur": (
        two.THEROPOD_WALK, two.THEROPOD_RUN, four.ROAR, *_manners(two.THEROPOD_WALK, "drunkenly"), *_HEAD,
        gestures.WAG, fates.BITE, fates.HIT, fates.DIE_SIDE, fates.DIE_BELLY,
        gestures.OPEN_MOUTH, gestures.CROUCH, *_ONE_LEG, afloat.THEROPOD_SWIM, attacks.HEADBUTT, attacks.TAIL_STRIKE,
    ),
    "spider": (
        creeping.SPIDER_WALK, creeping.SPIDER_RUN, creeping.REAR, *_manners(creeping.SPIDER_WALK, "drunkenly",
        "proudly", "sadly", "happily", "limping"), creeping.SPIDER_IDLE, fates.BITE, fates.CURL_UP,
        gestures.raising_leg(0, 1, high=0.6), gestures.raising_leg(0, -1, high=0.6),
    ),
    "snake": (creeping.SLITHER, creeping.STRIKE, creeping.SLITHER_FAST, creeping.SLITHER_SLOW, creeping.SNAKE_IDLE,
              creeping.SNAKE_LOOK, gestures.OPEN_MOUTH),
    "octopus": (creeping.OCTOPUS_SWIM, creeping.OCTOPUS_WALK, creeping.OCTOPUS_IDLE, creeping.OCTOPUS_WAVE),
    "jellyfish": (creeping.PULSE, creeping.DRIFT),
    "butterfly": (creeping.BUTTERFLY, creeping.BUTTERFLY_REST, creeping.GLIDE, *_FLAPS[1:]),
    "plant": things.SWAYS,
    "tree": things.SWAYS,
    "flag": things.FLAGS,
    "robot": (two.ROBOT_WALK, two.PERSON_WAVE, *_manners(two.ROBOT_WALK), *_UPRIGHT),
    "lamp": things.LAMP,
    "chest": things.CHEST,
    "door": things.DOOR,
    "fan": things.FANS,
    "car": things.CAR,
    "windmill": things.WINDMILL,
    **dict.fromkeys(SPECIES, _QUADRUPED),
}  # fmt: skip
"""The programs of every kind, the most telling first."""


def performed(creature: Creature, name: str, *, duration_s: float | None = None, strength: float = 1.0) -> JointMotion:
    """A creature's program as a motion of its skeleton.

    Args:
        creature: from :func:`enliven.creatures.sample`.
        name: of one of ``PROGRAMS[creature.kind]``.
        duration_s: length of a cycle; ``None`` takes the program's own.
        strength: scale of all swings; steps keep their length.

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
