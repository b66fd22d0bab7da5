"""What surrounds a motion in a prompt: who, where, how fast, and the orders of words. None of it tells the motion."""

from collections.abc import Mapping, Sequence

import numpy as np

ANYONE = (
    "it", "he", "she", "a creature", "the creature", "the animal", "my animal", "a character", "the character",
    "my character", "the figure", "a monster", "the monster", "the model", "my model", "someone", "this thing",
    "the mesh", "the hero", "the enemy", "the player", "a person", "our mascot",
)  # fmt: skip
"""Said most often: which body it is, the net sees."""

KINDS = (
    "robot", "dragon", "fox", "husky", "dog", "wolf", "cat", "kitten", "lion", "tiger", "bear", "horse", "pony", "cow",
    "goat", "sheep", "pig", "deer", "moose", "rabbit", "mouse", "squirrel", "hedgehog", "beaver", "otter", "elephant",
    "giraffe", "zebra", "camel", "rhino", "hippo", "monkey", "gorilla", "panda", "koala", "kangaroo", "duck", "goose",
    "chicken", "eagle", "owl", "parrot", "penguin", "pigeon", "crow", "swan", "bat", "bee", "wasp", "butterfly",
    "dragonfly", "beetle", "ant", "spider", "scorpion", "crab", "lobster", "shark", "whale", "dolphin", "fish", "carp",
    "turtle", "frog", "lizard", "crocodile", "snake", "dinosaur", "raptor", "t-rex", "triceratops", "griffin",
    "unicorn", "phoenix", "goblin", "orc", "troll", "ogre", "giant", "elf", "dwarf", "knight", "wizard", "witch",
    "ninja", "pirate", "soldier", "cowboy", "astronaut", "zombie", "skeleton", "ghost", "vampire", "demon", "angel",
    "alien", "cyborg", "android", "mech", "golem", "slime", "mushroom", "cactus", "tree", "snowman", "puppet", "doll",
    "man", "woman", "boy", "girl", "child", "baby", "old man", "princess", "king", "chef", "farmer", "teapot", "chair",
    "lamp", "car", "truck", "drone", "tank", "toy", "statue", "blob", "octopus", "jellyfish", "snail", "worm",
)  # fmt: skip
"""Bodies of any kind, drawn without looking at the clip's own."""

NAMES = (
    "gork",
    "bella",
    "rex",
    "zyx-9",
    "mister fluff",
    "nimbus",
    "tim",
    "luna",
    "bolt-3",
    "grumpf",
    "anna",
    "the boss",
)
LOOKS = (
    "cute", "little", "big", "huge", "tiny", "low-poly", "old", "young", "red", "blue", "green", "golden", "friendly",
    "evil", "fat", "round", "furry", "shiny", "wooden", "metal", "cartoon", "funny", "beautiful", "ugly", "strange",
    "cute low-poly", "small brown", "big bad", "stylised", "rusty", "fantasy", "three-headed", "dark", "white",
)  # fmt: skip
PLACES = (
    "in the forest", "on the grass", "in the snow", "at night", "in a cave", "in the desert", "on a field",
    "in the city", "on the street", "in front of a house", "on the beach", "in a dungeon", "in the garden",
    "on a farm", "in the rain", "by the lake", "in a game", "for my game", "in an empty room", "on the moon",
    "all day", "in the morning", "under the trees", "alone", "like in a cartoon",
)  # fmt: skip
ANYHOW = ("again", "now", "for a while", "as usual", "naturally", "in a loop", "nicely", "over here")

PACES: Mapping[str, Sequence[str]] = {
    "slow": ("slowly", "very slowly", "at a slow pace", "leisurely", "in slow motion", "without haste", "sluggishly"),
    "fast": ("fast", "quickly", "very fast", "rapidly", "at high speed", "swiftly", "hastily", "hectically"),
}

FRAMES: tuple[tuple[float, str], ...] = (
    (8.0, "{S} {Vs}"), (5.0, "{S} {is_Ving}"), (3.0, "{S} {Ving}"), (3.0, "make {O} {V}"), (1.0, "let {O} {V}"),
    (1.0, "{S} should {V}"), (1.0, "animate {O} {Ving}"), (1.0, "i want {O} to {V}"), (1.0, "show {O} {Ving}"),
    (1.0, "an animation of {O} {Ving}"), (0.7, "{S} just {Vs}"), (0.7, "{S} has to {V}"), (0.7, "here {S} {Vs}"),
    (0.5, "{S} that {Vs}"), (0.5, "{O} while {Ving}"), (0.5, "have {O} {V}"), (0.5, "please {V}"),
    (0.5, "can you make {O} {V}"), (0.5, "{S} {Vs} and keeps {Ving}"), (0.5, "{Ving}, that is what {S} does"),
)  # fmt: skip
"""Orders of words with their weights: S who does it, O the same as an object, V what is done."""

_OBJECTS = {"he": "him", "she": "her"}
_OWN = {"he": "his", "she": "her"}


def subject(*, rng: np.random.Generator) -> str:
    """Someone who does it: mostly nobody in particular, else any kind of body, or a name."""
    draw = rng.random()
    if draw < 0.4:
        return picked(ANYONE, rng=rng)
    if draw < 0.47:
        return picked(NAMES, rng=rng)
    kind = picked(KINDS, rng=rng)
    if rng.random() < 0.35:
        kind = f"{picked(LOOKS, rng=rng)} {kind}"
    article = picked(("a", "the", "my", "this", "our", ""), rng=rng)
    return f"{'an' if article == 'a' and kind[0] in 'aeiou' else article} {kind}".strip()


def framed(frame: str, who: str, verb: str, told: str, gerund: str, going_on: str) -> str:
    """A frame filled in; "its" follows him or her.

    >>> framed("make {O} {V}", "he", "nod its head", "nods its head", "nodding its head", "is nodding its head")
    'make him nod his head'
    """
    said = frame.format(S=who, O=_OBJECTS.get(who, who), V=verb, Vs=told, Ving=gerund, is_Ving=going_on)
    return said.replace(" its ", f" {_OWN[who]} ") if who in _OWN else said


def picked(choices: Sequence[str], *, rng: np.random.Generator) -> str:
    """One of them, each as likely."""
    return choices[int(rng.integers(len(choices)))]
