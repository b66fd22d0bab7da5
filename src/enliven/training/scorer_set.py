"""What the scorer learns from: clips as arrays that batches are cut from, how often each is drawn, and their words."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Float32, Int

from enliven.core.clip import JointClip
from enliven.core.progress import Progress, silent
from enliven.io.joint_clips import read_joint_clips
from enliven.models.motion_tokens import ACTIONS, motion_tokens, padded
from enliven.models.text.encoder import load_text_encoder
from enliven.models.text.label_actions import action_of_label
from enliven.training.joint_captions import drawn_phrase
from enliven.training.joint_data import ORIGINS
from enliven.training.track_chance import TrackBatch

_SIDES = {"left", "right"}
_AT_ONCE = 64


def labelled_clips(folders: Sequence[Path], *, share_alike: bool) -> tuple[list[JointClip], list[JointClip]]:
    """Train clips (of permissive licences, or all) and recorded val clips, of known actions; val without later pieces.

    Actions that a label speaks against are put right, as in sets that are made now.
    """
    read = [
        replace(clip, action=action_of_label(clip.label, clip.action))
        for folder in folders
        for clip in read_joint_clips(folder)
    ]
    clips = [clip for clip in read if clip.action in ACTIONS]
    train = [clip for clip in clips if clip.split == "train" and (clip.permissive or share_alike)]
    held_out = [clip for clip in clips if clip.split == "val" and clip.origin == "recorded"]
    return train, [clip for clip in held_out if not clip.is_later_piece]


def draw_weights(clips: Sequence[JointClip]) -> np.ndarray:
    """Near-equal motions share one draw; frequent actions are damped by a square root; origins have ``ORIGINS``."""
    groups = Counter((clip.rig, clip.motion_group) for clip in clips)
    motions = Counter(clip.motion_group for clip in clips)
    weights = np.array(
        [1.0 / (groups[clip.rig, clip.motion_group] * motions[clip.motion_group] ** 0.7) for clip in clips]
    )
    totals: Counter[str] = Counter()
    for clip, weight in zip(clips, weights, strict=True):
        totals[clip.action] += weight
    weights = weights / np.sqrt([totals[clip.action] for clip in clips])
    origins = np.array([clip.origin for clip in clips])
    for origin, share in ORIGINS.items():
        weights[origins == origin] *= share / max(weights[origins == origin].sum(), 1e-12)
    return weights / weights.sum()


class ScorerSet:
    """Clips as tokens, numbers of actions, and numbers of labels."""

    def __init__(self, clips: Sequence[JointClip], *, progress: Progress = silent) -> None:
        self.items = []
        for number, clip in enumerate(clips):
            progress("sampling motions", number, len(clips))
            self.items.append(motion_tokens(clip.body, clip.motion))
        self.actions = np.array([ACTIONS.index(clip.action) for clip in clips])
        self.labels = tuple(sorted({clip.label for clip in clips}))
        numbers = {label: number for number, label in enumerate(self.labels)}
        self.label_numbers = np.array([numbers[clip.label] for clip in clips])
        self._sided = np.array([not _SIDES.isdisjoint(clip.label.split()) for clip in clips])

    def __len__(self) -> int:
        return len(self.items)

    def batch(
        self, rows: Int[np.ndarray, " batch"], *, most_joints: int, rng: np.random.Generator
    ) -> tuple[TrackBatch, torch.Tensor]:
        """Some motions, and where left and right matter; of a rig of more joints some are drawn."""
        arrays = padded([self.items[row].some(most_joints, rng=rng) for row in rows])
        tensors = {name: torch.from_numpy(array) for name, array in arrays.items()}
        return TrackBatch(**tensors), torch.from_numpy(self._sided[rows])


class Phrases:
    """A few ways of saying what each clip shows, as sentence vectors; the first of them is the label."""

    def __init__(
        self, clips: Sequence[JointClip], *, ways: int, rng: np.random.Generator, progress: Progress = silent
    ) -> None:
        drawn: dict[tuple[str, str], list[str]] = {}
        for clip in clips:
            if (clip.label, clip.action) not in drawn:
                said = [drawn_phrase(clip, rng=rng) for _ in range(ways - 1)]
                drawn[clip.label, clip.action] = [clip.label.lower(), *said]
        texts = sorted({text for said in drawn.values() for text in said})
        self.vectors = sentence_vectors(texts, progress=progress)
        numbers = {text: number for number, text in enumerate(texts)}
        self._numbers = np.array([[numbers[text] for text in drawn[clip.label, clip.action]] for clip in clips])
        self._exact = np.array(
            [
                [set(clip.label.lower().split()) <= set(text.split()) for text in drawn[clip.label, clip.action]]
                for clip in clips
            ]
        )

    def draw(
        self, rows: Int[np.ndarray, " batch"], *, rng: np.random.Generator
    ) -> tuple[Int[np.ndarray, " batch"], np.ndarray]:
        """Numbers of phrases, half of them labels, and whether each names the label and not the action at large."""
        other = rng.integers(self._numbers.shape[1], size=len(rows))
        ways = np.where(rng.random(len(rows)) < 0.5, 0, other)
        return self._numbers[rows, ways], self._exact[rows, ways]


def sentence_vectors(texts: Sequence[str], *, progress: Progress = silent) -> Float32[np.ndarray, "texts 384"]:
    """One vector a text, as the scorer takes it."""
    encoder, vectors = load_text_encoder(), []
    for start in range(0, len(texts), _AT_ONCE):
        progress("reading phrases", start, len(texts))
        vectors += [read.mean for read in encoder.encode_all(texts[start : start + _AT_ONCE])]
    return np.stack(vectors)
