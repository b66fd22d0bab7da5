"""Laws of files on disk: whole or not at all, never the input, self-contained."""

import json
import os
from pathlib import Path

import numpy as np
import pytest
from tests.conformance import plain_gltf
from tests.io.write.motions import made_rigged, result_of, scene_of
from tests.io.write.sources import PNG, STILL, as_glb, placed, rigged

from enliven.core.errors import InvalidRequestError, UnknownFormatError, UnwritableFileError
from enliven.io.gltf.document import parse_gltf
from enliven.io.gltf.pack import glb_bytes
from enliven.io.read import read_scene
from enliven.io.write import animated_bytes, save_animated, save_rigged, write_whole


@pytest.fixture
def result():
    return result_of(scene_of(rigged()))


def test_a_glb_is_written_as_the_bytes_say(result, tmp_path: Path):
    size = save_animated(result, tmp_path / "out.glb", fps=30.0)
    assert (tmp_path / "out.glb").read_bytes() == animated_bytes(result, fps=30.0)
    assert size == (tmp_path / "out.glb").stat().st_size
    assert [path.name for path in tmp_path.iterdir()] == ["out.glb"]


def test_a_gltf_is_one_file_that_plays_the_same(result, tmp_path: Path):
    save_animated(result, tmp_path / "out.GLTF", fps=30.0)
    read = parse_gltf((tmp_path / "out.GLTF").read_bytes(), "out.gltf", lambda uri: pytest.fail(uri))
    glb = plain_gltf.opened(glb_bytes(read))
    direct = plain_gltf.opened(animated_bytes(result, fps=30.0))
    assert glb.binary == direct.binary
    for ours, theirs in zip(
        plain_gltf.worlds(glb, "walks_2", 0.4), plain_gltf.worlds(direct, "walks_2", 0.4), strict=True
    ):
        np.testing.assert_array_equal(ours, theirs)


def test_a_rigged_file_is_written_and_the_input_kept(tmp_path: Path):
    scene = made_rigged(scene_of(placed(translation=[0, 1, 0])))
    save_rigged(scene, tmp_path / "rigged.glb", source=tmp_path / "in.glb")
    assert len(read_scene(tmp_path / "rigged.glb").rig.skeleton) == 5


def test_an_existing_output_is_replaced(result, tmp_path: Path):
    (tmp_path / "out.glb").write_bytes(b"old")
    save_animated(result, tmp_path / "out.glb", fps=30.0)
    assert (tmp_path / "out.glb").read_bytes()[:4] == b"glTF"


@pytest.mark.parametrize("way", ["same", "relative", "link", "hard link"])
def test_the_input_is_never_written_over(result, tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch):
    source = tmp_path / "in.glb"
    source.write_bytes(b"precious")
    out = source
    if way == "relative":
        (tmp_path / "deep").mkdir()
        monkeypatch.chdir(tmp_path / "deep")
        out = Path("..") / "deep" / ".." / "in.glb"
    elif way == "link":
        out = tmp_path / "link.glb"
        out.symlink_to(source)
    elif way == "hard link":
        out = tmp_path / "hard.glb"
        os.link(source, out)
    with pytest.raises(InvalidRequestError, match="is the input itself, expected another file; choose another"):
        save_animated(result, out, fps=30.0, source=source)
    assert source.read_bytes() == b"precious"


@pytest.mark.parametrize("name", ["out.fbx", "out", "out.glb.zip"])
def test_unknown_endings_are_named(result, tmp_path: Path, name: str):
    with pytest.raises(UnknownFormatError, match=r"expected one of \.glb, \.gltf; choose another name"):
        save_animated(result, tmp_path / name, fps=30.0)
    assert not list(tmp_path.iterdir())


def test_a_missing_folder_is_named(result, tmp_path: Path):
    with pytest.raises(UnwritableFileError, match=r"away.out\.glb cannot be written \(No such file or directory\)"):
        save_animated(result, tmp_path / "away" / "out.glb", fps=30.0)


def test_a_folder_in_the_place_of_the_output_is_named(tmp_path: Path):
    (tmp_path / "out.glb").mkdir()
    with pytest.raises(UnwritableFileError, match="choose another output"):
        write_whole(tmp_path / "out.glb", b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["out.glb"]


def test_a_failure_half_way_leaves_nothing_and_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "out.glb").write_bytes(b"old")

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(UnwritableFileError, match="No space left on device"):
        write_whole(tmp_path / "out.glb", b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("out.glb", b"old")]


def test_files_beside_the_input_come_into_the_output(tmp_path: Path):
    """Buffers and images of a .gltf are copied into the one file, images byte for byte."""
    build = placed(translation=[0, 1, 0])
    build.root["images"] = [{"uri": "the%20paint.png", "name": "paint"}]
    build.root["buffers"] = [{"uri": "data.bin"}]
    (tmp_path / "data.bin").write_bytes(bytes(build.binary))
    (tmp_path / "the paint.png").write_bytes(PNG)
    (tmp_path / "in.gltf").write_bytes(build.json_bytes())
    scene = made_rigged(read_scene(tmp_path / "in.gltf"))
    glb = plain_gltf.opened(animated_bytes(result_of(scene), fps=30.0))
    (image,) = glb.root["images"]
    view = glb.root["bufferViews"][image["bufferView"]]
    assert glb.binary[view["byteOffset"] : view["byteOffset"] + view["byteLength"]] == PNG
    assert image == {"name": "paint", "bufferView": image["bufferView"], "mimeType": "image/png"}
    assert glb.binary[: len(build.binary)] == bytes(build.binary)
    assert [list(buffer) for buffer in glb.root["buffers"]] == [["byteLength"]]


def test_several_buffers_become_one(tmp_path: Path):
    build = placed()
    cut = build.root["bufferViews"][1]["byteOffset"]
    for view in build.root["bufferViews"][1:]:
        view |= {"buffer": 1, "byteOffset": view["byteOffset"] - cut}
    root = dict(build.root)
    root["buffers"] = [{"uri": "a.bin", "byteLength": cut}, {"uri": "b.bin", "byteLength": len(build.binary) - cut}]
    (tmp_path / "a.bin").write_bytes(bytes(build.binary[:cut]))
    (tmp_path / "b.bin").write_bytes(bytes(build.binary[cut:]))
    (tmp_path / "in.gltf").write_text(json.dumps(root))
    cut_up, whole = (
        plain_gltf.opened(animated_bytes(result_of(made_rigged(scene)), fps=30.0))
        for scene in (read_scene(tmp_path / "in.gltf"), scene_of(placed()))
    )
    assert cut_up.binary == whole.binary
    assert cut_up.root["bufferViews"] == whole.root["bufferViews"]


def test_a_glb_that_was_not_changed_comes_back_byte_for_byte():
    for build in (rigged(), *(make() for make in STILL.values())):
        data = as_glb(build)
        assert glb_bytes(scene_of(build).source) == data
