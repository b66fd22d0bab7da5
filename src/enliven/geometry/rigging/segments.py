"""The limbs of a body: where the set of cells farther than some distance from the centre falls apart.

Cells are gathered into slices of equal distance inside the body from a centre (a Reeb graph, Verroust and Lazarus
2000, "Extracting skeletal curves from 3D scattered data"). Going inwards from the tips, slices join; a piece that is
long for its width when it meets another is a limb, anything else a bump that is swallowed.
"""

from dataclasses import dataclass, field

import numpy as np
from jaxtyping import Float, Int

from enliven.geometry.rigging.cell_graph import CellGraph
from enliven.geometry.rigging.slices import slices_of
from enliven.geometry.rigging.volume import Volume

_SLICE = 1.5  # width of a slice, cells


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """A limb, or a stretch of trunk from which limbs part.

    ``tip`` is the farthest cell, ``cells`` what belongs to it alone, ``length`` the distance from where it begins to
    the tip, ``parent`` the number of the stretch it grows from (``None``: it reaches the centre); ``leaf`` tells limbs
    from stretches of trunk.
    """

    tip: int
    cells: Int[np.ndarray, " cells"]
    length: float
    begins_at: float
    parent: int | None
    leaf: bool


@dataclass(slots=True)
class _Growing:
    peak: float
    tip: int
    slices: list[int]
    children: list[int] = field(default_factory=list)
    lowest: int = 0


def segments_of(
    volume: Volume,
    graph: CellGraph,
    distances: Float[np.ndarray, " cells"],
    *,
    least_length: float,
    least_elongation: float = 1.3,
) -> tuple[Segment, ...]:
    """Split a body into limbs and trunk.

    Args:
        volume: the solid.
        graph: links between its cells.
        distances: from the centre, inside the body; cells at infinity are left out.
        least_length: metres; shorter pieces are bumps.
        least_elongation: least ratio of length to width of a limb.

    Returns:
        Segments, a parent after its children; the last ones reach the centre.
    """
    reach = np.isfinite(distances)
    level = np.where(reach, np.floor(np.where(reach, distances, 0.0) / (_SLICE * volume.pitch)), -1).astype(np.int64)
    slices = slices_of(graph, level)
    members = slices.cells
    tips = [int(cells[np.argmax(distances[cells])]) for cells in members]
    joining = _Joining(volume, distances, members, least_length, least_elongation)
    component = np.full(len(members), -1)
    growing: dict[int, _Growing] = {}
    parent_of: dict[int, int] = {}

    def root(key: int) -> int:
        while parent_of[key] != key:
            parent_of[key] = parent_of[parent_of[key]]
            key = parent_of[key]
        return key

    for slice_ in np.argsort(-slices.levels, kind="stable").tolist():
        touched = sorted({root(int(component[n])) for n in slices.touching[slice_] if component[n] >= 0})
        grown = joining.join([growing.pop(key) for key in touched], slice_, tips[slice_])
        growing[slice_], parent_of[slice_], component[slice_] = grown, slice_, slice_
        for key in touched:
            parent_of[key] = slice_
    for grown in growing.values():
        joining.finish(grown, 0.0)
    return joining.segments()


class _Joining:
    """What has been found so far while slices join from the tips inwards."""

    def __init__(
        self,
        volume: Volume,
        distances: np.ndarray,
        members: list[np.ndarray],
        least_length: float,
        least_elongation: float,
    ) -> None:
        self._volume, self._distances, self._members = volume, distances, members
        self._least_length, self._least_elongation = least_length, least_elongation
        self._found: list[Segment] = []
        self._parents: list[int | None] = []

    def join(self, pieces: list[_Growing], slice_: int, tip: int) -> _Growing:
        """Continue one piece, or several that meet in a slice."""
        if not pieces:
            return _Growing(peak=float(self._distances[tip]), tip=tip, slices=[slice_], lowest=slice_)
        if len(pieces) == 1:
            pieces[0].slices.append(slice_)
            pieces[0].lowest = slice_
            return pieces[0]
        level = float(self._distances[self._members[slice_]].min())
        limbs = [piece for piece in pieces if piece.children or self._is_limb(piece, level)]
        bumps = [piece for piece in pieces if not any(piece is limb for limb in limbs)]
        strongest = max(pieces, key=lambda piece: (piece.peak, -piece.tip))
        if len(limbs) < 2:
            kept = limbs[0] if limbs else strongest
            for piece in pieces:
                if piece is not kept:
                    kept.slices.extend(piece.slices)
            kept.slices.append(slice_)
            kept.lowest = slice_
            return kept
        joined = _Growing(peak=strongest.peak, tip=strongest.tip, slices=[slice_], lowest=slice_)
        for piece in bumps:
            joined.slices.extend(piece.slices)
        joined.children = [self.finish(piece, level) for piece in limbs]
        return joined

    def finish(self, piece: _Growing, level: float) -> int:
        """Note a piece that ends here as a segment; returns its number."""
        number = len(self._found)
        cells = np.sort(np.concatenate([self._members[s] for s in piece.slices]))
        self._found.append(
            Segment(
                tip=piece.tip,
                cells=cells,
                length=piece.peak - level,
                begins_at=level,
                parent=None,
                leaf=not piece.children,
            )
        )
        self._parents.append(None)
        for child in piece.children:
            self._parents[child] = number
        return number

    def segments(self) -> tuple[Segment, ...]:
        """All segments, with their parents."""
        return tuple(
            Segment(s.tip, s.cells, s.length, s.begins_at, parent, s.leaf)
            for s, parent in zip(self._found, self._parents, strict=True)
        )

    def _is_limb(self, piece: _Growing, level: float) -> bool:
        length = piece.peak - level
        if length < self._least_length:
            return False
        points = self._volume.centres[np.concatenate([self._members[s] for s in piece.slices])]
        base = self._volume.centres[self._members[piece.lowest]].mean(axis=0)
        along = self._volume.centres[piece.tip] - base
        along = along / max(float(np.linalg.norm(along)), 1e-12)
        off = points - points.mean(axis=0)
        off = off - (off @ along)[:, None] * along
        spread = np.linalg.eigvalsh(off.T @ off / len(off))[-1]
        return bool(length >= self._least_elongation * (4.0 * np.sqrt(max(spread, 0.0))))
