import string
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enliven.models.text.wordpiece import WordPiece, words_of

FILE = resources.files("enliven.models.text") / "tokenizer.json"
MOST = 48
LETTERS = string.printable + "äöüßéèñçøłšžΑβγДжы漢字走る¿¡“”\u2019—…ﬁ\u0301\u200b\x07"


@pytest.fixture(scope="module")
def ours():
    return WordPiece(FILE)


@pytest.fixture(scope="module")
def reference():
    tokenizers = pytest.importorskip("tokenizers", reason="tokenizers is not installed (extra [dev])")
    tokenizer = tokenizers.Tokenizer.from_file(str(FILE))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MOST)
    return tokenizer


@given(text=st.text(alphabet=LETTERS, max_size=80))
def test_the_same_tokens_as_the_reference(ours, reference, text):
    if any(mark in text for mark in ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")):
        return  # the reference takes these for its own marks, we take them for words
    assert ours.encode(text, MOST) == reference.encode(text).ids


@pytest.mark.parametrize(
    "text", ["Flies, flapping its wings!", "a wild boar falls down dead", "naïve café", "x" * 101, "", "walks " * 60]
)
def test_known_prompts_match_the_reference(ours, reference, text):
    assert ours.encode(text, MOST) == reference.encode(text).ids


def test_words_are_lower_case_without_accents_and_marks_stand_alone():
    assert words_of("Él corre—rápido, 走る!") == ["el", "corre", "—", "rapido", ",", "走", "る", "!"]
