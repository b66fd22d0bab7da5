"""Fragments to light: colours, a studio's lights, soft shadows and creases that light hardly reaches.

Everything is computed in linear light and encoded as sRGB at the very end. Sources: Blinn 1977 (highlights); Reeves et
al. 1987 (soft shadow maps).
"""

from typing import NamedTuple

import numpy as np

from enliven.core.jit import compiled

DECODED = np.where(
    np.arange(256) <= 10, np.arange(256) / 255.0 / 12.92, ((np.arange(256) / 255.0 + 0.055) / 1.055) ** 2.4
).astype(np.float32)
"""Linear light of the 256 sRGB values."""


class Surface(NamedTuple):
    """The model in one frame; arrays only, as compiled loops want them."""

    vertices: np.ndarray  # float64 [vertices 3]
    faces: np.ndarray  # int32 [faces 3]
    groups: np.ndarray  # int32 [faces 3]: number of the normal of each corner
    normals: np.ndarray  # float32 [normals 3]
    flat: np.ndarray  # float32 [faces 3]: unit normals of the faces themselves


class Lights(NamedTuple):
    """Where things stand; arrays only, as compiled loops want them."""

    eye: np.ndarray  # float64 [3]
    axes: np.ndarray  # float64 [3 3]: columns right, up, backward of the camera
    lens: np.ndarray  # float64 [4]: focal length in pixels of the finished picture, its middle x and y, 1 for a pinhole
    lamps: np.ndarray  # float64 [3 3]: unit vectors towards key, fill and rim light
    decoded: np.ndarray  # float32 [256]
    taps: np.ndarray  # float64 [turns taps 2]: offsets in a disc of radius 1, turned in several ways


class Frame(NamedTuple):
    """Fragments (twice as wide and high as the picture) and the maps of one frame."""

    face: np.ndarray
    weights: np.ndarray
    depth: np.ndarray
    open_sky: np.ndarray  # float32 [height width]: 1 where nothing is near
    highest: np.ndarray
    floor: np.ndarray
    grid: np.ndarray
    softness: float  # metres: radius of the penumbra on the model


@compiled
def shade(surface, paint, textures, lights, frame, backdrop, picture):
    """Fill ``picture`` float32 [height width 3] with linear light, from 2 x 2 samples a pixel.

    Each sample has its own colour; samples on nearly one plane share the light that falls on them.
    """
    # Loose arrays in the inner loop: taking one out of a tuple costs more than reading from it.
    depth, face, weights, flat, faces = frame.depth, frame.face, frame.weights, surface.flat, surface.faces
    paint_part, base_rgb, coloured, vertex_rgb = paint.part, paint.base_rgb, paint.coloured, paint.vertex_rgb
    texture, uv, density = paint.texture, paint.uv, paint.density
    layout, levels, sharp, table, decoded = (
        textures.layout,
        textures.levels,
        textures.sharp,
        textures.texels,
        lights.decoded,
    )
    vertices, groups, normals, open_sky = surface.vertices, surface.groups, surface.normals, frame.open_sky
    eye, axes, lens, lamps, taps = lights.eye, lights.axes, lights.lens, lights.lamps, lights.taps
    grid, floor, highest, softness = frame.grid, frame.floor, frame.highest, frame.softness
    for row in range(picture.shape[0]):
        for column in range(picture.shape[1]):
            red, green, blue, seen = 0.0, 0.0, 0.0, 0
            last, lit, lit_depth = -1, -1, 0.0
            r, g, b = 0.0, 0.0, 0.0
            lr, lg, lb, sr, sg, sb = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
            for k in range(4):
                y, x = 2 * row + k // 2, 2 * column + k % 2
                deep = depth[y, x]
                if deep == np.inf:
                    continue
                seen += 1
                f, wa, wb = face[y, x], weights[y, x, 0], weights[y, x, 1]
                pixel_m = (deep if lens[3] > 0.0 else 1.0) / lens[0]
                if not _on_one_plane(flat, f, lit, deep - lit_depth, pixel_m):
                    turn = 4 * (y % 4) + x % 4
                    lr, lg, lb, sr, sg, sb = _light(
                        f, wa, wb, open_sky[row, column], turn, vertices, faces, groups, normals, flat,
                        eye, axes, lens, lamps, taps, highest, grid, softness,
                    )  # fmt: skip
                    lit, lit_depth = f, deep
                part = paint_part[f]
                if f != last or texture[part] >= 0:  # only textures change within a face and pixel
                    last = f
                    r, g, b = _colour(
                        f, part, wa, wb, density[f] * pixel_m, faces, base_rgb, coloured[part], vertex_rgb,
                        texture[part], uv, layout, levels, sharp, table, decoded,
                    )  # fmt: skip
                red, green, blue = red + r * lr + sr, green + g * lg + sg, blue + b * lb + sb
            share = seen / 4.0
            if seen > 0:
                red, green, blue = _exposed(red / seen), _exposed(green / seen), _exposed(blue / seen)
            if seen < 4:
                dark = _floor_shadow(eye, axes, lens, grid, floor, column + 0.5, row + 0.5)
                red = share * red + (1.0 - share) * backdrop[row, column, 0] * (1.0 - dark)
                green = share * green + (1.0 - share) * backdrop[row, column, 1] * (1.0 - dark * 0.98)
                blue = share * blue + (1.0 - share) * backdrop[row, column, 2] * (1.0 - dark * 0.95)
            picture[row, column, 0], picture[row, column, 1], picture[row, column, 2] = red, green, blue


