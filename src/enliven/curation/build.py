"""From folders of animated files to the training set of the joint model."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from enliven.core.clip import JointClip, Split
from enliven.core.errors import EnlivenError, UnreadableFileError
from enliven.core.progress import Progress, silent
from enliven.curation.alike import motion_groups, motion_print, shape_groups
from enliven.curation.convert import ConvertedClip, converted_clip
from enliven.curation.facing import facings, turned
from enliven.curation.index import IndexRow, read_index
from enliven.curation.repeats import repeats
from enliven.curation.report import Report
from enliven.curation.sampled import open_rig
from enliven.curation.splits import SplitRow, known_splits, split_beside
from enliven.io.joint_clips import write_joint_clips
from enliven.io.write import make_folder

_LEFT_OUT = ("static", "unlabelled", "extent-odd")


@dataclass(slots=True)
class _Tally:
    dropped: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    reparented: int = 0
    files: int = 0


def build_joint_set(sources: Sequence[Path], out: Path, *, progress: Progress = silent) -> Report:
    """Read every file that the tables of the sources name, and write the training set.

    Args:
        sources: folders with an ``index.jsonl``.
        out: folder for ``clips.npz`` and ``clips.jsonl``.
        progress: told of every file.

    Returns:
        Counts, and a hash of what was written.

    Raises:
        UnreadableFileError: if a source has no table, or nothing is left to write.
        UnwritableFileError: if ``out`` cannot be a folder.
    """
    make_folder(out)
    rows = [row for source in sources for row in read_index(source)]
    tally = _Tally()
    converted = _converted(rows, tally, progress)
    clips, told = _finished(converted, tally, progress)
    if not clips:
        raise UnreadableFileError(
            f"{', '.join(map(str, sources))} hold no clip that moves a skinned rig, expected one or more; "
            "check the index.jsonl"
        )
    write_joint_clips(clips, out)
    return _report(rows, converted, clips, told, tally, _sha256(out))


def joint_clips(sources: Sequence[Path], *, progress: Progress = silent) -> list[JointClip]:
    """The training set of the given folders, not written anywhere."""
    rows = [row for source in sources for row in read_index(source)]
    tally = _Tally()
    return _finished(_converted(rows, tally, progress), tally, progress)[0]


def _converted(rows: Sequence[IndexRow], tally: _Tally, progress: Progress) -> list[ConvertedClip]:
    by_file: dict[Path, list[IndexRow]] = defaultdict(list)
    for row in rows:
        by_file[row.path].append(row)
    tally.files = len(by_file)
    clips: list[ConvertedClip] = []
    for done, (path, members) in enumerate(by_file.items()):
        progress("reading clips", done, len(by_file))
        wanted = [row for row in members if not _flagged(row, tally)]
        if wanted:
            clips += _of_file(path, wanted, tally)
    return clips


def _flagged(row: IndexRow, tally: _Tally) -> bool:
    reason = next((flag for flag in _LEFT_OUT if flag in row.flags), None)
    if reason is not None:
        tally.dropped[reason] += 1
    return reason is not None


def _of_file(path: Path, rows: Sequence[IndexRow], tally: _Tally) -> list[ConvertedClip]:
    try:
        rig = open_rig(path)
        if rig is None:
            tally.dropped["no joints, morph targets only"] += len(rows)
            return []
        tally.reparented += bool(rig.reparented)
        results = [converted_clip(rig, row) for row in rows]
    except (EnlivenError, OSError, KeyError, IndexError, ValueError, np.linalg.LinAlgError) as error:
        # a foreign file may break in many ways; one must not end the build
        tally.problems.append(f"{path.name}: {error}")
        tally.dropped["unreadable"] += len(rows)
        return []
    tally.dropped.update(result for result in results if isinstance(result, str))
    return [result for result in results if not isinstance(result, str)]


def _finished(
    converted: list[ConvertedClip], tally: _Tally, progress: Progress
) -> tuple[list[JointClip], dict[str, int]]:
    told = facings(converted)
    clips = [turned(clip, told[clip.row.rig].quarters) for clip in converted]
    progress("comparing motions", 0, 1)
    prints = [motion_print(clip.body, clip.segments) for clip in clips]
    keep = [not repeated for repeated in repeats(clips, prints)]
    tally.dropped["repeats a clip of the same rig"] += keep.count(False)
    clips = [clip for clip, kept in zip(clips, keep, strict=True) if kept]
    prints = [seen for seen, kept in zip(prints, keep, strict=True) if kept]
    groups = motion_groups(prints, [clip.row.motion_id for clip in clips])
    names = [clips[group].row.name for group in groups]
    shapes = [str(group) for group in shape_groups([clip.body for clip in clips])]
    rows = [
        SplitRow(clip.row.rig, name, shape, clip.row.category, clip.row.trains_defaults)
        for clip, name, shape in zip(clips, names, shapes, strict=True)
    ]
    split_of = split_beside(rows, known_splits())
    tally.dropped.update("of a rig between two splits" for row in rows if split_of[row.rig] is None)
    out = [
        joint_clip
        for clip, name in zip(clips, names, strict=True)
        if (split := split_of[clip.row.rig]) is not None
        for joint_clip in _joint_clips(clip, name, split)
    ]
    counts = Counter(f"{facing.quarters * 90} degrees by {facing.told_by}" for facing in told.values())
    return out, dict(sorted(counts.items()))


def _joint_clips(clip: ConvertedClip, motion_group: str, split: Split) -> list[JointClip]:
    several = len(clip.segments) > 1
    row = clip.row
    return [
        JointClip(
            body=clip.body,
            rotations=segment.rotations,
            translations=segment.translations,
            spin_axes=segment.spins.axes,
            spin_turns=segment.spins.turns,
            duration_s=segment.duration_s,
            loop=segment.loop,
            name=f"{row.name}#{number}" if several else row.name,
            caption=row.caption,
            label=row.label,
            action=row.action,
            category=row.category,
            species=row.species,
            rig=row.rig,
            motion_group=f"{motion_group}#{number}" if several else motion_group,
            licence=row.licence,
            permissive=row.trains_defaults,
            split=split,
        )
        for number, segment in enumerate(clip.segments, start=1)
    ]


def _sha256(out: Path) -> str:
    digest = hashlib.sha256()
    with np.load(out / "clips.npz", allow_pickle=False) as stored:
        for key in sorted(stored.files):
            digest.update(key.encode() + stored[key].tobytes())
    digest.update((out / "clips.jsonl").read_bytes())
    return digest.hexdigest()


def _by_split(clips: Sequence[JointClip]) -> dict[str, dict[str, int]]:
    counts: dict[str, Counter[str]] = {split: Counter() for split in ("train", "val", "test")}
    for clip in clips:
        counts[clip.split][clip.category] += 1
    return {split: dict(sorted(counter.items())) for split, counter in counts.items()}


def _report(
    rows: Sequence[IndexRow],
    converted: Sequence[ConvertedClip],
    clips: Sequence[JointClip],
    told: dict[str, int],
    tally: _Tally,
    sha256: str,
) -> Report:
    kept = {clip.name.split("#")[0] for clip in clips}
    used = [clip for clip in converted if clip.row.name in kept]
    return Report(
        files=tally.files,
        clips=len(rows),
        kept=len(used),
        segments=len(clips),
        motions=len({clip.motion_group for clip in clips}),
        rigs=len({clip.rig for clip in clips}),
        loops=sum(clip.loop for clip in clips),
        permissive=sum(clip.row.trains_defaults for clip in used),
        permissive_rows=sum(row.permissive for row in rows),
        dropped=dict(sorted(tally.dropped.items())),
        splits=_by_split(clips),
        permissive_splits=_by_split([clip for clip in clips if clip.permissive]),
        facings=told,
        reparented=tally.reparented,
        stretchy=sum(clip.stretchy for clip in used),
        scaled=sum(clip.scaled for clip in used),
        median_error=float(np.median([segment.error for clip in used for segment in clip.segments])),
        sha256=sha256,
        problems=tuple(tally.problems),
    )
