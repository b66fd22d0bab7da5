import numpy as np
from numpy.testing import assert_allclose

from enliven.core.body import Body
from enliven.core.motion import JointMotion
from enliven.core.splines import Spline
from enliven.geometry.measures import joint_tracks
from enliven.geometry.retarget import nearest_joints, retargeted

PARENTS = (None, 0, 1, 0, 3)
REST = np.array([[0.0, 1.0, 0.0], [0.2, 0.5, 0.0], [0.2, 0.0, 0.0], [-0.2, 0.5, 0.0], [-0.2, 0.0, 0.0]])


def _body(rest, parents=PARENTS):
    joints = len(rest)
    return Body(
        names=tuple(map(str, range(joints))),
        parents=parents,
        rest_positions=rest,
        skin_offsets=np.zeros((joints, 3)),
        skin_extents=np.zeros((joints, 3)),
        skin_shares=np.full(joints, 1.0 / joints),
        metres_per_unit=1.0,
        origin_m=np.zeros(3),
    )


def _motion(seed=0):
    rng = np.random.default_rng(seed)
    translations = np.zeros((12, 5, 3))
    translations[:, 0] = rng.normal(size=(12, 3)) * 0.1
    return JointMotion(Spline(rng.normal(size=(12, 5, 3)) * 0.3, 1.0, True), Spline(translations, 1.0, True))


def test_onto_itself_nothing_changes():
    body, motion, times = _body(REST), _motion(), np.linspace(0, 1, 30)
    again = retargeted(motion, body, body)
    assert_allclose(joint_tracks(REST, PARENTS, again, times), joint_tracks(REST, PARENTS, motion, times), atol=0.01)


def test_on_a_body_twice_as_large_every_joint_goes_twice_as_far():
    motion, times = _motion(1), np.linspace(0, 1, 30)
    large = retargeted(motion, _body(REST), _body(2.0 * REST))
    expected = 2.0 * joint_tracks(REST, PARENTS, motion, times)
    assert_allclose(joint_tracks(2.0 * REST, PARENTS, large, times), expected, atol=0.02)


def test_an_extra_joint_follows_its_nearest():
    rest = np.vstack([REST, [-0.2, -0.05, 0.1]])
    assert nearest_joints(_body(REST), _body(rest, (*PARENTS, 4))).tolist() == [0, 1, 2, 3, 4, 4]
