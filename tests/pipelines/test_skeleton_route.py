"""What the options of the skeleton route do: takes, speed, style, strength, several actions, start at rest."""

import re
from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.builders import body_at

from enliven.core.errors import EnlivenError
from enliven.core.mesh import Mesh
from enliven.core.progress import silent
from enliven.core.request import AnimationRequest
from enliven.core.scene import Scene
from enliven.core.skeleton import skeleton_at
from enliven.core.skin import Skin
from enliven.creatures.files import creature_glb
from enliven.geometry.facing import turn_about_up
from enliven.geometry.measures import joint_tracks
from enliven.io.read import read_scene
from enliven.models.text.encoder import load_text_encoder
from enliven.models.text.known_phrases import load_known_phrases
from enliven.pipelines.animation import animated
from enliven.pipelines.skeleton_route_doubts import doubts
from enliven.pipelines.skeleton_route_finish import falls_down, stays_on_the_ground
from enliven.pipelines.skeleton_route_phrases import actions_in


@pytest.fixture(scope="module")
def scenes(tmp_path_factory):
    folder = tmp_path_factory.mktemp("scenes")

    @cache
    def scene(kind):
        (folder / f"{kind}.glb").write_bytes(creature_glb(kind, seed=0, rigged=True))
        return read_scene(folder / f"{kind}.glb")

    return scene


def _made(scene, prompt="walks", **options):
    return animated(scene, AnimationRequest(prompt, **{"candidates": 1, **options}), progress=silent)


def _tracks(result, times=40):
    motion, skeleton = result.motion, result.skeleton
    return joint_tracks(skeleton.rest_positions, skeleton.parents, motion, np.linspace(0.0, motion.duration_s, times))


@pytest.mark.parametrize(
    ("prompt", "actions"),
    [
        ("walks", ("walks",)),
        ("runs and waves", ("runs and waves",)),
        ("flies, flapping its wings", ("flies, flapping its wings",)),
        ("a small, round robot walks", ("a small, round robot walks",)),
        ("runs and then jumps", ("runs", "jumps")),
        ("walks, then sits down", ("walks", "sits down")),
        ("walks, turns around, sits down", ("walks", "turns around", "sits down")),
        ("a cat wakes up. Then it yawns, and then walks away", ("a cat wakes up", "yawns", "walks away")),
        ("crouches before jumping", ("crouches", "jumping")),
        ("then", ("then",)),
    ],
)
def test_actions_are_told_apart_only_where_one_clearly_follows_another(prompt, actions):
    assert actions_in(prompt) == actions


@pytest.mark.parametrize(
    ("prompt", "stays"), [("walks", True), ("falls down", True), ("flies", False), ("a fish swims", False)]
)
def test_who_flies_or_swims_need_not_touch_the_ground(prompt, stays):
    assert stays_on_the_ground(prompt) is stays


def test_the_kept_take_can_be_had_alone_and_the_others_by_their_seeds(scenes):
    best = _made(scenes("biped"), seed=3, candidates=3)
    assert sorted([best.seed, *best.candidates]) == [3, 4, 5]
    again = _made(scenes("biped"), seed=best.seed)
    assert again.motion.rotations.controls.tobytes() == best.motion.rotations.controls.tobytes()
    assert again.candidates == ()
    other = _made(scenes("biped"), seed=best.candidates[0])
    assert other.motion.rotations.controls.tobytes() != best.motion.rotations.controls.tobytes()
    assert any(f"seed {best.seed} shows the prompt best of 3 takes" in note for note in best.notes)


def test_twice_the_speed_is_half_the_time_and_slower_is_longer(scenes):
    seconds = [_made(scenes("biped"), speed=speed).motion.duration_s for speed in (0.5, 1.0, 2.0)]
    assert_allclose(seconds, [2.0 * seconds[1], seconds[1], seconds[1] / 2.0], atol=2e-3)
    pace = [_made(scenes("biped"), seconds=2.0, speed=speed).measures["speed"] for speed in (0.5, 1.0, 2.0)]
    assert pace[0] < pace[1] < pace[2]


