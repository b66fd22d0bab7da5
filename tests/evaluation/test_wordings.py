import re
from itertools import pairwise

import pytest

from enliven.curation.made_phrases import OF_MANNERS, PHRASES
from enliven.evaluation.wordings import FAMILIES, ORDERS, PLACES, SUBJECTS, WORDS, wordings_of
from enliven.models.motion_tokens import ACTIONS
from enliven.models.text.inflection import gerund, third
from enliven.training.captions import frames
from enliven.training.captions.lexicon import LEXICON

COMMON = frozenset({
    "a", "the", "its", "it", "is", "in", "on", "at", "to", "of", "for", "and", "by", "up", "down", "with", "off", "my",
    "into", "do", "go", "get", "all", "take", "something", "someone", "some", "about", "while", "before", "from", "an",
})  # fmt: skip


def trained_words() -> set[str]:
    said = " ".join(phrase for sense in LEXICON.values() for phrase in (*sense.verbs, *sense.nouns))
    around = [*frames.KINDS, *frames.NAMES, *frames.LOOKS, *frames.PLACES, *frames.ANYHOW, *frames.ANYONE]
    made = [phrase for phrases in (*PHRASES.values(), *OF_MANNERS.values()) for phrase in phrases]
    return set(re.findall(r"[a-z0-9-]+", " ".join([said, *around, *made])))


def test_verbs_subjects_and_places_are_unknown_to_training():
    known = trained_words() - COMMON
    for words in WORDS.values():
        for other in words.others:
            assert any({word, third(word), gerund(word)}.isdisjoint(known | COMMON) for word in other.split()), other
    for said in (*SUBJECTS, *PLACES):
        assert any(word not in known | COMMON for word in said.split()), said
    assert not set(ORDERS) & {frame for _, frame in frames.FRAMES}


def test_what_is_said_to_be_known_is_known_to_training():
    verbs = {verb for sense in LEXICON.values() for verb in sense.verbs}
    assert all(words.known in verbs for words in WORDS.values())


def test_misspellings_are_no_words_of_training():
    known = trained_words() | {third(verb) for sense in LEXICON.values() for verb in sense.verbs}
    for words in WORDS.values():
        for typo in words.typos:
            assert any(word not in known for word in typo.split())


@pytest.mark.parametrize("family", FAMILIES)
def test_every_judged_action_has_prompts_of_every_family(family):
    # Gestures and handling mean too many things: their labels say which.
    said = {action: wordings_of(action, family) for action in sorted(set(ACTIONS) - {"gesture", "interact"})}
    assert all(len(set(prompts)) >= 3 for prompts in said.values())
    assert not any(set(one) & set(other) for one, other in pairwise(said.values()))


def test_a_label_is_said_by_its_finest_word():
    assert wordings_of("melee attack kick", "subject")[0] == "a capybara kicks"
    assert wordings_of("stand idle", "verb") == wordings_of("idle", "verb")
    assert wordings_of("death", "verb") == wordings_of("die", "verb")
    assert wordings_of("lockpick", "verb") == ()
