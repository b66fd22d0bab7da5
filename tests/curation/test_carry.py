from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from tests.geometry.biped import BIPED, body_of

from enliven.core.clip import JointClip
from enliven.core.errors import InvalidRequestError
from enliven.curation import carry_bodies
from enliven.curation.carry import carried_set
from enliven.curation.carry_checks import fault_of
from enliven.geometry.retarget import retargeted

QUADRUPED = {
    "hips": (None, (0.0, 0.4, -0.3), (0.0, 0.0, 0.12)),
    "chest": ("hips", (0.0, 0.4, 0.0), (0.0, 0.0, 0.12)),
    "head": ("chest", (0.0, 0.5, 0.3), (0.0, 0.03, 0.08)),
} | {
    f"{end}_{side}": (holder, (0.08 * sign, 0.38, z), (0.0, -0.17, 0.0))
    for end, holder, z in (("hind", "hips", -0.28), ("fore", "chest", 0.12))
    for side, sign in (("l", 1.0), ("r", -1.0))
}


def _clip(body, rig, action="walk", seed=0, **others):
    rng = np.random.default_rng(seed)
    turns = 0.2 * rng.normal(size=(12, len(body), 3))
    clip = JointClip(
        body=body,
        rotations=turns,
        translations=np.zeros_like(turns),
        spin_axes=np.zeros((len(body), 3)),
        spin_turns=np.zeros(len(body)),
        duration_s=1.0,
        loop=True,
        name=f"{rig}.glb:{action}{seed}",
        caption=f"{rig}: {action}",
        label=action,
        action=action,
        category="humanoid",
        species=rig,
        rig=rig,
        motion_group=f"{rig} {action} {seed}",
        licence="CC0-1.0",
        permissive=True,
        split="train",
    )
    return replace(clip, **others)


def _wide(body):
    return replace(body, rest_positions=body.rest_positions * np.array([1.3, 1.0, 1.0]))


@pytest.fixture(autouse=True)
def _no_samples(monkeypatch):
    monkeypatch.setattr(carry_bodies, "SAMPLED", {})


def _set():
    thin, wide, beast = body_of(BIPED), _wide(body_of(BIPED)), body_of(QUADRUPED)
    return [
        _clip(thin, "thin", seed=1),
        _clip(thin, "thin", "run", seed=2),
        _clip(wide, "wide", "idle", seed=3, licence="MIT"),
        _clip(wide, "wide", "walk", seed=4, permissive=False),
        _clip(wide, "wide", "run", seed=5, split="val"),
        _clip(beast, "beast", "walk", seed=6, category="quadruped"),
    ]


def test_clips_go_to_other_rigs_with_the_text_of_the_source_and_the_name_of_the_target():
    made, report = carried_set(_set())
    told = {(clip.rig, clip.label, clip.caption, clip.species, clip.licence) for clip in made}
    assert told == {
        ("wide", "walk", "wide: walk", "wide", "CC0-1.0; body: MIT"),
        ("wide", "run", "wide: run", "wide", "CC0-1.0; body: MIT"),
        ("thin", "idle", "thin: idle", "thin", "MIT; body: CC0-1.0"),
    }
    assert {(clip.origin, clip.split, clip.permissive) for clip in made} == {("carried", "train", True)}
    assert report.clips == len(made) == 3
    assert report.left_out == {"bodies that no rig fits": 1}


def test_what_no_rig_was_recorded_doing_comes_from_programs_and_goes_to_rigs_of_every_kind_that_fits():
    programs = [
        _clip(_wide(body_of(BIPED)), "made/biped", action, seed, origin="made", split=split)
        for seed, (action, split) in enumerate(
            [("swim", "train"), ("fly", "train"), ("walk", "train"), ("attack", "val")]
        )
    ]
    alone, more = (carried_set(_set(), given)[0] for given in ((), programs))
    new = {(clip.rig, clip.action) for clip in more} - {(clip.rig, clip.action) for clip in alone}
    assert new == {("thin", "swim"), ("thin", "fly"), ("wide", "swim"), ("wide", "fly")}


def test_a_row_holds_what_retargeting_gives():
    clips = _set()
    row = next(clip for clip in carried_set(clips)[0] if clip.label == "run")
    expected = retargeted(clips[1].motion, clips[1].body, row.body)
    assert_array_equal(row.rotations, expected.rotations.controls)
    assert_array_equal(row.translations, expected.translations.controls)


def test_the_same_seed_gives_the_same_rows_and_names_are_unique():
    many = [*_set(), *(_clip(body_of(BIPED), "thin", "attack", seed=k) for k in range(10, 18))]
    first, second, other = (carried_set(many, seed=seed)[0] for seed in (0, 0, 1))
    assert [clip.name for clip in first] == [clip.name for clip in second]
    assert [clip.name for clip in first] != [clip.name for clip in other]
    assert len({clip.name for clip in first}) == len(first)
    for one, two in zip(first, second, strict=True):
        assert_array_equal(one.rotations, two.rotations)


def test_no_more_clips_than_asked_for():
    assert len(carried_set(_set(), per_rig=1)[0]) == 2


def test_sampled_creatures_get_motions_too(monkeypatch):
    monkeypatch.setattr(carry_bodies, "SAMPLED", {"biped": ("person", "humanoid", 1)})
    made, _ = carried_set([_clip(body_of(BIPED), "thin", seed=1)])
    assert {clip.rig for clip in made} == {"sample/biped-0", "sample/biped-0-auto"}
    assert {clip.caption for clip in made} == {"person: walk"}
    assert {clip.licence for clip in made} == {"CC0-1.0"}


def test_nothing_to_carry_is_an_error():
    with pytest.raises(InvalidRequestError, match="none of the 1 clips is a permissive training clip"):
        carried_set([_clip(body_of(BIPED), "thin", split="val")])
    with pytest.raises(InvalidRequestError, match="0 clips a rig are asked for, expected 1 or more"):
        carried_set(_set(), per_rig=0)


def test_faults_are_told_apart():
    body = body_of(BIPED)
    clip = _clip(body, "thin", seed=1)
    still = replace(clip, rotations=np.zeros_like(clip.rotations))
    assert fault_of(clip, body, clip.motion) is None
    assert fault_of(clip, body, still.motion) == "moves too much or too little"
    jumping = np.array(clip.rotations)
    jumping[6, 1, 0] += 4.0
    assert fault_of(clip, body, replace(clip, rotations=jumping).motion) == "jumps"
    sunk = np.array(clip.translations)
    sunk[:, 0, 1] = -0.4
    assert fault_of(clip, body, replace(clip, translations=sunk).motion) == "sinks into the ground"
    away = np.array(clip.translations)
    away[:, 0, 0] = 4.0
    assert fault_of(clip, body, replace(clip, translations=away).motion) == "goes too far"
