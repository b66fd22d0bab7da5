"""Files that are not glTF as scenes: their parts are put into a new glTF document, so that one writer serves all."""

from dataclasses import replace
from pathlib import Path

from enliven.core.scene import Part, Scene
from enliven.io.beside import bytes_of, files_beside
from enliven.io.gltf.build import document_from_parts
from enliven.io.gltf.limits import MAX_BYTES
from enliven.io.gltf.scene import scene_from
from enliven.io.obj.read import parse_obj
from enliven.io.off import parse_off
from enliven.io.ply.read import parse_ply
from enliven.io.stl import parse_stl


def scene_of_parts(name: str, parts: list[Part], notes: list[str]) -> Scene:
    """A scene over a new document that shows the parts; vertices keep their order.

    Args:
        name: file name, for messages.
        parts: in model space.
        notes: what was repaired or left out while reading.
    """
    scene = scene_from(document_from_parts(name, parts))
    return replace(scene, notes=tuple(dict.fromkeys((*notes, *scene.notes))))


def read_obj(path: Path) -> Scene:
    """Read an OBJ file with the material libraries and images beside it."""
    return scene_of_parts(path.name, *parse_obj(bytes_of(path, MAX_BYTES), path.name, files_beside(path, MAX_BYTES)))


def read_ply(path: Path) -> Scene:
    """Read a PLY file and the image it names."""
    return scene_of_parts(path.name, *parse_ply(bytes_of(path, MAX_BYTES), path.name, files_beside(path, MAX_BYTES)))


def read_stl(path: Path) -> Scene:
    """Read an STL file."""
    return scene_of_parts(path.name, *parse_stl(bytes_of(path, MAX_BYTES), path.name))


def read_off(path: Path) -> Scene:
    """Read an OFF file."""
    return scene_of_parts(path.name, *parse_off(bytes_of(path, MAX_BYTES), path.name))
