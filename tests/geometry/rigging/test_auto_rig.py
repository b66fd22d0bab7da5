from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from tests.geometry.rigging.shapes import bird, box, capsule, fish, horse, person, spider

from enliven.core.mesh import Mesh, concatenate
from enliven.geometry.rigging import auto_rig

BODIES = {"horse": horse, "person": person, "bird": bird, "spider": spider, "fish": fish}
bodies = pytest.mark.parametrize("body", sorted(BODIES))


@cache
def rig_of(body):
    return auto_rig(BODIES[body]())


def names(rig, start):
    return [name for name in rig.skeleton.names if name.startswith(start)]


def position(rig, name):
    return rig.skeleton.rest_positions[rig.skeleton.names.index(name)]


def check_skin(rig, mesh):
    weights = rig.skin.weights
    assert weights.shape == (len(mesh.vertices), len(rig.skeleton))
    assert_allclose(weights.sum(axis=1), 1.0, atol=1e-5)
    assert weights.min(initial=0.0) >= 0.0
    assert (weights > 0).sum(axis=1).max(initial=1) <= 4
    assert_allclose(
        rig.skin.joint_from_mesh @ rig.skeleton.model_from_joint,
        np.tile(np.eye(4), (len(rig.skeleton), 1, 1)),
        atol=1e-9,
    )
    assert len(set(rig.skeleton.names)) == len(rig.skeleton)
    assert rig.skeleton.parents.count(None) == 1
    assert 0.0 <= rig.confidence <= 1.0
    assert not any("could not be taken apart" in note for note in rig.notes)  # the net below must stay unused
    if not len(mesh.vertices):
        return
    idle = [name for name, most in zip(rig.skeleton.names, weights.max(axis=0), strict=True) if most == 0]
    assert all(any(name in note for note in rig.notes) for name in idle)


@pytest.mark.parametrize(
    ("body", "build", "limbs"),
    [
        (
            "horse",
            "quadruped",
            ["front_leg_left", "front_leg_right", "back_leg_left", "back_leg_right", "tail", "head"],
        ),
        ("person", "biped", ["leg_left", "leg_right", "arm_left", "arm_right", "hand_left", "spine", "neck", "head"]),
        ("bird", "biped", ["wing_left", "wing_right", "leg_left", "leg_right", "tail", "head"]),
        ("spider", "many_legs", [f"leg{k}_{side}" for k in (1, 2, 3, 4) for side in ("left", "right")]),
        ("fish", "swimmer", ["tail", "fin_left", "fin_right", "head", "spine"]),
    ],
)
def test_bodies_are_recognised(body, build, limbs):
    rig = rig_of(body)
    assert rig.build == build
    assert [limb for limb in limbs if not names(rig, limb)] == []
    check_skin(rig, BODIES[body]())


@bodies
def test_a_symmetric_body_gets_a_symmetric_rig(body):
    mesh, rig = BODIES[body](), rig_of(body)
    swapped = [n.replace("left", "*").replace("right", "left").replace("*", "right") for n in rig.skeleton.names]
    twin = [rig.skeleton.names.index(name) for name in swapped]
    flip = np.array([-1.0, 1.0, 1.0])
    size = np.ptp(mesh.vertices, axis=0).max()
    assert_allclose(rig.skeleton.rest_positions[twin] * flip, rig.skeleton.rest_positions, atol=0.01 * size)
    left = [j for j, name in enumerate(rig.skeleton.names) if "left" in name]
    assert (rig.skeleton.rest_positions[left, 0] > 0).all()


def test_joints_of_a_horse_lie_inside_its_limbs():
    rig = rig_of("horse")
    assert_allclose(position(rig, "hips")[[0, 2]], [0, -0.55], atol=0.12)
    for name in ("back_leg_left_2", "back_leg_left_3"):
        assert_allclose(position(rig, name)[[0, 2]], [0.17, -0.55], atol=0.05)
    heights = [position(rig, f"back_leg_left_{k}")[1] for k in (1, 2, 3)]
    assert heights == sorted(heights, reverse=True)
    assert position(rig, "head")[2] > 0.8
    assert position(rig, "head")[1] > 1.4


