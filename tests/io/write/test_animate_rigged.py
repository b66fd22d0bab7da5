"""Laws of clips written into rigged files: they play what the motion says, and nothing else changes."""

import copy
import json
from dataclasses import replace

import numpy as np
import pytest
from tests.conformance import plain_gltf
from tests.io.write.motions import own_vertices, result_of, scene_of, wandering
from tests.io.write.sources import RIGGED, as_glb, draco, meshopt, rigged, vehicle

from enliven.core.errors import InvalidMotionError, UnsupportedFeatureError
from enliven.core.motion import JointMotion, Spin, VertexMotion
from enliven.core.scene import Rig
from enliven.core.skeleton import Skeleton, skeleton_at
from enliven.core.skin import Skin
from enliven.core.splines import Spline
from enliven.core.timing import key_times_s
from enliven.io.gltf.tracks import model_from_rest_at
from enliven.io.write import animated_bytes

TIMES_S = key_times_s(1.1, 30.0)


def written(build=None, motion=None, **more):
    result = result_of(scene_of(build or rigged()), motion, **more)
    return result, plain_gltf.opened(animated_bytes(result, fps=30.0))


def new_clip(glb):
    return glb.root["animations"][-1]


def tracks(glb):
    clip = new_clip(glb)
    out = {}
    for channel in clip["channels"]:
        sampler = clip["samplers"][channel["sampler"]]
        key = (glb.root["nodes"][channel["target"]["node"]]["name"], channel["target"]["path"])
        assert key not in out
        out[key] = (plain_gltf.values(glb, sampler["input"])[:, 0], plain_gltf.values(glb, sampler["output"]))
    return out


def turning(skeleton: Skeleton, joint: int, turns: float, *, loop: bool = True, seconds: float = 1.1) -> JointMotion:
    still = Spline(np.zeros((6, len(skeleton), 3)), seconds, loop)
    angle = Spline(np.linspace(0.0, 2 * np.pi * turns, 6), seconds, loop=False)
    return JointMotion(still, still, (Spin(joint, np.array([0.0, 0.6, 0.8]), angle),))


@pytest.mark.parametrize("kind", RIGGED)
@pytest.mark.parametrize("loop", [True, False])
def test_played_back_vertices_are_our_own(kind, loop):
    scene = scene_of(RIGGED[kind]())
    result = result_of(scene, wandering(scene.rig.skeleton, loop=loop))
    glb = plain_gltf.opened(animated_bytes(result, fps=30.0))
    for time_s in TIMES_S[[0, 5, 20, -1]]:
        played = plain_gltf.vertices(glb, "walks_2", float(np.float32(time_s)))
        parts = np.concatenate([played[part.node, 0] for part in scene.parts])
        np.testing.assert_allclose(parts, own_vertices(result, time_s), atol=2e-5)


def test_only_the_clip_is_added():
    build = rigged()
    before = plain_gltf.opened(as_glb(build))
    _, after = written(build)
    assert after.binary[: len(before.binary)] == before.binary
    changed = copy.deepcopy(after.root)
    for group in ("animations", "accessors", "bufferViews"):
        kept = len(before.root[group])
        assert changed[group][:kept] == before.root[group]
        changed[group] = changed[group][:kept]
    assert changed["buffers"][0].pop("byteLength") == len(after.binary)
    spine = changed["nodes"][1]
    del spine["translation"], spine["rotation"], spine["scale"]
    expected = copy.deepcopy(before.root)
    del expected["nodes"][1]["matrix"], expected["buffers"][0]["byteLength"]
    assert changed == expected
    assert json.dumps(changed).startswith(json.dumps(expected)[:200])  # keys keep their order


def test_a_matrix_becomes_the_same_place_in_parts():
    build = rigged()
    _, after = written(build)
    before = plain_gltf.worlds(plain_gltf.opened(as_glb(build)), None, 0.0)
    for old, new in zip(before, plain_gltf.worlds(after, None, 0.0), strict=True):
        np.testing.assert_allclose(new, old, atol=1e-12)


def test_the_new_clip_has_a_name_of_its_own_and_old_ones_stay():
    _, glb = written(name="walks")
    assert [clip["name"] for clip in glb.root["animations"]] == ["walks", "walks_2"]
    again = result_of(scene_of(rigged()), name="waves")
    assert plain_gltf.opened(animated_bytes(again, fps=30.0)).root["animations"][-1]["name"] == "waves"


