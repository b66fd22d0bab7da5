import io

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from PIL import Image
from tests.io.formats.writers import obj_text

from enliven.core.errors import EnlivenError, UnreadableFileError
from enliven.io.obj.read import parse_obj
from enliven.io.parts import read_obj

SQUARE = np.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]])
CUBE = np.array([[x, y, z] for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)])
CUBE_SIDES = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
CUBE_NORMALS = np.array([[-1.0, 0, 0], [1, 0, 0], [0, -1, 0], [0, 1, 0], [0, 0, -1], [0, 0, 1]])


def nothing(path):
    return None


def parsed(text, files=None):
    return parse_obj(text if isinstance(text, bytes) else text.encode(), "thing.obj", (files or {}).get)


def only(text, files=None):
    parts, notes = parsed(text, files)
    assert len(parts) == 1
    return parts[0], notes


def points(count=4):
    return "".join(f"v {x} {y} {z}\n" for x, y, z in SQUARE[:count].tolist())


def png():
    data = io.BytesIO()
    Image.new("RGB", (2, 2), (255, 0, 0)).save(data, format="PNG")
    return data.getvalue()


@pytest.mark.parametrize(
    "face", ["f 1 2 3", "f 1/1 2/1 3/1", "f 1//1 2//1 3//1", "f 1/1/1 2/1/1 3/1/1", "f 1/1 2 3//1", "f -4 -3 -2",
             "f -4/-1/-1 -3/-1/-1 -2/-1/-1", "  f  1\t2   3 ", "f 1/ 2/ 3/", "f 1// 2// 3//", "f \\\n1 2 \\\n 3",
             "f 1 2 3 # a comment"]
)  # fmt: skip
def test_every_form_of_face(face):
    part, _ = only(points() + "vt 0.5 0.25\nvn 0 0 2\n" + face)
    assert_array_equal(part.mesh.vertices, SQUARE)
    assert_array_equal(part.mesh.faces, [[0, 1, 2]])


def test_negative_references_count_back_from_their_own_line():
    text = points(3) + "f -3 -2 -1\nv 5 5 5\nv 6 5 5\nv 6 6 5\nf -3 -2 -1\n"
    part, _ = only(text)
    assert_array_equal(part.mesh.faces, [[0, 1, 2], [3, 4, 5]])


def test_numbers_as_programs_write_them():
    part, _ = only("v 1e0 -1.5E+1 .5\nv +2. 1e-3 0\n\nv\t3 4 5 1.0\nf 1 2 3\n")
    assert_array_equal(part.mesh.vertices, [[1, -15, 0.5], [2, 0.001, 0], [3, 4, 5]])


def test_decimal_commas():
    part, _ = only("v 1,5 0 0\nv 0 2,25 0\nv 0 0 1\nf 1 2 3\n")
    assert_array_equal(part.mesh.vertices, [[1.5, 0, 0], [0, 2.25, 0], [0, 0, 1]])


def test_texture_coordinates_turn_over_and_follow_their_vertices():
    text = obj_text(
        SQUARE, [[0, 1, 2, 3]], uvs=[[0, 0], [1, 0], [1, 0.75], [0, 1]], corners=[["1/1", "2/2", "3/3", "4/4"]]
    )
    part, notes = only(text)
    assert part.appearance.uv is not None
    assert_array_equal(part.appearance.uv, [[0, 1], [1, 1], [1, 0.25], [0, 0]])
    assert len(part.mesh.vertices) == 4
    assert not [note for note in notes if "added" in note]


def test_a_seam_adds_vertices_behind_all_others_and_says_so():
    uvs = [[0, 0], [1, 0], [1, 1], [0, 1], [0.5, 0.5]]
    text = obj_text(SQUARE, [[0, 1, 2], [0, 2, 3]], uvs=uvs, corners=[["1/1", "2/2", "3/3"], ["1/5", "3/3", "4/4"]])
    part, notes = only(text)
    assert_array_equal(part.mesh.vertices, [*SQUARE, SQUARE[0]])
    assert_array_equal(part.mesh.faces, [[0, 1, 2], [4, 2, 3]])
    assert_allclose(part.appearance.uv[[0, 4]], [[0, 1], [0.5, 0.5]])
    assert (
        "1 vertices were added behind the file's own, where a vertex has several texture coordinates or normals"
        in notes
    )


def test_equal_texture_coordinates_under_two_numbers_are_no_seam():
    uvs = [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]
    text = obj_text(SQUARE, [[0, 1, 2], [0, 2, 3]], uvs=uvs, corners=[["1/1", "2/2", "3/3"], ["1/5", "3/3", "4/4"]])
    part, notes = only(text)
    assert_array_equal(part.mesh.vertices, SQUARE)
    assert notes == []


