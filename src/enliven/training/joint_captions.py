"""Ways of saying one action: what the joint model reads beside the clip's own caption."""

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


def phrasings(clip: JointClip) -> tuple[str, ...]:
    """All the ways we say what a clip shows, lower case, without repeats, the caption first."""
    bare = [clip.label, *PHRASES.get(clip.action, ())]
    words = clip.label.split()
    for word, ways in WORDS.items():
        if word in words:
            bare.extend(ways)
    species = clip.species.strip()
    named = [f"a {species} {way}" for way in bare[:4]] + [f"{species} {clip.label}"] if species else []
    ways = [clip.caption, *bare, *named]
    return tuple(dict.fromkeys(way.strip().lower() for way in ways if way.strip()))


def chosen_phrase(ways: tuple[str, ...], draw: float) -> str:
    """The caption three times in ten, any other way else; ``draw`` is uniform in 0 to 1."""
    if draw < 0.3 or len(ways) == 1:
        return ways[0]
    return ways[1 + int((draw - 0.3) / 0.7 * (len(ways) - 1)) % (len(ways) - 1)]


class Texts:
    """Token arrays of phrases, each encoded when it is first asked for."""

    def __init__(self) -> None:
        self._encoder = load_text_encoder()
        self._known: dict[str, TextTokens] = {}

    def __getitem__(self, phrase: str) -> TextTokens:
        if phrase not in self._known:
            self._known[phrase] = self._encoder.encode(phrase)
        return self._known[phrase]
