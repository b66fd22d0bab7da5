"""Damaged files give a scene or one sentence, never anything else."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.io.formats.writers import obj_text, off_text, ply_bytes, ply_mesh, stl_ascii, stl_binary

from enliven.core.errors import EnlivenError
from enliven.core.mesh import Mesh
from enliven.io.mtl import parse_mtl
from enliven.io.obj.read import parse_obj
from enliven.io.off import parse_off
from enliven.io.ply.read import parse_ply
from enliven.io.signatures import signature_of
from enliven.io.stl import parse_stl

RNG = np.random.default_rng(0)
POINTS = RNG.normal(size=(8, 3)).round(3)
POLYGONS = [[0, 1, 2], [2, 3, 4, 5], [5, 6, 7], [0, 2, 4, 6, 7]]
SOUP = POINTS[[[0, 1, 2], [3, 4, 5], [5, 6, 7]]]
LIBRARY = b"newmtl a\nKd 1 0 0\nmap_Kd -s 1 1 1 x.png\n"


def files(path):
    return LIBRARY if path.endswith(".mtl") else (b"\x89PNG\r\n\x1a\n" if path.endswith(".png") else None)


CORNERS = [[f"{v + 1}/{v % 3 + 1}/{v % 2 + 1}" for v in polygon] for polygon in POLYGONS]
TEXTURED = obj_text(
    POINTS, POLYGONS, uvs=[[0, 0], [1, 0], [0, 1]], normals=[[0, 0, 1], [0, 1, 0]], corners=CORNERS,
    head="mtllib a.mtl\no thing\ng part\nusemtl a\ns 1",
)  # fmt: skip
RICH = [
    ("vertex", [("x", "float"), ("y", "float"), ("z", "float"), ("red", "uchar")], [(*p, 9) for p in POINTS.tolist()]),
    ("face", [("vertex_indices", ("uchar", "int")), ("t", ("uchar", "float"))], [(p, [0.5]) for p in POLYGONS]),
    ("tristrips", [("vertex_indices", ("int", "int"))], [([0, 1, 2, 3, -1, 4, 5, 6],)]),
]

SAMPLES = {
    "obj": (lambda data: parse_obj(data, "a.obj", files), obj_text(POINTS, POLYGONS)),
    "obj textured": (lambda data: parse_obj(data, "a.obj", files), TEXTURED),
    "off": (lambda data: parse_off(data, "a.off"), off_text(POINTS, POLYGONS)),
    "ply ascii": (lambda data: parse_ply(data, "a.ply", files), ply_mesh("ascii", POINTS, POLYGONS)),
    "ply little": (lambda data: parse_ply(data, "a.ply", files), ply_mesh("binary_little_endian", POINTS, POLYGONS)),
    "ply rich": (lambda data: parse_ply(data, "a.ply", files), ply_bytes("binary_big_endian", RICH)),
    "stl ascii": (lambda data: parse_stl(data, "a.stl"), stl_ascii(SOUP)),
    "stl binary": (lambda data: parse_stl(data, "a.stl"), stl_binary(SOUP)),
}
samples = pytest.mark.parametrize(("read", "data"), SAMPLES.values(), ids=SAMPLES.keys())


def survives(read, data):
    try:
        parts, notes = read(data)
    except EnlivenError as error:
        parts, notes = [], [str(error)]
    if not parts:
        assert notes[0].startswith("a."), notes
    assert all(isinstance(part.mesh, Mesh) and len(part.mesh.faces) for part in parts)
    assert all("\n" not in note for note in notes)


@samples
def test_the_samples_are_whole(read, data):
    parts, _ = read(data)
    assert parts


@samples
def test_every_truncation(read, data):
    for size in range(len(data)):
        survives(read, data[:size])


@samples
@settings(max_examples=80)
@given(damage=st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), min_size=1, max_size=6))
def test_flipped_bytes(read, data, damage):
    changed = bytearray(data)
    for place, value in damage:
        changed[int(place * len(changed))] = value
    survives(read, bytes(changed))


@samples
@settings(max_examples=40)
@given(
    place=st.floats(0, 1),
    piece=st.sampled_from(
        [b"-1", b"99999999999999999999", b"1e999", b"nan", b"-", b"/", b"//", b"\\\n", b"\0\0\0\0", b"\xff\xff\xff\xff",
         b"#", b"1_0", b"0x10", b"\n\n", b"f", b"v 1 2 3\n", b"3", b"usemtl", b",", b"\x1a", b"e", b"inf", b" " * 999]
    ),
)  # fmt: skip
def test_inserted_pieces(read, data, place, piece):
    at = int(place * len(data))
    survives(read, data[:at] + piece + data[at:])


@samples
@settings(max_examples=40)
@given(lines=st.lists(st.integers(0, 30), max_size=40))
def test_shuffled_lines(read, data, lines):
    stored = data.split(b"\n")
    survives(read, b"\n".join(stored[line % len(stored)] for line in lines))


@settings(max_examples=100)
@given(data=st.binary(max_size=300))
def test_junk_in_every_reader(data):
    for read, _ in SAMPLES.values():
        survives(read, data)
    parse_mtl(data)
    signature_of(data)
