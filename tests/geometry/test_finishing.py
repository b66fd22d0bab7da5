import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.builders import motion_from
from tests.geometry.rigs import boxed_rig

from enliven.core.motion import JointMotion, JointPose, Spin
from enliven.core.splines import Spline
from enliven.geometry import finishing
from enliven.geometry.contacts import with_contacts
from enliven.geometry.contacts_body import ground_body
from enliven.geometry.contacts_reach import reached
from enliven.geometry.kinematics import forward
from enliven.geometry.measures import joint_tracks, measured
from enliven.geometry.spline_fit import fitted_controls

_LEG = np.array([[0.2, 1.0, 0.0], [0.2, 0.5, 0.0], [0.2, 0.0, 0.0]])
REST = np.vstack([[0.0, 1.0, 0.0], _LEG, _LEG * [-1.0, 1.0, 1.0]])
PARENTS = (None, 0, 1, 2, 0, 4, 5)


def _motion(*, loop, seed=0, turn=0.4, shift=0.0):
    rng = np.random.default_rng(seed)
    rotations = rng.normal(size=(12, 7, 3)) * turn
    translations = np.zeros((12, 7, 3))
    translations[:, 0, 1] = shift
    return motion_from(rotations, translations, duration_s=1.5, loop=loop)


@pytest.mark.parametrize("loop", [False, True])
def test_start_at_rest_begins_at_rest_and_keeps_the_middle(loop):
    motion = _motion(loop=loop, turn=0.2)
    started = finishing.started_at_rest(motion)
    pose = started.at(np.array([0.0, 1.5]))
    assert_allclose(pose.rotations[0], 0.0, atol=1e-12)
    if loop:
        assert_allclose(pose.rotations[1], 0.0, atol=1e-12)
    middle = np.array([0.75])
    assert_allclose(started.at(middle).rotations, motion.at(middle).rotations, atol=0.02)


def test_a_sunk_clip_is_lifted_to_the_ground():
    sunk = _motion(loop=True, turn=0.0, shift=-0.1)
    tracks = joint_tracks(REST, PARENTS, finishing.grounded(sunk, REST, PARENTS, 1.0), np.linspace(0, 1.5, 9))
    assert_allclose(tracks[..., 1].min(), 0.0, atol=1e-9)


def test_who_flies_is_left_in_the_air():
    flying = _motion(loop=True, turn=0.0, shift=0.8)
    assert finishing.grounded(flying, REST, PARENTS, 1.0) is flying


def _walk(stride_rad, duration_s):
    """Two straight legs that swing against each other; the standing leg is the one that reaches the ground."""
    phase = np.arange(24) / 24 * 2.0 * np.pi
    rotations, translations = np.zeros((24, 7, 3)), np.zeros((24, 7, 3))
    rotations[:, 1, 0], rotations[:, 4, 0] = stride_rad * np.sin(phase), -stride_rad * np.sin(phase)
    rotations[:, 2, 0] = np.maximum(0.0, np.cos(phase + np.pi)) * 1.2
    rotations[:, 5, 0] = np.maximum(0.0, np.cos(phase)) * 1.2
    return JointMotion(Spline(rotations, duration_s, True), Spline(translations, duration_s, True))


def _body():
    """A box of a body on two legs of two bones."""
    names = ("hips", "thigh.L", "shin.L", "foot.L", "thigh.R", "shin.R", "foot.R")
    joints = [
        (name, None if parent is None else names[parent], at)
        for name, parent, at in zip(names, PARENTS, REST, strict=True)
    ]
    boxes = [("hips", (0.0, 1.2, 0.0), (0.3, 0.2, 0.2))]
    for side, x in (("L", 0.2), ("R", -0.2)):
        boxes += [
            (f"thigh.{side}", (x, 0.75, 0.0), (0.06, 0.25, 0.06)),
            (f"shin.{side}", (x, 0.25, 0.0), (0.05, 0.25, 0.05)),
            (f"foot.{side}", (x, 0.0, 0.0), (0.03, 0.01, 0.03)),
        ]
    skeleton, skin, mesh = boxed_rig(joints, boxes)
    return ground_body(skeleton, skin, mesh, 1.0, np.array([0.0, 0.0, 1.0]))


def test_travel_goes_forward_and_grows_with_the_stride():
    short, long = (finishing.travelled(_walk(stride, 1.0), _body()).travel_m for stride in (0.2, 0.4))
    assert long[2] > 1.5 * short[2] > 0.3
    assert_allclose([short[:2], long[:2]], 0.0, atol=1e-9)


def test_travel_covers_the_same_ground_at_half_the_speed():
    fast, slow = (finishing.travelled(_walk(0.4, seconds), _body()).travel_m for seconds in (1.0, 2.0))
    assert_allclose(fast, slow, rtol=0.1)


