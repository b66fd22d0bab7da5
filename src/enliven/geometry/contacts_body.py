"""What of a body can touch the ground: the outermost points of its skin, and the legs that end in lowest points."""

from dataclasses import dataclass
from itertools import product

import numpy as np
from jaxtyping import Float, Int

from enliven.core.mesh import Mesh
from enliven.core.skeleton import Skeleton
from enliven.core.skin import Skin
from enliven.geometry.kinematics import ModelPose, Parents, model_from_rest

_SOLE = 0.06  # height of a sole, in heights of the body
_LEG_SHARE = 0.35  # what carries more of the skin than this is no leg
_SHORTEST = 0.12  # hip above the ground, in heights of the body: what is shorter is a fin or a base
_ANKLE = 0.5  # from here on down a limb is its foot, in lengths of the leg
_BETTER = 1.15  # a higher hip has to win this much of reach
_LEAST_REACH = 0.15  # lengths of the leg: shorter upper or lower parts do not bend it
_HANGS = 0.6  # share of a one-bone leg that hangs below its hip; a wheel lies around its hub
_ALIKE, _BESIDE = 0.1, 0.01  # body sizes: how far the mirrored hip may lie off; how far a hip lies from the middle
_UPRIGHT = 0.8  # cosine of the lean of a single leg
_SOLE_POINTS = 6
_BIG_SHARE = 0.08  # of the skin


@dataclass(frozen=True, slots=True, eq=False)
class Leg:
    """A limb that stands on the ground at rest.

    ``hip`` and ``knee`` turn, ``foot`` is turned back so that the foot keeps its place in the world; ``knee`` is None
    for a leg of one bone, ``foot`` is None where the shin itself stands on the ground. ``soles`` are rows of
    ``GroundBody.points``.
    """

    hip: int
    knee: int | None
    foot: int | None
    end: int  # joint that carries the sole
    soles: Int[np.ndarray, " soles"]


@dataclass(frozen=True, slots=True, eq=False)
class GroundBody:
    """A rig and the points of its skin that may touch the ground, metres, model space."""

    rest_positions: Float[np.ndarray, "joints 3"]
    parents: Parents
    points: Float[np.ndarray, "points 3"]  # outermost points of the skin of every joint, at rest
    weights: Float[np.ndarray, "points joints"]
    ground_m: float
    height_m: float
    size_m: float
    front: Float[np.ndarray, " 3"]  # the way it faces, level
    legs: tuple[Leg, ...]
    limbs: tuple[int, ...] = ()  # topmost joints of the light parts that hang off the trunk: legs, arms, head, tail

    def points_at(self, placed: ModelPose) -> Float[np.ndarray, "times points 3"]:
        """Where the skin points go (linear blend skinning)."""
        moved = model_from_rest(self.rest_positions, placed)[:, :, :3]
        rest = np.concatenate([self.points, np.ones((len(self.points), 1))], axis=1)
        carried = (self.weights[:, :, None] * rest[:, None, :]).reshape(len(rest), -1)  # points x (joints 4)
        flat = np.ascontiguousarray(np.moveaxis(moved, 2, 1)).reshape(3 * len(moved), -1)  # (times 3) x (joints 4)
        return np.swapaxes((flat @ carried.T).reshape(len(moved), 3, -1), 1, 2)


