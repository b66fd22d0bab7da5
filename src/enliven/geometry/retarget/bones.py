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
_HEAVY, _UNLIKE = 0.08, 4.0
_MIRROR_SPREAD = 0.02
_TWIN, _TWIN_TIP = 0.05, 0.22  # body units: limbs that begin so near each other, and end so near, are one

Parents = tuple[int | None, ...]


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
    centres = rest + offsets
    rest[:, 0] -= _middle(rest, shares)
    places = centres - np.array([_middle(centres, shares), 0.0, 0.0])  # some skins lie beside their joints
    centres = rest + offsets
    length = np.linalg.norm(offsets, axis=1, keepdims=True)
    along = offsets / np.maximum(length, 1e-9)
    reach = length + _END * np.sqrt(((along * extents) ** 2).sum(axis=1, keepdims=True))
    tips = rest + np.where(length > 1e-3, along * reach, 0.0)
    parents, root = _one_tree(body.parents, rest, centres, shares)
    children, order = _children(parents), _downwards(root, _children(parents))
    masses, lateral = _sides(parents, order, places, shares)
    parents = _without_twins(parents, order, rest, tips, masses, lateral)
    children = _children(parents)
    order = _downwards(root, children)
    masses, lateral = _sides(parents, order, places, shares)
    stems = _stems(root, children, np.asarray(body.skin_shares), masses)
    for joint in (*stems, _below(root, stems, children, masses)):
        lateral[joint] = False
    return Bones(
        body=body,
        rest=rest,
        centres=centres,
        tips=tips,
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


def _middle(places: np.ndarray, shares: np.ndarray) -> float:
    """Where the plane of symmetry stands: of some likely places the one that mirrors most places onto places."""
    across = places[:, 0]
    likely = [0.0, float((shares * across).sum() / shares.sum()), float(np.median(across)), float(across[0])]
    scores = []
    for place in likely:
        moved = places - np.array([place, 0.0, 0.0])
        apart = np.linalg.norm(moved[:, None] * np.array([-1.0, 1.0, 1.0]) - moved[None], axis=-1).min(axis=1)
        scores.append(float(np.exp(-((apart / _MIRROR_SPREAD) ** 2)).sum()))
    return likely[int(np.argmax(scores))]


def _children(parents: Parents) -> tuple[tuple[int, ...], ...]:
    below: list[list[int]] = [[] for _ in parents]
    for joint, up in enumerate(parents):
        if up is not None:
            below[up].append(joint)
    return tuple(tuple(group) for group in below)


def _sides(
    parents: Parents, order: tuple[int, ...], centres: np.ndarray, shares: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Mass of each joint with all below it, and whether all of that lies on one side.

    What is heavy and has nothing like it on the other side (a snake that winds, a tail that curls) is no side limb.
    """
    masses, moments, sided = np.array(shares), shares * centres[:, 0], shares * np.abs(centres[:, 0])
    for joint in reversed(order):
        up = parents[joint]
        if up is not None:
            masses[up] += masses[joint]
            moments[up] += moments[joint]
            sided[up] += sided[joint]
    lateral = (np.abs(moments) > _CENTRAL * masses) & (np.abs(moments) > _ONE_SIDED * sided)
    lateral[order[0]] = False
    for joint in order:
        up = parents[joint]
        if up is not None and lateral[up]:
            lateral[joint] = True
    tops = [joint for joint in order if lateral[joint] and not lateral[parents[joint] or 0]]
    for joint in tops:
        across = [masses[other] for other in tops if moments[other] * moments[joint] < 0.0]
        if masses[joint] > _HEAVY and not any(1.0 / _UNLIKE < mass / masses[joint] < _UNLIKE for mass in across):
            lateral[_subtree(joint, parents, order)] = False
    return masses, lateral


def _subtree(top: int, parents: Parents, order: tuple[int, ...]) -> list[int]:
    inside = {top}
    for joint in order:
        if parents[joint] in inside:
            inside.add(joint)
    return sorted(inside)


def _without_twins(
    parents: Parents,
    order: tuple[int, ...],
    rest: np.ndarray,
    tips: np.ndarray,
    masses: np.ndarray,
    lateral: np.ndarray,
) -> Parents:
    """Parents in which a limb that begins or ends where a heavier one does hangs from that one.

    Feet, tufts and parts of one leg are often bones of their own that hang from the body.
    """
    ends = np.array(tips)
    for joint in reversed(order):
        up = parents[joint]
        if up is not None and np.linalg.norm(ends[joint] - rest[up]) > np.linalg.norm(ends[up] - rest[up]):
            ends[up] = ends[joint]
    tops = [joint for joint in order if lateral[joint] and not lateral[parents[joint] or 0]]
    tops.sort(key=lambda joint: -masses[joint])
    new = list(parents)
    for place, joint in enumerate(tops):
        for other in tops[:place]:
            if new[other] != parents[other] or np.sign(ends[other, 0]) != np.sign(ends[joint, 0]):
                continue
            near = float(np.linalg.norm(rest[joint] - rest[other])) < _TWIN
            near &= float(np.linalg.norm(ends[joint] - ends[other])) < _TWIN_TIP
            if near or float(np.linalg.norm(rest[joint] - ends[other])) < _TWIN:
                new[joint] = other
                break
    return tuple(new)


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
