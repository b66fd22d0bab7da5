"""Ways of saying one action: what the joint model reads beside the clip's own caption."""

import numpy as np

from enliven.core.clip import JointClip
from enliven.models.text.encoder import TextTokens, load_text_encoder

PHRASES: dict[str, tuple[str, ...]] = {
    "walk": ("walks", "walking", "is walking", "strolls", "walks forward", "takes a walk", "goes at a walking pace"),
    "run": ("runs", "running", "is running", "sprints", "runs fast", "dashes ahead", "races along"),
    "idle": ("stands idle", "idle", "stands still and breathes", "waits", "is standing", "rests on the spot", "idling"),
    "attack": ("attacks", "attacking", "strikes", "makes an attack", "lashes out at an enemy", "fights"),
    "jump": ("jumps", "jumping", "leaps", "hops up", "jumps into the air", "is jumping"),
    "die": ("dies", "dying", "falls down dead", "collapses", "drops dead", "is killed and falls"),
    "fly": ("flies", "flying", "is flying", "flaps its wings", "flies through the air", "flies, flapping its wings"),
    "swim": ("swims", "swimming", "is swimming", "swims along", "glides through the water"),
    "hit": ("is hit", "gets hit", "takes a blow", "reacts to a hit", "flinches", "is hurt"),
    "gesture": ("gestures", "makes a gesture"),
    "interact": ("does something", "uses something"),
}
"""Per action of the data; an action that is not here speaks through its label only."""

WORDS: dict[str, tuple[str, ...]] = {
    "gallop": ("gallops", "galloping", "runs at a gallop"),
    "bite": ("bites", "biting", "snaps its jaws"),
    "punch": ("punches", "throws a punch", "punching"),
    "kick": ("kicks", "kicking", "gives a kick"),
    "dance": ("dances", "dancing", "does a dance"),
    "wave": ("waves", "waves a hand", "waving hello"),
    "sit": ("sits", "sits down", "is sitting"),
    "sleep": ("sleeps", "is asleep", "lies sleeping"),
    "eat": ("eats", "is eating", "feeds"),
    "roll": ("rolls", "does a roll", "rolling over"),
    "yes": ("nods", "nods yes", "says yes"),
    "no": ("shakes its head", "says no"),
    "death": ("dies", "falls down dead", "collapses"),
    "jump": ("jumps", "leaps", "jumping"),
    "shoot": ("shoots", "fires a weapon", "shooting"),
    "sneak": ("sneaks", "creeps along", "sneaking"),
    "crouch": ("crouches", "ducks down"),
    "climb": ("climbs", "is climbing"),
    "cast": ("casts a spell", "works magic"),
    "block": ("blocks", "guards itself", "raises its guard"),
    "headbutt": ("headbutts", "rams with its head"),
}
"""Per word of a label: said instead of the label."""


ANYONE = ("it", "a creature", "the animal", "a character", "the figure", "a monster", "he", "she", "the model")
"""Said instead of the species: which body it is, the net sees; a species it has never read of must not matter."""


def ways_of(clip: JointClip) -> tuple[str, ...]:
    """What a clip shows in a few words, without saying who does it; the label first."""
    ways = [clip.label, *PHRASES.get(clip.action, ())]
    words = clip.label.split()
    for word, said in WORDS.items():
        if word in words:
            ways.extend(said)
    return tuple(dict.fromkeys(way.strip().lower() for way in ways if way.strip())) or (clip.caption.lower(),)


def drawn_phrase(clip: JointClip, *, rng: np.random.Generator) -> str:
    """One way of saying what a clip shows: mostly without a subject, else with anyone, the species, or as captioned."""
    ways = ways_of(clip)
    way = ways[int(rng.integers(len(ways)))]
    draw = rng.random()
    if draw < 0.1:
        return clip.caption.lower()
    if draw < 0.2 and clip.species:
        return f"a {clip.species} {way}".lower()
    if draw < 0.4:
        return f"{ANYONE[int(rng.integers(len(ANYONE)))]} {way}"
    return way


class Texts:
    """Token arrays of phrases, each encoded when it is first asked for."""

    def __init__(self) -> None:
        self._encoder = load_text_encoder()
        self._known: dict[str, TextTokens] = {}

    def __getitem__(self, phrase: str) -> TextTokens:
        if phrase not in self._known:
            self._known[phrase] = self._encoder.encode(phrase)
        return self._known[phrase]
