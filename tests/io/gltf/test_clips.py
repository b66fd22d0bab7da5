import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from tests.io.gltf.build import Builder, clip, rich

from enliven.core.errors import UnreadableFileError
from enliven.geometry.rotations import matrix_from_vector, wxyz_from_vector
from enliven.io.gltf.clips import clip_info, sampled_morphs, sampled_nodes
from enliven.io.gltf.document import parse_glb
from enliven.io.gltf.scene import scene_from

seeds = st.integers(0, 2**32 - 1)


def _file(path, times, values, way="LINEAR", **node):
    build = Builder()
    build.node(name="moved", **node)
    build.node(name="still", translation=[1, 2, 3], rotation=[0, 0, 1, 0], scale=[2, 2, 2])
    kind = {"rotation": "VEC4"}.get(path, "VEC3")
    output = build.add(np.asarray(values, "f4"), kind)
    clip(build, [(0, path, way)], build.add(np.asarray(times, "f4"), "SCALAR"), [output])
    return parse_glb(build.glb(), "clip.glb")


def _xyzw(vectors):
    return np.roll(wxyz_from_vector(np.asarray(vectors, dtype=float)), -1, axis=-1)


@pytest.mark.parametrize("way", ["LINEAR", "STEP"])
@given(seed=seeds)
def test_keys_are_met_and_ends_held(way, seed):
    rng = np.random.default_rng(seed)
    times = np.cumsum(rng.uniform(0.1, 1.0, 6)).astype("f4").astype(float)
    places = rng.normal(size=(6, 3)).astype("f4")
    document = _file("translation", times, places, way)
    at = np.concatenate([[times[0] - 1], times, [times[-1] + 1]])
    got = sampled_nodes(document, 0, at)[:, 0, :3, 3]
    assert_allclose(got, places[[0, *range(6), 5]], atol=1e-6)


def test_steps_hold_until_the_next_key():
    document = _file("translation", [0, 1, 2], [[0, 0, 0], [1, 0, 0], [2, 0, 0]], "STEP")
    assert_allclose(sampled_nodes(document, 0, np.array([0.99, 1.0, 1.99]))[:, 0, 0, 3], [0, 1, 1])


@pytest.mark.parametrize("flip", [1.0, -1.0])
def test_rotations_turn_evenly_and_the_short_way(flip):
    keys = _xyzw([[0, 0.2, 0], [0, 1.7, 0]])
    keys[1] *= flip
    document = _file("rotation", [0, 1], keys)
    phases = np.linspace(0, 1, 7)
    expected = matrix_from_vector(np.stack([0 * phases, 0.2 + 1.5 * phases, 0 * phases], axis=1))
    assert_allclose(sampled_nodes(document, 0, phases)[:, 0, :3, :3], expected, atol=1e-6)


def test_cubic_splines_follow_a_cubic():
    times = np.array([0.0, 0.5, 2.0])
    place, speed = times**3 - times, 3 * times**2 - 1
    triples = np.stack([speed, place, speed], axis=1).reshape(-1, 1) * np.array([[1.0, 0, 2.0]])
    document = _file("translation", times, triples, "CUBICSPLINE")
    at = np.linspace(0, 2, 9)
    assert_allclose(sampled_nodes(document, 0, at)[:, 0, 0, 3], at**3 - at, atol=1e-6)


def test_cubic_rotations_stay_unit():
    keys = np.zeros((2, 3, 4))
    keys[:, 1] = _xyzw([[0, 0, 0], [2.0, 0, 0]])
    keys[:, 2, 0] = 3.0
    document = _file("rotation", [0, 1], keys.reshape(-1, 4), "CUBICSPLINE")
    turns = sampled_nodes(document, 0, np.linspace(0, 1, 9))[:, 0, :3, :3]
    assert_allclose(turns @ turns.transpose(0, 2, 1), np.stack([np.eye(3)] * 9), atol=1e-6)


def test_what_a_clip_does_not_move_stands_by_default():
    got = sampled_nodes(_file("scale", [0, 1], [[1, 1, 1], [3, 1, 1]]), 0, np.array([0.5]))[0]
    assert_allclose(got[0], np.diag([2.0, 1, 1, 1]))
    assert_allclose(got[1], [[-2, 0, 0, 1], [0, -2, 0, 2], [0, 0, 2, 3], [0, 0, 0, 1]], atol=1e-12)


def test_a_node_with_a_matrix_keeps_what_the_clip_leaves():
    turned = np.eye(4)
    turned[:3, :3] = matrix_from_vector(np.array([0.3, 0.2, 0.1])) * [1, 2, 3]
    turned[:3, 3] = 7
    document = _file("translation", [0, 1], [[0, 0, 0], [4, 0, 0]], matrix=turned.T.ravel().tolist())
    got = sampled_nodes(document, 0, np.array([0.5]))[0, 0]
    assert_allclose(got[:3, :3], turned[:3, :3], atol=1e-6)
    assert_allclose(got[:3, 3], [2, 0, 0])


def test_morph_weights_are_read_by_target():
    document = parse_glb(rich().glb(), "rich.glb")
    assert_allclose(sampled_morphs(document, 0, 2, np.array([0.0, 0.6, 1.0])), [[0], [1], [0]])
    assert sampled_morphs(document, 0, 0, np.array([0.0])) is None


def test_a_clip_tells_what_it_moves():
    info = clip_info(parse_glb(rich().glb(), "rich.glb"), 0)
    assert (info.name, info.duration_s, info.channels) == ("clip", 1.0, 3)
    assert (info.nodes, info.morph_nodes) == ((0, 1), (2,))


@pytest.mark.parametrize(
    ("times", "values", "message"),
    [
        ([0, 1], np.zeros((3, 3)), r"an animation has 3 values \(accessor 0\) for 2 times, expected 2"),
        ([1, 0], np.zeros((2, 3)), r"the times of an animation \(accessor 1\) are not in order"),
        ([0, 1], [[0, 0, 0], [np.nan, 0, 0]], "the values of an animation .* holds NaN or infinite values"),
    ],
)
def test_damaged_curves_are_refused(times, values, message):
    with pytest.raises(UnreadableFileError, match=message):
        sampled_nodes(_file("translation", times, values), 0, np.array([0.0]))


def test_a_damaged_clip_in_the_file_is_listed_and_noted():
    build = rich()
    times = build.add(np.array([1.0, 0.0], "f4"), "SCALAR")
    places = build.add(np.zeros((2, 3), "f4"), "VEC3")
    clip(build, [(0, "translation", "LINEAR")], times, [places], name="broken")
    scene = scene_from(parse_glb(build.glb(), "rich.glb"))
    assert [one.name for one in scene.clips] == ["clip", "broken"]
    assert any("'broken'" in note and "not in order" in note for note in scene.notes)
