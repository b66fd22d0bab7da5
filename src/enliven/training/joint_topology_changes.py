"""Other ways to build the same rig: joints left out, bones divided, a joint above the root, ends that carry no skin."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from jaxtyping import Float, Int

from enliven.core.body import Body
from enliven.training.world_clip import WorldClip


def without(clip: WorldClip, dropped: Sequence[int]) -> WorldClip:
    """The clip with some joints merged into the nearest joint above that stays, skin and all.

    Args:
        clip: in body units.
        dropped: joints, none of them a root; their own motion is lost.

    Returns:
        The clip of the joints that remain; bones go straight to them.
    """
    body, gone = clip.body, set(dropped)
    shares = np.array(body.skin_shares)
    middles = body.rest_positions + body.skin_offsets
    squares = body.skin_extents**2
    heir = np.arange(len(body))
    for joint, parent in enumerate(body.parents):
        if joint in gone and parent is not None:
            heir[joint] = heir[parent]
    for joint in gone:
        own, above = shares[joint], heir[joint]
        if own <= 0.0:
            continue
        part = own / (own + shares[above])
        apart = middles[joint] - middles[above]
        squares[above] = (1 - part) * squares[above] + part * squares[joint] + part * (1 - part) * apart**2
        middles[above] = middles[above] + part * apart
        shares[above] += own
    kept = np.array([joint for joint in range(len(body)) if joint not in gone])
    place = {int(joint): index for index, joint in enumerate(kept)}
    parents = tuple(
        None if (up := body.parents[int(joint)]) is None else place[int(heir[up])] for joint in kept
    )  # fmt: skip
    smaller = replace(
        body,
        names=tuple(body.names[int(joint)] for joint in kept),
        parents=parents,
        rest_positions=body.rest_positions[kept],
        skin_offsets=(middles - body.rest_positions)[kept],
        skin_extents=np.sqrt(squares)[kept],
        skin_shares=shares[kept],
    )
    return replace(
        clip,
        body=smaller,
        turns=clip.turns[:, kept],
        translations=clip.translations[:, kept],
        spins=clip.spins[kept],
    )


def divided(clip: WorldClip, bones: Sequence[int], places: Sequence[float]) -> WorldClip:
    """The clip with a new joint on some bones, which turns with the bone's upper joint: nothing else changes.

    The skin of the upper joint is shared by length where it lies along this bone alone.

    Args:
        clip: in body units.
        bones: joints whose bone from their parent is divided; no roots.
        places: where, as part of the bone from the parent.

    Returns:
        The clip with as many joints more.
    """
    body = clip.body
    at = dict(zip(bones, places, strict=True))
    rows: list[tuple[int, int | None]] = []  # the joint it is made from, and the joint below where it is new
    parents: list[int | None] = []
    where: dict[int, int] = {}
    for joint, parent in enumerate(body.parents):
        up = None if parent is None else where[parent]
        if joint in at and parent is not None:
            rows.append((parent, joint))
            parents.append(up)
            up = len(rows) - 1
        where[joint] = len(rows)
        rows.append((joint, None))
        parents.append(up)
    taken, new = np.array([joint for joint, _ in rows]), np.array([low is not None for _, low in rows])
    positions = body.rest_positions[taken]
    offsets, extents, shares = _divided_skin(body, rows, where, at)
    for row, (upper, lower) in enumerate(rows):
        if lower is not None:
            positions[row] += at[lower] * (body.rest_positions[lower] - body.rest_positions[upper])
    bigger = Body(
        names=tuple(body.names[joint] if low is None else f"{body.names[low]} above" for joint, low in rows),
        parents=tuple(parents),
        rest_positions=positions,
        skin_offsets=offsets,
        skin_extents=extents,
        skin_shares=shares,
        metres_per_unit=body.metres_per_unit,
        origin_m=body.origin_m,
    )
    spins, translations = clip.spins[taken], clip.translations[:, taken]
    spins[new], translations[:, new] = 0.0, 0.0
    return replace(clip, body=bigger, turns=clip.turns[:, taken], translations=translations, spins=spins)


def _divided_skin(
    body: Body, rows: Sequence[tuple[int, int | None]], where: Mapping[int, int], at: Mapping[int, float]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Offsets, extents and shares of the skin; a new joint takes the far part of a bone that is the only one."""
    taken = [joint for joint, _ in rows]
    offsets, extents, shares = (
        np.array(values)[taken] for values in (body.skin_offsets, body.skin_extents, body.skin_shares)
    )
    children = np.bincount([up for up in body.parents if up is not None], minlength=len(body))
    for row, (upper, lower) in enumerate(rows):
        if lower is None:
            continue
        if children[upper] != 1:
            offsets[row], extents[row], shares[row] = 0.0, 0.0, 0.0
            continue
        bone, part = body.rest_positions[lower] - body.rest_positions[upper], at[lower]
        for place, share, shift in ((row, 1 - part, -0.5 * part), (where[upper], part, -0.5 * (1 - part))):
            shares[place] = body.skin_shares[upper] * share
            offsets[place] = body.skin_offsets[upper] + shift * bone
            extents[place] = body.skin_extents[upper] * share
    return offsets, extents, shares