def test_keys_are_where_decision_4_puts_them():
    _, glb = written()
    moving = [keys for keys, _ in tracks(glb).values() if len(keys) > 2]
    assert moving
    for keys in moving:
        np.testing.assert_array_equal(keys, TIMES_S.astype(np.float32))


def test_rotations_are_unit_and_stay_in_one_hemisphere():
    scene = scene_of(rigged())
    wide = wandering(scene.rig.skeleton, amount=1.6)  # turns beyond half a turn
    glb = plain_gltf.opened(animated_bytes(result_of(scene, wide), fps=60.0))
    turns = [values for (_, path), (_, values) in tracks(glb).items() if path == "rotation"]
    assert len(turns) >= 2
    for values in turns:
        np.testing.assert_allclose(np.linalg.norm(values, axis=1), 1.0, atol=2e-7)
        assert ((values[1:] * values[:-1]).sum(axis=1) > 0.0).all()


def test_a_loop_ends_on_the_very_bits_it_began_with():
    _, glb = written()
    for _, values in tracks(glb).values():
        np.testing.assert_array_equal(values[-1], values[0])


@pytest.mark.parametrize("turns", [1.0, 2.0, -5.0])
def test_a_spin_has_a_key_every_quarter_turn_and_closes(turns: float):
    scene = scene_of(rigged())
    result = result_of(scene, turning(scene.rig.skeleton, 1, turns))
    glb = plain_gltf.opened(animated_bytes(result, fps=2.0))
    keys, values = tracks(glb)["spine", "rotation"]
    assert (np.diff(keys) > 0.0).all()
    steps = np.abs((values[1:].astype(np.float64) * values[:-1]).sum(axis=1))
    assert (2.0 * np.arccos(np.minimum(steps, 1.0)) <= np.pi / 2 + 1e-3).all()
    np.testing.assert_array_equal(values[-1], values[0])
    for time_s in keys:
        played = plain_gltf.vertices(glb, "walks_2", float(time_s))
        parts = np.concatenate([played[part.node, 0] for part in scene.parts])
        np.testing.assert_allclose(parts, own_vertices(result, float(time_s)), atol=2e-5)


def test_what_does_not_spin_gets_no_extra_keys():
    scene = scene_of(rigged())
    spin = turning(scene.rig.skeleton, 1, 4.0)
    both = replace(spin, rotations=wandering(scene.rig.skeleton).rotations)
    both = replace(both, translations=Spline(np.zeros((6, 2, 3)), 1.1, True))
    found = tracks(plain_gltf.opened(animated_bytes(result_of(scene, both), fps=10.0)))
    assert len(found["hip", "rotation"][0]) == 12
    assert len(found["spine", "rotation"][0]) > 12


def test_travel_moves_the_root_on_and_does_not_close():
    scene = scene_of(rigged())
    motion = replace(wandering(scene.rig.skeleton), travel_m=np.array([0.0, 0.0, 3.0]))
    result = result_of(scene, motion)
    glb = plain_gltf.opened(animated_bytes(result, fps=30.0))
    played = plain_gltf.vertices(glb, "walks_2", 1.1)
    parts = np.concatenate([played[part.node, 0] for part in scene.parts])
    np.testing.assert_allclose(parts, own_vertices(result, 1.1), atol=2e-5)


def test_joints_at_rest_get_no_channel_or_one_that_holds():
    scene = scene_of(rigged(default_bend=0.0))
    still = result_of(scene, wandering(scene.rig.skeleton, amount=0.0))
    clip = new_clip(plain_gltf.opened(animated_bytes(still, fps=30.0)))
    assert len(clip["channels"]) == 1  # an animation must hold a channel
    bent = result_of(scene_of(rigged(default_bend=0.3)), wandering(scene.rig.skeleton, amount=0.0))
    held = tracks(plain_gltf.opened(animated_bytes(bent, fps=30.0)))
    assert ("spine", "rotation") in held
    for keys, values in held.values():
        np.testing.assert_array_equal(keys, np.array([0.0, 1.1], np.float32))
        np.testing.assert_array_equal(values[0], values[1])