def test_styles_change_pace_amount_and_posture(scenes):
    plain, tired, energetic = (_made(scenes("biped"), style=style) for style in (None, "tired", "energetic"))
    assert tired.motion.duration_s > plain.motion.duration_s > energetic.motion.duration_s
    assert tired.measures["speed"] < plain.measures["speed"] < energetic.measures["speed"]
    head = plain.skeleton.names.index("head")
    hips = plain.skeleton.names.index("hips")
    ahead = [(_tracks(result)[:, head] - _tracks(result)[:, hips])[:, 2].mean() for result in (plain, tired)]
    assert ahead[1] > ahead[0] + 0.05
    with pytest.raises(EnlivenError, match="style is 'odd', expected one of: calm, happy, energetic"):
        AnimationRequest("walks", style="odd")


def test_more_strength_moves_more_and_never_through_the_ground(scenes):
    ground = scenes("biped").mesh.vertices[:, 1].min()
    speeds, lowest = [], []
    for strength in (0.0, 0.6, 1.2, 1.8):
        result = _made(scenes("biped"), strength=strength)
        speeds.append(result.measures["speed"])
        lowest.append(_tracks(result)[..., 1].min())
    assert speeds[0] == pytest.approx(0.0, abs=1e-6)
    assert speeds[0] < speeds[1] < speeds[2] < speeds[3]
    assert min(lowest) > ground - 0.03


def test_a_loop_that_starts_at_rest_is_still_a_loop(scenes):
    result = _made(scenes("biped"), start_at_rest=True, loop=True)
    tracks = _tracks(result, 61)
    assert result.motion.loop
    assert_allclose(tracks[[0, -1]], np.broadcast_to(result.skeleton.rest_positions, (2, *tracks.shape[1:])), atol=1e-9)


def test_loops_close_in_pose_and_speed(scenes):
    result = _made(scenes("biped"), seconds=4.0, loop=True)
    step = 1e-4
    pose = result.motion.at(np.array([0.0, step, 4.0 - step, 4.0])).rotations
    assert_allclose(pose[0], pose[3], atol=1e-12)
    assert_allclose((pose[1] - pose[0]) / step, (pose[3] - pose[2]) / step, atol=0.02)


@pytest.mark.parametrize("in_place", [True, False])
def test_actions_in_turn_fill_the_time_and_go_over_smoothly(scenes, in_place):
    result = _made(scenes("biped"), "walks and then jumps", seconds=4.0, in_place=in_place)
    assert result.motion.duration_s == 4.0
    assert not result.motion.loop
    assert any(note.startswith("in turn: walks (") for note in result.notes)
    steps = np.linalg.norm(np.diff(_tracks(result, 241), axis=0), axis=-1)
    alone = np.linalg.norm(
        np.diff(_tracks(_made(scenes("biped"), "jumps", seconds=2.0, in_place=in_place), 121), axis=0), axis=-1
    )
    walk = np.linalg.norm(
        np.diff(_tracks(_made(scenes("biped"), "walks", seconds=2.0, in_place=in_place), 121), axis=0), axis=-1
    )
    assert steps.max() < 1.6 * max(alone.max(), walk.max())


def test_feet_are_left_alone_where_no_contacts_are_asked_for(scenes):
    free = _made(scenes("biped"), contacts=False).motion
    held = _made(scenes("biped")).motion
    assert len(held.rotations.controls) == 2 * len(free.rotations.controls)


@pytest.mark.parametrize(
    ("prompt", "told"),
    [("composes a symphony", r"not sure: 'composes a symphony' is far from what the model was taught; the nearest it"),
     ("flies", "'flies' speaks of flying, but no joint of this body is a wing")],
)  # fmt: skip
def test_what_the_model_does_not_know_or_the_body_cannot_do_is_said_once(scenes, prompt, told):
    notes = [note for note in _made(scenes("biped"), prompt).notes if re.match(told, note)]
    assert len(notes) == 1


def test_known_words_and_wings_raise_no_doubt():
    text = load_text_encoder().encode("flies")
    assert doubts("flies", text, 0.9, body_at(np.eye(3), names=("hips", "leg", "wing_left"))) == ()
    assert doubts("flies", text, 0.9, body_at(np.eye(3), names=("a", "b", "c"))) == ()
    assert doubts("flies", text, 0.1, body_at(np.eye(3)))[0].startswith(
        "not sure: the motion may not show 'flies'; try"
    )


