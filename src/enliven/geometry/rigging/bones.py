"""The bone that is nearest to each vertex on a way inside the body: one leg never reaches over to the other."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from enliven.geometry.nearest import nearest
from enliven.geometry.rigging.cell_graph import cell_graph
from enliven.geometry.rigging.volume import Volume


@dataclass(frozen=True, slots=True, eq=False)
class Bone:
    """A straight piece that moves with ``joint``."""

    joint: int
    head: Float[np.ndarray, " 3"]
    tail: Float[np.ndarray, " 3"]


def bones_of(
    positions: Float[np.ndarray, "joints 3"],
    parents: tuple[int | None, ...],
    tails: dict[int, Float[np.ndarray, " 3"]],
) -> list[Bone]:
    """Bones from every joint to its children, or to its own tail; a joint with neither is a bone of no length."""
    bones = [Bone(parent, positions[parent], positions[j]) for j, parent in enumerate(parents) if parent is not None]
    inner = {bone.joint for bone in bones}
    ends = {joint: positions[joint] for joint in range(len(positions)) if joint not in inner}
    ends.update(tails)
    return bones + [Bone(joint, positions[joint], end) for joint, end in sorted(ends.items())]


def nearest_bones(
    volume: Volume, bones: list[Bone], vertices: Float[np.ndarray, "vertices 3"]
) -> tuple[Int[np.ndarray, " vertices"], Float[np.ndarray, " vertices"]]:
    """Joint of the nearest bone of every vertex, and how far it is inside the body, metres (at least half a cell)."""
    graph = cell_graph(volume)
    cells, joints, offsets = _seeds(volume, bones)
    count = len(volume)
    # One more node per seed, tied to its cell by its distance to the bone: many seeds may share a cell.
    rows = np.concatenate([graph.links[:, 0], cells])
    columns = np.concatenate([graph.links[:, 1], count + np.arange(len(cells))])
    costs = np.concatenate([graph.lengths, np.maximum(offsets, 1e-6 * volume.pitch)])
    size = count + len(cells)
    table = csr_array((costs, (rows, columns)), shape=(size, size))
    table = table + table.T
    apart, _, source = dijkstra(
        table, directed=False, indices=count + np.arange(len(cells)), min_only=True, return_predecessors=True
    )
    off, cell = nearest(volume.centres, vertices)
    cell = _reached(volume, apart, cell)
    return joints[source[cell] - count], apart[cell] + np.maximum(off, 0.5 * volume.pitch)


def _seeds(volume: Volume, bones: list[Bone]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Cells along every bone, the joint of each, and how far the bone passes from the middle of the cell."""
    points, joints = [], []
    for bone in bones:
        steps = int(np.ceil(np.linalg.norm(bone.tail - bone.head) / volume.pitch)) + 1
        points.append(bone.head + np.linspace(0.0, 1.0, steps)[:, None] * (bone.tail - bone.head))
        joints.append(np.full(steps, bone.joint))
    where, joint = np.concatenate(points), np.concatenate(joints)
    offsets, cells = nearest(volume.centres, where)
    return cells, joint, offsets


def _reached(volume: Volume, apart: np.ndarray, cells: np.ndarray) -> np.ndarray:
    """For cells that no way leads to, the nearest cell that one does."""
    lost = ~np.isfinite(apart[cells])
    if lost.any():
        reached = np.flatnonzero(np.isfinite(apart[: len(volume)]))
        cells = cells.copy()
        cells[lost] = reached[nearest(volume.centres[reached], volume.centres[cells[lost]])[1]]
    return cells
