import pytest

from enliven.models.text.label_actions import action_of_label


@pytest.mark.parametrize(
    ("label", "table", "told"),
    [
        ("melee 2h attack chop", "jump", "attack"),
        ("Chopping", "jump", "attack"),
        ("sit chair stand up", "idle", "pose"),
        ("melee 2h idle", "attack", "idle"),
        ("melee block hit", "attack", "hit"),
        ("melee blocking", "attack", "interact"),
        ("idle hit react left", "idle", "hit"),
        ("waving", "other", "gesture"),
        ("skeletons death resurrect", "die", "pose"),
        ("jumping jacks", "jump", "other"),
    ],
)
def test_labels_that_tables_misread_are_put_right(label, table, told):
    assert action_of_label(label, table) == told


@pytest.mark.parametrize(
    ("label", "table"),
    [
        ("jump", "jump"),
        ("stand idle", "idle"),
        ("melee 2h attack stab", "attack"),
        ("melee block attack", "attack"),
        ("block", "interact"),
        ("hit receive", "hit"),
        ("wave", "gesture"),
        ("run shoot", "run"),
        ("death", "die"),
        ("sit idle", "idle"),
        ("", "other"),
    ],
)
def test_other_labels_keep_the_action_of_their_table(label, table):
    assert action_of_label(label, table) == table
