"""Laws of what a run writes: all of it or nothing, never over the input, its textures, devices or folders."""

import json
import os
from pathlib import Path

import numpy as np
import pytest
from tests.io.write.motions import result_of, scene_of
from tests.io.write.sources import PNG, as_glb, rigged

from enliven.apps import library
from enliven.apps.cli.main import main
from enliven.apps.library import Animated, as_path, check_outputs
from enliven.core.errors import EnlivenError, InvalidRequestError, UnwritableFileError
from enliven.core.progress import Cancelled
from enliven.core.request import AnimationRequest


@pytest.fixture
def take(tmp_path: Path) -> Animated:
    source = tmp_path / "in.glb"
    source.write_bytes(as_glb(rigged()))
    scene = scene_of(rigged())
    return Animated(source, AnimationRequest("walks"), result_of(scene), tmp_path / "in_walks.glb")


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_model_and_preview_are_written_together(take, tmp_path):
    written = take.save(preview=tmp_path / "p.png")
    assert names(tmp_path) == {"in.glb", "in_walks.glb", "p.png"}
    assert written.preview.size_bytes == (tmp_path / "p.png").stat().st_size
    assert take.as_json(written)["preview"] == str(tmp_path / "p.png")


@pytest.mark.parametrize("preview", ["p.bmp", "p", "away/p.png", "in.glb", "out.glb", "folder.png", "link.png"])
def test_nothing_is_written_if_the_preview_cannot_be(take, tmp_path, preview):
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "link.png").symlink_to(tmp_path / "in.glb")
    before = names(tmp_path)
    with pytest.raises(EnlivenError, match=Path(preview).name):
        take.save(tmp_path / "out.glb", preview=tmp_path / preview)
    assert names(tmp_path) == before
    assert (tmp_path / "in.glb").read_bytes() == as_glb(rigged())


def test_a_preview_is_not_the_output_under_another_name(take, tmp_path):
    (tmp_path / "p.png").symlink_to(tmp_path / "out.glb")
    with pytest.raises(InvalidRequestError, match=r"p\.png is the output itself, expected another file; choose"):
        take.save(tmp_path / "out.glb", preview=tmp_path / "p.png")


def test_a_preview_never_replaces_a_texture_of_the_input(tmp_path):
    build = rigged()
    build.root["images"] = [{"uri": "data:image/png;base64,", "name": "paint"}]
    scene = scene_of(build)
    scene.source.root["images"][0] = {"bufferView": 0, "mimeType": "image/png"}
    (tmp_path / "paint.png").write_bytes(PNG)
    take = Animated(tmp_path / "in.glb", AnimationRequest("walks"), result_of(scene), tmp_path / "out.glb")
    view = scene.source.root["bufferViews"][0]
    start = view.get("byteOffset", 0)
    (tmp_path / "paint.png").write_bytes(scene.source.buffers[0][start : start + view["byteLength"]])
    with pytest.raises(InvalidRequestError, match=r"paint\.png is a texture of in\.glb, which the preview would repl"):
        take.save(preview=tmp_path / "paint.png")
    assert names(tmp_path) == {"paint.png"}


def test_a_full_disk_leaves_neither_of_the_two(take, tmp_path, monkeypatch):
    opened = Path.open

    def full(self: Path, *words: object) -> object:
        if self.name.startswith(".p.png"):
            raise OSError(28, "No space left on device")
        return opened(self, *words)

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(UnwritableFileError, match=r"p\.png cannot be written \(No space left on device\)"):
        take.save(preview=tmp_path / "p.png")
    assert names(tmp_path) == {"in.glb"}


def test_pipes_and_devices_are_left_alone(take, tmp_path):
    os.mkfifo(tmp_path / "pipe.glb")
    with pytest.raises(UnwritableFileError, match=r"pipe\.glb cannot be written \(a device, pipe or circle of links"):
        take.save(tmp_path / "pipe.glb")
    assert (tmp_path / "pipe.glb").is_fifo()
    assert names(tmp_path) == {"in.glb", "pipe.glb"}


@pytest.mark.parametrize("out", ["in.glb/out.glb", "loop.glb", "x" * 300 + ".glb"])
def test_odd_places_are_told(take, tmp_path, out):
    (tmp_path / "loop.glb").symlink_to("loop.glb")
    with pytest.raises(UnwritableFileError, match=r"glb cannot be written \(.*choose another output"):
        take.save(tmp_path / out)
    assert names(tmp_path) == {"in.glb", "loop.glb"}


def test_cancelling_at_any_stage_writes_nothing(take, tmp_path):
    stages: list[str] = []
    take.save(preview=tmp_path / "p.png", progress=lambda stage, done, total: stages.append(stage))
    (tmp_path / "p.png").unlink()
    (tmp_path / "in_walks.glb").unlink()
    for last in (0, 1, stages.index("writing")):
        left = iter(range(last))

        def stop(stage: str, done: int, total: int, left=left) -> None:
            if next(left, None) is None:
                raise Cancelled

        with pytest.raises(Cancelled):
            take.save(preview=tmp_path / "p.png", progress=stop)
        assert names(tmp_path) == {"in.glb"}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["-o", "out.fbx"], "out.fbx ends in '.fbx', expected one of .glb, .gltf"),
        (["-o", "away/out.glb"], "out.glb cannot be written (No such file or directory)"),
        (["-o", "in.glb"], "in.glb is the input itself"),
        (["-o", "out.glb", "--preview", "p.bmp"], "the preview p.bmp ends in '.bmp'"),
        (["-o", "out.glb", "--preview", "in.glb"], "the preview in.glb ends in '.glb'"),
        (["-o", "out.glb", "--preview", "away/p.png"], "p.png cannot be written"),
        (["-o", "-"], "the output is '-', expected the name of a file"),
        (["-o", "https://there.org/out.glb"], "the output is the address 'https:/there.org/out.glb', expected a file"),
        (["-o", "out.glb", "--preview", "-"], "the preview is '-', expected the name of a file"),
    ],
)
def test_the_command_refuses_bad_outputs_before_it_works(take, tmp_path, monkeypatch, capsys, words, told):
    monkeypatch.setattr(library, "read_scene", lambda path: pytest.fail("worked"))
    monkeypatch.chdir(tmp_path)
    assert main(["animate", "in.glb", "walks", *words]) == 2
    assert told in capsys.readouterr().err
    assert names(tmp_path) == {"in.glb"}


