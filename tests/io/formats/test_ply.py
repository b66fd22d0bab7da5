import io
import tracemalloc

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from PIL import Image
from tests.io.formats.writers import ply_bytes, ply_mesh

from enliven.core.errors import EnlivenError, LimitExceededError, UnreadableFileError
from enliven.io.ply.read import parse_ply

ENCODINGS = ("ascii", "binary_little_endian", "binary_big_endian")
encodings = pytest.mark.parametrize("encoding", ENCODINGS)
SQUARE = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 1.0, 0.0), (0.0, 1.0, 0.0)]
XYZ = [("x", "float"), ("y", "float"), ("z", "float")]
FACES = ("face", [("vertex_indices", ("uchar", "int"))], [([0, 1, 2],), ([0, 2, 3],)])


def parsed(data, files=None):
    (part,), notes = parse_ply(data, "thing.ply", (files or {}).get)
    return part, notes


@encodings
@pytest.mark.parametrize("scalar", ["char", "uchar", "short", "ushort", "int", "uint", "float", "double"])
@pytest.mark.parametrize(
    ("count", "item"), [("uchar", "uchar"), ("char", "short"), ("int", "uint"), ("ushort", "char")]
)
def test_every_scalar_type(encoding, scalar, count, item):
    wholes = [tuple(int(c) for c in point) if scalar not in ("float", "double") else point for point in SQUARE]
    vertices = ("vertex", [(axis, scalar) for axis in "xyz"], wholes)
    faces = ("face", [("vertex_index", (count, item))], [([0, 1, 2],), ([0, 2, 3],)])
    part, _ = parsed(ply_bytes(encoding, [vertices, faces]))
    assert_array_equal(part.mesh.vertices, SQUARE)
    assert_array_equal(part.mesh.faces, [[0, 1, 2], [0, 2, 3]])


@encodings
def test_other_properties_and_elements_are_skipped(encoding):
    camera = ("camera", [("view", "float"), ("path", ("uchar", "short"))], [(1.5, [1, 2, 3]), (2.5, [])])
    vertices = (
        "vertex",
        [("quality", "double"), *XYZ, ("seen", ("int", "uchar"))],
        [(0.25, *point, list(range(number))) for number, point in enumerate(SQUARE)],
    )
    faces = (
        "face",
        [("flags", "uchar"), ("vertex_indices", ("uchar", "int")), ("texcoord", ("uchar", "float")), ("id", "int")],
        [(7, [0, 1, 2], [0.5] * 6, 1), (7, [0, 1, 2, 3], [], 2), (7, [3, 2, 1], [0.5], 3)],
    )
    edges = ("edge", [("vertex1", "int"), ("vertex2", "int")], [(0, 1)])
    part, notes = parsed(ply_bytes(encoding, [camera, vertices, faces, edges]))
    assert_array_equal(part.mesh.vertices, SQUARE)
    assert_array_equal(part.mesh.faces, [[0, 1, 2], [0, 1, 2], [0, 2, 3], [3, 2, 1]])
    assert notes == ["1 of 3 faces have more than 3 corners; they were cut into triangles"]


@encodings
def test_strips_give_triangles_that_face_one_way(encoding):
    vertices = ("vertex", XYZ, [(x / 2, x % 2, 0.0) for x in range(6)])
    strips = ("tristrips", [("vertex_indices", ("int", "int"))], [([0, 2, 1, 3, 5, -1, 4, 5, 3],)])
    part, _ = parsed(ply_bytes(encoding, [vertices, strips]))
    assert_array_equal(part.mesh.faces, [[0, 2, 1], [2, 3, 1], [1, 3, 5], [4, 5, 3]])
    strip = [[0, 1, 2, 3, 4, 5], [0, 2, 4]]
    part, _ = parsed(ply_bytes(encoding, [vertices, ("tristrips", strips[1], [(row,) for row in strip])]))
    facing = np.cross(*np.moveaxis(np.diff(part.mesh.vertices[part.mesh.faces], axis=1), 1, 0))[:, 2]
    assert (facing[:4] < 0).all()


