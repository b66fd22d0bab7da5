"""What a motion may be called: senses, each with verb phrases that a user would type and names of the motion.

Verb phrases are in their base form, the commonest first; "and" stands between verbs only. Words that this file does
not say are free for measuring how well other wordings are understood: see ``heldout``.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning: verb phrases, and nouns that name the motion."""

    verbs: tuple[str, ...]
    nouns: tuple[str, ...] = ()


def _sense(verbs: str, nouns: str = "") -> Sense:
    return Sense(
        tuple(one.strip() for one in verbs.split(",")), tuple(one.strip() for one in nouns.split(",") if one.strip())
    )


MOVING: Mapping[str, Sense] = {
    "walk": _sense("walk, stroll, take a walk, go for a walk, march, stride along, step along, go on foot, walk around",
                   "walk cycle, walk, walking pace"),
    "run": _sense("run, sprint, dash, race along, rush along, run fast, jog", "run cycle, run, sprint"),
    "gallop": _sense("gallop, run at a gallop, run on all fours", "gallop, gallop cycle"),
    "trot": _sense("trot, go at a trot, jog along", "trot"),
    "sneak": _sense("sneak, creep along, tiptoe, move stealthily, prowl", "sneak cycle"),
    "crawl": _sense("crawl, creep on the ground, go on all fours, move on its belly", "crawl cycle, crawl"),
    "slither": _sense("slither, wind along, snake along the ground", "slither cycle"),
    "crouch walk": _sense("walk crouched, crouch and walk, walk bent low", "crouch walk"),
    "strafe": _sense("run sideways, strafe, sidestep at a run", "strafe, strafe cycle"),
    "flee": _sense("flee, run away, escape", "escape"),
    "limp": _sense("limp, hobble, walk with a limp", "limp"),
    "fly": _sense("fly, flap its wings, fly through the air, fly around, flap its wings and fly, beat its wings",
                  "flight, flying cycle"),
    "hover": _sense("hover, float in the air, hang in the air, stay in the air, fly on the spot, levitate", "hover"),
    "glide": _sense("glide, sail through the air, fly with spread wings", "glide"),
    "swim": _sense("swim, swim along, swim around, glide through the water, move through the water, swim in the sea",
                   "swim cycle, swim"),
    "dart": _sense("swim off fast, dart through the water, dart away", "burst of swimming"),
    "flop": _sense("flop about, flop on the ground, wriggle on dry land, gasp out of water", "flopping fish"),
    "climb": _sense("climb, climb up, clamber up", "climb"),
    "wall run": _sense("run along a wall, wall run", "wall run"),
    "row": _sense("row, row a boat, pull at the oars", "rowing"),
    "drive": _sense("drive, drive along, roll along on its wheels", "driving"),
    "steer": _sense("steer, turn the wheel, steer left and steer right", "steering"),
    "turn": _sense("turn, turn around, look the other way, rotate, spin around", "turn"),
    "roll": _sense("roll, do a roll, roll over, roll along the ground", "roll"),
    "dodge": _sense("dodge, step aside, evade a blow, dodge an attack", "dodge"),
    "slide": _sense("slide, slide along the ground", "slide"),
    "flip": _sense("do a backflip, backflip, flip over backwards, do a flip", "backflip"),
    "jump": _sense("jump, leap, hop, jump up, hop up, jump into the air, leap up, jump up and down", "jump, leap, hop"),
    "leap": _sense("jump forward, leap over a gap, run and jump, jump over something", "long jump, jump"),
    "take off": _sense("jump off, push off the ground, take off, start to jump", "take-off, start of a jump"),
    "airborne": _sense("fall through the air, hang in mid-air, be in the middle of a jump", "middle of a jump"),
    "land": _sense("land, come down from a jump, land on its feet, touch down", "landing"),
    "fall": _sense("fall, fall down, drop down, tumble down", "fall"),
    "rear": _sense("rear up, rise on its hind legs, rear", "rearing"),
    "move": _sense("move, do something, be animated, come alive", "animation, movement, motion"),
}  # fmt: skip
"""How a body gets about."""

