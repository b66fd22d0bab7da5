"""Scenes whose moving parts are nodes of their own already: a car with wheels, a chest with a lid.

Nodes are also split by material, by export settings, or for no reason at all; a character cut like that must get one
skin. So a node counts as a moving part only if its surface shares no seam with the rest and its name or its own pivot
says that it moves.
"""

import re
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from enliven.core.scene import Part, Rig, Scene
from enliven.core.skeleton import skeleton_at
from enliven.core.skin import Skin
from enliven.geometry.adjacency import face_areas
from enliven.geometry.nearest import nearest
from enliven.geometry.rigging.loose_pieces import numbered

_SPINS = frozenset(
    [
        "wheel",
        "tyre",
        "tire",
        "rotor",
        "blade",
        "blades",
        "propeller",
        "prop",
        "fan",
        "gear",
        "cog",
        "turbine",
        "windmill",
        "roller",
    ]
)
_SWINGS = frozenset(["door", "gate", "shutter"])
_OPENS = frozenset(["lid", "hatch", "hood", "trunk", "bonnet", "flap", "cover", "drawbridge"])
_TURNS = frozenset(
    [
        "turret",
        "cannon",
        "barrel",
        "gun",
        "lever",
        "handle",
        "pendulum",
        "drawer",
        "switch",
        "claw",
        "crane",
        "hinge",
        "clock",
        "dish",
        "radar",
    ]
)
_LIMBS = frozenset(
    [
        "arm",
        "leg",
        "wing",
        "head",
        "tail",
        "hand",
        "foot",
        "thigh",
        "shin",
        "jaw",
        "neck",
        "fin",
        "ear",
        "torso",
        "hips",
        "upperarm",
        "forearm",
    ]
)
_MOST_NODES = 200
_MOST_UNNAMED = 12  # an engine of a hundred parts would fly apart
_SEAM = 0.05  # share of a part's vertices that may lie on vertices of other nodes


@dataclass(frozen=True, slots=True, eq=False)
class _Piece:
    """All parts of one node."""

    node: int
    name: str
    words: frozenset[str]
    points: Float[np.ndarray, "points 3"]
    rows: Int[np.ndarray, " rows"]  # vertices of the scene
    area: float
    pivot: Float[np.ndarray, " 3"] | None
    above: tuple[int, ...]


def nodes_rig(scene: Scene) -> Rig | None:
    """A rig that moves the scene's own nodes, or ``None`` where they are no moving parts.

    Args:
        scene: any scene; its own rig is not looked at.

    Returns:
        Kind ``"nodes"``: the root is what stands still, every moving node is a joint at its pivot (its own, or the
        hinge or hub that its shape and name suggest); weights are one-hot.
    """
    pieces = _pieces(scene)
    if not 2 <= len(pieces) <= _MOST_NODES:
        return None
    size = float(np.linalg.norm(np.ptp(np.concatenate([piece.points for piece in pieces]), axis=0)))
    moving = _moving(pieces, size)
    if not moving:
        return None
    return _rig(pieces, moving, size, len(scene.mesh.vertices))


def words_of(name: str) -> frozenset[str]:
    """The words of a node's name in lower case, without numbers: ``"FrontWheel_L.001"`` has front, wheel and l."""
    found = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)
    words = {word.lower() for word in found}
    return frozenset(words | {word[:-1] for word in words if word.endswith("s") and len(word) > 3})


def _pieces(scene: Scene) -> list[_Piece]:
    starts = np.cumsum([0] + [len(part.mesh.vertices) for part in scene.parts])
    by_node: dict[int, list[tuple[int, Part]]] = {}
    for number, part in enumerate(scene.parts):
        if len(part.mesh.faces):
            by_node.setdefault(part.node, []).append((number, part))
    pieces = []
    for node, members in sorted(by_node.items()):
        parts = [part for _, part in members]
        name = parts[0].node_name or parts[0].name
        points = np.concatenate([part.mesh.vertices[np.unique(part.mesh.faces)] for part in parts])
        pieces.append(
            _Piece(
                node=node,
                name=name,
                words=words_of(name) | words_of(parts[0].name),
                points=points,
                rows=np.concatenate([np.arange(starts[number], starts[number + 1]) for number, _ in members]),
                area=float(sum(face_areas(part.mesh.vertices, part.mesh.faces).sum() for part in parts)),
                pivot=parts[0].pivot_m,
                above=parts[0].nodes_above,
            )
        )
    return pieces


