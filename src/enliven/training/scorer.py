"""Train the scorer on real clips of the training rigs (``enliven train scorer``)."""

from collections import Counter
from dataclasses import asdict, dataclass
from numbers import Integral
from pathlib import Path

import numpy as np
import torch
from torch import nn

from enliven import __version__
from enliven.core.clip import JointClip
from enliven.core.errors import InvalidRequestError
from enliven.core.progress import Progress, silent
from enliven.core.ranges import check_range
from enliven.io.joint_clips import read_joint_clips
from enliven.io.write import write_whole
from enliven.models.motion_tokens import ACTIONS, SAMPLES, SHAPE, MotionTokens, motion_tokens, padded
from enliven.models.runtime.card import Card
from enliven.models.scorer import FORMAT, KIND
from enliven.models.torch.onnx_graph import carded_bytes, exported
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
    share_alike: bool = False
    """Learn from share-alike rows too: a sharper judge, under their licences; never shipped by default."""

    def __post_init__(self) -> None:
        check_range("the number of passes", self.passes, 1, 100_000, kind=Integral)
        check_range("the number of clips a step", self.batch, 1, 100_000, kind=Integral)
        check_range("the learning rate", self.rate, 1e-8, 1.0)
        check_range("the seed", self.seed, 0, 2**63 - 1, kind=Integral)


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

    Raises:
        InvalidRequestError: if a split has no labelled clip.
    """
    config = config or ScorerTraining()
    torch.set_num_threads(1)
    torch.manual_seed(config.seed)
    rng = np.random.default_rng(config.seed)
    train, val = labelled_clips(data, share_alike=config.share_alike)
    if not train or not val:
        raise InvalidRequestError(
            f"{data} has {len(train)} labelled clips to learn from and {len(val)} to judge by, expected some of both; "
            "make the set with: enliven data joints"
        )
    examples, held_out = _Examples(train), _Examples(val)
    model = Scorer(ScorerConfig())
    optimiser = torch.optim.AdamW(model.parameters(), lr=config.rate, weight_decay=0.02)
    steps = max(1, len(train) // config.batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, config.rate, total_steps=config.passes * steps, pct_start=0.1
    )
    chance = draw_weights(train)
    best, best_state = -1.0, model.state_dict()
    for number in range(config.passes):
        progress("training the scorer", number, config.passes)
        for _ in range(steps):
            rows = rng.choice(len(train), config.batch, p=chance)
            _step(model, optimiser, [varied(examples.tokens[row], rng=rng) for row in rows], examples.labels[rows])
            schedule.step()
        share = float((predicted(model, held_out.tokens) == held_out.labels).mean())
        if share > best:
            best, best_state = share, {key: value.clone() for key, value in model.state_dict().items()}
    model.load_state_dict(best_state)
    by_action = _by_action(predicted(model, held_out.tokens), held_out.labels)
    metrics = {"val_accuracy": best} | {f"val_accuracy_{action}": share for action, share in by_action.items()}
    licences = sorted({clip.licence for clip in train})
    export_scorer(model, out, Card(KIND, FORMAT, __version__, asdict(model.config), metrics=metrics, licences=licences))
    return ScorerSummary(accuracy=best, by_action=by_action, path=out)


def labelled_clips(data: Path, *, share_alike: bool) -> tuple[list[JointClip], list[JointClip]]:
    """Train clips (of permissive licences, or all) and all val clips with a known action; first segments only."""
    clips = [clip for clip in read_joint_clips(data) if clip.action in ACTIONS and not clip.is_later_piece]
    train = [clip for clip in clips if clip.split == "train" and (clip.permissive or share_alike)]
    return train, [clip for clip in clips if clip.split == "val"]


class _Examples:
    """Clips as tokens and numbers of actions."""

    def __init__(self, clips: list[JointClip]) -> None:
        self.tokens = [motion_tokens(clip.body, clip.motion) for clip in clips]
        self.labels = np.array([ACTIONS.index(clip.action) for clip in clips])


def _by_action(named: np.ndarray, labels: np.ndarray) -> dict[str, float]:
    return {
        action: float((named == labels)[labels == number].mean())
        for number, action in enumerate(ACTIONS)
        if (labels == number).any()
    }


def draw_weights(clips: list[JointClip]) -> np.ndarray:
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


def export_scorer(model: Scorer, path: Path, card: Card) -> None:
    """Write the ONNX file with its card in the metadata; any batch and any number of joints."""
    example = {key: torch.from_numpy(value) for key, value in padded([_example(7), _example(5)]).items()}
    free = {"tokens": {0: "batch", 1: "joints"}, "keep": {0: "batch", 1: "joints"}, "timing": {0: "batch"}}
    graph = exported(model, tuple(example.values()), list(example), ["logits"], free | {"logits": {0: "batch"}})
    write_whole(path, carded_bytes(graph, card))


def _example(joints: int) -> MotionTokens:
    still = np.zeros((joints, SAMPLES, 3), dtype=np.float32)
    return MotionTokens(np.zeros((joints, SHAPE), dtype=np.float32), still, 1.0, loop=True)
