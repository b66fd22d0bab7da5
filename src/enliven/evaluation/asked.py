"""Ask every held-out rig for the plainest actions, whether or not it was ever recorded doing them.

The tables of ``report`` ask a rig for what it has a clip of. Nobody recorded a horse flying; users ask for it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from enliven.core.clip import Split
from enliven.core.errors import InvalidRequestError
from enliven.core.progress import Progress, silent
from enliven.core.request import AnimationRequest, Route
from enliven.evaluation.cases import cases_of
from enliven.evaluation.judging import Judge
from enliven.evaluation.shown import Shown
from enliven.io.joint_clips import read_joint_clips
from enliven.io.read import read_scene
from enliven.models.scorer import load_scorer
from enliven.models.text.encoder import load_text_encoder

ASKED: Mapping[str, str] = {
    "walk": "walks", "run": "runs", "idle": "stands idle", "jump": "jumps", "attack": "attacks", "swim": "swims",
    "fly": "flies",
}  # fmt: skip
"""The prompt of each action."""


@dataclass(frozen=True, slots=True, eq=False)
class AskedTable:
    """What the judge calls motions that were asked for."""

    title: str
    shown: Sequence[Shown]

    def as_markdown(self) -> str:
        """By action and category, and what the others were called."""
        categories = sorted({one.category for one in self.shown})
        lines = [f"## {self.title}", "", f"| asked for | all | {' | '.join(categories)} | called otherwise |"]
        lines.append("|---" * (len(categories) + 3) + "|")
        for action in ASKED:
            asked = [one for one in self.shown if one.action == action]
            cells = [_right(asked), *(_right([one for one in asked if one.category == each]) for each in categories)]
            wrong = Counter(one.named_verb for one in asked if one.named_verb != action)
            cells.append(", ".join(f"{name} {count}" for name, count in wrong.most_common()) or "-")
            lines.append(f"| {action} | " + " | ".join(cells) + " |")
        return "\n".join([*lines, ""])


def _right(shown: Sequence[Shown]) -> str:
    right = sum(one.named_verb == one.action for one in shown)
    return f"{right} of {len(shown)}" if shown else "-"


def evaluate_asked(
    route: Route,
    data: Path,
    sources: Sequence[Path],
    split: Split,
    *,
    categories: Sequence[str] = (),
    candidates: int = 1,
    judges: Sequence[Path] = (),
    progress: Progress = silent,
) -> AskedTable:
    """Make one take of every held-out rig and every action of ``ASKED``.

    Args:
        route: from a scene and a request to a joint motion.
        data: a folder that ``enliven data joints`` wrote.
        sources: the folders it was made from.
        split: ``val`` to choose by, ``test`` to report.
        categories: of rigs that are asked; all when empty.
        candidates: motions each take is chosen from.
        judges: weights of classifiers, whose chances are averaged; the shipped one when empty.
        progress: told of rigs.

    Returns:
        The table; an action counts as named right where the judge prefers it among the eight plain verbs.

    Raises:
        InvalidRequestError: if no held-out rig is left to ask.
    """
    cases = {case.real.rig: case for case in cases_of(read_joint_clips(data), sources, split)}
    held = [case for case in cases.values() if not categories or case.real.category in categories]
    if not held:
        raise InvalidRequestError(
            f"{data} has no {split} rigs of {', '.join(categories) or 'any category'} whose file lies in "
            f"{', '.join(map(str, sources))}, expected some; name the folders that the set was made from"
        )
    judge = Judge(load_scorer(*judges), list(ASKED.values()), load_text_encoder())
    shown = []
    for number, case in enumerate(held):
        progress("asking", number, len(held))
        scene = read_scene(case.path)
        for action, prompt in ASKED.items():
            take = route(scene, AnimationRequest(prompt=prompt, candidates=candidates), silent)
            shown.append(judge.result(replace(case.real, action=action, label=prompt), take))
    progress("asking", len(held), len(held))
    title = f"Asked of all {len(held)} {split} rigs, one take each"
    return AskedTable(title + (f", the best of {candidates}" if candidates > 1 else ""), shown)
