"""Judge one motion: what the scorer names, how near it lies to the words, and how it moves beside the real clip."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from jaxtyping import Float, Float32

from enliven.core.body import Body
from enliven.core.clip import JointClip
from enliven.core.motion import JointMotion
from enliven.core.request import AnimationResult
from enliven.evaluation.footing import SkinPoints, footing, skin_points
from enliven.evaluation.moving import moving
from enliven.evaluation.seams import seam
from enliven.evaluation.shape import edge_stretch, first_cycle, scaled
from enliven.evaluation.shown import Shown
from enliven.geometry.body import body_from
from enliven.geometry.facing import turn_about_up
from enliven.geometry.turning import turned_body, turned_motion
from enliven.models.motion_tokens import ACTIONS, VERBS, motion_tokens
from enliven.models.scorer import Scorer
from enliven.models.text.encoder import TextEncoder

_SAME = 1e-3  # body units: how far joints of the set may lie from those of the file
_AFLOAT = ("fly", "swim")  # what is asked for has no ground


class Judge:
    """Classifies motions and measures them beside the real clip of their case."""

    def __init__(self, scorer: Scorer, labels: Sequence[str], encoder: TextEncoder) -> None:
        self._scorer = scorer
        self._labels = tuple(sorted(set(labels)))
        self._texts: Float32[np.ndarray, "texts 384"] = np.stack([encoder.encode(text).mean for text in self._labels])
        self._reference = lru_cache(maxsize=4)(lambda real: moving(real.body, real.motion))

    def __call__(
        self,
        real: JointClip,
        body: Body,
        motion: JointMotion,
        points: SkinPoints | None,
        *,
        stretch: float | None = None,
    ) -> Shown:
        """Judge a motion.

        Args:
            real: the real clip of the case.
            body: what moves, in body units.
            motion: in body units.
            points: of the body's skin; the footing is not measured without.
            stretch: of the skinned mesh, where it was measured.

        Returns:
            All that the tables need.
        """
        tokens = [motion_tokens(body, first_cycle(motion))]
        chances = self._scorer.probabilities(tokens)[0]
        verbs = [ACTIONS.index(verb) for verb in VERBS]
        mine, reference = moving(body, motion), self._reference(real)
        stands = None if points is None or real.action in _AFLOAT else footing(points, body, motion)
        closes = seam(body, motion)
        return Shown(
            rig=real.rig,
            action=real.action,
            category=real.category,
            named=ACTIONS[int(chances.argmax())],
            named_verb=VERBS[int(chances[verbs].argmax())],
            speed=mine.speed,
            speed_ratio=mine.speed / max(reference.speed, 1e-6),
            jerk_ratio=mine.jerk / max(reference.jerk, 1e-6),
            near=self._scorer.similarities(self._texts, tokens)[:, 0],
            own=self._labels.index(real.label),
            stretch=stretch,
            skate=None if stands is None else stands.skate,
            sunk=None if stands is None else stands.sunk,
            seam_gap=None if closes is None else closes.gap,
            seam_jolt=None if closes is None else closes.jolt,
        )

    def result(self, real: JointClip, result: AnimationResult) -> Shown:
        """Judge what a route gave back, in metres, on its own skeleton."""
        skeleton, skin, motion = result.skeleton, result.skin, result.motion
        if skeleton is None or skin is None or not isinstance(motion, JointMotion):
            raise TypeError("this table judges joint motions; the route gave vertices")
        mesh = result.scene.mesh
        body = body_from(skeleton, skin, mesh)
        stretch = edge_stretch(mesh, skeleton, skin, motion)
        turn = turn_between(body, real.body)
        turn = np.eye(3) if turn is None else turn
        points = skin_points(body, mesh, skin, turn)
        motion = turned_motion(scaled(motion, 1.0 / body.metres_per_unit), turn)
        return self(real, turned_body(body, turn), motion, points, stretch=stretch)


def points_for(real: JointClip, result: AnimationResult) -> SkinPoints | None:
    """Points of the skin of a result's mesh for motions of the real clip's body; None where the rigs are not the same.

    Args:
        real: a clip of the set.
        result: of a route that was given the file of the clip.
    """
    if result.skeleton is None or result.skin is None:
        return None
    mesh = result.scene.mesh
    body = body_from(result.skeleton, result.skin, mesh)
    turn = turn_between(body, real.body)
    return None if turn is None else skin_points(body, mesh, result.skin, turn)


def turn_between(body: Body, known: Body) -> Float[np.ndarray, "3 3"] | None:
    """The quarter turn about +Y after which a body is a known one: clips of the set face the front, files need not.

    None where no turn makes the joints meet.
    """
    if body.rest_positions.shape != known.rest_positions.shape:
        return None
    turns = [turn_about_up(quarters) for quarters in range(4)]
    apart = [float(np.abs(body.rest_positions @ turn.T - known.rest_positions).max()) for turn in turns]
    best = int(np.argmin(apart))
    return turns[best] if apart[best] <= _SAME else None
