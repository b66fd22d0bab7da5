"""How people ask for what the programs do, and what they call who does it."""

import re
from collections.abc import Mapping

from enliven.creatures.programs_manners import MANNERS

Phrases = tuple[str, ...]

_WALKS: Phrases = ("walks", "walking", "walks forward", "takes a walk", "strolls", "goes for a walk")
PHRASES: Mapping[str, Phrases] = {
    "walk": _WALKS,
    "run": ("runs", "running", "runs fast", "sprints", "dashes", "jogs"),
    "spider:run": ("runs", "scurries", "scuttles", "runs fast", "scurries away"),
    "trot": ("trots", "trotting", "trots along", "jogs", "runs at a trot"),
    "gallop": ("gallops", "galloping", "runs fast", "runs at full speed", "races", "runs"),
    "wag": ("wags its tail", "wagging its tail", "is happy and wags its tail", "waves its tail", "tail wagging",
            "swings its tail from side to side"),
    "graze": ("grazes", "eats grass", "eats from the ground", "eats", "lowers its head to eat", "feeds",
              "sniffs the ground"),
    "peck": ("pecks", "pecks at the ground", "eats", "pecks for food", "picks up grain", "attacks with its beak"),
    "idle": ("idle", "stands still", "breathes", "stands and breathes", "rests", "waits", "stays in place"),
    "car:idle": ("idles with its engine running", "the engine runs", "stands with a running engine",
                 "vibrates", "idle"),
    "nod": ("nods", "nods its head", "nodding", "says yes", "nods yes", "agrees"),
    "shake_head": ("shakes its head", "says no", "shaking its head", "shakes its head no", "disagrees"),
    "look_around": ("looks around", "looking around", "looks left and right", "turns its head", "searches",
                    "looks about", "watches out"),
    "look": ("looks around", "looking around", "looks left and right", "turns its head from side to side", "searches"),
    "bow": ("bows", "takes a bow", "bows down", "bowing", "bows politely"),
    "wave_right": ("waves with the right hand", "waves its right arm", "waves hello", "waves", "waving goodbye"),
    "wave": ("waves", "waves hello", "waves with the right hand", "greets", "waving"),
    "octopus:wave": ("waves an arm", "waves", "raises an arm and waves", "waves a tentacle"),
    "wave_left": ("waves with the left hand", "waves its left arm", "waves the left hand", "waves left-handed"),
    "wave_left_right": ("waves with both hands", "waves both arms", "waves its arms", "waves for help"),
    "raise_arm_left": ("raises its left arm", "lifts the left arm", "puts up its left hand"),
    "raise_arm_right": ("raises its right arm", "lifts the right arm", "raises a hand", "puts up its right hand"),
    "raise_arm_left_right": ("raises both arms", "throws up its arms", "raises its arms", "cheers", "hands up"),
    "raise_leg_0_left": ("lifts its left leg", "raises its left leg", "lifts the left foot", "stands on one leg"),
    "raise_leg_0_right": ("lifts its right leg", "raises its right leg", "lifts the right foot", "stands on one leg"),
    "legs:raise_leg_0_left": ("lifts its left front leg", "gives its paw", "raises a front paw",
                              "lifts the left front paw"),
    "legs:raise_leg_0_right": ("lifts its right front leg", "gives its paw", "raises a paw", "shakes hands"),
    "legs:raise_leg_1_left": ("lifts its left hind leg", "raises a hind leg", "lifts a back leg"),
    "legs:raise_leg_1_right": ("lifts its right hind leg", "raises a hind leg", "lifts its leg"),
    "sit": ("sits down", "sits", "takes a seat", "sitting down"),
    "die_back": ("dies", "falls on its back and dies", "falls backward", "falls down dead", "collapses backward"),
    "die_front": ("dies", "falls forward and dies", "collapses", "falls on its face", "faints"),
    "die_side": ("dies", "falls over and dies", "falls on its side", "collapses", "drops dead", "falls over"),
    "die_bird": ("dies", "falls on its back and dies", "falls over dead", "drops dead", "is shot down"),
    "die_belly": ("dies", "collapses", "falls down dead", "sinks to the ground and dies", "is killed and falls"),
    "open_mouth": ("opens its mouth", "opens its jaws", "yawns", "opens its mouth wide", "gapes"),
    "ears": ("wiggles its ears", "moves its ears", "twitches its ears", "flicks its ears"),
    "crouch": ("crouches", "ducks", "crouches down", "squats", "ducks down and gets up"),
    "lie": ("lies down", "lies down to sleep", "goes to sleep", "lies down on the ground", "rests on the ground"),
    "clap": ("claps", "claps its hands", "applauds", "clapping"),
    "point": ("points", "points ahead", "points forward", "points at something", "shows the way"),
    "dance": ("dances", "dancing", "does a dance", "dances to music", "grooves", "dances happily"),
    "shrug": ("shrugs", "shrugs its shoulders", "does not know", "gives a shrug"),
    "die_curl": ("dies", "rolls on its back and dies", "curls up and dies", "curls up its legs"),
    "fish:die": ("dies", "turns belly up", "floats belly up", "rolls over and dies"),
    "hit": ("is hit", "gets hit", "flinches", "takes a hit", "is hurt", "recoils", "staggers back"),
    "bite": ("bites", "snaps its jaws", "lunges and bites", "attacks", "bites forward", "snaps"),
    "claw": ("claws", "strikes with its paw", "attacks with its claws", "swipes with a paw", "attacks", "scratches"),
    "punch": ("punches", "throws a punch", "hits with the fist", "boxes", "attacks", "strikes with the right hand"),
    "kick": ("kicks", "kicks with the right leg", "gives a kick", "kicks a ball", "attacks with a kick"),
    "jump": ("jumps", "jumps up", "leaps", "jumps into the air", "jumping"),
    "hop": ("hops", "hopping", "hops along", "jumps", "bounces on the spot"),
    "roar": ("roars", "roaring", "lets out a roar", "bellows", "howls", "screams"),
    "fly": ("flies", "flying", "flaps its wings and flies", "flaps its wings", "flies through the air"),
    "flag:fly": ("waves in the wind", "flutters in the wind", "flies in the wind", "waves", "flutters",
                 "blows in the wind"),
    "banner:fly": ("waves in the wind", "flutters in the wind", "flies in the wind", "waves", "flutters"),
    "banner:ripple": ("ripples in the wind", "waves in the wind", "ripples", "billows"),
    "fly_strong": ("flaps in a strong wind", "flutters wildly", "whips in the storm", "flaps hard in the wind"),
    "fly_gently": ("moves gently in the breeze", "waves gently", "flutters slowly", "sways in a light breeze"),
    "copter:fly": ("flies", "flies forward", "flying", "flies through the air"),
    "glide": ("glides", "glides through the air", "soars", "sails on spread wings", "gliding"),
    "flap": ("flaps its wings", "beats its wings", "flaps both wings", "flapping its wings",
             "spreads and flaps its wings"),
    "flap_left": ("flaps one wing", "flaps its left wing", "moves the left wing", "flaps only its left wing"),
    "flap_right": ("flaps one wing", "flaps its right wing", "moves the right wing", "flaps only its right wing"),
    "rest": ("slowly opens and closes its wings", "rests", "sits and moves its wings slowly", "moves its wings slowly"),
    "swim": ("swims", "swimming", "swims forward", "swims along", "swims through the water"),
    "jellyfish:swim": ("swims", "pulses", "swims up", "pulses its bell"),
    "swim_fast": ("swims fast", "swims quickly", "darts away", "races through the water"),
    "swim_slowly": ("swims slowly", "swims calmly", "swims gently", "cruises"),
    "hover": ("hovers", "floats in place", "hangs in the water", "stays in place, moving its fins"),
    "copter:hover": ("hovers", "hovers in the air", "floats in the air", "hovers in place"),
    "drift": ("drifts", "floats", "drifts in the water", "hangs in the current"),
    "threaten": ("threatens", "lifts its front legs", "rears up", "raises its front legs"),
    "slither": ("slithers", "slithers forward", "crawls", "winds along", "moves", "slithering"),
    "slither_fast": ("slithers fast", "slithers away quickly", "hurries away"),
    "slither_slowly": ("slithers slowly", "crawls slowly", "creeps along"),
    "strike": ("strikes", "attacks", "bites", "rears up and bites", "lunges forward"),
    "crawl": ("crawls", "crawls over the ground", "walks", "creeps along"),
    "sway": ("sways in the wind", "sways", "moves in the wind", "sways from side to side", "swaying in a breeze"),
    "sway_strong": ("sways in a strong wind", "shakes in a storm", "bends in the wind", "is shaken by a storm"),
    "sway_gently": ("sways gently", "sways gently in a breeze", "moves softly in the wind"),
    "turn_head": ("turns from side to side", "oscillates", "turns its head from side to side",
                  "swivels left and right"),
    "open": ("opens", "opening", "swings open", "is opened", "opens up", "opens wide"),
    "chest:open": ("opens", "opens its lid", "the lid opens", "opening", "is opened", "lifts its lid"),
    "close": ("closes", "closing", "is closed", "shuts", "swings shut"),
    "chest:close": ("closes", "closes its lid", "the lid closes", "shuts", "is shut"),
    "slam": ("slams shut", "slams", "bangs shut", "is slammed", "falls shut"),
    "open_close": ("opens and closes", "opens and then closes", "opens and shuts again", "swings open and shut"),
    "ajar": ("opens a little", "opens slightly", "opens a crack", "opens halfway"),
    "rattle": ("rattles", "rattles as if something is inside", "shakes", "knocks open a little"),
    "spin": ("spins", "turns", "rotates", "spinning", "the blades spin", "is spinning", "turns round and round"),
    "spin_turn": ("spins and turns from side to side", "blows air from side to side", "spins and oscillates", "spins"),
    "spin_fast": ("spins fast", "spins at full speed", "rotates quickly", "whirls", "turns fast"),
    "spin_slowly": ("turns slowly", "spins slowly", "rotates slowly", "slowly turns"),
    "spin_back": ("spins backwards", "turns the other way", "spins", "rotates in reverse"),
    "rotor_spin": ("the rotor spins", "spins its rotors", "the rotors turn", "starts its engine", "the blades spin"),
    "take_off": ("takes off", "rises into the air", "lifts off", "starts to fly"),
    "land": ("lands", "comes down", "touches down", "descends and lands"),
    "drive": ("drives", "drives forward", "driving", "rolls forward", "moves forward", "goes", "drives along"),
    "drive_fast": ("drives fast", "races", "speeds along", "drives at full speed"),
    "drive_slowly": ("drives slowly", "rolls slowly", "creeps forward", "rolls along slowly"),
    "reverse": ("drives backwards", "reverses", "rolls back", "backs up"),
    "wheels_turn": ("the wheels turn", "turns its wheels", "the wheels spin", "wheels rolling", "the wheels go round"),
    "bumpy": ("drives over rough ground", "drives over bumps", "bounces over a bumpy road", "jolts along"),
    "stretch": ("stretches up", "straightens up", "reaches up", "stretches"),
    "rotate": ("turns round and round", "rotates", "spins", "revolves", "the dish turns"),
    "aim_up": ("aims up", "points up", "raises its barrel", "tilts up"),
    "aim_left": ("turns to the left", "aims left", "turns left"),
    "aim_right": ("turns to the right", "aims right", "turns right"),
    "fire": ("fires", "shoots", "fires a shot", "recoils"),
    "any_spin": ("spins around", "turns around", "spins", "spins in place", "does a spin", "twirls"),
    "any_spin_fast": ("spins around fast", "whirls around", "spins like a top", "spins quickly"),
    "any_bounce": ("bounces", "bounces up and down", "bouncing", "bounces like a ball"),
    "any_hop": ("hops", "hops in place", "jumps", "jumps up and down", "hopping"),
    "any_wobble": ("wobbles", "wobbles from side to side", "totters", "wobbling"),
    "any_shake": ("shakes", "shakes itself", "shakes wildly", "vibrates", "shaking"),
    "any_float": ("floats", "floats up and down", "hovers", "hovers in the air", "levitates"),
    "any_rise": ("rises", "rises into the air", "floats upward", "goes up", "takes off"),
    "any_land": ("lands", "comes down", "sinks to the ground", "drops down", "goes down"),
    "any_tip": ("tips over", "falls over", "topples over", "falls to the side", "is knocked over"),
    "any_fall_front": ("falls forward", "tips forward", "falls over forward", "falls over"),
    "any_fall_back": ("falls backward", "tips over backward", "falls back"),
    "any_swing": ("swings like a pendulum", "swings", "swings from side to side", "dangles and swings"),
    "any_turn_left": ("turns to the left", "turns left", "rotates to the left"),
    "any_turn_right": ("turns to the right", "turns right", "rotates to the right"),
    "any_rock": ("rocks back and forth", "rocks", "rocks like a rocking chair", "tilts back and forth"),
    "any_roll": ("rolls over", "rolls over sideways", "does a barrel roll", "rolls to the side"),
    "any_flip": ("does a somersault", "does a flip", "flips", "somersaults"),
    "any_slide": ("slides from side to side", "slides left and right", "moves from side to side"),
    "any_dance": ("dances", "dances happily", "is dancing", "grooves", "dances to music"),
    "any_shiver": ("trembles", "shivers", "quivers", "trembles with fear", "shivers with cold"),
    "any_nod": ("nods", "bows a little", "tilts forward and back"),
}  # fmt: skip
"""By name of a program; ``kind:name`` and, for four-legged kinds, ``legs:name`` come first."""

