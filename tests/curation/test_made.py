"""Made training rows: complete, repeatable, and moving the parts that their words name."""

from functools import cache

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from enliven.core.clip import JointClip
from enliven.core.errors import InvalidRequestError
from enliven.core.progress import silent
from enliven.creatures import KINDS
from enliven.creatures.contraptions_craft import CONTRAPTIONS
from enliven.creatures.programs import PROGRAMS
from enliven.creatures.programs_anything import WHOLE
from enliven.creatures.programs_contraptions import OF_THINGS
from enliven.curation.made import CONTROLS, build_made_set, clips_of, made_clip, split_of_body
from enliven.curation.made_bodies import random_actor, sampled_actors
from enliven.curation.made_phrases import ACTIONS, CATEGORIES, phrases_of
from enliven.geometry.kinematics import forward, posed_at
from enliven.io.joint_clips import read_joint_clips

_OF_DATA = {"walk", "run", "fly", "swim", "idle", "attack", "jump", "die", "hit", "gesture", "interact", "other"}


@cache
def rows(kind: str, seed: int = 3) -> tuple[JointClip, ...]:
    return tuple(clips_of(kind, seed, rng=np.random.default_rng(seed)))


def made(kind: str, name: str, seed: int = 4) -> JointClip:
    actor = random_actor(kind, seed) if kind in CONTRAPTIONS else sampled_actors(kind, seed, rerigged=False)[0]
    known = OF_THINGS[kind] if kind in CONTRAPTIONS else PROGRAMS[kind]
    program = next(program for program in (*known, *WHOLE) if program.name == name)
    clip = made_clip(actor, program, rng=np.random.default_rng(0))
    assert clip is not None
    return clip


def test_every_program_has_words_and_a_known_action():
    for kind, programs in {**PROGRAMS, **OF_THINGS}.items():
        for program in (*programs, *WHOLE):
            phrases = phrases_of(kind, program.name)
            assert len(set(phrases)) >= 3, (kind, program.name)
    assert set(ACTIONS.values()) <= _OF_DATA
    assert set(CATEGORIES) <= {*KINDS, *CONTRAPTIONS}


@pytest.mark.parametrize("kind", ["biped", "fox"])
def test_every_body_shows_each_action_that_its_kind_has_a_program_of(kind: str):
    actions = {clip.action for clip in rows(kind) if not clip.rig.endswith("_rigged")}
    assert {"walk", "run", "idle", "jump", "attack", "swim", "fly", "die"} <= actions


@pytest.mark.parametrize("kind", ["bird", "door", "cart", "copter", "tree"])
def test_rows_are_whole_and_move(kind: str):
    clips = rows(kind)
    assert len(clips) >= 6
    assert len({clip.name for clip in clips}) == len(clips)
    for clip in clips:
        assert clip.rotations.shape == (CONTROLS, len(clip.body), 3)
        assert clip.origin == "made"
        assert clip.permissive
        assert clip.split == "train"
        assert clip.action in _OF_DATA
        assert np.isfinite(clip.rotations).all()
        assert (
            np.ptp(clip.rotations, axis=0).max() + np.ptp(clip.translations, axis=0).max() + clip.spin_turns.max()
            > 1e-3
        )
        roots = np.array([parent is None for parent in clip.body.parents])
        assert_array_equal(clip.translations[:, ~roots], 0.0)


def test_the_same_seeds_give_the_same_rows():
    first, again = rows("cart"), tuple(clips_of("cart", 3, rng=np.random.default_rng(3)))
    other = tuple(clips_of("cart", 4, rng=np.random.default_rng(5)))
    assert [clip.name for clip in first] == [clip.name for clip in again]
    assert_array_equal(first[0].rotations, again[0].rotations)
    assert [clip.name for clip in first] != [clip.name for clip in other]


def test_bodies_are_held_out_by_seed_and_by_kind():
    assert [split_of_body("door", seed) for seed in (0, 1, 2, 10, 11)] == ["val", "test", "train", "val", "test"]
    assert {split_of_body("bear", seed) for seed in range(9)} == {"val"}
    assert {split_of_body("pig", seed) for seed in range(9)} == {"test"}


@pytest.mark.parametrize("seed", [2, 3, 4, 5])
def test_wheels_spin_about_the_short_axis_of_their_disc(seed: int):
    clip = made("cart", "drive", seed)
    wheels = [joint for joint, name in enumerate(clip.body.names) if name.startswith("wheel")]
    assert_array_equal(np.flatnonzero(clip.spin_turns), wheels)
    for wheel in wheels:
        assert int(np.argmax(np.abs(clip.spin_axes[wheel]))) == int(np.argmin(clip.body.skin_extents[wheel]))
        assert clip.spin_axes[wheel, 0] > 0.0  # the lower rim goes back, so the cart goes forward


@pytest.mark.parametrize("which", [pytest.param(0, id="own rig"), pytest.param(1, id="rigged from the shape")])
def test_a_door_turns_about_its_edge_and_its_frame_stays(which: int):
    actor = sampled_actors("door", 4, rerigged=True)[which]
    program = next(program for program in PROGRAMS["door"] if program.name == "open")
    clip = made_clip(actor, program, rng=np.random.default_rng(0))
    assert clip is not None
    leaf = clip.body.names.index("door")
    assert abs(clip.body.skin_offsets[leaf, 0]) > 1.2 * clip.body.skin_extents[leaf, 0]
    pose = posed_at(clip.motion, np.array([0.0, clip.duration_s]), clip.body.parents)
    turned = forward(clip.body.rest_positions.astype(np.float64), clip.body.parents, pose).rotations
    assert_allclose(turned[:, 0], np.broadcast_to(np.eye(3), (2, 3, 3)), atol=1e-6)
    assert turned[0, leaf, 0, 0] > 0.99
    assert turned[1, leaf, 0, 0] < 0.5


def test_closing_ends_at_rest_where_opening_began():
    opened, closed = made("casket", "open"), made("casket", "close")
    lid = opened.body.names.index("lid")
    assert np.linalg.norm(opened.rotations[0, lid]) < 0.05 < 1.0 < np.linalg.norm(opened.rotations[-1, lid])
    assert np.linalg.norm(closed.rotations[-1, lid]) < 0.05 < 1.0 < np.linalg.norm(closed.rotations[0, lid])


def test_one_wing_flaps_and_the_other_does_not():
    clip = made("bird", "flap_left")
    swing = np.ptp(clip.rotations, axis=0).max(axis=-1)
    left, right = (clip.body.names.index(f"wing_arm_{side}") for side in ("left", "right"))
    assert swing[left] > 0.5 > 0.05 > swing[right]


def test_a_set_is_written_whole(tmp_path, monkeypatch):
    monkeypatch.setattr("enliven.curation.made.KINDS", ("door", "car"))
    monkeypatch.setattr("enliven.curation.made.CONTRAPTIONS", {"rotor": CONTRAPTIONS["rotor"]})
    report = build_made_set(tmp_path, seeds=3, progress=silent)
    clips = read_joint_clips(tmp_path)
    assert len(clips) == report.clips == sum(report.by_split.values())
    assert set(report.by_split) == {"train", "val", "test"}
    assert f"{len(clips)} made clips of {report.rigs} rigs" in report.as_text()


def test_a_set_of_no_bodies_is_refused(tmp_path):
    with pytest.raises(
        InvalidRequestError, match="0 bodies of each kind with seed 0 are asked for, expected 1 or more"
    ):
        build_made_set(tmp_path, seeds=0)
