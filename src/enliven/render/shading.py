"""Fragments to light: colours, a studio's lights, soft shadows and creases that light hardly reaches.

Everything is computed in linear light and encoded as sRGB at the very end. Sources: Blinn 1977 (highlights); McGuire et
al. 2011, "The Alchemy screen-space ambient obscurance algorithm"; Reeves et al. 1987 (soft shadow maps).
"""

from typing import NamedTuple

import numpy as np

from enliven.core.jit import compiled

DECODED = np.where(
    np.arange(256) <= 10, np.arange(256) / 255.0 / 12.92, ((np.arange(256) / 255.0 + 0.055) / 1.055) ** 2.4
).astype(np.float32)
"""Linear light of the 256 sRGB values."""


class Lights(NamedTuple):
    """Where things stand; arrays only, as compiled loops want them."""

    eye: np.ndarray  # float64 [3]
    axes: np.ndarray  # float64 [3 3]: columns right, up, backward of the camera
    lens: np.ndarray  # float64 [4]: focal length in pixels of the finished picture, its middle x and y, 1 for a pinhole
    to_key: np.ndarray  # float64 [3]
    to_fill: np.ndarray  # float64 [3]
    to_rim: np.ndarray  # float64 [3]
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
def shade(vertices, faces, groups, normals, paint, textures, lights, frame, backdrop, picture):
    """Fill ``picture`` float32 [height width 3] with linear light, from 2 x 2 samples a pixel."""
    for row in range(picture.shape[0]):
        for column in range(picture.shape[1]):
            red, green, blue = 0.0, 0.0, 0.0
            last, r, g, b = -1, 0.0, 0.0, 0.0
            for k in range(4):
                y, x = 2 * row + k // 2, 2 * column + k % 2
                seen = frame.face[y, x] if frame.depth[y, x] < np.inf else -2
                if seen != last:  # samples of one face in one pixel differ too little to count
                    last = seen
                    if seen < 0:
                        dark = _floor_shadow(lights, frame, column + 0.5, row + 0.5)
                        r = backdrop[row, column, 0] * (1.0 - dark)
                        g = backdrop[row, column, 1] * (1.0 - dark * 0.98)
                        b = backdrop[row, column, 2] * (1.0 - dark * 0.95)
                    else:
                        wa, wb = frame.weights[y, x, 0], frame.weights[y, x, 1]
                        deep = frame.depth[y, x]
                        sky = frame.open_sky[row, column]
                        r, g, b = _colour(seen, wa, wb, deep, faces, vertices, paint, textures, lights)
                        r, g, b = _lit(
                            seen,
                            wa,
                            wb,
                            sky,
                            r,
                            g,
                            b,
                            4 * (y % 4) + x % 4,
                            vertices,
                            faces,
                            groups,
                            normals,
                            lights,
                            frame,
                        )
                red, green, blue = red + r, green + g, blue + b
            picture[row, column, 0] = red / 4.0
            picture[row, column, 1] = green / 4.0
            picture[row, column, 2] = blue / 4.0


