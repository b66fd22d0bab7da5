"""Which actions are taken for which, and whether the words matter."""

from collections.abc import Sequence

import numpy as np

from enliven.evaluation.shown import Shown
from enliven.models.motion_tokens import ACTIONS


def confusion_lines(shown: Sequence[Shown]) -> list[str]:
    """A Markdown table of counts: a row an action that was asked for, a column an action that was named."""
    asked = [action for action in ACTIONS if any(one.action == action for one in shown)]
    lines = ["| | " + " | ".join(ACTIONS) + " |", "|---" * (len(ACTIONS) + 1) + "|"]
    for action in asked:
        named = [one.named for one in shown if one.action == action]
        lines.append(f"| {action} | " + " | ".join(str(named.count(other) or "") for other in ACTIONS) + " |")
    return lines


def swapped(shown: Sequence[Shown]) -> tuple[float, float]:
    """What is left of recognition when each motion is judged by the words of another motion of the same rig.

    Args:
        shown: motions of one method.

    Returns:
        The share recognised as the next action (in order of names, around) that the same rig was asked for, and what
        chance would give: the share of pairs of any motion and any such action that agree. nan where no rig was asked
        for two actions.
    """
    named, asked = [], []
    for rig in sorted({one.rig for one in shown}):
        own = [one for one in shown if one.rig == rig]
        actions = sorted({one.action for one in own})
        if len(actions) < 2:
            continue
        following = dict(zip(actions, actions[1:] + actions[:1], strict=True))
        named += [one.named for one in own]
        asked += [following[one.action] for one in own]
    if not named:
        return float("nan"), float("nan")
    says = np.array([named.count(action) for action in ACTIONS]) / len(named)
    wants = np.array([asked.count(action) for action in ACTIONS]) / len(asked)
    return float(np.mean(np.array(named) == np.array(asked))), float(says @ wants)
