import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.models.bodies import random_clip

from enliven.curation.index import read_index
from enliven.models.text.encoder import load_text_encoder
from enliven.models.text.inflection import base_of, gerund, going_on, third
from enliven.training.captions.frames import FRAMES, KINDS, PACES, framed
from enliven.training.captions.lexicon import LEXICON, OF_ACTION
from enliven.training.captions.paces import USUAL_RAD_S, pace_of, turning_rate
from enliven.training.captions.readings import cleaned, reading_of, says_nothing
from enliven.training.captions.typos import mistyped
from enliven.training.joint_captions import Texts, drawn_phrase, ways_of


def said_of(label: str, action: str, draws: int = 1500, **changes) -> Counter[str]:
    clip = replace(random_clip(6, 0), label=label, action=action, caption=f"thing: {label}", **changes)
    rng = np.random.default_rng(0)
    return Counter(drawn_phrase(clip, rng=rng) for _ in range(draws))


@pytest.mark.parametrize(
    ("base", "told", "going"),
    [
        ("walk", "walks", "walking"),
        ("run", "runs", "running"),
        ("swing a sword", "swings a sword", "swinging a sword"),
        ("fall down and die", "falls down and dies", "falling down and dying"),
        ("be hit", "is hit", "being hit"),
        ("lie still", "lies still", "lying still"),
        ("fly around", "flies around", "flying around"),
        ("catch a fish", "catches a fish", "catching a fish"),
        ("go on foot", "goes on foot", "going on foot"),
        ("clap its hands", "claps its hands", "clapping its hands"),
        ("flee", "flees", "fleeing"),
        ("throw", "throws", "throwing"),
        ("kneel", "kneels", "kneeling"),
    ],
)
def test_verbs_are_inflected(base, told, going):
    assert (third(base), gerund(base)) == (told, going)


def test_every_verb_of_the_lexicon_comes_back_from_its_told_form():
    for sense in LEXICON.values():
        assert [base_of(third(verb)) for verb in sense.verbs] == list(sense.verbs)


def test_what_goes_on_is_said_with_one_is():
    assert going_on("walk around") == "is walking around"
    assert going_on("be hurt") == "is hurt"


def test_a_slip_of_the_finger_changes_one_word_a_little():
    rng = np.random.default_rng(0)
    for _ in range(200):
        before, after = "my dragon walks fast", mistyped("my dragon walks fast", rng=rng)
        changed = [(a, b) for a, b in zip(before.split(), after.split(), strict=True) if a != b]
        assert len(changed) <= 1
        assert all(abs(len(a) - len(b)) <= 1 and a[0] == b[0] and a[-1] == b[-1] for a, b in changed)
    assert mistyped("it is", rng=rng) == "it is"


@pytest.mark.parametrize(
    ("label", "action", "sense", "direction", "manner"),
    [
        ("Attack01", "attack", "attack", "", ""),
        ("melee 2h attack stab", "attack", "stab", "", "with both hands"),
        ("melee 2h attack chop", "jump", "chop", "", "with both hands"),
        ("RunBackwards", "run", "run", "backwards", ""),
        ("runstepleft", "run", "run", "to the left", ""),
        ("running strafe right", "run", "strafe", "to the right", ""),
        ("stand up", "idle", "get up", "", ""),
        ("pick up", "interact", "pick up", "", ""),
        ("push ups", "other", "push-ups", "", ""),
        ("flying idle", "fly", "hover", "", ""),
        ("lockpick", "interact", "lockpick", "", ""),
        ("steer left to right", "interact", "steer", "", ""),
        ("skeletons walking", "walk", "walk", "", ""),
        ("pose", "pose", "move", "", ""),
        ("ArmatureAction.001", "walk", "walk", "", ""),
        ("forward", "other", "move", "forward", ""),
        ("idle_lookaround", "idle", "look around", "", ""),
    ],
)
def test_labels_are_read_by_their_meaning(label, action, sense, direction, manner):
    reading = reading_of(label, action)
    assert (reading.sense, reading.direction, reading.manner) == (sense, direction, manner)


def test_labels_that_tell_of_someone_are_taken_at_their_word():
    said = said_of("flaps its left wing", "other")
    assert said["flapping its left wing"] > 20
    assert not any(re.search(r"\bfl(y|ies|ying)\b", phrase) for phrase in said)


@pytest.mark.parametrize("label", ["closing", "the blades spin", "angry walk", "slams shut", "spinning", "walks tired"])
def test_sentences_of_programs_are_taken_at_their_word(label):
    said = said_of(label, "other", draws=400, origin="made")
    stem = label.split(" ")[-1][:4]
    # Slips of the finger are rare.
    assert sum(count for phrase, count in said.items() if stem in phrase) > 380
    assert len(said) < 40