def _treadmill_walk(body, speed, duration_s):
    """A walk made by reaching: each foot goes back at one speed on the ground, and forth through the air."""
    samples = 96
    phases = np.arange(samples) / samples
    lowered = np.zeros((samples, 7, 3))
    lowered[:, 0, 1] = -0.08
    rotations = np.zeros((samples, 7, 3))
    placed = forward(REST, PARENTS, JointPose(rotations, lowered))
    for number, leg in enumerate(body.legs):
        at = (phases + 0.5 * number) % 1.0
        half = 0.6 * speed * duration_s / 2.0
        swing = np.clip((at - 0.6) / 0.4, 0.0, 1.0)
        z = np.where(at < 0.6, half - speed * duration_s * at, -half + 2.0 * half * swing**2 * (3.0 - 2.0 * swing))
        shift = np.stack([np.zeros(samples), 0.08 + 0.15 * np.sin(np.pi * swing) ** 2, z], axis=1)
        bent = reached(body, leg, placed, shift)
        rotations[:, list(bent.joints)] = bent.rotations
    curves = [
        Spline(fitted_controls(phases, values, 32, loop=True), duration_s, True) for values in (rotations, lowered)
    ]
    return JointMotion(*curves)


@pytest.mark.parametrize("speed", [0.4, 0.7])
def test_travel_is_as_fast_as_the_standing_feet_of_a_walk_of_known_speed(speed):
    body = _body()
    for motion in (_treadmill_walk(body, speed, 1.0), with_contacts(_treadmill_walk(body, speed, 1.0), body)):
        assert_allclose(finishing.travelled(motion, body).travel_m, [0.0, 0.0, speed], atol=0.12 * speed)


def test_a_car_rolls_as_far_as_its_wheels_turn():
    joints = [("body", None, (0.0, 0.6, 0.0))]
    boxes = [("body", (0.0, 0.8, 0.0), (0.5, 0.2, 1.0))]
    for name, x, z in (("fl", 0.5, 0.7), ("fr", -0.5, 0.7), ("bl", 0.5, -0.7), ("br", -0.5, -0.7)):
        joints.append((name, "body", (x, 0.3, z)))
        boxes.append((name, (x, 0.3, z), (0.1, 0.3, 0.3)))
    body = ground_body(*boxed_rig(joints, boxes), 1.0, np.array([0.0, 0.0, 1.0]))
    still = Spline(np.zeros((4, 5, 3)), 2.0, loop=True)
    angle = Spline(np.linspace(0.0, 4.0 * np.pi, 4), 2.0, loop=False)
    spins = tuple(Spin(wheel, np.array([1.0, 0.0, 0.0]), angle) for wheel in range(1, 5))
    assert body.legs == ()
    travelled = finishing.travelled(JointMotion(still, still, spins), body)
    assert_allclose(travelled.travel_m, [0.0, 0.0, 4.0 * np.pi * 0.3], rtol=1e-6)


def test_an_even_drift_is_taken_out_and_a_lunge_stays():
    way = np.zeros((12, 7, 3))
    way[:, 0, 2] = np.linspace(0.0, 1.0, 12)
    still = Spline(np.zeros((12, 7, 3)), 2.0, loop=False)
    times = np.linspace(0.0, 2.0, 9)
    kept = finishing.kept_in_place(JointMotion(still, Spline(way, 2.0, loop=False)), PARENTS, 1.0)
    assert np.ptp(kept.translations.at(times)[:, 0, 2]) < 0.15
    way[:, 0, 2] = np.sin(np.linspace(0.0, np.pi, 12))
    lunge = JointMotion(still, Spline(way, 2.0, loop=False))
    assert finishing.kept_in_place(lunge, PARENTS, 1.0) is lunge


def test_measures_of_stillness_are_zero():
    still = measured(REST, PARENTS, _motion(loop=True, turn=0.0), 1.0)
    assert_allclose([still.speed, still.reach, still.jerk, still.loop_error, still.floor], 0.0, atol=1e-12)


def test_speed_halves_when_the_clip_lasts_twice_as_long():
    quick = _motion(loop=True)
    slow = JointMotion(Spline(quick.rotations.controls, 3.0, True), Spline(quick.translations.controls, 3.0, True))
    measures = [measured(REST, PARENTS, motion, 1.0, per_second=120.0) for motion in (quick, slow)]
    assert_allclose(measures[0].speed, 2.0 * measures[1].speed, rtol=0.02)


def test_a_loop_closes_and_its_travel_is_no_error():
    motion = finishing.travelled(_walk(0.4, 1.0), _body())
    assert measured(REST, PARENTS, motion, 1.0).loop_error < 1e-9
