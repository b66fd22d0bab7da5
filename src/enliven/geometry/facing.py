"""Which way a body faces, told by the names of its joints. Model front is +Z."""

import numpy as np
from jaxtyping import Float

from enliven.core.body import Body
from enliven.geometry.joint_names import name_side, name_words

_FRONT = {"head", "eye", "eyes", "eyelid", "nose", "jaw", "mouth", "snout", "beak", "face", "muzzle", "tongue", "brow"}
_NECK = {"neck"}
_BACK = {"tail", "rump", "tailfin"}
_FOOT, _TOE = {"foot", "feet", "ankle", "heel"}, {"toe", "toes", "ball", "toebase"}


def facing_from_names(body: Body) -> Float[np.ndarray, " 3"]:
    """Horizontal direction the body faces by its names; its length says how sure (0: nothing known).

    Each piece of evidence is a unit vector or shorter: left hands and feet lie left of right ones (facing is left
    cross up), toes lie before feet, heads before tails, eyes before heads.
    """
    words = [set(name_words(name)) for name in body.names]
    evidence = np.zeros(3)
    evidence += 2.0 * _facing_of_sides(body)
    evidence += 1.5 * _step(_toes_before_feet(body, words))
    evidence += 1.0 * _step(_between(body, words, _BACK, _FRONT | _NECK))
    evidence += 0.5 * _step(_between(body, words, {"head"}, _FRONT - {"head"}))
    return evidence


def _facing_of_sides(body: Body) -> np.ndarray:
    sides = [name_side(name) for name in body.names]
    left = [joint for joint, side in enumerate(sides) if side == "left"]
    right = [joint for joint, side in enumerate(sides) if side == "right"]
    if not left or not right:
        return np.zeros(3)
    leftwards = body.rest_positions[left].mean(axis=0) - body.rest_positions[right].mean(axis=0)
    leftwards[1] = 0.0
    return _step(np.cross(leftwards, np.array([0.0, 1.0, 0.0])))


def _toes_before_feet(body: Body, words: list[set[str]]) -> np.ndarray:
    steps = [
        body.rest_positions[joint] - body.rest_positions[parent]
        for joint, parent in enumerate(body.parents)
        if parent is not None and words[joint] & _TOE and words[parent] & _FOOT
    ]
    return np.sum(steps, axis=0) if steps else np.zeros(3)


def _between(body: Body, words: list[set[str]], back: set[str], front: set[str]) -> np.ndarray:
    behind = [joint for joint, said in enumerate(words) if said & back]
    before = [joint for joint, said in enumerate(words) if said & front]
    if not behind or not before:
        return np.zeros(3)
    return body.rest_positions[before].mean(axis=0) - body.rest_positions[behind].mean(axis=0)


def _step(direction: np.ndarray) -> np.ndarray:
    """A horizontal vector of unit length, shorter where the step is too small to tell."""
    flat = np.array([direction[0], 0.0, direction[2]])
    length = float(np.linalg.norm(flat))
    return flat / max(length, 0.02) if length > 0.0 else flat


def quarter_turns(facing: Float[np.ndarray, " 3"]) -> int:
    """Quarter turns about +Y (counter-clockwise from above) that bring a facing nearest to +Z: 0 to 3."""
    angle = np.arctan2(facing[0], facing[2])
    return int(np.round(-angle / (np.pi / 2.0))) % 4


def turn_about_up(quarters: int) -> Float[np.ndarray, "3 3"]:
    """The rotation by so many quarter turns about +Y; exact."""
    cosine, sine = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters % 4]
    return np.array([[cosine, 0.0, sine], [0.0, 1.0, 0.0], [-sine, 0.0, cosine]])