def test_every_corner_keeps_its_own_texture_coordinate_and_normal():
    rng = np.random.default_rng(1)
    faces = np.stack([rng.permutation(6)[:3] for _ in range(30)])
    uv_of, normal_of = rng.integers(0, 4, faces.shape), rng.integers(0, 3, faces.shape)
    vertices, uvs, normals = rng.normal(size=(6, 3)), rng.uniform(size=(4, 2)), rng.normal(size=(3, 3))
    corners = [
        [f"{v + 1}/{t + 1}/{n + 1}" for v, t, n in zip(*row, strict=True)]
        for row in zip(faces, uv_of, normal_of, strict=True)
    ]
    part, _ = only(obj_text(vertices, faces, uvs=uvs, normals=normals, corners=corners))
    look, found = part.appearance, part.mesh.faces
    assert_array_equal(part.mesh.vertices[:6], vertices)
    assert_array_equal(part.mesh.vertices[found], vertices[faces])
    assert_allclose(look.uv[found], uvs[uv_of] * [1, -1] + [0, 1])
    unit = normals / np.linalg.norm(normals, axis=1, keepdims=True)
    assert_allclose(look.normals[found], unit[normal_of])
    combinations = {(v, t, n) for row in zip(faces.flat, uv_of.flat, normal_of.flat, strict=True) for v, t, n in [row]}
    assert len(part.mesh.vertices) == len(combinations)  # no vertex is made twice


def test_flat_normals_add_no_vertices():
    corners = [[f"{v + 1}//{side + 1}" for v in polygon] for side, polygon in enumerate(CUBE_SIDES)]
    part, notes = only(obj_text(CUBE, CUBE_SIDES, normals=CUBE_NORMALS, corners=corners))
    assert_array_equal(part.mesh.vertices, CUBE)
    assert part.appearance.normals is None  # shaded flat, as the file says
    assert not [note for note in notes if "added" in note]


def test_groups_that_share_no_vertex_are_pieces_and_materials_are_parts():
    other = "v 5 0 0\nv 6 0 0\nv 6 1 0\nv 5 1 0\n"
    text = (
        "o left\n" + points() + "usemtl red\nf 1 2 3\nusemtl blue\nf 1 3 4\no right\n" + other
        + "usemtl red\nf 5 6 7\nf 5 7 8\n"
    )  # fmt: skip
    parts, notes = parsed(text)
    assert [(part.name, part.appearance.name, part.node) for part in parts] == [
        ("left", "red", 0), ("left", "blue", 0), ("right", "red", 1),
    ]  # fmt: skip
    assert [len(part.mesh.vertices) for part in parts] == [3, 3, 4]
    assert notes == []


def test_groups_that_share_vertices_are_one_piece():
    parts, _ = parsed(points() + "g head\nf 1 2 3\ng body\nf 1 3 4\n")
    assert [(part.name, len(part.mesh.faces)) for part in parts] == [("head", 2)]


def test_vertices_that_no_face_uses_stay_in_a_file_of_one_part():
    part, notes = only(points() + "f 1 2 3\n")
    assert (len(part.mesh.vertices), notes) == (4, [])


def test_materials_and_their_image():
    library = (
        b"newmtl skin\nKd 0 0 0\nd 0.5\nmap_Kd -s 1 1 1 -clamp on textures\\skin of a cat.png\nnewmtl other\nKd 1 0 0\n"
    )
    files = {"a b.mtl": library, "textures/skin of a cat.png": png()}
    text = obj_text(
        SQUARE, [[0, 1, 2]], uvs=[[0, 0], [1, 0], [1, 1]], corners=[["1/1", "2/2", "3/3"]],
        head="mtllib a b.mtl\nusemtl skin",
    )  # fmt: skip
    part, notes = only(text, files)
    assert part.appearance.image == png()
    assert part.appearance.base_rgba == (1.0, 1.0, 1.0, 0.5)
    assert notes == []


def test_an_image_of_a_kind_that_gltf_cannot_hold_becomes_png():
    data = io.BytesIO()
    Image.new("RGB", (3, 2), (10, 20, 30)).save(data, format="BMP")
    files = {"m.mtl": b"newmtl a\nmap_Kd x.bmp\n", "x.bmp": data.getvalue()}
    part, notes = only("mtllib m.mtl\n" + points() + "vt 0 0\nusemtl a\nf 1/1 2/1 3/1\n", files)
    assert part.appearance.image is not None
    assert Image.open(io.BytesIO(part.appearance.image)).getpixel((0, 0)) == (10, 20, 30)
    assert notes == ["the image x.bmp was converted to PNG, as glTF cannot hold its kind"]


def test_what_is_missing_is_noted_and_the_rest_goes_on():
    part, notes = only("mtllib lost.mtl\n" + points() + "usemtl a\nf 1 2 3\n")
    assert part.appearance.base_rgba == (0.8, 0.8, 0.8, 1.0)
    assert notes == ["the material library lost.mtl is not beside the file; its materials are grey"]
    _, notes = only(
        "mtllib m.mtl\n" + points() + "usemtl a\nf 1 2 3\n", {"m.mtl": b"newmtl a\nKd 1 0 0\nmap_Kd C:\\art\\x.png\n"}
    )
    assert notes == ["the image C:/art/x.png is not beside the file; its material has a plain colour"]


