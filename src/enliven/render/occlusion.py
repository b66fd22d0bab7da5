"""Creases and hollows that light hardly reaches, told from the depths of a picture.

Source: McGuire et al. 2011, "The Alchemy screen-space ambient obscurance algorithm".
"""

import numpy as np

from enliven.core.jit import compiled


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
            length = np.sqrt(gx * gx + gy * gy + 1.0)
            nx, ny, nz = gx / length, gy / length, 1.0 / length
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