@encodings
@pytest.mark.parametrize(("kind", "top"), [("uchar", 255), ("ushort", 65535), ("float", 1.0)])
def test_vertex_colours_become_linear_light(encoding, kind, top):
    colours = [(top, 0, 0), (0, top, 0), (0, 0, top), (top, top, top)]
    rows = [(*point, *colour) for point, colour in zip(SQUARE, colours, strict=True)]
    vertices = ("vertex", [*XYZ, ("red", kind), ("green", kind), ("blue", kind)], rows)
    part, _ = parsed(ply_bytes(encoding, [vertices, FACES]))
    assert_allclose(part.appearance.vertex_rgba, [[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1], [1, 1, 1, 1]])


def test_a_dark_byte_colour_is_dark():
    rows = [(*point, 1, 1, 1) for point in SQUARE]
    vertices = ("vertex", [*XYZ, ("red", "uchar"), ("green", "uchar"), ("blue", "uchar")], rows)
    part, _ = parsed(ply_bytes("binary_little_endian", [vertices, FACES]))
    assert part.appearance.vertex_rgba.max() == 1.0  # alpha
    assert part.appearance.vertex_rgba[:, :3].max() < 0.001


def test_colours_of_faces_are_spread():
    faces = (
        "face",
        [("vertex_indices", ("uchar", "int")), ("red", "uchar"), ("green", "uchar"), ("blue", "uchar")],
        [([0, 1, 2], 255, 0, 0), ([0, 2, 3], 0, 0, 255)],
    )
    part, notes = parsed(ply_bytes("ascii", [("vertex", XYZ, SQUARE), faces]))
    assert_allclose(part.appearance.vertex_rgba, [[0.5, 0, 0.5, 1], [1, 0, 0, 1], [0.5, 0, 0.5, 1], [0, 0, 1, 1]])
    assert notes == ["the colours of faces were spread to their vertices"]


def test_normals_texture_coordinates_and_their_image():
    data = io.BytesIO()
    Image.new("RGB", (2, 2)).save(data, format="JPEG")
    properties = [*XYZ, ("nx", "float"), ("ny", "float"), ("nz", "float"), ("s", "float"), ("t", "float")]
    rows = [(*point, 0.0, 0.0, 4.0, 0.25, 0.75) for point in SQUARE]
    file = ply_bytes("binary_big_endian", [("vertex", properties, rows), FACES], comments=["TextureFile a b.jpg"])
    part, notes = parsed(file, {"a b.jpg": data.getvalue()})
    assert_array_equal(part.appearance.normals, [[0, 0, 1]] * 4)
    assert_array_equal(part.appearance.uv, [[0.25, 0.25]] * 4)
    assert (part.appearance.image, notes) == (data.getvalue(), [])
    _, notes = parsed(file)
    assert notes == ["the image a b.jpg is not beside the file; the surface has a plain colour"]


@pytest.mark.parametrize("ends", [b"\r\n", b"\r"])
def test_headers_of_other_systems(ends):
    data = ply_mesh("binary_little_endian", SQUARE, [[0, 1, 2]])
    cut = data.index(b"end_header\n") + len(b"end_header\n")
    part, _ = parsed(data[:cut].replace(b"\n", ends) + data[cut:])
    assert_array_equal(part.mesh.faces, [[0, 1, 2]])


