"""The auto-rig beside artists' rigs, and routes that must do without a rig."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.models.bodies import random_clip

from enliven.core.clip import JointClip
from enliven.core.errors import InvalidRequestError
from enliven.core.progress import silent
from enliven.core.request import AnimationRequest, AnimationResult
from enliven.creatures import sample
from enliven.creatures.files import creature_glb
from enliven.creatures.programs import performed
from enliven.evaluation.rigs import RiggedShape, RigTable, evaluate_rigs
from enliven.evaluation.stripped import without_rig
from enliven.geometry.body import body_from
from enliven.geometry.deforming import deforming_rig
from enliven.io.joint_clips import write_joint_clips
from enliven.io.read import read_scene


@pytest.fixture(scope="module")
def fox(tmp_path_factory):
    """A rigged file and a set with its walk."""
    folder = tmp_path_factory.mktemp("foxes")
    (folder / "fox.glb").write_bytes(creature_glb("fox", seed=0, rigged=True))
    scene = read_scene(folder / "fox.glb")
    rig = deforming_rig(scene.rig.skeleton, scene.rig.skin, scene.mesh)
    walk = performed(sample("fox", seed=0, rigged=True), "walk")
    body = body_from(rig.skeleton, rig.skin, scene.mesh)
    joints = len(body)
    clip = JointClip(
        body=body, rotations=walk.rotations.controls[:, list(rig.sources)],
        translations=walk.translations.controls[:, list(rig.sources)] / body.metres_per_unit,
        spin_axes=np.zeros((joints, 3)), spin_turns=np.zeros(joints), duration_s=walk.duration_s, loop=True,
        name="fox.glb:walk", caption="walk", label="walk", action="walk", category="quadruped", species="fox",
        rig="fox", motion_group="walk", licence="CC0-1.0", permissive=True, split="val",
    )  # fmt: skip
    write_joint_clips([clip], folder / "set")
    return folder, scene, rig, walk


def test_the_rig_of_a_shape_loses_less_of_its_clips_than_one_bone_does(fox):
    folder, scene, *_ = fox
    (row,) = evaluate_rigs(folder / "set", [folder], "val").rows
    assert (row.rig, row.category) == ("fox", "quadruped")
    assert 0.0 < row.missed < 0.06
    assert 0.0 < row.spare < 0.06
    assert row.pairs is not None
    assert row.pairs > 0.6
    assert row.lost is not None
    assert 0.0 < row.lost < 0.5
    assert scene.rig is not None  # only the copy was stripped


def test_a_table_of_rigs_has_a_line_a_category_and_leaves_out_what_was_not_measured():
    row = RiggedShape("a", "fish", 0.1, 0.3, None, 0.5, 7, 0.9, 1.0)
    other = replace(row, category="bird", missed=0.3, pairs=0.5)
    lines = RigTable("title", [row, other]).as_markdown().splitlines()
    assert "| fish | 1 | 0.100 | 0.300 | - | 0.50 | 7 | 0.90 | 1.00 |" in lines
    assert "| all | 2 | 0.200 | 0.300 | 0.50 | 0.50 | 7 | 0.90 | 1.00 |" in lines


def test_rigs_of_no_known_file_are_refused(tmp_path):
    write_joint_clips([random_clip(5, seed=0)], tmp_path)
    with pytest.raises(InvalidRequestError, match=r"has no val clip whose file lies in .* name the folders"):
        evaluate_rigs(tmp_path, [tmp_path / "away"], "val")


def test_a_route_that_moves_the_stripped_scene_as_the_rig_would_comes_back_as_the_rig_s_own_motion(fox):
    _, scene, rig, walk = fox
    whole = performed(sample("fox", seed=0, rigged=True), "walk")
    seen = []

    def knows_the_rig(bare, request, progress):
        seen.append(bare.rig)
        return AnimationResult(bare, whole, scene.rig.skeleton, scene.rig.skin, (), "walk", "skeleton")

    result = without_rig(knows_the_rig)(scene, AnimationRequest(prompt="walks"), silent)
    assert seen == [None]
    assert result.skeleton.names == rig.skeleton.names
    assert_allclose(result.motion.rotations.controls, walk.rotations.controls[:, list(rig.sources)], atol=0.02)
    assert_allclose(result.motion.translations.controls[:, 0], walk.translations.controls[:, 0], atol=1e-3)


def test_a_scene_that_has_no_rig_is_handed_on(fox):
    _, scene, *_ = fox
    bare = replace(scene, rig=None)

    def given(got, request, progress):
        assert got is bare
        raise LookupError

    with pytest.raises(LookupError):
        without_rig(given)(bare, AnimationRequest(prompt="walks"), silent)