OF_MANNERS: Mapping[str, Phrases] = {
    "slowly": ("walks slowly", "slowly walks", "walks at a slow pace", "strolls leisurely", "slow walk", "ambles"),
    "quickly": ("walks quickly", "walks fast", "hurries", "walks in a hurry", "fast walk"),
    "angrily": ("walks angrily", "stomps angrily", "stomps", "marches angrily", "angry walk", "stamps along in rage"),
    "sneakily": ("sneaks", "sneaks along", "creeps", "tiptoes", "walks stealthily", "prowls"),
    "wearily": ("walks wearily", "trudges", "walks tired", "shuffles along", "drags itself along", "walks exhausted"),
    "proudly": ("walks proudly", "struts", "parades", "walks with its head high", "marches"),
    "happily": ("walks happily", "skips along", "walks cheerfully", "bounces along", "prances"),
    "sadly": ("walks sadly", "walks with a hanging head", "sad walk", "walks dejectedly", "walks depressed"),
    "drunkenly": ("walks drunkenly", "staggers", "sways while walking", "stumbles along", "walks drunk"),
    "limping": ("limps", "limping", "walks with a limp", "limps along", "hobbles", "is hurt and limps"),
    "backwards": ("walks backwards", "backs away", "walks back", "steps back", "retreats"),
    "in_place": ("marches in place", "steps on the spot", "walks in place", "stamps its feet"),
}

