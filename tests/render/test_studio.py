from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from tests.render.shapes import ball, box, png, wall

from enliven.core.camera import framing
from enliven.core.scene import Part
from enliven.geometry.rotations import matrix_from_vector
from enliven.render.bones import bone_look, with_bones
from enliven.render.drawable import drawable
from enliven.render.studio import Photograph, photograph, studio

SIZE = 96


def taken(parts: list[Part], azimuth: float = 30.0, elevation: float = 18.0, turned=None, **framed) -> Photograph:
    vertices = np.concatenate([part.mesh.vertices for part in parts])
    vertices = vertices if turned is None else vertices @ turned.T
    camera = framing(vertices, azimuth_deg=azimuth, elevation_deg=elevation, size_px=(SIZE, SIZE), margin=0.2, **framed)
    scene = studio(drawable(parts), camera, floor_m=float(vertices[:, 1].min()), size_m=1.0)
    return photograph(scene, vertices)


@given(turn=st.floats(-180.0, 180.0))
@settings(max_examples=8)
def test_turning_camera_and_model_together_changes_nothing(turn):
    parts = [ball(base_rgba=(0.7, 0.2, 0.1, 1.0)), box((0.3, 1.2, 0.2), (0.6, 0.1, 0.0))]
    still = taken(parts)
    turned = taken(parts, azimuth=30.0 + turn, turned=matrix_from_vector(np.array([0.0, np.deg2rad(turn), 0.0])))
    difference = np.abs(still.rgb.astype(int) - turned.rgb.astype(int)).max(axis=2)
    # Maps of shadows lie along x and z, so single texels may differ; the picture does not.
    assert np.quantile(difference, 0.98) <= 6
    assert difference.mean() < 1.0


