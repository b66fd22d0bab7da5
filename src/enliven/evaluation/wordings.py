"""Prompts for measuring how far the understanding of words reaches: none of them is ever trained on.

Each family changes one thing against what training says, ``everything`` changes all of it. The tests check that the
verbs, subjects, places and frames here are unknown to the captions of training.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from enliven.models.text.inflection import gerund, third

Family = Literal["subject", "verb", "order", "surroundings", "typo", "everything"]

FAMILIES: tuple[Family, ...] = get_args(Family)
"""A known verb said of unknown beings; an unknown verb; a known verb in unknown orders of words; among much else;
misspelt; and an unknown verb of unknown beings among much else."""


@dataclass(frozen=True, slots=True)
class Words:
    """A verb that training knows, in base form, others of the same meaning that it does not, and misspellings."""

    known: str
    others: tuple[str, ...]
    typos: tuple[str, ...]


WORDS: Mapping[str, Words] = {
    "walk": Words("walk", ("meander", "saunter", "plod", "wander about"), ("wlaks", "wallking", "is wakling")),
    "run": Words("run", ("bolt", "scamper", "hightail it", "tear along"), ("rnus", "runnning", "is runing")),
    "idle": Words("stand still", ("loiter", "remain motionless", "do nothing at all", "linger"),
                  ("stnads idel", "standng stil", "is idlle")),
    "attack": Words("attack", ("assault its foe", "savage its prey", "go for the kill", "maul someone"),
                    ("atacks", "attakcing", "is attacknig")),
    "jump": Words("jump", ("vault", "spring up", "bound upwards", "pounce into the air"),
                  ("jmups", "jummping", "is jupming")),
    "die": Words("die", ("perish", "succumb", "expire", "breathe its last"), ("diess", "dyyng", "fals down daed")),
    "fly": Words("fly", ("whoosh overhead", "be aloft", "navigate the skies", "be airborne"),
                 ("flyes", "fliyng", "is flyng")),
    "swim": Words("swim", ("go for a dip", "roam beneath the waves", "undulate its fins", "travel underwater"),
                  ("swmis", "swiming", "is swiming")),
    "hit": Words("get hit", ("recoil from an impact", "receive damage", "wince in pain", "get struck"),
                 ("gtes hit", "gets hitt", "is ht")),
    "bite": Words("bite", ("chomp", "nip someone", "sink its fangs into prey"), ("bties", "bitting", "is bitign")),
    "punch": Words("punch", ("jab", "land an uppercut", "wallop someone"), ("pucnhes", "punchng", "is punhcing")),
    "kick": Words("kick", ("boot an opponent", "deliver a roundhouse"), ("kcisk", "kickking", "is kikcing")),
    "headbutt": Words("headbutt", ("smack an opponent forehead first", "gore someone"), ("headbuts", "hedbutting")),
    "shoot": Words("shoot", ("unload its magazine", "discharge its firearm", "pull the trigger"),
                   ("shotos", "shooteng")),
    "throw": Words("throw something", ("fling an object", "lob a grenade", "toss a rock"), ("thorws", "throwwing")),
    "dance": Words("dance", ("boogie", "jive", "bust some moves"), ("dacnes", "danncing", "is dacning")),
    "wave": Words("wave", ("hail a taxi", "signal farewell"), ("waevs", "wavving")),
    "eat": Words("eat", ("munch", "devour its meal", "nibble"), ("etas", "eatting")),
    "sleep": Words("sleep", ("nap", "doze", "snooze"), ("sleps", "sleeeping")),
    "yes": Words("nod", ("concur", "give its consent", "signal approval"), ("nodds", "noding", "nosd its haed")),
    "no": Words("shake its head", ("decline", "refuse", "signal denial"), ("shaeks its haed", "shakeing its hed")),
    "victory": Words("celebrate", ("exult", "pump its fist", "revel in its triumph"), ("celbrates", "celebratting")),
    "pick": Words("pick something up", ("grab an item off the floor", "collect loot"), ("piks somthing up",)),
    "sit": Words("sit", ("plop down", "perch on its haunches"), ("stis", "siting")),
}  # fmt: skip
"""Per action, and per word of a label that is finer than its action."""

_SYNONYMS: Mapping[str, str] = {
    "death": "die", "dead": "die", "dying": "die", "defeat": "die", "pain": "hit", "hurt": "hit", "gallop": "run",
    "flee": "run", "swimming": "swim", "flying": "fly", "stand": "idle", "jumping": "jump", "walking": "walk",
    "running": "run", "pickup": "pick",
}  # fmt: skip

SUBJECTS = ("a capybara", "the chupacabra", "my axolotl", "sir reginald", "a vending machine with limbs")
KNOWN_SUBJECTS = ("it", "a robot", "my dragon", "the creature")
PLACES = ("across a parking lot", "inside the museum", "before breakfast", "while it thunders")
ORDERS = (
    "now watch how {S} {Vs}", "{Ving} is what i expect of {S}", "what i need: {S}, {Ving}", "get {S} to {V}, would you",
)  # fmt: skip


def wordings_of(action_or_label: str, family: Family) -> tuple[str, ...]:
    """Prompts of a family that mean an action or a label; none where nothing is known of it.

    >>> wordings_of("walk", "verb")
    ('meanders', 'saunters', 'plods', 'wanders about')
    >>> wordings_of("melee attack kick", "subject")[0]
    'a capybara kicks'

    Args:
        action_or_label: such as ``walk`` or ``melee attack kick``; its most specific known word counts.
        family: what is unknown to the training.

    Returns:
        Lower-case prompts, always the same.
    """
    words = _words_of(action_or_label)
    if words is None:
        return ()
    known, others = words.known, words.others
    if family == "subject":
        return tuple(f"{who} {third(known)}" for who in SUBJECTS)
    if family == "verb":
        return tuple(third(other) for other in others)
    if family == "order":
        return tuple(_ordered(order, who, known) for order, who in zip(ORDERS, KNOWN_SUBJECTS, strict=True))
    if family == "surroundings":
        return tuple(f"{who} {third(known)} {place}" for who, place in zip(KNOWN_SUBJECTS, PLACES, strict=True))
    if family == "typo":
        return words.typos
    return tuple(
        f"{_ordered(ORDERS[number % len(ORDERS)], SUBJECTS[number], other)} {PLACES[number]}"
        for number, other in enumerate(others)
    )


def _words_of(action_or_label: str) -> Words | None:
    said = [_SYNONYMS.get(word, word) for word in action_or_label.lower().split()]
    known = [word for word in said if word in WORDS]
    # "melee attack kick": the later word is the finer one.
    return WORDS[known[-1]] if known else None


def _ordered(order: str, who: str, verb: str) -> str:
    return order.format(S=who, V=verb, Vs=third(verb), Ving=gerund(verb))
