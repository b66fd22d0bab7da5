import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.models.bodies import random_clip

from enliven.core.splines import basis
from enliven.geometry.kinematics import ModelPose
from enliven.geometry.rotations import matrix_from_vector

pytest.importorskip("torch", reason="torch is not installed (extra 'train')")

from enliven.models.joint_features import body_structure
from enliven.training.joint_augment import AugmentConfig, augmented, later, mirrored, reproportioned, turned
from enliven.training.joint_data import one_way
from enliven.training.joint_rest import drawn_turns, rested_otherwise
from enliven.training.joint_topology_changes import divided, ended, rooted, without
from enliven.training.world_clip import WorldClip, world_clip

MIRROR = np.array([-1.0, 1.0, 1.0])


def clip_of(joints: int, seed: int) -> WorldClip:
    return world_clip(random_clip(joints, seed))


def placed(clip: WorldClip, phases: np.ndarray) -> ModelPose:
    """Turns are linear in their controls, and so are places in turns: no rotation need be found on the way."""
    weights = basis(phases, len(clip.turns), loop=clip.loop)
    turns = np.einsum("tc,cjxy->tjxy", weights, clip.turns)
    translations = np.einsum("tc,cjx->tjx", weights, clip.translations)
    at = np.zeros_like(translations)
    for joint, parent in enumerate(clip.body.parents):
        bone = clip.body.rest_positions[joint] + translations[:, joint]
        if parent is None:
            at[:, joint] = bone
        else:
            bone = bone - clip.body.rest_positions[parent]
            at[:, joint] = at[:, parent] + np.einsum("txy,ty->tx", turns[:, parent], bone)
    return ModelPose(rotations=turns, positions=at)


def skin_of(clip: WorldClip, phases: np.ndarray) -> np.ndarray:
    """Middle of all skin over time, weighed by shares."""
    pose = placed(clip, phases)
    points = pose.positions + np.einsum("tjxy,jy->tjx", pose.rotations, clip.body.skin_offsets)
    return np.einsum("j,tjx->tx", clip.body.skin_shares, points)


PHASES = np.linspace(0.0, 0.9, 7)


def test_a_mirrored_clip_moves_as_its_mirror_image():
    clip = clip_of(12, 0)
    straight, seen = placed(clip, PHASES), placed(mirrored(clip), PHASES)
    assert_allclose(seen.positions, straight.positions * MIRROR, atol=1e-12)
    flip = np.diag(MIRROR)
    assert_allclose(seen.rotations, flip @ straight.rotations @ flip, atol=1e-12)


def test_mirroring_swaps_the_words_and_comes_back():
    clip = clip_of(6, 1)
    assert mirrored(clip).told.caption == "a right thing walks"
    back = mirrored(mirrored(clip))
    assert_allclose(back.turns, clip.turns)
    assert back.told.label == clip.told.label


def test_a_spin_seen_in_a_mirror_turns_the_other_way_about_an_upright_axis():
    spun = mirrored(clip_of(6, 1)).spins[-1]
    assert_allclose(spun, [0.0, -1.2, -1.6], atol=1e-6)


def test_a_turned_clip_moves_turned():
    clip = clip_of(12, 2)
    about = matrix_from_vector(np.array([0.0, 0.7, 0.0]))
    expected = placed(clip, PHASES).positions @ about.T
    assert_allclose(placed(turned(clip, 0.7), PHASES).positions, expected, atol=1e-12)


def test_a_later_loop_is_the_same_curve():
    clip = clip_of(8, 3)
    assert_allclose(placed(later(clip, 5), PHASES).positions, placed(clip, PHASES + 5 / 12).positions, atol=1e-12)


def test_equal_stretch_changes_nothing():
    clip = clip_of(10, 4)
    same = reproportioned(clip, body_structure(clip.body).partners, np.full(3, 1.7), np.ones(10))
    centre = clip.body.rest_positions - same.body.rest_positions
    assert_allclose(centre, np.broadcast_to(centre[0], centre.shape), atol=1e-12)
    assert_allclose(same.body.skin_offsets, clip.body.skin_offsets, atol=1e-12)
    assert_allclose(same.translations, clip.translations, atol=1e-12)


def test_bones_change_by_their_factors():
    clip = clip_of(10, 5)
    factors = np.linspace(0.8, 1.2, 10)
    changed = reproportioned(clip, np.arange(10), np.ones(3), factors)
    before, after = clip.body.rest_positions, changed.body.rest_positions
    size = np.linalg.norm(after[9] - after[clip.body.parents[9]]) / np.linalg.norm(
        (before[9] - before[clip.body.parents[9]]) * factors[9]
    )
    for joint, parent in enumerate(clip.body.parents):
        if parent is not None:
            assert_allclose(after[joint] - after[parent], (before[joint] - before[parent]) * factors[joint] * size)


def test_merging_a_leaf_keeps_the_skin_and_the_other_joints():
    clip = clip_of(12, 6)
    body = clip.body
    smaller = without(clip, [11])
    assert len(smaller.body) == 11
    assert_allclose(smaller.body.skin_shares.sum(), 1.0)
    whole = (body.skin_shares[:, None] * (body.rest_positions + body.skin_offsets)).sum(axis=0)
    merged = smaller.body
    assert_allclose((merged.skin_shares[:, None] * (merged.rest_positions + merged.skin_offsets)).sum(axis=0), whole)
    assert_allclose(placed(smaller, PHASES).positions, placed(clip, PHASES).positions[:, :11], atol=1e-12)


