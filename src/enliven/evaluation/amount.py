"""How much the joint model moves beside real clips, and whether its plan or its sampling loses it.

The model first plans a speed from the words and the body, then samples a motion at that speed. Both are told beside the
speed of real clips, and the ways that skin goes in a round, which do not depend on how fast a clip was recorded.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from enliven.core.clip import Split
from enliven.core.errors import InvalidRequestError
from enliven.core.progress import Progress, silent
from enliven.evaluation.cases import Case, cases_of
from enliven.evaluation.moving import moving
from enliven.evaluation.shape import scaled
from enliven.io.joint_clips import read_joint_clips
from enliven.models.amplitude import SPEED_FLOOR
from enliven.models.joint_model import JointModel
from enliven.models.text.encoder import load_text_encoder
from enliven.models.text.word_roles import motion_words


@dataclass(frozen=True, slots=True)
class Amount:
    """Mean speeds of the skin around joints, body units a second, and lengths of a round, seconds."""

    rig: str
    action: str
    category: str
    real: float
    planned: float
    made: float
    real_s: float
    planned_s: float


@dataclass(frozen=True, slots=True)
class AmountTable:
    """Amounts by kind of body and by action."""

    title: str
    rows: Sequence[Amount]

    def as_markdown(self) -> str:
        """Means over means, medians over cases, and ways: each over that of the real clips."""
        lines = [
            f"## {self.title}",
            "",
            "| | cases | rigs | planned, mean | made, mean | planned, median | made, median | planned way, mean "
            "| made way, mean | round, median |",
            "|---" * 10 + "|",
            _line("all", self.rows),
        ]
        for key in ("category", "action"):
            names = sorted({str(getattr(row, key)) for row in self.rows})
            lines += [_line(name, [row for row in self.rows if getattr(row, key) == name]) for name in names]
        return "\n".join([*lines, ""])


def _line(name: str, rows: Sequence[Amount]) -> str:
    real = [max(row.real, SPEED_FLOOR) for row in rows]
    ways: Mapping[str, list[float]] = {
        "real": [row.real * row.real_s for row in rows],
        "planned": [row.planned * row.planned_s for row in rows],
        "made": [row.made * row.planned_s for row in rows],
    }
    whole = max(float(np.mean(ways["real"])), 1e-9)
    cells = [
        f"{len(rows)}",
        f"{len({row.rig for row in rows})}",
        *(f"{np.mean(told) / np.mean(real):.2f}" for told in ([r.planned for r in rows], [r.made for r in rows])),
        *_medians(rows, real),
        *(f"{np.mean(ways[told]) / whole:.2f}" for told in ("planned", "made")),
        f"{np.median([row.planned_s / row.real_s for row in rows]):.2f}",
    ]
    return f"| {name} | " + " | ".join(cells) + " |"


def _medians(rows: Sequence[Amount], real: Sequence[float]) -> list[str]:
    tellers: tuple[Callable[[Amount], float], ...] = (lambda row: row.planned, lambda row: row.made)
    return [f"{np.median([told(row) / one for row, one in zip(rows, real, strict=True)]):.2f}" for told in tellers]


def evaluate_amount(
    model: JointModel, data: Path, sources: Sequence[Path], split: Split, *, seeds: int = 1, progress: Progress = silent
) -> AmountTable:
    """Plan and sample a motion for every held-out rig and action, and compare how much moves.

    Args:
        model: plans and samples; nothing is put on the ground afterwards.
        data: a folder that ``enliven data joints`` wrote.
        sources: the folders it was made from.
        split: ``val`` to choose by, ``test`` to report.
        seeds: takes per case.
        progress: told of cases.

    Returns:
        The table.

    Raises:
        InvalidRequestError: if no held-out case is left.
    """
    cases = cases_of(read_joint_clips(data), sources, split)
    if not cases:
        raise InvalidRequestError(
            f"{data} has no {split} clips whose file lies in {', '.join(map(str, sources))}, expected some; name the "
            "folders that the set was made from"
        )
    rows = []
    for number, case in enumerate(cases):
        progress("measuring amounts", number, len(cases))
        rows += [_amount(model, case, seed) for seed in range(seeds)]
    return AmountTable(f"Amount of motion beside real clips, {split}: {len(cases)} cases, {seeds} take(s) each", rows)


def _amount(model: JointModel, case: Case, seed: int) -> Amount:
    real, body = case.real, case.real.body
    text = load_text_encoder().encode(motion_words(case.prompt))
    plan = model.plan(body, text)
    motion = model.generate(body, text, seconds=plan.seconds, loop=plan.loop, seed=seed, plan=plan)[0]
    return Amount(
        rig=real.rig,
        action=real.action,
        category=real.category,
        real=moving(body, real.motion).speed,
        planned=max(float(np.exp(plan.log_speed)) - SPEED_FLOOR, 0.0),
        made=moving(body, scaled(motion, 1.0 / body.metres_per_unit)).speed,
        real_s=real.motion.duration_s,
        planned_s=plan.cycle_s,
    )
