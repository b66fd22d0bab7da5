from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.evaluation.shown import shown
from tests.models.bodies import random_clip

from enliven.core.clip import JointClip
from enliven.core.errors import InvalidRequestError
from enliven.core.motion import JointMotion
from enliven.core.request import AnimationResult
from enliven.core.splines import Spline
from enliven.creatures.files import creature_glb
from enliven.evaluation.asked import ASKED, AskedTable, evaluate_asked
from enliven.evaluation.cases import cases_of
from enliven.evaluation.report import evaluate_joint_route
from enliven.evaluation.shape import scaled
from enliven.geometry.body import body_from
from enliven.geometry.deforming import deforming_rig
from enliven.geometry.facing import turn_about_up
from enliven.geometry.turning import turned_body, turned_motion
from enliven.io.joint_clips import write_joint_clips
from enliven.io.read import read_scene

TURN = turn_about_up(1)


def _unasked(scene, request, progress):
    raise AssertionError("no route is run")


def test_an_evaluation_of_nothing_is_refused_at_once(tmp_path):
    with pytest.raises(InvalidRequestError, match="0 takes a case are asked for, expected 1 or more"):
        evaluate_joint_route(_unasked, tmp_path, [tmp_path], "val", seeds=0)


def test_an_evaluation_without_the_files_of_its_clips_names_the_folders(tmp_path):
    write_joint_clips([random_clip(5, seed=0)], tmp_path)
    with pytest.raises(InvalidRequestError, match=r"none of the 1 clips of .* is a val clip .* name the folders"):
        evaluate_joint_route(_unasked, tmp_path, [tmp_path / "sources"], "val")


def test_actions_that_a_label_speaks_against_are_put_right(tmp_path):
    clip = replace(random_clip(5, seed=0, action="jump", split="val"), name="a.glb:x", label="melee 2h attack chop")
    (tmp_path / "a.glb").touch()
    assert [case.real.action for case in cases_of([clip], [tmp_path], "val")] == ["attack"]


@pytest.fixture(scope="module")
def quadruped(tmp_path_factory):
    """A folder with a rigged file, a set with a walk and a fall of its body, which the set has turned to the front."""
    folder = tmp_path_factory.mktemp("sources")
    (folder / "quadruped.glb").write_bytes(creature_glb("quadruped", seed=0, rigged=True))
    scene = read_scene(folder / "quadruped.glb")
    rig = deforming_rig(scene.rig.skeleton, scene.rig.skin, scene.mesh)
    body = body_from(rig.skeleton, rig.skin, scene.mesh)
    clips = []
    for number, action in enumerate(("walk", "die")):
        swing = np.sin(2.0 * np.pi * np.arange(12) / 12)[:, None, None]
        rotations = 0.3 * swing * np.random.default_rng(number).normal(size=(1, len(body), 3))
        clips.append(_clip(turned_body(body, TURN), rotations, action))
    other = replace(random_clip(6, seed=0), name="elsewhere.glb:walk", label="walk", rig="elsewhere")
    fall = replace(other, name="elsewhere.glb:die", label="die", action="die")
    write_joint_clips([*clips, other, fall], folder / "set")
    return folder, rig, body, clips


def _clip(body, rotations, action):
    joints = len(body)
    return JointClip(
        body=body, rotations=rotations, translations=np.zeros((12, joints, 3)), spin_axes=np.zeros((joints, 3)),
        spin_turns=np.zeros(joints), duration_s=1.2, loop=True, name=f"quadruped.glb:{action}", caption=action,
        label=action, action=action, category="quadruped", species="dog", rig="quadruped", motion_group=action,
        licence="CC0-1.0", permissive=True, split="val",
    )  # fmt: skip


