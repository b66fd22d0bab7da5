import json
from collections import Counter

import pytest

from enliven.curation.splits import SPLITS_FILE, SplitRow, connected_rigs, divided, known_splits, split_of, write_splits


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


def test_unknown_rigs_lie_where_their_hash_says():
    placed = Counter(split_of(f"rig {k}", {}) for k in range(2000))
    assert abs(placed["train"] / 2000 - 0.8) < 0.03
    assert split_of("rig 7", {}) == split_of("rig 7", {})
    assert split_of("rig 7", {"rig 7": "test"}) == "test"


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
    assert split_of(rig, known_splits()) == split
