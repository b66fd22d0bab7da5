"""Train the scorer on real clips of the training rigs (``enliven train scorer``)."""

import json
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn

from enliven.core.clip import JointClip
from enliven.core.progress import Progress, silent
from enliven.io.joint_clips import read_joint_clips
from enliven.models.motion_tokens import ACTIONS, MotionTokens, motion_tokens, padded
from enliven.models.torch.scorer import Scorer, ScorerConfig
from enliven.training.track_chance import varied


@dataclass(frozen=True, slots=True)
class ScorerTraining:
    """How the scorer is trained."""

    passes: int = 40
    """Passes over as many draws as there are training clips."""
    batch: int = 64
    """Clips a step."""
    rate: float = 1e-3
    """Highest learning rate; cosine to zero."""
    seed: int = 0
    """Start of all chance."""


@dataclass(frozen=True, slots=True)
class ScorerSummary:
    """What came out."""

    accuracy: float
    by_action: dict[str, float]
    path: Path

    def as_text(self) -> str:
        """A few lines for people."""
        rows = "\n".join(f"  {action}: {share:.2f}" for action, share in self.by_action.items())
        return f"{self.path}  recognises {self.accuracy:.3f} of the real validation clips\n{rows}"


def train_scorer(
    data: Path, out: Path, config: ScorerTraining | None = None, *, progress: Progress = silent
) -> ScorerSummary:
    """Train on train rigs, keep the pass that is best on val rigs, and export it to ONNX.

    Args:
        data: a folder that ``enliven data joints`` wrote.
        out: the ONNX file.
        config: how.
        progress: told of passes.

    Returns:
        Accuracy on real val clips.
    """
    config = config or ScorerTraining()
    torch.set_num_threads(1)
    torch.manual_seed(config.seed)
    rng = np.random.default_rng(config.seed)
    clips = [clip for clip in read_joint_clips(data) if clip.action in ACTIONS and "#" not in clip.name.split("/")[-1]]
    train, val = ([clip for clip in clips if clip.split == split] for split in ("train", "val"))
    tokens = [motion_tokens(clip.body, clip.motion) for clip in train]
    labels = np.array([ACTIONS.index(clip.action) for clip in train])
    val_tokens = [motion_tokens(clip.body, clip.motion) for clip in val]
    val_labels = np.array([ACTIONS.index(clip.action) for clip in val])
    model = Scorer(ScorerConfig())
    optimiser = torch.optim.AdamW(model.parameters(), lr=config.rate, weight_decay=0.02)
    steps = config.passes * (len(train) // config.batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, config.rate, total_steps=steps, pct_start=0.1)
    chance = _draw_weights(train)
    best, best_state = 0.0, model.state_dict()
    for number in range(config.passes):
        progress("training the scorer", number, config.passes)
        for _ in range(len(train) // config.batch):
            rows = rng.choice(len(train), config.batch, p=chance)
            _step(model, optimiser, [varied(tokens[row], rng=rng) for row in rows], labels[rows])
            schedule.step()
        right = predicted(model, val_tokens) == val_labels
        if right.mean() > best:
            best = float(right.mean())
            best_state = {key: value.clone() for key, value in model.state_dict().items()}
    model.load_state_dict(best_state)
    right = predicted(model, val_tokens) == val_labels
    by_action = {a: float(right[val_labels == i].mean()) for i, a in enumerate(ACTIONS) if (val_labels == i).any()}
    export_scorer(model, out, {"val_accuracy": best})
    return ScorerSummary(accuracy=best, by_action=by_action, path=out)


def _draw_weights(clips: list[JointClip]) -> np.ndarray:
    """Near-equal motions share one draw; frequent actions are damped by a square root."""
    groups = Counter((clip.rig, clip.motion_group) for clip in clips)
    motions = Counter(clip.motion_group for clip in clips)
    weights = np.array(
        [1.0 / (groups[clip.rig, clip.motion_group] * motions[clip.motion_group] ** 0.7) for clip in clips]
    )
    totals: Counter[str] = Counter()
    for clip, weight in zip(clips, weights, strict=True):
        totals[clip.action] += weight
    weights = weights / np.sqrt([totals[clip.action] for clip in clips])
    return weights / weights.sum()


def _step(model: Scorer, optimiser: torch.optim.Optimizer, items: list[MotionTokens], labels: np.ndarray) -> None:
    model.train()
    batch = {key: torch.from_numpy(value) for key, value in padded(items).items()}
    loss = nn.functional.cross_entropy(model(**batch), torch.from_numpy(labels), label_smoothing=0.1)
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimiser.step()


def predicted(model: Scorer, items: list[MotionTokens]) -> np.ndarray:
    """Numbers of the actions the scorer names."""
    model.eval()
    found = []
    with torch.no_grad():
        for start in range(0, len(items), 64):
            batch = {key: torch.from_numpy(value) for key, value in padded(items[start : start + 64]).items()}
            found.append(model(**batch).argmax(dim=1).numpy())
    return np.concatenate(found)


def export_scorer(model: Scorer, path: Path, metrics: dict[str, float]) -> None:
    """Write the ONNX file with its card in the metadata (Decision 8)."""
    raise NotImplementedError(json.dumps(asdict(model.config) | metrics) + str(path))
