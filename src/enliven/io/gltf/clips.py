"""Animations of a file, read at any times."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float

from enliven.core.errors import UnreadableFileError
from enliven.io.gltf.document import GltfDocument
from enliven.io.gltf.nodes import local_matrices, node_trs, unit_wxyz
from enliven.io.gltf.typed import Element, finite

_WIDTHS = {"translation": 3, "rotation": 4, "scale": 3}  # paths, in the order of ``node_trs``
_ELEMENTS: dict[int, Element] = {1: "SCALAR", 3: "VEC3", 4: "VEC4"}


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
    """Tell what animation ``clip`` holds.

    Raises:
        EnlivenError: if its keys are damaged.
    """
    animation = document.root["animations"][clip]
    used = sorted({channel["sampler"] for channel in animation["channels"]})
    times = [_keys(document, animation["samplers"][sampler]) for sampler in used]
    targets = [channel["target"] for channel in animation["channels"] if "node" in channel["target"]]
    return ClipInfo(
        name=animation.get("name", f"animation_{clip}"),
        duration_s=max((float(keys[-1]) for keys in times), default=0.0),
        first_key_s=min((float(keys[0]) for keys in times), default=0.0),
        channels=len(animation["channels"]),
        nodes=tuple(sorted({target["node"] for target in targets if target["path"] in _WIDTHS})),
        morph_nodes=tuple(sorted({target["node"] for target in targets if target["path"] == "weights"})),
    )


def sampled_nodes(
    document: GltfDocument, clip: int, times_s: Float[np.ndarray, " times"]
) -> Float[np.ndarray, "times nodes 4 4"]:
    """``parent_from_node`` matrices of every node while a clip plays; nodes it does not move stand by default.

    Before its first and after its last key a channel holds still.

    Raises:
        EnlivenError: if its keys are damaged.
    """
    nodes = document.root.get("nodes", [])
    animation = document.root["animations"][clip]
    defaults = dict(zip(_WIDTHS, node_trs(nodes), strict=True))
    moved = {path: np.repeat(default[None], len(times_s), axis=0) for path, default in defaults.items()}
    animated = set()
    for channel in animation["channels"]:
        node, path = channel["target"].get("node"), channel["target"]["path"]
        if node is None or path not in _WIDTHS:
            continue
        animated.add(node)
        keys_s, values, way = _curve(document, animation["samplers"][channel["sampler"]], 1, _WIDTHS[path])
        if path == "rotation":
            moved[path][:, node] = _rotations_at(keys_s, values[:, :, 0], way, times_s)
        else:
            moved[path][:, node] = _values_at(keys_s, values[:, :, 0], way, times_s)
    unmoved = [{} if node in animated else stored for node, stored in enumerate(nodes)]
    return local_matrices(moved["translation"], moved["rotation"], moved["scale"], unmoved)


def sampled_morphs(
    document: GltfDocument, clip: int, node: int, times_s: Float[np.ndarray, " times"]
) -> Float[np.ndarray, "times targets"] | None:
    """Morph weights of a node while a clip plays; ``None`` if the clip does not move them.

    Raises:
        EnlivenError: if its keys are damaged.
    """
    animation = document.root["animations"][clip]
    for channel in animation["channels"]:
        if channel["target"].get("node") == node and channel["target"]["path"] == "weights":
            mesh = document.root["nodes"][node].get("mesh")
            primitives = [] if mesh is None else document.root["meshes"][mesh]["primitives"]
            targets = len(primitives[0].get("targets", [])) if primitives else 0
            sampler = animation["samplers"][channel["sampler"]]
            keys_s, values, way = _curve(document, sampler, targets, 1)
            return _values_at(keys_s, values[..., 0], way, times_s)
    return None


def _keys(document: GltfDocument, sampler: dict[str, Any]) -> Float[np.ndarray, " keys"]:
    keys_s = finite(document, sampler["input"], "the times of an animation", "SCALAR")
    if not len(keys_s) or (np.diff(keys_s) < 0.0).any():
        raise UnreadableFileError(
            f"{document.name}: the times of an animation (accessor {sampler['input']}) are "
            f"{'not in order' if len(keys_s) else 'empty'}, expected one or more rising times; export the file again"
        )
    return keys_s


def _curve(
    document: GltfDocument, sampler: dict[str, Any], targets: int, width: int
) -> tuple[Float[np.ndarray, " keys"], Float[np.ndarray, "keys tangents targets width"], str]:
    """Times, values (with tangents around them for cubic splines) and the way between keys."""
    keys_s = _keys(document, sampler)
    values = finite(document, sampler["output"], "the values of an animation", _ELEMENTS[width])
    way = sampler.get("interpolation", "LINEAR")
    tangents = 3 if way == "CUBICSPLINE" else 1
    if len(values) != len(keys_s) * tangents * targets:
        raise UnreadableFileError(
            f"{document.name}: an animation has {len(values)} values (accessor {sampler['output']}) for {len(keys_s)} "
            f"times, expected {len(keys_s) * tangents * targets}; export the file again"
        )
    return keys_s, values.reshape(len(keys_s), tangents, targets, width), way


def _between(keys_s: np.ndarray, times_s: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Keys before and after every time, the phase between them (0 to 1) and their distance in seconds."""
    at = np.clip(times_s, keys_s[0], keys_s[-1])
    before = np.clip(np.searchsorted(keys_s, at, side="right") - 1, 0, len(keys_s) - 1)
    after = np.minimum(before + 1, len(keys_s) - 1)
    gap = keys_s[after] - keys_s[before]
    phase = (at - keys_s[before]) / np.where(gap > 0.0, gap, 1.0)
    return before, after, phase[:, None], gap[:, None]


def _values_at(
    keys_s: Float[np.ndarray, " keys"], values: Float[np.ndarray, "keys tangents width"], way: str, times_s: np.ndarray
) -> Float[np.ndarray, "times width"]:
    before, after, phase, gap = _between(keys_s, times_s)
    if way == "CUBICSPLINE":
        square, cube = phase**2, phase**3
        return (
            (2 * cube - 3 * square + 1) * values[before, 1]
            + gap * (cube - 2 * square + phase) * values[before, 2]
            + (-2 * cube + 3 * square) * values[after, 1]
            + gap * (cube - square) * values[after, 0]
        )
    if way == "STEP":
        return values[before, 0]
    return values[before, 0] * (1.0 - phase) + values[after, 0] * phase


def _rotations_at(
    keys_s: Float[np.ndarray, " keys"], xyzw: Float[np.ndarray, "keys tangents 4"], way: str, times_s: np.ndarray
) -> Float[np.ndarray, "times 4"]:
    """Unit quaternions ``wxyz``; linear keys are joined the short way round."""
    if way != "LINEAR":
        return unit_wxyz(_values_at(keys_s, xyzw, way, times_s))
    wxyz = unit_wxyz(xyzw[:, 0])
    before, after, phase, _ = _between(keys_s, times_s)
    first, second = wxyz[before], wxyz[after]
    dot = (first * second).sum(axis=1, keepdims=True)
    angle = np.arccos(np.clip(np.abs(dot), 0.0, 1.0))
    sine = np.sin(angle)
    near = sine < 1e-6
    safe = np.where(near, 1.0, sine)
    left = np.where(near, 1.0 - phase, np.sin((1.0 - phase) * angle) / safe)
    right = np.where(near, phase, np.sin(phase * angle) / safe)
    mixed = left * first + right * np.where(dot < 0.0, -second, second)
    return mixed / np.linalg.norm(mixed, axis=1, keepdims=True)