RESTING: Mapping[str, Sense] = {
    "idle": _sense("stand idle, idle, stand still, wait, stand around, stand still and breathe, breathe, rest on the "
                   "spot, be at rest", "idle, idle cycle, idle pose, breathing, idle stand"),
    "ready": _sense("stand ready to fight, stand ready, wait in a fighting stance, stand on guard, be alert",
                    "combat idle, fighting stance"),
    "aim": _sense("aim, take aim, aim at a target, point a weapon", "aiming"),
    "listen": _sense("listen, stand and listen, listen closely", "listening"),
    "look around": _sense("look around, look about, turn its head left and turn it right, search around",
                          "look around"),
    "headlow": _sense("stand with its head low, lower its head, stand and look at the ground",
                      "idle with its head low"),
    "sit": _sense("sit, stay seated, sit still, sit on the ground", "sitting pose, sitting idle"),
    "sit chair": _sense("sit on a chair, sit, stay seated on a chair", "sitting idle"),
    "sit down": _sense("sit down, take its place on the ground, sit down on the ground", "sitting down"),
    "sit down chair": _sense("sit down on a chair, sit down", "sitting down"),
    "lie": _sense("lie on the ground, lie down, lie still, lie on its back, rest on the ground", "lying idle"),
    "lie down": _sense("lie down, lie down on the ground, lay itself down", "lying down"),
    "sleep": _sense("sleep, be asleep, lie and sleep, sleep on the ground", "sleep, sleeping pose"),
    "get up": _sense("get up, stand up, get up from the ground, rise to its feet, get on its feet", "getting up"),
    "get up chair": _sense("get up from a chair, stand up, rise from a chair", "getting up"),
    "crouch": _sense("crouch, duck, duck down, squat, crouch down, bend its knees", "crouch"),
    "kneel": _sense("kneel, kneel down, go down on one knee, be on its knees", "kneeling pose"),
    "tired": _sense("stand bent and pant, be tired, be out of breath, pant", "exhausted idle"),
}  # fmt: skip
"""How a body rests, and how it comes to rest and back."""

FIGHTING: Mapping[str, Sense] = {
    "attack": _sense("attack, strike, make an attack, attack an enemy, fight, lash out, hit an enemy",
                     "attack, strike"),
    "bite": _sense("bite, snap its jaws, bite an enemy, snap at something, attack with its teeth", "bite, bite attack"),
    "claw": _sense("claw, swipe with its claws, slash with its claws, strike with a paw", "claw attack"),
    "headbutt": _sense("headbutt, ram with its head, butt with its head, charge with its horns",
                       "headbutt, head attack"),
    "punch": _sense("punch, throw a punch, hit with its fist, box, strike with its fist", "punch, punch attack"),
    "kick": _sense("kick, give a kick, strike with its foot, lash out with a leg", "kick, kick attack"),
    "slash": _sense("swing a sword, slash, slash with a sword, cut with a sword, attack with a sword, strike with a "
                    "blade", "sword attack, slash, sword swing"),
    "stab": _sense("stab, stab with a sword, thrust a blade forward, attack with a dagger", "stab, thrust"),
    "spin attack": _sense("spin around and attack, attack with a spin, whirl its weapon around", "spin attack"),
    "chop": _sense("chop, chop with an axe, strike down with an axe, swing an axe down, hack", "chop, axe swing"),
    "jump attack": _sense("jump and strike down, jump and attack, attack from a jump", "jump attack"),
    "smash": _sense("smash, slam the ground, pound the ground, smash with both arms", "smash, slam attack"),
    "bash": _sense("attack from behind its shield, block and attack, bash with its shield", "shield bash"),
    "block": _sense("block, guard itself, raise its guard, block an attack, defend itself, hold up its shield",
                    "block, guard"),
    "block hit": _sense("block a blow, take a blow on its shield, block and be pushed back", "blocked hit"),
    "repel": _sense("drive enemies back, push enemies away, repel an enemy", "repelling attack"),
    "shoot": _sense("shoot, fire a weapon, fire a gun, shoot at an enemy, fire, shoot a gun", "shot, shooting"),
    "shoot pistol": _sense("shoot, shoot a pistol, fire a pistol, fire a small gun", "pistol shot"),
    "shoot rifle": _sense("shoot, fire a rifle, shoot a rifle, fire a big gun", "rifle shot"),
    "shoot bow": _sense("shoot an arrow, let an arrow fly, shoot with a bow", "bow shot"),
    "draw bow": _sense("draw a bow, pull back the bowstring, draw a bow and aim", "drawing a bow"),
    "reload": _sense("reload, reload its weapon, load a gun, change the magazine", "reload"),
    "throw": _sense("throw something, throw, throw a ball, hurl a stone", "throw"),
    "cast": _sense("cast a spell, work magic, cast magic, shoot a spell, use magic", "spell cast, magic attack"),
    "summon": _sense("summon something, call up a spirit, cast a long spell and summon", "summoning"),
    "breathe fire": _sense("breathe fire, spit fire, blow fire", "fire breath"),
    "fly attack": _sense("attack in flight, fly and strike, strike from the air", "air attack"),
    "run attack": _sense("run and attack, attack at a run, charge and strike", "running attack"),
    "run shoot": _sense("run and shoot, shoot while running, fire a gun at a run", "running shot"),
    "hit": _sense("get hit, be hit, take a hit, react to a hit, flinch, be hurt, take a blow",
                  "hit reaction, hit"),
    "die": _sense("die, fall down dead, drop dead, collapse, fall and die, be killed, fall over dead", "death, dying"),
    "revive": _sense("come back to life, rise from the dead, revive", "resurrection"),
    "awaken": _sense("wake up and stand up, rise from the floor, awaken, wake up", "awakening"),
    "rise": _sense("rise out of the ground, come out of the ground, climb out of the earth, appear", "spawn"),
    "appear": _sense("appear in the air, drop from the air, appear and land, fall from the sky and land", "spawn"),
    "power up": _sense("power up, gather its strength, charge up", "power up"),
}  # fmt: skip
"""Blows given and taken."""

