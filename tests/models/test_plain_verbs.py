import pytest

from enliven.core.errors import WeightsError
from enliven.models.text.plain_verbs import load_verb_table, plain_verbs

TABLE = {"saunter": "walk", "club": "attack", "tap": "hit", "doze": "sleep", "boogie": "dance", "perish": "die"}


def read(prompt: str, told: str = "") -> str:
    """The prompt with plain verbs; ``told`` are the words that tell a motion."""
    words = prompt.split()
    plain = plain_verbs(words, [word in told.split() for word in words], TABLE)
    return " ".join(other or word for word, other in zip(words, plain, strict=True))


@pytest.mark.parametrize(
    ("rare", "plain"),
    [
        ("saunter", "walk"), ("saunters", "walks"), ("sauntering", "walking"), ("sauntered", "walks"),
        ("clubbing", "attacking"), ("tapped", "hits"), ("dozing", "sleeping"), ("boogies", "dances"),
        ("perishes", "dies"), ("perishing", "dying"),
    ],
)  # fmt: skip
def test_every_form_of_a_rare_verb_is_known(rare, plain):
    assert read(rare, rare) == plain


def test_nouns_are_no_verbs():
    assert read("swings a club", "swings a club") == "swings a club"
    assert read("dances with clubs", "dances with clubs") == "dances with clubs"


def test_where_a_verb_is_told_others_need_an_object():
    assert read("the doze bird walks", "walks") == "the doze bird walks"
    assert read("clubs its prey", "prey") == "attacks its prey"
    assert read("a fox saunters") == "a fox walks"


def test_other_words_stay():
    assert plain_verbs(["walks", "s", ""], [True, True, True], TABLE) == [None, None, None]
    assert plain_verbs([], [], TABLE) == []


def test_the_shipped_table_knows_rare_verbs_and_no_common_ones():
    table = load_verb_table().plain
    assert {table[rare] for rare in ("saunter", "plod", "traipse")} == {"walk"}
    assert not {"walk", "run", "attack", "dance", "jump", "roll", "lick"} & set(table)
    assert not set(table) & set(table.values())


def test_a_damaged_table_is_refused(tmp_path):
    path = tmp_path / "verbs.json"
    path.write_text("[1, 2]")
    with pytest.raises(WeightsError, match="cannot be read, expected a table of verbs"):
        load_verb_table(path)
