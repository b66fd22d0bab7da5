"""Ways of saying what a clip shows: what the joint model reads beside the clip's own caption."""

from collections.abc import Iterable

import numpy as np

from enliven.core.clip import JointClip
from enliven.models.text.encoder import TextTokens, load_text_encoder
from enliven.models.text.inflection import gerund, going_on, third
from enliven.training.captions.lexicon import RESTING
from enliven.training.captions.paces import PACED, pace_of
from enliven.training.captions.readings import Reading, reading_of, sentence_read
from enliven.training.captions.sampler import CHANCES, bends, sense_of, sentence, short_phrase


def ways_of(clip: JointClip) -> tuple[str, ...]:
    """What a clip shows in a few words, without saying who does it; the label first."""
    reading = _read(clip)
    sense = sense_of(reading)
    end = f" {reading.direction}" if reading.direction else ""
    said = [form(verb) + end for verb in sense.verbs for form in (third, gerund, going_on)] if bends(reading) else []
    return tuple(dict.fromkeys(way.lower() for way in (clip.label.strip(), *said) if way))


def drawn_phrase(clip: JointClip, *, rng: np.random.Generator) -> str:
    """One way of saying what a clip shows: its label, a few words, or a sentence with someone, somewhere.

    Args:
        clip: as it is trained on; its label, action, side and pace count.
        rng: of all chance.

    Returns:
        Lower-case words; how often which are drawn is set by ``captions.sampler.CHANCES``.
    """
    draw = rng.random()
    if draw < CHANCES.label:
        return clip.label.strip().lower() or "moves"
    if draw < CHANCES.label + CHANCES.caption:
        return clip.caption.lower()
    reading = _read(clip)
    paced = reading.sense is not None and reading.sense not in RESTING and reading.manner not in PACED
    pace = pace_of(clip) if paced else None
    if draw < CHANCES.label + CHANCES.caption + CHANCES.sentence:
        return sentence(reading, pace, rng=rng)
    return short_phrase(reading, pace, rng=rng)


def _read(clip: JointClip) -> Reading:
    # Programs label what they make with sentences, artists with names.
    return sentence_read(clip.label) if clip.origin == "made" else reading_of(clip.label, clip.action)


class Texts:
    """Token arrays of phrases, each encoded when it is first asked for; kept in half precision."""

    def __init__(self) -> None:
        self._encoder = load_text_encoder()
        self._known: dict[str, np.ndarray] = {}

    def read_ahead(self, phrases: Iterable[str]) -> None:
        """Encode together what will be asked for, a quarter of the work of one by one."""
        new = [phrase for phrase in dict.fromkeys(phrases) if phrase not in self._known]
        for phrase, text in zip(new, self._encoder.encode_all(new), strict=True):
            self._known[phrase] = text.tokens.astype(np.float16)

    def __getitem__(self, phrase: str) -> TextTokens:
        if phrase not in self._known:
            self.read_ahead([phrase])
        tokens = self._known[phrase].astype(np.float32)
        return TextTokens(tokens=tokens, mask=np.ones(len(tokens), dtype=np.bool_))
