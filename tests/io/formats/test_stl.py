import struct

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from tests.io.formats.writers import stl_ascii, stl_binary

from enliven.core.errors import EnlivenError, LimitExceededError
from enliven.io.stl import parse_stl

TWO = np.array([[[0, 0, 0], [1, 0, 0], [1, 1, 0]], [[0, 0, 0], [1, 1, 0], [0, 1, 0]]], dtype=np.float32)


def parsed(data):
    (part,), notes = parse_stl(data, "thing.stl")
    return part, notes


def test_text_in_capitals_with_commas_and_line_ends_of_windows():
    part, _ = parsed(stl_ascii(TWO).upper().replace(b"\n", b"\r\n").replace(b".0", b",0"))
    assert_array_equal(part.mesh.vertices, TWO.reshape(-1, 3))


def test_text_of_two_solids_is_read_whole():
    part, _ = parsed(stl_ascii(TWO[:1]) + stl_ascii(TWO[1:], "second"))
    assert_array_equal(part.mesh.vertices, TWO.reshape(-1, 3))


def test_colours_of_facets_in_both_dialects():
    red_low, red_high = 31, 31 << 10
    viscam, _ = parsed(stl_binary(TWO, spare=[1 << 15 | red_high, 0]))
    assert_allclose(viscam.appearance.vertex_rgba[:3], [[1, 0, 0, 1]] * 3)
    assert (viscam.appearance.vertex_rgba[3:, 0] > 0.5).all()  # the facet without a colour is light grey
    header = b"COLOR=" + bytes([0, 255, 0, 255])
    materialise, _ = parsed(stl_binary(TWO, header=header, spare=[red_low, 1 << 15]))
    assert_allclose(materialise.appearance.vertex_rgba, [[1, 0, 0, 1]] * 3 + [[0, 1, 0, 1]] * 3)
    plain, _ = parsed(stl_binary(TWO))
    assert plain.appearance.vertex_rgba is None


def test_bytes_behind_the_last_triangle_are_told():
    part, notes = parsed(stl_binary(TWO) + bytes(60))
    assert len(part.mesh.faces) == 2
    assert notes == ["60 bytes behind the last triangle were not read"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"solid nothing\nendsolid nothing", "thing.stl holds no vertices"),
        (b"short", "thing.stl has 5 bytes, expected the 84 bytes of an STL header or the word 'solid'"),
        (stl_binary([]), "thing.stl holds no vertices"),
        (stl_binary(TWO)[:-1], "the header promises 2 triangles, but the file has room for 1"),
        (bytes(80) + struct.pack("<I", 4_000_000_000) + bytes(50), "promises 4,000,000,000 triangles"),
        (stl_ascii(TWO)[:240], "thing.stl holds 5 vertices in 1 finished facets, expected 3 in each"),
        (stl_ascii(TWO).replace(b"1.0 1.0 0.0", b"1.0 1.0"), "has 2 numbers, expected 3"),
        (stl_ascii(TWO).replace(b"1.0 1.0 0.0", b"1.0 x 0.0"), "holds 'x', expected a number"),
        (stl_binary(TWO * np.nan), "vertex 0 lies at (nan, nan, nan), expected finite coordinates; 6 of 6"),
        (stl_binary(TWO * 0), "none of its 2 faces has any area"),
        (b"\x93\x01junk" * 100, "thing.stl: the header promises"),
    ],
)
def test_bad_files_are_refused_in_one_sentence(data, message):
    with pytest.raises(EnlivenError) as caught:
        parsed(data)
    told = str(caught.value)
    assert message in told
    assert "\n" not in told


def test_the_stated_limit():
    count = 7_000_000
    data = bytes(80) + struct.pack("<I", count) + bytes(50 * count)
    with pytest.raises(LimitExceededError, match="says that it holds 21,000,000 vertices, expected at most 20,000,000"):
        parsed(data)
