from enliven.models.text.plain_verbs import load_verb_table
from enliven.training.captions import plain_verbs
from enliven.training.captions.plain_verbs import read_plain_verbs, trained_verbs

INDEX = """  1 a line of the licence
walk v 1 1 @ 1 1 00000001
amble v 1 1 @ 1 0 00000002
chess v 1 1 @ 1 0 00000004
trip v 2 1 @ 2 0 00000004 00000003
go_on v 1 1 @ 1 0 00000002
"""
DATA = """  1 a line of the licence
00000001 38 v 01 walk 0 000 | use one's feet
00000002 38 v 02 amble 0 mosey 1 001 @ 00000001 v 0000 01 + 02 00 | walk leisurely
00000003 38 v 01 trip 0 002 @ 00000002 v 0000 + 00000009 n 0101 | jog along
00000004 41 v 01 chess 0 000 | play
"""


def test_verbs_that_are_ways_of_walking_are_walks(tmp_path, monkeypatch):
    (tmp_path / "index.verb").write_text(INDEX)
    (tmp_path / "data.verb").write_text(DATA)
    monkeypatch.setattr(plain_verbs, "PLAIN", {"walk": "walk:1"})
    assert read_plain_verbs(tmp_path, frozenset()) == {"amble": "walk", "trip": "walk"}
    assert read_plain_verbs(tmp_path, frozenset({"trip"})) == {"amble": "walk"}


def test_the_shipped_table_says_what_training_says_and_rewrites_none_of_it():
    table = load_verb_table().plain
    known = trained_verbs()
    assert not known & set(table)
    assert set(table.values()) <= set(plain_verbs.PLAIN)