@pytest.mark.parametrize("projection", ["perspective", "orthographic"])
def test_light_falls_from_the_upper_left_and_a_shadow_lies_to_the_right(projection):
    seen = taken([ball(20)], projection=projection)
    covered = seen.fragments.covered[::2, ::2]
    grey = seen.rgb.astype(float).mean(axis=2)
    rows, columns = np.indices(covered.shape)
    middle = np.array([rows[covered].mean(), columns[covered].mean()])
    upper_left = covered & (rows < middle[0] - 5) & (columns < middle[1] - 5)
    lower_right = covered & (rows > middle[0] + 5) & (columns > middle[1] + 5)
    assert grey[upper_left].mean() > 1.25 * grey[lower_right].mean()
    floor = ~covered & (rows > middle[0] + 10)
    right, left = grey[floor & (columns > middle[1] + 8)], grey[floor & (columns < middle[1] - 8)]
    assert right.min() < 0.8 * left.max()
    assert np.sort(right)[: len(right) // 8].mean() < np.sort(left)[: len(left) // 8].mean() - 10


def test_a_ball_in_the_air_casts_its_shadow_farther_away_and_fainter():
    low, high = ball(16), ball(16)
    corner = box((0.01, 0.01, 0.01), (0.0, -0.6, 0.0))
    lifted = replace(high, mesh=replace(high.mesh, vertices=high.mesh.vertices + np.array([0.0, 0.8, 0.0])))
    dark = []
    for part in (low, lifted):
        seen = taken([part, corner])
        grey = seen.rgb.astype(float).mean(axis=2)
        dark.append(grey[~seen.fragments.covered[::2, ::2]].min())
    assert dark[0] < dark[1] - 5


def colours_of_wall(seen: Photograph) -> np.ndarray:
    """Mean colours of the four quarters of what is covered, away from their borders."""
    rows, columns = np.nonzero(seen.fragments.covered[::2, ::2])
    top, left, high, wide = rows.min(), columns.min(), np.ptp(rows), np.ptp(columns)
    quarters = []
    for down in (0.25, 0.75):
        for across in (0.25, 0.75):
            row, column = int(top + down * high), int(left + across * wide)
            quarters.append(seen.rgb[row - 4 : row + 5, column - 4 : column + 5].reshape(-1, 3).mean(axis=0))
    return np.array(quarters)


def test_textures_hang_the_right_way_up_in_the_right_colours():
    pixels = np.array([[(230, 30, 30), (30, 210, 40)], [(40, 40, 220), (240, 240, 240)]], dtype=np.uint8)
    red, green, blue, white = colours_of_wall(taken([wall(png(pixels))], azimuth=0.0, elevation=0.0))
    assert red.argmax() == 0
    assert green.argmax() == 1
    assert blue.argmax() == 2
    for colour in (red, green, blue):
        assert np.sort(colour)[-1] > 1.8 * np.sort(colour)[-2]
    assert np.ptp(white) < 25
    assert white.min() > 170


def test_a_checkerboard_too_fine_for_the_picture_turns_grey_instead_of_flickering():
    board = (np.indices((1024, 1024)).sum(axis=0) % 2 * 255).astype(np.uint8)
    seen = taken([wall(png(np.repeat(board[..., None], 3, axis=2)))], azimuth=0.0, elevation=0.0)
    quarter = colours_of_wall(seen)
    covered = seen.fragments.covered[::2, ::2]
    rows, columns = np.nonzero(covered)
    inner = seen.rgb[rows.min() + 8 : rows.max() - 8, columns.min() + 8 : columns.max() - 8].astype(float)
    assert inner.std(axis=(0, 1)).max() < 12
    assert 110 < quarter.mean() < 220  # half the light, not half the code


def test_vertex_colours_are_drawn():
    rgba = np.tile([0.05, 0.6, 0.1, 1.0], (len(ball().mesh.vertices), 1))
    seen = taken([ball(base_rgba=(1.0, 1.0, 1.0, 1.0), vertex_rgba=rgba)])
    colour = seen.rgb[seen.fragments.covered[::2, ::2]].mean(axis=0)
    assert colour[1] > 1.5 * colour[0]
    assert colour[1] > 1.5 * colour[2]


def test_masked_parts_of_a_texture_are_holes_and_cast_no_shadow():
    pixels = np.zeros((2, 2, 4), dtype=np.uint8)
    pixels[..., :3] = 200
    pixels[0, 0, 3] = pixels[1, 1, 3] = 255
    solid, masked = taken([wall(png(pixels))]), taken([wall(png(pixels), alpha_cutoff=0.5)])
    ratio = masked.fragments.covered.sum() / solid.fragments.covered.sum()
    assert 0.45 < ratio < 0.55


def test_a_blended_pane_lets_half_of_what_is_behind_it_through():
    forward = wall(None).mesh.vertices + np.array([0.0, 0.0, 0.2])
    pane = replace(wall(None), mesh=replace(wall(None).mesh, vertices=forward))
    behind = wall(png(np.full((4, 4, 3), (230, 10, 10), np.uint8)))

    def middle(**look) -> np.ndarray:
        glass = replace(pane, appearance=replace(pane.appearance, **look))
        seen = taken([behind, glass], azimuth=0.0, elevation=0.0)
        return seen.rgb[SIZE // 2 - 8 : SIZE // 2 + 8, SIZE // 2 - 8 : SIZE // 2 + 8].reshape(-1, 3).mean(axis=0)

    blue = {"base_rgba": (0.02, 0.02, 0.7, 0.5)}
    through, solid = middle(blended=True, **blue), middle(blended=False, **blue)
    assert solid[2] > 2 * solid[0]
    assert 0.7 < through[2] / through[0] < 1.4


def test_both_sides_of_a_face_are_lit_alike():
    front = wall(None)
    turned = replace(front, mesh=replace(front.mesh, faces=front.mesh.faces[:, ::-1].copy()))
    difference = taken([front]).rgb.astype(int) - taken([turned]).rgb.astype(int)
    assert np.abs(difference).max() <= 2


def test_the_backdrop_is_smooth_and_the_same_around_any_model():
    one, other = taken([ball()]), taken([box()])
    assert_array_equal(one.rgb[:8, :8], other.rgb[:8, :8])
    top = one.rgb[2].astype(int)
    assert np.abs(np.diff(top, axis=0)).max() <= 3


def test_same_input_same_picture():
    parts = [ball(), box((0.3, 1.2, 0.2), (0.6, 0.1, 0.0))]
    assert_array_equal(taken(parts).rgb, taken(parts).rgb)


def test_bones_are_coloured_by_side_and_fade_inside_the_model():
    camera = framing(ball().mesh.vertices, azimuth_deg=0.0, elevation_deg=0.0, size_px=(200, 200), margin=0.2)
    joints = np.array([[0.0, -0.3, 0.0], [0.3, 0.3, 0.0], [-0.3, 0.3, 0.0]])
    look = bone_look(joints, (None, 0, 0), size_m=1.0)
    white = np.full((200, 200, 3), 255, np.uint8)
    free = np.full((200, 200), np.inf)
    middles = camera.project((joints[1:] + joints[0]) / 2.0).astype(int)
    drawn = with_bones(white, free, camera, joints, look)
    left, right = (drawn[row, column].astype(int) for column, row in middles)
    assert middles[0, 0] > middles[1, 0]  # its left is on our right when it faces us
    assert left[0] > left[2] + 80  # warm
    assert right[2] > right[0] + 80  # cold
    buried = with_bones(white, np.full((200, 200), camera.seen_from(joints)[0, 2] - 0.3), camera, joints, look)
    assert buried[middles[0, 1], middles[0, 0], 2] > left[2] + 40
    assert_array_equal(with_bones(white, free, camera, joints[:0], bone_look(joints, (), 1.0)), white)


def test_light_is_linear_until_the_very_end():
    """Stripes of black and grey 140, too fine to see, are half the light of grey 140: sRGB 101, not 70."""
    pixels = np.zeros((1, 2, 3), dtype=np.uint8)
    pixels[0, 1] = 140
    seen = taken([wall(png(np.repeat(np.tile(pixels, (1, 256, 1)), 512, axis=0)))], azimuth=0.0, elevation=0.0)
    lit = taken([wall(png(np.full((4, 4, 3), 140, np.uint8)))], azimuth=0.0, elevation=0.0)
    assert_allclose(colours_of_wall(seen).mean() / colours_of_wall(lit).mean(), 101 / 140, atol=0.06)
