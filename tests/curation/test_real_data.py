"""The committed division against the real tables, where ENLIVEN_DATA names them."""

from collections import defaultdict

import pytest

from enliven.curation import build
from enliven.curation.index import read_index
from enliven.curation.licences import is_permissive
from enliven.curation.splits import known_splits

_EVERY = 150  # files: a sample that takes seconds


@pytest.fixture(scope="module")
def rows(data_folder):
    folders = [
        data_folder / name for name in ("clips", "clips_games") if (data_folder / name / "index.jsonl").is_file()
    ]
    if not folders:
        pytest.skip("ENLIVEN_DATA holds no animated clips")
    return [row for folder in folders for row in read_index(folder)]


def test_every_rig_is_known_and_motions_named_by_their_source_lie_in_one_split(rows):
    known = known_splits()
    assert {row.rig for row in rows} <= set(known)
    splits = defaultdict(set)
    for row in rows:
        if row.motion_id is not None:
            splits[row.motion_id].add(known[row.rig])
    assert all(len(found) == 1 for found in splits.values())


@pytest.mark.parametrize(
    "category", ["quadruped", "humanoid", "bird", "fish", "dinosaur", "insect", "monster", "reptile", "dragon"]
)
def test_val_and_test_hold_permissive_clips_of_every_kind(rows, category):
    known = known_splits()
    found = {known[row.rig] for row in rows if row.category == category and is_permissive(row.licence)}
    assert found == {"train", "val", "test"}


def test_no_rig_and_no_motion_of_a_sample_lies_in_two_splits(rows, monkeypatch):
    files = sorted({row.path for row in rows})[::_EVERY]
    monkeypatch.setattr(build, "read_index", lambda folder: [row for row in rows if row.path in files])
    clips = build.joint_clips([files[0].parent])
    assert len(clips) > 10
    for key in ("rig", "motion_group"):
        splits = defaultdict(set)
        for clip in clips:
            splits[getattr(clip, key)].add(clip.split)
        assert all(len(found) == 1 for found in splits.values()), key
    assert all(abs(clip.rotations).max() < 20.0 and abs(clip.translations).max() <= 3.0 for clip in clips)
