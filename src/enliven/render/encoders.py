"""Frames to bytes of GIF, WebP, PNG and MP4; the same frames give the same bytes."""

import io
import tempfile
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import numpy as np
from jaxtyping import Float, Int, UInt8
from PIL import Image, ImageDraw, ImageFont

from enliven.core.errors import MissingExtraError

Frames = Sequence[UInt8[np.ndarray, "height width 3"]]

_BAYER = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]])
_DITHER = 5.0  # in 255ths: about the distance of neighbouring colours of a palette
_PALETTE_FRAMES = 6


def durations(count: int, fps: float, unit_s: float) -> Int[np.ndarray, " frames"]:
    """Whole units that each frame stays, so that frame k starts within half a unit of ``k / fps``; at least 1."""
    starts = np.round(np.arange(count + 1) / fps / unit_s).astype(np.int64)
    return np.maximum(np.diff(starts), 1)


def gif_bytes(frames: Frames, fps: float) -> bytes:
    """An endless GIF over one palette.

    The pattern that hides the steps between colours stands still, so a still backdrop stays equal and costs nothing.
    """
    palette = _palette(frames)
    drawn = [_in_palette(frame, palette) for frame in frames]
    target = io.BytesIO()
    # Browsers slow frames of less than 2 hundredths down to 10.
    times_ms = np.maximum(durations(len(frames), fps, 0.01), 2) * 10
    drawn[0].save(
        target,
        format="GIF",
        save_all=True,
        append_images=drawn[1:],
        duration=times_ms.tolist(),
        loop=0,
        disposal=1,
        optimize=False,
    )
    return target.getvalue()


def _palette(frames: Frames) -> Image.Image:
    """255 colours for all frames, from some of them; one number is left to mean 'as before'."""
    chosen = np.unique(np.linspace(0, len(frames) - 1, _PALETTE_FRAMES).round().astype(int))
    rows = np.concatenate([frames[k][::2, ::2] for k in chosen])
    return Image.fromarray(rows).quantize(
        colors=255, method=Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.NONE
    )


def _in_palette(frame: np.ndarray, palette: Image.Image) -> Image.Image:
    height, width = frame.shape[:2]
    offsets = (np.tile(_BAYER, (-(-height // 4), -(-width // 4)))[:height, :width] / 15.0 - 0.5) * _DITHER
    moved = np.clip(np.round(frame + offsets[..., None]), 0, 255).astype(np.uint8)
    return Image.fromarray(moved).quantize(palette=palette, dither=Image.Dither.NONE)


def webp_bytes(frames: Frames, fps: float) -> bytes:
    """An endless animated WebP."""
    images = [Image.fromarray(frame) for frame in frames]
    target = io.BytesIO()
    images[0].save(
        target,
        format="WEBP",
        save_all=True,
        append_images=images[1:],
        duration=durations(len(frames), fps, 0.001).tolist(),
        loop=0,
        quality=86,
        method=3,
    )
    return target.getvalue()


def sheet_bytes(frames: Frames, times_s: Float[np.ndarray, " frames"], columns: int = 4) -> bytes:
    """A contact sheet as PNG: frames in rows, each with its number and time."""
    height, width = frames[0].shape[:2]
    rows = -(-len(frames) // columns)
    sheet = Image.new("RGB", (columns * width + columns - 1, rows * height + rows - 1), (255, 255, 255))
    pen = ImageDraw.Draw(sheet)
    font = ImageFont.load_default(max(width // 24, 9))
    for number, (frame, time_s) in enumerate(zip(frames, times_s, strict=True)):
        left, top = number % columns * (width + 1), number // columns * (height + 1)
        sheet.paste(Image.fromarray(frame), (left, top))
        pen.text(
            (left + width // 28, top + width // 32), f"{number + 1}   {time_s:.2f} s", fill=(96, 104, 116), font=font
        )
    target = io.BytesIO()
    sheet.save(target, format="PNG", optimize=False, compress_level=6)
    return target.getvalue()


def mp4_bytes(frames: Frames, fps: float) -> bytes:
    """H.264 in MP4, 4:2:0, as browsers play it; an odd last row or column is left out.

    Args:
        frames: pictures of one size.
        fps: frames a second.

    Returns:
        The file.
    """
    av = video_library()
    height, width = (size - size % 2 for size in frames[0].shape[:2])
    with tempfile.TemporaryDirectory() as folder:  # the index goes to the front, for which the file is opened twice
        path = Path(folder) / "video.mp4"
        with av.open(path, "w", format="mp4", options={"movflags": "+faststart", "fflags": "+bitexact"}) as container:
            stream = container.add_stream("libx264", rate=Fraction(fps).limit_denominator(1001))
            stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
            stream.options = {"crf": "18", "preset": "medium", "threads": "1"}
            for frame in frames:
                picture = av.VideoFrame.from_ndarray(np.ascontiguousarray(frame[:height, :width]), format="rgb24")
                container.mux(stream.encode(picture))
            container.mux(stream.encode(None))
        return path.read_bytes()


def video_library() -> ModuleType:
    """PyAV, which the extra ``video`` brings.

    Raises:
        MissingExtraError: if it is not installed.
    """
    try:
        import av
    except ImportError as error:
        if error.name != "av":
            raise
        raise MissingExtraError(
            "an .mp4 is asked for and PyAV is not installed, expected the extra [video]; "
            "run: pip install 'enliven[video]', or choose .webp or .gif"
        ) from error
    return av
