"""Names for clips and files, taken from the prompt."""

import re
from pathlib import Path

_LONGEST = 40


def clip_name(prompt: str) -> str:
    """A short name of letters, digits and underscores: ``"Flies, flapping!"`` gives ``flies_flapping``."""
    words = re.findall(r"\w+", prompt.lower())
    name = ""
    for word in words:
        if name and len(name) + 1 + len(word) > _LONGEST:
            break
        name = f"{name}_{word}" if name else word[:_LONGEST]
    return name or "motion"


def default_output(source: Path, suffix: str) -> Path:
    """Where a result goes when no output is named: beside the input, as GLB."""
    return source.parent / f"{source.stem}_{suffix}.glb"
