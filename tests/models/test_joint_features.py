from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from tests.models.bodies import random_body, random_clip

from enliven.models.joint_codec import TurnControls, channels_of, controls_of, cosine_matrix
from enliven.models.joint_features import body_features, body_structure, own_weight
from enliven.models.joint_topology import MIRROR, OTHER_TREE, SELF, relations, topology
from enliven.models.joint_turns import turns_from

PARENTS = (None, 0, 1, 1, 3, None)
"""A root 0 with 1 below, whose children are 2 and 3, 4 below 3; and a second root."""


def test_topology_of_a_small_forest():
    shape = topology(PARENTS)
    assert_array_equal(shape.depth, [0, 1, 2, 2, 3, 0])
    assert_array_equal(shape.height, [3, 2, 0, 1, 0, 0])
    assert_array_equal(shape.descendants, [4, 3, 0, 1, 0, 0])
    assert_array_equal(shape.children, [1, 2, 0, 1, 0, 0])
    assert shape.hops[2, 4] == 3
    assert shape.hops[5, 4] == 4  # up to one root, across, down from the other


def test_relations_of_a_small_forest():
    codes = relations(topology(PARENTS), np.arange(6))
    assert codes[4, 0] == 3  # 0 is an ancestor of 4, three hops up
    assert codes[0, 4] == 6 + 3
    assert codes[2, 3] == 12 + 1
    assert codes[2, 4] == 12 + 2
    assert codes[5, 0] == OTHER_TREE
    assert_array_equal(np.diag(codes), np.full(6, SELF))


def test_mirror_partners_are_found_by_rest_geometry():
    body = random_body(3, 0)
    at = np.array([[0.0, 0.0, 0.0], [0.3, 0.2, 0.1], [-0.31, 0.2, 0.1]])
    paired = replace(body, parents=(None, 0, 0), rest_positions=at)
    structure = body_structure(paired)
    assert_array_equal(structure.partners, [0, 2, 1])
    assert structure.relations[1, 2] == structure.relations[2, 1] == MIRROR
    apart = replace(paired, rest_positions=at + np.array([[0, 0, 0], [0, 0.3, 0], [0, 0, 0]]))
    assert_array_equal(body_structure(apart).partners, [0, 1, 2])


@given(joints=st.integers(2, 40), seed=st.integers(0, 1000))
def test_partners_are_an_involution_and_features_are_finite(joints, seed):
    body = random_body(joints, seed)
    features = body_features(body)
    assert np.isfinite(features.values).all()
    partners = body_structure(body).partners
    assert_array_equal(partners[partners], np.arange(joints))
    assert_allclose(features.weights.mean(), 1.0, rtol=1e-5)


def test_a_joint_whose_turn_moves_more_weighs_more():
    body = random_body(30, 3)
    shape = topology(body.parents)
    weights = own_weight(body, shape)
    assert weights[0] > weights[shape.height == 0].max()


def test_names_play_no_part():
    body = random_body(12, 4)
    renamed = replace(body, names=tuple(f"other{joint}" for joint in range(12)))
    assert_array_equal(body_features(body).values, body_features(renamed).values)


def test_cosines_are_orthonormal():
    assert_allclose(cosine_matrix() @ cosine_matrix().T, np.eye(12), atol=1e-12)


@pytest.mark.parametrize("seed", [0, 1])
def test_channels_hold_a_motion(seed):
    clip = random_clip(9, seed)
    turns = turns_from(clip.rotations, clip.body.parents, loop=True)
    motion = TurnControls(turns, clip.translations, clip.spin_axes * clip.spin_turns[:, None])
    back = controls_of(channels_of(motion))
    assert_allclose(back.turns, motion.turns, atol=1e-6)
    assert_allclose(back.translations, motion.translations, atol=1e-6)
    assert_allclose(back.spins, motion.spins, atol=1e-6)