def test_paths_out_of_the_folder_are_not_followed(tmp_path):
    (tmp_path / "secret.mtl").write_bytes(b"newmtl a\nKd 1 0 0\n")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "thing.obj").write_text("mtllib ../secret.mtl\n" + points() + "usemtl a\nf 1 2 3\n")
    scene = read_obj(inside / "thing.obj")
    assert scene.parts[0].appearance.base_rgba == pytest.approx((0.8, 0.8, 0.8, 1.0))
    assert "the material library ../secret.mtl is not beside the file; its materials are grey" in scene.notes
    (inside / "secret.mtl").write_bytes(b"newmtl a\nKd 0 0 1\n")  # a file of that name beside it is taken
    assert read_obj(inside / "thing.obj").parts[0].appearance.base_rgba == pytest.approx((0.0, 0.0, 1.0, 1.0))


@pytest.mark.parametrize("top", [1.0, 255.0])
def test_colours_behind_positions(top):
    srgb = np.array([[1.0, 0, 0], [0, 0.5, 0], [0, 0, 0], [1, 1, 1]])
    part, _ = only(obj_text(SQUARE, [[0, 1, 2, 3]], colours=srgb * top))
    assert_allclose(part.appearance.vertex_rgba[:, 1], [0.0, 0.21404114, 0.0, 1.0], atol=1e-6)  # linear light
    assert part.appearance.base_rgba == (1.0, 1.0, 1.0, 1.0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "thing.obj holds no vertices, expected a mesh; export it again with the mesh selected and visible"),
        (points(), "thing.obj is a point cloud of 4 vertices without faces"),
        (points() + "f 1 2\nf 3\n", "thing.obj is a point cloud of 4 vertices without faces"),
        (points() + "l 1 2 3\np 1\n", "thing.obj is a point cloud of 4 vertices without faces"),
        (points() + "f 1 2 9\n", "the face on line 5 names vertex 9, expected 1 to 4 (or -1 and below, counted back)"),
        (points() + "f 1 2 0\n", "the face on line 5 names vertex 0, expected 1 to 4"),
        (points() + "f 1 2 -5\n", "the face on line 5 names vertex -5, expected 1 to 4"),
        (points() + "f 1 2 99999999999999999999\n", "the face on line 5 names vertex"),
        (points() + "f 1 2 x\n", "the face on line 5 has the corner 'x', expected numbers such as 1, 1/2, 1//3 or"),
        (points() + "f 1 2 3.5\n", "the face on line 5 has the corner '3.5'"),
        (points() + "f 1/1/1/1 2 3\n", "the face on line 5 has the corner '1/1/1/1'"),
        ("\n# c\nv 1 2\n" + points() + "f 1 2 3\n", "the vertex on line 3 has 2 numbers, expected 3 or more"),
        ("v 1 2 three\n" + points() + "f 1 2 3\n", "the vertex on line 1 holds 'three', expected a number"),
        ("v 1 2 nan\n" + points() + "f 1 2 3\n", "vertex 0 lies at (1, 2, nan), expected finite coordinates"),
        ("v 1 2 1.#IND\n" + points() + "f 1 2 3\n", "vertex 0 lies at (1, 2, nan), expected finite coordinates"),
        ("v 1 2 1e400\n" + points() + "f 1 2 3\n", "vertex 0 lies at (1, 2, inf), expected finite coordinates"),
        (points() + "f 1 2 2\nf 3 3 3\n", "none of its 2 faces has any area, expected a surface"),
        (b"\x00\xff\x13\x88" * 400, "thing.obj holds no vertices"),
        (b"v \x00\xff 1\n" + points().encode() + b"f 1 2 3\n", "the vertex on line 1 holds"),
    ],
)  # fmt: skip
def test_bad_files_are_refused_in_one_sentence(text, message):
    with pytest.raises(EnlivenError) as caught:
        parsed(text)
    told = str(caught.value)
    assert message in told
    assert told.startswith("thing.obj")
    assert "\n" not in told


def test_faces_without_area_are_kept_and_noted():
    part, notes = only(points() + "f 1 2 3\nf 1 1 2\n")
    assert len(part.mesh.faces) == 2
    assert notes == ["1 of 2 faces have no area; they were kept"]


@pytest.mark.parametrize(("scale", "size"), [(1000.0, "1e+03 m"), (1e-4, "0.0001 m")])
def test_absurd_sizes_are_told_and_kept(scale, size):
    part, notes = only(obj_text(SQUARE * scale, [[0, 1, 2]]))
    assert_allclose(part.mesh.vertices, SQUARE * scale)
    assert [note for note in notes if note.startswith(f"the model is {size} long")]


def test_too_many_groups_are_one_piece():
    text = "".join(f"v {k / 10} 0 0\nv {k / 10} 1 0\nv {k / 10} 0 1\ng part{k}\nf -3 -2 -1\n" for k in range(300))
    part, notes = only(text)
    assert len(part.mesh.vertices) == 900
    assert notes == ["the file has 300 separate groups; they were read as one piece"]


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(UnreadableFileError, match=r"nowhere.obj is not there"):
        read_obj(tmp_path / "nowhere.obj")
