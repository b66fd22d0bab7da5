"""A file of the sources, and how its bodies move in a clip, relative to the bind pose."""

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from jaxtyping import Float

from enliven.core.body import Body
from enliven.core.mesh import Mesh
from enliven.core.skeleton import Skeleton
from enliven.core.skin import Skin
from enliven.geometry.body import body_from
from enliven.geometry.deforming import deforming_rig
from enliven.geometry.facing import turn_about_up
from enliven.geometry.kinematics import ModelPose
from enliven.geometry.rotations import nearest_rotation, wxyz_from_matrix
from enliven.io.gltf.clips import ClipInfo, clip_info, sampled_nodes
from enliven.io.gltf.document import GltfDocument, read_document
from enliven.io.gltf.nodes import NodeTree, node_tree, world_matrices
from enliven.io.gltf.scene import scene_from

_ORTHOGONAL = 1e-5  # squared error below which a matrix divided by its scale is taken as a rotation
_MOST_CLIPS = 0.7
_YAW_CLIPS = 6
_SCALED = 0.02  # change of size of a joint that counts as an animated scale


@dataclass(frozen=True, slots=True, eq=False)
class SourceRig:
    """A file opened: its rig without helpers, and where to read how it moves. All in the file's own facing."""

    document: GltfDocument
    tree: NodeTree
    skeleton: Skeleton
    skin: Skin
    mesh: Mesh
    nodes: tuple[int, ...]  # source node of each kept joint
    body: Body
    clips: dict[str, int]  # number of each clip, by name
    reparented: tuple[str, ...]
    yaw: int  # quarter turns about +Y by which the clips stand turned from the bind pose


@dataclass(frozen=True, slots=True, eq=False)
class Movement:
    """How the kept joints stand over a clip: turned relative to the bind pose, positions in body units."""

    times_s: Float[np.ndarray, " times"]  # from 0
    placed: ModelPose
    scaled: bool  # whether some joint changes its size


def open_rig(path: Path) -> SourceRig | None:
    """Open a file; ``None`` if it has no skinned rig (morph targets only).

    Raises:
        EnlivenError: if the file cannot be read.
    """
    document = read_document(path)
    if not document.root.get("skins"):
        return None
    scene = scene_from(document)
    if scene.rig is None or scene.rig.joint_nodes is None:
        return None
    deforming = deforming_rig(scene.rig.skeleton, scene.rig.skin, scene.mesh)
    rig = SourceRig(
        document=document,
        tree=node_tree(document),
        skeleton=deforming.skeleton,
        skin=deforming.skin,
        mesh=scene.mesh,
        nodes=tuple(scene.rig.joint_nodes[joint] for joint in deforming.sources),
        body=body_from(deforming.skeleton, deforming.skin, scene.mesh),
        clips={clip.name: number for number, clip in reversed(list(enumerate(scene.clips)))},
        reparented=deforming.reparented,
        yaw=0,
    )
    return replace(rig, yaw=_yaw(rig))


def info_of(rig: SourceRig, clip: str) -> ClipInfo:
    """What a clip of the file holds."""
    return clip_info(rig.document, rig.clips[clip])


def movement(rig: SourceRig, clip: str, keys_s: Float[np.ndarray, " times"]) -> Movement:
    """Sample a clip.

    Args:
        rig: the file.
        clip: name of the clip.
        keys_s: times in the clip, evenly apart.

    Returns:
        Rotations relative to the bind pose (the orthogonal part of each joint's movement) and positions.
    """
    local = sampled_nodes(rig.document, rig.clips[clip], keys_s)
    world = world_matrices(rig.tree.parents, rig.tree.order, local)[:, list(rig.nodes)]
    moved = world[..., :3, :3] @ np.linalg.inv(rig.skeleton.model_from_joint[:, :3, :3])
    rotations, scale = rotation_part(moved)
    positions = (world[..., :3, 3] - rig.body.origin_m) / rig.body.metres_per_unit
    back = turn_about_up(-rig.yaw)
    return Movement(
        times_s=keys_s - keys_s[0],
        placed=ModelPose(rotations=back @ rotations, positions=positions @ back.T),
        scaled=bool((np.ptp(scale, axis=0) > _SCALED * np.maximum(scale.mean(axis=0), 1e-9)).any()),
    )


def _yaw(rig: SourceRig) -> int:
    """Quarter turns by which most clips stand turned about +Y: some files are bound sideways."""
    counts: Counter[int] = Counter()
    weights = np.sqrt(rig.body.skin_shares)
    looked = list(rig.clips)[:: max(1, len(rig.clips) // _YAW_CLIPS)]
    for clip in looked:
        info = info_of(rig, clip)
        keys_s = np.linspace(info.first_key_s, max(info.duration_s, info.first_key_s), 4)
        rotations = movement(rig, clip, keys_s).placed.rotations
        trunk = nearest_rotation(np.einsum("tjab,j->ab", rotations, weights))
        wxyz = wxyz_from_matrix(trunk)
        angle = 2.0 * np.arctan2(wxyz[2], wxyz[0])
        off = (angle + np.pi / 4.0) % (np.pi / 2.0) - np.pi / 4.0
        steady = trunk[1, 1] > 0.7 and abs(off) < 0.5
        counts[int(np.round(angle / (np.pi / 2.0))) % 4 if steady else 0] += 1
    most, times = max(sorted(counts.items()), key=lambda item: item[1], default=(0, 0))
    return most if times >= _MOST_CLIPS * len(looked) else 0


def rotation_part(
    linear: Float[np.ndarray, "times joints 3 3"],
) -> tuple[Float[np.ndarray, "times joints 3 3"], Float[np.ndarray, "times joints"]]:
    """The rotation nearest to each matrix, never a mirroring, and the matrix's scale (cube root of the determinant)."""
    determinant = np.linalg.det(linear)
    scale = np.cbrt(np.abs(determinant))
    safe = np.where(scale > 1e-12, scale, 1.0)
    rotations = linear / safe[..., None, None]
    off = ((np.swapaxes(rotations, -1, -2) @ rotations - np.eye(3)) ** 2).sum(axis=(-1, -2))
    bad = (off > _ORTHOGONAL) | (determinant <= 0.0)
    if bad.any():
        nearest = nearest_rotation(rotations[bad])
        mirrored = np.linalg.det(nearest) < 0.0
        nearest[mirrored] *= -1.0
        rotations[bad] = nearest
    return rotations, scale
