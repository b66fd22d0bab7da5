import json
from itertools import pairwise

import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.curation.glb import animated_glb, row, turning, write_index
from tests.geometry.rigs import biped

from enliven.core.errors import UnreadableFileError, UnwritableFileError
from enliven.core.motion import JointPose
from enliven.core.splines import basis
from enliven.curation.build import build_joint_set, joint_clips
from enliven.curation.segments import CONTROLS
from enliven.geometry.kinematics import forward
from enliven.geometry.rotations import matrix_from_vector
from enliven.io.joint_clips import read_joint_clips

X, Y, Z = np.eye(3)


def _swing(seconds=1.0, reach=0.6, joint="UpperLeg.L", axis=X, rounds=1, keys=61):
    times = np.linspace(0.0, seconds, keys)
    return {(joint, "rotation"): (times, turning(axis, reach * np.sin(2.0 * np.pi * rounds * times / seconds)))}


def _walk(seconds=1.0, axis=X, keys=61):
    reaches = {"UpperLeg.L": 0.6, "UpperLeg.R": -0.6, "LowerLeg.L": 0.3, "LowerLeg.R": -0.3}
    tracks = {}
    for joint, reach in reaches.items():
        tracks |= _swing(seconds, reach, joint, axis, keys=keys)
    return tracks


def _clips(folder, tracks, rig=None, **changes):
    animated_glb(folder / "one.glb", {"clip": tracks}, rig)
    write_index(folder, [row("one.glb", "clip", **changes)])
    return joint_clips([folder])


def _at(clip, phases):
    weights = basis(np.asarray(phases, dtype=float), CONTROLS, loop=clip.loop)
    pose = JointPose(
        rotations=np.einsum("tc,cjk->tjk", weights, clip.rotations),
        translations=np.einsum("tc,cjk->tjk", weights, clip.translations),
    )
    return pose, forward(clip.body.rest_positions, clip.body.parents, pose)


def test_a_swinging_leg_comes_back_as_its_angle(tmp_path):
    (clip,) = _clips(tmp_path, _swing())
    phases = np.linspace(0.0, 0.95, 20)
    pose, _ = _at(clip, phases)
    leg = clip.body.names.index("UpperLeg.L")
    assert_allclose(pose.rotations[:, leg], 0.6 * np.sin(2.0 * np.pi * phases)[:, None] * X, atol=0.02)
    others = [joint for joint in range(len(clip.body)) if joint != leg]
    assert_allclose(pose.rotations[:, others], 0.0, atol=1e-6)
    assert clip.loop
    assert clip.duration_s == 1.0
    assert clip.rotations.shape == (CONTROLS, len(clip.body), 3)


def test_the_shape_follows_the_file(tmp_path):
    skeleton, _, _ = biped(ik_feet=False)
    (clip,) = _clips(tmp_path, _walk())
    phases = np.array([0.1, 0.3, 0.7])
    _, placed = _at(clip, phases)
    leg, knee = (skeleton.names.index(f"{part}Leg.L") for part in ("Upper", "Lower"))
    shin = skeleton.rest_positions[knee] - skeleton.rest_positions[leg]
    turned = matrix_from_vector(0.6 * np.sin(2.0 * np.pi * phases)[:, None] * X)
    expected = skeleton.rest_positions[leg] + turned @ shin
    mine = placed.positions[:, clip.body.names.index("LowerLeg.L")] * clip.body.metres_per_unit + clip.body.origin_m
    assert_allclose(mine, expected, atol=0.02)


def test_gaits_stay_on_the_spot_but_jumps_rise_and_the_fallen_lie_where_they_fell(tmp_path):
    times = np.linspace(0.0, 1.0, 31)
    height = 1.0 + 0.4 * np.sin(np.pi * times)
    path = np.stack([np.zeros(31), height, 2.0 * times], axis=1)
    moves = {}
    for action in ("walk", "jump", "die"):
        (clip,) = _clips(tmp_path / action, _walk() | {("Hips", "translation"): (times, path)}, action=action)
        _, placed = _at(clip, np.array([0.0, 0.5, 0.999]))
        moves[action] = placed.positions[:, 0] * clip.body.metres_per_unit
    assert abs(moves["walk"][2] - moves["walk"][0])[2] < 0.05
    assert moves["walk"][1, 1] - moves["walk"][0, 1] > 0.3
    assert moves["jump"][1, 1] - moves["jump"][0, 1] > 0.3
    assert moves["die"][2, 2] - moves["die"][0, 2] > 1.8


