"""Results as numbers and as Markdown."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from enliven.evaluation.confusion import confusion_lines, swapped
from enliven.evaluation.intervals import interval
from enliven.evaluation.shown import Shown
from enliven.models.motion_tokens import ACTIONS, VERBS
from enliven.models.recall import recall_at

LEGGED = ("quadruped", "humanoid")
SUNK = 0.02  # body heights: what sinks deeper counts as sunk
_SEEN = " †"


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Motions by method; the first row is the real clips."""

    title: str
    rows: Mapping[str, Sequence[Shown]]
    seen: frozenset[str] = field(default_factory=frozenset)
    """Methods whose motions the judge has learnt from."""
    generated: tuple[str, ...] = ()
    """Methods that make motions from words."""
    said: Mapping[str, Sequence[Shown]] = field(default_factory=dict)
    """Motions made from wordings that training never uses, by family of wordings."""

    def as_markdown(self) -> str:
        """The whole report."""
        blocks = [self._recognition(), self._motion()]
        if self.said:
            blocks.append(["In words that training never uses:", "", *Table("", self.said)._recognition()])
        blocks += [self._grouped("action"), self._grouped("category")]
        for category in LEGGED:
            rows = {name: [one for one in shown if one.category == category] for name, shown in self.rows.items()}
            if self._first(rows):
                part = Table(category, rows, self.seen, self.generated)
                blocks.append([f"Recognised, {category} only:", "", *part._grouped("action")])
        for name in (next(iter(self.rows)), *self.generated):
            blocks.append([f"What the judge calls each action, {name} (rows: asked for; columns: named):", ""])
            blocks[-1] += confusion_lines(self.rows[name])
        return "\n".join([f"## {self.title}", ""] + [line for block in blocks for line in (*block, "")])

    def _recognition(self) -> list[str]:
        lines = [
            f"| method | clips | recognised, {len(ACTIONS)} actions | 95% interval | {len(VERBS)} verbs | 95% interval "
            "| words swapped (chance) | R@1 | R@2 | R@3 |",
            "|---" * 10 + "|",
        ]
        for name, shown in self.rows.items():
            verbs = [one for one in shown if one.action in VERBS]
            hits = " | ".join(_share_and_interval(shown, lambda one: one.recognised))
            verb_hits = " | ".join(_share_and_interval(verbs, lambda one: one.named_verb == one.action))
            other = "-"
            if name in self.generated:
                share, chance = swapped(shown)
                other = f"{share:.2f} ({chance:.2f})"
            found = recall_at(np.stack([one.near for one in shown]), [one.own for one in shown])
            recall = " | ".join(f"{share:.2f}" for share in found)
            lines.append(f"| {self._marked(name)} | {len(shown)} | {hits} | {verb_hits} | {other} | {recall} |")
        return lines + ([f"\n{_SEEN.strip()} made of clips that the judge has learnt from."] if self.seen else [])

    def _motion(self) -> list[str]:
        lines = [
            "| method | amount, mean | 95% interval | amount, median | jerk, median | skate, mean | not sunk "
            "| loop gap | loop jolt | stretch |",
            "|---" * 10 + "|",
        ]
        real = self._first(self.rows)
        real_speed = max(float(np.mean([one.speed for one in real])), 1e-9)
        real_skate = _mean([one.skate for one in real])
        for name, shown in self.rows.items():
            low, high = interval([one.speed / real_speed for one in shown], [one.rig for one in shown])
            skate, sunk = _mean([one.skate for one in shown]), _known([one.sunk for one in shown])
            cells = [
                f"{np.mean([one.speed for one in shown]) / real_speed:.2f} x real",
                f"{low:.2f} to {high:.2f}",
                f"{np.median([one.speed_ratio for one in shown]):.2f} x real",
                f"{np.median([one.jerk_ratio for one in shown]):.2f} x real",
                "-" if skate is None or not real_skate else f"{skate:.2f} ({skate / real_skate:.2f} x real)",
                f"{np.mean(np.array(sunk) <= SUNK):.2f}" if sunk else "-",
                _median([one.seam_gap for one in shown], "{:.3f}"),
                _median([one.seam_jolt for one in shown], "{:.2f}"),
                _median([one.stretch for one in shown], "{:.2f}"),
            ]
            lines.append(f"| {self._marked(name)} | " + " | ".join(cells) + " |")
        return lines

    def _grouped(self, key: str) -> list[str]:
        counts: dict[str, int] = {}
        for one in self._first(self.rows):
            counts[getattr(one, key)] = counts.get(getattr(one, key), 0) + 1
        order = [name for name in (*ACTIONS, *sorted(set(counts) - set(ACTIONS))) if name in counts]
        lines = [f"| {key} | cases | " + " | ".join(map(self._marked, self.rows)) + " | amount |"]
        lines.append("|---" * (len(self.rows) + 3) + "|")
        for group in order:
            rows = {name: [one for one in shown if getattr(one, key) == group] for name, shown in self.rows.items()}
            cells = [_cell(shown) for shown in rows.values()]
            lines.append(f"| {group} | {counts[group]} | " + " | ".join(cells) + f" | {self._amount(rows)} |")
        return lines

    def _amount(self, rows: Mapping[str, Sequence[Shown]]) -> str:
        """Mean speed of the first generated method over that of the real clips."""
        if not self.generated or not rows[self.generated[0]]:
            return "-"
        real = max(float(np.mean([one.speed for one in self._first(rows)])), 1e-9)
        return f"{np.mean([one.speed for one in rows[self.generated[0]]]) / real:.2f} x real"

    def _marked(self, name: str) -> str:
        return name + (_SEEN if name in self.seen else "")

    @staticmethod
    def _first(rows: Mapping[str, Sequence[Shown]]) -> Sequence[Shown]:
        return next(iter(rows.values()))


def _share_and_interval(shown: Sequence[Shown], hit: Callable[[Shown], bool]) -> tuple[str, str]:
    if not shown:
        return "-", ""
    hits = [float(hit(one)) for one in shown]
    low, high = interval(hits, [one.rig for one in shown])
    return f"{np.mean(hits):.2f}", f"{low:.2f} to {high:.2f}"


def _cell(shown: Sequence[Shown]) -> str:
    share, ends = _share_and_interval(shown, lambda one: one.recognised)
    return f"{share} ({ends})" if ends else share


def _known(values: Sequence[float | None]) -> list[float]:
    return [value for value in values if value is not None]


def _mean(values: Sequence[float | None]) -> float | None:
    known = _known(values)
    return float(np.mean(known)) if known else None


def _median(values: Sequence[float | None], form: str) -> str:
    known = _known(values)
    return form.format(np.median(known)) if known else "-"