DOING: Mapping[str, Sense] = {
    "nod": _sense("nod, nod yes, nod its head, say yes, move its head up then down",
                  "nod, yes"),
    "shake head": _sense("shake its head, say no, shake its head no, turn its head from side to side",
                         "head shake, no"),
    "wave": _sense("wave, wave a hand, wave hello, wave at someone, say hello, raise a hand and wave",
                   "wave, greeting"),
    "bow": _sense("bow, take a bow, bend forward, make a bow", "bow"),
    "clap": _sense("clap, clap its hands, applaud", "applause"),
    "cheer": _sense("cheer, celebrate, throw its arms up, rejoice, raise its arms in victory, be happy",
                    "victory, celebration, cheer"),
    "lose": _sense("be sad, hang its head, mourn a defeat, be disappointed", "defeat"),
    "dance": _sense("dance, do a dance, dance around, move to the music, dance to the music", "dance"),
    "taunt": _sense("taunt, mock an enemy, provoke an enemy, make fun of someone", "taunt"),
    "flex": _sense("flex its muscles, show its muscles, show off its strength", "flexing"),
    "roar": _sense("roar, let out a roar, scream, shout", "roar"),
    "howl": _sense("howl, howl at the moon, raise its head and howl", "howl"),
    "bark": _sense("bark, bark at someone", "bark"),
    "angry": _sense("be angry, rage, stamp with anger", "anger"),
    "confused": _sense("be confused, scratch its head, wonder", "confusion"),
    "dizzy": _sense("be dizzy, stagger, sway", "dizziness"),
    "talk": _sense("talk, speak, talk with its hands", "talking"),
    "gesture": _sense("gesture, make a gesture, make a sign", "gesture"),
    "eat": _sense("eat, feed, graze, eat grass, eat something, lower its head and eat", "eating"),
    "drink": _sense("drink, drink water, take a drink", "drinking"),
    "pick up": _sense("pick something up, pick up something, bend down and pick something up, take something from the "
                      "ground", "pick up"),
    "use": _sense("use something, use an item, do something with its hands, work with its hands", "interaction"),
    "work": _sense("work, work with its hands, work at a table, be at work, build something", "work"),
    "dig": _sense("dig, dig a hole, dig in the ground, dig with a spade", "digging"),
    "pickaxe": _sense("swing a pickaxe, hack at a rock, mine, work with a pickaxe, mine ore", "mining"),
    "hammer": _sense("hammer, swing a hammer, strike with a hammer, beat iron", "hammering"),
    "saw": _sense("saw, saw wood, cut wood with a saw", "sawing"),
    "lockpick": _sense("pick a lock, open a lock, crack a lock", "lockpicking"),
    "fish": _sense("fish, hold a fishing rod, go fishing, pull at a fishing rod", "fishing"),
    "fish cast": _sense("cast a fishing rod, throw out a fishing line, fish", "fishing cast"),
    "fish catch": _sense("catch a fish, pull a fish out of the water, fish", "fishing catch"),
    "fish reel": _sense("reel in a fish, wind in the fishing line, fish", "fishing"),
    "push-ups": _sense("do push-ups, push itself up from the floor, exercise", "push-ups, exercise"),
    "sit-ups": _sense("do sit-ups, lie on its back and sit up, exercise", "sit-ups, exercise"),
    "jumping jacks": _sense("do jumping jacks, jump with limbs spread, exercise",
                            "jumping jacks, exercise"),
    "wag": _sense("wag its tail, swing its tail, wave its tail", "tail wag"),
    "open": _sense("open, swing open, open up", "opening"),
    "close": _sense("close, swing shut, shut", "closing"),
    "activate": _sense("switch on, start, be triggered, jolt into action", "activation"),
}  # fmt: skip
"""Signs, feelings, work."""

LEXICON: Mapping[str, Sense] = {**MOVING, **RESTING, **FIGHTING, **DOING}
"""Every sense by its key."""

OF_ACTION: Mapping[str, str] = {
    "walk": "walk", "run": "run", "idle": "idle", "attack": "attack", "jump": "jump", "die": "die", "fly": "fly",
    "swim": "swim", "hit": "hit", "gesture": "gesture", "interact": "use",
}  # fmt: skip
"""The sense of an action of the data, for labels that say no more; ``pose`` and ``other`` say nothing."""

COMMON = frozenset({"walk", "run", "idle", "attack", "jump", "die", "fly", "swim", "hit"})
"""Senses that most users ask for: they are said in more ways."""
