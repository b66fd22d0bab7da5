import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from enliven.core.camera import Camera, framing, looking_at
from enliven.core.errors import InvalidRequestError

projections = pytest.mark.parametrize("projection", ["perspective", "orthographic"])
angles = {"azimuth": st.floats(-360, 360), "elevation": st.floats(-90, 90)}


def cloud(seed: int, count: int = 40) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.normal(size=(count, 3)) * rng.uniform(0.01, 5.0, size=3) + rng.normal(size=3) * 10


@projections
@given(seed=st.integers(0, 999), **angles)
def test_framing_fills_the_picture_and_leaves_the_margin(projection, seed, azimuth, elevation):
    points = cloud(seed)
    camera = framing(
        points,
        azimuth_deg=azimuth,
        elevation_deg=elevation,
        size_px=(320, 200),
        margin=0.1,
        projection=projection,
    )
    pixels = camera.project(points)
    free = np.concatenate([pixels.min(axis=0), np.array([320, 200]) - pixels.max(axis=0)])
    wanted = np.array([32.0, 20.0, 32.0, 20.0])
    assert (free >= wanted - 1e-3).all()
    assert np.abs(free - wanted).min() < 1e-3  # it could not come nearer
    assert (camera.seen_from(points)[:, 2] > camera.near).all()


@projections
@given(seed=st.integers(0, 999), **angles)
def test_unproject_undoes_project(projection, seed, azimuth, elevation):
    points = cloud(seed)
    camera = framing(points, azimuth_deg=azimuth, elevation_deg=elevation, size_px=(64, 48), projection=projection)
    back = camera.unproject(camera.project(points), camera.seen_from(points)[:, 2])
    assert_allclose(back, points, atol=1e-8)


def test_the_target_is_in_the_middle_and_up_is_up():
    camera = looking_at(np.array([3.0, 2.0, 5.0]), np.array([0.5, 1.0, 0.0]), size_px=(200, 100))
    middle, above, right = camera.project(np.array([[0.5, 1.0, 0.0], [0.5, 1.1, 0.0], [1.5, 1.0, -0.5]]))
    assert_allclose(middle, [100.0, 50.0])
    assert above[1] < 50.0
    assert abs(above[0] - 100.0) < 1e-9
    assert right[0] > 100.0


def test_azimuth_zero_stands_in_front_and_ninety_at_plus_x():
    points = cloud(3)
    front = framing(points, azimuth_deg=0.0, elevation_deg=0.0, size_px=(64, 64))
    side = framing(points, azimuth_deg=90.0, elevation_deg=0.0, size_px=(64, 64))
    assert front.world_from_camera[2, 3] > points[:, 2].max()
    assert side.world_from_camera[0, 3] > points[:, 0].max()


@projections
def test_camera_from_world_agrees_with_seen_from(projection):
    points = cloud(5)
    camera = framing(points, azimuth_deg=30.0, elevation_deg=20.0, size_px=(64, 64), projection=projection)
    placed = points @ camera.camera_from_world[:3, :3].T + camera.camera_from_world[:3, 3]
    assert_allclose(placed * [1, 1, -1], camera.seen_from(points), atol=1e-9)


def test_resizing_scales_pixels():
    points = cloud(6)
    camera = framing(points, azimuth_deg=30.0, elevation_deg=20.0, size_px=(64, 48))
    assert_allclose(camera.resized(2.0).project(points), 2.0 * camera.project(points))


def test_one_point_and_no_point():
    camera = framing(np.array([[1.0, 2.0, 3.0]]), azimuth_deg=0.0, elevation_deg=0.0, size_px=(10, 10))
    assert_allclose(camera.project(np.array([1.0, 2.0, 3.0])), [5.0, 5.0])
    with pytest.raises(InvalidRequestError, match="no point to frame, expected one or more"):
        framing(np.zeros((0, 3)), azimuth_deg=0.0, elevation_deg=0.0, size_px=(10, 10))


def test_a_camera_refuses_sizes_that_are_not_positive():
    with pytest.raises(InvalidRequestError, match="width 0, expected more than 0"):
        Camera(np.eye(4), 100.0, 0, 10, 0.1)
    with pytest.raises(InvalidRequestError, match="two different points"):
        looking_at(np.zeros(3), np.zeros(3), size_px=(10, 10))