ACTIONS: Mapping[str, str] = {
    "walk": "walk", "crawl": "walk", "slither": "walk", "run": "run", "trot": "run", "gallop": "run",
    "idle": "idle", "rest": "idle", "fly": "fly", "glide": "fly", "swim": "swim", "jump": "jump",
    "die_back": "die", "die_front": "die", "die_side": "die", "die_curl": "die", "die_bird": "die", "die_belly": "die",
    "die": "die", "hit": "hit",
    "bite": "attack", "claw": "attack", "punch": "attack", "kick": "attack", "strike": "attack",
}  # fmt: skip
"""Actions of the data for programs that show them plainly: their synonyms hold. All others are ``other``."""

NOUNS: Mapping[str, Phrases] = {
    "biped": ("person", "man", "woman", "character", "human"),
    "quadruped": ("animal", "creature", "beast", "four-legged animal"),
    "rabbit": ("rabbit", "bunny", "hare"),
    "dog": ("dog", "puppy", "hound"),
    "cat": ("cat", "kitten"),
    "cow": ("cow", "bull", "ox"),
    "horse": ("horse", "pony", "stallion"),
    "dinosaur": ("dinosaur", "t-rex", "raptor", "tyrannosaurus"),
    "spider": ("spider", "tarantula", "insect"),
    "snake": ("snake", "serpent", "python"),
    "lamp": ("lamp", "desk lamp", "lamp with arms"),
    "chest": ("chest", "treasure chest", "box", "trunk"),
    "door": ("door", "wooden door", "front door"),
    "fan": ("fan", "table fan", "ventilator"),
    "car": ("car", "vehicle", "automobile", "truck"),
    "windmill": ("windmill", "mill"),
    "plant": ("plant", "potted plant", "flower", "bush"),
    "tree": ("tree", "oak", "big tree"),
    "flag": ("flag", "banner"),
    "cart": ("cart", "wagon", "car", "truck", "van", "bus", "train", "trolley", "tank", "vehicle"),
    "rotor": ("fan", "propeller", "windmill", "wind turbine", "ceiling fan", "wheel", "machine"),
    "cabinet": ("door", "gate", "cabinet", "cupboard", "wardrobe", "fridge", "window", "safe"),
    "casket": ("chest", "box", "bin", "trunk", "laptop", "piano", "toilet", "coffin", "suitcase", "lid"),
    "stalk": ("lamp", "crane", "robot arm", "machine", "stalk", "flower", "periscope"),
    "banner": ("flag", "banner", "sail", "curtain", "streamer", "cloth"),
    "copter": ("helicopter", "drone", "quadcopter", "aircraft"),
    "turret": ("turret", "cannon", "camera", "radar", "satellite dish", "tank"),
    "block": ("box", "thing", "object", "statue", "rock", "vase", "chair", "table", "toy", "cube", "bottle"),
}
"""What a kind is called, where not by its own name only."""

