"""MTL, the material library of an OBJ file: base colour, opacity and the image of the base colour."""

from dataclasses import dataclass, replace

from enliven.io.text_lines import unified_newlines

# Options of a texture statement and how many words follow each. Source: the MTL specification, "Texture map options".
_OPTION_WORDS = {
    b"-blendu": 1, b"-blendv": 1, b"-cc": 1, b"-clamp": 1, b"-texres": 1, b"-bm": 1, b"-imfchan": 1, b"-type": 1,
    b"-boost": 1, b"-mm": 2,
}  # fmt: skip
_VECTOR_OPTIONS = (b"-o", b"-s", b"-t")  # one to three numbers


@dataclass(frozen=True, slots=True)
class ObjMaterial:
    """A material of an MTL file; ``rgb`` is taken as linear light, as most exporters write it."""

    name: str
    rgb: tuple[float, float, float] | None = None
    opacity: float = 1.0
    image_path: str | None = None  # relative to the MTL file, with forward slashes

    @property
    def base_rgba(self) -> tuple[float, float, float, float]:
        """The colour that multiplies the image.

        Black under an image is taken as white, and invisible as opaque: exporters that leave the colour to the image,
        or mean transparency by ``d 0``, write them.
        """
        grey = 0.8 if self.image_path is None else 1.0
        red, green, blue = self.rgb if self.rgb is not None else (grey, grey, grey)
        if self.image_path is not None and not any((red, green, blue)):
            red = green = blue = 1.0
        return (red, green, blue, self.opacity or 1.0)


def parse_mtl(data: bytes) -> dict[str, ObjMaterial]:
    """Read the materials of an MTL file by name; what is not understood is passed over.

    Args:
        data: the bytes of the file.

    Returns:
        The materials; of two with one name the last counts.
    """
    materials: dict[str, ObjMaterial] = {}
    current: ObjMaterial | None = None
    for line in unified_newlines(data).split(b"\n"):
        words = line.split(None, 1)
        if not words or words[0].startswith(b"#"):
            continue
        keyword, rest = words[0].lower(), words[1].strip() if len(words) > 1 else b""
        if keyword == b"newmtl":
            current = ObjMaterial(name=text_of(rest))
        elif current is not None:
            current = _with_statement(current, keyword, rest)
        if current is not None:
            materials[current.name] = current
    return materials


def _with_statement(material: ObjMaterial, keyword: bytes, rest: bytes) -> ObjMaterial:
    if keyword == b"map_kd":
        return replace(material, image_path=image_path(rest))
    numbers = _numbers(rest)
    if not numbers:
        return material
    if keyword == b"kd":
        red, green, blue = numbers[:3] if len(numbers) >= 3 else [numbers[0]] * 3
        return replace(material, rgb=(red, green, blue))
    if keyword == b"d":
        return replace(material, opacity=numbers[-1])
    if keyword == b"tr":
        return replace(material, opacity=1.0 - numbers[-1])
    return material


def image_path(rest: bytes) -> str | None:
    """The file named by a texture statement, behind its options; ``None`` if there is none.

    Args:
        rest: the statement without its keyword.
    """
    words = rest.split(b" ")
    at = 0
    while at < len(words) and words[at] in (*_OPTION_WORDS, *_VECTOR_OPTIONS):
        option = words[at]
        at += 1 + _OPTION_WORDS.get(option, 0)
        if option in _VECTOR_OPTIONS:
            start = at
            while at < min(start + 3, len(words)) and _is_number(words[at]):
                at += 1
    path = text_of(b" ".join(words[at:]).strip().strip(b'"'))
    return path.replace("\\", "/") or None


def text_of(name: bytes) -> str:
    """A name in a text file as a string; bytes that are no UTF-8 are read as Latin-1."""
    try:
        return name.decode("utf-8")
    except UnicodeDecodeError:
        return name.decode("latin-1")


def _numbers(rest: bytes) -> list[float]:
    """The numbers of a statement, each within 0 to 1; words that are none are passed over."""
    return [min(max(float(word), 0.0), 1.0) for word in rest.split() if _is_number(word)]


def _is_number(word: bytes) -> bool:
    try:
        return float(word) == float(word)
    except ValueError:
        return False
