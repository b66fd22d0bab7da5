"""What a file holds, and what about it may be a problem: ``enliven inspect``."""

import json
from dataclasses import asdict, dataclass

import numpy as np

from enliven.core.mesh import Mesh
from enliven.core.printable import sentence
from enliven.core.scene import ExistingClip, Part, Rig, Scene
from enliven.geometry.adjacency import components, edges_of
from enliven.geometry.body import body_from
from enliven.geometry.deforming import deforming_rig
from enliven.geometry.joint_names import name_words, sounds_like_helper, sounds_like_slot
from enliven.geometry.rigging import nodes_rig
from enliven.geometry.turning import faces_by_names
from enliven.geometry.weld import weld
from enliven.io.contents import FileContents, contents_of
from enliven.pipelines.problems import Problem, shape_problems

_WAYS = {"front": "the front (+Z)", "back": "back (-Z)", "left": "left (+X)", "right": "right (-X)"}
_SHOWN = 12  # entries of a list that are printed


@dataclass(frozen=True, slots=True)
class PartSummary:
    """One drawable piece."""

    name: str
    vertices: int
    faces: int
    material: str
    textured: bool
    vertex_colours: bool


@dataclass(frozen=True, slots=True)
class RigSummary:
    """The skeleton. Joints that no motion is made for are of one of three sorts; the others are ``moved``."""

    kind: str
    joints: tuple[str, ...]
    roots: tuple[str, ...]
    moved: int
    faces: str | None  # one of core.request.FACES, where joint names tell
    ends: tuple[str, ...]  # tips of ears, fingers, tails without skin: they follow the joint they end
    bare: tuple[str, ...]  # without skin above others that move: they stay, or follow
    helpers: tuple[str, ...]  # the animator's tools: IK goals, controls, slots for weapons, ...


@dataclass(frozen=True, slots=True)
class Inspection:
    """What a file holds. Vertices count as stored, ``places`` once for each position; sizes are metres."""

    file: str
    parts: tuple[PartSummary, ...]
    vertices: int
    places: int
    faces: int
    components: int
    size_m: tuple[float, float, float]
    rig: RigSummary | None
    moving_parts: tuple[str, ...]  # where there is no rig, parts that turn or slide on nodes of their own
    clips: tuple[ExistingClip, ...]
    contents: FileContents
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]


def describe(scene: Scene) -> Inspection:
    """Say what a scene holds.

    Args:
        scene: as it was read.

    Returns:
        Counts, sizes, the rig, clips, and problems with what to do about each.
    """
    mesh = scene.mesh
    welded = weld(mesh.vertices)
    faces = welded.faces(mesh.faces)
    used = np.unique(faces)
    pieces = len(np.unique(components(edges_of(faces), len(welded.vertices))[used]))
    box = np.ptp(welded.vertices[used], axis=0) if len(used) else np.zeros(3)
    return Inspection(
        file=scene.name,
        parts=tuple(_part(part) for part in scene.parts),
        vertices=len(mesh.vertices),
        places=len(welded.vertices),
        faces=len(mesh.faces),
        components=pieces,
        size_m=(float(box[0]), float(box[1]), float(box[2])),
        rig=None if scene.rig is None else _rig(scene.rig, mesh),
        moving_parts=() if scene.rig is not None else _moving_parts(scene),
        clips=scene.clips,
        contents=contents_of(scene),
        problems=shape_problems(Mesh(vertices=welded.vertices, faces=faces), pieces),
        notes=scene.notes,
    )


def _part(part: Part) -> PartSummary:
    look = part.appearance
    return PartSummary(
        name=part.name,
        vertices=len(part.mesh.vertices),
        faces=len(part.mesh.faces),
        material=look.name,
        textured=look.image is not None,
        vertex_colours=look.vertex_rgba is not None,
    )


def _rig(rig: Rig, mesh: Mesh) -> RigSummary:
    skeleton = rig.skeleton
    deforming = deforming_rig(skeleton, rig.skin, mesh)
    moved = set(deforming.sources)
    below, above = _with_descendants(skeleton.parents, moved), _with_ancestors(skeleton.parents, moved)
    sorts: dict[str, list[str]] = {"ends": [], "bare": [], "helpers": []}
    for joint, name in enumerate(skeleton.names):
        if joint not in moved:
            sort = "bare" if joint in above else "ends" if joint in below else "helpers"
            sorts["helpers" if _is_tool(name) else sort].append(name)
    return RigSummary(
        kind=rig.kind,
        joints=skeleton.names,
        roots=tuple(name for name, parent in zip(skeleton.names, skeleton.parents, strict=True) if parent is None),
        moved=len(moved),
        faces=faces_by_names(body_from(deforming.skeleton, deforming.skin, mesh)),
        ends=tuple(sorts["ends"]),
        bare=tuple(sorts["bare"]),
        helpers=tuple(sorts["helpers"]),
    )


