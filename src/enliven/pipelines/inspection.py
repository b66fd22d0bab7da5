"""What a file holds, and what about it may be a problem: ``enliven inspect``."""

import json
from dataclasses import asdict, dataclass

import numpy as np

from enliven.core.mesh import Mesh
from enliven.core.printable import sentence
from enliven.core.scene import ExistingClip, Part, Rig, Scene
from enliven.geometry.adjacency import components, edges_of
from enliven.geometry.deforming import deforming_rig
from enliven.geometry.weld import weld
from enliven.io.contents import FileContents, contents_of
from enliven.pipelines.problems import Problem, shape_problems

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
    """The skeleton. ``helpers`` are joints that do not shape the surface: IK goals, controls, slots, bare ends."""

    kind: str
    joints: tuple[str, ...]
    roots: tuple[str, ...]
    helpers: tuple[str, ...]


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
    shaping = set(deforming_rig(skeleton, rig.skin, mesh).sources)
    return RigSummary(
        kind=rig.kind,
        joints=skeleton.names,
        roots=tuple(name for name, parent in zip(skeleton.names, skeleton.parents, strict=True) if parent is None),
        helpers=tuple(name for joint, name in enumerate(skeleton.names) if joint not in shaping),
    )


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
    lines += _rig_lines(inspection.rig)
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


def _rig_lines(rig: RigSummary | None) -> list[str]:
    if rig is None:
        return ["  rig: none in the file; one is built when it is animated"]
    lines = [f"  rig: {_count(len(rig.joints), 'joint')} from {', '.join(rig.roots[:_SHOWN])}"]
    if rig.helpers:
        more = f" and {len(rig.helpers) - _SHOWN} more" if len(rig.helpers) > _SHOWN else ""
        lines.append(f"    helpers, which no motion is made for: {', '.join(rig.helpers[:_SHOWN])}{more}")
    return lines


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