def test_joints_follow_those_that_drive_them():
    """The moving skeleton may lack joints of the rig: those follow another one rigidly."""
    scene = scene_of(rigged())
    whole = scene.rig.skeleton
    lone = Skeleton(whole.names[:1], (None,), whole.parent_from_joint[:1])
    result = replace(result_of(scene), skeleton=lone, drives=(0, 0), motion=wandering(lone))
    glb = plain_gltf.opened(animated_bytes(result, fps=30.0))
    played = plain_gltf.vertices(glb, "walks_2", float(TIMES_S[7]))
    parts = np.concatenate([played[part.node, 0] for part in scene.parts])
    np.testing.assert_allclose(parts, own_vertices(result, TIMES_S[7]), atol=2e-5)


def test_same_result_same_bytes():
    first, second = (animated_bytes(result_of(scene_of(rigged())), fps=24.0) for _ in range(2))
    assert first == second


def test_a_motion_of_vertices_is_refused_by_name():
    scene = scene_of(rigged())
    motion = VertexMotion(Spline(np.zeros((4, 2, 3)), 1.0, False))
    result = replace(result_of(scene), motion=motion, route="mesh")
    with pytest.raises(UnsupportedFeatureError, match=r"input.glb: the motion moves vertices .* use --route skeleton"):
        animated_bytes(result, fps=30.0)


def test_a_motion_of_another_skeleton_is_refused():
    result = replace(result_of(scene_of(rigged())), drives=(0,))
    with pytest.raises(InvalidMotionError, match="drives for 1 of 2 rig joints"):
        animated_bytes(result, fps=30.0)


def riding(scene):
    """Parts that ride on their own nodes, with pivots elsewhere than where the nodes stand."""
    owners = np.concatenate([np.full(len(part.mesh.vertices), number) for number, part in enumerate(scene.parts)])
    pivots = np.repeat(np.eye(4)[None], 3, axis=0)
    pivots[:, :3, 3] = [[0, 0.5, 0], [0.3, 0, 1], [-2, 0, -2]]
    skeleton = skeleton_at(("body", "front", "back"), (None, 0, 0), pivots)
    skin = Skin(np.eye(3)[owners], np.linalg.inv(pivots))
    return replace(scene, rig=Rig(skeleton, skin, tuple(part.node for part in scene.parts), "nodes"))


def test_parts_on_their_own_nodes_are_moved_by_them():
    scene = riding(scene_of(vehicle()))
    still = wandering(scene.rig.skeleton)
    wheel = Spin(2, np.array([1.0, 0.0, 0.0]), Spline(np.linspace(0.0, 4 * np.pi, 6), 1.1, False))
    result = result_of(scene, replace(still, spins=(wheel,)))
    glb = plain_gltf.opened(animated_bytes(result, fps=30.0))
    assert "skins" not in glb.root
    assert [node.get("mesh") for node in glb.root["nodes"]] == [0, 1, 2, None]
    for time_s in TIMES_S[[0, 5, 20, -1]]:
        played = plain_gltf.vertices(glb, "walks", float(np.float32(time_s)))
        parts = np.concatenate([played[part.node, 0] for part in scene.parts])
        np.testing.assert_allclose(parts, own_vertices(result, time_s), atol=2e-5)
    scales = [values for (_, path), (_, values) in tracks(glb).items() if path == "scale"]
    assert not scales


@pytest.mark.parametrize("make", [draco, meshopt])
def test_what_is_compressed_and_not_skinned_stays_compressed(make):
    build = make()
    before = plain_gltf.opened(as_glb(build))
    scene = scene_of(build)
    pivot = np.eye(4)[None]
    skeleton = Skeleton(("part",), (None,), pivot)
    rig = Rig(skeleton, Skin(np.ones((8, 1)), pivot), (0,), "nodes")
    after = plain_gltf.opened(animated_bytes(result_of(replace(scene, rig=rig)), fps=30.0))
    assert after.binary[: len(before.binary)] == before.binary
    for group in ("meshes", "nodes", "extensionsUsed", "extensionsRequired"):
        assert after.root[group] == before.root[group]
    for group in ("accessors", "bufferViews"):
        assert after.root[group][: len(before.root[group])] == before.root[group]
    assert after.root["buffers"][1:] == before.root["buffers"][1:]
    played = plain_gltf.worlds(after, "walks", 0.0)[0]
    moved = model_from_rest_at(wandering(skeleton), skeleton, np.array([0.0]))[0, 0]
    np.testing.assert_allclose(played, moved, atol=1e-6)
