"""What is asked of a route: every held-out rig, once an action it has a real clip for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from enliven.core.clip import JointClip, Split
from enliven.models.motion_tokens import ACTIONS
from enliven.models.text.label_actions import action_of_label


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One rig and one action; the real clip gives the words and the measure of what is real."""

    real: JointClip
    path: Path  # the file that holds the rig

    @property
    def prompt(self) -> str:
        """What the real clip is called, without the species: the words a user would type."""
        return self.real.label


def cases_of(clips: Sequence[JointClip], sources: Sequence[Path], split: Split) -> list[Case]:
    """One case a rig and action of a split, in stable order.

    Args:
        clips: the whole set.
        sources: folders the set was made from; a clip is named ``file:clip`` relative to one of them.
        split: which rigs.

    Returns:
        Cases whose file is there; the first clip by name stands for a rig and action, later segments never do. Actions
        that a label speaks against are put right, as in sets that are made now.
    """
    first: dict[tuple[str, str], JointClip] = {}
    for stored in sorted(clips, key=lambda clip: clip.name):
        clip = replace(stored, action=action_of_label(stored.label, stored.action))
        if clip.split == split and clip.action in ACTIONS and not clip.is_later_piece:
            first.setdefault((clip.rig, clip.action), clip)
    cases = []
    for _, clip in sorted(first.items()):
        file = clip.name.rsplit(":", 1)[0]
        path = next((folder / file for folder in sources if (folder / file).is_file()), None)
        if path is not None:
            cases.append(Case(real=clip, path=path))
    return cases
