import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from tests.geometry.rigging.shapes import box, capsule, horse

from enliven.core.mesh import Mesh
from enliven.core.scene import Appearance, Part, Scene
from enliven.geometry.rigging import nodes_rig
from enliven.geometry.rigging.moving_nodes import words_of


def scene(*pieces):
    """Pieces are (node name, mesh, pivot or None, nodes above)."""
    parts = [
        Part(
            name,
            mesh,
            Appearance(),
            node,
            node_name=name,
            pivot_m=None if p is None else np.array(p, float),
            nodes_above=up,
        )
        for node, (name, mesh, p, up) in enumerate(pieces)
    ]
    return Scene(name="test", parts=tuple(parts), rig=None, clips=(), source=None)


def car(*, pivots=True):
    places = [(x, 0.2, z) for z in (0.7, -0.7) for x in (0.5, -0.5)]
    wheels = [
        (f"Wheel_{k}", capsule([x - 0.05, y, z], [x + 0.05, y, z], 0.2), (x, y, z))
        for k, (x, y, z) in enumerate(places)
    ]
    body = box([-0.44, 0.2, -1], [0.44, 0.8, 1])
    return scene(("Body", body, (0, 0, 0), ()), *[(n, m, p if pivots else (0, 0, 0), (0,)) for n, m, p in wheels])


@pytest.mark.parametrize("pivots", [True, False])
def test_wheels_turn_about_their_hubs(pivots):
    rig = nodes_rig(car(pivots=pivots))
    assert rig is not None
    assert rig.kind == "nodes"
    assert rig.joint_nodes == (0, 1, 2, 3, 4)
    assert rig.skeleton.parents == (None, 0, 0, 0, 0)
    assert rig.skeleton.names == ("Body", "Wheel_0", "Wheel_1", "Wheel_2", "Wheel_3")
    assert_allclose(rig.skeleton.rest_positions[1], [0.5, 0.2, 0.7], atol=1e-9)


def test_every_vertex_follows_the_joint_of_its_node():
    vehicle = car()
    rig = nodes_rig(vehicle)
    assert rig is not None
    expected = np.repeat(np.arange(5), [len(part.mesh.vertices) for part in vehicle.parts])
    assert_array_equal(rig.skin.weights, np.eye(5)[expected])


def test_a_lid_without_a_pivot_opens_at_its_back_edge():
    chest = scene(
        ("Chest", box([-1, 0, -0.5], [1, 1, 0.5]), None, ()), ("Lid", box([-1, 1.01, -0.5], [1, 1.3, 0.5]), None, ())
    )
    rig = nodes_rig(chest)
    assert rig is not None
    assert_allclose(rig.skeleton.rest_positions[1], [0, 1.01, -0.5])


def test_double_doors_hang_at_their_outer_edges():
    frame = box([-1.2, 0, -0.2], [1.2, 2.2, -0.11])
    left, right = box([0.01, 0, -0.1], [1, 2, 0.0]), box([-1, 0, -0.1], [-0.01, 2, 0.0])
    rig = nodes_rig(scene(("Frame", frame, None, ()), ("door_l", left, None, ()), ("door_r", right, None, ())))
    assert rig is not None
    assert_allclose(rig.skeleton.rest_positions[1:, 0], [1.0, -1.0])


def test_what_hangs_from_a_moving_node_moves_with_it():
    tank = scene(
        ("Hull", box([-1, 0, -2], [1, 1, 2]), (0, 0, 0), ()),
        ("Turret", box([-0.5, 1.1, -0.5], [0.5, 1.5, 0.5]), (0, 1.1, 0), (0,)),
        ("Barrel", box([-0.1, 1.2, 0.51], [0.1, 1.4, 2.5]), (0, 1.3, 0.51), (1, 0)),
        ("Antenna", box([-0.4, 1.51, -0.4], [-0.38, 2.5, -0.38]), (-0.39, 1.5, -0.39), (1, 0)),
    )
    rig = nodes_rig(tank)
    assert rig is not None
    assert rig.skeleton.names == ("Hull", "Turret", "Barrel")
    assert rig.skeleton.parents == (None, 0, 1)
    antenna = rig.skin.weights[-len(tank.parts[3].mesh.vertices) :]
    assert_array_equal(antenna[:, 1], 1.0)


def test_a_body_split_by_material_is_no_set_of_moving_parts():
    body = horse()
    middle = body.vertices[body.faces].mean(axis=1)[:, 1] > 0.8
    above, below = (Mesh(vertices=body.vertices, faces=body.faces[mask]) for mask in (middle, ~middle))
    assert nodes_rig(scene(("Horse_Head", above, (0, 1.5, 1), ()), ("Horse_Leg", below, (0, 0.5, 0), ()))) is None


def test_a_body_with_eyes_gets_a_skin():
    eyes = [
        (f"Eye_{side}", capsule([x, 1.6, 1.32], [x, 1.6, 1.33], 0.03), (x, 1.6, 1.32), (0,))
        for side, x in (("L", 0.1), ("R", -0.1))
    ]
    assert nodes_rig(scene(("Body", horse(), (0, 0, 0), ()), *eyes)) is None


def test_one_node_or_none_is_no_set_of_moving_parts():
    assert nodes_rig(scene(("Door", box([0, 0, 0], [1, 2, 0.1]), None, ()))) is None
    assert nodes_rig(scene()) is None


def test_joint_names_are_unique():
    doors = [("door", box([x, 0, 0], [x + 0.9, 2, 0.1]), None, ()) for x in (0.0, 1.0, 2.0)]
    rig = nodes_rig(scene(("wall", box([0, 0, -1], [3, 3, -0.2]), None, ()), *doors))
    assert rig is not None
    assert rig.skeleton.names == ("wall", "door", "door_2", "door_3")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("FrontWheel_L.001", {"front", "wheel", "l"}),
        ("Armature", {"armature"}),
        ("car-doors", {"car", "doors", "door"}),
        ("TOPLid2", {"top", "lid"}),
    ],
)
def test_names_are_read_as_words(name, words):
    assert words_of(name) == words
