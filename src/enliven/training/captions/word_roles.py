"""Fits which words tell the motion (``models.text.word_roles``) on sentences whose parts are known.

Source: logistic regression by Newton's method, Hastie et al. 2009, "The Elements of Statistical Learning", 4.4.1.
"""

from pathlib import Path

import numpy as np
from jaxtyping import Bool, Float, Float32

from enliven.core.errors import InvalidRequestError
from enliven.core.progress import Progress, silent
from enliven.io.write import check_place, write_whole
from enliven.models.text.encoder import TextEncoder, load_text_encoder
from enliven.models.text.inflection import gerund, third
from enliven.models.text.word_roles import WordRoles, word_roles_text
from enliven.models.text.wordpiece import words_of
from enliven.training.captions.frames import PACES, picked
from enliven.training.captions.lexicon import LEXICON, Sense
from enliven.training.captions.readings import Reading
from enliven.training.captions.sampler import made_sentence
from enliven.training.captions.typos import mistyped

VERBS = (
    "wriggle", "twitch", "shiver", "stretch", "wobble", "tremble", "knock", "scratch its ear",
    "peck at the ground", "sniff", "lick its paw", "stomp", "twirl", "swing from side to side", "drag its feet",
    "lift one leg", "lift both arms", "lean back", "tilt its head", "blink", "cough", "sneeze", "laugh", "cry",
    "salute", "point at something", "shrug", "pray", "hug someone", "push a box", "pull a cart", "carry a box",
    "balance on one leg", "ride a bike", "juggle", "play the guitar", "ring a bell", "open its mouth",
    "close its eyes", "spread its wings", "curl up", "shake itself", "wiggle its ears", "pump", "pulse", "unfold",
    "bend down", "circle around", "turn left and turn right", "chase its tail", "dig with its paws", "scream",
    "yawn", "stumble", "trip and fall", "skip", "waddle", "hobble", "skate", "ski", "surf", "drift", "spin",
    "rock gently", "bob", "bounce", "flutter its wings", "flap one wing", "wag its tail", "swing its arms",
    "kick with the left leg", "wave with the right hand", "thrash", "coil",
)  # fmt: skip
"""Verbs beyond the lexicon: what tells a motion is not a list of words."""

MANNERS = (
    "angrily", "happily", "sadly", "gracefully", "clumsily", "nervously", "proudly", "wildly", "gently", "carefully",
    "like a zombie", "like a robot", "with its left arm", "with its right wing", "with both hands", "on one leg",
    "on the spot", "in circles", "to the left", "to the right", "backwards", "forward", "up and down", "while sitting",
)  # fmt: skip

HOW = (
    "angry", "happy", "sad", "sneaky", "drunk", "slow", "fast", "zombie", "tired", "scared", "proud", "silly", "crazy",
    "stealthy", "heavy", "injured", "sexy", "robotic", "crouched", "double", "left", "right", "big", "combat", "ninja",
)  # fmt: skip
"""Said before the name of a motion: "angry walk"."""

_STAR = "*"


def marked_sentence(*, rng: np.random.Generator) -> tuple[list[str], list[bool]]:
    """Words of a random sentence, and which of them tell the motion."""
    sense = LEXICON[picked(sorted(LEXICON), rng=rng)] if rng.random() < 0.7 else Sense((picked(VERBS, rng=rng),))
    manner = picked(MANNERS, rng=rng) if rng.random() < 0.25 else ""
    pace = picked(sorted(PACES), rng=rng) if rng.random() < 0.2 else None
    draw = rng.random()
    if draw < 0.15:
        verb = picked(sense.verbs, rng=rng)
        said = _starred(f"{picked((verb, third(verb), gerund(verb)), rng=rng)} {manner}")
    elif draw < 0.3:
        said = _as_a_label(sense, rng=rng)
    else:
        said = made_sentence(sense, Reading(None, "", manner=manner), pace, rng=rng, marked=_starred)
    words, tells = [], []
    for starred in said.split():
        word = starred.removeprefix(_STAR)
        parts = words_of(mistyped(word, rng=rng) if rng.random() < 0.02 else word)
        words += parts
        tells += [starred.startswith(_STAR) and part.isalnum() for part in parts]
    return words, tells