def _moving(pieces: list[_Piece], size: float) -> list[_Piece]:
    """The pieces that move by themselves."""
    body = max(pieces, key=lambda piece: piece.area)
    own = [piece for piece in pieces if _own_pivot(piece, pieces, size)]
    named = [piece for piece in pieces if piece.words & (_SPINS | _SWINGS | _OPENS | _TURNS)]
    limbs = [piece for piece in own if piece.words & _LIMBS]
    candidates = named + [piece for piece in limbs if len(limbs) >= 2 and all(piece is not other for other in named)]
    if not candidates and 3 <= len(own) <= _MOST_UNNAMED and body.area < 0.7 * sum(piece.area for piece in pieces):
        candidates = own
    free = [piece for piece in candidates if not _seamed(piece, pieces, size)]
    if len(free) == len(pieces):
        free = [piece for piece in free if piece is not body]
    return free


def _own_pivot(piece: _Piece, pieces: list[_Piece], size: float) -> bool:
    """Whether the node turns about a place of its own, at or in its shape."""
    if piece.pivot is None:
        return False
    shared = sum(
        other.pivot is not None and np.linalg.norm(other.pivot - piece.pivot) < 1e-3 * size for other in pieces
    )
    low, high = piece.points.min(axis=0), piece.points.max(axis=0)
    margin = 0.1 * float(np.linalg.norm(high - low))
    inside = bool(((piece.pivot >= low - margin) & (piece.pivot <= high + margin)).all())
    return inside and bool(shared == 1)


def _seamed(piece: _Piece, pieces: list[_Piece], size: float) -> bool:
    """Whether the piece was cut from its neighbours: many of its vertices lie on theirs."""
    others = np.concatenate([other.points for other in pieces if other is not piece])
    apart, _ = nearest(others, piece.points, within=1e-5 * size)
    return bool(np.isfinite(apart).mean() > _SEAM)


def _rig(pieces: list[_Piece], moving: list[_Piece], size: float, vertices: int) -> Rig:
    still = [piece for piece in pieces if all(piece is not other for other in moving)]
    root = max(still, key=lambda piece: piece.area)
    still_points = np.concatenate([piece.points for piece in still])
    order = [root, *sorted(moving, key=lambda piece: len(piece.above))]
    joint_of = {piece.node: joint for joint, piece in enumerate(order)}
    parents: list[int | None] = [None]
    places = [0.5 * (still_points.min(axis=0) + still_points.max(axis=0))]
    for piece in order[1:]:
        above = [joint_of[node] for node in piece.above if node in joint_of]
        parents.append(above[0] if above else 0)
        places.append(_pivot(piece, pieces, still_points, size))
    weights = np.zeros((vertices, len(order)))
    weights[:, 0] = 1.0
    for joint, piece in enumerate(order[1:], start=1):
        weights[piece.rows, 0] = 0.0
        weights[piece.rows, joint] = 1.0
    _follow_parents(still, joint_of, weights)
    model_from_joint = np.tile(np.eye(4), (len(order), 1, 1))
    model_from_joint[:, :3, 3] = places
    skeleton = skeleton_at(numbered([piece.name or "part" for piece in order]), tuple(parents), model_from_joint)
    skin = Skin(weights=weights, joint_from_mesh=np.linalg.inv(model_from_joint))
    return Rig(skeleton=skeleton, skin=skin, joint_nodes=tuple(piece.node for piece in order), kind="nodes")


def _follow_parents(still: list[_Piece], joint_of: dict[int, int], weights: np.ndarray) -> None:
    """Pieces that hang from a moving node ride along with it."""
    for piece in still:
        above = [joint_of[node] for node in piece.above if node in joint_of]
        if above and piece.node not in joint_of:
            weights[piece.rows, 0] = 0.0
            weights[piece.rows, above[0]] = 1.0


def _pivot(piece: _Piece, pieces: list[_Piece], still: np.ndarray, size: float) -> np.ndarray:
    """Where a piece turns: its node's own origin, else its hub, its hinge, or where it touches the rest."""
    low, high = piece.points.min(axis=0), piece.points.max(axis=0)
    middle = 0.5 * (low + high)
    if piece.words & _SPINS:
        return middle
    if _own_pivot(piece, pieces, size) and piece.pivot is not None:
        return piece.pivot
    if piece.words & _SWINGS:
        across = 0 if high[0] - low[0] >= high[2] - low[2] else 2
        whole = 0.5 * (still.min(axis=0) + still.max(axis=0))
        hinge = np.array(middle)
        hinge[across] = high[across] if middle[across] > whole[across] + 1e-3 * size else low[across]
        return hinge
    if piece.words & _OPENS:
        return np.array([middle[0], low[1], low[2]])
    apart, _ = nearest(still, piece.points)
    return piece.points[apart <= np.quantile(apart, 0.1) + 1e-6 * size].mean(axis=0)