def test_each_part_follows_its_own_limb():
    mesh, rig = horse(), rig_of("horse")
    for side, sign in (("left", 1), ("right", -1)):
        for leg, z in (("front", 0.5), ("back", -0.55)):
            limb = [j for j, n in enumerate(rig.skeleton.names) if n.startswith(f"{leg}_") and n.count(side)]
            shin = (
                (mesh.vertices[:, 1] < 0.45)
                & (np.abs(mesh.vertices[:, 2] - z) < 0.2)
                & (mesh.vertices[:, 0] * sign > 0)
            )
            assert shin.any()
            assert rig.skin.weights[np.ix_(shin, limb)].sum(axis=1).min() > 0.95


@pytest.mark.parametrize(("body", "scale"), [("person", 1e-4), ("spider", 250.0)])
def test_moving_and_scaling_the_mesh_moves_and_scales_the_rig(body, scale):
    mesh = BODIES[body]()
    shift = np.array([3.0, -7.0, 11.0])
    before = rig_of(body)
    after = auto_rig(Mesh(vertices=(mesh.vertices + shift) * scale, faces=mesh.faces))
    assert after.skeleton.names == before.skeleton.names
    size = np.ptp(mesh.vertices, axis=0).max()
    assert_allclose(after.skeleton.rest_positions / scale - shift, before.skeleton.rest_positions, atol=0.03 * size)


def test_a_body_that_faces_x_is_rigged_facing_x():
    turn = np.array([[0.0, 0, 1], [0, 1, 0], [-1, 0, 0]])  # +Z to +X
    rig = auto_rig(Mesh(vertices=horse().vertices @ turn.T, faces=horse().faces))
    upright = rig_of("horse")
    assert rig.skeleton.names == upright.skeleton.names
    assert_allclose(rig.skeleton.rest_positions, upright.skeleton.rest_positions @ turn.T, atol=0.06)
    assert_allclose(rig.front, [1, 0, 0], atol=1e-9)
    assert any("not +Z" in note for note in rig.notes)
    assert_allclose(upright.front, [0, 0, 1], atol=1e-9)


def test_the_same_mesh_gives_the_same_bytes():
    first, second = rig_of("person"), auto_rig(person())
    assert_array_equal(first.skeleton.parent_from_joint, second.skeleton.parent_from_joint)
    assert_array_equal(first.skin.weights, second.skin.weights)


def test_vertices_at_one_place_move_alike():
    mesh = person()
    split = Mesh(vertices=mesh.vertices[mesh.faces].reshape(-1, 3), faces=np.arange(3 * len(mesh.faces)).reshape(-1, 3))
    weights = auto_rig(split).skin.weights
    _, place = np.unique(split.vertices, axis=0, return_inverse=True)
    first = np.unique(place.reshape(-1), return_index=True)[1][place.reshape(-1)]
    assert_array_equal(weights, weights[first])


def test_small_shells_ride_along_rigidly():
    eye = capsule([0.05, 1.7, 0.11], [0.05, 1.7, 0.115], 0.015)
    mesh = concatenate([person(), eye])
    rig = auto_rig(mesh)
    weights = rig.skin.weights[-len(eye.vertices) :]
    assert_allclose(weights, np.tile(weights[0], (len(weights), 1)), atol=1e-12)
    assert weights[0, rig.skeleton.names.index("head")] > 0.5


