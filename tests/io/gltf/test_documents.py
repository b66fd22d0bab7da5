import base64
import json

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from tests.io.gltf.build import TRIANGLE, Builder, glb

from enliven.core.errors import EnlivenError, UnknownFormatError, UnreadableFileError, UnsupportedFeatureError
from enliven.io.gltf.document import parse_glb, parse_gltf
from enliven.io.gltf.scene import scene_from
from enliven.io.read import read_scene


def _triangle():
    build = Builder()
    build.mesh()
    build.node(mesh=0)
    return build


def _written(folder, build, uri, name="model.gltf"):
    build.root["buffers"] = [{"uri": uri}]
    path = folder / name
    path.write_bytes(build.json_bytes())
    return path


@pytest.mark.parametrize(
    ("uri", "place"),
    [("data.bin", "data.bin"), ("sub/my%20data.bin", "sub/my data.bin"), ("./data.bin", "data.bin")],
)
def test_buffers_beside_the_file_are_read(tmp_path, uri, place):
    build = _triangle()
    (tmp_path / place).parent.mkdir(exist_ok=True)
    (tmp_path / place).write_bytes(bytes(build.binary))
    assert_array_equal(read_scene(_written(tmp_path, build, uri)).mesh.vertices, TRIANGLE)


def test_data_uris_are_read(tmp_path):
    build = _triangle()
    text = base64.b64encode(bytes(build.binary)).decode()
    path = _written(tmp_path, build, f"data:application/octet-stream;base64,{text}")
    assert_array_equal(read_scene(path).mesh.vertices, TRIANGLE)


def test_the_content_tells_glb_from_gltf(tmp_path):
    (tmp_path / "named_wrongly.gltf").write_bytes(_triangle().glb())
    assert len(read_scene(tmp_path / "named_wrongly.gltf").parts) == 1


def test_images_come_from_files_views_and_data_uris(tmp_path):
    build = _triangle()
    (tmp_path / "skin.png").write_bytes(b"from a file")
    build.append("images", {"uri": "skin.png"})
    build.append("images", {"bufferView": build.view(b"from a view")})
    build.append("images", {"uri": "data:image/png;base64," + base64.b64encode(b"from a uri").decode()})
    build.append("images", {"uri": "missing.png"})
    seen = []
    for image in range(4):
        build.root["textures"] = [{"source": image}]
        build.root["materials"] = [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]
        build.root["meshes"][0]["primitives"][0]["material"] = 0
        (tmp_path / "a.glb").write_bytes(build.glb())
        scene = read_scene(tmp_path / "a.glb")
        seen.append(scene.parts[0].appearance.image)
    assert seen == [b"from a file", b"from a view", b"from a uri", None]
    assert scene.notes == ("the image 'missing.png' is not beside the file; it is shown without",)


@pytest.mark.parametrize(
    "uri",
    ["../secret.bin", "sub/../../secret.bin", "..%2Fsecret.bin", "/etc/hostname", "\\\\host\\x", "http://x/y.bin",
     "file:///etc/hostname", "C:\\x.bin", "a\\..\\..\\secret.bin", "link.bin", ""],
)  # fmt: skip
@pytest.mark.parametrize("what", ["buffers", "images"])
def test_uris_that_leave_the_folder_are_refused(tmp_path, uri, what):
    folder = tmp_path / "model"
    folder.mkdir()
    build = _triangle()
    (tmp_path / "secret.bin").write_bytes(bytes(build.binary))
    (folder / "link.bin").symlink_to(tmp_path / "secret.bin")
    if what == "buffers":
        path = _written(folder, build, uri)
    else:
        build.append("images", {"uri": uri})
        path = folder / "model.glb"
        path.write_bytes(build.glb())
    with pytest.raises(UnreadableFileError, match=r"refers to '.*', expected a file in its own folder"):
        read_scene(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "a.glb is empty, expected a 3D file; copy or export it again"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0", "a.glb is only a pointer of Git LFS, expected"),
        (b"glTF\x02\0\0\0", r"a.glb starts with b'glTF' and has 8 bytes, expected a GLB file"),
        (b"glTF\x01\0\0\0" + bytes(12), "a.glb is GLB version 1, expected version 2; it holds glTF 1.0"),
        (_triangle().glb()[:-10], r"a.glb ends after \d+ bytes, expected \d+; the file is cut off"),
        (b"hello", r"a.glb holds no valid JSON \(.*\), expected glTF; export it again"),
        (b"[" * 100_000, r"a.glb holds no valid JSON \(it is nested too deeply\)"),
        (glb(b'{"asset":' * 100_000), r"a.glb holds no valid JSON \(it is nested too deeply\)"),
        (b"[]", "a.glb holds JSON an array of 0, expected a glTF object"),
        (b"5", "a.glb holds JSON 5, expected a glTF object"),
        (b'"x"', "a.glb holds JSON 'x', expected a glTF object"),
        (b'{"asset": {"version": "2.0"}, "scene": NaN}', r"a.glb holds no valid JSON \(NaN is no JSON number\)"),
        (b'{"asset": {"version": "2.0"}, "extras": -1e999}', r"no valid JSON \(the number -1e999 is too large\)"),
        (b"{}", "a.glb: asset is missing, expected a value; the file is damaged"),
        (b'{"asset": {"version": "1.0"}}', "a.glb is glTF 1.0, expected glTF 2.0; convert it"),
        (b'{"meshes": {"a": {}}}', "a.glb is glTF 1.0, expected glTF 2.0; convert it"),
        (b'{"asset": {"version": "3.1", "minVersion": "3.0"}}', "a.glb needs glTF '3.0', expected 2.0"),
        (b'{"asset": {"version": "2.0"}}', "a.glb shows no triangles, expected a mesh in its default scene"),
        (glb(b'{"asset":{"version":"2.0"},"buffers":[{"byteLength":9}]}'), "a.glb: buffer 0 has no data, expected 9"),
        (
            glb(b'{"asset":{"version":"2.0"},"buffers":[{"byteLength":9}]}', bytes(4)),
            "a.glb: buffer 0 has 4 bytes, expected 9; the file is cut off",
        ),
        (
            b'{"asset":{"version":"2.0"},"buffers":[{"byteLength":1,"uri":"data:;base64,\xc3\xa9\xc3\xa9"}]}',
            "a.glb: buffer 0 is a data URI that is no base64",
        ),
    ],
)
def test_what_is_no_gltf_is_refused_in_a_sentence(tmp_path, content, message):
    path = tmp_path / "a.glb"
    path.write_bytes(content)
    with pytest.raises(EnlivenError, match=message):
        read_scene(path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"scene": "main"}, "scene is 'main', expected the number of one of its 0 scenes"),
        ({"nodes": [{"children": [5]}]}, r"nodes\[0\].children\[0\] is 5, expected the number of one of its 1 nodes"),
        ({"nodes": [{"mesh": True}]}, r"nodes\[0\].mesh is True, expected the number of one of its 1 meshes"),
        ({"nodes": [{"mesh": -1}]}, r"nodes\[0\].mesh is -1, expected the number of one"),
        ({"nodes": [{"translation": [1, 2]}]}, r"nodes\[0\].translation is an array of 2, expected 3 finite numbers"),
        ({"nodes": {}}, "nodes is an object of 0, expected an array"),
        ({"meshes": [{}]}, r"meshes\[0\].primitives is missing, expected a value"),
        ({"meshes": [{"primitives": []}]}, r"meshes\[0\].primitives is an array of 0, expected an array of 1 or more"),
        ({"skins": [{"joints": []}]}, r"skins\[0\].joints is an array of 0, expected an array of 1 or more"),
        ({"images": [{"uri": 3}]}, r"images\[0\].uri is 3, expected text"),
    ],
)
def test_wrong_fields_are_named(change, message):
    build = _triangle()
    build.root |= change
    with pytest.raises(EnlivenError, match=message):
        parse_glb(build.glb(), "a.glb")