def test_a_missing_input_is_told_first(tmp_path):
    check_outputs(tmp_path / "no.glb", tmp_path / "away" / "out.glb", None)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("https://there.org/a.glb", "the input is the address 'https:/there.org/a.glb', expected a file on this"),
        ("file:///tmp/a.glb", "or give its path without the scheme"),
        ("-", "the input is '-', expected the name of a file"),
        ("folder.glb", "folder.glb is a folder or device, expected a 3D file"),
        ("no.glb", "no.glb is not there, expected a 3D file; check the name"),
    ],
)
@pytest.mark.parametrize("command", ["animate", "rig", "inspect"])
def test_odd_inputs_are_told(tmp_path, monkeypatch, capsys, source, told, command):
    (tmp_path / "folder.glb").mkdir()
    monkeypatch.chdir(tmp_path)
    assert main([command, source, *(["walks"] if command == "animate" else [])]) == 2
    assert told in capsys.readouterr().err
    assert names(tmp_path) == {"folder.glb"}


def test_an_input_that_may_not_be_read_is_told(tmp_path, monkeypatch, capsys):
    (tmp_path / "in.glb").write_bytes(as_glb(rigged()))

    def refuse(self: Path, *words: object, **more: object) -> object:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)  # the tests may run as one who may read everything
    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert main(["inspect", str(tmp_path / "in.glb")]) == 2
    assert (
        "in.glb cannot be read (Permission denied), expected a 3D file; check its name and" in capsys.readouterr().err
    )


def test_a_folder_with_a_colon_is_no_address(tmp_path, monkeypatch):
    (tmp_path / "odd:").mkdir()
    (tmp_path / "odd:" / "in.glb").write_bytes(as_glb(rigged()))
    monkeypatch.chdir(tmp_path)
    assert library.inspect("odd:/in.glb").rig is not None


def test_a_read_only_output_is_left_as_it_is(take, tmp_path):
    for name in ("out.glb", "p.png"):
        (tmp_path / name).write_bytes(b"precious")
        (tmp_path / name).chmod(0o444)
    with pytest.raises(UnwritableFileError, match=r"out\.glb is read-only, expected a file that may be replaced; make"):
        take.save(tmp_path / "out.glb")
    with pytest.raises(UnwritableFileError, match=r"p\.png is read-only"):
        take.save(preview=tmp_path / "p.png")
    assert names(tmp_path) == {"in.glb", "out.glb", "p.png"}
    assert (tmp_path / "out.glb").read_bytes() == (tmp_path / "p.png").read_bytes() == b"precious"
    (tmp_path / "out.glb").chmod(0o644)
    assert take.save(tmp_path / "out.glb").size_bytes == (tmp_path / "out.glb").stat().st_size


def test_what_was_rigged_is_told_as_json(tmp_path, monkeypatch, capsys):
    (tmp_path / "in.glb").write_bytes(as_glb(rigged()))
    monkeypatch.chdir(tmp_path)
    assert main(["rig", "in.glb", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["output"] == "in_rigged.glb"
    assert told["bytes"] == (tmp_path / "in_rigged.glb").stat().st_size
    assert told["made_here"] is False
    assert [joint["name"] for joint in told["joints"]] == list(scene_of(rigged()).rig.skeleton.names)
    assert told["joints"][0]["parent"] is None


@pytest.mark.parametrize("name", ["\x1b]0;owned\x07", "a\nenliven: all is well", "\u202egnp.exe", "\u2028\x9b2J"])
@pytest.mark.parametrize("words", [["inspect"], ["rig", "-o", "out.glb"], ["rig", "-o", "out.glb", "--json"]])
def test_no_name_in_a_file_steers_the_terminal(tmp_path, monkeypatch, capsys, name, words):
    build = rigged()
    for kind in ("nodes", "meshes", "materials", "animations", "skins"):
        for entry in build.root.get(kind, []):
            entry["name"] = name
    (tmp_path / "in.glb").write_bytes(as_glb(build))
    monkeypatch.chdir(tmp_path)
    assert main([words[0], "in.glb", *words[1:]]) == 0
    told = capsys.readouterr()
    assert all(line.isprintable() for line in (told.out + told.err).split("\n"))
    assert "\nenliven: all is well" not in told.out


@pytest.mark.parametrize("path", [b"in.glb", 3, None, "", "a\0b.glb", np.zeros(3)])
def test_paths_of_other_types_are_named(path):
    with pytest.raises(InvalidRequestError, match="the input is "):
        as_path(path, "the input")
