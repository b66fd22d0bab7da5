"""The one door: files are taken for what they are, and refused by name when they are something else."""

import os

import numpy as np
import pytest
from tests.io.formats.writers import obj_text, off_text, ply_mesh, stl_ascii, stl_binary

from enliven.core.errors import EnlivenError, UnknownFormatError, UnreadableFileError
from enliven.core.mesh import Mesh
from enliven.core.scene import Appearance, Part
from enliven.io.gltf.build import document_from_parts
from enliven.io.gltf.pack import glb_bytes
from enliven.io.read import READERS, read_scene

POINTS = np.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]])
FACES = np.array([[0, 1, 2], [0, 2, 3]])
GLB = glb_bytes(document_from_parts("a.glb", [Part("a", Mesh(POINTS, FACES), Appearance(), 0)]))
FILES = {
    ".glb": GLB,
    ".obj": obj_text(POINTS, FACES),
    ".ply": ply_mesh("binary_little_endian", POINTS, FACES),
    ".stl": stl_binary(POINTS[FACES]),
    ".off": off_text(POINTS, FACES),
}


def read(folder, name, data):
    (folder / name).write_bytes(data)
    return read_scene(folder / name)


@pytest.mark.parametrize("ending", FILES)
def test_every_format_and_endings_in_capitals(tmp_path, ending):
    for name in ("a" + ending, "b" + ending.upper()):
        scene = read(tmp_path, name, FILES[ending])
        assert (scene.name, len(scene.mesh.faces)) == (name, 2)


def test_the_table_names_every_format():
    assert set(READERS) == {*FILES, ".gltf"}


def test_glb_under_the_other_gltf_ending(tmp_path):
    assert len(read(tmp_path, "a.gltf", GLB).mesh.faces) == 2


@pytest.mark.parametrize("claimed", FILES)
@pytest.mark.parametrize(
    ("data", "words"),
    [
        (GLB, "is a GLB file, expected {}; rename it to .glb"),
        (FILES[".ply"], "is a PLY file, expected {}; rename it to .ply"),
        (FILES[".off"], "is an OFF file, expected {}; rename it to .off"),
        (stl_ascii(POINTS[FACES]), "is an STL file, expected {}; rename it to .stl"),
        (b"Kaydara FBX Binary  \0", "is an FBX file, expected {}; export the model as .glb"),
        (b"BLENDER-v405", "is a Blender file, expected {}; export the model as .glb"),
        (b"PK\x03\x04...", "is a ZIP archive, expected {}; export the model as .glb"),
        (b"\x89PNG\r\n\x1a\n", "is a PNG image, expected {}; export the model as .glb"),
        (b"\n<!DOCTYPE html>", "is a web page (the download may have failed), expected {}; export the model as .glb"),
        (b'<?xml version="1.0"?>\n<COLLADA>', "is a COLLADA file, expected {}; export the model as .glb"),
    ],
)  # fmt: skip
def test_content_beats_the_ending(tmp_path, claimed, data, words):
    kind = claimed[1:].upper()
    if words.endswith(claimed):
        return  # it is what it says
    with pytest.raises(UnreadableFileError) as caught:
        read(tmp_path, "a" + claimed, data)
    assert str(caught.value) == "a" + claimed + " " + words.format(f"{kind} as its ending says")


@pytest.mark.parametrize("name", ["a.fbx", "a.dae", "a.usdz", "a.blend", "a.3ds", "a.txt", "a", "a.glb.zip"])
def test_other_formats_are_refused_with_those_that_are_read(tmp_path, name):
    with pytest.raises(UnknownFormatError) as caught:
        read(tmp_path, name, b"\x01\x02\x03")
    told = str(caught.value)
    assert told.startswith((f"{name} ends in ", f"{name} has no ending, "))
    assert ".glb, .gltf, .obj, .ply, .stl, .off; open it in the program that made it, or in Blender" in told


def test_a_known_file_under_a_strange_ending_is_told_its_own(tmp_path):
    with pytest.raises(UnknownFormatError, match=r"a\.model is a GLB file, expected one of .*; rename it to \.glb"):
        read(tmp_path, "a.model", GLB)


@pytest.mark.parametrize("ending", [*FILES, ".gltf"])
@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty, expected a 3D file; copy or export it again"),
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12\n",
            "is only a pointer of Git LFS, expected the 3D file itself; fetch it with: git lfs pull",
        ),
    ],
)
def test_what_is_no_model_at_all(tmp_path, ending, data, words):
    with pytest.raises(UnreadableFileError) as caught:
        read(tmp_path, "a" + ending, data)
    assert str(caught.value) == f"a{ending} {words}"


@pytest.mark.parametrize("name", ["a.glb", "a.obj", "a.xyz"])
def test_missing_files_and_folders(tmp_path, name):
    with pytest.raises(EnlivenError, match=r"is not there.*; check the name"):
        read_scene(tmp_path / name)
    (tmp_path / name).mkdir()
    with pytest.raises(EnlivenError, match=name):
        read_scene(tmp_path / name)


def test_pipes_and_impossible_names_are_told_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe.glb")
    with pytest.raises(UnreadableFileError, match=r"pipe\.glb is a folder or device, expected a 3D file"):
        read_scene(tmp_path / "pipe.glb")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UnknownFormatError, match=r"pipe has no ending, which cannot be read"):
        read_scene(tmp_path / "pipe")
    with pytest.raises(UnreadableFileError, match=r"cannot be read \(File name too long\)"):
        read_scene(tmp_path / ("x" * 300 + ".glb"))
    with pytest.raises(UnknownFormatError, match="is not there, and has no ending, expected one of"):
        read_scene(tmp_path / ("x" * 300))
