"""Training, validation and test sets that share neither a rig nor a motion.

``splits.json`` beside this file says where every known rig lies; it never changes. In a build, a rig that it does not
know lies with the known ones that share a motion, a shape or a name with it, directly or through others
(``split_beside``); those that share nothing with known ones are divided among themselves (``divided``).
"""

import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from enliven.core.clip import Split

SPLITS_FILE = Path(__file__).with_name("splits.json")
_VERSION = re.compile(r"(?<=[A-Za-z])\d$")  # Tyrannosaurus4 is a version of Tyrannosaurus
SHARES: dict[Split, float] = {"train": 0.8, "val": 0.1, "test": 0.1}


@dataclass(frozen=True, slots=True)
class SplitRow:
    """What a clip tells the division."""

    rig: str
    motion_group: str
    shape: str  # rigs of near-equal shape share it
    category: str
    permissive: bool


def known_splits(file: Path = SPLITS_FILE) -> dict[str, Split]:
    """Where every known rig lies."""
    if not file.is_file():
        return {}
    stored = json.loads(file.read_text(encoding="utf-8"))
    return {rig: split for split in SHARES for rig in stored[split]}


def split_beside(rows: Sequence[SplitRow], known: Mapping[str, Split]) -> dict[str, Split | None]:
    """Place every rig beside the known ones.

    Returns:
        The split of every rig; ``None`` for one that would tie known rigs of several splits together.
    """
    keys_of: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        keys_of[row.rig] |= _keys(row)
    splits_at: dict[str, set[Split]] = defaultdict(set)
    placed: dict[str, Split | None] = {}

    def place(rig: str, split: Split) -> None:
        placed[rig] = split
        for key in keys_of[rig]:
            splits_at[key].add(split)

    for rig in sorted(keys_of.keys() & known.keys()):
        place(rig, known[rig])
    reached = True
    while reached:
        reached = False
        for rig in sorted(keys_of.keys() - placed.keys()):
            touched = set().union(*(splits_at[key] for key in keys_of[rig]))
            if len(touched) == 1:
                place(rig, touched.pop())
            elif touched:
                placed[rig] = None
            reached = reached or rig in placed
    return placed | divided([row for row in rows if row.rig not in placed])


def _keys(row: SplitRow) -> set[str]:
    """What rigs that belong together have in common."""
    return {"motion:" + row.motion_group, "shape:" + row.shape, "name:" + _VERSION.sub("", row.rig)}


def connected_rigs(rows: Sequence[SplitRow]) -> list[tuple[str, ...]]:
    """Rigs in groups that share a motion or a shape, directly or through others; sorted."""
    above: dict[str, str] = {}

    def leader(key: str) -> str:
        above.setdefault(key, key)
        while above[key] != key:
            above[key] = above[above[key]]
            key = above[key]
        return key

    for row in rows:
        for key in sorted(_keys(row)):
            first, second = sorted((leader("rig:" + row.rig), leader(key)))
            above[second] = first
    groups: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        groups[leader("rig:" + row.rig)].add(row.rig)
    return sorted(tuple(sorted(group)) for group in groups.values())


def divided(rows: Sequence[SplitRow]) -> dict[str, Split]:
    """Place every group of connected rigs.

    Groups are taken in the order of their hash within a category. Each category first gives val and test a small
    group each that has permissive rows, if it has at least three groups to give from; what remains goes wherever the
    category's rows fall shortest of 80, 10 and 10 in a hundred.

    Returns:
        The split of every rig.
    """
    groups = connected_rigs(rows)
    rows_of: dict[tuple[str, ...], list[SplitRow]] = {group: [] for group in groups}
    group_of = {rig: group for group in groups for rig in group}
    for row in rows:
        rows_of[group_of[row.rig]].append(row)
    by_category: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for group in groups:
        categories = Counter(row.category for row in rows_of[group])
        by_category[max(sorted(categories), key=lambda name: categories[name])].append(group)
    placed: dict[str, Split] = {}
    for category in sorted(by_category):
        members = sorted(by_category[category], key=lambda group: _hash("\n".join(group)))
        for group, split in _placed(members, rows_of).items():
            placed |= dict.fromkeys(group, split)
    return placed


def _placed(
    groups: list[tuple[str, ...]], rows_of: Mapping[tuple[str, ...], list[SplitRow]]
) -> dict[tuple[str, ...], Split]:
    sizes = {group: len(rows_of[group]) for group in groups}
    total = sum(sizes.values())
    free = {group: any(row.permissive for row in rows_of[group]) for group in groups}
    placed: dict[tuple[str, ...], Split] = {}
    held: dict[Split, int] = dict.fromkeys(SHARES, 0)

    def place(group: tuple[str, ...], split: Split) -> None:
        placed[group] = split
        held[split] += sizes[group]

    giving = [group for group in groups if free[group]]
    if len(giving) >= 3:
        largest = max(giving, key=lambda group: sizes[group])
        place(largest, "train")
        goal = max(SHARES["val"] * total, 1.0)
        for split in ("val", "test"):
            left = [group for group in giving if group not in placed]
            place(min(left, key=lambda group: abs(sizes[group] - 0.6 * goal)), split)
    for group in sorted((group for group in groups if group not in placed), key=lambda group: -sizes[group]):
        place(group, max(SHARES, key=lambda split: SHARES[split] * total - held[split]))
    return placed


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode("utf-8")).digest()[:8], "big")


def write_splits(placed: Mapping[str, Split], file: Path) -> None:
    """Write the rigs of each split, sorted, a line each."""
    stored = {split: sorted(rig for rig in placed if placed[rig] == split) for split in SHARES}
    file.write_text(json.dumps(stored, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
