"""What sticks out of a body, in the body's own axes: a middle line for every limb, and which limbs are pairs."""

from dataclasses import dataclass, replace

import numpy as np
from jaxtyping import Float, Int

from enliven.geometry.nearest import nearest
from enliven.geometry.rigging.cell_graph import CellGraph, cell_graph, distances_from, middle_paths, path_to
from enliven.geometry.rigging.segments import Segment, segments_of
from enliven.geometry.rigging.volume import Volume, depths_of

_LEAST_LENGTH = 0.05  # of the body's size
_LEAST_ELONGATION = 0.85


@dataclass(frozen=True, slots=True, eq=False)
class Limb:
    """One limb: its middle line from the centre of the body to the tip, free of the trunk from ``free`` on.

    ``side`` is +1 left, -1 right, 0 in the middle; ``flat`` is thickness over breadth about the middle line (1 round,
    near 0 a sheet); ``radius`` is half its thickness near the trunk, metres; ``partner`` the limb that mirrors it.
    """

    path: Float[np.ndarray, "steps 3"]
    free: int
    side: int
    flat: float
    radius: float
    cells: Int[np.ndarray, " cells"]
    partner: int | None = None

    @property
    def tip(self) -> Float[np.ndarray, " 3"]:
        """The far end."""
        return self.path[-1]

    @property
    def base(self) -> Float[np.ndarray, " 3"]:
        """Where the limb leaves the trunk."""
        return self.path[self.free]

    @property
    def length(self) -> float:
        """Length of the free part along its middle line, metres."""
        return float(np.linalg.norm(np.diff(self.path[self.free :], axis=0), axis=1).sum())

    @property
    def direction(self) -> Float[np.ndarray, " 3"]:
        """From base to tip, of unit length (zero for a limb without length)."""
        along = self.tip - self.base
        return along / max(float(np.linalg.norm(along)), 1e-12)


@dataclass(frozen=True, slots=True, eq=False)
class Anatomy:
    """A body taken apart.

    ``depths`` tells how far inside the body each cell lies; ``size`` is the diagonal of the main body's box;
    ``before`` leads from any cell towards the centre.
    """

    volume: Volume
    graph: CellGraph
    body: Int[np.ndarray, " body_cells"]  # the cells that hang together
    depths: Float[np.ndarray, " cells"]
    before: Int[np.ndarray, " cells"]
    centre: Float[np.ndarray, " 3"]
    size: float
    limbs: tuple[Limb, ...]
    symmetric: bool

    @property
    def ground(self) -> float:
        """Height of the lowest cell of the main body."""
        return float(self.volume.centres[self.body, 1].min())

    @property
    def height(self) -> float:
        """Height of the main body above its ground."""
        return float(np.ptp(self.volume.centres[self.body, 1]))

    def depth_at(self, point: Float[np.ndarray, " 3"]) -> float:
        """How far inside the body a point lies; 0 outside."""
        place = np.floor((point - self.volume.origin) / self.volume.pitch).astype(np.int64)
        if (place < 0).any() or (place >= self.volume.index.shape).any():
            return 0.0
        cell = int(self.volume.index[place[0], place[1], place[2]])
        return float(self.depths[cell]) if cell < len(self.volume) else 0.0

    def middle_line(self, cell: int) -> Float[np.ndarray, "steps 3"]:
        """The smoothed way from the centre of the body to a cell, along the middle of the body."""
        return _smooth(self.volume.centres[path_to(self.before, cell)])


def anatomy_of(volume: Volume, *, symmetric: bool) -> Anatomy:
    """Find the limbs of a solid that stands in the axes of its body (mirror plane at x = 0).

    Args:
        volume: the solid.
        symmetric: whether it equals its mirror image.

    Returns:
        The body with its limbs, largest first; pairs know each other.
    """
    box = np.linalg.norm(np.ptp(volume.centres, axis=0))
    graph = cell_graph(volume, widest_gap=0.1 * float(box))
    depths = depths_of(volume)
    starts = _centre_cells(volume, graph, depths, symmetric=symmetric)
    distances = distances_from(graph, starts)
    body = np.flatnonzero(np.isfinite(distances))
    size = float(np.linalg.norm(np.ptp(volume.centres[body], axis=0) + volume.pitch))
    before = middle_paths(graph, depths, starts)
    segments = segments_of(
        volume, graph, distances, least_length=_LEAST_LENGTH * size, least_elongation=_LEAST_ELONGATION
    )
    centre = volume.centres[starts].mean(axis=0)
    found = Anatomy(volume, graph, body, depths, before, centre, size, (), symmetric)
    limbs = [_limb(found, segments[top], cells, side) for top, cells, side in _tops(volume, segments)]
    limbs.sort(key=lambda limb: (-round(limb.length / volume.pitch), -limb.side))
    return replace(found, limbs=tuple(_paired(limbs, size)))


