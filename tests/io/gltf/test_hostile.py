"""Whatever the bytes, reading gives a scene or one clear sentence; nothing else ever comes out."""

import copy
import json
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.io.gltf.build import Builder, glb, rich

from enliven.core.errors import EnlivenError
from enliven.core.scene import Scene
from enliven.io.gltf.clips import sampled_nodes
from enliven.io.gltf.document import parse_glb
from enliven.io.gltf.scene import scene_from

BUILD = rich()
TEXT, BINARY, WHOLE = BUILD.json_bytes(), bytes(BUILD.binary), BUILD.glb()
STRANGE = [
    None, True, False, -1, 0, 1, 2, 3, 7, 1.5, 1e300, 2**31, 2**53, 2**64, "", "x", "VEC3", "SCALAR", "MAT4", "STEP",
    "CUBICSPLINE", [], {}, [0], [1, 2, 3], [0] * 16, {"a": 1}, [[]], 5120, 5126, 4, 5, 6, "../x", "data:;base64,AAAA",
]  # fmt: skip
FIELDS = ["byteOffset", "byteStride", "count", "sparse", "mode", "mesh", "skin", "children", "matrix", "uri"]
seeds = st.integers(0, 2**32 - 1)


def _outcome(data):
    try:
        scene = scene_from(parse_glb(data, "f.glb"))
        for clip in range(len(scene.clips)):
            sampled_nodes(scene.source, clip, np.linspace(0.0, 1.0, 3))
        return scene
    except EnlivenError as error:
        return str(error)


def _check(outcome):
    if isinstance(outcome, Scene):
        assert np.isfinite(outcome.mesh.vertices).all()
        assert outcome.rig is None or np.isfinite(outcome.rig.skin.joint_from_mesh).all()
    else:
        assert outcome.startswith("f.glb")
        assert "expected" in outcome
        assert len(outcome) < 700


def test_the_untouched_file_is_a_scene():
    assert isinstance(_outcome(WHOLE), Scene)


@settings(max_examples=200)
@given(seed=seeds, flips=st.integers(1, 40))
def test_flipped_bytes(seed, flips):
    rng = np.random.default_rng(seed)
    data = np.frombuffer(WHOLE, "u1").copy()
    data[rng.integers(0, len(data), flips)] = rng.integers(0, 256, flips)
    _check(_outcome(data.tobytes()))


@settings(max_examples=200)
@given(seed=seeds, flips=st.integers(1, 400))
def test_flipped_bytes_of_the_arrays(seed, flips):
    rng = np.random.default_rng(seed)
    data = np.frombuffer(BINARY, "u1").copy()
    data[rng.integers(0, len(data), flips)] = rng.choice(np.array([0, 255, 127, 128, 63], "u1"), flips)
    _check(_outcome(glb(TEXT, data.tobytes())))


@given(length=st.integers(0, len(WHOLE) - 1))
def test_cut_off_files_are_refused(length):
    outcome = _outcome(WHOLE[:length])
    assert isinstance(outcome, str)
    _check(outcome)


@settings(max_examples=400)
@given(seed=seeds, changes=st.integers(1, 3))
def test_strange_values_in_the_json(seed, changes):
    chance = random.Random(seed)
    root = json.loads(TEXT)
    for _ in range(changes):
        holder, key = chance.choice(list(_places(root)))
        if chance.random() < 0.2:
            del holder[key]
        elif chance.random() < 0.2 and isinstance(holder, dict):
            holder[chance.choice(FIELDS)] = copy.deepcopy(chance.choice(STRANGE))
        else:
            holder[key] = copy.deepcopy(chance.choice(STRANGE))
    _check(_outcome(glb(json.dumps(root).encode(), BINARY)))


def _places(value):
    keys = range(len(value)) if isinstance(value, list) else list(value)
    for key in keys:
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key])


@pytest.mark.parametrize(
    ("root", "message"),
    [
        ({"nodes": [{}] * 250_001}, "f.glb has 250,001 nodes, expected at most 250,000; simplify or split the model"),
        (
            {
                "accessors": [{"componentType": 5126, "count": 0, "type": "VEC3"}],
                "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}] * 1_000}],
                "nodes": [{"mesh": 0}] * 101,
            },
            "f.glb has 101,000 parts, expected at most 100,000",
        ),
        ({"extras": [0] * 10_000_001}, r"f.glb: its JSON has 10,000,00\d values, expected at most 10,000,000"),
    ],
)
def test_many_small_things_are_refused_early(root, message):
    with pytest.raises(EnlivenError, match=message):
        scene_from(parse_glb(glb(json.dumps({"asset": {"version": "2.0"}} | root).encode()), "f.glb"))


def test_a_long_chain_of_nodes_is_read_in_linear_time():
    count = 20_000
    build = Builder()
    build.mesh()
    chain = [{"children": [node + 1]} for node in range(count)]
    build.root["nodes"] = [*chain, {"mesh": 0, "translation": [1, 0, 0]}]
    assert scene_from(parse_glb(build.glb(), "f.glb")).mesh.vertices[0].tolist() == [1.0, 0.0, 0.0]
