"""Judge a route on held-out rigs: the table of docs/evaluation.md."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from enliven.core.body import Body
from enliven.core.clip import JointClip, Split
from enliven.core.errors import InvalidRequestError
from enliven.core.motion import JointMotion
from enliven.core.progress import Progress, silent
from enliven.core.request import AnimationRequest, AnimationResult, Route
from enliven.evaluation.baselines import Retrieval, frozen
from enliven.evaluation.cases import Case, cases_of
from enliven.evaluation.shape import edge_stretch, first_cycle, scaled
from enliven.evaluation.tables import Shown, Table
from enliven.geometry.body import body_from
from enliven.geometry.measures import MotionMeasures, measured
from enliven.io.joint_clips import read_joint_clips
from enliven.io.read import read_scene
from enliven.models.motion_tokens import motion_tokens
from enliven.models.scorer import Scorer, load_scorer
from enliven.models.text.encoder import load_text_encoder


def evaluate_joint_route(
    route: Route,
    data: Path,
    sources: Sequence[Path],
    split: Split,
    *,
    seeds: int = 1,
    judge: Path | None = None,
    progress: Progress = silent,
) -> Table:
    """Run a route on every held-out rig and action, and judge it beside real clips and baselines.

    Args:
        route: from a scene and a request to a joint motion.
        data: a folder that ``enliven data joints`` wrote.
        sources: the folders it was made from.
        split: ``val`` to choose by, ``test`` to report.
        seeds: takes per case.
        judge: weights of the classifier; the shipped ones when None.
        progress: told of cases.

    Returns:
        The table; rows are real, frozen, retrieval by label, by action, and the route.

    Raises:
        InvalidRequestError: if there is nothing to judge.
    """
    if seeds < 1:
        raise InvalidRequestError(f"{seeds} takes a case are asked for, expected 1 or more; ask for more")
    clips = read_joint_clips(data)
    cases = cases_of(clips, sources, split)
    if not cases:
        raise InvalidRequestError(
            f"none of the {len(clips)} clips of {data} is a {split} clip whose file lies in "
            f"{', '.join(map(str, sources))}, expected one or more; name the folders that the set was made from"
        )
    train = [clip for clip in clips if clip.split == "train" and clip.permissive]
    retrieval = Retrieval(train, load_text_encoder())
    judged = Judge(load_scorer() if judge is None else load_scorer(judge))
    rows: dict[str, list[Shown]] = {name: [] for name in ("real", "frozen", "retrieval", "nearest action", "model")}
    for number, case in enumerate(cases):
        progress("evaluating", number, len(cases))
        real = case.real
        rows["real"].append(judged.real(real))
        for name, make in (
            ("frozen", frozen),
            ("retrieval", retrieval.by_label),
            ("nearest action", retrieval.by_action),
        ):
            rows[name].append(judged(real, real.body, make(real)))
        rows["model"] += [judged.result(real, _taken(route, case, seed)) for seed in range(seeds)]
    progress("evaluating", len(cases), len(cases))
    return Table(f"Joint route, {split} rigs: {len(cases)} rig and action pairs, {seeds} take(s) each", rows)


def _taken(route: Route, case: Case, seed: int) -> AnimationResult:
    request = AnimationRequest(prompt=case.prompt, seed=seed)
    return route(read_scene(case.path), request, silent)


class Judge:
    """Classifies a motion and compares its amount and smoothness with the real clip of the case."""

    def __init__(self, scorer: Scorer) -> None:
        self._scorer = scorer

    def real(self, real: JointClip) -> Shown:
        """The real clip against itself."""
        return self(real, real.body, real.motion)

    def __call__(self, real: JointClip, body: Body, motion: JointMotion, stretch: float | None = None) -> Shown:
        """Judge a motion in body units."""
        named = self._scorer.action(motion_tokens(body, first_cycle(motion)))
        mine, reference = _measures(body, motion), _measures(real.body, real.motion)
        return Shown(
            action=real.action,
            category=real.category,
            recognised=named == real.action,
            named=named,
            speed=mine.speed,
            speed_ratio=mine.speed / max(reference.speed, 1e-6),
            jerk_ratio=mine.jerk / max(reference.jerk, 1e-6),
            stretch=stretch,
        )

    def result(self, real: JointClip, result: AnimationResult) -> Shown:
        """Judge what a route gave back, in metres, on its own skeleton."""
        skeleton, skin, motion = result.skeleton, result.skin, result.motion
        if skeleton is None or skin is None or not isinstance(motion, JointMotion):
            raise TypeError("this table judges joint motions; the route gave vertices")
        mesh = result.scene.mesh
        body = body_from(skeleton, skin, mesh)
        stretch = edge_stretch(mesh, skeleton, skin, motion)
        return self(real, body, scaled(motion, 1.0 / body.metres_per_unit), stretch)


def _measures(body: Body, motion: JointMotion) -> MotionMeasures:
    return measured(np.asarray(body.rest_positions, dtype=np.float64), body.parents, motion, 1.0)
