"""Figures of boxes: a joint a box, hung from what it touches, left like right."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from tests.geometry.rigging.shapes import box, horse, person

from enliven.core.mesh import Mesh, concatenate
from enliven.geometry.rigging import auto_rig
from enliven.geometry.rigging.block_shapes import block_from, distance_to
from enliven.geometry.rigging.blocks import blocks_of, shells_of
from enliven.geometry.rotations import matrix_from_vector
from enliven.geometry.weld import weld

ANIMAL = {
    "body": ([-0.3, 0.5, -0.6], [0.3, 1.0, 0.6]),
    "head": ([-0.2, 0.9, 0.6], [0.2, 1.3, 1.0]),
    "eye_left": ([0.1, 1.1, 0.95], [0.15, 1.15, 0.99]),
    "eye_right": ([-0.15, 1.1, 0.95], [-0.1, 1.15, 0.99]),
    "front_left": ([0.1, 0.0, 0.4], [0.3, 0.5, 0.6]),
    "front_right": ([-0.3, 0.0, 0.4], [-0.1, 0.5, 0.6]),
    "hind_left": ([0.1, 0.0, -0.6], [0.3, 0.5, -0.4]),
    "hind_right": ([-0.3, 0.0, -0.6], [-0.1, 0.5, -0.4]),
    "tail": ([-0.05, 0.8, -1.0], [0.05, 0.9, -0.6]),
}
FIGURE = {
    "belly": ([-0.2, 0.8, -0.12], [0.2, 1.0, 0.12]),
    "chest": ([-0.25, 1.0, -0.15], [0.25, 1.4, 0.15]),
    "head": ([-0.2, 1.4, -0.2], [0.2, 1.8, 0.2]),
    "arm_left": ([0.25, 0.7, -0.1], [0.45, 1.4, 0.1]),
    "arm_right": ([-0.45, 0.7, -0.1], [-0.25, 1.4, 0.1]),
    "leg_left": ([0.0, 0.0, -0.1], [0.2, 0.79, 0.1]),
    "leg_right": ([-0.2, 0.0, -0.1], [-0.005, 0.79, 0.1]),
}


def made_of(boxes: dict) -> Mesh:
    return concatenate([box(np.array(low), np.array(high)) for low, high in boxes.values()])


def joint_at(boxes: dict, pieces: np.ndarray, name: str) -> int:
    """The joint that a box follows; every box has twelve faces."""
    first = 12 * list(boxes).index(name)
    (joint,) = set(pieces[first : first + 12].tolist())
    return joint


def test_an_animal_of_boxes_gets_a_joint_a_box_and_eyes_follow_the_head():
    found = blocks_of(made_of(ANIMAL))
    assert found is not None
    at = {name: joint_at(ANIMAL, found.piece_of_face, name) for name in ANIMAL}
    assert len(found.names) == 7
    assert at["eye_left"] == at["eye_right"] == at["head"]
    assert found.parents[at["body"]] is None
    assert {found.parents[at[name]] for name in ("head", "tail", "front_left", "hind_right")} == {at["body"]}
    assert [found.names[at[name]] for name in ("body", "head")] == ["body", "head"]
    assert found.names[at["front_left"]].startswith("leg_left")
    assert found.names[at["hind_right"]].startswith("leg_right")


def test_legs_turn_at_their_upper_ends_and_a_tail_where_it_begins():
    found = blocks_of(made_of(ANIMAL))
    assert found is not None
    hip = found.positions[joint_at(ANIMAL, found.piece_of_face, "front_left")]
    assert_allclose(hip, [0.2, 0.4, 0.5], atol=1e-6)
    assert_allclose(found.positions[joint_at(ANIMAL, found.piece_of_face, "tail")], [0.0, 0.85, -0.6], atol=0.02)


def test_arms_hang_from_the_shoulders_though_they_touch_the_belly_too():
    found = blocks_of(made_of(FIGURE))
    assert found is not None
    at = {name: joint_at(FIGURE, found.piece_of_face, name) for name in FIGURE}
    assert found.parents[at["arm_left"]] == found.parents[at["arm_right"]] == at["chest"]
    assert found.parents[at["leg_left"]] == found.parents[at["leg_right"]] == at["belly"]
    assert_allclose(found.positions[at["arm_left"]], [0.35, 1.3, 0.0], atol=1e-6)
    assert_allclose(found.positions[at["arm_right"]], [-0.35, 1.3, 0.0], atol=1e-6)


@pytest.mark.parametrize("boxes", [ANIMAL, FIGURE])
def test_the_rig_is_rigid_and_moves_with_the_mesh_whatever_its_size_place_and_order(boxes):
    mesh = made_of(boxes)
    rig = auto_rig(mesh)
    assert rig.build == "blocks"
    assert_array_equal(np.sort(rig.skin.weights, axis=1)[:, -2:], [[0.0, 1.0]] * len(mesh.vertices))
    order = np.random.default_rng(0).permutation(len(mesh.vertices))
    shuffled = Mesh(3.0 * mesh.vertices[order] + [5.0, -2.0, 1.0], np.argsort(order)[mesh.faces])
    other = auto_rig(shuffled)
    assert sorted(other.skeleton.names) == sorted(rig.skeleton.names)
    where = [other.skeleton.names.index(name) for name in rig.skeleton.names]
    expected = 3.0 * rig.skeleton.rest_positions + [5.0, -2.0, 1.0]
    assert_allclose(other.skeleton.rest_positions[where], expected, atol=1e-5)


def test_stacked_boxes_of_one_section_stay_two_though_they_share_four_edges():
    stack = weld(
        np.array(made_of({"a": ([0, 0, 0], [1, 1, 1]), "b": ([0, 1, 0], [1, 2, 1])}).vertices, float), tolerance=1e-6
    )
    faces = stack.faces(made_of({"a": ([0, 0, 0], [1, 1, 1]), "b": ([0, 1, 0], [1, 2, 1])}).faces)
    assert len(stack.vertices) == 12
    shells = shells_of(faces)
    sides = [set(shells[:12].tolist()), set(shells[12:].tolist())]
    assert sides[0].isdisjoint(sides[1])


def test_what_is_no_figure_of_boxes_is_left_to_others():
    assert blocks_of(person()) is None
    assert blocks_of(horse()) is None
    assert blocks_of(box(np.zeros(3), np.ones(3))) is None
    tower = concatenate([box(np.array([0.0, k, 0.0]), np.array([1.0, k + 0.9, 1.0])) for k in range(8)])
    assert blocks_of(tower) is None  # nothing is left or right of it


def test_blocks_of_which_none_stands_in_the_middle_get_a_tree_all_the_same():
    pairs = {k: ([sign * 0.7 - 0.3, y, 0.0], [sign * 0.7 + 0.3, y + 0.5, 0.6]) for k, (sign, y) in enumerate(
        (sign, y) for y in (0.0, 0.6, 1.2) for sign in (-1, 1))}  # fmt: skip
    found = blocks_of(made_of(pairs))
    assert found is not None
    assert len(found.names) == 6
    assert found.parents.count(None) == 1


def test_distances_to_a_block_are_those_to_its_planes_however_it_is_turned():
    turn = matrix_from_vector(np.array([0.3, -0.5, 0.8]))
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-2, 2) for z in (-3, 3)], dtype=float)
    block = block_from(corners @ turn.T, 0.1)
    assert block is not None
    assert_allclose(
        distance_to(block, np.array([[2.5, 0, 0], [0, 0, 0], [0, 0, -4.0]]) @ turn.T), [1.5, -1.0, 1.0], atol=1e-9
    )
    assert_allclose(abs(block.axis @ turn[:, 2]), 1.0, atol=1e-9)
    assert (block.length, block.width) == pytest.approx((6.0, 4.0))
    assert block.area == pytest.approx(2 * (2 * 4 + 2 * 6 + 4 * 6))


def test_a_flat_block_is_as_good_as_a_thin_one_and_a_line_is_none():
    square = np.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]])
    flat = block_from(square, 0.1)
    assert flat is not None
    assert_allclose(distance_to(flat, np.array([[0.5, 0.5, 1.0]])), [0.975])
    assert block_from(square * [1.0, 0.0, 0.0], 0.0) is None
