"""Images as glTF can hold them."""

import io
import warnings

from PIL import Image, UnidentifiedImageError

_STORABLE = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")
_READABLE = ("BMP", "TGA", "TIFF", "GIF", "DDS", "PPM", "PCX")
_PIXEL_LIMIT = 8192 * 8192


def storable_picture(data: bytes, path: str, notes: list[str]) -> bytes | None:
    """An image as it is if it is PNG, JPEG or WebP; other kinds as PNG.

    Args:
        data: the encoded image.
        path: its name, for the notes.
        notes: where a sentence goes if it was converted or left out.

    Returns:
        An encoded image, or ``None`` if it cannot be read.
    """
    if data.startswith(_STORABLE) or (data[:4] == b"RIFF" and data[8:12] == b"WEBP"):
        return data
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            picture = Image.open(io.BytesIO(data), formats=_READABLE)
            if picture.width * picture.height > _PIXEL_LIMIT:
                notes.append(f"the image {path} is over 8192 x 8192 pixels and was left out")
                return None
            out = io.BytesIO()
            picture.convert("RGBA" if "A" in picture.getbands() or "transparency" in picture.info else "RGB").save(
                out, format="PNG"
            )
    except (
        UnidentifiedImageError,
        OSError,
        ValueError,
        SyntaxError,
        NotImplementedError,
        Image.DecompressionBombError,
    ):
        notes.append(f"the image {path} is of no kind that can be read and was left out")
        return None
    notes.append(f"the image {path} was converted to PNG, as glTF cannot hold its kind")
    return out.getvalue()
