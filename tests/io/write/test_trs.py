"""Laws of taking matrices apart and of stored weights."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enliven.geometry.rotations import matrix_from_wxyz
from enliven.io.gltf.influences import stored_influences
from enliven.io.gltf.trs import split_trs

seeds = st.integers(0, 2**32 - 1)


def composed(parts):
    matrices = np.zeros((*parts.translations.shape[:-1], 4, 4))
    matrices[..., :3, :3] = matrix_from_wxyz(parts.rotations_wxyz) * parts.scales[..., None, :]
    matrices[..., :3, 3] = parts.translations
    matrices[..., 3, 3] = 1.0
    return matrices


def random_trs(rng, count):
    turns, _ = np.linalg.qr(rng.normal(size=(count, 3, 3)))
    turns *= np.linalg.det(turns)[:, None, None]
    scales = rng.uniform(0.01, 100.0, (count, 3)) * rng.choice([-1.0, 1.0], (count, 3))
    matrices = np.repeat(np.eye(4)[None], count, axis=0)
    matrices[:, :3, :3] = turns * scales[:, None, :]
    matrices[:, :3, 3] = rng.normal(size=(count, 3))
    return matrices, scales


@given(seed=seeds)
def test_parts_compose_to_the_matrix(seed):
    matrices, _ = random_trs(np.random.default_rng(seed), 20)
    np.testing.assert_allclose(composed(split_trs(matrices)), matrices, rtol=1e-9, atol=1e-9)


@given(seed=seeds)
def test_the_signs_of_a_scale_are_kept(seed):
    matrices, scales = random_trs(np.random.default_rng(seed), 20)
    for matrix, scale in zip(matrices, scales, strict=True):
        parts = split_trs(matrix, scale)
        np.testing.assert_allclose(parts.scales, scale, rtol=1e-9)
        np.testing.assert_allclose(composed(parts), matrix, rtol=1e-9, atol=1e-9)


def test_shear_gives_a_unit_rotation_nearby():
    sheared = np.eye(4)
    sheared[0, 1] = 0.2
    parts = split_trs(sheared)
    np.testing.assert_allclose(np.linalg.norm(parts.rotations_wxyz), 1.0)
    np.testing.assert_allclose(composed(parts), sheared, atol=0.12)


@pytest.mark.parametrize("scale", [(0, 1, 1), (0, 0, 1), (0, 0, 0), (-1, 0, 2)])
def test_flat_matrices_are_taken_apart_too(scale):
    matrix = np.diag([*scale, 1.0]).astype(float)
    np.testing.assert_allclose(composed(split_trs(matrix)), matrix, atol=1e-12)


@given(seed=seeds, joints=st.integers(1, 9))
def test_stored_weights_are_the_four_strongest(seed, joints):
    weights = np.random.default_rng(seed).dirichlet(np.full(joints, 0.3), 30)
    kept = stored_influences(weights, first_joint=1)
    np.testing.assert_array_equal(kept.weights.sum(axis=1), np.float32(1.0))
    assert (np.diff(kept.weights, axis=1) <= 0).all()
    for row, slots, shares in zip(weights, kept.joints, kept.weights, strict=True):
        best = np.sort(row)[::-1][:4]
        np.testing.assert_allclose(shares[: len(best)], best / best.sum(), atol=3e-7)
        for slot, share in zip(slots, shares, strict=True):
            assert slot == 0 if share == 0 else abs(row[slot - 1] / best.sum() - share) < 3e-7


@pytest.mark.parametrize(("joints", "first", "kind"), [(256, 0, np.uint8), (256, 1, np.uint16), (300, 0, np.uint16)])
def test_joints_take_two_bytes_only_where_they_must(joints, first, kind):
    weights = np.eye(joints)
    kept = stored_influences(weights, first_joint=first)
    assert kept.joints.dtype == kind
    np.testing.assert_array_equal(kept.joints[:, 0], np.arange(joints) + first)
