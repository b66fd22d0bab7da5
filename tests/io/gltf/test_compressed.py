import DracoPy
import meshopt
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from tests.io.gltf.build import Builder, skinned_bar

from enliven.core.errors import EnlivenError, LimitExceededError, UnreadableFileError
from enliven.io.gltf.document import parse_glb
from enliven.io.gltf.scene import scene_from

GRID = np.array([[x, y, np.sin(x)] for x in range(6) for y in range(5)], dtype="f4")
CORNERS = np.array([5 * x + y for x in range(5) for y in range(4)])[:, None]
GRID_FACES = np.concatenate([CORNERS + np.array(three) for three in ([0, 5, 1], [1, 5, 6])]).astype("u4")
NAMES = pytest.mark.parametrize("extension", ["EXT_meshopt_compression", "KHR_meshopt_compression"])


def _scene(build):
    return scene_from(parse_glb(build.glb(), "a.glb"))


def _draco(data, attributes=None):
    build = Builder()
    build.root["accessors"] = [
        {"componentType": 5126, "count": len(GRID), "type": "VEC3"},
        {"componentType": 5125, "count": GRID_FACES.size, "type": "SCALAR"},
    ]
    packed = {"bufferView": build.view(data), "attributes": attributes or {"POSITION": 0}}
    primitive = {"attributes": {"POSITION": 0}, "indices": 1, "extensions": {"KHR_draco_mesh_compression": packed}}
    build.append("meshes", {"primitives": [primitive]})
    build.node(mesh=0)
    build.root["extensionsRequired"] = build.root["extensionsUsed"] = ["KHR_draco_mesh_compression"]
    return build


@pytest.mark.parametrize("metadata", [False, True])
def test_draco_meshes_are_unpacked(metadata):
    data = DracoPy.encode(GRID, GRID_FACES, quantization_bits=20, preserve_order=True, create_metadata=metadata)
    mesh = _scene(_draco(data)).parts[0].mesh
    assert_allclose(mesh.vertices, GRID, atol=1e-4)
    assert_array_equal(mesh.faces, GRID_FACES)


def test_draco_skins_are_unpacked():
    build, world = skinned_bar()
    primitive = build.root["meshes"][0]["primitives"][0]
    plain = _scene(build)
    joints = np.zeros((20, 4), "u1")
    joints[:, 1] = 1
    weights = np.zeros((20, 4))
    weights[:, :2] = plain.rig.skin.weights
    faces = plain.mesh.faces.astype("u4")
    data = DracoPy.encode(
        world.astype("f4"), faces, quantization_bits=24, preserve_order=True,
        generic_attributes={1: joints, 2: weights.astype("f4")},
    )  # fmt: skip
    positions = next(one["unique_id"] for one in DracoPy.decode(data).attributes if one["attribute_type"] == 0)
    packed = {"bufferView": build.view(data), "attributes": {"POSITION": positions, "JOINTS_0": 1, "WEIGHTS_0": 2}}
    primitive["extensions"] = {"KHR_draco_mesh_compression": packed}
    for accessor in (*primitive["attributes"].values(), primitive["indices"]):
        build.root["accessors"][accessor].pop("bufferView")
    scene = _scene(build)
    assert_allclose(scene.mesh.vertices, world, atol=1e-5)
    assert_allclose(scene.rig.skin.weights, plain.rig.skin.weights, atol=1e-6)


