"""What retargeting reads off a body: one tree, where each part lies and ends, which side it is on."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float

from enliven.core.body import Body

_END = 1.7  # a uniform bone ends so many standard deviations beyond the middle of its skin
_CENTRAL = 0.03  # body units: parts whose middle lies nearer to the plane of symmetry than this belong to both sides
_ONE_SIDED = 0.8
_STEM_SHARE = 0.003
_BRANCH_SHARE = 0.02


@dataclass(frozen=True, slots=True, eq=False)
class Bones:
    """A body as one tree: roots other than the main one hang from the joint that stands nearest.

    ``tips`` are where the skin of a joint ends, away from the joint; ``masses`` are shares of the skin of each joint
    with all below it. ``lateral`` parts lie on one side with all that hangs from them. ``stems`` are joints above the
    body proper, which carry nothing and hold only what is below.
    """

    body: Body
    rest: Float[np.ndarray, "joints 3"]  # float64, the plane of symmetry at x = 0
    centres: Float[np.ndarray, "joints 3"]  # middle of the skin
    tips: Float[np.ndarray, "joints 3"]
    parents: tuple[int | None, ...]
    children: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]  # parents before children
    masses: Float[np.ndarray, " joints"]
    lateral: Bool[np.ndarray, " joints"]
    root: int
    stems: tuple[int, ...]
    ground: float  # height of the lowest skin


def bones_of(body: Body) -> Bones:
    """Read a body; see ``Bones``."""
    rest = np.array(body.rest_positions, dtype=np.float64)
    offsets = np.asarray(body.skin_offsets, dtype=np.float64)
    extents = np.asarray(body.skin_extents, dtype=np.float64)
    shares = np.asarray(body.skin_shares, dtype=np.float64) + 1e-3 / len(body)
    middle = float((shares * (rest + offsets)[:, 0]).sum() / shares.sum())
    rest[:, 0] -= middle
    centres = rest + offsets
    parents, root = _one_tree(body.parents, rest, centres, shares)
    children = tuple(tuple(k for k, up in enumerate(parents) if up == joint) for joint in range(len(body)))
    order = _downwards(root, children)
    masses, moments, sided = np.array(shares), shares * centres[:, 0], shares * np.abs(centres[:, 0])
    for joint in reversed(order):
        up = parents[joint]
        if up is not None:
            masses[up] += masses[joint]
            moments[up] += moments[joint]
            sided[up] += sided[joint]
    lateral = (np.abs(moments) > _CENTRAL * masses) & (np.abs(moments) > _ONE_SIDED * sided)
    lateral[root] = False
    for joint in order:
        up = parents[joint]
        if up is not None and lateral[up]:
            lateral[joint] = True
    stems = _stems(root, children, np.asarray(body.skin_shares), masses)
    for joint in (*stems, _below(root, stems, children, masses)):
        lateral[joint] = False
    length = np.linalg.norm(offsets, axis=1, keepdims=True)
    along = offsets / np.maximum(length, 1e-9)
    reach = length + _END * np.sqrt(((along * extents) ** 2).sum(axis=1, keepdims=True))
    return Bones(
        body=body,
        rest=rest,
        centres=centres,
        tips=rest + np.where(length > 1e-3, along * reach, 0.0),
        parents=parents,
        children=children,
        order=order,
        masses=masses,
        lateral=lateral,
        root=root,
        stems=stems,
        ground=float((centres[:, 1] - extents[:, 1]).min()),
    )


def _one_tree(
    parents: tuple[int | None, ...], rest: np.ndarray, centres: np.ndarray, shares: np.ndarray
) -> tuple[tuple[int | None, ...], int]:
    """Parents with all roots but the heaviest hung from the nearest joint of the heaviest tree, and that root."""
    tree = np.arange(len(parents))
    for joint, up in enumerate(parents):
        if up is not None:
            tree[joint] = tree[up]
    weight = np.bincount(tree, weights=shares, minlength=len(parents))
    root = int(weight.argmax())
    main = np.flatnonzero(tree == root)
    new: list[int | None] = list(parents)
    for joint, up in enumerate(parents):
        if up is None and joint != root:
            apart = np.linalg.norm(centres[main] - rest[joint], axis=1)
            new[joint] = int(main[apart.argmin()])
    return tuple(new), root


def _downwards(root: int, children: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    order = [root]
    for joint in order:
        order.extend(children[joint])
    return tuple(order)


def _stems(root: int, children: tuple[tuple[int, ...], ...], shares: np.ndarray, masses: np.ndarray) -> tuple[int, ...]:
    stems: list[int] = []
    at = root
    while shares[at] < _STEM_SHARE:
        heavy = [child for child in children[at] if masses[child] > _BRANCH_SHARE]
        if len(heavy) != 1:
            break
        stems.append(at)
        at = heavy[0]
    return tuple(stems)


def _below(root: int, stems: tuple[int, ...], children: tuple[tuple[int, ...], ...], masses: np.ndarray) -> int:
    """The first joint of the body proper."""
    if not stems:
        return root
    return max(children[stems[-1]], key=lambda child: masses[child])


def trunk_root(bones: Bones) -> int:
    """The first joint of the body proper: the root, or what its stems hold."""
    return _below(bones.root, bones.stems, bones.children, bones.masses)
