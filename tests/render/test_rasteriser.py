import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from enliven.core.camera import Camera, framing, looking_at
from enliven.render.rasteriser import Cutouts, rasterise
from enliven.render.reference import rasterise_slowly

projections = pytest.mark.parametrize("projection", ["perspective", "orthographic"])
seeds = st.integers(0, 10_000)
NEARER = np.array([0.0, 0.0, 1.0])


def flat_camera(size: int, projection="orthographic") -> Camera:
    """Model x and y are pixels, y down from the top, at a distance of ``size`` metres."""
    world_from_camera = np.eye(4)
    world_from_camera[:3, 3] = [size / 2, -size / 2, size]
    focal_px = 1.0 if projection == "orthographic" else float(size)
    return Camera(world_from_camera, focal_px, size, size, 0.5, projection)


def polygon_mesh(corners_px: np.ndarray) -> np.ndarray:
    return np.column_stack([corners_px[:, 0], -corners_px[:, 1], np.zeros(len(corners_px))])


@projections
def test_a_quad_covers_exactly_the_pixels_whose_middles_it_holds(projection):
    # Edges run through middles of pixels: left and upper ones are in, right and lower ones are out.
    corners = np.array([[2.5, 3.5], [7.5, 3.5], [7.5, 9.5], [2.5, 9.5]])
    seen = rasterise(polygon_mesh(corners), np.array([[0, 1, 2], [0, 2, 3]]), flat_camera(16, projection))
    expected = np.zeros((16, 16), dtype=bool)
    expected[3:9, 2:7] = True
    assert_array_equal(seen.covered, expected)
    assert_allclose(seen.depth_m[expected], 16.0)


@given(seed=seeds, steps=st.sampled_from([1, 2, 256]))
def test_a_fan_covers_every_pixel_of_its_convex_outline_once(seed, steps):
    """Any point inside splits a square into triangles; each pixel belongs to one, whatever the point and the ties."""
    rng = np.random.default_rng(seed)
    outline = np.array([[1.5, 1.5], [9.0, 1.5], [14.5, 1.5], [14.5, 14.5], [6.5, 14.5], [1.5, 14.5]])
    inner = np.round(rng.uniform(1.5, 14.5, size=(1, 2)) * steps) / steps
    vertices = polygon_mesh(np.concatenate([outline, inner]))
    counts = np.zeros((16, 16), dtype=int)
    for k in range(6):
        triangle = [k, (k + 1) % 6, 6]
        if rng.random() < 0.5:
            triangle = triangle[::-1]  # winding plays no part
        counts += rasterise(vertices, np.array([triangle]), flat_camera(16)).covered
    expected = np.zeros((16, 16), dtype=int)
    expected[1:14, 1:14] = 1
    assert_array_equal(counts, expected)


def random_soup(seed: int, faces: int = 40):
    rng = np.random.default_rng(seed)
    # Every face has its own corners: where faces share an edge both are equally near, and rounding would decide.
    vertices = np.repeat(rng.normal(size=(faces, 3)), 3, axis=0) + rng.normal(size=(3 * faces, 3)) * 0.7
    corners = rng.permutation(3 * faces).reshape(faces, 3)
    camera = looking_at(
        rng.normal(size=3) * rng.choice([0.3, 1.0, 4.0]),
        rng.normal(size=3) * 0.1,
        size_px=(37, 29),
        field_of_view_rad=1.0,
        near=float(rng.choice([1e-9, 0.05, 1.0])),
    )
    return vertices, corners, camera


@given(seed=seeds)
def test_it_agrees_with_the_slow_rasteriser_also_across_the_near_plane(seed):
    vertices, faces, camera = random_soup(seed)
    fast, slow = rasterise(vertices, faces, camera), rasterise_slowly(vertices, faces, camera)
    assert_array_equal(fast.covered, slow.covered)
    assert_array_equal(fast.face, slow.face)
    assert_allclose(fast.depth_m, slow.depth_m, rtol=1e-5)
    assert_allclose(fast.weights, slow.weights, atol=1e-4)


@given(seed=seeds)
def test_it_agrees_with_the_slow_rasteriser_without_perspective(seed):
    vertices, faces, _ = random_soup(seed)
    camera = framing(
        vertices, azimuth_deg=20.0, elevation_deg=30.0, size_px=(37, 29), margin=-0.3, projection="orthographic"
    )
    fast, slow = rasterise(vertices, faces, camera), rasterise_slowly(vertices, faces, camera)
    assert_array_equal(fast.covered, slow.covered)
    assert_array_equal(fast.face, slow.face)
    assert_allclose(fast.depth_m, slow.depth_m, rtol=1e-5)


