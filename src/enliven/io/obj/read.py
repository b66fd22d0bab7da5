"""An OBJ file and what it refers to, as the parts of a scene."""

from enliven.core.errors import UnreadableFileError
from enliven.core.scene import Part
from enliven.io.beside import Resolve
from enliven.io.mtl import ObjMaterial, parse_mtl
from enliven.io.obj.parts import parts_of
from enliven.io.obj.statements import ObjStatements, parse_statements
from enliven.io.pictures import storable_picture


def parse_obj(data: bytes, name: str, resolve: Resolve) -> tuple[list[Part], list[str]]:
    """Read an OBJ file.

    Args:
        data: the bytes of the file.
        name: its name, for messages.
        resolve: gives material libraries and images.

    Returns:
        Its parts, and what was repaired or left out.

    Raises:
        EnlivenError: if the file is damaged or holds no surface; a missing library or image is only noted.
    """
    obj = parse_statements(data, name)
    notes = list(obj.notes)
    materials = _materials(obj, resolve, notes)
    images = _images([materials[key] for key in dict.fromkeys(obj.materials) if key in materials], resolve, notes)
    parts, more = parts_of(obj, materials, images, name)
    return parts, notes + more


def _materials(obj: ObjStatements, resolve: Resolve, notes: list[str]) -> dict[str, ObjMaterial]:
    materials: dict[str, ObjMaterial] = {}
    for library in dict.fromkeys(obj.libraries):
        # several libraries may stand on one line, and a name may hold blanks
        for path in [library] if library.lower().count(".mtl") < 2 else library.split():
            data = _found(path, resolve)
            if data is None:
                notes.append(f"the material library {path[:100]} is not beside the file; its materials are grey")
            else:
                materials = parse_mtl(data) | materials
    return materials


def _images(used: list[ObjMaterial], resolve: Resolve, notes: list[str]) -> dict[str, bytes]:
    """The images of materials by their path."""
    images: dict[str, bytes] = {}
    for path in dict.fromkeys(material.image_path for material in used if material.image_path):
        data = _found(path, resolve)
        if data is None:
            notes.append(f"the image {path[:100]} is not beside the file; its material has a plain colour")
        elif (picture := storable_picture(data, path, notes)) is not None:
            images[path] = picture
    return images


def _found(path: str, resolve: Resolve) -> bytes | None:
    """A file at its path or, since many paths are those of another machine, beside the OBJ file under its name."""
    tidy = path.strip('"').replace("\\", "/")
    for place in dict.fromkeys((tidy, tidy.rpartition("/")[2])):
        try:
            data = resolve(place)
        except UnreadableFileError:  # it leads out of the folder
            continue
        if data is not None:
            return data
    return None