@compiled
def _on_one_plane(flat, f, lit, apart, pixel_m):
    if f == lit:
        return True
    if lit < 0 or abs(apart) > 4.0 * pixel_m:
        return False
    return flat[f, 0] * flat[lit, 0] + flat[f, 1] * flat[lit, 1] + flat[f, 2] * flat[lit, 2] > 0.97


@compiled
def _colour(
    f, part, wa, wb, texels, faces, base_rgb, coloured, vertex_rgb,
    texture, uv, layout, levels, sharp, table, decoded,
):  # fmt: skip
    """Linear colour of the material at a fragment, a pixel of which is ``texels`` wide on the first level."""
    a, b, c = faces[f, 0], faces[f, 1], faces[f, 2]
    wc = 1.0 - wa - wb
    red, green, blue = base_rgb[part, 0], base_rgb[part, 1], base_rgb[part, 2]
    if coloured:
        red *= wa * vertex_rgb[a, 0] + wb * vertex_rgb[b, 0] + wc * vertex_rgb[c, 0]
        green *= wa * vertex_rgb[a, 1] + wb * vertex_rgb[b, 1] + wc * vertex_rgb[c, 1]
        blue *= wa * vertex_rgb[a, 2] + wb * vertex_rgb[b, 2] + wc * vertex_rgb[c, 2]
    if texture < 0:
        return red, green, blue
    u = wa * uv[a, 0] + wb * uv[b, 0] + wc * uv[c, 0]
    v = wa * uv[a, 1] + wb * uv[b, 1] + wc * uv[c, 1]
    level = 0
    while texels > 1.4 and level + 1 < levels[texture]:
        texels *= 0.5
        level += 1
    start, width, height = layout[texture, level, 0], layout[texture, level, 1], layout[texture, level, 2]
    nearest = sharp[texture] and level == 0 and texels < 0.7
    tr, tg, tb = _texel(table, start, width, height, u, v, nearest, decoded)
    return red * tr, green * tg, blue * tb