def cast_rays(vertices, faces, camera):
    """Depth by intersecting the ray of every pixel with every triangle (Moeller and Trumbore 1997)."""
    rows, columns = np.indices((camera.height, camera.width)) + 0.5
    pixels = np.stack([columns, rows], axis=-1)
    near_end = camera.unproject(pixels, np.full(rows.shape, 1.0))
    rays = camera.unproject(pixels, np.full(rows.shape, 2.0)) - near_end
    origin = near_end - rays
    depth, sure = np.full(rows.shape, np.inf), np.ones(rows.shape, dtype=bool)
    for corners in faces:
        a, b, c = vertices[corners]
        p = np.cross(rays, c - a)
        with np.errstate(all="ignore"):
            u = ((origin - a) * p).sum(-1) / (p @ (b - a))
            q = np.cross(origin - a, b - a)
            v = (rays * q).sum(-1) / (p @ (b - a))
            t = (q @ (c - a)) / (p @ (b - a))
        hit = (u >= 0) & (v >= 0) & (u + v <= 1) & (t >= camera.near)
        depth = np.where(hit & (t < depth), t, depth)
        edge = np.minimum(np.minimum(np.abs(u), np.abs(v)), np.abs(1 - u - v))
        sure &= (edge > 0.05) & (np.abs(t - camera.near) > 0.01)
    return depth, sure


@given(seed=seeds)
def test_it_sees_what_rays_meet(seed):
    vertices, faces, camera = random_soup(seed, faces=6)
    seen = rasterise(vertices, faces, camera)
    depth, sure = cast_rays(vertices, faces, camera)
    assert_allclose(seen.depth_m[sure], depth[sure], rtol=1e-6)


def test_a_floor_that_passes_under_the_camera_fills_the_lower_half():
    floor = np.array([[-1e4, 0, -1e4], [1e4, 0, -1e4], [1e4, 0, 1e4], [-1e4, 0, 1e4]])
    camera = looking_at(np.array([0.0, 1.0, 0.0]), np.array([0.0, 1.0, -1.0]), size_px=(40, 40), near=1e-3)
    seen = rasterise(floor, np.array([[0, 1, 2], [0, 2, 3]]), camera)
    assert not seen.covered[:20].any()
    assert seen.covered[20:].all()
    rows = np.arange(20, 40) + 0.5
    expected = np.repeat((camera.focal_px / (rows - 20.0))[:, None], 40, axis=1)
    assert_allclose(seen.depth_m[20:], expected, rtol=1e-9)


def test_the_nearer_face_is_seen_and_of_equal_ones_the_first():
    square = polygon_mesh(np.array([[2.0, 2.0], [12.0, 2.0], [12.0, 12.0], [2.0, 12.0]]))
    vertices = np.concatenate([square, square + NEARER, square + NEARER])
    quad = np.array([[0, 1, 2], [0, 2, 3]])
    faces = np.concatenate([quad, quad + 4, quad + 8])
    camera = flat_camera(16, "perspective")
    seen = rasterise(vertices, faces, camera)
    assert set(np.unique(seen.face[seen.covered])) == {2, 3}
    assert_allclose(seen.depth_m[seen.covered], 15.0)
    assert set(np.unique(rasterise(vertices, faces[::-1].copy(), camera).face[seen.covered])) == {0, 1}


def test_nothing_degenerate_is_drawn_and_nothing_at_all_is_fine():
    camera = flat_camera(8)
    line = polygon_mesh(np.array([[1.0, 1.0], [6.0, 6.0], [3.0, 3.0]]))
    assert not rasterise(line, np.array([[0, 1, 2], [0, 0, 1]]), camera).covered.any()
    assert not rasterise(np.zeros((0, 3)), np.zeros((0, 3), dtype=np.int64), camera).covered.any()
    behind = line + 100 * NEARER
    assert not rasterise(behind, np.array([[0, 1, 2]]), camera).covered.any()


def test_a_cutout_opens_where_its_alpha_is_low():
    vertices = polygon_mesh(np.array([[0.0, 0.0], [16.0, 0.0], [16.0, 16.0], [0.0, 16.0]]))
    uv = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
    cutouts = Cutouts(
        image=np.array([0, 0], np.int32),
        opacity=np.ones(2, np.float32),
        threshold=np.full(2, 0.5, np.float32),
        uv=uv,
        alpha=np.array([255, 0, 0, 255], np.uint8),
        layout=np.array([[0, 2, 2]]),
    )
    seen = rasterise(vertices, np.array([[0, 1, 2], [0, 2, 3]]), flat_camera(16), cutouts)
    expected = np.zeros((16, 16), dtype=bool)
    expected[:8, :8] = expected[8:, 8:] = True
    assert_array_equal(seen.covered, expected)


@given(opacity=st.floats(0.0, 1.0))
def test_a_transparent_face_is_a_screen_as_dense_as_its_alpha(opacity):
    vertices = polygon_mesh(np.array([[0.0, 0.0], [16.0, 0.0], [16.0, 16.0], [0.0, 16.0]]))
    screen = Cutouts(
        image=np.full(2, -1, np.int32),
        opacity=np.full(2, opacity, np.float32),
        threshold=np.full(2, -1.0, np.float32),
        uv=np.zeros((4, 2), np.float32),
        alpha=np.zeros(0, np.uint8),
        layout=np.zeros((0, 3), np.int64),
    )
    seen = rasterise(vertices, np.array([[0, 1, 2], [0, 2, 3]]), flat_camera(16), screen)
    assert abs(seen.covered.mean() - opacity) <= 1 / 16
