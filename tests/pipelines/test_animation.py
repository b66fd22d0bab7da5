"""The main job, end to end: laws that hold for any file and any prompt."""

import json

import numpy as np
import pytest
from numpy.testing import assert_allclose

import enliven
from enliven.apps.cli.main import main
from enliven.core.errors import EnlivenError
from enliven.creatures.files import creature_glb
from enliven.geometry.kinematics import forward, posed_at
from enliven.io.gltf.clips import sampled_nodes
from enliven.io.gltf.document import read_document
from enliven.io.read import read_scene


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("files")
    for kind, rigged in (("quadruped", True), ("bird", False), ("fan", True)):
        (path / f"{kind}.glb").write_bytes(creature_glb(kind, seed=0, rigged=rigged))
    return path


@pytest.mark.parametrize("kind", ["quadruped", "bird", "fan"])
def test_the_users_file_comes_back_with_a_clip(folder, tmp_path, kind):
    source, target = folder / f"{kind}.glb", tmp_path / "out.glb"
    enliven.animate(source, "walks", seconds=1.0).save(target)
    before, after = read_scene(source), read_scene(target)
    assert [clip.name for clip in after.clips] == [*(clip.name for clip in before.clips), "walks"]
    assert [len(part.mesh.vertices) for part in after.parts] == [len(part.mesh.vertices) for part in before.parts]
    assert_allclose(after.mesh.vertices, before.mesh.vertices, atol=1e-5)
    assert after.mesh.faces.tolist() == before.mesh.faces.tolist()


@pytest.mark.parametrize(("seconds", "fps"), [(1.0, 30.0), (2.37, 24.0), (0.5, 60.0)])
def test_length_and_rate_are_free_and_loops_close(folder, tmp_path, seconds, fps):
    target = tmp_path / "out.glb"
    enliven.animate(folder / "quadruped.glb", "runs", seconds=seconds, fps=fps, loop=True).save(target)
    document = read_document(target)
    inputs = {sampler["input"] for sampler in document.root["animations"][-1]["samplers"]}
    counts = {document.root["accessors"][number]["count"] for number in inputs}
    assert counts <= {2, round(seconds * fps) + 1}
    assert len(counts) >= 1
    ends = sampled_nodes(document, len(document.root["animations"]) - 1, np.array([0.0, seconds]))
    assert_allclose(ends[0], ends[1], atol=1e-6)


def test_the_same_seed_gives_the_same_bytes_and_another_seed_another_take(folder, tmp_path):
    written = []
    for number, seed in enumerate((3, 3, 40)):  # takes of near seeds overlap, and the best may be the same
        target = tmp_path / f"{number}.glb"
        enliven.animate(folder / "bird.glb", "flaps its wings", seconds=1.0, seed=seed).save(target)
        written.append(target.read_bytes())
    assert written[0] == written[1]
    assert written[0] != written[2]


def test_strength_zero_holds_still_and_more_strength_moves_more(folder):
    speeds = [
        enliven.animate(folder / "quadruped.glb", "walks", seconds=1.0, strength=strength).result.measures["speed"]
        for strength in (0.0, 0.5, 1.0, 1.5)
    ]
    assert speeds[0] == pytest.approx(0.0, abs=1e-9)
    assert speeds[0] < speeds[1] < speeds[2] < speeds[3]


def test_start_at_rest_begins_in_the_pose_of_the_file(folder):
    result = enliven.animate(folder / "quadruped.glb", "walks", seconds=1.0, start_at_rest=True).result
    rest = result.skeleton.rest_positions
    placed = forward(rest, result.skeleton.parents, posed_at(result.motion, np.zeros(1), result.skeleton.parents))
    assert_allclose(placed.positions[0], rest, atol=1e-9)


def test_in_place_stays_and_root_motion_travels(folder):
    stays = enliven.animate(folder / "quadruped.glb", "walks", seconds=1.0).result.motion
    goes = enliven.animate(folder / "quadruped.glb", "walks", seconds=1.0, in_place=False).result.motion
    assert stays.travel_m is None
    assert np.linalg.norm(goes.travel_m) > 0.0


def test_the_command_prints_json(folder, tmp_path, capsys):
    target = tmp_path / "out.glb"
    assert main(["animate", str(folder / "bird.glb"), "flies", "-o", str(target), "--json", "--seconds", "1"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["output"] == str(target)
    assert told["seconds"] == 1.0
    assert told["bytes"] == target.stat().st_size
    assert any("no rig in the file" in note for note in told["notes"])


def test_default_output_is_named_after_the_action(folder, capsys):
    assert main(["animate", str(folder / "bird.glb"), "flies", "--quiet", "--seconds", "1"]) == 0
    assert (folder / "bird_flies.glb").is_file()
    assert capsys.readouterr().out == ""


def test_the_input_is_never_overwritten(folder):
    before = (folder / "bird.glb").read_bytes()
    with pytest.raises(EnlivenError, match="the input itself"):
        enliven.animate(folder / "bird.glb", "flies", seconds=1.0).save(folder / "bird.glb")
    assert (folder / "bird.glb").read_bytes() == before


def test_rig_adds_a_skin_and_leaves_a_rig_alone(folder, tmp_path):
    target = tmp_path / "rigged.glb"
    made = enliven.rig(folder / "bird.glb")
    made.save(target)
    again = enliven.rig(target)
    assert made.rigged.made_here
    assert not again.rigged.made_here
    assert len(read_scene(target).rig.skeleton) >= len(made.rigged.rig.skeleton)


def test_unknown_options_are_named(folder):
    with pytest.raises(EnlivenError, match="animate has no option second, expected some of: seconds, fps"):
        enliven.animate(folder / "bird.glb", "flies", second=1.0)