def _is_tool(name: str) -> bool:
    """Whether a name is an animator's tool; nubs, which some programs put at the tips of limbs, are none here."""
    return (sounds_like_helper(name) and "nub" not in name_words(name)) or sounds_like_slot(name)


def _with_descendants(parents: tuple[int | None, ...], joints: set[int]) -> set[int]:
    found = set(joints)
    for joint, parent in enumerate(parents):
        if parent in found:
            found.add(joint)
    return found


def _with_ancestors(parents: tuple[int | None, ...], joints: set[int]) -> set[int]:
    found = set(joints)
    for joint in range(len(parents) - 1, -1, -1):
        parent = parents[joint]
        if joint in found and parent is not None:
            found.add(parent)
    return found


def _moving_parts(scene: Scene) -> tuple[str, ...]:
    rig = nodes_rig(scene)
    return () if rig is None else rig.skeleton.names[1:]


def as_json(inspection: Inspection) -> str:
    """The inspection as indented JSON, a field for each of its fields; ASCII, so that any name can be written."""
    return json.dumps(asdict(inspection), indent=2)


def as_text(inspection: Inspection) -> str:
    """The inspection in lines for people; long lists are cut short."""
    width, height, depth = inspection.size_m
    lines = [
        inspection.file,
        f"  shape: {_count(inspection.faces, 'face')}, {_count(inspection.vertices, 'vertex')} at "
        f"{_count(inspection.places, 'place')}, {_count(inspection.components, 'separate piece')}",
        f"  size: {width:.3g} x {height:.3g} x {depth:.3g} m (x, y up, z)",
    ]
    lines += _listed("part", [_part_line(part) for part in inspection.parts])
    lines += _rig_lines(inspection)
    lines += _listed("clip", [f"{clip.name}, {clip.duration_s:.2f} s" for clip in inspection.clips])
    held = inspection.contents
    lines += _listed("material", list(held.materials))
    lines += _listed("image", [f"{image.name}, {image.kind}{_size(image.size_bytes)}" for image in held.images])
    lines += _listed("mesh with morph targets", [f"{one.mesh}: {', '.join(one.targets[:8])}" for one in held.morphs])
    if held.extensions_used:
        lines.append(f"  extensions: {', '.join(held.extensions_used)}")
    lines += [f"  note: {note}" for note in inspection.notes]
    lines += [f"  problem: {problem.found}; {problem.remedy}" for problem in inspection.problems]
    return "\n".join(sentence(line) for line in lines)


def _part_line(part: PartSummary) -> str:
    look = [part.material] if part.material else []
    look += ["textured"] if part.textured else []
    look += ["vertex colours"] if part.vertex_colours else []
    extra = f" ({', '.join(look)})" if look else ""
    return f"{part.name}: {_count(part.faces, 'face')}, {_count(part.vertices, 'vertex')}{extra}"


def _rig_lines(inspection: Inspection) -> list[str]:
    """The rig, and what ``enliven animate`` would do with it."""
    rig, parts = inspection.rig, inspection.moving_parts
    if rig is None and parts:
        return [
            f"  rig: none, but {_count(len(parts), 'part')} on nodes of their own: {_some(parts)}",
            "    to animate: those nodes are moved, no skin is added",
        ]
    if rig is None:
        return [
            "  rig: none",
            "    to animate: one is built from the shape; to see or mend it first, run: enliven rig",
        ]
    lines = [f"  rig: {_count(len(rig.joints), 'joint')} from {_some(rig.roots)}"]
    for names, what in (
        (rig.ends, "tips without skin, which follow the joint they end"),
        (rig.bare, "joints without skin above others, which are left as they are"),
        (rig.helpers, "helpers, which no motion is made for"),
    ):
        lines += [f"    {what}: {_some(names)}"] if names else []
    told = "its joints do not tell: taken for the front (+Z); for another way say: enliven animate --faces back"
    lines.append(f"    faces: {told if rig.faces is None else _WAYS[rig.faces]}")
    return [*lines, f"    to animate: the file's rig is used, {_count(rig.moved, 'joint')} of it moved"]


def _some(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


def _listed(what: str, entries: list[str]) -> list[str]:
    if not entries:
        return []
    lines = [f"  {_count(len(entries), what)}:"] + [f"    {entry}" for entry in entries[:_SHOWN]]
    return lines + ([f"    and {len(entries) - _SHOWN} more"] if len(entries) > _SHOWN else [])


def _count(number: int, what: str) -> str:
    plurals = {"vertex": "vertices", "mesh with morph targets": "meshes with morph targets"}
    return f"{number:,} {what if number == 1 else plurals.get(what, what + 's')}"


def _size(size_bytes: int | None) -> str:
    return "" if size_bytes is None else f", {size_bytes / 1000:.0f} kB"
