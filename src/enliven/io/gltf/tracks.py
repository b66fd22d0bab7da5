"""How the nodes of a file must move so that its skins and parts show a joint motion."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float

from enliven.core.motion import JointMotion
from enliven.core.skeleton import Skeleton
from enliven.geometry.kinematics import forward, model_from_rest, posed_at
from enliven.geometry.rotations import same_hemisphere
from enliven.io.gltf.document import GltfDocument
from enliven.io.gltf.nodes import NodeTree, node_tree, node_trs
from enliven.io.gltf.trs import Trs, split_trs

Path = Literal["translation", "rotation", "scale"]
STILL = 2e-6  # radians, share of the body's size, or share of a scale: less is no movement
_FLAT = 1e-30
_QUARTER = np.pi / 2.0
_ROUNDS = 16


@dataclass(frozen=True, slots=True, eq=False)
class NodeTrack:
    """One channel: values of a node at key times; rotations are unit ``xyzw`` as glTF stores them."""

    node: int
    path: Path
    times_s: Float[np.ndarray, " keys"]
    values: Float[np.ndarray, "keys components"]


@dataclass(frozen=True, slots=True, eq=False)
class Driven:
    """A node that follows a joint of the moving skeleton rigidly."""

    joint: int
    world_from_node: Float[np.ndarray, "4 4"]  # at rest


@dataclass(frozen=True, slots=True, eq=False)
class Nodes:
    """The nodes of a file with the parts of their default places, matrices taken apart."""

    tree: NodeTree
    defaults: Trs  # one a node


@dataclass(frozen=True, slots=True, eq=False)
class Keys:
    """Key times, and a finer set for what turns more than a quarter turn between two of them."""

    times_s: Float[np.ndarray, " keys"]
    fine_s: Float[np.ndarray, " fine"]
    fast_joints: frozenset[int]


def nodes_of(document: GltfDocument) -> Nodes:
    """Read the nodes of a document as they stand by default."""
    stored = document.root.get("nodes", [])
    tree = node_tree(document)
    translations, rotations, scales = (np.array(part) for part in node_trs(stored))
    for index, node in enumerate(stored):
        if "matrix" in node:
            parts = split_trs(tree.parent_from_node[index])
            translations[index], rotations[index], scales[index] = (
                parts.translations,
                parts.rotations_wxyz,
                parts.scales,
            )
    return Nodes(tree=tree, defaults=Trs(translations, rotations, scales))


def model_from_rest_at(
    motion: JointMotion, skeleton: Skeleton, times_s: Float[np.ndarray, " times"]
) -> Float[np.ndarray, "times joints 4 4"]:
    """The rigid movement of every joint of the skeleton at some times, spins and travel included."""
    rest = skeleton.rest_positions
    return model_from_rest(rest, forward(rest, skeleton.parents, posed_at(motion, times_s, skeleton.parents)))


def node_tracks(
    motion: JointMotion, skeleton: Skeleton, driven: Mapping[int, Driven], nodes: Nodes, keys: Keys, size_m: float
) -> list[NodeTrack]:
    """The channels that make every driven node follow its joint.

    ``world(t) = model_from_rest(t) @ world_at_rest`` for driven nodes; the others keep their place in their parent. A
    channel is written only where a node ever leaves its default place; one that leaves it once and for all has two
    keys. A node whose parent has no extent along an axis cannot be placed and gets no channel.

    Args:
        motion: moves ``skeleton``.
        skeleton: the joints that ``driven`` names.
        driven: by node.
        nodes: the nodes of the file as they stand by default.
        keys: when to write keys.
        size_m: size of the body, the measure of what counts as movement.

    Returns:
        Channels, parents before children, translation before rotation before scale.
    """
    world = _worlds(driven, nodes.tree, model_from_rest_at(motion, skeleton, keys.fine_s))
    coarse = np.isin(keys.fine_s, keys.times_s)
    above_all = _ancestors(skeleton)
    tracks: list[NodeTrack] = []
    for node in nodes.tree.order:
        if node not in driven:
            continue
        parent = nodes.tree.parents[node]
        above = np.eye(4)[None] if parent is None else world[parent]
        volume = abs(float(np.linalg.det(above[0, :3, :3])))
        if volume < _FLAT:
            continue
        between = above_all[driven[node].joint] ^ _ancestors_of_parent(node, driven, nodes.tree, above_all)
        shown = np.ones_like(coarse) if between & keys.fast_joints else coarse
        local = np.linalg.solve(above if len(above) == 1 else above[shown], world[node][shown])
        default = Trs(
            nodes.defaults.translations[node], nodes.defaults.rotations_wxyz[node], nodes.defaults.scales[node]
        )
        parts = split_trs(local, default.scales)
        tracks += _channels(node, keys.fine_s[shown], parts, default, size_m / np.cbrt(volume))
    return tracks


def _worlds(
    driven: Mapping[int, Driven], tree: NodeTree, moved: Float[np.ndarray, "times joints 4 4"]
) -> dict[int, Float[np.ndarray, "_ 4 4"]]:
    """Placement over time of driven nodes and of whatever stands above them; one time for what never moves."""
    needed = set(driven)
    for node in reversed(tree.order):
        parent = tree.parents[node]
        if node in needed and parent is not None:
            needed.add(parent)
    world: dict[int, np.ndarray] = {}
    for node in tree.order:
        parent = tree.parents[node]
        if node in driven:
            world[node] = moved[:, driven[node].joint] @ driven[node].world_from_node
        elif node in needed:
            local = tree.parent_from_node[node]
            world[node] = local[None] if parent is None else world[parent] @ local
    return world


def _ancestors(skeleton: Skeleton) -> list[frozenset[int]]:
    """Every joint with all joints above it."""
    above: list[frozenset[int]] = []
    for joint, parent in enumerate(skeleton.parents):
        above.append(frozenset([joint]) if parent is None else above[parent] | {joint})
    return above


def _ancestors_of_parent(
    node: int, driven: Mapping[int, Driven], tree: NodeTree, above_all: list[frozenset[int]]
) -> frozenset[int]:
    at = tree.parents[node]
    while at is not None and at not in driven:
        at = tree.parents[at]
    return frozenset() if at is None else above_all[driven[at].joint]


def _channels(node: int, times_s: np.ndarray, parts: Trs, default: Trs, unit: float) -> list[NodeTrack]:
    quaternions = same_hemisphere(np.concatenate([default.rotations_wxyz[None], parts.rotations_wxyz]))[1:]
    largest = max(float(np.abs(default.scales).max()), 1e-12)
    curves: list[tuple[Path, np.ndarray, np.ndarray, float]] = [
        ("translation", parts.translations, default.translations, STILL * unit),
        ("rotation", quaternions, default.rotations_wxyz, STILL / 2.0),  # half angles
        ("scale", parts.scales, default.scales, STILL * largest),
    ]
    tracks = []
    for path, values, resting, still in curves:
        if np.abs(values - resting).max() <= still:
            continue
        closed = _closed(values, still)
        if np.abs(closed - closed[0]).max() <= still:
            closed, times = closed[[0, 0]], times_s[[0, -1]]
        else:
            times = times_s
        stored = np.roll(closed, -1, axis=1) if path == "rotation" else closed
        tracks.append(NodeTrack(node, path, times, stored))
    return tracks


def _closed(values: np.ndarray, still: float) -> np.ndarray:
    """The same keys, the last exactly the first where they are one place (a quaternion also with its sign).

    A spin of an odd number of turns ends at minus its first quaternion, the same rotation: there the last step leaves
    the hemisphere, which slerp takes the short way round.
    """
    out = np.array(values)
    opposite = values.shape[1] == 4 and np.abs(out[-1] + out[0]).max() <= still
    if opposite or np.abs(out[-1] - out[0]).max() <= still:
        out[-1] = out[0]
    return out


def keys_at(motion: JointMotion, times_s: Float[np.ndarray, " keys"]) -> Keys:
    """Add the key times that fast turns need: at most a quarter turn between two keys."""
    fine_s = times_s
    fast: set[int] = set()
    for _ in range(_ROUNDS):
        turned = _turned(motion, fine_s)
        fast |= set(np.flatnonzero((turned > _QUARTER).any(axis=0)).tolist())
        pieces = np.maximum(np.ceil(turned.max(axis=1) / _QUARTER), 1).astype(np.int64)
        if (pieces == 1).all():
            break
        steps = np.repeat(np.diff(fine_s) / pieces, pieces)
        within = np.arange(pieces.sum()) - np.repeat(np.cumsum(pieces) - pieces, pieces)
        fine_s = np.append(np.repeat(fine_s[:-1], pieces) + within * steps, fine_s[-1])
    return Keys(times_s=times_s, fine_s=fine_s, fast_joints=frozenset(fast))


def _turned(motion: JointMotion, times_s: np.ndarray) -> Float[np.ndarray, "steps joints"]:
    """An upper bound of how far each joint turns from key to key, radians."""
    turned = np.linalg.norm(np.diff(motion.at(times_s).rotations, axis=0), axis=2)
    for spin in motion.spins:
        turned[:, spin.joint] += np.abs(np.diff(spin.angle_rad.at(times_s)))
    return turned
