from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.geometry.biped import BIPED, body_of

from enliven.core.motion import JointMotion, Spin
from enliven.core.splines import Spline
from enliven.geometry.kinematics import forward, posed_at
from enliven.geometry.measures import joint_tracks
from enliven.geometry.retarget import plan_for, retargeted
from enliven.geometry.rotations import matrix_from_vector

TIMES = np.linspace(0.0, 1.0, 30)


def _motion(body, seed=0, size=0.25):
    rng = np.random.default_rng(seed)
    turns = rng.normal(size=(12, len(body), 3)) * size
    shifts = np.zeros((12, len(body), 3))
    shifts[:, 0] = rng.normal(size=(12, 3)) * 0.05
    return JointMotion(Spline(turns, 1.0, True), Spline(shifts, 1.0, True))


def _tracks(body, motion):
    return joint_tracks(np.asarray(body.rest_positions), body.parents, motion, TIMES)


def _skin(body, motion):
    placed = forward(np.asarray(body.rest_positions), body.parents, posed_at(motion, TIMES, body.parents))
    return placed.positions + np.einsum("tjik,jk->tji", placed.rotations, body.skin_offsets)


def _reposed(body, turns):
    """The same body resting in another pose: turns relative to parent, model axes."""
    local, whole = matrix_from_vector(turns), np.tile(np.eye(3), (len(body), 1, 1))
    at = np.array(body.rest_positions)
    for joint, up in enumerate(body.parents):
        if up is not None:
            whole[joint] = whole[up] @ local[joint]
            at[joint] = at[up] + whole[up] @ (body.rest_positions[joint] - body.rest_positions[up])
    return replace(body, rest_positions=at, skin_offsets=np.einsum("jik,jk->ji", whole, body.skin_offsets))


def test_onto_itself_nothing_changes():
    body = body_of(BIPED)
    motion = _motion(body)
    assert_allclose(_tracks(body, retargeted(motion, body, body)), _tracks(body, motion), atol=0.01)


def test_on_a_body_twice_as_large_every_joint_goes_twice_as_far():
    body = body_of(BIPED)
    large = replace(
        body,
        rest_positions=2.0 * body.rest_positions,
        skin_offsets=2.0 * body.skin_offsets,
        skin_extents=2.0 * body.skin_extents,
    )
    motion = _motion(body, 1)
    assert_allclose(_tracks(large, retargeted(motion, body, large)), 2.0 * _tracks(body, motion), atol=0.02)


@pytest.mark.parametrize("down", [0.6, 1.2])
def test_another_rest_pose_gives_the_same_places(down):
    body = body_of(BIPED)
    turns = np.zeros((len(body), 3))
    for name, sign in (("arm_l", -1.0), ("arm_r", 1.0)):
        turns[body.names.index(name)] = [0.0, 0.0, sign * down]
    turns[body.names.index("shin_l")] = turns[body.names.index("shin_r")] = [0.15, 0.0, 0.0]
    other = _reposed(body, turns)
    motion = _motion(body, 2)
    # Ends of limbs twist about themselves freely, so the middles of their skins are compared too.
    assert_allclose(_tracks(other, retargeted(motion, body, other)), _tracks(body, motion), atol=0.02)
    assert_allclose(_skin(other, retargeted(motion, body, other)), _skin(body, motion), atol=0.02)


def test_without_alignment_another_rest_pose_would_not():
    body = body_of(BIPED)
    turns = np.zeros((len(body), 3))
    turns[body.names.index("arm_l")] = [0.0, 0.0, -1.2]
    other, motion = _reposed(body, turns), _motion(body, 2)
    assert np.abs(_tracks(other, motion) - _tracks(body, motion)).max() > 0.2


def test_a_mirrored_body_makes_the_mirrored_motion():
    body = body_of(BIPED)
    mirror = np.array([-1.0, 1.0, 1.0])
    other = replace(body, rest_positions=body.rest_positions * mirror, skin_offsets=body.skin_offsets * mirror)
    motion = _motion(body, 3)
    turned = JointMotion(
        Spline(motion.rotations.controls * np.array([1.0, -1.0, -1.0]), 1.0, True),
        Spline(motion.translations.controls * mirror, 1.0, True),
    )
    target = _taller(body)
    mirrored_target = replace(
        target, rest_positions=target.rest_positions * mirror, skin_offsets=target.skin_offsets * mirror
    )
    expected = _tracks(target, retargeted(motion, body, target)) * mirror
    assert_allclose(_tracks(mirrored_target, retargeted(turned, other, mirrored_target)), expected, atol=1e-6)