def ground_body(
    skeleton: Skeleton, skin: Skin, mesh: Mesh, size_m: float, front: Float[np.ndarray, " 3"]
) -> GroundBody:
    """Find the ground, the outermost points of the skin and the legs of a rig at rest.

    The ground is the height of the lowest point of the surface: the file stands on it.

    Args:
        skeleton: the joints that move.
        skin: over those joints.
        mesh: at rest, metres.
        size_m: body size, metres.
        front: the way the body faces, level, of length 1.

    Returns:
        The body; without legs where nothing stands on the ground by a limb.
    """
    rest, parents = skeleton.rest_positions, skeleton.parents
    used = np.unique(mesh.faces) if len(mesh.faces) else np.arange(len(mesh.vertices))
    vertices = mesh.vertices[used]
    owner = skin.weights[used].argmax(axis=1)
    ground, height = float(vertices[:, 1].min()), max(float(np.ptp(vertices[:, 1])), 1e-9)
    rows = _outermost(vertices, owner, len(skeleton))
    chosen = used[rows]
    points = mesh.vertices[chosen]
    shares = np.bincount(owner, minlength=len(skeleton)) / max(len(owner), 1)
    legs = _legs(rest, parents, shares, points, owner[rows], ground, height)
    return GroundBody(
        rest_positions=rest,
        parents=parents,
        points=points,
        weights=np.asarray(skin.weights[chosen], dtype=np.float64),
        ground_m=ground,
        height_m=height,
        size_m=size_m,
        front=front,
        legs=_paired(legs, rest, points, front, size_m),
        limbs=_light_parts(parents, shares),
    )


def _outermost(vertices: np.ndarray, owner: np.ndarray, joints: int) -> np.ndarray:
    """Rows of the vertices that lie farthest out, per joint, along the axes and the diagonals of space.

    A joint that carries much of the skin may be round: it is looked at from more sides.
    """
    few, many = _directions(1), _directions(2)
    order = np.argsort(owner, kind="stable")
    starts = np.searchsorted(owner[order], np.arange(joints + 1))
    rows = []
    for joint in range(joints):
        own = order[starts[joint] : starts[joint + 1]]
        if len(own):
            directions = many if len(own) > _BIG_SHARE * len(owner) else few
            rows.append(own[np.unique((vertices[own] @ directions.T).argmax(axis=0))])
    return np.concatenate(rows) if rows else np.arange(0)


def _directions(steps: int) -> np.ndarray:
    """The axes and the diagonals of space, and for more steps the directions between them."""
    if steps == 1:
        return np.concatenate([np.eye(3), -np.eye(3), np.array(list(product((-1.0, 1.0), repeat=3)))])
    grid = np.array(list(product(np.arange(-steps, steps + 1), repeat=3)), dtype=np.float64)
    outer = grid[np.abs(grid).max(axis=1) == steps]
    return outer / np.linalg.norm(outer, axis=1, keepdims=True)


def _legs(
    rest: np.ndarray,
    parents: Parents,
    shares: np.ndarray,
    points: np.ndarray,
    owner: np.ndarray,
    ground: float,
    height: float,
) -> tuple[Leg, ...]:
    low = points[:, 1] <= ground + _SOLE * height
    below = _subtrees(parents)
    mass = below @ shares
    soles = np.zeros(len(parents), dtype=bool)
    soles[np.unique(owner[low])] = True
    legs: list[Leg] = []
    taken = np.zeros(len(parents), dtype=bool)
    for top in range(len(parents)):
        if taken[top] or not (below[top] & soles).any() or not _is_limb(parents, top, below, mass, soles):
            continue
        taken |= below[top]
        leg = _leg(rest, parents, points, owner, np.flatnonzero(low & below[top][owner]), top)
        if leg is not None and rest[leg.hip, 1] - ground >= _SHORTEST * height:
            legs.append(leg)
    return tuple(legs)


def _light_parts(parents: Parents, shares: np.ndarray) -> tuple[int, ...]:
    light = _subtrees(parents) @ shares <= _LEG_SHARE
    return tuple(
        joint for joint, parent in enumerate(parents) if light[joint] and parent is not None and not light[parent]
    )


