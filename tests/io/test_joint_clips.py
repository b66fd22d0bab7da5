"""The training set on disk: what was written is read, damage is told in one sentence."""

import pytest
from tests.models.bodies import random_clip

from enliven.core.errors import UnreadableFileError, UnwritableFileError
from enliven.io.joint_clips import read_joint_clips, write_joint_clips


@pytest.fixture
def folder(tmp_path):
    write_joint_clips([random_clip(5, 0), random_clip(7, 1)], tmp_path)
    return tmp_path


def test_what_was_written_is_read(folder):
    found = read_joint_clips(folder)
    assert [(clip.name, len(clip.body)) for clip in found] == [
        (clip.name, len(clip.body)) for clip in (random_clip(5, 0), random_clip(7, 1))
    ]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("clips.npz", b"PK nonsense"),
        ("clips.npz", b""),
        ("clips.jsonl", b"{"),
        ("clips.jsonl", b"[]\n[]"),
        ("clips.jsonl", b'{"format": 1}\n{"format": 1}'),
        ("clips.jsonl", b"\xff\xfe"),
        ("clips.jsonl", b"[" * 100_000),
    ],
)
def test_damage_is_told(folder, name, data):
    (folder / name).write_bytes(data)
    with pytest.raises(UnreadableFileError, match=r"damaged joint clips .* make them again"):
        read_joint_clips(folder)


def test_other_formats_and_absent_sets_are_told(folder, tmp_path):
    (folder / "clips.jsonl").write_text('{"format": 7}\n')
    with pytest.raises(UnreadableFileError, match="has format 7, expected 1; make it again"):
        read_joint_clips(folder)
    with pytest.raises(UnreadableFileError, match=r"holds no joint clips, expected clips.npz and clips.jsonl; make"):
        read_joint_clips(tmp_path / "nowhere")


def test_a_set_that_cannot_be_written_leaves_nothing(tmp_path):
    (tmp_path / "clips.jsonl").mkdir()
    with pytest.raises(UnwritableFileError):
        write_joint_clips([random_clip(5, 0)], tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["clips.jsonl"]