@compiled
def _texel(table, start, width, height, u, v, nearest, decoded):
    x, y = (u - np.floor(u)) * width, (v - np.floor(v)) * height
    if not nearest:
        x, y = x - 0.5, y - 0.5
    column, row = np.int64(np.floor(x)), np.int64(np.floor(y))
    share_x, share_y = x - column, y - row
    red, green, blue = 0.0, 0.0, 0.0
    for k in range(1 if nearest else 4):
        across, down = k % 2, k // 2
        weight = 1.0
        if not nearest:
            weight = (share_x if across else 1.0 - share_x) * (share_y if down else 1.0 - share_y)
        texel = start + (row + down) % height * width + (column + across) % width
        red += weight * decoded[table[texel, 0]]
        green += weight * decoded[table[texel, 1]]
        blue += weight * decoded[table[texel, 2]]
    return red, green, blue


@compiled
def _light(
    f, wa, wb, sky, turn, vertices, faces, groups, normals, flat,
    eye, axes, lens, lamps, taps, highest, grid, softness,
):  # fmt: skip
    """What a fragment sends to the eye: the factors of its colour, and the highlights added to it."""
    a, b, c = faces[f, 0], faces[f, 1], faces[f, 2]
    ga, gb, gc = groups[f, 0], groups[f, 1], groups[f, 2]
    wc = 1.0 - wa - wb
    px = wa * vertices[a, 0] + wb * vertices[b, 0] + wc * vertices[c, 0]
    py = wa * vertices[a, 1] + wb * vertices[b, 1] + wc * vertices[c, 1]
    pz = wa * vertices[a, 2] + wb * vertices[b, 2] + wc * vertices[c, 2]
    vx, vy, vz = axes[0, 2], axes[1, 2], axes[2, 2]
    if lens[3] > 0.0:
        vx, vy, vz = _unit(eye[0] - px, eye[1] - py, eye[2] - pz)
    nx, ny, nz = _unit(
        wa * normals[ga, 0] + wb * normals[gb, 0] + wc * normals[gc, 0],
        wa * normals[ga, 1] + wb * normals[gb, 1] + wc * normals[gc, 1],
        wa * normals[ga, 2] + wb * normals[gb, 2] + wc * normals[gc, 2],
    )
    fx, fy, fz = flat[f, 0], flat[f, 1], flat[f, 2]
    if fx * vx + fy * vy + fz * vz < 0.0:
        nx, ny, nz, fx, fy, fz = -nx, -ny, -nz, -fx, -fy, -fz
    facing = max(nx * vx + ny * vy + nz * vz, 0.0)
    towards = nx * lamps[0, 0] + ny * lamps[0, 1] + nz * lamps[0, 2]
    lit = 0.0
    if towards > -0.25:
        lit = ((towards + 0.25) / 1.25) * _unshadowed(px, py, pz, fx, fy, fz, taps[turn], highest, grid, softness)
    fill = max(nx * lamps[1, 0] + ny * lamps[1, 1] + nz * lamps[1, 2], 0.0)
    up = 0.5 + 0.5 * ny
    hx, hy, hz = _unit(lamps[0, 0] + vx, lamps[0, 1] + vy, lamps[0, 2] + vz)
    gloss = max(nx * hx + ny * hy + nz * hz, 0.0) ** 2
    shine = 0.10 * (gloss * gloss) ** 2 * (gloss * gloss * gloss) ** 3 * lit  # to the power of 26
    behind = max(nx * lamps[2, 0] + ny * lamps[2, 1] + nz * lamps[2, 2], 0.0)
    rim = (1.0 - facing) ** 3 * (0.10 + 0.75 * behind) * sky
    ambient = sky * (0.30 + 0.70 * sky)  # darker than one bounce would leave it, for depth
    return (
        0.95 * lit + ambient * (0.23 + 0.27 * up) + 0.13 * fill,
        0.92 * lit + ambient * (0.22 + 0.29 * up) + 0.14 * fill,
        0.86 * lit + ambient * (0.22 + 0.33 * up) + 0.16 * fill,
        shine + 0.20 * rim,
        shine + 0.21 * rim,
        shine + 0.22 * rim,
    )


