"""Small glTF files made in code."""

import json
import struct

import numpy as np

COMPONENTS = {"i1": 5120, "u1": 5121, "i2": 5122, "u2": 5123, "u4": 5125, "f4": 5126}
TRIANGLE = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], dtype="f4")


class Builder:
    """A glTF file under construction: change ``root`` freely, add arrays, then ask for bytes."""

    def __init__(self):
        self.root = {"asset": {"version": "2.0"}, "accessors": [], "bufferViews": [], "buffers": [{}]}
        self.binary = bytearray()

    def view(self, data, **more):
        self.binary += b"\0" * (-len(self.binary) % 4)
        self.root["bufferViews"].append({"buffer": 0, "byteOffset": len(self.binary), "byteLength": len(data)} | more)
        self.binary += data
        return len(self.root["bufferViews"]) - 1

    def add(self, array, kind, **more):
        array = np.ascontiguousarray(array)
        code = COMPONENTS[array.dtype.str[1:]]
        entry = {"componentType": code, "type": kind, "count": len(array), "bufferView": self.view(array.tobytes())}
        self.root["accessors"].append(entry | more)
        return len(self.root["accessors"]) - 1

    def append(self, kind, entry):
        self.root.setdefault(kind, []).append(entry)
        return len(self.root[kind]) - 1

    def mesh(self, positions=TRIANGLE, faces=((0, 1, 2),), **attributes):
        attributes = {"POSITION": self.add(np.asarray(positions, dtype="f4"), "VEC3")} | attributes
        primitive = {"attributes": attributes}
        if faces is not None:
            primitive["indices"] = self.add(np.asarray(faces, dtype="u2").reshape(-1), "SCALAR")
        return self.append("meshes", {"primitives": [primitive]})

    def node(self, **entry):
        return self.append("nodes", entry)

    def json_bytes(self):
        root = dict(self.root)
        if self.binary:
            root["buffers"] = [{"byteLength": len(self.binary)} | self.root["buffers"][0], *self.root["buffers"][1:]]
        else:
            root.pop("buffers")
        return json.dumps(root).encode()

    def glb(self):
        return glb(self.json_bytes(), bytes(self.binary))


def glb(text, binary=b""):
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
    if binary:
        binary += b"\0" * (-len(binary) % 4)
        chunks += struct.pack("<II", len(binary), 0x004E4942) + binary
    return b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks


def skinned_bar(bind_turn=None, mesh_scale=1.0, default_bend=0.0):
    """A bar along +Y over two joints; ``bind_turn`` and ``mesh_scale`` change the axes and units of bind space.

    ``default_bend`` turns the upper joint about x in the default pose, away from the bind pose.
    """
    build = Builder()
    world_from_bind = np.eye(4)
    world_from_bind[:3, :3] = (np.eye(3) if bind_turn is None else bind_turn) * mesh_scale
    heights = np.linspace(0.0, 2.0, 5)
    world = np.array([[x, y, z] for y in heights for x, z in ((-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1))])
    ring = np.arange(4)
    faces = [
        tri
        for row in range(4)
        for k in ring
        for a, b in [(4 * row + k, 4 * row + (k + 1) % 4)]
        for tri in ((a, a + 4, b), (b, a + 4, b + 4))
    ]
    bind = world @ np.linalg.inv(world_from_bind[:3, :3]).T
    joint_from_world = np.repeat(np.eye(4)[None], 2, axis=0)
    joint_from_world[1, 1, 3] = -1.0
    joint_from_bind = joint_from_world @ world_from_bind
    joints = np.zeros((len(world), 4), dtype="u1")
    joints[:, 1] = 1
    upper = np.clip(world[:, 1] - 0.5, 0.0, 1.0)
    weights = np.stack([1.0 - upper, upper, 0 * upper, 0 * upper], axis=1).astype("f4")
    mesh = build.mesh(bind, faces, JOINTS_0=build.add(joints, "VEC4"), WEIGHTS_0=build.add(weights, "VEC4"))
    half = default_bend / 2.0
    build.node(name="hip", children=[1])
    build.node(name="spine", translation=[0, 1, 0], rotation=[np.sin(half), 0, 0, np.cos(half)])
    build.node(name="body", mesh=mesh, skin=0, translation=[5, 5, 5])
    inverse = build.add(joint_from_bind.transpose(0, 2, 1).reshape(2, 16).astype("f4"), "MAT4")
    build.append("skins", {"joints": [0, 1], "inverseBindMatrices": inverse})
    build.append("scenes", {"nodes": [0, 2]})
    return build, world


def rich():
    """A file with something of everything: skin, morphs, sparse data, clips of each kind, texture, two wearers."""
    build, world = skinned_bar(default_bend=0.3)
    count = len(world)
    primitive = build.root["meshes"][0]["primitives"][0]
    primitive["targets"] = [{"POSITION": build.add(np.full((count, 3), 0.25, "f4"), "VEC3")}]
    build.root["meshes"][0]["weights"] = [0.5]
    primitive["attributes"]["COLOR_0"] = build.add(np.full((count, 4), 51, "u1"), "VEC4", normalized=True)
    primitive["attributes"]["TEXCOORD_0"] = build.add(np.full((count, 2), 13107, "u2"), "VEC2", normalized=True)
    primitive["material"] = 0
    build.append("images", {"bufferView": build.view(b"\x89PNG1234"), "mimeType": "image/png"})
    build.append("textures", {"source": 0})
    moved = {"KHR_texture_transform": {"scale": [2, 2], "offset": [1, 0], "rotation": 0.5}}
    colour = {"baseColorTexture": {"index": 0, "extensions": moved}, "baseColorFactor": [1, 0.5, 1, 1]}
    build.append("materials", {"pbrMetallicRoughness": colour, "alphaMode": "MASK", "doubleSided": True})
    places, values = np.array([0, 1], "u2"), world[:2].astype("f4")
    build.root["accessors"][primitive["attributes"]["POSITION"]]["sparse"] = {
        "count": 2,
        "indices": {"bufferView": build.view(places.tobytes()), "componentType": 5123},
        "values": {"bufferView": build.view(values.tobytes())},
    }
    times = build.add(np.array([0.0, 0.5, 1.0], "f4"), "SCALAR")
    turns = build.add(np.tile(np.array([0, 0, 0, 1], "f4"), (3, 1)), "VEC4")
    steps = build.add(np.zeros((9, 3), "f4"), "VEC3")
    morphs = build.add(np.array([0, 1, 0], "f4"), "SCALAR")
    clip(build, [(1, "rotation", "LINEAR"), (0, "translation", "CUBICSPLINE"), (2, "weights", "STEP")], times,
         [turns, steps, morphs])  # fmt: skip
    build.node(mesh=0, matrix=np.eye(4).ravel().tolist())
    build.root["scenes"][0]["nodes"].append(3)
    build.root["scene"] = 0
    return build


def clip(build, targets, times, outputs, name="clip"):
    """Add an animation: ``targets`` are (node, path, interpolation), ``outputs`` an accessor each."""
    channels = [{"sampler": k, "target": {"node": n, "path": path}} for k, (n, path, _) in enumerate(targets)]
    samplers = [
        {"input": times, "output": output, "interpolation": way}
        for (_, _, way), output in zip(targets, outputs, strict=True)
    ]
    return build.append("animations", {"name": name, "channels": channels, "samplers": samplers})