def _taller(body):
    """Legs half as long again."""
    at = np.array(body.rest_positions)
    offsets = np.array(body.skin_offsets)
    legs = [joint for joint, name in enumerate(body.names) if name[:4] in ("thig", "shin", "foot")]
    high = at[:, 1] > 0.45
    at[high, 1] += 0.24
    at[legs, 1] *= 1.5
    offsets[legs, 1] *= 1.5
    return replace(body, rest_positions=at, skin_offsets=offsets)


def test_a_joint_more_in_a_shin_changes_little():
    body = body_of(BIPED)
    split = {}
    for name, (up, place, offset) in BIPED.items():
        if name == "foot_l":
            split["ankle_l"] = ("shin_l", (0.08, 0.15, 0.005), (0.0, -0.05, 0.0))
            up = "ankle_l"
        split[name] = (up, place, offset)
    target = body_of(split)
    motion = _motion(body, 4)
    kept = [target.names.index(name) for name in body.names]
    tracks = _tracks(target, retargeted(motion, body, target))[:, kept]
    assert_allclose(tracks, _tracks(body, motion), atol=0.03)


def test_feet_stay_on_the_ground_on_longer_legs():
    body = body_of(BIPED)
    target = _taller(body)
    turns = np.zeros((12, len(body), 3))
    phase = 2.0 * np.pi * np.arange(12) / 12
    for name, shift in (("thigh_l", 0.0), ("thigh_r", np.pi)):
        turns[:, body.names.index(name), 0] = 0.5 * np.sin(phase + shift)
    motion = JointMotion(Spline(turns, 1.0, True), Spline(np.zeros_like(turns), 1.0, True))
    low = _skin(body, motion)[..., 1].min(axis=1)
    lowest = _skin(target, retargeted(motion, body, target))[..., 1].min(axis=1)
    assert_allclose(lowest - 0.03, 1.5 * (low - 0.02), atol=0.03)


def test_a_tail_that_nothing_matches_rests_on_its_parent():
    tailed = BIPED | {
        "tail_1": ("hips", (0.0, 0.5, -0.1), (0.0, 0.0, -0.1)),
        "tail_2": ("tail_1", (0.0, 0.5, -0.3), (0.0, 0.0, -0.1)),
    }
    body, target = body_of(BIPED), body_of(tailed)
    motion = retargeted(_motion(body, 5), body, target)
    tail = [target.names.index("tail_1"), target.names.index("tail_2")]
    assert_allclose(motion.rotations.controls[:, tail], 0.0, atol=1e-6)
    assert np.abs(motion.rotations.controls).max() > 0.1


def test_wheels_turn_on():
    cart = {
        "root": (None, (0.0, 0.3, 0.0), (0.0, 0.1, 0.0)),
        "wheel_l": ("root", (0.3, 0.15, 0.2), (0.0, 0.0, 0.0)),
        "wheel_r": ("root", (-0.3, 0.15, 0.2), (0.0, 0.0, 0.0)),
    }
    body = body_of(cart)
    still = Spline(np.zeros((4, 3, 3)), 1.0, True)
    spin = Spin(1, np.array([1.0, 0.0, 0.0]), Spline(np.linspace(0.0, 4.0 * np.pi, 4), 1.0, False))
    result = retargeted(JointMotion(still, still, spins=(spin,)), body, body)
    assert [one.joint for one in result.spins] == [1]
    assert_allclose(result.spins[0].axis, spin.axis, atol=1e-9)
    assert result.spins[0].angle_rad is spin.angle_rad


def test_a_biped_comes_apart_in_a_line_two_legs_and_two_arms():
    plan = plan_for(body_of(BIPED))
    names = plan.bones.body.names
    assert [names[joint] for joint in plan.line] == ["hips", "spine", "chest", "head"]
    roles = sorted((limb.role, limb.side, names[limb.joints[0]]) for limb in plan.limbs)
    assert roles == [("arm", -1, "arm_r"), ("arm", 1, "arm_l"), ("leg", -1, "thigh_r"), ("leg", 1, "thigh_l")]
    assert plan.leg_pairs == 1
