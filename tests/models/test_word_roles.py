import json

import numpy as np
import pytest

from enliven.core.errors import WeightsError
from enliven.models.text.encoder import load_text_encoder
from enliven.models.text.word_roles import WEIGHTS, load_word_roles, motion_words, word_roles_text


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


def test_surroundings_move_nothing():
    assert motion_words("a horse walks in the snow") == motion_words("walks") == "walks"


def test_a_prompt_of_motion_alone_stays_as_it_is():
    for prompt in ("walk", "jumps", "Flap wings", "idle", "angry walk", "wag tail"):
        assert motion_words(prompt) == prompt


def test_a_prompt_in_which_nothing_is_found_stays_whole():
    assert motion_words("") == ""
    assert motion_words("!" * 300) == "!" * 300
    assert motion_words("The quarterly report") == "The quarterly report"


@pytest.mark.parametrize(
    ("prompt", "read"),
    [
        ("a capybara saunters", "walks"),
        ("make my axolotl saunter", "walk"),
        ("the knight is perishing", "dying"),
        ("a wolf devours its prey", "eats its prey"),
        ("a man strolls and then perishes", "strolls and then dies"),
    ],
)
def test_rare_verbs_are_read_as_plain_ones(prompt, read):
    assert motion_words(prompt) == read


@pytest.mark.parametrize(
    ("prompt", "read"),
    [
        ("bounces on the spot", "bounces on the spot"),  # what binds two kept words is kept
        ("idle gun", "idle gun"),  # an order begins with its verb
        ("dodge left", "dodge left"),
        ("make the spider jump", "jump"),  # "make" tells nothing
        ("the robot does a flip", "does a flip"),  # the verb of an object
        ("the knight swings a club", "swings a club"),
    ],
)
def test_what_belongs_together_stays_together(prompt, read):
    assert motion_words(prompt) == read


def test_slips_of_the_finger_are_put_right():
    assert motion_words("wlaks") == "walks"
    assert motion_words("my dragn wlaks in the forset") == "walks"
    assert motion_words("gork walks") == "walks"  # a name, one letter from "work"


def test_links_without_what_they_led_to_are_left_out():
    for prompt in ("a horse walks in the snow", "my robot dances on the moon", "the crab punches at night"):
        assert len(motion_words(prompt).split()) == 1


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