def test_the_known_phrases_are_kept_as_the_encoder_reads_them():
    known = load_known_phrases()
    for number in range(0, len(known.phrases), 20):
        near, phrases = known.nearest(load_text_encoder().encode(known.phrases[number]))
        assert near > 0.999
        assert phrases[0] == known.phrases[number]


def test_a_long_clip_is_not_one_cycle_again_and_again_and_closes(scenes):
    result = _made(scenes("biped"), seconds=9.0, loop=True, candidates=2)
    short = _made(scenes("biped"), loop=True)
    cycles = round(9.0 / short.motion.duration_s)
    controls = result.motion.rotations.controls
    pieces = np.array_split(controls, len(controls) // len(short.motion.rotations.controls))
    assert cycles >= 3
    assert all(np.abs(one - two).max() > 1e-3 for one, two in pairwise(pieces))
    ends = result.motion.at(np.array([0.0, 9.0])).rotations
    assert_allclose(ends[0], ends[1], atol=1e-12)
    ground = scenes("biped").mesh.vertices[:, 1].min()
    assert _tracks(result, 200)[..., 1].min() > ground - 0.03


def _turned_about(scene, turn):
    """The same scene turned, its joints without telling names; rigged or not."""
    parts = tuple(replace(part, mesh=Mesh(part.mesh.vertices @ turn.T, part.mesh.faces)) for part in scene.parts)
    rig = scene.rig
    if rig is not None:
        placed = np.array(rig.skeleton.model_from_joint)
        placed[:, :3] = turn @ placed[:, :3]
        names = tuple(f"j{joint}" for joint in range(len(placed)))
        skeleton = skeleton_at(names, rig.skeleton.parents, placed)
        rig = replace(rig, skeleton=skeleton, skin=Skin(rig.skin.weights, np.linalg.inv(placed)))
    return Scene(scene.name, parts, rig, scene.clips, scene.source)


@pytest.mark.parametrize(("faces", "quarters"), [("front", 0), ("left", 1), ("back", 2), ("right", 3)])
@pytest.mark.parametrize("bare", [False, True])
def test_a_model_that_is_said_to_face_another_way_moves_as_it_would_facing_the_front(scenes, faces, quarters, bare):
    scene = replace(scenes("fox"), rig=None) if bare else scenes("fox")
    turn = turn_about_up(quarters)
    plain = _made(_turned_about(scene, np.eye(3)), faces="front")
    turned = _made(_turned_about(scene, turn), faces=faces)
    assert_allclose(_tracks(turned), _tracks(plain) @ turn.T, atol=2e-3)
    if faces == "back":
        assert np.abs(_tracks(_made(_turned_about(scene, turn), faces="front")) - _tracks(turned)).max() > 0.05


def test_that_nothing_tells_which_way_a_rig_faces_is_said_once_and_not_of_those_that_tell(scenes):
    nameless = _turned_about(scenes("fox"), np.eye(3))
    results = [
        _made(nameless), _made(nameless, faces="front"), _made(scenes("fox")), _made(replace(scenes("fox"), rig=None))
    ]  # fmt: skip
    said = [any("which way the model faces" in note for note in result.notes) for result in results]
    assert said == [True, False, False, False]


def test_a_way_to_face_that_nobody_knows_names_the_known_ones():
    with pytest.raises(EnlivenError, match=r"'north', expected one of: front, back, left, right; leave it out to"):
        AnimationRequest("walks", faces="north")


@pytest.mark.parametrize(
    ("prompt", "falls"),
    [
        ("dies", True), ("falls over", True), ("collapses on its belly and dies", True), ("falls on its back", True),
        ("dead", True), ("faints", True), ("is knocked out", True), ("drops dead", True),
        ("walks", False), ("drops the ball", False), ("falls in love", False), ("diet", False), ("is hit", False),
    ],
)  # fmt: skip
def test_the_words_tell_who_ends_lying(prompt, falls):
    assert falls_down(prompt) == falls
