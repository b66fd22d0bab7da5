"""Results as numbers and as Markdown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from enliven.models.motion_tokens import ACTIONS

LEGGED = ("quadruped", "humanoid")


@dataclass(frozen=True, slots=True)
class Shown:
    """One motion that was judged."""

    action: str
    category: str
    recognised: bool
    named: str  # what the classifier said
    speed: float  # mean joint speed, body units a second
    speed_ratio: float  # the same against the real clip
    jerk_ratio: float
    stretch: float | None  # 99th percentile of edge stretch of the skinned mesh, None where not measured


@dataclass(frozen=True, slots=True)
class Table:
    """Motions by method; the first row is the real clips."""

    title: str
    rows: Mapping[str, Sequence[Shown]]

    def as_markdown(self) -> str:
        """The whole report: overall, by action, by category, and by action for four and two legs."""
        blocks = [self._overall(), self._grouped("action"), self._grouped("category")]
        for category in LEGGED:
            rows = {name: [one for one in shown if one.category == category] for name, shown in self.rows.items()}
            if next(iter(rows.values())):
                blocks.append([f"Recognised, {category} only:", "", *Table(category, rows)._grouped("action")])
        return "\n".join([f"## {self.title}", ""] + [line for block in blocks for line in (*block, "")])

    def _overall(self) -> list[str]:
        lines = [
            "| method | clips | recognised | 95% interval | amount, mean | amount, median | jerk, median | stretch |",
            "|---|---|---|---|---|---|---|---|",
        ]
        real_speed = max(float(np.mean([one.speed for one in next(iter(self.rows.values()))])), 1e-9)
        for name, shown in self.rows.items():
            low, high = interval([one.recognised for one in shown])
            stretched = [one.stretch for one in shown if one.stretch is not None]
            stretch = f"{np.median(stretched):.2f}" if stretched else "-"
            lines.append(
                f"| {name} | {len(shown)} | {_share(shown):.2f} | {low:.2f} to {high:.2f} | "
                f"{np.mean([one.speed for one in shown]) / real_speed:.2f} x real | "
                f"{np.median([one.speed_ratio for one in shown]):.2f} x real | "
                f"{np.median([one.jerk_ratio for one in shown]):.2f} x real | {stretch} |"
            )
        return lines

    def _grouped(self, key: str) -> list[str]:
        first = next(iter(self.rows.values()))
        counts: dict[str, int] = {}
        for one in first:
            counts[getattr(one, key)] = counts.get(getattr(one, key), 0) + 1
        order = [name for name in (*ACTIONS, *sorted(set(counts) - set(ACTIONS))) if name in counts]
        lines = [f"| {key} | clips | " + " | ".join(self.rows) + " |", "|---" * (len(self.rows) + 2) + "|"]
        for group in order:
            cells = [
                f"{_share([one for one in shown if getattr(one, key) == group]):.2f}" for shown in self.rows.values()
            ]
            lines.append(f"| {group} | {counts[group]} | " + " | ".join(cells) + " |")
        return lines


def _share(shown: Sequence[Shown]) -> float:
    return float(np.mean([one.recognised for one in shown])) if len(shown) else float("nan")


def interval(hits: Sequence[bool], *, draws: int = 2000, seed: int = 0) -> tuple[float, float]:
    """Bootstrap interval (2.5% to 97.5%) of a share.

    Args:
        hits: one a trial.
        draws: resamples.
        seed: of the resampling.

    Returns:
        Lower and upper end.
    """
    values = np.asarray(hits, dtype=np.float64)
    rng = np.random.default_rng(seed)
    means = values[rng.integers(len(values), size=(draws, len(values)))].mean(axis=1)
    return float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))