def test_a_route_that_gives_the_real_clips_back_is_judged_as_they_are(quadruped):
    folder, rig, body, clips = quadruped
    asked = []

    def perfect(scene, request, progress):
        asked.append((request.prompt, request.seed, request.candidates))
        real = next(clip for clip in clips if clip.label == request.prompt)
        motion = scaled(turned_motion(real.motion, TURN.T), body.metres_per_unit)
        return AnimationResult(scene, motion, rig.skeleton, rig.skin, rig.drives, "clip", "skeleton")

    def still(scene, request, progress):
        result = perfect(scene, request, progress)
        zero = Spline(np.zeros((4, len(body), 3)), 1.0, loop=True)
        return replace(result, motion=JointMotion(zero, zero))

    table = evaluate_joint_route(
        perfect, folder / "set", [folder], "val", seeds=2, candidates=3, also={"foundation": still}
    )
    assert {name: len(shown) for name, shown in table.rows.items()} == {
        "real": 2, "frozen": 2, "retrieval": 2, "nearest action": 2, "model": 4, "foundation": 4
    }  # fmt: skip
    assert asked[:2] == [("die", 0, 3), ("die", 3, 3)]
    for real, model in zip(table.rows["real"], table.rows["model"][::2], strict=True):
        assert (model.named, model.action) == (real.named, real.action)
        assert model.speed_ratio == pytest.approx(1.0, abs=1e-4)
        assert model.skate == pytest.approx(real.skate, rel=1e-3)
        assert model.sunk == pytest.approx(real.sunk, abs=1e-4)
        assert_allclose(model.near, real.near, atol=1e-4)
        assert model.stretch is not None
        assert model.stretch > 1.0
    assert [one.speed for one in table.rows["foundation"]] == [0.0] * 4
    text = table.as_markdown()
    assert "2 take(s) each, the best of 3" in text
    assert "| retrieval † |" in text
    assert "each action, foundation" in text


def test_other_wordings_are_asked_for_too(quadruped):
    folder, rig, body, clips = quadruped
    asked = set()

    def noted(scene, request, progress):
        asked.add(request.prompt)
        motion = scaled(turned_motion(clips[0].motion, TURN.T), body.metres_per_unit)
        return AnimationResult(scene, motion, rig.skeleton, rig.skin, rig.drives, "clip", "skeleton")

    table = evaluate_joint_route(noted, folder / "set", [folder], "val", wordings=True)
    assert {name: len(shown) for name, shown in table.said.items()} == dict.fromkeys(
        ("subject", "verb", "order", "surroundings", "typo", "everything"), 2
    )
    assert len(asked) == 14
    assert "In words that training never uses:" in table.as_markdown()


def test_plain_actions_are_asked_of_every_rig_whatever_it_was_recorded_doing(quadruped):
    folder, rig, body, clips = quadruped
    asked = []

    def always_falls(scene, request, progress):
        asked.append((request.prompt, request.candidates))
        motion = scaled(turned_motion(clips[1].motion, TURN.T), body.metres_per_unit)
        return AnimationResult(scene, motion, rig.skeleton, rig.skin, rig.drives, "clip", "skeleton")

    table = evaluate_asked(always_falls, folder / "set", [folder], "val", candidates=2)
    assert asked == [(prompt, 2) for prompt in ASKED.values()]
    named = {one.named_verb for one in table.shown}
    assert len(named) == 1  # the same motion is called the same whatever was asked for
    right = [one.action for one in table.shown if one.named_verb == one.action]
    text = table.as_markdown()
    assert "Asked of all 1 val rigs, one take each, the best of 2" in text
    for action in ASKED:
        count = "1 of 1" if action in right else "0 of 1"
        assert f"| {action} | {count} | {count} | " in text
    with pytest.raises(InvalidRequestError, match=r"has no val rigs of fish whose file lies in .* name the folders"):
        evaluate_asked(always_falls, folder / "set", [folder], "val", categories=("fish",))


def test_the_table_of_plain_actions_tells_what_others_were_called():
    rows = [shown("swim", "walk"), shown("swim", "walk"), shown("swim", "idle"), shown("swim", category="fish")]
    line = next(line for line in AskedTable("", rows).as_markdown().splitlines() if line.startswith("| swim"))
    assert line == "| swim | 1 of 4 | 0 of 3 | 1 of 1 | walk 2, idle 1 |"