def test_root_motion_is_taken_out_where_the_table_tells_it(tmp_path):
    times = np.linspace(0.0, 1.0, 31)
    path = np.stack([np.zeros(31), np.ones(31), 2.0 * times], axis=1)
    tracks = _walk() | {("Hips", "translation"): (times, path)}
    travel = []
    for name, flags in (("kept", []), ("out", ["root-motion"])):
        (clip,) = _clips(tmp_path / name, tracks, action="attack", flags=flags)
        travel.append(np.ptp(_at(clip, np.linspace(0.0, 0.99, 9))[1].positions[:, 0, 2]) * clip.body.metres_per_unit)
    assert travel[0] > 1.5
    assert travel[1] < 0.1


def test_long_clips_are_cut_into_equal_segments(tmp_path):
    clips = _clips(tmp_path, _swing(7.5, rounds=5, keys=300))
    assert [clip.name for clip in clips] == [f"one.glb:clip#{k}" for k in (1, 2, 3)]
    assert [clip.duration_s for clip in clips] == pytest.approx([2.5] * 3)
    assert not any(clip.loop for clip in clips)
    for before, after in pairwise(clips):
        assert_allclose(before.rotations[-1], after.rotations[0], atol=0.05)


def test_a_calm_loop_of_four_seconds_stays_whole(tmp_path):
    (clip,) = _clips(tmp_path, _swing(3.9, rounds=1, keys=200))
    assert clip.loop
    assert clip.duration_s == pytest.approx(3.9)


def test_a_busy_loop_of_four_seconds_is_cut_until_the_controls_hold_it(tmp_path):
    clips = _clips(tmp_path, _swing(3.9, rounds=9, keys=400))
    assert len(clips) == 4
    assert not any(clip.loop for clip in clips)
    leg = clips[0].body.names.index("UpperLeg.L")
    phases = np.linspace(0.0, 1.0, 40)
    angles = np.concatenate([_at(clip, phases)[0].rotations[:, leg, 0] for clip in clips])
    times = np.concatenate([k / 4 + phases / 4 for k in range(4)])
    assert_allclose(angles, 0.6 * np.sin(18.0 * np.pi * times), atol=0.12)


def test_what_does_not_close_is_no_loop(tmp_path):
    times = np.linspace(0.0, 1.0, 31)
    (clip,) = _clips(tmp_path, {("UpperLeg.L", "rotation"): (times, turning(X, times))}, flags=["loop"])
    assert not clip.loop


def test_a_gait_without_its_last_key_is_a_loop_all_the_same(tmp_path):
    times = np.linspace(0.0, 1.0, 25)[:-1]
    tracks = {}
    for joint, reach in (("UpperLeg.L", 0.6), ("UpperLeg.R", -0.6)):
        tracks[joint, "rotation"] = (times, turning(X, reach * np.sin(2.0 * np.pi * times)))
    (clip,) = _clips(tmp_path / "walk", tracks, action="walk")
    assert clip.loop
    assert clip.duration_s == pytest.approx(1.0, abs=0.01)
    leg = clip.body.names.index("UpperLeg.L")
    phases = np.linspace(0.0, 0.99, 34)
    angles = _at(clip, phases)[0].rotations[:, leg, 0]
    assert_allclose(angles, 0.6 * np.sin(2.0 * np.pi * phases), atol=0.02)
    (clip,) = _clips(tmp_path / "attack", tracks, action="attack")
    assert not clip.loop


def test_an_endless_spin_is_told_apart(tmp_path):
    times = np.linspace(0.0, 1.0, 61)
    (clip,) = _clips(tmp_path, {("Head", "rotation"): (times, turning(Y, 4.0 * np.pi * times))} | _swing())
    head = clip.body.names.index("Head")
    assert clip.spin_turns[head] == 2.0
    assert_allclose(clip.spin_axes[head], Y, atol=1e-6)
    assert np.count_nonzero(clip.spin_turns) == 1
    assert_allclose(clip.rotations[:, head], 0.0, atol=1e-3)


def test_a_first_key_later_than_zero_starts_the_clip(tmp_path):
    times = np.linspace(0.5, 1.5, 61)
    (clip,) = _clips(tmp_path, {("UpperLeg.L", "rotation"): (times, turning(X, 0.5 * np.sin(2 * np.pi * times)))})
    assert clip.duration_s == pytest.approx(1.0)
    assert clip.loop


def test_bodies_that_face_backwards_are_turned(tmp_path):
    skeleton, skin, mesh = biped(ik_feet=False)
    half = np.diag([-1.0, 1.0, -1.0, 1.0])
    turned = type(skeleton)(
        names=skeleton.names,
        parents=skeleton.parents,
        parent_from_joint=half @ skeleton.parent_from_joint @ half,
    )
    rig = (
        turned,
        type(skin)(weights=skin.weights, joint_from_mesh=np.linalg.inv(turned.model_from_joint)),
        type(mesh)(vertices=mesh.vertices @ half[:3, :3].T, faces=mesh.faces),
    )
    (front,) = _clips(tmp_path / "front", _walk(), action="walk")
    (back,) = _clips(tmp_path / "back", _walk(axis=-X), rig, action="walk")
    assert_allclose(back.body.rest_positions, front.body.rest_positions, atol=1e-6)
    assert_allclose(back.body.skin_offsets, front.body.skin_offsets, atol=1e-6)
    leg = front.body.names.index("UpperLeg.L")
    assert_allclose(back.rotations[:, leg], front.rotations[:, leg], atol=1e-5)


