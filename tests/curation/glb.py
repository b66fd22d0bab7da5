"""Small animated GLB files made in code, with the table beside them."""

import json
import struct

import numpy as np
from tests.geometry.rigs import biped


class _Buffer:
    def __init__(self):
        self.data, self.views, self.accessors = b"", [], []

    def add(self, values, kind, *, bounds=False):
        values = np.ascontiguousarray(values)
        component = {"f": 5126, "u": {2: 5123, 4: 5125}.get(values.dtype.itemsize)}[values.dtype.kind]
        self.data += b"\0" * (-len(self.data) % 4)
        self.views.append({"buffer": 0, "byteOffset": len(self.data), "byteLength": values.nbytes})
        accessor = {
            "bufferView": len(self.views) - 1, "componentType": component, "count": len(values), "type": kind,
        }  # fmt: skip
        if bounds:
            accessor |= {"min": np.ravel(values.min(axis=0)).tolist(), "max": np.ravel(values.max(axis=0)).tolist()}
        self.data += values.tobytes()
        self.accessors.append(accessor)
        return len(self.accessors) - 1


def animated_glb(path, clips, rig=None, joints=None):
    """Write a skinned file.

    Args:
        path: where.
        clips: name to a dict of (joint name, "rotation" or "translation") to (times, values); rotations ``xyzw``.
        rig: skeleton, skin and mesh; a biped if left out.
        joints: skin joints that are written; all if left out.
    """
    skeleton, skin, mesh = rig or biped(ik_feet=False)
    buffer = _Buffer()
    four = np.argsort(-skin.weights, axis=1, kind="stable")[:, :4]
    four = np.pad(four, ((0, 0), (0, 4 - four.shape[1])))
    shares = np.take_along_axis(skin.weights, four, axis=1)
    primitive = {
        "attributes": {
            "POSITION": buffer.add(mesh.vertices.astype(np.float32), "VEC3", bounds=True),
            "JOINTS_0": buffer.add(four.astype(np.uint16), "VEC4"),
            "WEIGHTS_0": buffer.add(shares.astype(np.float32), "VEC4"),
        },
        "indices": buffer.add(mesh.faces.ravel().astype(np.uint32), "SCALAR"),
    }
    inverse = buffer.add(np.swapaxes(skin.joint_from_mesh, 1, 2).reshape(-1, 16).astype(np.float32), "MAT4")
    nodes = []
    for joint, name in enumerate(skeleton.names):
        node = {"name": name, "translation": skeleton.parent_from_joint[joint, :3, 3].tolist()}
        if skeleton.children[joint]:
            node["children"] = list(skeleton.children[joint])
        nodes.append(node)
    nodes.append({"name": "mesh", "mesh": 0, "skin": 0})
    root = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [j for j, up in enumerate(skeleton.parents) if up is None] + [len(nodes) - 1]}],
        "nodes": nodes,
        "meshes": [{"primitives": [primitive]}],
        "skins": [{"joints": list(range(len(skeleton))), "inverseBindMatrices": inverse}],
        "animations": [_animation(buffer, name, tracks, skeleton.names) for name, tracks in clips.items()],
        "buffers": [{"byteLength": 0}],
    }
    root |= {"bufferViews": buffer.views, "accessors": buffer.accessors}
    root["buffers"][0]["byteLength"] = len(buffer.data)
    text = json.dumps(root).encode()
    text += b" " * (-len(text) % 4)
    data = buffer.data + b"\0" * (-len(buffer.data) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data), 0x004E4942) + data
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks)


def _animation(buffer, name, tracks, names):
    samplers, channels = [], []
    for (joint, way), (times, values) in tracks.items():
        kind = "VEC4" if way == "rotation" else "VEC3"
        samplers.append(
            {
                "input": buffer.add(np.asarray(times, dtype=np.float32), "SCALAR", bounds=True),
                "output": buffer.add(np.asarray(values, dtype=np.float32), kind),
            }
        )
        channels.append({"sampler": len(samplers) - 1, "target": {"node": names.index(joint), "path": way}})
    return {"name": name, "samplers": samplers, "channels": channels}


def turning(axis, angles_rad):
    """Rotations ``xyzw`` about an axis."""
    half = np.asarray(angles_rad)[:, None] / 2.0
    return np.concatenate([np.sin(half) * np.asarray(axis, dtype=float), np.cos(half)], axis=1)


def row(file, clip, **changes):
    """A row of the table."""
    return {
        "file": file, "clip": clip, "label": clip, "action": "other", "caption": f"someone: {clip}",
        "category": "humanoid", "species": "someone", "rig": file.removesuffix(".glb"), "licence": "CC0-1.0 (me)",
        "joints": 10, "flags": [],
    } | changes  # fmt: skip


def write_index(folder, rows):
    """Write the table of a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows), encoding="utf-8")