def test_a_joint_left_out_leaves_its_children_to_the_one_above():
    clip = clip_of(12, 6)
    inner = next(j for j in range(1, 11) if j in clip.body.parents)
    smaller = without(clip, [inner])
    kept = [joint for joint in range(12) if joint != inner]
    for place, joint in enumerate(kept):
        up = clip.body.parents[joint]
        heir = clip.body.parents[inner] if up == inner else up
        assert smaller.body.parents[place] == (None if heir is None else kept.index(heir))
    assert_allclose(smaller.turns, clip.turns[:, kept])
    assert_allclose(smaller.body.skin_shares.sum(), 1.0)


def test_a_divided_bone_moves_nothing():
    clip = clip_of(12, 4)
    parents = clip.body.parents
    bones = [4, 7, 11]
    more = divided(clip, bones, [0.3, 0.5, 0.6])
    assert len(more.body) == 15
    old = [more.body.names.index(name) for name in clip.body.names]
    assert_allclose(placed(more, PHASES).positions[:, old], placed(clip, PHASES).positions, atol=1e-9)
    for bone in bones:
        new = more.body.names.index(f"joint{bone} above")
        assert more.body.parents[old[bone]] == new
        assert more.body.parents[new] == old[parents[bone]]
    assert_allclose(more.body.skin_shares.sum(), 1.0)
    assert_allclose(skin_of(more, PHASES), skin_of(clip, PHASES), atol=1e-9)


def test_more_roots_and_ends_move_nothing():
    clip = clip_of(9, 2)
    leaves = np.array([j for j in range(1, 9) if j not in clip.body.parents])
    more = ended(rooted(clip), leaves + 1, np.full(len(leaves), 0.5))
    assert len(more.body) == 10 + len(leaves)
    before, after = placed(clip, PHASES), placed(more, PHASES)
    assert_allclose(after.positions[:, 1:10], before.positions, atol=1e-9)
    up = np.array([clip.body.parents[int(leaf)] for leaf in leaves])
    bones = 0.5 * (clip.body.rest_positions[leaves] - clip.body.rest_positions[up])
    tips = before.positions[:, leaves] + np.einsum("tjxy,jy->tjx", before.rotations[:, leaves], bones)
    assert_allclose(after.positions[:, 10:], tips, atol=1e-9)
    assert_allclose(skin_of(more, PHASES), skin_of(clip, PHASES), atol=1e-9)


def test_another_rest_pose_leaves_the_movement():
    clip = clip_of(14, 8)
    turns = np.random.default_rng(3).normal(size=(14, 3)) * 0.4
    other = rested_otherwise(clip, turns)
    before, after = placed(clip, PHASES), placed(other, PHASES)
    assert_allclose(after.positions, before.positions, atol=1e-9)
    carried = [
        one.positions + np.einsum("tjik,jk->tji", one.rotations, of.body.skin_offsets)
        for one, of in ((before, clip), (after, other))
    ]
    assert_allclose(carried[1], carried[0], atol=1e-9)
    spun = [np.einsum("tjik,jk->tji", one.rotations, of.spins) for one, of in ((before, clip), (after, other))]
    assert_allclose(spun[1], spun[0], atol=1e-9)
    assert_allclose(other.body.rest_positions[:, 1].min(), 0.0, atol=1e-12)
    assert np.abs(other.body.rest_positions - clip.body.rest_positions).max() > 0.05


def test_a_drawn_rest_pose_is_alike_on_both_sides():
    partners = np.array([0, 2, 1, 3])
    draws = [drawn_turns(np.zeros((4, 3)), partners, 3.0, rng=np.random.default_rng(seed)) for seed in range(40)]
    left, right = (np.array([one[side] for one in draws]) for side in (1, 2))
    assert_allclose(right * np.array([1.0, -1.0, -1.0]), left, atol=0.35)
    assert np.abs(left).max() > 1.0


def test_augmentation_is_repeatable_and_changes_something():
    clip = clip_of(14, 7)
    structure = body_structure(clip.body)
    first, second, third = (
        augmented(clip, structure, [np.zeros((14, 3))], AugmentConfig(), rng=np.random.default_rng(seed))[0]
        for seed in (1, 1, 2)
    )
    assert_allclose(first.body.rest_positions, second.body.rest_positions)
    assert_allclose(first.turns, second.turns)
    assert first.duration_s != third.duration_s


@pytest.mark.parametrize("seed", range(25))
def test_any_augmented_clip_is_sound(seed):
    clip = clip_of(16, seed)
    known = body_structure(clip.body)
    changed, structure = augmented(clip, known, [np.zeros((16, 3))], AugmentConfig(), rng=np.random.default_rng(seed))
    joints = len(changed.body)
    assert changed.turns.shape == (12, joints, 3, 3)
    assert changed.translations.shape == (12, joints, 3)
    assert changed.spins.shape == (joints, 3)
    assert np.isfinite(changed.turns).all()
    assert_allclose(changed.body.skin_shares.sum(), 1.0)
    assert len(structure.partners) == joints
    assert structure.shape.above.shape == (joints, joints)


def test_what_is_learnt_of_a_fan_is_the_same_in_a_mirror_and_a_wheel_keeps_forward_and_backward():
    spins = np.array([[0.1, 0.0, -3.0], [0.0, 2.0, 0.3], [-2.0, 0.1, 0.0], [2.0, 0.1, 0.0]])
    learnt, seen = one_way(spins), one_way(spins * [1.0, -1.0, -1.0])
    assert_allclose(learnt, [[-0.1, 0.0, 3.0], [0.0, 2.0, 0.3], [-2.0, 0.1, 0.0], [2.0, 0.1, 0.0]])
    assert_allclose(seen[:, [2, 1, 0, 0]].diagonal(), learnt[:, [2, 1, 0, 0]].diagonal())
