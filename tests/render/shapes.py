"""Small parts for the tests of this folder."""

import io

import numpy as np
from PIL import Image

from enliven.core.mesh import Mesh
from enliven.core.scene import Appearance, Part

_QUADS = "013 032 467 475 045 051 237 276 026 064 157 173"
BOX_FACES = np.array([[int(corner) for corner in face] for face in _QUADS.split()])


def box(size=(1.0, 1.0, 1.0), middle=(0.0, 0.0, 0.0), **appearance) -> Part:
    corners = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
    vertices = corners * np.array(size) + np.array(middle)
    return Part("box", Mesh(vertices, BOX_FACES), Appearance(**appearance), node=0)


def ball(rows: int = 12, radius: float = 0.5, **appearance) -> Part:
    tilt = np.linspace(0.0, np.pi, rows + 1)[:, None]
    turn = np.linspace(0.0, 2.0 * np.pi, 2 * rows + 1)[None]
    place = [np.sin(tilt) * np.sin(turn), np.cos(tilt) + 0.0 * turn, np.sin(tilt) * np.cos(turn)]
    vertices = radius * np.stack(place, axis=-1).reshape(-1, 3)
    corner = (np.arange(rows)[:, None] * (2 * rows + 1) + np.arange(2 * rows)[None]).ravel()
    below = corner + 2 * rows + 1
    faces = np.concatenate(
        [np.stack([corner, below, corner + 1], axis=1), np.stack([corner + 1, below, below + 1], axis=1)]
    )
    return Part("ball", Mesh(vertices, faces), Appearance(**appearance), node=0)


def wall(image: bytes | None, **appearance) -> Part:
    """A square of one metre that faces +Z, textured from corner to corner."""
    vertices = np.array([[-0.5, 0.5, 0.0], [0.5, 0.5, 0.0], [0.5, -0.5, 0.0], [-0.5, -0.5, 0.0]])
    uv = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    look = Appearance(name="paint", image=image, uv=uv, base_rgba=(1.0, 1.0, 1.0, 1.0), **appearance)
    return Part("wall", Mesh(vertices, np.array([[0, 2, 1], [0, 3, 2]])), look, node=0)


def png(pixels: np.ndarray, kind: str = "PNG") -> bytes:
    target = io.BytesIO()
    Image.fromarray(pixels).save(target, format=kind)
    return target.getvalue()