def rooted(clip: WorldClip) -> WorldClip:
    """The clip with a joint that never moves, on the ground below, as parent of all roots."""
    body = clip.body
    bigger = Body(
        names=("armature", *body.names),
        parents=(None, *(0 if up is None else up + 1 for up in body.parents)),
        rest_positions=_stacked(np.zeros((1, 3)), body.rest_positions),
        skin_offsets=_stacked(np.zeros((1, 3)), body.skin_offsets),
        skin_extents=_stacked(np.zeros((1, 3)), body.skin_extents),
        skin_shares=np.concatenate([[0.0], body.skin_shares]),
        metres_per_unit=body.metres_per_unit,
        origin_m=body.origin_m,
    )
    still = np.broadcast_to(np.eye(3), (len(clip.turns), 1, 3, 3))
    return replace(
        clip,
        body=bigger,
        turns=np.concatenate([still, clip.turns], axis=1),
        translations=np.concatenate([np.zeros((len(clip.turns), 1, 3)), clip.translations], axis=1),
        spins=_stacked(np.zeros((1, 3)), clip.spins),
    )


def ended(clip: WorldClip, leaves: Int[np.ndarray, " leaves"], lengths: Float[np.ndarray, " leaves"]) -> WorldClip:
    """The clip with a joint without skin at the tip of some leaves, as exporters leave them; it turns with its leaf.

    Args:
        clip: in body units.
        leaves: joints with a parent.
        lengths: from each leaf to its new end, as part of the bone that leads to it.

    Returns:
        The clip with as many joints more, at the end.
    """
    body = clip.body
    up = np.array([body.parents[int(leaf)] for leaf in leaves], dtype=np.int64)
    bones = (body.rest_positions[leaves] - body.rest_positions[up]) * lengths[:, None]
    nothing = np.zeros((len(leaves), 3))
    bigger = replace(
        body,
        names=(*body.names, *(f"{body.names[int(leaf)]} end" for leaf in leaves)),
        parents=(*body.parents, *(int(leaf) for leaf in leaves)),
        rest_positions=_stacked(body.rest_positions, body.rest_positions[leaves] + bones),
        skin_offsets=_stacked(body.skin_offsets, nothing),
        skin_extents=_stacked(body.skin_extents, nothing),
        skin_shares=np.concatenate([body.skin_shares, nothing[:, 0]]),
    )
    return replace(
        clip,
        body=bigger,
        turns=np.concatenate([clip.turns, clip.turns[:, leaves]], axis=1),
        translations=np.concatenate([clip.translations, np.zeros((len(clip.turns), len(leaves), 3))], axis=1),
        spins=_stacked(clip.spins, nothing),
    )


def _stacked(*pieces: np.ndarray) -> np.ndarray:
    return np.concatenate(pieces)
