"""A second, independent reading of glTF for tests: plain JSON and numpy, nothing of the package.

Knows what the files written here hold: float and integer accessors without sparse data, linear keys, one set of joints,
default morph weights.
"""

import json
import struct
from dataclasses import dataclass
from typing import Any

import numpy as np

_TYPES = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


@dataclass(frozen=True, slots=True, eq=False)
class Glb:
    root: dict[str, Any]
    binary: bytes


def opened(data: bytes) -> Glb:
    magic, version, length = struct.unpack_from("<4sII", data, 0)
    assert (magic, version, length) == (b"glTF", 2, len(data))
    size, kind = struct.unpack_from("<I4s", data, 12)
    assert kind == b"JSON"
    root = json.loads(data[20 : 20 + size])
    if 20 + size == length:
        return Glb(root, b"")
    left, kind = struct.unpack_from("<I4s", data, 20 + size)
    assert kind == b"BIN\0"
    assert 28 + size + left == length
    return Glb(root, data[28 + size :])


def values(glb: Glb, number: int) -> np.ndarray:
    accessor = glb.root["accessors"][number]
    kind, width = np.dtype(_TYPES[accessor["componentType"]]), _WIDTHS[accessor["type"]]
    out = np.zeros((accessor["count"], width), kind)
    if "bufferView" in accessor:
        view = glb.root["bufferViews"][accessor["bufferView"]]
        assert view["buffer"] == 0
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        stride = view.get("byteStride", width * kind.itemsize)
        for row in range(accessor["count"]) if stride != width * kind.itemsize else ():
            out[row] = np.frombuffer(glb.binary, kind, width, start + row * stride)
        if stride == width * kind.itemsize:
            out = np.frombuffer(glb.binary, kind, width * accessor["count"], start).reshape(-1, width)
    assert "sparse" not in accessor
    if accessor.get("normalized"):
        return np.maximum(out / np.iinfo(kind).max, -1.0)
    return out


def turn(xyzw: np.ndarray) -> np.ndarray:
    """Rotation matrix: the images of the three axes under v -> v + 2 r x (r x v + w v)."""
    r, w = xyzw[:3], xyzw[3]
    return np.stack([v + 2.0 * np.cross(r, np.cross(r, v) + w * v) for v in np.eye(3)], axis=1)


def slerp(a: np.ndarray, b: np.ndarray, u: float) -> np.ndarray:
    if a @ b < 0.0:
        b = -b
    angle = np.arccos(min(a @ b, 1.0))
    if angle < 1e-9:
        return a
    return (np.sin((1 - u) * angle) * a + np.sin(u * angle) * b) / np.sin(angle)


def sampled(glb: Glb, sampler: dict[str, Any], time_s: float, *, turns: bool) -> np.ndarray:
    assert sampler.get("interpolation", "LINEAR") == "LINEAR"
    keys = values(glb, sampler["input"])[:, 0].astype(np.float64)
    out = values(glb, sampler["output"]).astype(np.float64)
    if time_s >= keys[-1]:
        return out[-1]
    after = max(int(np.searchsorted(keys, time_s, side="right")), 1)
    u = max((time_s - keys[after - 1]) / (keys[after] - keys[after - 1]), 0.0)
    if turns:
        return slerp(out[after - 1], out[after], u)
    return out[after - 1] * (1 - u) + out[after] * u


def worlds(glb: Glb, clip: str | None, time_s: float) -> list[np.ndarray]:
    """Placement of every node while a clip plays."""
    nodes = [dict(node) for node in glb.root["nodes"]]
    if clip is not None:
        (animation,) = [entry for entry in glb.root["animations"] if entry.get("name") == clip]
        for channel in animation["channels"]:
            path = channel["target"]["path"]
            assert "matrix" not in nodes[channel["target"]["node"]]
            moved = sampled(glb, animation["samplers"][channel["sampler"]], time_s, turns=path == "rotation")
            nodes[channel["target"]["node"]][path] = moved
    local = []
    for node in nodes:
        if "matrix" in node:
            local.append(np.array(node["matrix"]).reshape(4, 4).T)
            continue
        matrix = np.eye(4)
        quaternion = np.array(node.get("rotation", [0, 0, 0, 1]), dtype=np.float64)
        matrix[:3, :3] = turn(quaternion / np.linalg.norm(quaternion)) @ np.diag(node.get("scale", [1, 1, 1]))
        matrix[:3, 3] = node.get("translation", [0, 0, 0])
        local.append(matrix)
    placed: list[np.ndarray | None] = [None] * len(nodes)
    children = {child for node in nodes for child in node.get("children", [])}
    waiting = [(index, np.eye(4)) for index in range(len(nodes)) if index not in children]
    while waiting:
        index, above = waiting.pop()
        placed[index] = above @ local[index]
        waiting += [(child, placed[index]) for child in nodes[index].get("children", [])]
    return placed


def vertices(glb: Glb, clip: str | None, time_s: float) -> dict[tuple[int, int], np.ndarray]:
    """World positions of every primitive of every mesh node, by node and primitive."""
    placed = worlds(glb, clip, time_s)
    out = {}
    for number, node in enumerate(glb.root["nodes"]):
        if "mesh" not in node:
            continue
        for index, primitive in enumerate(glb.root["meshes"][node["mesh"]]["primitives"]):
            attributes = primitive["attributes"]
            points = values(glb, attributes["POSITION"]).astype(np.float64)
            weights = node.get("weights", glb.root["meshes"][node["mesh"]].get("weights", []))
            for weight, target in zip(weights, primitive.get("targets", []), strict=False):
                points = points + weight * values(glb, target["POSITION"])
            points = np.concatenate([points, np.ones((len(points), 1))], axis=1)
            if "skin" in node and "JOINTS_0" in attributes:
                skin = glb.root["skins"][node["skin"]]
                inverse = np.repeat(np.eye(4)[None], len(skin["joints"]), axis=0)
                if "inverseBindMatrices" in skin:
                    stored = values(glb, skin["inverseBindMatrices"]).astype(np.float64)
                    inverse = stored.reshape(-1, 4, 4).swapaxes(1, 2)
                moved = np.stack([placed[joint] for joint in skin["joints"]]) @ inverse[: len(skin["joints"])]
                weights = values(glb, attributes["WEIGHTS_0"]).astype(np.float64)
                weights = weights / weights.sum(axis=1, keepdims=True)
                blended = (weights[..., None, None] * moved[values(glb, attributes["JOINTS_0"])]).sum(axis=1)
                out[number, index] = np.einsum("vij,vj->vi", blended, points)[:, :3]
            else:
                out[number, index] = (points @ placed[number].T)[:, :3]
    return out
