import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from tests.io.gltf.build import TRIANGLE, Builder, rich, skinned_bar

from enliven.core.errors import EnlivenError, InvalidMeshError, LimitExceededError
from enliven.geometry.rotations import matrix_from_vector
from enliven.io.gltf.document import parse_glb
from enliven.io.gltf.primitives import triangles
from enliven.io.gltf.scene import scene_from

BOX = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype="f4")
BOX_FACES = [
    (0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1),
    (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3),
]  # fmt: skip


def _scene(build, name="a.glb"):
    return scene_from(parse_glb(build.glb(), name))


def _volume(mesh):
    a, b, c = mesh.vertices[mesh.faces].transpose(1, 0, 2)
    return float((a * np.cross(b, c)).sum() / 6.0)


@given(turn=st.tuples(*[st.floats(-3, 3)] * 3), scale=st.tuples(*[st.sampled_from([-2.0, -0.5, 0.5, 3.0])] * 3))
def test_faces_look_outward_under_any_scale(turn, scale):
    build = Builder()
    build.mesh(BOX, BOX_FACES)
    half = np.array(turn) / 2
    length = np.linalg.norm(half)
    xyz = half / length * np.sin(length) if length > 0 else half
    build.node(scale=list(scale), rotation=[*xyz, float(np.cos(length))], translation=[1, 2, 3], children=[1])
    build.node(mesh=0)
    mesh = _scene(build).parts[0].mesh
    assert_allclose(_volume(mesh), 8.0 * abs(np.prod(scale)), rtol=1e-5)
    expected = (BOX * scale) @ matrix_from_vector(np.array(turn)).T + [1, 2, 3]
    assert_allclose(mesh.vertices, expected, atol=1e-5)


@pytest.mark.parametrize("width", ["u1", "u2", "u4"])
def test_indices_of_any_width_are_read(width):
    build = Builder()
    build.mesh(BOX, None)
    build.root["meshes"][0]["primitives"][0]["indices"] = build.add(np.array(BOX_FACES, width).ravel(), "SCALAR")
    build.node(mesh=0)
    assert_array_equal(_scene(build).parts[0].mesh.faces, BOX_FACES)


