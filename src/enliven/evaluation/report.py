"""Judge a route on held-out rigs: the table of docs/evaluation.md."""

import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from enliven.core.clip import JointClip, Split
from enliven.core.errors import InvalidRequestError
from enliven.core.progress import Progress, silent
from enliven.core.request import AnimationRequest, AnimationResult, Route
from enliven.evaluation.baselines import Retrieval, frozen
from enliven.evaluation.cases import Case, cases_of
from enliven.evaluation.judging import Judge, points_for
from enliven.evaluation.shown import Shown
from enliven.evaluation.tables import Table
from enliven.evaluation.wordings import FAMILIES, wordings_of
from enliven.io.joint_clips import read_joint_clips
from enliven.io.read import read_scene
from enliven.models.scorer import load_scorer
from enliven.models.text.encoder import load_text_encoder

SEEN = frozenset({"retrieval", "nearest action"})


def evaluate_joint_route(
    route: Route,
    data: Path,
    sources: Sequence[Path],
    split: Split,
    *,
    seeds: int = 1,
    candidates: int = 1,
    wordings: bool = False,
    judges: Sequence[Path] = (),
    also: Mapping[str, Route] | None = None,
    progress: Progress = silent,
) -> Table:
    """Run a route on every held-out rig and action, and judge it beside real clips and baselines.

    Args:
        route: from a scene and a request to a joint motion.
        data: a folder that ``enliven data joints`` wrote.
        sources: the folders it was made from.
        split: ``val`` to choose by, ``test`` to report.
        seeds: takes per case.
        candidates: motions each take is chosen from; the shipped scorer chooses, so another had better judge.
        wordings: also say each action in words that training never uses (``evaluation.wordings``).
        judges: weights of classifiers, whose chances are averaged; the shipped one when empty.
        also: other routes by the names of their rows.
        progress: told of cases.

    Returns:
        The table; rows are real, frozen, retrieval by label, by action, the route ("model"), and the other routes.

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
    routes = {"model": route} | dict(also or {})
    exam = _Exam(clips, cases, judges, seeds, candidates)
    said: dict[str, list[Shown]] = {}
    rows: dict[str, list[Shown]] = {name: [] for name in ("real", "frozen", "retrieval", "nearest action", *routes)}
    for number, case in enumerate(cases):
        progress("evaluating", number, len(cases))
        for name, shown in exam.sat(case, routes).items():
            rows[name] += shown
        if wordings:
            for family, shown in exam.reworded(case, route).items():
                said.setdefault(family, []).extend(shown)
    progress("evaluating", len(cases), len(cases))
    title = f"Joint route, {split} rigs: {len(cases)} rig and action pairs, {seeds} take(s) each"
    title += f", the best of {candidates}" if candidates > 1 else ""
    return Table(title, rows, SEEN, tuple(routes), said)


class _Exam:
    """Baselines and judge, ready for any case."""

    def __init__(
        self, clips: Sequence[JointClip], cases: Sequence[Case], judges: Sequence[Path], seeds: int, candidates: int
    ) -> None:
        encoder = load_text_encoder()
        self._seeds, self._candidates = seeds, candidates
        self._retrieval = Retrieval([clip for clip in clips if clip.split == "train" and clip.permissive], encoder)
        self._scene = lru_cache(maxsize=1)(read_scene)  # the cases of a rig follow one another
        self._judge = Judge(load_scorer(*judges), [case.real.label for case in cases], encoder)

    def sat(self, case: Case, routes: Mapping[str, Route]) -> dict[str, list[Shown]]:
        """All rows of one case."""
        real, judge = case.real, self._judge
        takes = {name: self._takes(route, case, case.prompt) for name, route in routes.items()}
        points = points_for(real, next(iter(takes.values()))[0])
        given = {
            "real": real.motion,
            "frozen": frozen(real),
            "retrieval": self._retrieval.by_label(real),
            "nearest action": self._retrieval.by_action(real),
        }
        rows = {name: [judge(real, real.body, motion, points)] for name, motion in given.items()}
        return rows | {name: [judge.result(real, take) for take in taken] for name, taken in takes.items()}

    def reworded(self, case: Case, route: Route) -> dict[str, list[Shown]]:
        """One wording a family, always the same for a case; no entry where nothing is known of the action."""
        shown = {}
        for family in FAMILIES:
            said = wordings_of(case.real.label, family) or wordings_of(case.real.action, family)
            if said:
                words = said[zlib.crc32(case.real.name.encode()) % len(said)]
                shown[family] = [self._judge.result(case.real, take) for take in self._takes(route, case, words)]
        return shown

    def _takes(self, route: Route, case: Case, words: str) -> list[AnimationResult]:
        asked = [
            AnimationRequest(prompt=words, seed=take * self._candidates, candidates=self._candidates)
            for take in range(self._seeds)
        ]
        return [route(self._scene(case.path), request, silent) for request in asked]
