import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enliven.curation.splits import (
    SPLITS_FILE,
    SplitRow,
    connected_rigs,
    divided,
    known_splits,
    split_beside,
    write_splits,
)


def _rows(groups, category="quadruped", *, permissive=True, rows_each=4):
    """Rows of rigs; each group of rigs shares a motion."""
    return [
        SplitRow(rig, f"{category} motion {number}", f"{rig} shape", category, permissive)
        for number, rigs in enumerate(groups)
        for rig in rigs
        for _ in range(rows_each)
    ]


def test_rigs_that_share_a_motion_a_shape_or_a_name_belong_together():
    rows = [
        SplitRow("a", "walk", "1", "bird", True), SplitRow("b", "walk", "2", "bird", True),
        SplitRow("b", "fly", "2", "bird", True), SplitRow("c", "fly", "3", "bird", True),
        SplitRow("d", "hop", "3", "bird", True), SplitRow("e", "peck", "4", "bird", True),
        SplitRow("dove", "coo", "5", "bird", True), SplitRow("dove2", "preen", "6", "bird", True),
    ]  # fmt: skip
    assert connected_rigs(rows) == [("a", "b", "c", "d"), ("dove", "dove2"), ("e",)]


def test_no_rig_and_no_motion_lies_in_two_splits():
    rows = _rows([[f"rig {k}", f"twin {k}"] for k in range(40)]) + _rows([[f"fish {k}"] for k in range(30)], "fish")
    placed = divided(rows)
    for key in ("rig", "motion_group", "shape"):
        for value in {getattr(row, key) for row in rows}:
            assert len({placed[row.rig] for row in rows if getattr(row, key) == value}) == 1


def test_shares_are_near_80_10_10_and_every_category_reaches_every_split():
    rows = [row for name in ("bird", "fish", "dragon") for row in _rows([[f"{name} {k}"] for k in range(20)], name)]
    placed = divided(rows)
    counts = Counter(placed[row.rig] for row in rows)
    assert abs(counts["train"] / len(rows) - 0.8) < 0.06
    for name in ("bird", "fish", "dragon"):
        assert {placed[row.rig] for row in rows if row.category == name} == {"train", "val", "test"}


def test_val_and_test_get_permissive_rows_where_there_are_few():
    free = _rows([["p"], ["q"], ["r"]], "dragon")
    rows = free + _rows([[f"s{k}"] for k in range(12)], "dragon", permissive=False)
    rows = [row if row.permissive else SplitRow(row.rig, row.rig, row.shape, row.category, False) for row in rows]
    placed = divided(rows)
    assert {placed[row.rig] for row in free} == {"train", "val", "test"}


def test_a_giant_group_goes_to_training():
    rows = _rows([[f"many {k}" for k in range(60)]]) + _rows([[f"one {k}"] for k in range(10)], rows_each=1)
    rows = [SplitRow(r.rig, r.motion_group + r.rig[:3], r.shape, r.category, True) for r in rows]
    assert divided(rows)["many 0"] == "train"


def test_the_division_does_not_hang_on_the_order_of_rows():
    rows = _rows([[f"rig {k}"] for k in range(25)])
    assert divided(rows) == divided(rows[::-1])


@pytest.mark.parametrize("split", ["train", "val", "test"])
def test_a_new_rig_lies_where_known_rigs_lie_that_share_something_with_it(split):
    rows = [
        SplitRow("known", "walk", "1", "bird", True), SplitRow("mover", "walk", "2", "bird", True),
        SplitRow("twin", "fly", "1", "bird", True), SplitRow("known2", "hop", "3", "bird", True),
        SplitRow("far", "hop", "4", "bird", True), SplitRow("apart", "peck", "5", "bird", True),
    ]  # fmt: skip
    placed = split_beside(rows, {"known": split, "elsewhere": "train"})
    assert placed == dict.fromkeys(("known", "mover", "twin", "known2", "far"), split) | {"apart": "train"}


def test_known_rigs_never_move_and_new_ones_between_two_splits_are_left_out():
    rows = [
        SplitRow("a", "walk", "1", "bird", True), SplitRow("between", "walk", "2", "bird", True),
        SplitRow("between", "fly", "2", "bird", True), SplitRow("b", "fly", "3", "bird", True),
        SplitRow("beyond", "dive", "2", "bird", True), SplitRow("c", "run", "4", "bird", True),
        SplitRow("d", "run", "5", "bird", True),
    ]  # fmt: skip
    known = {"a": "train", "b": "test", "c": "val", "d": "train"}
    assert split_beside(rows, known) == known | {"between": None, "beyond": "train"}


@settings(max_examples=200)
@given(st.lists(st.tuples(*[st.integers(0, 9)] * 3), min_size=1, max_size=25), st.data())
def test_nothing_that_rigs_share_lies_in_two_splits(drawn, data):
    rows = [SplitRow(f"rig {a}.", f"motion {b}", f"shape {c}", "bird", True) for a, b, c in drawn]
    groups = connected_rigs(rows)
    fresh = divided(rows)
    known_rigs = data.draw(st.sets(st.sampled_from(sorted(fresh))))
    known = {rig: fresh[rig] for rig in known_rigs}  # as they were placed once, so that no two of a group differ
    placed = split_beside(rows, known)
    assert {rig: placed[rig] for rig in known} == known
    for group in groups:
        assert len({placed[rig] for rig in group}) == 1
        assert None not in {placed[rig] for rig in group}


@given(st.lists(st.tuples(*[st.integers(0, 9)] * 3), min_size=1, max_size=25), st.data())
def test_new_rigs_never_carry_anything_from_one_split_to_another(drawn, data):
    rows = [SplitRow(f"rig {a}.", f"motion {b}", f"shape {c}", "bird", True) for a, b, c in drawn]
    rigs = sorted({row.rig for row in rows})
    known = data.draw(st.dictionaries(st.sampled_from(rigs), st.sampled_from(["train", "val", "test"])))
    placed = split_beside(rows, known)
    for row in rows:
        for other in rows:
            shared = row.motion_group == other.motion_group or row.shape == other.shape
            if shared and row.rig not in known and None not in (placed[row.rig], placed[other.rig]):
                assert placed[row.rig] == placed[other.rig]


def test_what_is_written_is_read(tmp_path):
    placed = divided(_rows([[f"rig {k}"] for k in range(25)]))
    write_splits(placed, tmp_path / "splits.json")
    assert known_splits(tmp_path / "splits.json") == placed
    assert known_splits(tmp_path / "absent.json") == {}


def test_the_committed_splits_name_every_rig_once():
    stored = json.loads(SPLITS_FILE.read_text(encoding="utf-8"))
    assert set(stored) == {"train", "val", "test"}
    rigs = [rig for split in stored.values() for rig in split]
    assert len(rigs) == len(set(rigs)) > 300
    assert all(split == sorted(split) for split in stored.values())
    assert len(stored["val"]) > 20
    assert len(stored["test"]) > 20


@pytest.mark.parametrize("split", ["train", "val", "test"])
def test_known_rigs_are_found(split):
    rig = json.loads(SPLITS_FILE.read_text(encoding="utf-8"))[split][0]
    assert known_splits()[rig] == split
