"""Small files that ask for much: each is refused by a limit, at once and without the memory it asks for."""

import json
import time
import tracemalloc

import numpy as np
import pytest
from tests.io.gltf.build import glb

from enliven.core.errors import EnlivenError, LimitExceededError, UnreadableFileError
from enliven.io.gltf.document import parse_glb
from enliven.io.gltf.pack import glb_bytes
from enliven.io.gltf.patch import Patch
from enliven.io.gltf.scene import scene_from

POINTS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype="<f4")
CORNERS = np.array([0, 1, 2, 0, 2, 3], dtype="<u2")


def root(**fields):
    return {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "buffers": [{"byteLength": 60}],
        "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 12}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR"},
        ],
    } | fields


def changed(change):
    described = root()
    change(described)
    return described


def scene(described, points=POINTS):
    text = described if isinstance(described, bytes) else json.dumps(described).encode()
    return scene_from(parse_glb(glb(text, points.astype("<f4").tobytes() + CORNERS.tobytes()), "f.glb"))


def test_the_plain_file_is_read():
    assert len(scene(root()).mesh.faces) == 2


def zeros(described, count, kind="VEC3"):
    described["accessors"].append({"componentType": 5126, "count": count, "type": kind})
    return len(described["accessors"]) - 1


def vertices_from_nothing(described):
    described["meshes"][0]["primitives"][0] = {"attributes": {"POSITION": zeros(described, 19_000_000)}}


def faces_from_nothing(described):
    described["accessors"][1] = {"componentType": 5125, "count": 110_000_000, "type": "SCALAR"}


def keys_from_nothing(described):
    sampler = {"input": zeros(described, 40_000_000, "SCALAR"), "output": zeros(described, 40_000_000, "VEC4")}
    described["animations"] = [
        {"samplers": [sampler] * 3, "channels": [{"sampler": k, "target": {"node": 0, "path": "rotation"}}]}
        for k in range(3)
    ]


def one_target_many_times(described):
    described["meshes"][0]["primitives"][0]["targets"] = [{"POSITION": 0}] * 20
    described["meshes"][0]["weights"] = [0.1] * 20


def sparse_from_nothing(described):
    described["accessors"].append(
        {
            "componentType": 5126,
            "count": 4,
            "type": "VEC3",
            "sparse": {
                "count": 10**8,
                "indices": {"bufferView": 1, "componentType": 5125},
                "values": {"bufferView": 0},
            },
        }
    )
    described["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = 2


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (vertices_from_nothing, "f.glb: accessor 2 has 19,000,000 elements that no buffer holds, expected at most"),
        (faces_from_nothing, "f.glb: accessor 1 has 110,000,000 elements that no buffer holds"),
        (keys_from_nothing, "f.glb: its animations together has 120,000,000 keys, expected at most 50,000,000"),
        (sparse_from_nothing, "f.glb: accessor 2, sparse has 100,000,000 elements, expected at most 4"),
    ],
)  # fmt: skip
def test_a_bomb_is_refused_at_once(change, words):
    described = changed(change)
    tracemalloc.start()
    start = time.monotonic()
    with pytest.raises(LimitExceededError) as caught:
        scene(described)
    seconds, peak = time.monotonic() - start, tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert str(caught.value).startswith(words)
    assert peak < 10_000_000
    assert seconds < 10.0


def test_work_on_morph_targets_is_bounded(monkeypatch):
    described = changed(one_target_many_times)
    monkeypatch.setattr("enliven.io.gltf.primitives.MAX_MORPHED", 70)
    with pytest.raises(LimitExceededError, match=r"primitive 0 has 80 vertices times morph targets"):
        scene(described)


@pytest.mark.parametrize(
    ("described", "points"),
    [
        (root(), POINTS * 0),
        (root(), POINTS * [1, 0, 0]),
        (root(nodes=[{"mesh": 0, "scale": [0, 0, 0]}]), POINTS),
        (root(nodes=[{"mesh": 0, "matrix": [0] * 15 + [1]}]), POINTS),
    ],
)
def test_surfaces_without_area_are_refused(described, points):
    with pytest.raises(UnreadableFileError, match=r"^f.glb: none of its 2 faces has any area, expected a surface"):
        scene(described, points)


def test_places_beyond_what_can_be_drawn_are_refused():
    with pytest.raises(UnreadableFileError, match=r"vertex 1 lies at \(3e\+38, 0, 0\), expected finite coordinates"):
        scene(root(), POINTS * 3e38)


@pytest.mark.parametrize(("scale", "size"), [(500.0, "500 m"), (1e-4, "0.0001 m")])
def test_absurd_sizes_are_told_and_kept(scale, size):
    found = scene(root(), POINTS * scale)
    assert np.ptp(found.mesh.vertices) == pytest.approx(scale)
    assert [note for note in found.notes if note.startswith(f"the model is {size} long")]


@pytest.mark.parametrize("depth", [98, 400, 980, 100_000])
def test_deep_json_is_read_and_written_or_refused(depth):
    text = json.dumps(root())[:-1].encode() + b', "extras": ' + b"[" * depth + b"]" * depth + b"}"
    if depth < 100:
        found = scene(text)
        assert glb_bytes(Patch(found.source).document())
        return
    with pytest.raises(EnlivenError, match=r"f.glb holds no valid JSON \(it is nested"):
        scene(text)


def test_half_a_surrogate_pair_in_a_name_is_read_and_written():
    found = scene(root(nodes=[{"mesh": 0, "name": "\ud800"}]))
    assert b"\\ud800" in glb_bytes(Patch(found.source).document())
