"""Flags: a sheet on a pole gets joints across it; doors, boards and people do not."""

import numpy as np
from numpy.testing import assert_allclose
from tests.geometry.rigging.shapes import box, person

from enliven.core.mesh import Mesh, concatenate
from enliven.geometry.rigging import auto_rig
from enliven.geometry.rigging.cloths import cloth_of


def sheet(left: float, right: float, low: float, high: float, *, columns: int = 11) -> Mesh:
    """A two-sided sheet across x with a slight wave."""
    x, y = np.meshgrid(np.linspace(left, right, columns), np.linspace(low, high, 5))
    front = np.stack([x, y, 0.05 * np.sin(4.0 * x)], axis=-1).reshape(-1, 3)
    cell = np.arange(columns - 1)[None, :] + columns * np.arange(4)[:, None]
    a = cell.ravel()
    faces = np.concatenate([np.stack([a, a + 1, a + columns], 1), np.stack([a + 1, a + columns + 1, a + columns], 1)])
    return Mesh(np.concatenate([front, front - [0, 0, 0.01]]), np.concatenate([faces, faces[:, ::-1] + len(front)]))


def one_shell(mesh: Mesh) -> Mesh:
    """Both sides joined by a face, so that they are one shell."""
    half = len(mesh.vertices) // 2
    return Mesh(mesh.vertices, np.concatenate([mesh.faces, [[0, half, half + 1]]]))


def flag(left: float, right: float) -> Mesh:
    return concatenate([box([-0.03, 0, -0.03], [0.03, 2.6, 0.03]), one_shell(sheet(left, right, 1.6, 2.5))])


def test_a_flag_gets_a_chain_from_its_pole_to_its_free_edge():
    rig = auto_rig(flag(0.04, 1.5))
    assert rig.skeleton.names == ("pole", *(f"cloth_{k}" for k in range(1, 6)))
    assert rig.skeleton.parents == (None, 0, 1, 2, 3, 4)
    places = rig.skeleton.rest_positions
    assert_allclose(places[0], [0.0, 0.0, 0.0], atol=0.02)
    assert_allclose(places[1:, 0], 0.04 + 1.46 * np.arange(5) / 5.0, atol=0.02)
    weights = rig.skin.weights
    assert_allclose(weights[:8], np.eye(6)[[0] * 8])
    mesh = flag(0.04, 1.5)
    edge = mesh.vertices[:, 0] > 1.49
    assert_allclose(weights[edge], np.eye(6)[[5] * edge.sum()], atol=1e-6)


def test_a_flag_that_flies_the_other_way_is_told_the_other_way():
    cloth = cloth_of(flag(-1.5, -0.04))
    assert cloth is not None
    assert (np.diff(cloth.positions[1:, 0]) < 0.0).all()


def test_a_leaf_that_reaches_the_ground_is_no_cloth():
    post = box([-0.03, 0, -0.03], [0.03, 2.6, 0.03])
    assert cloth_of(concatenate([post, one_shell(sheet(0.04, 1.5, 0.05, 2.5))])) is None


def test_a_sheet_without_a_pole_is_no_flag():
    stone = box([2.5, 0, -0.5], [3.5, 0.4, 0.5])
    assert cloth_of(concatenate([stone, one_shell(sheet(0.04, 1.5, 1.6, 2.5))])) is None


def test_a_person_is_no_flag():
    assert cloth_of(person()) is None