@compiled
def _exposed(light):
    """Bright light bends towards white instead of being cut, so that white models keep their shape."""
    return light if light < 0.5 else 1.0 - 0.5 * np.exp(-(light - 0.5) / 0.5)


@compiled
def _unit(x, y, z):
    length = np.sqrt(x * x + y * y + z * z)
    if length == 0.0:
        return 0.0, 1.0, 0.0
    return x / length, y / length, z / length


@compiled
def _unshadowed(px, py, pz, fx, fy, fz, taps, highest, grid, softness):
    """Share of the key light that reaches a point of a face, over a disc of taps.

    Each tap is compared with the height at which the light meets the plane of the face there: a face never shadows
    itself. With ``s`` the shift of the maps per metre of height, that height changes by
    ``-(f_x, f_z) / (f . (s_x, 1, s_z))`` per metre over the map.
    """
    away = 0.5 / grid[2] + 0.2 * softness
    px, py, pz = px + fx * away, py + fy * away, pz + fz * away
    height = py - grid[5]
    x = (px - height * grid[3] - grid[0]) * grid[2]
    z = (pz - height * grid[4] - grid[1]) * grid[2]
    steep = max(fx * grid[3] + fy + fz * grid[4], 0.15)
    tilt_x, tilt_z = -fx / steep / grid[2], -fz / steep / grid[2]
    radius = softness * grid[2]
    slack = 0.5 / grid[2] + 0.25 * softness
    lit = 0
    for k in range(len(taps)):
        column = min(max(np.int64(x + taps[k, 0] * radius), 0), highest.shape[1] - 1)
        row = min(max(np.int64(z + taps[k, 1] * radius), 0), highest.shape[0] - 1)
        plane = height + (column + 0.5 - x) * tilt_x + (row + 0.5 - z) * tilt_z
        if highest[row, column] <= plane + slack:
            lit += 1
    return lit / len(taps)


@compiled
def _floor_shadow(eye, axes, lens, grid, floor, x, y):
    """Share of light missing where the ray of a pixel meets the floor; 0 above the horizon."""
    right, up = (x - lens[1]) / lens[0], -(y - lens[2]) / lens[0]
    ox, oy, oz = eye[0], eye[1], eye[2]
    if lens[3] > 0.0:
        dx = axes[0, 0] * right + axes[0, 1] * up - axes[0, 2]
        dy = axes[1, 0] * right + axes[1, 1] * up - axes[1, 2]
        dz = axes[2, 0] * right + axes[2, 1] * up - axes[2, 2]
    else:
        ox, oy, oz = (
            ox + axes[0, 0] * right + axes[0, 1] * up,
            oy + axes[1, 0] * right + axes[1, 1] * up,
            oz + axes[2, 0] * right + axes[2, 1] * up,
        )
        dx, dy, dz = -axes[0, 2], -axes[1, 2], -axes[2, 2]
    if dy > -1e-6 or oy <= grid[5]:
        return 0.0
    far = (grid[5] - oy) / dy
    scale = grid[2] * 0.5  # the floor's map is half as fine
    column = (ox + dx * far - grid[0]) * scale - 0.5
    row = (oz + dz * far - grid[1]) * scale - 0.5
    last_row, last_column = floor.shape[0] - 1, floor.shape[1] - 1
    if not (0.0 <= column < last_column and 0.0 <= row < last_row):
        return 0.0
    i, j = np.int64(row), np.int64(column)
    s, t = row - i, column - j
    upper = floor[i, j] * (1.0 - t) + floor[i, j + 1] * t
    lower = floor[i + 1, j] * (1.0 - t) + floor[i + 1, j + 1] * t
    return upper * (1.0 - s) + lower * s


@compiled
def encoded(picture, table, out):
    """Linear light to sRGB bytes."""
    last = len(table) - 1
    for row in range(picture.shape[0]):
        for column in range(picture.shape[1]):
            for k in range(3):
                light = min(max(picture[row, column, k], 0.0), 1.0)
                out[row, column, k] = table[np.int64(light * last + 0.5)]
