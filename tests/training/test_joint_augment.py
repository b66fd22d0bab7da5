from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.models.bodies import random_clip

from enliven.core.clip import JointClip
from enliven.core.motion import JointPose
from enliven.core.splines import basis
from enliven.geometry.kinematics import ModelPose, forward
from enliven.geometry.rotations import matrix_from_vector

pytest.importorskip("torch", reason="torch is not installed (extra 'train')")

from enliven.models.joint_features import body_structure
from enliven.training.joint_augment import (
    AugmentConfig,
    augmented,
    later,
    mirrored,
    reproportioned,
    turned,
    without,
)
from enliven.training.joint_rest import rested_otherwise

MIRROR = np.array([-1.0, 1.0, 1.0])


def placed(clip: JointClip, phases: np.ndarray) -> ModelPose:
    weights = basis(phases, len(clip.rotations), loop=clip.loop)
    pose = JointPose(
        rotations=np.einsum("tc,cjx->tjx", weights, clip.rotations),
        translations=np.einsum("tc,cjx->tjx", weights, clip.translations),
    )
    return forward(clip.body.rest_positions, clip.body.parents, pose)


PHASES = np.linspace(0.0, 0.9, 7)


def test_a_mirrored_clip_moves_as_its_mirror_image():
    clip = random_clip(12, 0)
    straight, seen = placed(clip, PHASES), placed(mirrored(clip), PHASES)
    assert_allclose(seen.positions, straight.positions * MIRROR, atol=1e-12)
    flip = np.diag(MIRROR)
    assert_allclose(seen.rotations, flip @ straight.rotations @ flip, atol=1e-12)


def test_mirroring_swaps_the_words_and_comes_back():
    clip = random_clip(6, 1)
    assert mirrored(clip).caption == "a right thing walks"
    back = mirrored(mirrored(clip))
    assert_allclose(back.rotations, clip.rotations)
    assert back.label == clip.label


def test_a_spin_seen_in_a_mirror_turns_the_other_way_about_an_upright_axis():
    spun = mirrored(random_clip(6, 1)).spin_axes[-1]
    assert_allclose(spun, [0.0, -0.6, -0.8])


def test_a_turned_clip_moves_turned():
    clip = random_clip(12, 2)
    about = matrix_from_vector(np.array([0.0, 0.7, 0.0]))
    expected = placed(clip, PHASES).positions @ about.T
    assert_allclose(placed(turned(clip, 0.7), PHASES).positions, expected, atol=1e-12)


def test_a_later_loop_is_the_same_curve():
    clip = random_clip(8, 3)
    assert_allclose(placed(later(clip, 5), PHASES).positions, placed(clip, PHASES + 5 / 12).positions, atol=1e-12)


def test_equal_stretch_changes_nothing():
    clip = random_clip(10, 4)
    structure = body_structure(clip.body)
    same = reproportioned(clip, structure, np.full(3, 1.7), np.ones(10))
    centre = clip.body.rest_positions - same.body.rest_positions
    assert_allclose(centre, np.broadcast_to(centre[0], centre.shape), atol=1e-12)
    assert_allclose(same.body.skin_offsets, clip.body.skin_offsets, atol=1e-12)
    assert_allclose(same.translations, clip.translations, atol=1e-12)


def test_bones_change_by_their_factors():
    clip = random_clip(10, 5)
    structure = replace(body_structure(clip.body), partners=np.arange(10))
    factors = np.linspace(0.8, 1.2, 10)
    changed = reproportioned(clip, structure, np.ones(3), factors)
    before, after = clip.body.rest_positions, changed.body.rest_positions
    size = np.linalg.norm(after[9] - after[clip.body.parents[9]]) / np.linalg.norm(
        (before[9] - before[clip.body.parents[9]]) * factors[9]
    )
    for joint, parent in enumerate(clip.body.parents):
        if parent is not None:
            assert_allclose(after[joint] - after[parent], (before[joint] - before[parent]) * factors[joint] * size)


def test_merging_a_leaf_keeps_the_skin_and_the_other_joints():
    clip = random_clip(12, 6)
    body = clip.body
    smaller = without(clip, [11])
    assert len(smaller.body) == 11
    assert_allclose(smaller.body.skin_shares.sum(), 1.0)
    whole = (body.skin_shares[:, None] * (body.rest_positions + body.skin_offsets)).sum(axis=0)
    merged = smaller.body
    assert_allclose((merged.skin_shares[:, None] * (merged.rest_positions + merged.skin_offsets)).sum(axis=0), whole)
    assert_allclose(placed(smaller, PHASES).positions, placed(clip, PHASES).positions[:, :11], atol=1e-12)


def test_another_rest_pose_leaves_the_movement():
    clip = random_clip(14, 8)
    turns = np.random.default_rng(3).normal(size=(14, 3)) * 0.4
    other = rested_otherwise(clip, turns)

    def posed(one: JointClip) -> ModelPose:
        return forward(one.body.rest_positions, one.body.parents, JointPose(one.rotations, one.translations))

    before, after = posed(clip), posed(other)
    assert_allclose(after.positions, before.positions, atol=1e-9)
    carried = [
        one.positions + np.einsum("tjik,jk->tji", one.rotations, body.skin_offsets)
        for one, body in ((before, clip.body), (after, other.body))
    ]
    assert_allclose(carried[1], carried[0], atol=1e-9)
    spun = [np.einsum("tjik,jk->tji", one.rotations, of.spin_axes) for one, of in ((before, clip), (after, other))]
    assert_allclose(spun[1], spun[0], atol=1e-9)
    assert_allclose(other.body.rest_positions[:, 1].min(), 0.0, atol=1e-12)
    assert np.abs(other.body.rest_positions - clip.body.rest_positions).max() > 0.05


def test_augmentation_is_repeatable_and_changes_something():
    clip = random_clip(14, 7)
    structure = body_structure(clip.body)
    first, second, third = (
        augmented(clip, structure, [clip.rotations.mean(axis=0)], AugmentConfig(), rng=np.random.default_rng(seed))
        for seed in (1, 1, 2)
    )
    assert_allclose(first.body.rest_positions, second.body.rest_positions)
    assert_allclose(first.rotations, second.rotations)
    assert first.duration_s != third.duration_s
