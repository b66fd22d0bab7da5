import numpy as np
from numpy.testing import assert_allclose, assert_array_equal
from tests.geometry.rigging.shapes import box, capsule, horse, person, spider

from enliven.core.mesh import Mesh, concatenate
from enliven.geometry.rigging import auto_rig
from enliven.geometry.rigging.loose_pieces import numbered, pieces_of, wheels_of
from enliven.geometry.rigging.turning_pieces import door_of, rotor_of


def disc(centre, radius, width, *, around=20):
    """A wheel about x."""
    turn = np.linspace(0, 2 * np.pi, around, endpoint=False)
    rim = np.stack([np.zeros(around), radius * np.cos(turn), radius * np.sin(turn)], axis=1)
    out = np.array([width / 2, 0.0, 0.0])
    sides = [rim - out, rim + out, [-out], [out]]
    k, after = np.arange(around), (np.arange(around) + 1) % around
    faces = [(k, after, after + around), (k, after + around, k + around)]
    faces += [(np.full(around, 2 * around), after, k), (np.full(around, 2 * around + 1), k + around, after + around)]
    return Mesh(vertices=np.concatenate(sides) + centre, faces=np.concatenate([np.stack(f, axis=1) for f in faces]))


PLACES = [(0.55, 0.3, 0.8), (-0.55, 0.3, 0.8), (0.55, 0.3, -0.8), (-0.55, 0.3, -0.8)]


def car(*, wheel=disc):
    return concatenate([box([-0.45, 0.25, -1.2], [0.45, 1.0, 1.2]), *[wheel(np.array(p), 0.3, 0.15) for p in PLACES]])


def test_a_car_in_one_mesh_gets_a_joint_per_wheel():
    mesh = car()
    rig = auto_rig(mesh)
    assert rig.build == "vehicle"
    assert rig.kind == "nodes"
    expected = ("body", "wheel_front_left", "wheel_front_right", "wheel_back_left", "wheel_back_right")
    assert rig.skeleton.names == expected
    assert_allclose(rig.skeleton.rest_positions[1:], PLACES, atol=1e-6)
    joint = np.repeat(np.arange(5), [8, 42, 42, 42, 42])
    assert_array_equal(rig.skin.weights, np.eye(5)[joint])


def test_hub_caps_turn_with_their_wheels():
    caps = [disc(np.array(p) * [1.1, 1, 1], 0.12, 0.03) for p in PLACES]
    wheels = wheels_of(concatenate([car(), *caps]))
    assert wheels is not None
    assert len(wheels.names) == 5
    assert_array_equal(wheels.piece_of[-4 * 42 :], np.repeat([1, 2, 3, 4], 42))


def block(centre, radius, width):
    """As large as a wheel, but square."""
    reach = np.array([width / 2, radius, radius])
    return box(centre - reach, centre + reach)


def test_square_blocks_are_no_wheels():
    assert wheels_of(car(wheel=block)) is None


def test_a_horse_has_no_wheels():
    assert wheels_of(horse()) is None


def test_a_lid_hangs_at_the_back_edge_of_its_box():
    chest = concatenate([box([-1, 0, -0.6], [1, 0.8, 0.6]), box([-1, 0.81, -0.6], [1, 1.1, 0.6])])
    rig = auto_rig(chest)
    assert rig.build == "pieces"
    assert rig.skeleton.names == ("body", "lid")
    assert_allclose(rig.skeleton.rest_positions[1], [0, 0.81, -0.6], atol=1e-6)
    assert_array_equal(rig.skin.weights.argmax(axis=1), np.repeat([0, 1], 8))


def test_details_ride_on_the_piece_that_they_touch():
    chest = [box([-1, 0, -0.6], [1, 0.8, 0.6]), box([-1, 0.81, -0.6], [1, 1.1, 0.6])]
    lock = box([-0.05, 0.95, 0.61], [0.05, 1.05, 0.65])
    pieces = pieces_of(concatenate([*chest, lock]))
    assert pieces is not None
    assert_array_equal(pieces.piece_of[-8:], 1)


def test_a_mattress_in_its_bed_is_no_loose_piece():
    bed = concatenate([box([-1, 0, -2], [1, 0.5, 2]), box([-0.9, 0.3, -1.9], [0.9, 0.7, 1.9])])
    assert pieces_of(concatenate([bed, box([-1, 0.2, 1.9], [1, 1.2, 2.1])])) is None


def test_pieces_that_stand_apart_get_joints_of_their_own():
    pieces = pieces_of(concatenate([box([0, 0, 0], [2, 1, 1]), box([3, 0, 0], [4, 1, 1])]))
    assert pieces is not None
    assert pieces.names == ("body", "piece")
    assert_array_equal(pieces.piece_of, np.repeat([0, 1], 8))


def test_one_piece_is_no_set_of_pieces():
    assert pieces_of(box([0, 0, 0], [1, 1, 1])) is None


def test_names_are_numbered_only_where_they_repeat():
    assert numbered(["a", "b", "a", "a"]) == ("a", "b", "a_2", "a_3")


def windmill(*, blades=4):
    """A tower, a hub, and blades in the plane z = 0.6."""
    parts = [box([-0.5, 0, -0.5], [0.5, 3, 0.5]), capsule([0, 2.5, 0.5], [0, 2.5, 0.62], 0.08)]
    blade = box([-0.12, 0.2, -0.03], [0.12, 1.4, 0.03])
    for turn in 0.3 + np.arange(blades) * 2 * np.pi / blades:
        spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
        parts.append(Mesh(vertices=blade.vertices @ spin.T + np.array([0, 2.5, 0.6]), faces=blade.faces))
    return concatenate(parts)


def test_blades_turn_about_their_hub():
    rig = auto_rig(windmill())
    assert rig.skeleton.names == ("body", "rotor")
    assert_allclose(rig.skeleton.rest_positions[1], [0, 2.5, 0.6], atol=1e-6)
    turns = rig.skin.weights.argmax(axis=1)
    assert_array_equal(turns[:8], 0)
    assert_array_equal(turns[-32:], 1)


def test_two_blades_or_uneven_ones_are_no_rotor():
    assert rotor_of(windmill(blades=2)) is None
    lopsided = windmill(blades=5)
    assert rotor_of(Mesh(vertices=lopsided.vertices[:-8], faces=lopsided.faces[:-12])) is None


def test_bodies_have_neither_rotor_nor_door():
    for body in (horse(), person(), spider()):
        assert rotor_of(body) is None
        assert door_of(body) is None


def test_a_door_swings_about_the_edge_away_from_its_handle():
    posts = [box([-0.6, 0, -0.1], [-0.5, 2.1, 0.1]), box([0.5, 0, -0.1], [0.6, 2.1, 0.1])]
    leaf, handle = box([-0.48, 0.02, -0.03], [0.48, 2.0, 0.03]), box([0.35, 1.0, 0.03], [0.42, 1.1, 0.1])
    rig = auto_rig(concatenate([*posts, leaf, handle]))
    assert rig.skeleton.names == ("frame", "door")
    assert_allclose(rig.skeleton.rest_positions[1], [-0.48, 1.01, 0], atol=1e-6)
    assert_array_equal(rig.skin.weights.argmax(axis=1), np.repeat([0, 0, 1, 1], 8))


def test_a_slab_without_posts_is_no_door():
    assert door_of(box([-0.5, 0, -0.03], [0.5, 2, 0.03])) is None
