from dataclasses import replace

import numpy as np
from numpy.testing import assert_allclose
from tests.render.shapes import ball, box

from enliven.core.mesh import Mesh
from enliven.core.scene import Part
from enliven.render.smoothing import group_normals, normal_groups


def normals_of(parts: list[Part]) -> np.ndarray:
    """Normals of the corners [faces 3 3]."""
    groups, count = normal_groups(parts)
    starts = np.cumsum([0] + [len(part.mesh.vertices) for part in parts])
    vertices = np.concatenate([part.mesh.vertices for part in parts])
    faces = np.concatenate([part.mesh.faces + start for part, start in zip(parts, starts[:-1], strict=True)])
    return group_normals(vertices, faces.astype(np.int32), groups, count)[0][groups]


def unshared(part: Part) -> Part:
    """The same part with three vertices of its own for every face."""
    corners = part.mesh.faces.ravel()
    mesh = Mesh(part.mesh.vertices[corners], np.arange(len(corners)).reshape(-1, 3))
    given = part.appearance.normals
    return replace(
        part, mesh=mesh, appearance=replace(part.appearance, normals=None if given is None else given[corners])
    )


def face_normals(part: Part) -> np.ndarray:
    a, b, c = np.moveaxis(part.mesh.vertices[part.mesh.faces], 1, 0)
    normals = np.cross(b - a, c - a)
    return normals / np.linalg.norm(normals, axis=1, keepdims=True)


def test_a_ball_is_smooth_even_where_its_seam_and_faces_are_split():
    for part in (ball(20), unshared(ball(20))):
        corners = part.mesh.vertices[part.mesh.faces]
        inner = np.abs(corners[..., 1]) < 0.49  # at the poles faces have no area
        assert_allclose(normals_of([part])[inner], corners[inner] / 0.5, atol=0.05)


def test_a_box_is_creased_even_where_its_vertices_are_shared():
    for part in (box(), unshared(box())):
        assert_allclose(normals_of([part]), np.repeat(face_normals(part)[:, None], 3, axis=1), atol=1e-6)


def test_normals_of_the_file_decide_where_it_has_them():
    flat = unshared(ball(8))
    flat = replace(flat, appearance=replace(flat.appearance, normals=np.repeat(face_normals_safe(flat), 3, axis=0)))
    wide = np.linalg.norm(np.cross(*edges(flat)), axis=1) > 1e-6
    assert_allclose(normals_of([flat])[wide], np.repeat(face_normals_safe(flat)[wide][:, None], 3, axis=1), atol=1e-5)
    corners = box().mesh.vertices
    round_box = unshared(box(normals=corners / np.linalg.norm(corners, axis=1, keepdims=True)))
    found = normals_of([round_box])
    assert (np.abs(found).min(axis=-1) > 0.2).all()  # every corner of the box has one normal, along its diagonal


def edges(part: Part) -> tuple[np.ndarray, np.ndarray]:
    a, b, c = np.moveaxis(part.mesh.vertices[part.mesh.faces], 1, 0)
    return b - a, c - a


def face_normals_safe(part: Part) -> np.ndarray:
    normals = np.cross(*edges(part))
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    return np.where(length > 1e-12, normals / np.maximum(length, 1e-12), [0.0, 1.0, 0.0])


def test_parts_of_one_surface_share_normals():
    whole = ball(16)
    half = len(whole.mesh.faces) // 2
    pieces = [
        replace(whole, mesh=Mesh(whole.mesh.vertices, whole.mesh.faces[chosen]))
        for chosen in (slice(None, half), slice(half, None))
    ]
    assert_allclose(normals_of(pieces), normals_of([whole]), atol=1e-6)


def test_faces_without_area_have_a_normal():
    flat = Mesh(np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]]), np.array([[0, 1, 2]]))
    assert_allclose(normals_of([replace(box(), mesh=flat)]), np.broadcast_to([0.0, 1.0, 0.0], (1, 3, 3)))
