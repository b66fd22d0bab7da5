import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from enliven.core.camera import framing
from enliven.geometry.rotations import matrix_from_vector
from enliven.render.buffers import face_normals, flow, interpolated, labels, strongest_joints
from enliven.render.rasteriser import rasterise

BOX = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])
QUADS = "013 032 467 475 045 051 237 276 026 064 157 173"
FACES = np.array([[int(corner) for corner in face] for face in QUADS.split()])
CAMERA = framing(1.5 * BOX, azimuth_deg=30.0, elevation_deg=25.0, size_px=(80, 60))


def test_positions_project_back_to_their_own_pixels():
    seen = rasterise(BOX, FACES, CAMERA)
    points = interpolated(seen, FACES, BOX)[seen.covered]
    rows, columns = np.nonzero(seen.covered)
    assert_allclose(CAMERA.project(points), np.stack([columns, rows], axis=1) + 0.5, atol=0.02)
    assert_allclose(np.abs(points).max(axis=1), 1.0, atol=1e-6)  # on the surface of the box


def test_normals_of_a_box_face_the_camera():
    seen = rasterise(BOX, FACES, CAMERA)
    normals = face_normals(seen, FACES, BOX)
    found = np.unique(np.round(normals[seen.covered], 6), axis=0)
    assert_array_equal(found, [[0, 0, 1], [0, 1, 0], [1, 0, 0]])
    assert_array_equal(normals[~seen.covered], 0.0)


def test_labels_and_joints():
    seen = rasterise(BOX, FACES, CAMERA)
    parts = labels(seen, np.arange(12) // 2, nothing=99)
    assert set(np.unique(parts)) == {1, 3, 5, 99}
    assert_array_equal(parts == 99, ~seen.covered)
    upper = (BOX[:, 1] > 0).astype(np.float64)
    joints = strongest_joints(seen, FACES, np.stack([1 - upper, upper], axis=1), nothing=-5)
    height = interpolated(seen, FACES, BOX)[..., 1]
    sure = seen.covered & (np.abs(height) > 1e-3)
    assert_array_equal(joints[sure], (height[sure] > 0).astype(int))
    assert_array_equal(joints[~seen.covered], -5)


@given(seed=st.integers(0, 999))
def test_flow_leads_to_where_the_surface_went(seed):
    rng = np.random.default_rng(seed)
    later_box = BOX @ matrix_from_vector(rng.normal(size=3) * 0.2).T + rng.normal(size=3) * 0.1
    now, later = rasterise(BOX, FACES, CAMERA), rasterise(later_box, FACES, CAMERA)
    steps, visible = flow(now, FACES, later_box, CAMERA, later)
    points = interpolated(now, FACES, later_box)
    rows, columns = np.nonzero(now.covered)
    arrived = np.stack([columns, rows], axis=1) + 0.5 + steps[now.covered]
    assert_allclose(arrived, CAMERA.project(points[now.covered]), atol=1e-9)
    # A point in sight lies on the face seen where it arrives, but for pixels at an edge.
    column, row = np.floor(np.array(arrived[visible[now.covered]])).astype(int).T
    same_side = later.face[row, column] // 2 == now.face[visible] // 2
    assert same_side.mean() > 0.85


def test_without_motion_flow_is_zero_and_all_is_visible():
    seen = rasterise(BOX, FACES, CAMERA)
    steps, visible = flow(seen, FACES, BOX, CAMERA, seen)
    assert_allclose(steps, 0.0, atol=0.02)
    assert_array_equal(visible, seen.covered)
