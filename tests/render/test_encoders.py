import io
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from PIL import Image

from enliven.core.errors import MissingExtraError
from enliven.render.encoders import durations, gif_bytes, mp4_bytes, sheet_bytes, webp_bytes
from enliven.render.studio import backdrop
from enliven.render.textures import srgb_from_linear


def frames(count: int = 9, size: int = 64) -> list[np.ndarray]:
    """A red disc that wanders over the backdrop."""
    empty = np.round(srgb_from_linear(backdrop(size, size)) * 255.0).astype(np.uint8)
    y, x = np.indices((size, size))
    drawn = []
    for k in range(count):
        frame = empty.copy()
        frame[(x - size / 4 - 3 * k) ** 2 + (y - size / 2) ** 2 < 64] = (200, 30 + 5 * k, 40)
        drawn.append(frame)
    return drawn


@given(count=st.integers(1, 200), fps=st.floats(1.0, 50.0), unit_s=st.sampled_from([0.01, 0.001]))
def test_frames_start_on_time_without_drift(count, fps, unit_s):
    starts = np.concatenate([[0], np.cumsum(durations(count, fps, unit_s))]) * unit_s
    assert_allclose(starts, np.arange(count + 1) / fps, atol=unit_s * 0.51)


@pytest.mark.parametrize("encode", [gif_bytes, webp_bytes])
@pytest.mark.parametrize("fps", [20.0, 15.0])
def test_animations_decode_to_their_frames_and_times_and_loop(encode, fps):
    image = Image.open(io.BytesIO(encode(frames(), fps)))
    assert image.n_frames == 9
    assert image.size == (64, 64)
    assert image.info["loop"] == 0
    times = []
    for k, expected in enumerate(frames()):
        image.seek(k)
        difference = np.abs(np.asarray(image.convert("RGB")).astype(int) - expected)
        times.append(image.info["duration"])
        assert difference.mean() < 4.0
        assert np.quantile(difference, 0.97) < 24
    assert_allclose(sum(times), 9000.0 / fps, atol=6.0)
    assert_allclose(times, 1000.0 / fps, atol=10.0)


def test_a_still_backdrop_stays_still_in_a_gif():
    image = Image.open(io.BytesIO(gif_bytes(frames(), 20.0)))
    corners = []
    for k in range(9):
        image.seek(k)
        corners.append(np.asarray(image.convert("RGB"))[:12, :12])
    assert_array_equal(corners, np.repeat(corners[:1], 9, axis=0))


@pytest.mark.parametrize("encode", [gif_bytes, webp_bytes])
def test_one_frame_is_enough(encode):
    image = Image.open(io.BytesIO(encode(frames(1), 20.0)))
    assert getattr(image, "n_frames", 1) == 1


def test_a_sheet_shows_every_frame_in_its_place_with_its_time():
    shown = frames(10, 96)
    sheet = np.asarray(Image.open(io.BytesIO(sheet_bytes(shown, np.arange(10) / 10.0, columns=4))))
    assert sheet.shape == (3 * 97 - 1, 4 * 97 - 1, 3)
    for k, frame in enumerate(shown):
        top, left = k // 4 * 97, k % 4 * 97
        tile = sheet[top : top + 96, left : left + 96]
        assert_array_equal(tile[20:], frame[20:])
        assert (tile[:20] != frame[:20]).any()  # the caption
    assert (sheet[2 * 97 :, 2 * 97 :] == 255).all()


def test_a_video_decodes_to_its_frames_and_rate():
    av = pytest.importorskip("av", reason="PyAV is not installed (pip install 'enliven[video]')")
    shown = [frame[:63, :61] for frame in frames(12)]  # odd sizes
    with av.open(io.BytesIO(mp4_bytes(shown, 20.0))) as container:
        stream = container.streams.video[0]
        assert (stream.codec_context.name, stream.codec_context.pix_fmt) == ("h264", "yuv420p")
        assert float(stream.average_rate) == 20.0
        decoded = [frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)]
    assert len(decoded) == 12
    assert decoded[0].shape == (62, 60, 3)
    for found, expected in zip(decoded, shown, strict=True):
        assert np.abs(found.astype(int) - expected[:62, :60]).mean() < 8.0


def test_a_video_without_pyav_names_the_command(monkeypatch):
    monkeypatch.setitem(sys.modules, "av", None)
    with pytest.raises(MissingExtraError, match=r"run: pip install 'enliven\[video\]', or choose .webp or .gif"):
        mp4_bytes(frames(1), 20.0)


@pytest.mark.parametrize("encode", [gif_bytes, webp_bytes, mp4_bytes])
def test_same_frames_same_bytes(encode):
    if encode is mp4_bytes:
        pytest.importorskip("av", reason="PyAV is not installed (pip install 'enliven[video]')")
    assert encode(frames(), 20.0) == encode(frames(), 20.0)
