"""Make the picture of the README: six samples, each animated by the program, side by side in one animated WebP."""

import sys
import tempfile
from pathlib import Path

import numpy as np

from enliven.apps.library import animate
from enliven.creatures.files import creature_glb
from enliven.io.write import write_whole
from enliven.render.encoders import webp_bytes
from enliven.render.preview import PreviewOptions, drawn_frames, moving

TILE_PX, FPS, SECONDS, COLUMNS = 240, 15.0, 2.0, 3
CAST = (
    ("dragon", "flies, flapping its wings", 0),
    ("quadruped", "walks", 0),
    ("biped", "walks", 0),
    ("dinosaur", "roars", 0),
    ("fish", "swims", 0),
    ("bird", "flies", 0),
)


def tile(folder: Path, kind: str, prompt: str, seed: int) -> np.ndarray:
    """Frames of one sample, ``[frames height width 3]``."""
    source = folder / f"{kind}.glb"
    source.write_bytes(creature_glb(kind, seed=seed, rigged=False))
    result = animate(source, prompt, seconds=SECONDS, loop=True, seed=seed).result
    times_s = np.arange(round(SECONDS * FPS)) / FPS
    return np.stack(drawn_frames(moving(result), times_s, PreviewOptions(size=TILE_PX)))


def main(target: Path) -> None:
    """Draw and write the picture."""
    with tempfile.TemporaryDirectory() as folder:
        tiles = [tile(Path(folder), *role) for role in CAST]
    rows = [np.concatenate(tiles[k : k + COLUMNS], axis=2) for k in range(0, len(tiles), COLUMNS)]
    frames = np.concatenate(rows, axis=1)
    print(f"{target}  {write_whole(target, webp_bytes(list(frames), FPS)) / 1e6:.2f} MB")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