@given(count=st.integers(0, 9))
def test_strips_and_fans_keep_their_side(count):
    zigzag = np.array([[k // 2, k % 2, 0] for k in range(count)], dtype=float).reshape(-1, 3)
    for mode, points in ((5, zigzag[:, [0, 1, 2]]), (6, _arc(count))):
        faces = triangles(np.arange(count), mode)
        assert faces.shape == (max(count - 2, 0), 3)
        a, b, c = points[faces].transpose(1, 0, 2)
        sides = np.cross(b - a, c - a)[:, 2]
        assert (sides < 0).all() if mode == 5 else (sides > 0).all()


def _arc(count):
    angle = np.linspace(0, 3, count)
    return np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1)


def test_points_and_lines_are_left_out_with_a_note():
    build = Builder()
    build.mesh(BOX, BOX_FACES)
    build.root["meshes"][0]["primitives"].append({"attributes": {"POSITION": 0}, "mode": 1})
    build.node(mesh=0, name="thing")
    scene = _scene(build)
    assert len(scene.parts) == 1
    assert scene.notes == ("left out of 'thing': lines",)


def test_a_point_cloud_is_refused():
    build = Builder()
    build.mesh(BOX, None)
    build.root["meshes"][0]["primitives"][0]["mode"] = 0
    build.node(mesh=0, name="cloud")
    with pytest.raises(EnlivenError, match=r"a.glb shows no triangles \(left out of 'cloud': points\)"):
        _scene(build)


@pytest.mark.parametrize(
    ("scenes", "shown"),
    [({}, [0, 1]), ({"scenes": [{"nodes": [1]}, {"nodes": [0]}]}, [1]),
     ({"scenes": [{"nodes": [1]}, {"nodes": [0]}], "scene": 1}, [0])],
)  # fmt: skip
def test_only_the_default_scene_is_read(scenes, shown):
    build = Builder()
    build.mesh()
    build.node(mesh=0)
    build.node(mesh=0, translation=[1, 0, 0])
    build.root |= scenes
    scene = _scene(build)
    assert [part.node for part in scene.parts] == shown
    assert_allclose([part.mesh.vertices[0, 0] for part in scene.parts], shown)  # each instance in its own place


def test_quantised_positions_keep_their_value():
    build = Builder()
    build.root["extensionsRequired"] = build.root["extensionsUsed"] = ["KHR_mesh_quantization"]
    plain = build.add(np.array([[0, 0, 0], [100, 0, 0], [0, -50, 0]], "i2"), "VEC3")
    shared = build.add(np.array([[0, 0, 0], [127, 0, 0], [0, -127, 0]], "i1"), "VEC3", normalized=True)
    for position in (plain, shared):
        build.append("meshes", {"primitives": [{"attributes": {"POSITION": position}}]})
        build.node(mesh=len(build.root["meshes"]) - 1, scale=[0.5] * 3)
    first, second = _scene(build).parts
    assert_allclose(first.mesh.vertices, [[0, 0, 0], [50, 0, 0], [0, -25, 0]])
    assert_allclose(second.mesh.vertices, [[0, 0, 0], [0.5, 0, 0], [0, -0.5, 0]])


def test_default_morph_weights_shape_the_rest_mesh():
    build, _ = skinned_bar()
    plain = _scene(build).mesh.vertices
    offsets = build.add(np.full((20, 3), 0.25, "f4"), "VEC3")
    build.root["meshes"][0]["primitives"][0]["targets"] = [{"POSITION": offsets}]
    build.root["meshes"][0]["weights"] = [0.5]
    assert_allclose(_scene(build).mesh.vertices, plain + 0.125, atol=1e-6)
    build.root["nodes"][2]["weights"] = [1.0]  # a node's own weights win
    assert_allclose(_scene(build).mesh.vertices, plain + 0.25, atol=1e-6)


@pytest.mark.parametrize("used", [False, True])
def test_nan_vertices_are_refused_only_where_a_face_uses_them(used):
    build = Builder()
    build.mesh([*TRIANGLE, [np.nan, 0, np.inf]], [(0, 1, 3 if used else 2)])
    build.root["meshes"][0]["name"] = "leaf"
    build.node(mesh=0)
    if used:
        with pytest.raises(InvalidMeshError, match=r"a.glb: part 'leaf': vertex 3 is \[nan, 0.0, inf\]"):
            _scene(build)
    else:
        scene = _scene(build)
        assert len(scene.mesh.vertices) == 4
        assert scene.notes == ("1 vertices that no face uses were NaN or infinite, and were set aside",)


def test_faces_that_name_no_vertex_are_refused():
    build = Builder()
    build.mesh(TRIANGLE, [(0, 1, 3)])
    build.node(mesh=0)
    with pytest.raises(EnlivenError, match="mesh 0, primitive 0: a face names vertex 3, expected numbers below 3"):
        _scene(build)


def test_instances_beyond_the_limit_are_refused_before_they_are_made():
    build = Builder()
    build.root["accessors"].append({"componentType": 5126, "count": 19_000_000, "type": "VEC3"})
    build.append("meshes", {"primitives": [{"attributes": {"POSITION": 0}}]})
    for _ in range(3):
        build.node(mesh=0)
    with pytest.raises(LimitExceededError, match=r"a.glb has 57,000,000 vertices, expected at most 20,000,000"):
        _scene(build)


def test_appearance_is_read():
    look = _scene(rich()).parts[0].appearance
    assert look.image == b"\x89PNG1234"
    assert (look.base_rgba, look.double_sided, look.alpha_cutoff) == ((1.0, 0.5, 1.0, 1.0), True, 0.5)
    assert_allclose(look.vertex_rgba, np.full((20, 4), 0.2), atol=1e-6)
    # KHR_texture_transform: scaled, then turned, then moved
    cosine, sine = np.cos(0.5), np.sin(0.5)
    u, v = 0.4, 0.4
    expected = [cosine * u + sine * v + 1, -sine * u + cosine * v]
    assert_allclose(look.uv, np.tile(expected, (20, 1)), atol=1e-6)


def test_old_specular_materials_give_their_diffuse_colour():
    build = Builder()
    build.mesh()
    glossy = {"KHR_materials_pbrSpecularGlossiness": {"diffuseFactor": [0.1, 0.2, 0.3, 0.4]}}
    build.append("materials", {"extensions": glossy})
    build.root["meshes"][0]["primitives"][0]["material"] = 0
    build.node(mesh=0)
    assert _scene(build).parts[0].appearance.base_rgba == (0.1, 0.2, 0.3, 0.4)
