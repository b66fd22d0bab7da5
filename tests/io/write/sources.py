"""Input files for the writing tests, made in code: rigged ones, and still ones with every oddity of placement."""

import json

import numpy as np
from tests.io.gltf.build import Builder, glb, skinned_bar

SQUASH = np.array([[0.5, 0.2, 0, 1], [0, 2.0, 0, -2], [0.3, 0, 1.5, 0.5], [0, 0, 0, 1.0]])
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c63f8ffff3f0005fe02fea7"
    "9a60c80000000049454e44ae426082"
)
BOX = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype="f4") * (0.5, 1.0, 0.25)
BOX_FACES = (
    (0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1),
    (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3),
)  # fmt: skip


def as_glb(build: Builder) -> bytes:
    """The file, with all its buffers: only the first holds bytes."""
    root = dict(build.root)
    first, *others = root.pop("buffers")
    if build.binary:
        root["buffers"] = [first | {"byteLength": len(build.binary)}, *others]
    return glb(json.dumps(root).encode(), bytes(build.binary))


def key_accessors(build: Builder, seconds: float, values: np.ndarray, kind: str) -> dict[str, int]:
    keys = build.add(np.array([0.0, seconds], "f4"), "SCALAR", min=[0.0], max=[float(np.float32(seconds))])
    return {"input": keys, "output": build.add(values.astype("f4"), kind), "interpolation": "LINEAR"}


def bounds(build: Builder) -> None:
    """State smallest and largest values of all positions, as the format asks."""
    for mesh in build.root["meshes"]:
        for primitive in mesh["primitives"]:
            for attributes in (primitive["attributes"], *primitive.get("targets", [])):
                if "POSITION" in attributes:
                    _state_bounds(build, attributes["POSITION"])


def _state_bounds(build: Builder, number: int) -> None:
    accessor = build.root["accessors"][number]
    if "bufferView" not in accessor or "min" in accessor:
        return
    view = build.root["bufferViews"][accessor["bufferView"]]
    kind = {5126: "<f4", 5122: "<i2", 5123: "<u2"}[accessor["componentType"]]
    stride = view.get("byteStride", 3 * np.dtype(kind).itemsize)
    rows = [np.frombuffer(build.binary, kind, 3, view["byteOffset"] + row * stride) for row in range(accessor["count"])]
    accessor |= {"min": np.min(rows, axis=0).tolist(), "max": np.max(rows, axis=0).tolist()}


def clip(build: Builder, name: str, node: int) -> None:
    turned = np.array([[0, 0, 0, 1], [0, 0.6, 0, 0.8]])
    sampler = key_accessors(build, 0.5, turned, "VEC4")
    channel = {"sampler": 0, "target": {"node": node, "path": "rotation"}}
    build.append("animations", {"name": name, "channels": [channel], "samplers": [sampler], "extras": {"by": "hand"}})


def rigged(default_bend: float = 0.3) -> Builder:
    """A bar over two joints under an armature turned and scaled, with a hat on the upper joint and a clip of its own.

    The upper joint holds its place as a ``matrix``, the default pose is bent, a mesh without skin stands beside.
    """
    quarter = np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]])
    build, _ = skinned_bar(bind_turn=quarter, mesh_scale=0.01, default_bend=default_bend)
    nodes = build.root["nodes"]
    bone = nodes[1]
    matrix = np.eye(4)
    c, s = np.cos(default_bend), np.sin(default_bend)
    matrix[1:3, 1:3] = [[c, -s], [s, c]]
    matrix[1, 3] = 1.0
    del bone["translation"], bone["rotation"]
    bone["matrix"] = matrix.T.reshape(-1).tolist()
    del nodes[2]["translation"]  # a skin ignores its place, and the validator would say so
    armature = build.node(name="armature", children=[0], rotation=[0, 0.6, 0, 0.8], scale=[2.0, 2.0, 2.0])
    bone["children"] = [build.node(name="hat", mesh=build.mesh(BOX * 0.2, BOX_FACES), translation=[0, 1.2, 0])]
    post = build.node(name="post", mesh=build.mesh(BOX, BOX_FACES), translation=[3, 1, 0], extras={"note": "1"})
    build.root["scenes"][0]["nodes"] = [armature, 2, post]
    build.root["extensionsUsed"] = ["EXAMPLE_unknown"]
    build.root["extensions"] = {"EXAMPLE_unknown": {"kept": [1, 2.5, "x"]}}
    clip(build, "walks", 0)
    bounds(build)
    return build


def box(build: Builder, **more: int) -> int:
    return build.mesh(BOX, BOX_FACES, **more)