@encodings
@pytest.mark.parametrize("what", ["vertex", "face", "other"])
def test_promises_beyond_the_file_are_refused_without_memory(encoding, what):
    rows = {"other": 1, "vertex": 4, "face": 1} | {what: 10**12}
    axes = "".join(f"property float {axis}\n" for axis in "xyz")
    head = (
        f"ply\nformat {encoding} 1.0\nelement other {rows['other']}\nproperty uchar a\n"
        f"element vertex {rows['vertex']}\n{axes}element face {rows['face']}\n"
        "property list uchar int vertex_indices\nend_header\n"
    )
    data = head.encode() + b"1 " * 100
    tracemalloc.start()
    with pytest.raises(UnreadableFileError, match=r"the header promises 1,000,000,000,000 .* bytes follow"):
        parsed(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000


def test_the_stated_limit_is_checked_before_memory_is_taken():
    head = b"ply\nformat ascii 1.0\nelement vertex 30000000\nproperty uchar x\nend_header\n"
    with pytest.raises(LimitExceededError, match="says that it holds 30,000,000 vertices, expected at most 20,000,000"):
        parsed(head + bytes(31_000_000))


@encodings
@pytest.mark.parametrize("kept", [0.3, 0.6, 0.95])
def test_files_cut_short_are_refused(encoding, kept):
    data = ply_mesh(encoding, SQUARE * 30, [[0, 1, 2], [0, 1, 2, 3]] * 30)
    with pytest.raises(UnreadableFileError, match=r"^thing.ply"):
        parsed(data[: int(len(data) * kept)])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "thing.ply starts with '', expected 'ply'"),
        (b"plywood", "thing.ply starts with 'plywood', expected 'ply'"),
        (b"ply\nformat ascii 1.0\n", "has no 'end_header' line"),
        (b"ply\nend_header\n", "names no format"),
        (b"ply\nformat ascii 1.0\nelement vertex many\nend_header\n", "the header has the line 'element vertex many'"),
        (b"ply\nformat ascii 1.0\nelement vertex -4\nend_header\n", "the header has the line 'element vertex -4'"),
        (b"ply\nformat ascii 1.0\nproperty float x\nend_header\n", "the header has the line 'property float x'"),
        (b"ply\nformat ascii 1.0\nelement vertex 1\nproperty half x\nend_header\n", "the line 'property half x'"),
        (b"ply\nformat ascii 1.0\nelement vertex 0\nend_header\n", "have the properties none, expected x, y and z"),
        (ply_mesh("ascii", [], []), "thing.ply holds no vertices"),
        (ply_mesh("ascii", SQUARE, []), "thing.ply is a point cloud of 4 vertices without faces"),
        (ply_mesh("binary_little_endian", SQUARE, [[0, 1], [2]]), "thing.ply is a point cloud of 4 vertices"),
        (ply_mesh("ascii", SQUARE, [[0, 1, 4]]), "face 0 names vertex 4, expected 0 to 3"),
        (ply_mesh("ascii", SQUARE, [[0, 1, 2], [0, 1, -1]]), "face 1 names vertex -1, expected 0 to 3"),
        (ply_mesh("binary_big_endian", [*SQUARE[:3], (0, np.nan, 0)], [[0, 1, 2]]), "vertex 3 lies at (0, nan, 0)"),
        (ply_mesh("ascii", [*SQUARE[:3], (0, np.inf, 0)], [[0, 1, 2]]), "vertex 3 lies at (0, inf, 0)"),
        (ply_mesh("ascii", SQUARE, [[0, 1, 1]]), "none of its 1 faces has any area"),
        (ply_mesh("ascii", SQUARE, [[0, 1, 2]]).replace(b"1.0 1.0 0.0", b"1.0 one 0.0"), "line 3 after the header"),
        (ply_mesh("ascii", SQUARE, [[0, 1, 2]]).replace(b"3 0 1 2", b"-3 0 1 2"), "thing.ply ends within its faces"),
    ],
)  # fmt: skip
def test_bad_files_are_refused_in_one_sentence(data, message):
    with pytest.raises(EnlivenError) as caught:
        parsed(data)
    told = str(caught.value)
    assert message in told
    assert "\n" not in told


def test_faces_with_two_corners_are_left_out():
    part, notes = parsed(ply_mesh("binary_little_endian", SQUARE, [[0, 1], [0, 1, 2], []]))
    assert_array_equal(part.mesh.faces, [[0, 1, 2]])
    assert notes == ["2 faces with fewer than 3 corners were left out"]