def test_whole_numbers_written_with_a_fraction_are_read_as_whole():
    build = _triangle()
    build.root["nodes"][0] = {"mesh": 0.0, "scale": [1.0, 1.0, 1.5]}
    scene = scene_from(parse_glb(build.glb(), "a.glb"))
    assert scene.notes == ("whole numbers were written with a fraction (2.0 for 2) and read as whole",)
    build.root["nodes"][0]["mesh"] = 0.5
    with pytest.raises(UnreadableFileError, match=r"nodes\[0\].mesh is 0.5, expected"):
        parse_glb(build.glb(), "a.glb")


def test_a_byte_order_mark_is_skipped_with_a_note():
    build = _triangle()
    document = parse_glb(glb(b"\xef\xbb\xbf" + build.json_bytes(), bytes(build.binary)), "a.glb")
    assert document.notes == ("the JSON starts with a byte order mark, which was skipped",)
    assert document.json_bytes.startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize("required", [["ACME_cloth"], ["KHR_mesh_quantization", "ACME_cloth", "ACME_hair"]])
def test_unknown_required_extensions_are_refused_by_name(required):
    build = _triangle()
    build.root["extensionsRequired"] = build.root["extensionsUsed"] = required
    with pytest.raises(UnsupportedFeatureError, match=r"a.glb requires 'ACME_cloth'.*, expected only extensions that"):
        parse_glb(build.glb(), "a.glb")


def test_unknown_optional_extensions_are_carried():
    build = _triangle()
    build.root["extensionsUsed"] = ["ACME_cloth"]
    build.root["nodes"][0]["extensions"] = {"ACME_cloth": {"stiff": 3}}
    document = parse_glb(build.glb(), "a.glb")
    assert document.root == json.loads(build.json_bytes())
    assert document.json_bytes == build.json_bytes()


def test_missing_buffers_are_named(tmp_path):
    with pytest.raises(UnreadableFileError, match=r"buffer 0 lies in 'gone.bin', which is not beside it"):
        read_scene(_written(tmp_path, _triangle(), "gone.bin"))


def test_missing_and_unknown_files_are_named(tmp_path):
    with pytest.raises(UnreadableFileError, match=r"none.glb is not there, expected a 3D file; check the name"):
        read_scene(tmp_path / "none.glb")
    (tmp_path / "folder.glb").mkdir()
    with pytest.raises(UnreadableFileError, match=r"folder.glb is a folder or device, expected a 3D file"):
        read_scene(tmp_path / "folder.glb")
    (tmp_path / "a.xyz").write_bytes(b"1 2 3")
    with pytest.raises(UnknownFormatError, match=r"a.xyz ends in '.xyz', which cannot be read, expected one of .glb"):
        read_scene(tmp_path / "a.xyz")


def test_bytes_without_a_folder_have_nothing_beside_them():
    build = _triangle()
    build.root["buffers"] = [{"uri": "data.bin"}]
    with pytest.raises(UnreadableFileError, match=r"buffer 0 lies in 'data.bin', which is not beside it"):
        parse_gltf(build.json_bytes(), "a.gltf")
    assert np.isfinite(scene_from(parse_glb(_triangle().glb(), "a.glb")).mesh.vertices).all()
