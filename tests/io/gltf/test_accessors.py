import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from tests.io.gltf.build import COMPONENTS, Builder

from enliven.core.errors import EnlivenError
from enliven.io.gltf.accessors import accessor_array, raw_accessor
from enliven.io.gltf.document import parse_glb

seeds = st.integers(0, 2**32 - 1)
codes = st.sampled_from(sorted(COMPONENTS))
vectors = st.sampled_from([("SCALAR", 1), ("VEC2", 2), ("VEC3", 3), ("VEC4", 4)])


def _random(seed, code, shape):
    rng = np.random.default_rng(seed)
    if code == "f4":
        return rng.normal(size=shape).astype("f4")
    return rng.integers(np.iinfo(code).min, np.iinfo(code).max, shape, dtype=code, endpoint=True)


def _document(build):
    return parse_glb(build.glb(), "a.glb")


@given(seed=seeds, code=codes, kind=vectors, count=st.integers(1, 9))
def test_stored_values_come_back(seed, code, kind, count):
    name, width = kind
    values = _random(seed, code, (count, width))
    build = Builder()
    index = build.add(values, name)
    assert_array_equal(raw_accessor(_document(build), index).reshape(count, width), values)


@given(seed=seeds, code=codes, kind=vectors, count=st.integers(1, 9), gap=st.integers(0, 3), lead=st.integers(0, 8))
def test_interleaved_values_come_back(seed, code, kind, count, gap, lead):
    name, width = kind
    values = _random(seed, code, (count, width))
    size = width * values.dtype.itemsize
    stride = 4 * (-(-size // 4) + gap)
    rows = np.full((count, stride), 0xAB, dtype="u1")
    rows[:, :size] = values.view("u1").reshape(count, size)
    build = Builder()
    view = build.view(b"\xcd" * lead + rows.tobytes()[: len(rows.tobytes()) - (stride - size)], byteStride=stride)
    entry = {"bufferView": view, "byteOffset": lead, "componentType": COMPONENTS[code], "count": count, "type": name}
    build.root["accessors"].append(entry)
    assert_array_equal(raw_accessor(_document(build), 0).reshape(count, width), values)


@given(seed=seeds, code=codes, base=st.booleans())
def test_sparse_values_replace_what_they_name_and_nothing_else(seed, code, base):
    rng = np.random.default_rng(seed)
    dense = _random(seed, code, (12, 3)) if base else np.zeros((12, 3), code)
    places = np.sort(rng.choice(12, 5, replace=False)).astype("u2")
    values = _random(seed + 1, code, (5, 3))
    build = Builder()
    if base:
        build.add(dense, "VEC3")
    else:
        build.root["accessors"].append({"componentType": COMPONENTS[code], "count": 12, "type": "VEC3"})
    build.root["accessors"][0]["sparse"] = {
        "count": 5,
        "indices": {"bufferView": build.view(places.tobytes()), "componentType": 5123},
        "values": {"bufferView": build.view(values.tobytes())},
    }
    expected = dense.copy()
    expected[places] = values
    assert_array_equal(raw_accessor(_document(build), 0), expected)


@pytest.mark.parametrize("code", ["i1", "u1", "i2", "u2"])
def test_normalised_integers_span_the_unit_range(code):
    build = Builder()
    info = np.iinfo(code)
    index = build.add(np.array([info.min, 0, info.max], dtype=code), "SCALAR", normalized=True)
    assert_allclose(accessor_array(_document(build), index), [-1.0 if info.min else 0.0, 0.0, 1.0])


@given(seed=seeds, count=st.integers(1, 4))
def test_matrices_are_stored_by_columns(seed, count):
    matrices = _random(seed, "f4", (count, 4, 4))
    build = Builder()
    index = build.add(matrices.transpose(0, 2, 1).reshape(count, 16), "MAT4")
    assert_array_equal(accessor_array(_document(build), index), matrices.astype("f8"))


def test_columns_of_byte_matrices_start_at_multiples_of_four():
    build = Builder()
    stored = np.arange(24, dtype="u1")  # two 3x3 matrices, each column padded to four bytes
    view = build.view(stored.tobytes())
    build.root["accessors"].append({"bufferView": view, "componentType": 5121, "count": 2, "type": "MAT3"})
    first = accessor_array(_document(build), 0)[0]
    assert_array_equal(first, [[0, 4, 8], [1, 5, 9], [2, 6, 10]])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"count": 4}, "a.glb: accessor 0 ends at byte 48 of buffer view 0, expected at most 36"),
        ({"byteOffset": 4}, "a.glb: accessor 0 ends at byte 40 of buffer view 0, expected at most 36"),
        ({"count": 10**9}, "a.glb: accessor 0 has 3,000,000,000 numbers, expected at most 120,000,000"),
    ],
)
def test_reaching_beyond_the_data_is_refused(change, message):
    build = Builder()
    build.add(np.zeros((3, 3), "f4"), "VEC3", **change)
    with pytest.raises(EnlivenError, match=message):
        accessor_array(_document(build), 0)


def test_a_view_beyond_its_buffer_is_refused():
    build = Builder()
    build.add(np.zeros((3, 3), "f4"), "VEC3")
    build.root["bufferViews"][0]["byteLength"] = 100
    with pytest.raises(EnlivenError, match="buffer view 0 ends at byte 100 of buffer 0, expected at most 36"):
        accessor_array(_document(build), 0)


def test_sparse_numbers_beyond_the_data_are_refused():
    build = Builder()
    build.add(np.zeros((3, 3), "f4"), "VEC3")
    build.root["accessors"][0]["sparse"] = {
        "count": 1,
        "indices": {"bufferView": build.view(b"\x03"), "componentType": 5121},
        "values": {"bufferView": build.view(bytes(12))},
    }
    with pytest.raises(EnlivenError, match="accessor 0 replaces element 3, expected numbers below 3"):
        accessor_array(_document(build), 0)
