"""What a build of the training set tells."""

from collections.abc import Mapping
from dataclasses import dataclass

from enliven.core.printable import sentence


@dataclass(frozen=True, slots=True)
class Report:
    """What a build read, kept and left out."""

    files: int
    clips: int  # rows of the tables
    kept: int  # rows that became clips
    segments: int  # clips written: longer rows make several
    motions: int  # groups of near-equal motions
    rigs: int
    loops: int
    permissive: int  # kept rows that the default weights may learn from
    permissive_rows: int  # rows of the tables with a permissive licence
    dropped: dict[str, int]
    splits: dict[str, dict[str, int]]  # segments by split and category
    permissive_splits: dict[str, dict[str, int]]
    facings: dict[str, int]  # rigs by quarter turns and what told
    reparented: int  # files whose feet were joined to their shins
    stretchy: int  # kept rows with translations of other joints than roots and hips
    scaled: int  # kept rows whose animated scale was ignored
    median_error: float  # of the fit, as a part of the motion
    sha256: str
    problems: tuple[str, ...] = ()  # files that could not be read, a sentence each

    def as_text(self) -> str:
        """A page for people."""
        lines = [
            f"read {self.clips} clips of {self.files} files, kept {self.kept} as {self.segments} segments "
            f"({self.motions} motions, {self.rigs} rigs, {self.loops} loops)",
            f"the default weights may learn from {self.permissive} of them; {self.permissive_rows} clips read have a "
            "permissive licence",
            f"median error of the fit {self.median_error:.1%} of the motion; {self.stretchy} clips move by stretching; "
            f"animated scale ignored in {self.scaled}; feet joined to shins in {self.reparented} files",
            "left out: " + _listed(self.dropped),
            "turned to face +Z, in rigs: " + _listed(self.facings),
        ]
        lines += [f"{split}: {_listed(counts)}" for split, counts in self.splits.items()]
        lines += [f"{split}, permissive: {_listed(counts)}" for split, counts in self.permissive_splits.items()]
        lines += [f"could not read {sentence(problem)}" for problem in self.problems]
        return "\n".join([*lines, f"sha256 {self.sha256}"])


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "none"
