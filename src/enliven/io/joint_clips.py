"""The training set of the joint model on disk: ``clips.npz`` (ragged arrays) and ``clips.jsonl`` (a row a clip).

Ragged arrays are concatenated along joints (and controls); ``joint_count`` and ``control_count`` tell how to cut them.
"""

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from enliven.core.body import Body
from enliven.core.clip import JointClip
from enliven.core.errors import UnreadableFileError
from enliven.core.skeleton import above_or_self
from enliven.io.write import make_folder, write_together

FORMAT = 1

_TEXT = (
    "name", "caption", "label", "action", "category", "species", "rig", "motion_group", "licence", "permissive",
    "split", "duration_s", "loop", "origin",
)  # fmt: skip


def write_joint_clips(clips: Sequence[JointClip], folder: Path) -> None:
    """Write the set; the same clips give the same bytes.

    Args:
        clips: at least one.
        folder: made if missing; the two files in it are replaced.
    """
    make_folder(folder)
    arrays = {
        "joint_count": np.array([len(clip.body) for clip in clips], dtype=np.int32),
        "control_count": np.array([len(clip.rotations) for clip in clips], dtype=np.int32),
        "parents": np.concatenate([above_or_self(clip.body.parents) for clip in clips]).astype(np.int32),
        "rest_positions": _stacked([clip.body.rest_positions for clip in clips]),
        "skin_offsets": _stacked([clip.body.skin_offsets for clip in clips]),
        "skin_extents": _stacked([clip.body.skin_extents for clip in clips]),
        "skin_shares": _stacked([clip.body.skin_shares for clip in clips]),
        "metres_per_unit": np.array([clip.body.metres_per_unit for clip in clips], dtype=np.float64),
        "origin_m": np.stack([clip.body.origin_m for clip in clips]),
        "rotations": _stacked([clip.rotations.reshape(-1, 3) for clip in clips]),
        "translations": _stacked([clip.translations.reshape(-1, 3) for clip in clips]),
        "spin_axes": _stacked([clip.spin_axes for clip in clips]),
        "spin_turns": _stacked([clip.spin_turns for clip in clips]),
    }
    packed = io.BytesIO()
    np.savez(packed, **arrays)
    rows = [
        {"format": FORMAT, "joints": list(clip.body.names)} | {key: getattr(clip, key) for key in _TEXT}
        for clip in clips
    ]
    lines = "".join(json.dumps(row, ensure_ascii=False, sort_keys=True) + "\n" for row in rows)
    write_together({folder / "clips.npz": packed.getvalue(), folder / "clips.jsonl": lines.encode()})


def read_joint_clips(folder: Path) -> list[JointClip]:
    """Read a set that ``write_joint_clips`` wrote.

    Raises:
        UnreadableFileError: if a file is missing, damaged or of another format.
    """
    table, text = folder / "clips.npz", folder / "clips.jsonl"
    if not (table.is_file() and text.is_file()):
        raise UnreadableFileError(
            f"{folder} holds no joint clips, expected clips.npz and clips.jsonl; "
            f"make them with: enliven data joints SOURCE -o {folder}"
        )
    try:
        rows = [json.loads(line) for line in text.read_text(encoding="utf-8").splitlines()]
        formats = {row["format"] for row in rows} - {FORMAT}
        if formats:
            raise UnreadableFileError(
                f"{text} has format {min(formats, key=str)}, expected {FORMAT}; make it again with: enliven data joints"
            )
        with np.load(table, allow_pickle=False) as stored:
            arrays = {key: stored[key] for key in stored.files}
        return _cut(rows, arrays)
    except (OSError, ValueError, EOFError, LookupError, TypeError, RecursionError, BadZipFile) as error:
        raise UnreadableFileError(
            f"{folder} holds damaged joint clips ({type(error).__name__}: {error}), expected clips.npz and clips.jsonl "
            "of one run; make them again with: enliven data joints"
        ) from error


def _cut(rows: list[dict[str, Any]], arrays: dict[str, np.ndarray]) -> list[JointClip]:
    joint_ends = np.cumsum(arrays["joint_count"])
    control_ends = np.cumsum(arrays["joint_count"].astype(np.int64) * arrays["control_count"])
    clips = []
    for i, row in enumerate(rows):
        joints = slice(int(joint_ends[i] - arrays["joint_count"][i]), int(joint_ends[i]))
        count, controls = int(arrays["joint_count"][i]), int(arrays["control_count"][i])
        cells = slice(int(control_ends[i]) - count * controls, int(control_ends[i]))
        body = Body(
            names=tuple(row["joints"]),
            parents=_parents(arrays["parents"][joints]),
            rest_positions=arrays["rest_positions"][joints],
            skin_offsets=arrays["skin_offsets"][joints],
            skin_extents=arrays["skin_extents"][joints],
            skin_shares=arrays["skin_shares"][joints],
            metres_per_unit=float(arrays["metres_per_unit"][i]),
            origin_m=arrays["origin_m"][i],
        )
        clip = JointClip(
            body=body,
            rotations=arrays["rotations"][cells].reshape(controls, count, 3),
            translations=arrays["translations"][cells].reshape(controls, count, 3),
            spin_axes=arrays["spin_axes"][joints],
            spin_turns=arrays["spin_turns"][joints],
            **{key: row[key] for key in _TEXT if key in row},
        )
        clips.append(clip)
    return clips


def _stacked(pieces: list[np.ndarray]) -> np.ndarray:
    return np.concatenate(pieces).astype(np.float32)


def _parents(self_parents: np.ndarray) -> tuple[int | None, ...]:
    return tuple(None if parent == joint else int(parent) for joint, parent in enumerate(self_parents))