def test_a_plain_verb_of_a_program_has_others_of_its_meaning():
    said = said_of("walks", "other", draws=800, origin="made")
    assert said["strolls"] > 5
    assert not any("turns" in phrase for phrase in said)


def test_words_without_motion_are_told_from_words_with():
    assert says_nothing("ArmatureAction")
    assert says_nothing("001")
    assert says_nothing("pose_03")
    assert not says_nothing("walk")
    assert not says_nothing("sword slash")
    assert cleaned("Idle_Look-Around.002") == "idle look around"


def test_every_action_and_reading_has_words():
    assert set(OF_ACTION.values()) <= set(LEXICON)
    assert set(USUAL_RAD_S) <= set(OF_ACTION)


def test_half_of_the_draws_are_short_and_the_label_is_among_the_most_frequent():
    said = said_of("walk", "walk", draws=6000)
    short = sum(count for phrase, count in said.items() if len(phrase.split()) <= 3)
    assert 0.45 < short / 6000 < 0.7
    assert said["walk"] > 0.15 * 6000
    assert all(said[phrase] > 20 for phrase in ("walks", "walking", "is walking", "strolls", "walk cycle"))


def test_kinds_of_body_are_named_without_looking_at_the_clip():
    said = said_of("walk", "walk", draws=4000, species="dragon")
    named = Counter(kind for phrase in said for kind in KINDS if re.search(rf"\b{kind}\b", phrase))
    assert len(named) > 40
    assert named["dragon"] < 0.1 * sum(named.values())


def test_a_side_is_never_left_out():
    said = said_of("walk left", "walk")
    del said["thing: walk left"]
    plain = [phrase for phrase in said if "left" not in phrase]
    # A slip of the finger may hit the word itself.
    assert len(plain) <= 3
    assert all(re.search(r"\bl\w{2,4}", phrase) for phrase in plain)


def test_paces_are_said_of_what_is_slow_or_fast_and_of_nothing_else():
    clip = replace(random_clip(6, 0), label="walk", action="walk")
    low, high = USUAL_RAD_S["walk"]
    by_pace = {
        pace: replace(clip, duration_s=clip.duration_s * turning_rate(clip) / rate)
        for pace, rate in (("slow", low / 2), (None, (low + high) / 2), ("fast", high * 2))
    }
    adverbs = {pace: set(words) for pace, words in PACES.items()}
    for pace, changed in by_pace.items():
        assert pace_of(changed) == pace
        rng = np.random.default_rng(0)
        said = " | ".join(drawn_phrase(changed, rng=rng) for _ in range(800))
        for other, words in adverbs.items():
            found = any(word in said for word in words if word != "fast")
            assert found == (other == pace)


def test_the_same_seed_draws_the_same_words():
    assert said_of("run", "run", draws=300) == said_of("run", "run", draws=300)


def test_frames_fill_and_pronouns_agree():
    for _, frame in FRAMES:
        said = framed(frame, "she", "nod its head", "nods its head", "nodding its head", "is nodding its head")
        assert "{" not in said
        assert " its " not in said
        assert "please" in frame or re.search(r"\bshe\b|\bher\b", said)


def test_texts_read_ahead_are_those_read_alone():
    ahead, alone = Texts(), Texts()
    ahead.read_ahead(["walks", "a fox runs", "walks"])
    assert len(ahead["walks"].tokens) == 3
    for phrase in ("walks", "a fox runs"):
        assert np.array_equal(ahead[phrase].tokens, alone[phrase].tokens)
    assert_allclose(alone["walks"].tokens, load_text_encoder().encode("walks").tokens, rtol=1e-3, atol=1e-4)


def test_ways_begin_with_the_label_and_tell_no_one():
    ways = ways_of(replace(random_clip(6, 0), label="Walk"))
    assert ways[0] == "walk"
    assert {"walks", "walking", "is walking"} <= set(ways)


def test_the_data_is_read_with_a_bounded_number_of_phrases(data_folder):
    rows = [row for folder in ("clips", "clips_games") for row in read_index(data_folder / folder)]
    plain, rng = random_clip(6, 0), np.random.default_rng(0)
    said = set()
    for _ in range(40_000):
        row = rows[int(rng.integers(len(rows)))]
        told = replace(plain, label=row.label, action=row.action, caption=row.caption)
        said.add(drawn_phrase(told, rng=rng))
    assert 2_000 < len(said) < 15_000
