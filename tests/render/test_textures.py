import struct
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from tests.render.shapes import ball, png, wall

from enliven.render.drawable import PLAIN_RGB, drawable
from enliven.render.shading import DECODED
from enliven.render.textures import decoded, linear_from_srgb, srgb_from_linear, texture_table


def noise(height: int, width: int, channels: int = 4) -> np.ndarray:
    return np.random.default_rng(height * 1000 + width).integers(0, 256, (height, width, channels), dtype=np.uint8)


def test_pixels_of_a_small_png_come_back():
    pixels = noise(5, 7)
    assert_array_equal(decoded(png(pixels)).rgba, pixels)


def test_images_of_other_modes_come_back_as_colours():
    grey = noise(4, 4)[..., 0]
    image = decoded(png(grey)).rgba
    assert image is not None
    assert_array_equal(image[..., :3], np.repeat(grey[..., None], 3, axis=2))
    deep = decoded(png(grey.astype(np.uint16) * 257)).rgba
    assert deep is not None
    assert_array_equal(deep[..., 0], grey)
    assert decoded(png(noise(8, 8, 3), "JPEG")).rgba is not None


def test_large_images_are_shrunk_and_small_ones_stay_sharp():
    big = decoded(png(noise(300, 2100, 3)))
    assert big.rgba is not None
    assert max(big.rgba.shape) <= 1024
    assert (big.sharp, decoded(png(noise(64, 64))).sharp) == (False, True)


def bomb() -> bytes:
    """A PNG of a few kilobytes that claims 60,000 x 60,000 pixels."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(9))) + chunk(b"IEND", b"")


@pytest.mark.parametrize("data", [b"", b"no image", png(noise(9, 9))[:60], bomb()])
def test_what_cannot_be_decoded_is_told_and_drawn_plain(data):
    assert decoded(data).rgba is None
    model = drawable([wall(data), ball()])
    assert_allclose(model.paint.base_rgb[0], PLAIN_RGB)
    assert model.paint.texture.tolist() == [-1, -1]
    (note,) = model.notes
    assert note.startswith("the texture of paint ")
    assert note.endswith("so the preview shows a plain colour; save it as PNG or JPEG")


@given(st.binary(max_size=300), st.integers(0, 200))
def test_no_bytes_make_decoding_raise(junk, start):
    good = png(noise(9, 9))
    decoded(good[:start] + junk)


def test_an_image_shared_by_parts_is_decoded_once():
    data = png(noise(8, 8))
    model = drawable([wall(data), ball(), wall(bytes(data))])
    assert model.paint.texture.tolist() == [0, -1, 0]
    assert len(model.textures.layout) == 1


def test_srgb_goes_there_and_back():
    values = np.linspace(0.0, 1.0, 301)
    assert_allclose(srgb_from_linear(linear_from_srgb(values)), values, atol=1e-7)
    assert_allclose(DECODED, linear_from_srgb(np.arange(256) / 255.0), rtol=1e-6)


def test_smaller_copies_keep_the_mean_light():
    table = texture_table([noise(64, 32)], [False])
    assert table.levels.tolist() == [7]
    first, last = (table.texels[start : start + w * h] for start, w, h in table.layout[0, [0, 6]])
    assert last.shape == (1, 3)
    assert_allclose(linear_from_srgb(last[0] / 255.0), linear_from_srgb(first / 255.0).mean(axis=0), atol=0.02)
