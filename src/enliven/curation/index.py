"""The table beside a folder of animated files: ``index.jsonl``, a row a clip."""

import json
from dataclasses import dataclass
from pathlib import Path

from enliven.core.errors import UnreadableFileError
from enliven.curation.licences import SHARE_ALIKE_AT_SOURCE, is_permissive
from enliven.models.text.label_actions import action_of_label

_FIELDS = ("file", "clip", "label", "action", "caption", "category", "species", "rig", "licence")


@dataclass(frozen=True, slots=True)
class IndexRow:
    """One labelled clip of one file."""

    path: Path
    file: str  # relative to the folder of the index
    clip: str
    label: str
    action: str
    caption: str
    category: str
    species: str
    rig: str
    licence: str
    joints: int
    flags: frozenset[str]
    motion_id: str | None  # where the source says which motion it is

    @property
    def name(self) -> str:
        """File and clip."""
        return f"{self.file}:{self.clip}"

    @property
    def permissive(self) -> bool:
        """Whether the licence, as the table has it, is permissive."""
        return is_permissive(self.licence)

    @property
    def trains_defaults(self) -> bool:
        """Whether the default weights may learn from it: permissive, and nothing at its source says otherwise."""
        return self.permissive and self.file not in SHARE_ALIKE_AT_SOURCE


def read_index(folder: Path) -> list[IndexRow]:
    """Read the table of one folder, in its order; actions that a label speaks against are put right.

    Raises:
        UnreadableFileError: if there is none, or a row lacks a field.
    """
    table = folder / "index.jsonl"
    if not table.is_file():
        raise UnreadableFileError(
            f"{folder} holds no index.jsonl, expected a row a clip with {', '.join(_FIELDS)}; write one"
        )
    rows = []
    for number, line in enumerate(table.read_text(encoding="utf-8").splitlines(), start=1):
        stored = json.loads(line)
        missing = [key for key in _FIELDS if key not in stored]
        if missing:
            raise UnreadableFileError(
                f"{table} line {number} lacks {', '.join(missing)}, expected {', '.join(_FIELDS)}; complete the row"
            )
        rows.append(
            IndexRow(
                path=folder / stored["file"],
                joints=int(stored.get("joints", 0)),
                flags=frozenset(stored.get("flags", ())),
                motion_id=stored.get("motion_id"),
                **{key: str(stored[key]) for key in _FIELDS}
                | {"action": action_of_label(str(stored["label"]), str(stored["action"]))},
            )
        )
    return rows
