import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.builders import motion_from

from enliven.core.mesh import Mesh
from enliven.core.motion import JointMotion
from enliven.core.skeleton import skeleton_at
from enliven.core.skin import Skin
from enliven.core.splines import Spline
from enliven.evaluation.shape import edge_stretch, first_cycle, scaled


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_repeated_loop_is_cut_to_one_cycle(rounds):
    cycle = np.random.default_rng(0).normal(size=(12, 4, 3))
    cut = first_cycle(motion_from(np.tile(cycle, (rounds, 1, 1)), duration_s=2.0))
    assert cut.duration_s == pytest.approx(2.0 / rounds)
    assert_allclose(cut.rotations.controls, cycle)


def test_what_does_not_repeat_stays_whole():
    controls = np.random.default_rng(1).normal(size=(24, 4, 3))
    assert first_cycle(motion_from(controls, duration_s=2.0)).duration_s == 2.0
    once = np.tile(controls[:12], (2, 1, 1))
    assert first_cycle(motion_from(once, loop=False, duration_s=2.0)).duration_s == 2.0


def _strip():
    vertices = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 2, 0], [1, 2, 0]])
    faces = np.array([[0, 1, 2], [1, 3, 2], [2, 3, 4], [3, 5, 4]])
    places = np.stack([np.eye(4)] * 2)
    places[1, 1, 3] = 1.0
    skin = Skin(np.array([[1.0, 0], [1, 0], [1, 0], [1, 0], [0, 1], [0, 1]]), np.linalg.inv(places))
    return Mesh(vertices, faces), skeleton_at(("low", "high"), (None, 0), places), skin


def test_a_rigid_motion_stretches_nothing_and_a_lift_of_one_joint_stretches_by_its_length():
    mesh, skeleton, skin = _strip()
    turned, lifted = np.zeros((6, 2, 3)), np.zeros((6, 2, 3))
    turned[:, 0] = [0.3, 0.5, -0.2]
    lifted[:, 1, 1] = 1.0
    still = Spline(np.zeros((6, 2, 3)), 1.0, loop=False)
    rigid = JointMotion(Spline(turned, 1.0, loop=False), still)
    stretched = JointMotion(still, Spline(lifted, 1.0, loop=False))
    assert edge_stretch(mesh, skeleton, skin, rigid) == pytest.approx(1.0)
    assert edge_stretch(mesh, skeleton, skin, stretched) == pytest.approx(2.0, rel=0.01)


def test_scaling_a_motion_scales_its_translations_only():
    motion = JointMotion(*[Spline(np.ones((6, 1, 3)), 1.0, loop=True)] * 2, travel_m=np.array([0.0, 0.0, 1.0]))
    twice = scaled(motion, 2.0)
    assert_allclose(twice.rotations.controls, 1.0)
    assert_allclose(twice.translations.controls, 2.0)
    assert_allclose(twice.travel_m, [0.0, 0.0, 2.0])
