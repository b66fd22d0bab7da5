import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.geometry.rigs import biped, boxed_rig

from enliven.core.mesh import Mesh
from enliven.geometry.body import body_from, surface_weights, travelling_joints
from enliven.geometry.deforming import deforming_rig


def _body(rig):
    skeleton, skin, mesh = rig
    kept = deforming_rig(skeleton, skin, mesh)
    return body_from(kept.skeleton, kept.skin, mesh)


def test_a_person_is_about_one_unit_tall_and_stands_on_the_ground():
    body = _body(biped())
    assert 1.3 < body.metres_per_unit < 2.4
    assert body.rest_positions[:, 1].min() == 0.0
    low, high = body.rest_positions.min(axis=0), body.rest_positions.max(axis=0)
    assert_allclose((low + high)[[0, 2]], 0.0, atol=1e-12)


@pytest.mark.parametrize("scale", [0.01, 100.0])
def test_scale_and_place_do_not_matter(scale):
    def moved(skeleton, skin, mesh):
        joints = [
            (name, None if up is None else skeleton.names[up], scale * at + np.array([3.0, -2.0, 5.0]))
            for name, up, at in zip(skeleton.names, skeleton.parents, skeleton.rest_positions, strict=True)
        ]
        vertices = scale * mesh.vertices + np.array([3.0, -2.0, 5.0])
        return boxed_rig(joints, [("Hips", (0, 0, 0), (1, 1, 1))])[0], skin, Mesh(vertices=vertices, faces=mesh.faces)

    body, other = _body(biped()), _body(moved(*biped()))
    assert_allclose(other.rest_positions, body.rest_positions, atol=1e-9)
    assert_allclose(other.skin_offsets, body.skin_offsets, atol=1e-9)
    assert_allclose(other.metres_per_unit, scale * body.metres_per_unit)


def test_a_long_thin_weapon_hardly_changes_the_size():
    skeleton, skin, mesh = biped()
    plain = body_from(skeleton, skin, mesh).metres_per_unit
    spear = np.array([[0.6, 0.0, 0.5], [0.62, 2.5, 0.5], [0.6, 2.5, 0.52]])
    armed = Mesh(
        vertices=np.concatenate([mesh.vertices, spear]),
        faces=np.concatenate([mesh.faces, [[len(mesh.vertices) + k for k in range(3)]]]),
    )
    weights = np.concatenate([skin.weights, skin.weights[:3]])
    size = body_from(skeleton, type(skin)(weights=weights, joint_from_mesh=skin.joint_from_mesh), armed).metres_per_unit
    assert abs(size / plain - 1.0) < 0.03


def test_tessellation_does_not_matter():
    skeleton, skin, mesh = boxed_rig([("a", None, (0, 0, 0)), ("b", "a", (0, 2, 0))],
                                     [("a", (0, 0, 0), (1, 1, 1)), ("b", (0, 3, 0), (1, 1, 1))])  # fmt: skip
    face = mesh.faces[0]
    middle = mesh.vertices[face].mean(axis=0)
    finer = Mesh(
        vertices=np.concatenate([mesh.vertices, middle[None]]),
        faces=np.concatenate([mesh.faces[1:], [[face[k], face[(k + 1) % 3], 16] for k in range(3)]]),
    )
    weights = np.concatenate([skin.weights, skin.weights[:1]])
    other = body_from(skeleton, type(skin)(weights=weights, joint_from_mesh=skin.joint_from_mesh), finer)
    assert_allclose(other.skin_shares, body_from(skeleton, skin, mesh).skin_shares, atol=1e-12)


def test_areas_add_up_and_a_mesh_without_area_counts_vertices():
    _, _, mesh = boxed_rig([("a", None, (0, 0, 0))], [("a", (0, 0, 0), (1, 1, 1))])
    assert_allclose(surface_weights(mesh).sum(), 24.0)
    flat = Mesh(vertices=np.zeros((3, 3)), faces=np.array([[0, 1, 2]]))
    assert_allclose(surface_weights(flat), 1.0)


def test_roots_and_hips_travel():
    body = _body(biped())
    assert [body.names[joint] for joint in np.flatnonzero(travelling_joints(body))] == ["Hips"]
    joints = [("base", None, (0, 0.5, 0)), ("hips", "base", (0, 1, 0)), ("up", "hips", (0, 1.3, 0)),
              ("down", "hips", (0, 0.8, 0)), ("tip", "up", (0, 1.6, 0))]  # fmt: skip
    body = _body(boxed_rig(joints, [(name, at, (0.1,) * 3) for name, _, at in joints]))
    assert [body.names[joint] for joint in np.flatnonzero(travelling_joints(body))] == ["base", "hips"]