def _varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def test_draco_bombs_are_refused_before_they_go_off():
    header = b"DRACO\x02\x02\x01\x01\x00\x00\x00"
    bomb = header + _varint(4_000_000_000) + _varint(4_000_000_000) + bytes(40)
    with pytest.raises(LimitExceededError, match="has 4,000,000,000 vertices, expected at most 20,000,000"):
        _scene(_draco(bomb))
    quiet = header + _varint(5_000_000) + _varint(5_000_000) + bytes(40)
    with pytest.raises(UnreadableFileError, match="5,000,000 faces where the file says 30 and 40"):
        _scene(_draco(quiet))


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"not draco at all", "it starts with b'not d'"),
        (b"DRACO\x02\x02\x00\x01\x00\x00\x00\x05\x05", "geometry type 0"),
        (b"DRACO\x02\x02\x01\x01\x00\x00\x00\xff", "its header is cut off"),
        (b"DRACO\x02\x02\x01\x01\x00\x00\x00\x05\x05\xff\xff", ""),
    ],
)
def test_damaged_draco_is_refused(data, problem):
    with pytest.raises(UnreadableFileError, match=f"does not decompress \\({problem}.*expected Draco data"):
        _scene(_draco(data))


def test_draco_without_the_named_attribute_is_refused():
    data = DracoPy.encode(GRID, GRID_FACES, preserve_order=True)
    with pytest.raises(UnreadableFileError, match="no attribute 9 for POSITION"):
        _scene(_draco(data, attributes={"POSITION": 9}))


def _meshopt(extension, positions, faces, how=None):
    """A mesh whose two buffer views are compressed; the fallback buffer has no bytes."""
    build = Builder()
    build.mesh(positions, faces)
    kinds = [("ATTRIBUTES", 12, len(positions)), ("TRIANGLES", 2, 3 * len(faces))]
    for view, (mode, stride, count) in zip(build.root["bufferViews"], kinds, strict=True):
        plain = bytes(build.binary[view["byteOffset"] : view["byteOffset"] + view["byteLength"]])
        rows, indices = np.frombuffer(plain, "u1").reshape(count, stride), np.frombuffer(plain, "u2")
        packed = meshopt.encode_gltf_buffer(rows if mode == "ATTRIBUTES" else indices.astype("u4"), mode)
        at = len(build.binary)
        build.binary += packed
        entry = {"buffer": 0, "byteOffset": at, "byteLength": len(packed), "byteStride": stride, "count": count,
                 "mode": mode} | (how or {})  # fmt: skip
        view |= {"buffer": 1, "extensions": {extension: entry}}
    fallback = {"byteLength": 10_000, "extensions": {extension: {"fallback": True}}}
    build.root["buffers"] = [{}, fallback]
    build.root["extensionsRequired"] = build.root["extensionsUsed"] = [extension]
    build.node(mesh=0)
    return build


@NAMES
@given(seed=st.integers(0, 2**32 - 1), count=st.integers(3, 60))
def test_meshopt_views_are_unpacked(extension, seed, count):
    rng = np.random.default_rng(seed)
    positions, faces = rng.normal(size=(count, 3)).astype("f4"), rng.integers(0, count, (9, 3))
    build = _meshopt(extension, positions, faces)
    mesh = _scene(build).parts[0].mesh
    assert_array_equal(mesh.vertices, positions)
    # the codec may turn a triangle's corners, never its side
    turned = [np.roll(mesh.faces, shift, axis=1) for shift in range(3)]
    assert (np.stack([(one == faces).all(axis=1) for one in turned]).any(axis=0)).all()


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"count": 10**9, "byteStride": 256}, "has 256,000,000,000 bytes when decompressed, expected at most"),
        ({"count": 10**7}, "does not decompress"),
        ({"byteStride": 3}, "of 3 bytes with filter NONE, expected a size that the format allows"),
        ({"filter": "QUATERNION"}, "with filter QUATERNION, expected a size that the format allows"),
        ({"byteLength": 3}, "does not decompress"),
        ({"byteLength": 10**6}, "buffer view 0 ends at byte .* of buffer 0, expected at most"),
    ],
)
def test_damaged_meshopt_and_bombs_are_refused(how, message):
    build = _meshopt("EXT_meshopt_compression", GRID, GRID_FACES, how)
    with pytest.raises(EnlivenError, match=message):
        _scene(build)