@compiled
def _colour(f, wa, wb, deep, faces, vertices, paint, textures, lights):
    """Linear colour of the material at a fragment."""
    part = paint.part[f]
    a, b, c = faces[f, 0], faces[f, 1], faces[f, 2]
    wc = 1.0 - wa - wb
    red, green, blue = paint.base_rgb[part, 0], paint.base_rgb[part, 1], paint.base_rgb[part, 2]
    if paint.coloured[part]:
        red *= wa * paint.vertex_rgb[a, 0] + wb * paint.vertex_rgb[b, 0] + wc * paint.vertex_rgb[c, 0]
        green *= wa * paint.vertex_rgb[a, 1] + wb * paint.vertex_rgb[b, 1] + wc * paint.vertex_rgb[c, 1]
        blue *= wa * paint.vertex_rgb[a, 2] + wb * paint.vertex_rgb[b, 2] + wc * paint.vertex_rgb[c, 2]
    texture = paint.texture[part]
    if texture >= 0:
        u = wa * paint.uv[a, 0] + wb * paint.uv[b, 0] + wc * paint.uv[c, 0]
        v = wa * paint.uv[a, 1] + wb * paint.uv[b, 1] + wc * paint.uv[c, 1]
        pixel_m = (deep if lights.lens[3] > 0.0 else 1.0) / lights.lens[0]
        texels = paint.density[f] * pixel_m  # side of a pixel in texels of the first level
        level = 0
        while texels > 1.4 and level + 1 < textures.levels[texture]:
            texels *= 0.5
            level += 1
        sharp = textures.sharp[texture] and level == 0 and texels < 0.7
        tr, tg, tb = _texel(textures, texture, level, u, v, sharp, lights.decoded)
        red, green, blue = red * tr, green * tg, blue * tb
    return red, green, blue


@compiled
def _texel(textures, texture, level, u, v, sharp, decoded):
    start, width, height = (
        textures.layout[texture, level, 0],
        textures.layout[texture, level, 1],
        textures.layout[texture, level, 2],
    )
    x, y = (u - np.floor(u)) * width, (v - np.floor(v)) * height
    if not sharp:
        x, y = x - 0.5, y - 0.5
    column, row = np.int64(np.floor(x)), np.int64(np.floor(y))
    share_x, share_y = x - column, y - row
    red, green, blue = 0.0, 0.0, 0.0
    for k in range(1 if sharp else 4):
        across, down = k % 2, k // 2
        weight = 1.0
        if not sharp:
            weight = (share_x if across else 1.0 - share_x) * (share_y if down else 1.0 - share_y)
        texel = start + (row + down) % height * width + (column + across) % width
        red += weight * decoded[textures.texels[texel, 0]]
        green += weight * decoded[textures.texels[texel, 1]]
        blue += weight * decoded[textures.texels[texel, 2]]
    return red, green, blue


