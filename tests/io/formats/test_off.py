import tracemalloc

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from tests.io.formats.writers import off_text

from enliven.core.errors import EnlivenError, UnreadableFileError
from enliven.io.off import parse_off

SQUARE = np.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]])
POINTS = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n"


def parsed(text):
    (part,), notes = parse_off(text if isinstance(text, bytes) else text.encode(), "thing.off")
    return part, notes


@pytest.mark.parametrize(
    "head",
    [
        "OFF\n4 1 0\n",
        "OFF 4 1 0\n",
        "# who\n\nOFF # what\n# more\n4 1 # edges are left out\n",
        "4 1 0\n",
        "OFF\r\n4 1 0\r\n",
    ],
)
def test_headers(head):
    part, _ = parsed(head + POINTS + "3 0 1 2\n")
    assert_array_equal(part.mesh.vertices, SQUARE)
    assert_array_equal(part.mesh.faces, [[0, 1, 2]])


def test_colours_of_vertices():
    rows = "0 0 0 255 0 0 255\n1 0 0 0 255 0 255\n1 1 0 0 0 255 255\n0 1 0 255 255 255 0\n"
    part, _ = parsed("COFF\n4 1 0\n" + rows + "3 0 1 2\n")
    assert_allclose(part.appearance.vertex_rgba, [[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1], [1, 1, 1, 0]])
    fractions, _ = parsed("COFF\n4 1 0\n" + rows.replace("255", "1.0") + "3 0 1 2\n")
    assert_allclose(fractions.appearance.vertex_rgba, part.appearance.vertex_rgba)


def test_normals_of_vertices():
    rows = "".join(f"{x} {y} {z} 0 0 2\n" for x, y, z in SQUARE)
    part, _ = parsed("NOFF\n4 1 0\n" + rows + "3 0 1 2\n")
    assert_array_equal(part.appearance.normals, [[0, 0, 1]] * 4)
    assert part.appearance.vertex_rgba is None


def test_colours_of_faces():
    part, _ = parsed("OFF\n4 2 0\n" + POINTS + "3 0 1 2 255 0 0\n3 0 2 3 255 0 0\n")
    assert part.appearance.base_rgba == (1.0, 0.0, 0.0, 1.0)
    part, notes = parsed("OFF\n4 2 0\n" + POINTS + "3 0 1 2 1.0 0 0 1.0\n3 0 2 3 0 0 1.0 1.0\n")
    assert_allclose(part.appearance.vertex_rgba, [[0.5, 0, 0.5, 1], [1, 0, 0, 1], [0.5, 0, 0.5, 1], [0, 0, 1, 1]])
    assert notes == ["the colours of faces were spread to their vertices"]


@pytest.mark.parametrize("counts", ["353535235358 1 0", "4 353535235358 0", "999999999999999999 999999999999999999 0"])
def test_promises_beyond_the_file_are_refused_without_memory(counts):
    tracemalloc.start()
    with pytest.raises(UnreadableFileError, match=r"thing.off: the header promises .* but 5 lines follow"):
        parsed(f"OFF\n{counts}\n" + POINTS + "3 0 1 2\n")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "thing.off starts with '', expected 'OFF'"),
        ("OFFICE 1", "expected the numbers of vertices, faces and edges"),
        ("hello", "thing.off starts with 'hello', expected 'OFF'"),
        ("OFF", "behind the word OFF stands '', expected the numbers of vertices, faces and edges"),
        ("OFF\n-4 1 0\n" + POINTS, "behind the word OFF stands '-4 1 0'"),
        ("OFF\n4.5 1 0\n" + POINTS, "behind the word OFF stands '4.5 1 0'"),
        ("OFF\n0 0 0\n", "thing.off holds no vertices"),
        ("OFF\n4 0 0\n" + POINTS, "thing.off is a point cloud of 4 vertices without faces"),
        ("OFF\n4 1 0\n" + POINTS + "2 0 1\n", "thing.off is a point cloud of 4 vertices without faces"),
        ("OFF\n4 1 0\n" + POINTS + "3 0 1\n", "the face on line 7 after the keyword has 3 numbers, expected 4 or more"),
        ("OFF\n4 1 0\n" + POINTS + "-3 0 1 2\n", "has -3 corners, expected a whole number"),
        ("OFF\n4 1 0\n" + POINTS + "nan 0 1 2\n", "has nan corners, expected a whole number"),
        ("OFF\n4 1 0\n" + POINTS + "3 0 1 4\n", "face 0 names vertex 4, expected 0 to 3"),
        ("OFF\n4 1 0\n" + POINTS + "3 0 1 -1\n", "face 0 names vertex -1, expected 0 to 3"),
        ("OFF\n4 1 0\n" + POINTS.replace("1 1 0", "1 1"), "header promises 4 vertices and 1 faces, but 4 lines follow"),
        ("OFF\n4 1 0\n" + POINTS.replace("1 1 0", "1 1") + "3 0 1 2", "the vertex on line 5 after the keyword has 2"),
        ("OFF\n4 1 0\n" + POINTS.replace("1 1 0", "1 x 0") + "3 0 1 2", "holds 'x', expected a number"),
        ("OFF\n4 1 0\n" + POINTS.replace("1 1 0", "1 inf 0") + "3 0 1 2", "vertex 2 lies at (1, inf, 0)"),
        ("OFF\n4 1 0\n" + POINTS + "3 0 0 1\n", "none of its 1 faces has any area"),
        ("OFF BINARY\n" + POINTS, "thing.off is a OFF BINARY file, expected a text file"),
        ("4OFF\n4 1 0\n" + POINTS, "thing.off is a 4OFF file, expected a text file with three coordinates a vertex"),
        (b"OFF\n\xff\xfe\x00", "behind the word OFF stands"),
    ],
)  # fmt: skip
def test_bad_files_are_refused_in_one_sentence(text, message):
    with pytest.raises(EnlivenError) as caught:
        parsed(text)
    told = str(caught.value)
    assert message in told
    assert told.startswith("thing.off")
    assert "\n" not in told


def test_a_line_more_than_promised_is_passed_over():
    part, _ = parsed(off_text(SQUARE, [[0, 1, 2]]) + b"2 0 1\n")
    assert len(part.mesh.faces) == 1
