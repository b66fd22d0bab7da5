import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from tests.geometry.rigging.shapes import box, capsule, horse

from enliven.core.mesh import Mesh, concatenate
from enliven.geometry.rigging.cell_graph import cell_graph, distances_from, middle_paths, path_to
from enliven.geometry.rigging.limbs import anatomy_of
from enliven.geometry.rigging.lines import at_fractions, bends, nearest_fraction
from enliven.geometry.rigging.mirror import body_frame, mirror_plane
from enliven.geometry.rigging.volume import depths_of, volume_of

FEW = 6_000


def cross():
    """Two capsules that cross at right angles."""
    return concatenate([capsule([-1, 0, 0], [1, 0, 0], 0.12), capsule([0, 0, -0.8], [0, 0, 0.8], 0.12)])


def test_a_closed_body_is_filled_and_an_open_shell_is_closed():
    ball = capsule([0, 0, 0], [0, 0.001, 0], 1.0, around=32)
    holed = Mesh(vertices=ball.vertices, faces=np.delete(ball.faces, np.arange(40, 46), axis=0))
    for mesh in (ball, holed):
        volume = volume_of(mesh, cells_wanted=FEW)
        assert_allclose(len(volume) * volume.pitch**3, 4.19, rtol=0.2)
        assert_allclose(depths_of(volume).max(), 1.0, atol=2.5 * volume.pitch)


def test_two_shells_that_overlap_are_one_solid():
    apart = volume_of(concatenate([box([0, 0, 0], [1, 1, 1]), box([0.5, 0, 0], [1.5, 1, 1])]), cells_wanted=FEW)
    whole = volume_of(box([0, 0, 0], [1.5, 1, 1]), cells_wanted=FEW)
    assert_allclose(len(apart) * apart.pitch**3, len(whole) * whole.pitch**3, rtol=0.05)


def test_a_sheet_is_one_cell_thick():
    volume = volume_of(box([0, 0, 0], [1, 1e-6, 1]), cells_wanted=FEW)
    assert len(np.unique(volume.cells[:, 1])) == 1


def test_a_symmetric_volume_equals_its_mirror_image_and_drops_what_one_side_has():
    sword = box([0.9, 0.4, 0.0], [1.0, 0.5, 1.5])
    volume = volume_of(concatenate([horse(), sword]), cells_wanted=FEW, symmetric=True)
    places = {tuple(np.rint(c / volume.pitch * 2).astype(int)) for c in volume.centres}
    assert places == {(-x, y, z) for x, y, z in places}
    assert np.abs(volume.centres[:, 0]).max() < 0.6


@pytest.mark.parametrize("degrees", [0, 30, 90, 135])
def test_the_mirror_plane_turns_with_the_body(degrees):
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), 0, np.sin(angle)], [0, 1, 0], [-np.sin(angle), 0, np.cos(angle)]])
    plane = mirror_plane(volume_of(Mesh(vertices=horse().vertices @ turn.T, faces=horse().faces), cells_wanted=FEW))
    assert plane.symmetric
    assert abs(plane.normal @ (turn @ [1.0, 0, 0])) > 0.99
    assert abs(plane.offset) < 0.05


def test_the_axes_of_a_body_are_a_rigid_movement():
    volume = volume_of(horse(), cells_wanted=FEW)
    frame = body_frame(mirror_plane(volume), volume)
    points = np.random.default_rng(0).normal(size=(10, 3))
    assert_allclose(frame.to_model(frame.to_body(points)), points, atol=1e-12)
    assert_allclose(np.linalg.det(frame.body_from_model), 1.0)
    assert_allclose(frame.turned_about().to_body(points), frame.to_body(points) * [-1, 1, -1], atol=1e-12)


def test_a_cross_has_four_limbs():
    limbs = anatomy_of(volume_of(cross(), cells_wanted=FEW, symmetric=True), symmetric=True).limbs
    tips = sorted([tuple(np.round(limb.tip, 0).tolist()) for limb in limbs])
    assert tips == [(-1, 0, 0), (0, 0, -1), (0, 0, 1), (1, 0, 0)]
    left, right = (next(limb for limb in limbs if limb.side == side) for side in (1, -1))
    assert left.partner is not None
    assert limbs[left.partner] is right
    assert all(limb.partner is None for limb in limbs if limb.side == 0)
    assert all(0.5 < limb.length < 1.1 for limb in limbs)


def test_a_ball_has_no_limbs():
    ball = volume_of(capsule([0, 1, 0], [0, 1.001, 0], 1.0, around=24), cells_wanted=FEW)
    assert anatomy_of(ball, symmetric=False).limbs == ()


def test_ways_inside_a_body_go_through_the_body():
    arch = [box([-1, 0, 0], [-0.8, 1, 0.2]), box([0.8, 0, 0], [1, 1, 0.2]), box([-1, 0.8, 0], [1, 1, 0.2])]
    volume = volume_of(concatenate(arch), cells_wanted=FEW)
    graph = cell_graph(volume)
    start, end = (int(np.argmin(np.linalg.norm(volume.centres - [x, 0.02, 0.1], axis=1))) for x in (-0.9, 0.9))
    assert distances_from(graph, np.array([start]))[end] > 3.0  # straight across it would be 1.8
    steps = path_to(middle_paths(graph, depths_of(volume), np.array([start])), end)
    assert (steps[0], steps[-1]) == (start, end)
    assert volume.centres[steps, 1].max() > 0.75


def test_pieces_that_do_not_touch_are_bridged_if_near():
    volume = volume_of(
        concatenate([box([0, 0, 0], [1, 1, 1]), box([1.2, 0.4, 0.4], [1.4, 0.6, 0.6])]), cells_wanted=FEW
    )
    start = np.array([int(np.argmin(volume.centres[:, 0]))])
    assert np.isfinite(distances_from(cell_graph(volume), start)).all()
    assert not np.isfinite(distances_from(cell_graph(volume, widest_gap=0.05), start)).all()


@given(first=st.floats(0.2, 0.4), second=st.floats(0.6, 0.8), turn=st.floats(0.6, 1.5))
def test_bends_are_found_where_a_line_bends(first, second, turn):
    shin = np.array([np.sin(turn), -np.cos(turn), 0.0])
    corners = np.cumsum([[0, 0, 0], [0, -first, 0], shin * (second - first), [0, -(1 - second), 0]], axis=0)
    found = bends(corners, (0.33, 0.66), stiffness=1e-4)
    assert_allclose(found, [first, second], atol=0.035)


def test_a_straight_line_bends_where_expected():
    assert_allclose(bends(np.array([[0.0, 0, 0], [0, 2, 0]]), (0.25, 0.75)), [0.25, 0.75], atol=0.02)


@given(fraction=st.floats(0.0, 1.0))
def test_a_point_on_a_line_is_found_again(fraction):
    line = np.array([[0.0, 0, 0], [1, 0, 0], [1, 2, 0]])
    assert abs(nearest_fraction(line, at_fractions(line, np.array([fraction]))[0]) - fraction) < 0.004


def test_fractions_beyond_the_ends_stay_at_the_ends():
    line = np.array([[0.0, 0, 0], [1, 0, 0]])
    assert_array_equal(at_fractions(line, np.array([-1.0, 2.0])), line)
