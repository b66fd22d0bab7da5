"""A glTF document as a scene: its parts in model space, its rig and its clips."""

import numpy as np

from enliven.core.errors import UnreadableFileError
from enliven.core.scene import ExistingClip, Part, Rig, Scene
from enliven.core.skin import Skin
from enliven.io.gltf.clips import clip_info
from enliven.io.gltf.document import GltfDocument
from enliven.io.gltf.limits import MAX_KEYS, MAX_WEIGHTS, within
from enliven.io.gltf.nodes import node_tree
from enliven.io.gltf.parts import Placed, part_sources, placed_part
from enliven.io.gltf.rig import BoundRig, bound_rig
from enliven.io.surface import has_area, refuse_not_finite, size_notes


def scene_from(document: GltfDocument) -> Scene:
    """Read the default scene: what it shows, its rig, and the clips of the file.

    Raises:
        EnlivenError: if the file is damaged or shows no triangles.
    """
    tree = node_tree(document)
    notes = list(document.notes)
    sources = part_sources(document, tree, notes)
    skins = sorted({source.skin for source in sources if source.skin is not None})
    rig = bound_rig(document, tree, skins, notes) if skins else None
    placed = [placed_part(document, tree, rig, source, notes) for source in sources]
    if not any(len(one.part.mesh.faces) for one in placed):
        found = f" ({'; '.join(notes[:3])})" if notes else ""
        raise UnreadableFileError(
            f"{document.name} shows no triangles{found}, expected a mesh in its default scene; export it with its mesh"
        )
    _check_surface(document.name, [one.part for one in placed], notes)
    return Scene(
        name=document.name,
        parts=tuple(one.part for one in placed),
        rig=_rig(document, rig, placed) if rig else None,
        clips=existing_clips(document, notes),
        source=document,
        notes=tuple(dict.fromkeys(notes)),
    )


def _check_surface(name: str, parts: list[Part], notes: list[str]) -> None:
    for part in parts:
        refuse_not_finite(f"{name}: part {part.name[:60]!r}", part.mesh.vertices)
    if not any(has_area(part.mesh.vertices, part.mesh.faces) for part in parts):
        raise UnreadableFileError(
            f"{name}: none of its {sum(len(part.mesh.faces) for part in parts):,} faces has any area, expected a "
            "surface; export the mesh again"
        )
    shown = [part.mesh.vertices[np.unique(part.mesh.faces)] for part in parts if len(part.mesh.faces)]
    notes.extend(size_notes(np.stack([f(each, axis=0) for each in shown for f in (np.min, np.max)])))


def existing_clips(document: GltfDocument, notes: list[str]) -> tuple[ExistingClip, ...]:
    """The animations of a file; a damaged one is listed too, as it stays in the file."""
    accessors = document.root.get("accessors", [])
    keys = sum(
        accessors[animation["samplers"][sampler]["input"]]["count"]
        for animation in document.root.get("animations", [])
        for sampler in {channel["sampler"] for channel in animation["channels"]}
    )
    within(f"{document.name}: its animations together", keys, MAX_KEYS, "keys")
    clips = []
    for number, animation in enumerate(document.root.get("animations", [])):
        name, duration_s = animation.get("name", f"animation_{number}"), 0.0
        try:
            duration_s = clip_info(document, number).duration_s
        except UnreadableFileError as error:
            notes.append(f"the clip {name[:60]!r} in the file is damaged and stays as it is ({error})")
        clips.append(ExistingClip(name=name, duration_s=duration_s, channels=len(animation["channels"])))
    return tuple(clips)


def _rig(document: GltfDocument, bound: BoundRig, placed: list[Placed]) -> Rig:
    vertices, joints = sum(len(one.joints) for one in placed), len(bound.nodes)
    within(f"{document.name}: its skin", vertices * joints, MAX_WEIGHTS, "vertices times joints")
    weights = np.zeros((vertices, joints))
    start = 0
    for one in placed:
        rows = np.arange(start, start + len(one.joints))
        for column in range(one.joints.shape[1]):
            weights[rows, one.joints[:, column]] += one.shares[:, column]  # rows differ, so no place is met twice
        start += len(rows)
    skin = Skin(weights=weights, joint_from_mesh=np.linalg.inv(bound.model_from_joint))
    return Rig(skeleton=bound.skeleton, skin=skin, joint_nodes=bound.nodes, kind="skin")