def test_what_cannot_be_used_is_counted_and_the_rest_kept(tmp_path):
    animated_glb(tmp_path / "good.glb", {"clip": _walk(), "still": _swing(reach=0.0)})
    (tmp_path / "bad.glb").write_bytes(b"glTF but not really, and short")
    write_index(
        tmp_path,
        [
            row("good.glb", "clip"), row("good.glb", "still"), row("good.glb", "absent"), row("bad.glb", "clip"),
            row("gone.glb", "clip"), row("good.glb", "clip", label="unknown", flags=["unlabelled"]),
        ],
    )  # fmt: skip
    told = []
    report = build_joint_set([tmp_path], tmp_path / "out", progress=lambda *said: told.append(said))
    assert report.kept == 1
    assert report.dropped == {
        "clip not in the file": 1, "nothing moves": 1, "repeats a clip of the same rig": 0, "unlabelled": 1,
        "unreadable": 2,
    }  # fmt: skip
    assert [problem.split(":")[0] for problem in report.problems] == ["bad.glb", "gone.glb"]
    assert told[0] == ("reading clips", 0, 3)
    text = report.as_text()
    assert text.startswith("read 6 clips of 3 files, kept 1 as 1 segments (1 motions, 1 rigs, 1 loops)")
    assert "left out: clip not in the file 1, nothing moves 1" in text
    assert "could not read bad.glb: " in text
    assert text.endswith(f"sha256 {report.sha256}")


def test_repeats_go_and_near_equal_motions_share_a_group(tmp_path):
    skeleton, skin, mesh = biped(ik_feet=False)
    larger = type(skeleton)(
        names=skeleton.names,
        parents=skeleton.parents,
        parent_from_joint=skeleton.parent_from_joint * np.array([[1, 1, 1, 1.3]] * 3 + [[1, 1, 1, 1]]),
    )
    big = (
        larger,
        type(skin)(weights=skin.weights, joint_from_mesh=np.linalg.inv(larger.model_from_joint)),
        type(mesh)(vertices=1.3 * mesh.vertices, faces=mesh.faces),
    )
    animated_glb(tmp_path / "a.glb", {"walk": _walk(), "kick": _swing(0.7, 1.2, "LowerLeg.R", rounds=2)})
    animated_glb(tmp_path / "b.glb", {"go": _walk(1.4, keys=24)}, big)
    animated_glb(tmp_path / "c.glb", {"walk": _walk()})
    write_index(
        tmp_path,
        [row("a.glb", "walk"), row("a.glb", "kick"), row("b.glb", "go"), row("c.glb", "walk", rig="a")],
    )
    clips = joint_clips([tmp_path])
    assert [clip.name for clip in clips] == ["a.glb:walk", "a.glb:kick", "b.glb:go"]
    assert clips[0].motion_group == clips[2].motion_group != clips[1].motion_group
    assert len({clip.split for clip in clips}) == 1


def test_the_same_sources_give_the_same_bytes(tmp_path):
    animated_glb(tmp_path / "in" / "one.glb", {"clip": _walk()})
    write_index(tmp_path / "in", [row("one.glb", "clip")])
    reports = [build_joint_set([tmp_path / "in"], tmp_path / name) for name in ("first", "second")]
    assert reports[0].sha256 == reports[1].sha256
    for file in ("clips.npz", "clips.jsonl"):
        assert (tmp_path / "first" / file).read_bytes() == (tmp_path / "second" / file).read_bytes()
    assert len(read_joint_clips(tmp_path / "first")) == reports[0].segments == 1


def test_a_folder_without_a_table_or_without_motion_is_refused(tmp_path):
    with pytest.raises(UnreadableFileError, match=r"holds no index\.jsonl"):
        joint_clips([tmp_path])
    write_index(tmp_path, [])
    with pytest.raises(UnreadableFileError, match="hold no clip that moves"):
        build_joint_set([tmp_path], tmp_path / "out")
    (tmp_path / "index.jsonl").write_text(json.dumps({"file": "a.glb"}) + "\n", encoding="utf-8")
    with pytest.raises(UnreadableFileError, match="line 1 lacks clip, label"):
        joint_clips([tmp_path])


def test_a_set_that_could_not_be_written_is_refused_before_the_work(tmp_path):
    (tmp_path / "out").write_text("in the way")
    with pytest.raises(UnwritableFileError, match="out cannot be made"):
        build_joint_set([tmp_path / "no clips"], tmp_path / "out")
