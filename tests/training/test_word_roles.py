import numpy as np
import pytest

from enliven.apps.cli.main import main
from enliven.core.errors import InvalidRequestError
from enliven.evaluation.wordings import WORDS, wordings_of
from enliven.models.text.encoder import load_text_encoder
from enliven.models.text.inflection import gerund, third
from enliven.models.text.word_roles import load_word_roles
from enliven.training.captions.word_roles import marked_sentence, train_word_roles


def heldout_marks(key: str) -> list[tuple[str, set[str]]]:
    """Prompts unknown to training, each with the words of its verb."""
    other = WORDS[key].others[0]
    verbs = {*other.split(), *third(other).split(), *gerund(other).split()}
    return [(prompt, verbs) for prompt in wordings_of(key, "everything")[:1]]


def test_sentences_are_marked_where_the_motion_is():
    rng = np.random.default_rng(0)
    for _ in range(300):
        words, tells = marked_sentence(rng=rng)
        assert len(words) == len(tells)
        assert any(tells)
        told = {word for word, tell in zip(words, tells, strict=True) if tell}
        assert not told & {"dragon", "forest", "make", "please", ","}


def test_the_shipped_map_keeps_unknown_verbs_and_drops_unknown_surroundings():
    encoder, roles = load_text_encoder(), load_word_roles()
    kept_verbs, dropped = [], []
    for key in WORDS:
        for prompt, verbs in heldout_marks(key):
            words, told = roles.told(prompt, encoder)
            kept = {word for word, keep in zip(words, told, strict=True) if keep}
            said = set(words)
            kept_verbs.append(bool(kept & verbs))
            dropped.append(1.0 - len((kept - verbs) & said) / len(said - verbs))
    assert np.mean(kept_verbs) > 0.85
    assert np.mean(dropped) > 0.7


def test_few_sentences_teach_most_of_it_and_the_same_seed_the_same(tmp_path):
    paths = (tmp_path / "one.json", tmp_path / "two.json")
    shares = [train_word_roles(path, sentences=150) for path in paths]
    assert shares[0] > 0.85
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert load_word_roles(paths[0]).told("a robot walks", load_text_encoder())[1] == [False, False, True]


def test_the_command_writes_the_file_and_says_nothing_when_quiet(tmp_path, capsys):
    path = tmp_path / "words.json"
    assert main(["train", "words", "-o", str(path), "--sentences", "30", "--quiet"]) == 0
    assert load_word_roles(path).weights.shape == (384,)
    assert capsys.readouterr().out == ""


def test_too_few_sentences_are_refused(tmp_path):
    with pytest.raises(InvalidRequestError, match="3 sentences are asked for, expected 20 or more"):
        train_word_roles(tmp_path / "words.json", sentences=3)
