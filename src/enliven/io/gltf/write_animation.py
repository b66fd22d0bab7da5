"""Adding one clip to a document."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from enliven.core.errors import InvalidMotionError, UnsupportedFeatureError
from enliven.core.motion import JointMotion
from enliven.core.request import AnimationResult
from enliven.core.scene import Rig, Scene
from enliven.core.timing import key_times_s
from enliven.io.gltf.nodes import NodeTree
from enliven.io.gltf.patch import Patch, unique_name
from enliven.io.gltf.tracks import Driven, Nodes, NodeTrack, keys_at, node_tracks, nodes_of

_SMALLEST_BODY_M = 1e-6


def append_clip(patch: Patch, result: AnimationResult, joint_nodes: Sequence[int], *, fps: float) -> None:
    """Add the motion of a result as a new animation; animations that are there stay.

    Nodes that get channels and hold a ``matrix`` hold its translation, rotation and scale instead afterwards.

    Args:
        patch: the document, with all its nodes in place.
        result: a joint motion.
        joint_nodes: the node of every joint of the scene's rig.
        fps: keys a second.

    Raises:
        UnsupportedFeatureError: for a motion of vertices.
        InvalidMotionError: if the result's parts do not fit one another.
    """
    motion, skeleton, rig = result.motion, result.skeleton, result.scene.rig
    if not isinstance(motion, JointMotion):
        raise UnsupportedFeatureError(
            f"{result.scene.name}: the motion moves vertices (route {result.route!r}), which cannot be written to glTF "
            "yet, expected a motion of joints; use --route skeleton"
        )
    if skeleton is None or rig is None or len(result.drives) != len(rig.skeleton) or len(skeleton) != motion.joints:
        raise InvalidMotionError(
            f"{result.scene.name}: a motion of {motion.joints} joints came with "
            f"{'no skeleton' if skeleton is None else f'{len(skeleton)} joints'} and drives for {len(result.drives)} "
            f"of {0 if rig is None else len(rig.skeleton)} rig joints, expected one of each; make the result again"
        )
    nodes = nodes_of(patch.outline())
    driven = _driven(patch, result, rig, joint_nodes, nodes.tree)
    keys = keys_at(motion, key_times_s(motion.duration_s, fps))
    tracks = node_tracks(motion, skeleton, driven, nodes, keys, body_size_m(result.scene))
    _append(patch, result.clip_name, tracks or [_still(joint_nodes[0], nodes, motion.duration_s)], nodes)


def body_size_m(scene: Scene) -> float:
    """The longest side of the box around all parts, metres."""
    boxes = [
        (part.mesh.vertices.min(axis=0), part.mesh.vertices.max(axis=0))
        for part in scene.parts
        if len(part.mesh.vertices)
    ]
    if not boxes:
        return 1.0
    low, high = np.min([box[0] for box in boxes], axis=0), np.max([box[1] for box in boxes], axis=0)
    return max(float((high - low).max()), _SMALLEST_BODY_M)


def _driven(
    patch: Patch, result: AnimationResult, rig: Rig, joint_nodes: Sequence[int], tree: NodeTree
) -> Mapping[int, Driven]:
    """The nodes of all joints, and of meshes without a skin that hang from no joint but are part of the body.

    Joints of a skin stand as they were bound; parts on their own nodes stand as the file places them, wherever the
    rig puts the pivot.
    """
    bound = rig.skeleton.model_from_joint if rig.kind == "skin" else tree.world_from_node[list(joint_nodes)]
    driven: dict[int, Driven] = {}
    for joint, (node, world) in enumerate(zip(joint_nodes, bound, strict=True)):
        driven.setdefault(node, Driven(result.drives[joint], world))
    if rig.joint_nodes is None:
        return driven
    row, stored = 0, patch.root["nodes"]
    for part in result.scene.parts:
        rows, row = row, row + len(part.mesh.vertices)
        skinned = "skin" in stored[part.node]
        if row > rows and not skinned and not _follows(part.node, tree, rig.joint_nodes):
            joint = int(rig.skin.weights[rows].argmax())
            driven[part.node] = Driven(result.drives[joint], tree.world_from_node[part.node])
    return driven


def _follows(node: int, tree: NodeTree, joint_nodes: Sequence[int]) -> bool:
    at: int | None = node
    while at is not None and at not in joint_nodes:
        at = tree.parents[at]
    return at is not None


def _still(node: int, nodes: Nodes, duration_s: float) -> NodeTrack:
    """The one channel of a clip in which nothing moves: an animation must have one."""
    resting = np.roll(nodes.defaults.rotations_wxyz[node], -1)
    return NodeTrack(node, "rotation", np.array([0.0, duration_s]), np.stack([resting, resting]))


def _append(patch: Patch, name: str, tracks: Sequence[NodeTrack], nodes: Nodes) -> None:
    grids = {track.times_s.tobytes(): track.times_s.astype(np.float32) for track in tracks}
    values = [track.values.astype(np.float32) for track in tracks]
    numbers = patch.append_accessors([*grids.values(), *values], bounded=[True] * len(grids) + [False] * len(values))
    inputs = dict(zip(grids, numbers, strict=False))
    channels: list[dict[str, Any]] = []
    samplers: list[dict[str, Any]] = []
    for track, output in zip(tracks, numbers[len(grids) :], strict=True):
        channels.append({"sampler": len(samplers), "target": {"node": track.node, "path": track.path}})
        samplers.append({"input": inputs[track.times_s.tobytes()], "interpolation": "LINEAR", "output": output})
        _without_matrix(patch.root["nodes"][track.node], track.node, nodes)
    taken = {animation.get("name", "") for animation in patch.root.get("animations", [])}
    patch.append("animations", {"name": unique_name(name, taken), "channels": channels, "samplers": samplers})


def _without_matrix(node: dict[str, Any], number: int, nodes: Nodes) -> None:
    if node.pop("matrix", None) is None:
        return
    node["translation"] = nodes.defaults.translations[number].tolist()
    node["rotation"] = np.roll(nodes.defaults.rotations_wxyz[number], -1).tolist()
    node["scale"] = nodes.defaults.scales[number].tolist()
