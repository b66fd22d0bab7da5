import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from enliven.core.motion import JointPose
from enliven.geometry import kinematics, rotations, skinning

seeds = st.integers(0, 2**32 - 1)


def _vectors(seed, shape=(6, 3)):
    rng = np.random.default_rng(seed)
    directions = rng.normal(size=shape)
    directions /= np.linalg.norm(directions, axis=-1, keepdims=True)
    return directions * rng.choice([0.0, 1e-9, 1e-4, 1.0, 3.0], size=(*shape[:-1], 1))


@given(seed=seeds)
def test_exponential_and_logarithm_undo_each_other(seed):
    vectors = _vectors(seed)
    assert_allclose(rotations.vector_from_matrix(rotations.matrix_from_vector(vectors)), vectors, atol=1e-7)
    assert_allclose(rotations.vector_from_wxyz(rotations.wxyz_from_vector(vectors)), vectors, atol=1e-7)


@given(seed=seeds)
def test_quaternions_and_matrices_are_the_same_rotations(seed):
    vectors = _vectors(seed)
    quaternions = rotations.wxyz_from_vector(vectors)
    assert_allclose(rotations.matrix_from_wxyz(quaternions), rotations.matrix_from_vector(vectors), atol=1e-9)
    sign = np.sign((rotations.wxyz_from_matrix(rotations.matrix_from_vector(vectors)) * quaternions).sum(axis=-1))
    again = rotations.wxyz_from_matrix(rotations.matrix_from_vector(vectors)) * sign[..., None]
    assert_allclose(again, quaternions, atol=1e-7)


def test_unwrapping_follows_two_whole_turns():
    angles = np.linspace(0.0, 4.0 * np.pi, 60)
    wrapped = rotations.vector_from_matrix(rotations.matrix_from_vector(angles[:, None] * np.array([0.0, 0.6, 0.8])))
    assert_allclose(np.linalg.norm(rotations.unwrapped_vectors(wrapped), axis=1), angles, atol=1e-6)


def test_neighbouring_keys_share_a_hemisphere():
    keys = rotations.wxyz_from_vector(np.linspace(0, 9, 40)[:, None] * np.array([1.0, 0.0, 0.0]))
    keys[::3] *= -1.0
    fixed = rotations.same_hemisphere(keys)
    assert ((fixed[1:] * fixed[:-1]).sum(axis=-1) > 0).all()


PARENTS = (None, 0, 1, 1, None, 4)


@given(seed=seeds)
def test_inverse_kinematics_undoes_forward(seed):
    rng = np.random.default_rng(seed)
    rest = rng.normal(size=(6, 3))
    pose = JointPose(rotations=_vectors(seed, (4, 6, 3)), translations=rng.normal(size=(4, 6, 3)))
    placed = kinematics.forward(rest, PARENTS, pose)
    again = kinematics.inverse(rest, PARENTS, placed)
    assert_allclose(again.rotations, pose.rotations, atol=1e-6)
    assert_allclose(again.translations, pose.translations, atol=1e-9)


def test_rest_pose_leaves_the_skin_alone():
    rng = np.random.default_rng(5)
    rest, vertices = rng.normal(size=(6, 3)), rng.normal(size=(50, 3))
    still = JointPose(rotations=np.zeros((2, 6, 3)), translations=np.zeros((2, 6, 3)))
    weights = skinning.normalised_weights(rng.random((50, 6)))
    moved = kinematics.model_from_rest(rest, kinematics.forward(rest, PARENTS, still))
    assert_allclose(skinning.skinned(vertices, weights, moved), np.stack([vertices] * 2), atol=1e-12)


def test_turning_the_only_root_turns_the_skin_rigidly():
    rng = np.random.default_rng(6)
    rest, vertices = rng.normal(size=(3, 3)), rng.normal(size=(40, 3))
    rotation_vectors = np.zeros((1, 3, 3))
    rotation_vectors[0, 0] = [0.3, -0.2, 0.9]
    pose = JointPose(rotations=rotation_vectors, translations=np.zeros((1, 3, 3)))
    placed = kinematics.forward(rest, (None, 0, 1), pose)
    turn = rotations.matrix_from_vector(rotation_vectors[0, 0])
    weights = skinning.normalised_weights(rng.random((40, 3)))
    got = skinning.skinned(vertices, weights, kinematics.model_from_rest(rest, placed))[0]
    assert_allclose(got, (vertices - rest[0]) @ turn.T + rest[0], atol=1e-12)


@given(seed=seeds, influences=st.integers(1, 5))
def test_weights_sum_to_one_after_any_edit(seed, influences):
    weights = np.random.default_rng(seed).normal(size=(30, 5))
    kept = skinning.strongest_influences(skinning.normalised_weights(weights), influences)
    assert_allclose(kept.sum(axis=1), 1.0, atol=1e-12)
    assert ((kept > 0).sum(axis=1) <= influences).all()


@given(seed=seeds)
def test_what_a_joint_carries_stays_at_its_distance_and_moves_with_it(seed):
    rng = np.random.default_rng(seed)
    rest, offsets = rng.normal(size=(6, 3)), rng.normal(size=(6, 3))
    pose = JointPose(rotations=_vectors(seed, (4, 6, 3)), translations=rng.normal(size=(4, 6, 3)))
    placed = kinematics.forward(rest, PARENTS, pose)
    away = placed.carried(offsets) - placed.positions
    assert_allclose(np.linalg.norm(away, axis=-1), np.tile(np.linalg.norm(offsets, axis=-1), (4, 1)), rtol=1e-9)
    assert_allclose(np.einsum("tjki,tjk->tji", placed.rotations, away), np.tile(offsets, (4, 1, 1)), atol=1e-9)