def directions(build: Builder) -> dict[str, int]:
    """Normals, one of no length, and tangents of a box."""
    normals = BOX / np.linalg.norm(BOX, axis=1, keepdims=True)
    normals[3] = 0.0
    across = np.cross(normals, [0.3, 1.0, 0.2])
    across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-9)
    across[3] = (1.0, 0.0, 0.0)
    hand = np.array([1, -1] * 4)[:, None]
    return {
        "NORMAL": build.add(normals.astype("f4"), "VEC3"),
        "TANGENT": build.add(np.concatenate([across, hand], axis=1).astype("f4"), "VEC4"),
        "TEXCOORD_0": build.add((BOX[:, :2] * 0.5 + 0.5).astype("f4"), "VEC2"),
    }


def painted(build: Builder) -> int:
    image = build.append("images", {"bufferView": build.view(PNG), "mimeType": "image/png"})
    texture = build.append("textures", {"source": image})
    return build.append(
        "materials", {"name": "paint", "pbrMetallicRoughness": {"baseColorTexture": {"index": texture}}}
    )


def placed(**place: object) -> Builder:
    """One box with normals, tangents and a painted material, on a node that stands somewhere."""
    build = Builder()
    mesh = box(build, **directions(build))
    build.root["meshes"][mesh]["primitives"][0]["material"] = painted(build)
    build.root["meshes"][mesh]["name"] = "crate"
    build.node(name="crate", mesh=mesh, extras={"price": 3}, **place)
    build.append("scenes", {"nodes": [0]})
    bounds(build)
    return build