@compiled
def _lit(f, wa, wb, sky, red, green, blue, turn, vertices, faces, groups, normals, lights, frame):
    """Light that a fragment of the given colour sends to the eye."""
    a, b, c = faces[f, 0], faces[f, 1], faces[f, 2]
    ga, gb, gc = groups[f, 0], groups[f, 1], groups[f, 2]
    wc = 1.0 - wa - wb
    px = wa * vertices[a, 0] + wb * vertices[b, 0] + wc * vertices[c, 0]
    py = wa * vertices[a, 1] + wb * vertices[b, 1] + wc * vertices[c, 1]
    pz = wa * vertices[a, 2] + wb * vertices[b, 2] + wc * vertices[c, 2]
    vx, vy, vz = lights.axes[0, 2], lights.axes[1, 2], lights.axes[2, 2]
    if lights.lens[3] > 0.0:
        vx, vy, vz = _unit(lights.eye[0] - px, lights.eye[1] - py, lights.eye[2] - pz)
    nx, ny, nz = _unit(
        wa * normals[ga, 0] + wb * normals[gb, 0] + wc * normals[gc, 0],
        wa * normals[ga, 1] + wb * normals[gb, 1] + wc * normals[gc, 1],
        wa * normals[ga, 2] + wb * normals[gb, 2] + wc * normals[gc, 2],
    )
    fx, fy, fz = _face_normal(vertices, a, b, c)
    if fx * vx + fy * vy + fz * vz < 0.0:
        nx, ny, nz, fx, fy, fz = -nx, -ny, -nz, -fx, -fy, -fz
    facing = max(nx * vx + ny * vy + nz * vz, 0.0)
    key = lights.to_key
    towards = nx * key[0] + ny * key[1] + nz * key[2]
    lit = 0.0
    if towards > -0.25:
        lit = ((towards + 0.25) / 1.25) * _unshadowed(px, py, pz, fx, fy, fz, turn, lights, frame)
    fill = max(nx * lights.to_fill[0] + ny * lights.to_fill[1] + nz * lights.to_fill[2], 0.0)
    up = 0.5 + 0.5 * ny
    hx, hy, hz = _unit(key[0] + vx, key[1] + vy, key[2] + vz)
    gloss = max(nx * hx + ny * hy + nz * hz, 0.0) ** 2
    shine = 0.10 * (gloss * gloss) ** 2 * (gloss * gloss * gloss) ** 3 * lit  # to the power of 26
    behind = max(nx * lights.to_rim[0] + ny * lights.to_rim[1] + nz * lights.to_rim[2], 0.0)
    rim = (1.0 - facing) ** 3 * (0.10 + 0.75 * behind) * sky
    ambient = sky * (0.30 + 0.70 * sky)  # darker than one bounce would leave it, for depth
    return (
        _exposed(red * (0.95 * lit + ambient * (0.23 + 0.27 * up) + 0.13 * fill) + shine + 0.20 * rim),
        _exposed(green * (0.92 * lit + ambient * (0.22 + 0.29 * up) + 0.14 * fill) + shine + 0.21 * rim),
        _exposed(blue * (0.86 * lit + ambient * (0.22 + 0.33 * up) + 0.16 * fill) + shine + 0.22 * rim),
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
def _face_normal(vertices, a, b, c):
    ux, uy, uz = vertices[b, 0] - vertices[a, 0], vertices[b, 1] - vertices[a, 1], vertices[b, 2] - vertices[a, 2]
    wx, wy, wz = vertices[c, 0] - vertices[a, 0], vertices[c, 1] - vertices[a, 1], vertices[c, 2] - vertices[a, 2]
    return _unit(uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx)


@compiled
def _unshadowed(px, py, pz, fx, fy, fz, turn, lights, frame):
    """Share of the key light that reaches a point of a face, over a disc of taps.

    Each tap is compared with the height at which the light meets the plane of the face there: a face never shadows
    itself. With ``s`` the shift of the maps per metre of height, that height changes by
    ``-(f_x, f_z) / (f . (s_x, 1, s_z))`` per metre over the map.
    """
    grid, highest = frame.grid, frame.highest
    away = 0.5 / grid[2] + 0.2 * frame.softness
    px, py, pz = px + fx * away, py + fy * away, pz + fz * away
    height = py - grid[5]
    x = (px - height * grid[3] - grid[0]) * grid[2]
    z = (pz - height * grid[4] - grid[1]) * grid[2]
    steep = max(fx * grid[3] + fy + fz * grid[4], 0.15)
    tilt_x, tilt_z = -fx / steep / grid[2], -fz / steep / grid[2]
    radius = frame.softness * grid[2]
    slack = 0.5 / grid[2] + 0.25 * frame.softness
    lit = 0
    taps = lights.taps.shape[1]
    for k in range(taps):
        column = min(max(np.int64(x + lights.taps[turn, k, 0] * radius), 0), highest.shape[1] - 1)
        row = min(max(np.int64(z + lights.taps[turn, k, 1] * radius), 0), highest.shape[0] - 1)
        plane = height + (column + 0.5 - x) * tilt_x + (row + 0.5 - z) * tilt_z
        if highest[row, column] <= plane + slack:
            lit += 1
    return lit / taps


@compiled
def _floor_shadow(lights, frame, x, y):
    """Share of light missing where the ray of a pixel meets the floor; 0 above the horizon."""
    axes, grid = lights.axes, frame.grid
    right, up = (x - lights.lens[1]) / lights.lens[0], -(y - lights.lens[2]) / lights.lens[0]
    ox, oy, oz = lights.eye[0], lights.eye[1], lights.eye[2]
    if lights.lens[3] > 0.0:
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
    last_row, last_column = frame.floor.shape[0] - 1, frame.floor.shape[1] - 1
    if not (0.0 <= column < last_column and 0.0 <= row < last_row):
        return 0.0
    i, j = np.int64(row), np.int64(column)
    s, t = row - i, column - j
    upper = frame.floor[i, j] * (1.0 - t) + frame.floor[i, j + 1] * t
    lower = frame.floor[i + 1, j] * (1.0 - t) + frame.floor[i + 1, j + 1] * t
    return upper * (1.0 - s) + lower * s


@compiled
def open_sky(depth, focal, pinhole, reach_m, taps, out):
    """How open the surroundings are: ``out`` float32 [height width] from depths twice as fine; 1 is wholly open."""
    height, width = out.shape
    for row in range(height):
        for column in range(width):
            out[row, column] = 1.0
            deep = depth[2 * row, 2 * column]
            if deep == np.inf:
                continue
            pixel = (deep if pinhole else 1.0) / focal  # metres
            gx = _slope(depth, row, column, 0, 1, deep) / pixel
            gy = _slope(depth, row, column, 1, 0, deep) / pixel
            # Normal of the surface in the axes right, down, towards the eye.
            nx, ny, nz = _unit(gx, gy, 1.0)
            turn = row % 4 * 4 + column % 4
            reach = min(max(reach_m / pixel, 2.0), width * 0.2)
            hidden = 0.0
            for k in range(taps.shape[1]):
                dx, dy = np.int64(np.rint(taps[turn, k, 0] * reach)), np.int64(np.rint(taps[turn, k, 1] * reach))
                y, x = row + dy, column + dx
                if (dx == 0 and dy == 0) or y < 0 or x < 0 or y >= height or x >= width:
                    continue
                other = depth[2 * y, 2 * x]
                if other == np.inf:
                    continue
                vx, vy, vz = dx * pixel, dy * pixel, deep - other
                squared = vx * vx + vy * vy + vz * vz
                above = vx * nx + vy * ny + vz * nz - 0.02 * reach_m
                if above > 0.0 and squared < reach_m * reach_m * 4.0:
                    hidden += above / (squared + 0.01 * reach_m * reach_m)
            out[row, column] = max(0.0, 1.0 - 1.1 * hidden * reach_m / taps.shape[1])


@compiled
def _slope(depth, row, column, down, across, deep):
    """Change of depth a pixel along one axis, towards the smoother side."""
    best = 0.0
    found = False
    for sign in (-1, 1):
        y, x = 2 * (row + sign * down), 2 * (column + sign * across)
        if 0 <= y < depth.shape[0] and 0 <= x < depth.shape[1] and depth[y, x] < np.inf:
            change = (depth[y, x] - deep) * sign
            if not found or abs(change) < abs(best):
                best = change
                found = True
    return best


@compiled
def smoothed_sky(sky, depth, reach_m, out):
    """Mean over 4 x 4 pixels of about the same depth: removes the pattern of the taps."""
    height, width = sky.shape
    for row in range(height):
        for column in range(width):
            deep = depth[2 * row, 2 * column]
            out[row, column] = 1.0
            if deep == np.inf:
                # a pixel at the edge may show the model in other samples
                continue
            total, count = 0.0, 0
            for y in range(max(row - 2, 0), min(row + 2, height)):
                for x in range(max(column - 2, 0), min(column + 2, width)):
                    if abs(depth[2 * y, 2 * x] - deep) < 0.5 * reach_m:
                        total += sky[y, x]
                        count += 1
            out[row, column] = total / count if count > 0 else sky[row, column]


@compiled
def encoded(picture, table, out):
    """Linear light to sRGB bytes."""
    last = len(table) - 1
    for row in range(picture.shape[0]):
        for column in range(picture.shape[1]):
            for k in range(3):
                light = min(max(picture[row, column, k], 0.0), 1.0)
                out[row, column, k] = table[np.int64(light * last + 0.5)]
