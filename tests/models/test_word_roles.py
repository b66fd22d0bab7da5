import json

import numpy as np
import pytest

from enliven.core.errors import WeightsError
from enliven.models.text.encoder import WIDTH, load_text_encoder
from enliven.models.text.word_roles import WEIGHTS, WordRoles, load_word_roles, motion_words, word_roles_text


@pytest.mark.parametrize(
    ("prompt", "told"),
    [
        ("a husky walks", "walks"),
        ("my cute low-poly robot is walking in the forest", "walking"),
        ("the chupacabra swims inside the museum", "swims"),
        ("make our dragon dance at night", "dance"),
        ("i would like to see a crab that punches", "punches"),
        ("a tired old man sits down", "sits down"),
        ("the dog wags its tail", "wags its tail"),
    ],
)
def test_the_words_of_motion_are_kept(prompt, told):
    kept = motion_words(prompt).split()
    # A stray word may stay, none of what tells the motion may go, and most of the rest goes.
    assert set(told.split()) <= set(kept)
    assert len(kept) <= len(told.split()) + 2


def test_a_link_goes_with_what_it_led_to():
    encoder = load_text_encoder()
    words = ("walks", "on", "the", "moon")
    vectors = dict(zip(words, encoder.words(" ".join(words))[1], strict=True))
    # A plane that keeps all but the last word.
    last = vectors["moon"] - np.mean([vectors[word] for word in words[:3]], axis=0)
    middle = np.mean([vectors["moon"] @ last, max(vectors[word] @ last for word in words[:3])])
    assert WordRoles(-last, bias=float(middle)).motion_of("walks on the moon", encoder) == "walks"


def test_surroundings_move_nothing():
    assert motion_words("a horse walks in the snow") == motion_words("walks") == "walks"


def test_a_prompt_of_motion_alone_stays_as_it_is():
    for prompt in ("walk", "jumps", "Flap wings", "idle", "angry walk", "wag tail"):
        assert motion_words(prompt) == prompt


def test_a_prompt_in_which_nothing_is_found_stays_whole():
    encoder = load_text_encoder()
    never = WordRoles(np.zeros(WIDTH, dtype=np.float32), bias=-1.0)
    assert never.motion_of("The fox walks", encoder) == "The fox walks"
    assert never.motion_of("", encoder) == ""
    assert motion_words("!" * 300) == "!" * 300


def test_words_lie_where_their_tokens_do():
    encoder = load_text_encoder()
    words, vectors = encoder.words("The axolotl walks.")
    tokens = encoder.encode("The axolotl walks.").tokens
    assert words == ["the", "axolotl", "walks", "."]
    assert np.array_equal(vectors[0], tokens[1])
    assert np.array_equal(vectors[-1], tokens[-2])
    assert len(encoder.words("walks slowly " * 100)[0]) == 46


def test_the_file_holds_the_map(tmp_path):
    path = tmp_path / "roles.json"
    roles = load_word_roles()
    path.write_text(word_roles_text(roles), encoding="utf-8")
    again = load_word_roles(path)
    assert np.array_equal(again.weights, roles.weights)
    assert again.bias == roles.bias


@pytest.mark.parametrize(
    ("change", "said"),
    [({"kind": "scorer"}, "is of kind scorer"), ({"weights": [0.0]}, "1 weights"), ({"bias": None}, "cannot be read")],
)
def test_a_damaged_map_is_refused(tmp_path, change, said):
    path = tmp_path / "roles.json"
    path.write_text(json.dumps(json.loads(WEIGHTS.read_text()) | change))
    with pytest.raises(WeightsError, match=said):
        load_word_roles(path)