def _as_a_label(sense: Sense, *, rng: np.random.Generator) -> str:
    """Names of motions and verbs without articles, as clips are called: "angry walk", "wag tail", "jump animation"."""
    name = picked((*sense.nouns, *sense.verbs), rng=rng)
    bare = " ".join(word for word in name.split() if word not in ("a", "its", "the"))
    said = _starred(f"{picked(HOW, rng=rng)} {bare}" if rng.random() < 0.5 else bare)
    return f"{said} animation" if rng.random() < 0.15 else said


def fit_word_roles(
    encoder: TextEncoder, *, sentences: int = 4000, rng: np.random.Generator, progress: Progress = silent
) -> WordRoles:
    """Fit the map.

    Args:
        encoder: of words.
        sentences: how many; each costs one run of the encoder.
        rng: of the sentences.
        progress: told of sentences.

    Returns:
        The map; the same seed gives the same.
    """
    return _regression(*_read(encoder, sentences, rng, progress))


def train_word_roles(out: Path, *, sentences: int = 4000, seed: int = 0, progress: Progress = silent) -> float:
    """Fit the map and write it.

    Args:
        out: the file to write.
        sentences: how many to read, 20 or more.
        seed: of the sentences; the same gives the same file.
        progress: told of sentences.

    Returns:
        The share of words told right in a tenth as many other sentences.

    Raises:
        InvalidRequestError: if there are too few sentences.
        UnwritableFileError: if ``out`` cannot be written.
    """
    if sentences < 20:
        raise InvalidRequestError(f"{sentences} sentences are asked for, expected 20 or more; ask for more")
    check_place(out)
    encoder = load_text_encoder()
    roles = fit_word_roles(encoder, sentences=sentences, rng=np.random.default_rng(seed), progress=progress)
    write_whole(out, word_roles_text(roles).encode())
    others = np.random.default_rng(seed + 1)
    return share_right(roles, encoder, sentences=sentences // 10, rng=others)


def share_right(roles: WordRoles, encoder: TextEncoder, *, sentences: int, rng: np.random.Generator) -> float:
    """The share of words of random sentences that are told right."""
    vectors, tells = _read(encoder, sentences, rng, silent)
    return float(((vectors @ roles.weights + roles.bias > 0.0) == tells).mean())


def _read(
    encoder: TextEncoder, sentences: int, rng: np.random.Generator, progress: Progress
) -> tuple[Float32[np.ndarray, "words 384"], Bool[np.ndarray, " words"]]:
    vectors, tells = [], []
    for number in range(sentences):
        words, told = marked_sentence(rng=rng)
        found, seen = encoder.words(" ".join(words))
        if found == words:  # else it is longer than the encoder reads
            vectors.append(seen)
            tells.append(np.array(told))
        progress("reading sentences", number + 1, sentences)
    return np.concatenate(vectors), np.concatenate(tells)


def _regression(
    vectors: Float32[np.ndarray, "words 384"], tells: Bool[np.ndarray, " words"], weight_decay: float = 0.01
) -> WordRoles:
    mean, spread = vectors.mean(axis=0, dtype=np.float64), vectors.std(axis=0, dtype=np.float64) + 1e-6
    inputs = np.column_stack([(vectors - mean) / spread, np.ones(len(vectors))])
    decay = np.full(inputs.shape[1], weight_decay)
    decay[-1] = 0.0
    found: Float[np.ndarray, " inputs"] = np.zeros(inputs.shape[1])
    for _ in range(8):
        chances = 1.0 / (1.0 + np.exp(-inputs @ found))
        slope = inputs.T @ (chances - tells) / len(tells) + decay * found
        curvature = (inputs.T * (chances * (1.0 - chances) + 1e-6)) @ inputs / len(tells) + np.diag(decay)
        found = found - np.linalg.solve(curvature, slope)
    weights = found[:-1] / spread
    return WordRoles(weights.astype(np.float32), float(found[-1] - mean @ weights))


def _starred(phrase: str) -> str:
    # "is" before a verb tells nothing.
    return " ".join(word if word == "is" else _STAR + word for word in phrase.split())
