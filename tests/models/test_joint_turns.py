import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.models.bodies import random_body

from enliven.core.motion import JointPose
from enliven.core.splines import basis
from enliven.geometry.kinematics import forward
from enliven.geometry.rotations import proper_rotation
from enliven.models.joint_turns import rotations_from, turns_from, world_turns

PHASES = np.linspace(0.0, 0.97, 21)


def smooth_rotations(joints: int, seed: int, *, loop: bool, size: float = 0.35) -> np.ndarray:
    rng = np.random.default_rng(seed)
    phase = np.arange(12) / (12 if loop else 11) * 2.0 * np.pi
    waves = np.stack([np.ones(12), np.sin(phase), np.cos(phase)], axis=1)
    return np.einsum("cw,wjx->cjx", waves, rng.normal(size=(3, joints, 3))) * size


def turned_at(rotations: np.ndarray, parents: tuple[int | None, ...], *, loop: bool) -> np.ndarray:
    sampled = np.einsum("tc,cjx->tjx", basis(PHASES, 12, loop=loop), rotations)
    return forward(np.zeros((len(parents), 3)), parents, JointPose(sampled, np.zeros_like(sampled))).rotations


@pytest.mark.parametrize("loop", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_turns_and_rotations_are_one_motion(seed, loop):
    parents = random_body(8, seed).parents
    rotations = smooth_rotations(8, seed, loop=loop)
    back = rotations_from(turns_from(rotations, parents, loop=loop), parents, loop=loop)
    assert_allclose(turned_at(back, parents, loop=loop), turned_at(rotations, parents, loop=loop), atol=0.06)


def test_a_curve_of_turns_passes_near_the_true_ones():
    parents = random_body(8, 2).parents
    rotations = smooth_rotations(8, 2, loop=True)
    curve = np.einsum("tc,cjxy->tjxy", basis(PHASES, 12, loop=True), turns_from(rotations, parents, loop=True))
    assert_allclose(curve, turned_at(rotations, parents, loop=True), atol=0.04)


def test_turns_past_half_a_turn_come_back_without_a_jump():
    rotations = np.zeros((12, 1, 3))
    rotations[:, 0, 1] = np.linspace(2.6, 3.8, 12)
    back = rotations_from(turns_from(rotations, (None,), loop=False), (None,), loop=False)
    assert_allclose(turned_at(back, (None,), loop=False), turned_at(rotations, (None,), loop=False), atol=1e-3)
    assert np.abs(np.diff(back, axis=0)).max() < 0.2


@pytest.mark.parametrize("seed", range(3))
def test_any_matrix_is_led_to_a_rotation(seed):
    matrices = np.random.default_rng(seed).normal(size=(40, 3, 3))
    found = proper_rotation(matrices)
    assert_allclose(found @ np.swapaxes(found, -1, -2), np.broadcast_to(np.eye(3), found.shape), atol=1e-9)
    assert_allclose(np.linalg.det(found), 1.0, atol=1e-9)
    # No rotation is nearer: small turns of the answer only lead away.
    for axis in range(3):
        turned = world_turns(0.01 * np.eye(3)[axis][None], (None,))[0][0]
        near, far = (np.linalg.norm(matrices - one, axis=(1, 2)) for one in (found, found @ turned))
        assert (near <= far + 1e-9).all()
