"""The action of a label, where a table of labels has it wrong: a chop is no jump, and who stands up is not idle.

Tables name actions by words found in labels; these are the labels for which that fails.
"""

import re

_MISREAD: tuple[tuple[str, str], ...] = (
    (r"\bchop|jump attack|attack jump", "attack"),
    (r"\b(stand|get) up\b|awaken|resurrect|lay to idle", "pose"),
    (r"jumping jacks|push ups?\b|sit ups?\b", "other"),
    (r"hit react|block hit", "hit"),
    (r"\bblock(ing)?\b(?! attack)", "interact"),
    (r"fishing", "interact"),
    (r"\b(melee|unarmed)\b.*\bidle\b|\baiming\b", "idle"),
    (r"bow release|magic raise", "attack"),
    (r"\bwav(e|ing)$", "gesture"),
    (r"gallop jump|^land(ing)?$", "jump"),
    (r"side winding", "walk"),
)


def action_of_label(label: str, action: str) -> str:
    """The action that a label tells.

    >>> action_of_label("melee 2h attack chop", "jump"), action_of_label("walk", "walk")
    ('attack', 'walk')

    Args:
        label: of a recorded clip, lower case.
        action: what its table says.

    Returns:
        One of the actions of the data; the table's where nothing speaks against it.
    """
    return next((found for pattern, found in _MISREAD if re.search(pattern, label.lower())), action)
