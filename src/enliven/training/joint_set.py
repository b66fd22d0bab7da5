"""The clips to train on and to validate with, prepared, with every text they may be read with."""

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from jaxtyping import Float32

from enliven.core.clip import JointClip
from enliven.core.errors import InvalidRequestError
from enliven.core.progress import Progress, silent
from enliven.io.joint_clips import read_joint_clips
from enliven.models.joint_codec import CHANNELS, CONTROLS, SPIN, TRANSLATION, TURN
from enliven.training.joint_captions import Texts
from enliven.training.joint_config import TrainConfig
from enliven.training.joint_data import ClipDeck, Example, clip_channels, example_of, sound

ONCE = frozenset({"attack", "die", "hit", "jump"})
"""Actions with a beginning and an end; long ones come in pieces named ``#1``, ``#2``, ..."""


@dataclass(frozen=True, slots=True, eq=False)
class TrainingSet:
    """Prepared clips of both splits, and the texts they are read with."""

    train: Sequence[Example]
    val: Sequence[Example]
    texts: Texts
    data_hash: str


def load_training_set(folders: Sequence[Path], config: TrainConfig, *, progress: Progress = silent) -> TrainingSet:
    """Read and prepare the clips of some folders.

    Args:
        folders: what ``enliven data joints`` wrote; then any that ``carried`` and ``made`` wrote, which are learnt
            from but never validated with.
        config: whether share-alike rows count.
        progress: told of clips.

    Returns:
        Clips of both splits that are worth learning from.

    Raises:
        InvalidRequestError: if no clip is left to train on.
    """
    clips = [clip for folder in folders for clip in read_joint_clips(folder)]
    clips = [clip for clip in clips if len(clip.rotations) == CONTROLS and len(clip.body) > 1 and _begins(clip)]
    train = [clip for clip in clips if clip.split == "train" and (clip.permissive or config.share_alike)]
    val = [clip for clip in clips if clip.split == "val" and clip.origin == "recorded"]
    if not train or not val:
        raise InvalidRequestError(
            f"{', '.join(map(str, folders))} has {len(train)} clips to train on and {len(val)} to validate, expected "
            "some of both; make the set with: enliven data joints"
        )
    digest = hashlib.sha256()
    for folder in folders:
        digest.update((folder / "clips.npz").read_bytes() + (folder / "clips.jsonl").read_bytes())
    return TrainingSet(
        train=_prepared(train, progress),
        val=_prepared(val, progress),
        texts=Texts(),
        data_hash=digest.hexdigest()[:16],
    )


def measured_scales(
    examples: Sequence[Example], deck: ClipDeck, *, rng: np.random.Generator
) -> Float32[np.ndarray, " channels"]:
    """One scale for the mean of a track and one for all its waves, root mean squares over drawn clips, outliers cut.

    All waves share the scale of the largest: noise then hides the fast, small ones first and the slow, large ones last,
    so that sampling settles the large movement before its details.
    """
    drawn = [examples[deck.draw(rng=rng)] for _ in range(min(2000, 20 * len(examples)))]
    told = [clip_channels(one.world) for one in drawn]
    turns = np.concatenate([channels[:, TURN] for channels in told])
    moving = np.concatenate(
        [channels[one.structure.movers][:, TRANSLATION] for one, channels in zip(drawn, told, strict=True)]
    )
    scales = np.ones(CHANNELS, dtype=np.float32)
    for part, values in ((TURN, turns), (TRANSLATION, moving)):
        cut = values.reshape(len(values), CONTROLS, -1).astype(np.float64)
        most = np.quantile(np.abs(cut), 0.995, axis=(0, 2))[:, None]
        each = np.sqrt((np.clip(cut, -most, most) ** 2).mean(axis=(0, 2)))
        shared = np.concatenate([each[:1], np.full(CONTROLS - 1, each[1:].max())])
        scales[part] = np.repeat(np.maximum(shared, max(0.2 * float(shared.max()), 1e-3)), cut.shape[2])
    scales[SPIN] = 1.0
    return scales


def _begins(clip: JointClip) -> bool:
    """Whether a clip is whole, a first piece, or a piece of what goes on: the end of a fall shows no fall."""
    return not clip.is_later_piece or clip.action not in ONCE


def _prepared(clips: Sequence[JointClip], progress: Progress) -> list[Example]:
    examples = []
    for done, clip in enumerate(clips):
        example = example_of(clip)
        if sound(example):
            examples.append(example)
        progress("preparing clips", done + 1, len(clips))
    poses: dict[tuple[object, ...], list[np.ndarray]] = defaultdict(list)
    for example in examples:
        poses[example.clip.rig, example.clip.body.parents].extend(example.poses)
    return [replace(one, poses=poses[one.clip.rig, one.clip.body.parents]) for one in examples]
