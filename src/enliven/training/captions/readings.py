"""Labels of clips, as artists named them, read as senses: "melee 2h attack stab" is a stab."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from enliven.models.text.inflection import base_of
from enliven.training.captions.lexicon import LEXICON, OF_ACTION

_APART: Mapping[str, str] = {
    "atttack": "attack", "runbackward": "run backward", "runbackwards": "run backwards", "runcycle": "run",
    "runstepleft": "run left", "runstepright": "run right", "backleft": "backward left",
    "backright": "backward right", "forwardleft": "forward left", "forwardright": "forward right",
    "strafeleft": "strafe left", "straferight": "strafe right", "laydown": "lie down", "headlow": "head low",
    "duckwalk": "crouch walk", "duckidle": "crouch", "duckjump": "crouch jump", "spellcasting": "spellcast",
    "pickup": "pick up", "pushup": "push up", "jog": "run", "tpose": "pose",
}  # fmt: skip
"""Words that labels run together, or misspell."""

_READINGS: tuple[tuple[str, str], ...] = (
    (r"push ups?", "push-ups"), (r"sit ups?\b", "sit-ups"), (r"jumping jacks?", "jumping jacks"),
    (r"out of water|\bflop", "flop"), (r"wall run", "wall run"), (r"wags?\b", "wag"),
    (r"back ?flip", "flip"), (r"\bpick up|^pick$", "pick up"), (r"(awaken)", "awaken"), (r"resurrect", "revive"),
    (r"spawn air", "appear"), (r"spawn|^rise", "rise"), (r"power ?up", "power up"),
    (r"sit chair stand up", "get up chair"), (r"stand up|get up|kneel up", "get up"),
    (r"sit chair down", "sit down chair"), (r"sit (floor )?down", "sit down"), (r"(lie|lay) (down|to)", "lie down"),
    (r"sit chair", "sit chair"), (r"\blie\b", "lie"), (r"\bsleep", "sleep"), (r"kneel", "kneel"), (r"tired", "tired"),
    (r"jump (idle|air)", "airborne"), (r"jump (land|to idle)|\bland(ing)?\b", "land"), (r"jump start", "take off"),
    (r"jump (full|long)|gallop jump", "leap"), (r"jump chop|sword attack jump|jump attack", "jump attack"),
    (r"block hit", "block hit"), (r"block attack", "bash"), (r"\bblock|defend|parry|guard", "block"),
    (r"hit react|hit receive|receive hit|hurt|pain|damage|\bhit$|impact", "hit"),
    (r"defeat|death|\bdie|\bdead|dying", "die"), (r"repel", "repel"),
    (r"fishing cast", "fish cast"), (r"fishing catch", "fish catch"), (r"fishing reel", "fish reel"),
    (r"fishing", "fish"), (r"fly.*(punch|attack|bite)", "fly attack"), (r"run.*attack", "run attack"),
    (r"run.*(shoot|fire)", "run shoot"), (r"bow draw", "draw bow"), (r"bow release", "shoot bow"),
    (r"reload", "reload"), (r"summon", "summon"), (r"spell ?cast|magic|\bcast", "cast"),
    (r"aiming|\baim\b|bow idle", "aim"), (r"(stand|walk|hover|fly) fire", "breathe fire"),
    (r"1h.*shoot|shoot one handed|pistol", "shoot pistol"), (r"(2h|rifle).*shoot", "shoot rifle"),
    (r"\bshoot|\bfire\b|blast|ranged|secondary|primary|cannon", "shoot"),
    (r"throw", "throw"), (r"headbutt|head but", "headbutt"), (r"bite|biting", "bite"), (r"claw|paw\b", "claw"),
    (r"kick", "kick"), (r"stab", "stab"), (r"spin", "spin attack"), (r"punch|jab", "punch"), (r"\bchop", "chop"),
    (r"smash|slam", "smash"), (r"danc", "dance"), (r"\broll", "roll"),
    (r"slice|slash|sword attack|1h attack|2h attack|sword$", "slash"),
    (r"head low", "headlow"), (r"melee.*idle|fighting idle|idle alert|idle sword|unarmed idle|idle ready", "ready"),
    (r"melee|attack", "attack"),
    (r"sneak", "sneak"), (r"crouch (walk|backward|forward|left|right)", "crouch walk"), (r"\bcrawl", "crawl"),
    (r"side winding|slither", "slither"), (r"strafe", "strafe"), (r"gallop", "gallop"), (r"\btrot", "trot"),
    (r"flee", "flee"), (r"limp", "limp"), (r"\brun", "run"), (r"\bwalk", "walk"), (r"impulse", "dart"),
    (r"swim", "swim"), (r"\brow", "row"), (r"\bhover|flying idle|levitate|\bfloat", "hover"), (r"glid", "glide"),
    (r"\bfly|flap|flight", "fly"), (r"wall jump|jump|bounce|\bhop\b|leap", "jump"), (r"crouch|duck|squat", "crouch"),
    (r"dodge", "dodge"), (r"\brear$", "rear"), (r"turn", "turn"), (r"steer", "steer"), (r"\bslide", "slide"),
    (r"climb", "climb"),
    (r"^yes$|nod", "nod"), (r"^no$|reject|shake head|head shake", "shake head"),
    (r"\bwav(e|ing)|hello|greet", "wave"), (r"\bbow$", "bow"), (r"clap", "clap"),
    (r"victory|cheer|winning|celebrat|happy", "cheer"), (r"\blosing|\bsad\b", "lose"),
    (r"taunt", "taunt"), (r"flex", "flex"), (r"roar|warcry", "roar"), (r"howl", "howl"), (r"bark", "bark"),
    (r"angry", "angry"), (r"confus", "confused"), (r"dizzy", "dizzy"), (r"talk", "talk"),
    (r"\beat|feeding|graz|consume", "eat"), (r"drink", "drink"), (r"use item|\buse\b", "use"),
    (r"pickax", "pickaxe"), (r"hammer", "hammer"), (r"\bsaw", "saw"), (r"lockpick", "lockpick"), (r"\bdig", "dig"),
    (r"work|build", "work"), (r"listen", "listen"), (r"look", "look around"), (r"\bsit", "sit"),
    (r"idle|\bstand\b", "idle"), (r"\bopen", "open"), (r"\bclos", "close"), (r"activat|triggered", "activate"),
    (r"\bfall", "fall"),
)  # fmt: skip
"""Patterns in the order they are tried, and the sense of a label in which one is found."""

_DIRECTIONS = (
    (r"\bbackwards?\b", "backwards"), (r"\bforwards?\b", "forward"),
    (r"\bleft\b", "to the left"), (r"\bright\b", "to the right"),
)  # fmt: skip
_MANNERS = (
    (r"\bslow", "slowly"), (r"\bfast", "fast"), (r"carry|holding(?! (bow|rifle))", "carrying something"),
    (r"holding bow|\bbow aiming", "with a bow"), (r"\bgun\b|holding rifle", "with a gun"),
    (r"in place", "on the spot"), (r"^zombie", "like a zombie"), (r"^2h|\b2h\b", "with both hands"),
    (r"^1h|\b1h\b", "with one hand"), (r"dualwield", "with two weapons"),
)  # fmt: skip
_TOLD = frozenset({
    "its", "his", "her", "the", "a", "an", "and", "one", "two", "both", "all", "up", "down", "in", "on", "over",
    "out", "off", "with", "without", "from", "to", "through", "around", "about", "at", "along", "away", "again",
    "into", "like", "while", "slowly", "quickly", "fast", "gently", "wildly", "forward", "forwards", "backward",
    "backwards", "sideways", "left", "right", "high", "low", "hard", "softly", "angrily", "happily", "sadly",
    "back",
})  # fmt: skip
"""What may follow the verb of a sentence ("wags its tail") but hardly a noun that looks like one."""
_DIRECTED = frozenset({
    "walk", "run", "crawl", "crouch walk", "strafe", "roll", "dodge", "jump", "turn", "climb", "wall run", "move",
    "drive", "sneak", "slide", "swim", "fly",
})  # fmt: skip
_EMPTY = frozenset({"pose", "other", "armature", "action", "armatureaction", "clip", "anim", "animation", "take",
                    "main", "default", "rest", "claim", "clean", "crop", "track", "forward", "backward", "backwards",
                    "left", "right", "fast", "slow", "move"})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reading:
    """What a label says: a key of the lexicon, or None where the words speak for themselves.

    ``direction`` changes the meaning and is never left out; ``manner`` may be.
    """

    sense: str | None
    words: str  # the cleaned label
    direction: str = ""
    manner: str = ""


_PLAIN: Mapping[str, str] = {sense.verbs[0]: key for key, sense in LEXICON.items()}
"""Senses by their commonest verb."""


@lru_cache(maxsize=8192)
def sentence_read(label: str) -> Reading:
    """Read a label that is a sentence: at its word, but for one plain verb, which has others of its meaning."""
    words = label.lower().strip()
    return Reading(sense=_PLAIN.get(base_of(words) or ""), words=words)


@lru_cache(maxsize=8192)
def reading_of(label: str, action: str) -> Reading:
    """Read a label; where it says too little, its action speaks, and where that is ``pose`` or ``other``, nothing."""
    if is_told(label.lower().strip()):
        return sentence_read(label)
    words = cleaned(label)
    sense = next((sense for pattern, sense in _READINGS if re.search(pattern, words)), None)
    if sense is None and (says_nothing(words) or action in OF_ACTION):
        sense = OF_ACTION.get(action, "move")
    direction = " ".join(said for pattern, said in _DIRECTIONS if re.search(pattern, words))
    manners = [said for pattern, said in _MANNERS if re.search(pattern, words)]
    return Reading(
        sense=sense,
        words=words,
        direction=direction if sense in _DIRECTED and "sword" not in words else "",
        manner=manners[0] if manners else "",
    )


def is_told(words: str) -> bool:
    """Whether a label is a sentence about someone, to be taken at its word: "wags its tail", "limps along"."""
    first, _, rest = words.partition(" ")
    return base_of(first) is not None and rest.split(" ")[0] in _TOLD


def cleaned(label: str) -> str:
    """Lower-case words of a label: numbers, lone letters and underscores go, words run together come apart.

    >>> cleaned("Attack01"), cleaned("RunBackwards_B"), cleaned("melee 2h attack stab")
    ('attack', 'run backwards', 'melee 2h attack stab')
    """
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", label).replace("_", " ").replace("-", " ").replace(".", " ").lower()
    spaced = re.sub(r"(?<=[a-z])\d+\b", "", spaced)
    kept = [word for word in spaced.split() if len(word) > 1 and not word.isdigit()]
    return " ".join(_APART.get(word, word) for word in kept)


def says_nothing(label: str) -> bool:
    """Whether no word of a label tells a motion: 'ArmatureAction', 'pose', '001'."""
    return all(word in _EMPTY for word in cleaned(label).split())