def _paired(
    legs: tuple[Leg, ...], rest: np.ndarray, points: np.ndarray, front: np.ndarray, size_m: float
) -> tuple[Leg, ...]:
    """Legs that have a partner on the other side; where none has, those that stand upright.

    A tail or a staff may rest on the ground, too, and so may the fin of a fish.
    """
    if not legs:
        return legs
    side = np.array([front[2], 0.0, -front[0]])
    hips = rest[[leg.hip for leg in legs]]
    middle = 0.5 * (hips @ side).max() + 0.5 * (hips @ side).min()
    mirrored = hips - 2.0 * ((hips @ side) - middle)[:, None] * side
    apart = np.linalg.norm(mirrored[:, None] - hips[None, :], axis=-1)
    apart[np.abs((hips @ side) - middle) < _BESIDE * size_m] = np.inf
    found = apart.min(axis=1) < _ALIKE * size_m
    if not found.any():
        down = hips - np.stack([points[leg.soles].mean(axis=0) for leg in legs])
        found = down[:, 1] > _UPRIGHT * np.linalg.norm(down, axis=1)
    return tuple(leg for leg, one in zip(legs, found, strict=True) if one)


def _is_limb(parents: Parents, joint: int, below: np.ndarray, mass: np.ndarray, soles: np.ndarray) -> bool:
    """Whether a joint belongs to one limb: light, below the root, and not where several limbs part."""
    if parents[joint] is None or mass[joint] > _LEG_SHARE:
        return False
    reaching = sum(1 for child, parent in enumerate(parents) if parent == joint and (below[child] & soles).any())
    return reaching <= 1 or bool(soles[joint])  # a foot with toes stands on the ground itself


def _subtrees(parents: Parents) -> np.ndarray:
    """``below[j, k]``: ``k`` is ``j`` or hangs from it."""
    below = np.eye(len(parents), dtype=bool)
    for joint in range(len(parents) - 1, -1, -1):
        parent = parents[joint]
        if parent is not None:
            below[parent] |= below[joint]
    return below


def _leg(
    rest: np.ndarray,
    parents: Parents,
    points: np.ndarray,
    owner: np.ndarray,
    own: np.ndarray,
    top: int,
) -> Leg | None:
    end = int(owner[own[points[own, 1].argmin()]])
    chain = [end]
    while chain[-1] != top:
        above = parents[chain[-1]]
        assert above is not None  # top is above end
        chain.append(above)
    chain.reverse()
    sole = points[own].mean(axis=0)
    length = float(np.linalg.norm(rest[top] - sole))
    foot = next((k for k in range(2, len(chain)) if np.linalg.norm(rest[chain[k]] - sole) <= _ANKLE * length), None)
    tip = sole if foot is None else rest[chain[foot]]
    hip, knee = _bending_pair(rest, chain[: len(chain) if foot is None else foot], tip, length)
    if knee is None:
        around = points[np.isin(owner, chain), 1]
        if rest[hip, 1] - around.min() < _HANGS * np.ptp(around):
            return None
    spread = own[np.argsort(points[own, 1], kind="stable")[: 4 * _SOLE_POINTS]]
    kept = _spread_out(points[spread])
    return Leg(hip=hip, knee=knee, foot=None if foot is None or knee is None else chain[foot], end=end,
               soles=np.sort(spread[kept]))  # fmt: skip


def _bending_pair(rest: np.ndarray, chain: list[int], tip: np.ndarray, length: float) -> tuple[int, int | None]:
    """The two joints that change the distance from the first to the tip most; the lower pair on a near draw."""
    best, pair = 0.0, None
    for low in range(len(chain) - 1, 0, -1):
        for high in range(low - 1, -1, -1):
            upper = float(np.linalg.norm(rest[chain[low]] - rest[chain[high]]))
            lower = float(np.linalg.norm(tip - rest[chain[low]]))
            reach = min(upper, lower)
            if reach > (_BETTER * best if pair is not None else _LEAST_REACH * length):
                best, pair = reach, (chain[high], chain[low])
    return pair if pair is not None else (chain[0], None)


def _spread_out(points: np.ndarray) -> np.ndarray:
    """Rows of at most six points that lie far from one another, the lowest first."""
    kept = [int(points[:, 1].argmin())]
    while len(kept) < min(_SOLE_POINTS, len(points)):
        apart = np.linalg.norm(points[:, None] - points[None, kept], axis=-1).min(axis=1)
        if apart.max() <= 0.0:
            break
        kept.append(int(apart.argmax()))
    return np.array(kept)
