import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enliven.models.text.spelling import one_slip, respelt

VERBS = ("walk", "fly", "run", "flee", "wake", "sit", "bite")
WORDS = {"my", "fork", "stalks", "zebra", "walks", "the"}
LETTERS = st.text(alphabet=string.ascii_lowercase, min_size=4, max_size=9)


def read(prompt: str, told: str | None = None) -> str:
    words = prompt.split()
    tells = [word in (prompt if told is None else told).split() for word in words]
    return " ".join(respelt(words, tells, VERBS, WORDS.__contains__))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("wlaks", "walks"), ("wallking", "walking"), ("wakling", "walking"), ("waks", "walks"),
        ("rnus", "runs"), ("siting", "sitting"),
    ],
)  # fmt: skip
def test_slips_are_put_right(typed, meant):
    assert read(typed) == meant


def test_words_names_and_short_words_stay():
    assert read("stalks") == "stalks"  # a word, one slip from "walks"
    assert read("wlak runs", told="runs") == "wlak runs"  # told to be someone
    assert read("talks") == "talks"  # another first letter
    assert read("wilks") == "wilks"  # another letter
    assert read("fla") == "fla"
    assert read("w4lks") == "w4lks"
    assert read("blimblam") == "blimblam"
    assert respelt([], [], VERBS, WORDS.__contains__) == []


def test_where_nothing_is_told_every_word_may_be_a_slip():
    assert read("my zebra wlaks", told="") == "my zebra walks"


@given(word=LETTERS, place=st.integers(0, 8), letter=st.sampled_from(string.ascii_lowercase))
def test_every_single_slip_is_seen_and_nothing_is_a_slip_of_itself(word, place, letter):
    place %= len(word) - 1
    slips = {
        word[:place] + word[place + 1 :],
        word[:place] + letter + word[place:],
        word[:place] + letter + word[place + 1 :],
        word[:place] + word[place + 1] + word[place] + word[place + 2 :],
    } - {word}
    for slip in slips:
        assert one_slip(slip, word)
        assert one_slip(word, slip)
    assert not one_slip(word, word)


@given(word=LETTERS)
def test_two_slips_are_too_many(word):
    assert not one_slip(f"{word}QZ", word)
    assert not one_slip(f"Q{word[1:-1]}Z", word)