def test_a_large_mesh_is_rigged_like_a_small_one():
    fine, coarse = person(), person()
    for _ in range(2):
        fine = _subdivided(fine)
    assert len(fine.vertices) > 12_000
    rig, reference = auto_rig(fine), rig_of("person")
    assert rig.skeleton.names == reference.skeleton.names
    check_skin(rig, fine)
    assert_allclose(rig.skeleton.rest_positions, reference.skeleton.rest_positions, atol=0.04)
    original = rig.skin.weights[: len(coarse.vertices)]
    assert np.abs(original - reference.skin.weights).mean() < 0.02


def _subdivided(mesh):
    """Every face in four; the vertices of the mesh stay first."""
    a, b, c = mesh.faces.T
    middles = 0.5 * np.concatenate([mesh.vertices[i] + mesh.vertices[j] for i, j in ((a, b), (b, c), (c, a))])
    ab, bc, ca = len(mesh.vertices) + np.arange(3 * len(a)).reshape(3, -1)
    faces = np.concatenate([np.stack(f, axis=1) for f in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))])
    return Mesh(vertices=np.concatenate([mesh.vertices, middles]), faces=faces)


@given(
    seed=st.integers(0, 2**32 - 1), count=st.integers(1, 30), kind=st.sampled_from(["soup", "shared", "flat", "line"])
)
@settings(max_examples=20)
def test_horrible_meshes_get_a_valid_rig(seed, count, kind):
    rng = np.random.default_rng(seed)
    vertices = rng.normal(size=(3 * count + 4, 3)) * 10.0 ** rng.integers(-3, 4)
    if kind == "flat":
        vertices[:, rng.integers(3)] = 0.5
    if kind == "line":
        vertices[:, 1:] = 0.0
    if kind == "shared":
        vertices[rng.integers(0, len(vertices), 5)] = vertices[0]
    faces = rng.integers(0, len(vertices), size=(count, 3))  # repeats, degenerate faces and isolated vertices happen
    mesh = Mesh(vertices=vertices, faces=faces)
    check_skin(auto_rig(mesh), mesh)


@pytest.mark.parametrize(
    "mesh",
    [
        Mesh(vertices=np.zeros((0, 3)), faces=np.zeros((0, 3), dtype=np.int64)),
        Mesh(vertices=np.ones((4, 3)), faces=np.array([[0, 1, 2]])),
        Mesh(vertices=np.eye(3), faces=np.array([[0, 1, 2]])),
        Mesh(vertices=np.eye(3) * 1e-12, faces=np.array([[0, 1, 2]])),
        Mesh(vertices=np.eye(3) * 1e150, faces=np.array([[0, 1, 2]])),
        Mesh(vertices=np.eye(3), faces=np.zeros((0, 3), dtype=np.int64)),
        box([0, 0, 0], [1, 1, 1]),
        box([0, 0, 0], [1, 0.001, 1]),
        concatenate([box([0, 0, 0], [1, 1, 1]), box([5, 0, 0], [5.5, 1, 1])]),
    ],
)
def test_plain_and_empty_shapes_get_a_valid_rig(mesh):
    check_skin(auto_rig(mesh), mesh)


def test_confidence_is_low_with_a_reason_where_nothing_was_recognised():
    rig = auto_rig(box([0, 0, 0], [1, 1, 1]))
    assert rig.confidence < 0.5
    assert "no limbs" in rig.notes[0]
    assert rig_of("horse").confidence > 0.8


@pytest.mark.parametrize("spread", [1.0, 1e6])
def test_vertices_of_no_face_say_nothing_of_the_shape(spread):
    body = horse()
    alone = auto_rig(body)
    stray = np.random.default_rng(2).normal(size=(40, 3)) * spread
    among = auto_rig(Mesh(np.concatenate([stray, body.vertices]), body.faces + len(stray)))
    assert among.skeleton.names == alone.skeleton.names
    assert_array_equal(among.skeleton.rest_positions, alone.skeleton.rest_positions)
    assert_array_equal(among.skin.weights[len(stray) :], alone.skin.weights)
    assert_allclose(among.skin.weights.sum(axis=1), 1.0, atol=1e-9)