CATEGORIES: Mapping[str, str] = {
    "biped": "humanoid", "robot": "robot", "bird": "bird", "fish": "fish", "dragon": "dragon",
    "dinosaur": "dinosaur", "spider": "insect", "butterfly": "insect", "snake": "reptile", "octopus": "fish",
    "jellyfish": "fish", "plant": "plant", "tree": "plant", "car": "vehicle", "cart": "vehicle", "copter": "vehicle",
    **dict.fromkeys(("flag", "lamp", "chest", "door", "fan", "windmill"), "object"),
    **dict.fromkeys(("rotor", "cabinet", "casket", "stalk", "banner", "turret", "block"), "object"),
}  # fmt: skip
"""Category of the data by kind; kinds that are not here are quadrupeds."""

_MANNER = re.compile(r"^(walk)_(" + "|".join(MANNERS) + r")$")


def phrases_of(kind: str, name: str) -> Phrases:
    """What a program of a kind may be asked for with: verb phrases, the plainest first.

    Raises:
        KeyError: if nothing is known of the program.
    """
    manner = _MANNER.match(name)
    if manner:
        return OF_MANNERS[manner[2]]
    if CATEGORIES.get(kind, "quadruped") in ("quadruped", "dragon") and f"legs:{name}" in PHRASES:
        return PHRASES[f"legs:{name}"]
    return PHRASES[f"{kind}:{name}" if f"{kind}:{name}" in PHRASES else name]


def action_of(kind: str, name: str) -> str:
    """The action of the data that a program shows."""
    if (name == "fly" and kind in ("flag", "banner")) or (name == "idle" and kind == "car"):
        return "other"
    return ACTIONS.get(name, "other")
