"""Figures put together from blocks: a dozen boxes that touch, each of them a rigid limb.

Their shells say what moves with what, which the filled-in volume of the whole hides: legs side by side melt into one,
an arm beside a chest is no bump. Each block follows one joint, where it meets the block it hangs from. Left and right
hang alike: a block in the middle hangs from another in the middle, one at the side from the middle or its own side.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from enliven.core.mesh import Mesh
from enliven.core.skeleton import Parents
from enliven.geometry.adjacency import components, face_areas
from enliven.geometry.rigging.block_shapes import Block, block_from, distance_to
from enliven.geometry.rigging.loose_pieces import numbered

_FEWEST, _MOST = 5, 60
_MOST_FACES = 20_000
_CONVEX = 0.9  # of the hull's area: a block has no hollows
_BLOCKY = 0.8  # share of the area that is blocks
_INSIDE = 0.6  # of a block's surface lies in another: an eye, an outer layer
_PAIRED = 0.04  # of the size: how far a mirrored block may lie off
_TOUCHING = 0.02  # of the size
_ALONG = 0.6  # of a block's length touches its holder: it lies along it, and hangs from one end
_LONG = 1.3  # times as long as wide: a block with an end to hang from
_GROUND, _CENTRAL = 0.06, 0.04


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """Joints for rigid blocks, parents first: ``piece_of_face[f]`` is the joint that face ``f`` follows."""

    names: tuple[str, ...]
    parents: Parents
    positions: Float[np.ndarray, "joints 3"]
    piece_of_face: Int[np.ndarray, " faces"]


def blocks_of(mesh: Mesh) -> Blocks | None:
    """Take a figure of blocks apart; ``None`` for anything else.

    Args:
        mesh: +Y up, welded.

    Returns:
        A joint a block, the root first; details inside a block belong to it.
    """
    if len(mesh.faces) > _MOST_FACES:
        return None
    shell_of = shells_of(mesh.faces)
    count = int(shell_of.max()) + 1
    if not _FEWEST <= count <= 8 * _MOST:
        return None
    size = float(np.ptp(mesh.vertices, axis=0).max())
    areas = np.bincount(shell_of, weights=face_areas(mesh.vertices, mesh.faces), minlength=count)
    corners = [np.unique(mesh.faces[shell_of == shell]) for shell in range(count)]
    found = [block_from(mesh.vertices[each], _TOUCHING * size) for each in corners]
    convex = [block is not None and areas[k] >= _CONVEX * block.area for k, block in enumerate(found)]
    if areas[convex].sum() < _BLOCKY * areas.sum() or any(block is None for block in found):
        return None
    owner = _owners([block for block in found if block is not None])
    kept = np.unique(owner)
    blocks = [block for k in kept if (block := found[k]) is not None]
    centre = float(np.average(np.array([b.middle[0] for b in blocks]), weights=[b.area for b in blocks]))
    if not _FEWEST <= len(blocks) <= _MOST or _pairs(blocks, centre, size) < 2:
        return None
    sides = np.array([_side(block, centre, size) for block in blocks])
    order, parents, places = _tree(blocks, sides, size)
    names = _names([blocks[k] for k in order], sides[order], parents, mesh)
    return Blocks(names, parents, places, np.argsort(order)[np.searchsorted(kept, owner)][shell_of])


def shells_of(faces: Int[np.ndarray, "faces 3"]) -> Int[np.ndarray, " faces"]:
    """The shell of every face: faces hang together where just two of them share an edge.

    Blocks set against one another share corners, and edges of four faces: they stay two.
    """
    halves = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    owner = np.tile(np.arange(len(faces)), 3)
    _, number, uses = np.unique(halves, axis=0, return_inverse=True, return_counts=True)
    number = number.reshape(-1)
    order = np.argsort(number, kind="stable")
    order = order[uses[number[order]] == 2]
    return components(owner[order].reshape(-1, 2), len(faces))


def _owners(blocks: list[Block]) -> Int[np.ndarray, " shells"]:
    """The block each shell belongs to: its own, or a larger one that holds most of it."""
    owner = np.arange(len(blocks))
    sizes = np.array([block.area for block in blocks])
    for k in np.argsort(-sizes, kind="stable"):
        larger = [j for j in np.flatnonzero(owner == np.arange(len(blocks))) if (sizes[j], -j) > (sizes[k], -k)]
        inside = [float((distance_to(blocks[j], blocks[k].points) < 1e-3 * blocks[j].length).mean()) for j in larger]
        if inside and max(inside) > _INSIDE:
            owner[k] = larger[int(np.argmax(inside))]
    return owner


def _pairs(blocks: list[Block], centre: float, size: float) -> int:
    """How many blocks off the middle have one like them on the other side."""
    middles = np.array([block.middle for block in blocks])
    spans = np.array([np.ptp(block.points, axis=0) for block in blocks])
    mirrored = middles * [-1.0, 1.0, 1.0] + [2.0 * centre, 0.0, 0.0]
    alike = np.abs(mirrored[:, None] - middles[None]).max(axis=2) < _PAIRED * size
    alike &= np.abs(spans[:, None] - spans[None]).max(axis=2) < _PAIRED * size
    np.fill_diagonal(alike, val=False)
    return int(alike.any(axis=1).sum()) // 2


def _side(block: Block, centre: float, size: float) -> int:
    off = block.middle[0] - centre
    return 0 if abs(off) < _CENTRAL * size else 1 if off > 0 else -1


def _tree(
    blocks: list[Block], sides: Int[np.ndarray, " blocks"], size: float
) -> tuple[Int[np.ndarray, " blocks"], Parents, Float[np.ndarray, "blocks 3"]]:
    """Blocks in order, each hung from the one it meets nearest, from the one in the middle that most others touch."""
    gap = np.array([[_gap(a, b) if a is not b else 0.0 for b in blocks] for a in blocks])
    area = np.array([block.area for block in blocks])
    central = np.flatnonzero(sides == 0) if (sides == 0).any() else np.arange(len(blocks))
    touched = (gap < _TOUCHING * size).sum(axis=1)
    root = int(central[np.lexsort((area[central], touched[central]))[-1]])
    places = np.zeros((len(blocks), len(blocks), 3))
    cost = gap.copy()
    held = [bool((row < _TOUCHING * size).any()) for row in gap[:, central]]
    for k, block in enumerate(blocks):
        top = _top(block, int(sides[k]), blocks)
        for j, holder in enumerate(blocks):
            place = _pivot(block, holder) if top is None else top
            places[k, j] = place if sides[k] else [block.middle[0], *place[1:]]
            cost[k, j] = max(float(distance_to(holder, places[k, j][None])[0]), gap[k, j])
            # A large one rather than a small one, and one in the middle if any is touched.
            odd = float(area[j] < area[k]) + 3.0 * float(sides[j] != 0 and held[k])
            cost[k, j] += 0.02 * float(np.linalg.norm(holder.middle - places[k, j])) + 0.01 * size * odd
    near = np.equal(sides[None, :], sides[:, None]) | np.equal(sides[None, :], 0)
    cost[~near] += 10.0 * size  # never, if it can be helped
    order: list[int] = [root]
    parents: list[int | None] = [None]
    stands = [blocks[root].middle]
    while len(order) < len(blocks):
        waiting = [k for k in range(len(blocks)) if k not in order]
        block, holder = divmod(int(cost[np.ix_(waiting, order)].argmin()), len(order))
        stands.append(places[waiting[block], order[holder]])
        order.append(waiting[block])
        parents.append(holder)
    return np.array(order), tuple(parents), np.stack(stands)


def _top(block: Block, side: int, blocks: list[Block]) -> Float[np.ndarray, " 3"] | None:
    """The upper end of an upright block at the side that another lies beside: a shoulder, a hip."""
    if not side or abs(block.axis[1]) < 0.7 or block.length < _LONG * block.width:
        return None
    place = block.middle + block.axis * 0.5 * (block.length - block.width)
    beside = min(float(distance_to(other, place[None])[0]) for other in blocks if other is not block)
    return place if beside < block.width else None


def _gap(one: Block, other: Block) -> float:
    """How far two blocks lie apart; 0 where they meet."""
    return max(0.0, float(min(distance_to(other, one.points).min(), distance_to(one, other.points).min())))


def _pivot(block: Block, holder: Block) -> Float[np.ndarray, " 3"]:
    """Where a block meets its holder; what lies along its holder hangs from its upper or inner end."""
    away = distance_to(holder, block.points)
    nearest = max(0.0, float(away.min()))
    meets = block.points[away <= nearest + 0.02 * block.length]
    place = 0.5 * (meets.min(axis=0) + meets.max(axis=0))
    along = meets @ block.axis
    if float(np.ptp(along)) > _ALONG * block.length and block.length > _LONG * block.width:
        up = abs(block.axis[1]) > 0.7
        towards = block.axis[1] if up else float((holder.middle - block.middle) @ block.axis)
        end = np.sign(towards) or 1.0
        place = block.middle + end * block.axis * 0.5 * (block.length - block.width)
    return place


def _names(blocks: list[Block], sides: Int[np.ndarray, " blocks"], parents: Parents, mesh: Mesh) -> tuple[str, ...]:
    """What a block most likely is, by where it is; the topmost end in the middle is the head."""
    ground, height = float(mesh.vertices[:, 1].min()), float(np.ptp(mesh.vertices[:, 1]))
    low, high = (np.array([end(block.points[:, 1]) for block in blocks]) for end in (np.min, np.max))
    free = [k for k in range(1, len(blocks)) if k not in parents and not sides[k] and low[k] > blocks[0].middle[1]]
    head = max(free, key=lambda k: high[k], default=None)
    names = []
    for joint, (block, parent) in enumerate(zip(blocks, parents, strict=True)):
        side = ("", "_left", "_right")[sides[joint]]
        if parent is None or joint == head:
            names.append("body" if parent is None else "head")
        elif side and low[joint] < ground + _GROUND * height and high[joint] < ground + 0.7 * height:
            names.append(f"leg{side}")
        elif side:
            names.append(f"arm{side}" if abs(block.axis[1]) > 0.7 else f"side{side}")
        else:
            names.append("part")
    return numbered(names)