def _centre_cells(volume: Volume, graph: CellGraph, depths: np.ndarray, *, symmetric: bool) -> np.ndarray:
    """The deepest cell near the middle of the largest piece, with its mirror image where the body is symmetric."""
    main = graph.pieces == 0
    middle = volume.centres[main].mean(axis=0)
    middle[0] = 0.0 if symmetric else middle[0]
    worth = depths - 0.6 * np.linalg.norm(volume.centres - middle, axis=1)
    worth[~main] = -np.inf
    best = int(worth.argmax())
    if not symmetric:
        return np.array([best])
    x, y, z = volume.cells[best]
    twin = volume.index[volume.index.shape[0] - 1 - x, y, z]
    return np.unique(np.array([best, twin if twin < len(volume) else best]))


def _tops(volume: Volume, segments: tuple[Segment, ...]) -> list[tuple[int, np.ndarray, int]]:
    """Segments that are limbs as a whole (a hand goes with its fingers), with all their cells and their side."""
    children: list[list[int]] = [[] for _ in segments]
    for number, segment in enumerate(segments):
        if segment.parent is not None:
            children[segment.parent].append(number)

    def everything(number: int) -> np.ndarray:
        return np.concatenate([segments[number].cells] + [everything(child) for child in children[number]])

    tops = []
    waiting = [number for number, segment in enumerate(segments) if segment.parent is None and not segment.leaf]
    while waiting:
        number = waiting.pop()
        for child in children[number]:
            cells = everything(child)
            side = _side(volume, cells)
            if side != 0 or segments[child].leaf:
                tops.append((child, cells, side))
            else:
                waiting.append(child)
    return tops


def _side(volume: Volume, cells: np.ndarray) -> int:
    x = volume.centres[cells, 0]
    for side in (1, -1):
        if (side * x < volume.pitch).mean() < 0.04:
            return side
    return 0


def _limb(anatomy: Anatomy, segment: Segment, cells: np.ndarray, side: int) -> Limb:
    volume = anatomy.volume
    steps = path_to(anatomy.before, segment.tip)
    outside = np.flatnonzero(~np.isin(steps, cells))
    free = int(min(outside[-1] + 1, len(steps) - 1)) if len(outside) else 0
    path = _smooth(volume.centres[steps])
    near = steps[free : free + max(2, (len(steps) - free) // 3)]
    return Limb(
        path=path,
        free=free,
        side=side,
        flat=_flatness(volume.centres[cells], path[free:], volume.pitch),
        radius=float(np.median(anatomy.depths[near])),
        cells=cells,
    )


def _flatness(points: np.ndarray, line: np.ndarray, pitch: float) -> float:
    """Thickness over breadth of points about a line."""
    _, station = nearest(line, points)
    off = points - line[station]
    spread = np.sqrt(np.maximum(np.linalg.eigvalsh(off.T @ off / len(off)), 0.0))
    return float((spread[1] + 0.3 * pitch) / (spread[2] + 0.3 * pitch))


def _smooth(points: np.ndarray, rounds: int = 6) -> np.ndarray:
    line = np.array(points)
    for _ in range(rounds):
        line[1:-1] = 0.25 * line[:-2] + 0.5 * line[1:-1] + 0.25 * line[2:]
    return line


def _paired(limbs: list[Limb], size: float) -> list[Limb]:
    """Tell limbs of the left which limb of the right mirrors them: nearest tips and bases first."""
    flip = np.array([-1.0, 1.0, 1.0])
    costs = []
    for a, left in enumerate(limbs):
        for b, right in enumerate(limbs):
            if left.side > 0 > right.side:
                apart = np.linalg.norm(left.tip - right.tip * flip) + np.linalg.norm(left.base - right.base * flip)
                if apart < max(0.5 * min(left.length, right.length), 0.06 * size):
                    costs.append((float(apart), a, b))
    paired: dict[int, int] = {}
    for _, a, b in sorted(costs):
        if a not in paired and b not in paired:
            paired[a], paired[b] = b, a
    return [replace(limb, partner=paired.get(number)) for number, limb in enumerate(limbs)]
