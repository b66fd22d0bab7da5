"""Laws of the clay: distances, polygonising, refining, solids, sheets, colours."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from enliven.core.mesh import Mesh
from enliven.creatures import paint
from enliven.creatures.field import Field, field_of
from enliven.creatures.lumps import Ball, Block, Cone, blended, union_distance, union_gradient
from enliven.creatures.palette import linear, mixed
from enliven.creatures.polygonise import polygonised
from enliven.creatures.refine import colour_steps, mesh_edges, with_split_edges
from enliven.creatures.sculpt import sculpted
from enliven.creatures.sheets import on_sheet, sheet
from enliven.creatures.shell import edge_face_counts, vertex_normals
from enliven.creatures.solids import box, curved, cylinder, lofted, revolved, sphere, tube

GREY = (0.5, 0.5, 0.5)
_SQUARE = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
CONE = Cone("a", np.array([0.0, 0.1, -0.5]), np.array([0.1, 0.6, 0.5]), 0.15, 0.3, GREY, 0.1)
BALL = Ball("b", np.array([0.0, 0.5, 0.9]), np.full(3, 0.25), np.eye(3), (0.9, 0.1, 0.1), 0.1)


def volume(mesh: Mesh) -> float:
    a, b, c = np.moveaxis(mesh.vertices[mesh.faces], 1, 0)
    return float(np.einsum("fi,fi->", a, np.cross(b, c)) / 6.0)


def test_a_round_cone_is_the_union_of_the_balls_along_it():
    points = np.random.default_rng(0).normal(size=(300, 3))
    shares = np.linspace(0.0, 1.0, 2001)
    centres = CONE.start + shares[:, None] * (CONE.end - CONE.start)
    radii = CONE.start_radius + shares * (CONE.end_radius - CONE.start_radius)
    balls = np.linalg.norm(points[:, None] - centres, axis=2) - radii
    assert_allclose(CONE.distance(points), balls.min(axis=1), atol=1e-6)


def test_a_ball_inside_the_other_end_of_a_cone_does_not_count():
    cone = Cone("a", np.zeros(3), np.array([0.0, 0.1, 0.0]), 0.5, 0.2, GREY, 0.0)
    points = np.random.default_rng(1).normal(size=(50, 3))
    assert_allclose(cone.distance(points), np.linalg.norm(points, axis=1) - 0.5)


def test_a_block_is_a_box_grown_by_its_rounding():
    block = Block("a", np.zeros(3), np.array([0.5, 0.4, 0.3]), np.eye(3), 0.1, GREY, 0.0)
    points = np.array([[0.7, 0.0, 0.0], [0.0, 0.9, 0.0], [0.4 + 0.3, 0.3 + 0.4, 0.0], [0.0, 0.0, 0.25]])
    assert_allclose(block.distance(points), [0.2, 0.5, 0.4, -0.05], atol=1e-12)


@given(first=st.floats(-1.0, 1.0), second=st.floats(-1.0, 1.0), width=st.floats(0.01, 0.5))
def test_blending_adds_clay_only_where_two_surfaces_are_near(first: float, second: float, width: float):
    union = blended(np.array([first]), np.array([second]), width)[0]
    assert min(first, second) - width / 6.0 - 1e-12 <= union <= min(first, second)
    if abs(first - second) >= width:
        assert union == min(first, second)
    carved = blended(np.array([first]), np.array([second]), width, carve=True)[0]
    assert carved >= max(first, -second)


def test_culling_changes_no_distance_near_the_surface():
    points = np.random.default_rng(2).uniform(-0.8, 1.4, size=(2000, 3))
    whole = union_distance([CONE, BALL], points)
    near = np.abs(whole) < 0.1
    assert_allclose(union_distance([CONE, BALL], points, reach=0.1)[near], whole[near], atol=1e-12)
    apart = near & (np.abs(CONE.distance(points) - BALL.distance(points)) > 0.11)
    slope = union_gradient([CONE, BALL], points[apart], 1e-3)
    assert apart.sum() > 20
    assert_allclose(np.linalg.norm(slope, axis=1), 1.0, atol=0.01)


def test_polygonising_lumps_gives_a_closed_surface_on_the_zero_of_the_distance():
    mesh = polygonised(field_of([CONE, BALL], 0.04))
    assert_array_equal(edge_face_counts(mesh), 2)
    assert np.abs(union_distance([CONE, BALL], mesh.vertices)).max() < 0.02
    ball = polygonised(field_of([BALL], 0.02))
    assert_allclose(volume(ball), 4.0 / 3.0 * np.pi * 0.25**3, rtol=0.02)
    assert (np.einsum("vi,vi->v", vertex_normals(ball), ball.vertices - BALL.centre) > 0.2).all()


@given(seed=st.integers(0, 10_000))
def test_polygonising_any_signs_gives_edges_with_an_even_number_of_faces(seed: int):
    values = np.full((6, 6, 6), 1.0)
    values[1:-1, 1:-1, 1:-1] = np.random.default_rng(seed).uniform(-1.0, 1.0, size=(4, 4, 4))
    mesh = polygonised(Field(values=values, origin=np.zeros(3), spacing=1.0))
    assert (edge_face_counts(mesh) % 2 == 0).all()
    assert volume(mesh) > 0.0


@given(seed=st.integers(0, 1000))
def test_halving_edges_keeps_a_mesh_closed_and_its_volume(seed: int):
    mesh = sphere((0.0, 0.0, 0.0), 1.0, segments=8)
    edges, of_face = mesh_edges(mesh.faces)
    split = np.random.default_rng(seed).random(len(edges)) < 0.4
    fine = with_split_edges(mesh, edges, of_face, split)
    assert len(fine.vertices) == len(mesh.vertices) + split.sum()
    assert_array_equal(edge_face_counts(fine), 2)
    assert_allclose(volume(fine), volume(mesh), rtol=1e-9)


def test_only_edges_across_a_change_of_colour_are_halved():
    mesh = sphere((0.0, 0.0, 0.0), 1.0, segments=8)
    rgb = np.where(mesh.vertices[:, 1:2] > 0.1, 1.0, 0.0) * np.ones(3)
    edges, _ = mesh_edges(mesh.faces)
    split = colour_steps(mesh, rgb, edges, step=0.5, longest=0.0, most=10_000)
    crossing = (mesh.vertices[edges, 1] > 0.1).sum(axis=1) == 1
    assert_array_equal(split, crossing)
    assert colour_steps(mesh, rgb, edges, step=0.5, longest=0.0, most=3).sum() == 3


def test_a_sculpted_body_lies_on_its_lumps_and_follows_the_nearest_one():
    shell = sculpted([CONE, BALL], [], spacing=0.04, vertices=400)
    assert len(shell.mesh.vertices) < 1000
    assert_array_equal(edge_face_counts(shell.mesh), 2)
    assert np.abs(union_distance([CONE, BALL], shell.mesh.vertices)).max() < 0.01
    assert shell.joints == ("a", "b")
    far_back, front = shell.mesh.vertices[:, 2] < -0.3, shell.mesh.vertices[:, 2] > 1.05
    assert (shell.weights[far_back, 0] > 0.99).all()
    assert (shell.weights[front, 1] > 0.9).all()
    assert shell.rgb[front, 0].min() > 3.0 * shell.rgb[front, 1].max()


@pytest.mark.parametrize(
    ("mesh", "expected"),
    [
        (box((1.0, 2.0, 3.0), (0.4, 0.6, 0.8), bevel=1e-6), 0.4 * 0.6 * 0.8),
        (cylinder((0.0, 0.0, 0.0), (0.0, 0.0, 2.0), 0.5, bevel=1e-6, segments=64), np.pi * 0.25 * 2.0),
        (sphere((0.0, 1.0, 0.0), 0.5, segments=48), 4.0 / 3.0 * np.pi * 0.125),
        (revolved([(0.0, 0.0), (1.0, 0.0), (0.0, 3.0)], axis=(1.0, 0.0, 0.0), segments=64), np.pi),
        (tube(np.array([[0.0, 0.0, k / 4.0] for k in range(9)]), np.full(9, 0.3), segments=48, rounded=False), 0.565),
        (
            lofted(np.array([[[x, y, z] for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))] for z in (0.0, 2.0)]) / 1.0),
            8.0,
        ),
    ],
    ids=["box", "cylinder", "sphere", "cone", "tube", "loft"],
)
def test_solids_are_closed_and_as_large_as_they_should_be(mesh: Mesh, expected: float):
    assert_array_equal(edge_face_counts(mesh), 2)
    assert_allclose(volume(mesh), expected, rtol=0.03)


def test_a_sheet_is_closed_and_carries_grid_values_on_both_sides():
    grid = np.stack(np.meshgrid(np.arange(5.0), np.arange(4.0), indexing="ij"), axis=-1)
    points = np.concatenate([grid, np.zeros((5, 4, 1))], axis=2)
    mesh = sheet(points, np.full((5, 4), 0.1))
    assert_array_equal(edge_face_counts(mesh), 2)
    assert volume(mesh) > 0.0
    assert_allclose(on_sheet(points)[:, :2], mesh.vertices[:, :2], atol=1e-12)
    assert_allclose(np.abs(mesh.vertices[:, 2]).max(), 0.05)


def test_a_curve_passes_through_its_points():
    points = np.random.default_rng(3).normal(size=(5, 3))
    assert_allclose(curved(points, 9)[::2], points, atol=1e-12)


def test_paint_covers_what_its_mask_says():
    points = np.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
    normals = np.array([[0.0, -1.0, 0.0], [0.0, 1.0, 0.0]])
    plain = np.zeros((2, 3))
    stain = paint.Stain(rgb=(1.0, 0.5, 0.0), mask=paint.around((0.0, 0.0, 0.0), (1.0, 1.0, 1.0)))
    assert_allclose(paint.painted(plain, [stain], points, normals), [[1.0, 0.5, 0.0], [0.0, 0.0, 0.0]])
    below = paint.both(paint.facing((0.0, -1.0, 0.0), 0.0, 0.5), paint.along((1.0, 0.0, 0.0), -1.0, 0.0))
    assert_allclose(below(points, normals), [1.0, 0.0])


def test_colours_are_linear():
    assert linear("#ffffff") == (1.0, 1.0, 1.0)
    assert_allclose(linear("808080"), 0.2158605, atol=1e-6)
    assert_allclose(mixed((0.0, 0.0, 0.0), (1.0, 0.5, 0.2), 0.5), (0.5, 0.25, 0.1))
