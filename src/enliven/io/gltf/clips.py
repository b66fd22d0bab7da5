"""Animations of a file, read at any times."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float

from enliven.geometry.rotations import same_hemisphere
from enliven.io.gltf.accessors import accessor_array
from enliven.io.gltf.document import GltfDocument
from enliven.io.gltf.nodes import local_matrices, node_trs, unit_wxyz


@dataclass(frozen=True, slots=True)
class ClipInfo:
    """What an animation holds; ``duration_s`` is the time of its last key, as players count it."""

    name: str
    duration_s: float
    first_key_s: float
    channels: int
    nodes: tuple[int, ...]  # nodes whose translation, rotation or scale moves
    morph_nodes: tuple[int, ...]  # nodes whose morph weights move


def clip_info(document: GltfDocument, clip: int) -> ClipInfo:
    """Tell what animation ``clip`` holds."""
    animation = document.root["animations"][clip]
    used = sorted({channel["sampler"] for channel in animation["channels"]})
    times = [accessor_array(document, animation["samplers"][sampler]["input"]) for sampler in used]
    times = [keys for keys in times if len(keys)]
    targets = [channel["target"] for channel in animation["channels"] if "node" in channel["target"]]
    return ClipInfo(
        name=animation.get("name", f"animation_{clip}"),
        duration_s=max((float(keys[-1]) for keys in times), default=0.0),
        first_key_s=min((float(keys[0]) for keys in times), default=0.0),
        channels=len(animation["channels"]),
        nodes=tuple(sorted({target["node"] for target in targets if target["path"] != "weights"})),
        morph_nodes=tuple(sorted({target["node"] for target in targets if target["path"] == "weights"})),
    )


def sampled_nodes(
    document: GltfDocument, clip: int, times_s: Float[np.ndarray, " times"]
) -> Float[np.ndarray, "times nodes 4 4"]:
    """``parent_from_node`` matrices of every node while a clip plays; nodes it does not move stand by default."""
    nodes = document.root.get("nodes", [])
    animation = document.root["animations"][clip]
    translations, rotations, scales = (np.repeat(default[None], len(times_s), axis=0) for default in node_trs(nodes))
    moved = {"translation": translations, "rotation": rotations, "scale": scales}
    for channel in animation["channels"]:
        target = channel["target"]
        if "node" not in target or target["path"] not in moved:
            continue
        sampler = animation["samplers"][channel["sampler"]]
        values = _sampled(document, sampler, times_s, width=1, turns=target["path"] == "rotation")
        moved[target["path"]][:, target["node"]] = values[:, 0]
    return local_matrices(translations, rotations, scales, nodes)


def sampled_morphs(
    document: GltfDocument, clip: int, node: int, times_s: Float[np.ndarray, " times"]
) -> Float[np.ndarray, "times targets"] | None:
    """Morph weights of a node while a clip plays; ``None`` if the clip does not move them."""
    animation = document.root["animations"][clip]
    for channel in animation["channels"]:
        if channel["target"].get("node") == node and channel["target"]["path"] == "weights":
            mesh = document.root["meshes"][document.root["nodes"][node]["mesh"]]
            targets = len(mesh["primitives"][0].get("targets", []))
            sampler = animation["samplers"][channel["sampler"]]
            return _sampled(document, sampler, times_s, width=targets, turns=False)[:, :, 0]
    return None


def _sampled(
    document: GltfDocument, sampler: dict[str, Any], times_s: np.ndarray, *, width: int, turns: bool
) -> Float[np.ndarray, "times width components"]:
    keys_s = accessor_array(document, sampler["input"])
    values = accessor_array(document, sampler["output"]).astype(np.float64)
    if values.ndim == 1:
        values = values[:, None]
    way = sampler.get("interpolation", "LINEAR")
    tangents = 3 if way == "CUBICSPLINE" else 1
    values = values.reshape(len(keys_s), tangents, width, -1)
    if turns:
        values = np.roll(values, 1, axis=-1)
    at = np.clip(times_s, keys_s[0], keys_s[-1])
    before = np.clip(np.searchsorted(keys_s, at, side="right") - 1, 0, len(keys_s) - 1)
    after = np.minimum(before + 1, len(keys_s) - 1)
    gap = keys_s[after] - keys_s[before]
    phase = np.where(gap > 0.0, (at - keys_s[before]) / np.where(gap > 0.0, gap, 1.0), 0.0)[:, None, None]
    if way == "CUBICSPLINE":
        mixed = _hermite(values, before, after, phase, gap[:, None, None])
    elif way == "STEP":
        mixed = values[before, 0]
    elif turns:
        keys = same_hemisphere(_unit(values[:, 0]))
        mixed = _slerp(keys[before], keys[after], phase)
    else:
        mixed = values[before, 0] * (1.0 - phase) + values[after, 0] * phase
    return _unit(mixed) if turns else mixed


def _hermite(
    values: np.ndarray, before: np.ndarray, after: np.ndarray, phase: np.ndarray, gap: np.ndarray
) -> np.ndarray:
    """Cubic spline over (in-tangent, value, out-tangent) triples, tangents per second."""
    square, cube = phase**2, phase**3
    return (
        (2 * cube - 3 * square + 1) * values[before, 1]
        + gap * (cube - 2 * square + phase) * values[before, 2]
        + (-2 * cube + 3 * square) * values[after, 1]
        + gap * (cube - square) * values[after, 0]
    )


def _slerp(first: np.ndarray, second: np.ndarray, phase: np.ndarray) -> np.ndarray:
    dot = np.clip((first * second).sum(axis=-1, keepdims=True), -1.0, 1.0)
    angle = np.arccos(dot)
    sine = np.sin(angle)
    near = sine < 1e-6
    safe = np.where(near, 1.0, sine)
    left = np.where(near, 1.0 - phase, np.sin((1.0 - phase) * angle) / safe)
    right = np.where(near, phase, np.sin(phase * angle) / safe)
    return left * first + right * second


def _unit(wxyz: np.ndarray) -> np.ndarray:
    return unit_wxyz(np.roll(wxyz, -1, axis=-1))