def mirrored_strip() -> Builder:
    """A triangle strip and a fan without indices under a mirroring parent, and lines beside them."""
    build = Builder()
    zigzag = np.array([[x // 2, x % 2, 0.1 * x] for x in range(7)], dtype="f4")
    strip, fan, lines = (build.mesh(zigzag, None) for _ in range(3))
    for mesh, mode in ((strip, 5), (fan, 6), (lines, 3)):
        build.root["meshes"][mesh]["primitives"][0]["mode"] = mode
    nodes = [build.node(name=name, mesh=mesh) for name, mesh in (("strip", strip), ("fan", fan), ("lines", lines))]
    build.root["nodes"][nodes[1]]["translation"] = [0, 3, 0]
    build.append("scenes", {"nodes": [build.node(name="mirror", children=nodes, scale=[-2.0, 1.0, 1.0])]})
    bounds(build)
    return build


def instanced() -> Builder:
    """One mesh shown by three nodes, one of them only in a second scene, and names that occur twice."""
    build = Builder()
    mesh = box(build)
    for place in ([0, 0, 0], [3, 0, 0], [0, 0, 9]):
        build.node(name="twin", mesh=mesh, translation=place)
    build.append("scenes", {"nodes": [0, 1]})
    build.append("scenes", {"nodes": [2]})
    build.root["scene"] = 0
    bounds(build)
    return build


def morphing() -> Builder:
    """A box with two morph targets under a squashed node, and a clip that moves the morphs."""
    build = Builder()
    mesh = box(build, **directions(build))
    (primitive,) = build.root["meshes"][mesh]["primitives"]
    up = build.add((BOX * (0, 0.5, 0)).astype("f4"), "VEC3")
    lean = build.add(np.full((8, 3), 0.1, "f4"), "VEC3")
    out = build.add((np.arange(24).reshape(8, 3) / 24).astype("f4"), "VEC3")
    primitive["targets"] = [{"POSITION": up, "NORMAL": lean, "TANGENT": lean}, {"POSITION": out}]
    node = build.node(name="jelly", mesh=mesh, matrix=SQUASH.T.reshape(-1).tolist(), weights=[0.25, 0.0])
    sampler = key_accessors(build, 1.0, np.array([0, 0, 1, 1]), "SCALAR")
    channel = {"sampler": 0, "target": {"node": node, "path": "weights"}}
    build.append("animations", {"name": "wobble", "channels": [channel], "samplers": [sampler]})
    build.append("scenes", {"nodes": [node]})
    bounds(build)
    return build


def quantized() -> Builder:
    """A box in sixteen-bit integers, scaled back by its node."""
    build = Builder()
    padded = np.zeros((8, 4), "i2")
    padded[:, :3] = np.round(BOX * 16000)
    view = build.view(padded.tobytes(), byteStride=8, target=34962)
    position = build.append("accessors", {"bufferView": view, "componentType": 5122, "count": 8, "type": "VEC3"})
    indices = build.add(np.array(BOX_FACES, "u2").reshape(-1), "SCALAR")
    build.append("meshes", {"primitives": [{"attributes": {"POSITION": position}, "indices": indices}]})
    build.node(name="small", mesh=0, scale=[1 / 16000] * 3)
    build.append("scenes", {"nodes": [0]})
    build.root["extensionsUsed"] = build.root["extensionsRequired"] = ["KHR_mesh_quantization"]
    build.root["extensionsRequired"] = list(build.root["extensionsRequired"])
    bounds(build)
    return build


def draco() -> Builder:
    """A box compressed with Draco."""
    import DracoPy

    build = Builder()
    data = DracoPy.encode(BOX.astype("f4"), np.array(BOX_FACES, "u4"), quantization_bits=14, compression_level=1)
    view = build.view(data)
    low, high = BOX.min(axis=0).tolist(), BOX.max(axis=0).tolist()
    position = build.append("accessors", {"componentType": 5126, "count": 8, "type": "VEC3", "min": low, "max": high})
    indices = build.append("accessors", {"componentType": 5125, "count": 36, "type": "SCALAR"})
    packed = {"KHR_draco_mesh_compression": {"bufferView": view, "attributes": {"POSITION": 0}}}
    primitive = {"attributes": {"POSITION": position}, "indices": indices, "extensions": packed}
    build.append("meshes", {"primitives": [primitive]})
    build.node(name="packed", mesh=0)
    build.append("scenes", {"nodes": [0]})
    build.root["extensionsUsed"] = ["KHR_draco_mesh_compression"]
    build.root["extensionsRequired"] = ["KHR_draco_mesh_compression"]
    return build


def meshopt() -> Builder:
    """A box whose arrays are compressed with meshopt, in a buffer that has no bytes of its own."""
    import meshopt as codec

    build = Builder()
    name = "EXT_meshopt_compression"
    arrays = (("ATTRIBUTES", BOX.astype("f4"), 12), ("TRIANGLES", np.array(BOX_FACES, "u2").reshape(-1), 2))
    start = 0
    for mode, array, stride in arrays:
        packed = bytes(codec.encode_gltf_buffer(array, mode))
        view = build.view(packed)
        stored = build.root["bufferViews"][view]
        count = len(array)
        how = dict(stored) | {"byteStride": stride, "count": count, "mode": mode}
        build.root["bufferViews"][view] = {
            "buffer": 1, "byteOffset": start, "byteLength": count * stride, "extensions": {name: how},
        } | ({"byteStride": stride} if mode == "ATTRIBUTES" else {})  # fmt: skip
        start += count * stride + (-count * stride) % 4
    build.root["buffers"].append({"byteLength": start, "extensions": {name: {"fallback": True}}})
    low, high = BOX.min(axis=0).tolist(), BOX.max(axis=0).tolist()
    build.append(
        "accessors", {"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3", "min": low, "max": high}
    )
    build.append("accessors", {"bufferView": 1, "componentType": 5123, "count": 36, "type": "SCALAR"})
    build.append("meshes", {"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]})
    build.node(name="packed", mesh=0)
    build.append("scenes", {"nodes": [0]})
    build.root["extensionsUsed"] = build.root["extensionsRequired"] = [name]
    return build


def vehicle() -> Builder:
    """A body with two wheels on nodes of their own, one below the body, one beside it under a mirroring parent."""
    build = Builder()
    body = build.node(name="body", mesh=box(build), translation=[0, 1, 0], rotation=[0, 0.6, 0, 0.8])
    front = build.node(name="front", mesh=box(build), translation=[0, -1, 1], scale=[0.5, 0.5, 0.5])
    back = build.node(name="back", mesh=box(build), translation=[1, 0, -1], rotation=[0.6, 0, 0, 0.8])
    build.root["nodes"][body]["children"] = [front]
    build.append("scenes", {"nodes": [body, build.node(name="mirror", children=[back], scale=[-2, 2, 2])]})
    bounds(build)
    return build


RIGGED = {"rigged": rigged, "rigged at rest": lambda: rigged(0.0)}
STILL = {
    "at the origin": placed,
    "moved": lambda: placed(translation=[1, 2, 3], rotation=[0, 0.6, 0, 0.8]),
    "stretched": lambda: placed(scale=[1, 3, 0.5], rotation=[0.6, 0, 0, 0.8]),
    "mirrored": lambda: placed(scale=[1, -1, 2], translation=[0, 1, 0]),
    "squashed": lambda: placed(matrix=SQUASH.T.reshape(-1).tolist()),
    "strips": mirrored_strip,
    "instanced": instanced,
    "morphing": morphing,
    "quantized": quantized,
    "draco": draco,
    "meshopt": meshopt,
}
