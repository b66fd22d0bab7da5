import numpy as np
import pytest
from numpy.testing import assert_allclose

from enliven.core.body import Body
from enliven.core.mesh import Mesh
from enliven.core.motion import JointMotion, Spin
from enliven.core.skin import Skin
from enliven.core.splines import Spline
from enliven.evaluation.footing import footing, skin_points
from enliven.evaluation.seams import seam

# two posts of one unit on a bar: joint 0 carries all, joints 1 and 2 a post each
REST = np.array([[0.0, 1.0, 0.0], [-0.5, 1.0, 0.0], [0.5, 1.0, 0.0]])
BODY = Body(
    names=("root", "left", "right"), parents=(None, 0, 0), rest_positions=REST, skin_offsets=np.zeros((3, 3)),
    skin_extents=np.zeros((3, 3)), skin_shares=np.full(3, 1 / 3), metres_per_unit=2.0,
    origin_m=np.array([3.0, 1.0, -1.0]),
)  # fmt: skip
PLACES = np.array([[x, y, 0.0] for x in (-0.5, 0.5) for y in np.linspace(0.0, 1.0, 41)])


def _points():
    weights = np.zeros((len(PLACES), 3))
    weights[:41, 1] = weights[41:, 2] = 1.0
    mesh = Mesh(PLACES * 2.0 + BODY.origin_m, np.array([[0, 1, 2]]))
    return skin_points(BODY, mesh, Skin(weights, np.stack([np.eye(4)] * 3)))


def _moved(paths, *, loop=True, duration_s=2.0):
    """A motion by the translations of joints, [times joints 3], as spline controls."""
    still = np.zeros_like(paths)
    return JointMotion(Spline(still, duration_s, loop), Spline(paths, duration_s, loop))


def _still():
    return np.zeros((12, 3, 3))


def test_points_are_in_body_units_and_keep_their_joints():
    points = _points()
    assert points.height == pytest.approx(1.0)
    assert {tuple(np.round(place, 6)) for place in points.rest} <= {tuple(np.round(place, 6)) for place in PLACES}
    paths = points.paths(BODY, _moved(_still()), np.array([0.0, 0.7]))
    assert_allclose(paths, np.stack([points.rest] * 2), atol=1e-12)


def test_standing_neither_skates_nor_sinks():
    found = footing(_points(), BODY, _moved(_still()))
    assert found.skate == pytest.approx(0.0, abs=1e-9)
    assert found.sunk == pytest.approx(0.0, abs=1e-9)


def test_even_travel_does_not_skate_but_feet_that_slide_apart_do():
    line = np.linspace(0.0, 1.0, 12)
    travelling = JointMotion(
        Spline(_still(), 2.0, loop=True), Spline(_still(), 2.0, loop=True), travel_m=np.array([0.0, 0.0, 3.0])
    )
    assert footing(_points(), BODY, travelling).skate == pytest.approx(0.0, abs=1e-6)
    apart = _still()
    apart[:, 1, 0], apart[:, 2, 0] = -line, line
    assert footing(_points(), BODY, _moved(apart, loop=False)).skate == pytest.approx(0.5, rel=0.02)


def test_a_lifted_foot_may_move():
    swing = _still()
    swing[:, 1, 1] = 0.3
    swing[:, 1, 2] = np.sin(np.arange(12))
    assert footing(_points(), BODY, _moved(swing)).skate == pytest.approx(0.0, abs=1e-9)


def test_what_goes_under_the_ground_is_told_in_body_heights():
    low = _still()
    low[:, 0, 1] = -0.05
    assert footing(_points(), BODY, _moved(low)).sunk == pytest.approx(0.05)


def test_what_stays_off_the_ground_touches_nothing():
    high = _still()
    high[:, 0, 1] = 0.4
    found = footing(_points(), BODY, _moved(high))
    assert found.skate is None
    assert found.sunk == 0.0


def test_a_loop_that_closes_has_no_gap_and_a_seam_like_anywhere():
    rolling = _still()
    phase = 2.0 * np.pi * np.arange(12) / 12
    rolling[:, 0, 0], rolling[:, 0, 1] = np.cos(phase), np.sin(phase)
    closed = seam(BODY, _moved(rolling))
    assert closed is not None
    assert closed.gap == pytest.approx(0.0, abs=1e-9)
    assert closed.jolt == pytest.approx(1.0, rel=0.1)
    assert seam(BODY, _moved(rolling, loop=False)) is None


def test_travel_is_no_gap_but_a_quarter_turn_is():
    still = Spline(_still(), 2.0, loop=True)
    travelling = seam(BODY, JointMotion(still, still, travel_m=np.array([1.0, 0.0, 0.0])))
    assert travelling is not None
    assert travelling.gap == pytest.approx(0.0, abs=1e-9)
    quarter = Spin(0, np.array([0.0, 1.0, 0.0]), Spline(np.linspace(0.0, np.pi / 2, 4), 2.0, loop=False))
    torn = seam(BODY, JointMotion(still, still, spins=(quarter,)))
    assert torn is not None
    assert torn.gap == pytest.approx(2.0 * 0.5 * np.sqrt(2.0) / 3.0)
