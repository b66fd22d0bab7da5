import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from enliven.core.splines import Spline
from enliven.models.text.encoder import MOST_TOKENS, load_text_encoder
from enliven.models.timing import cycles_in, held, repeated, repeated_open

CURVE = np.random.default_rng(0).normal(size=(12, 3, 3))


@given(seconds=st.floats(0.2, 60.0), cycle_s=st.floats(0.3, 4.0))
def test_cycles_fill_the_time(seconds, cycle_s):
    rounds = cycles_in(seconds, cycle_s, 4.0)
    assert seconds / rounds <= 4.0 + 1e-9
    assert rounds == 1 or seconds / rounds > 0.5 * cycle_s


def test_repeated_cycles_are_exactly_the_same_curve():
    once, thrice = Spline(CURVE, 1.5, loop=True), repeated(CURVE, 3, 4.5)
    times = np.linspace(0.0, 4.5, 40)
    assert_allclose(thrice.at(times), once.at(times), atol=1e-12)


def test_an_open_repetition_follows_the_cycle():
    times = np.linspace(0.0, 4.0, 60)
    open_ = repeated_open(CURVE, 1.2, 4.0)
    assert not open_.loop
    assert np.abs(open_.at(times) - Spline(CURVE, 1.2, loop=True).at(times)).max() < 0.1


def test_an_action_plays_and_then_stands():
    action, long = Spline(CURVE, 1.0, loop=False), held(CURVE, 1.0, 5.0)
    early = np.linspace(0.0, 0.8, 30)
    assert np.abs(long.at(early) - action.at(early)).max() < 0.1
    late = long.at(np.linspace(1.5, 5.0, 20))
    assert_allclose(late, np.broadcast_to(CURVE[-1], late.shape), atol=0.03)
    assert held(CURVE, 1.0, 1.0).controls is CURVE


def test_the_same_prompt_gives_the_same_bytes_whatever_its_case():
    encoder = load_text_encoder()
    first, second = encoder.encode("A horse walks"), encoder.encode("a horse WALKS")
    assert first.tokens.tobytes() == second.tokens.tobytes()
    assert first.tokens.shape == (5, 384)
    assert first.mask.all()


def test_prompts_read_side_by_side_give_the_same_bytes():
    encoder = load_text_encoder()
    prompts = ["walks", "a horse walks", "runs", "", "a fox runs", "swims"] * 8 + ["walks slowly " * 100]
    together = encoder.encode_all(prompts)
    for prompt, text in zip(prompts, together, strict=True):
        alone = encoder.encode(prompt)
        assert text.tokens.tobytes() == alone.tokens.tobytes()
        assert text.mask.all()
    assert encoder.encode_all([]) == []


def test_long_prompts_are_cut():
    assert len(load_text_encoder().encode("walks slowly " * 100).tokens) == MOST_TOKENS


@pytest.mark.parametrize(
    ("near", "far"), [("walks", "is struck and falls down dead"), ("swims along", "throws a punch")]
)
def test_words_of_like_meaning_lie_near(near, far):
    encoder = load_text_encoder()

    def likeness(left: str, right: str) -> float:
        a, b = encoder.encode(left).mean, encoder.encode(right).mean
        return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))

    said = {"walks": "strolls", "swims along": "is swimming"}[near]
    assert likeness(near, said) > likeness(near, far) + 0.2
