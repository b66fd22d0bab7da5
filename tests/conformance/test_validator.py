"""The law of the Khronos validator: 0 errors, and no warning that the input did not have."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from tests.conformance import plain_gltf
from tests.io.write.motions import made_rigged, own_vertices, part_places, result_of, scene_of
from tests.io.write.sources import RIGGED, STILL, as_glb, placed
from tests.io.write.test_build import chain_rig, parts_of

from enliven.core.errors import EnlivenError
from enliven.io.gltf.build import document_from_parts
from enliven.io.gltf.pack import glb_bytes
from enliven.io.read import read_scene
from enliven.io.write import animated_bytes, save_animated, save_rigged

ERROR, WARNING = 0, 1


def issues(report, *severities):
    assert "issues" in report, report
    return Counter(entry["code"] for entry in report["issues"]["messages"] if entry["severity"] in severities)


def judge(before, after):
    """Nothing new: no error in what we write unless the input had it, no code of a warning that it had not."""
    for old, new in zip(before, after, strict=True):
        had, has = issues(old, ERROR, WARNING), issues(new, ERROR, WARNING)
        assert set(has) <= set(had), (new["file"], [e for e in new["issues"]["messages"] if e["code"] not in had])
        assert issues(new, ERROR).total() <= issues(old, ERROR).total(), new["file"]


def test_clips_added_to_every_kind_of_file_are_valid(validate, tmp_path: Path):
    inputs, outputs = [], []
    for number, (kind, make) in enumerate((RIGGED | STILL).items()):
        source = tmp_path / f"{number}-in.glb"
        source.write_bytes(as_glb(make()))
        scene = made_rigged(scene_of(make()), roots=1 + number % 2)
        for name in ("out.glb", "out.gltf", "rigged.glb"):
            inputs.append(source)
            outputs.append(tmp_path / f"{number}-{kind.replace(' ', '_')}-{name}")
            if name == "rigged.glb":
                save_rigged(scene, outputs[-1])
            else:
                save_animated(result_of(scene), outputs[-1], fps=30.0)
    after = validate(outputs)
    judge(validate(inputs), after)
    faulty = {Path(report["file"]).name.split("-")[1] for report in after if issues(report, ERROR)}
    assert faulty <= {"at_the_origin"}  # its normal of no length is shared, not written


@pytest.mark.parametrize("kind", [None, "skin", "nodes"])
def test_files_built_from_parts_are_valid(validate, tmp_path: Path, kind):
    rng = np.random.default_rng(3)
    parts = parts_of(rng)
    rig = None if kind is None else chain_rig(parts, kind, rng)
    path = tmp_path / "made.glb"
    path.write_bytes(glb_bytes(document_from_parts("made.glb", parts, rig)))
    (report,) = validate([path])
    assert not issues(report, ERROR, WARNING)


def test_the_validator_can_fail(validate, tmp_path: Path):
    scene = made_rigged(scene_of(placed()))
    data = animated_bytes(result_of(scene), fps=30.0)
    glb = plain_gltf.opened(data)
    weights = glb.root["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"]
    view = glb.root["bufferViews"][glb.root["accessors"][weights]["bufferView"]]
    at = len(data) - len(glb.binary) + view["byteOffset"]
    broken = data[:at] + np.float32(0.25).tobytes() + data[at + 4 :]
    (tmp_path / "broken.glb").write_bytes(broken)
    (report,) = validate([tmp_path / "broken.glb"])
    assert "ACCESSOR_WEIGHTS_NON_NORMALIZED" in issues(report, ERROR)


def spread(folder: Path, count: int) -> list[Path]:
    """Some files of a folder, evenly over its sorted names."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in (".glb", ".gltf"))
    return paths[:: max(1, len(paths) // count)]


@pytest.mark.parametrize(("group", "count"), [("clips", 10), ("static", 8), ("odd", 12)])
def test_real_files_stay_valid(validate, data_folder: Path, tmp_path: Path, group, count):
    inputs, outputs = [], []
    for number, path in enumerate(spread(data_folder / group, count)):
        try:
            scene = made_rigged(read_scene(path))
        except EnlivenError:
            continue  # an odd file may be refused; the reader's tests say when
        inputs.append(path)
        outputs.append(tmp_path / f"{number}.glb")
        save_animated(result_of(scene), outputs[-1], fps=30.0)
    assert len(outputs) > count // 3
    judge(validate(inputs), validate(outputs))


def test_real_rigs_play_our_motion(data_folder: Path):
    played = 0
    for path in spread(data_folder / "clips", 12):
        scene = read_scene(path)
        if scene.rig is None:
            continue
        result = result_of(scene)
        glb = plain_gltf.opened(animated_bytes(result, fps=30.0))
        found = plain_gltf.vertices(glb, glb.root["animations"][-1]["name"], float(np.float32(0.2)))
        parts = [found[place] for place in part_places(scene, glb.root)]
        size = np.ptp(scene.mesh.vertices, axis=0).max()
        np.testing.assert_allclose(np.concatenate(parts), own_vertices(result, 0.2), atol=1e-4 * size)
        played += 1
    assert played >= 6
