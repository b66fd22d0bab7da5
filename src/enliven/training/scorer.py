"""Train the scorer on clips of the training rigs (``enliven train scorer``)."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
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
from enliven.io.write import check_place
from enliven.models.motion_tokens import ACTIONS, VERBS
from enliven.models.recall import recall_at
from enliven.models.runtime.card import Card
from enliven.models.scorer import FORMAT, KIND, read_scorer
from enliven.models.torch.scorer import Scorer, ScorerConfig
from enliven.training.scorer_export import export_scorer, round_to_half
from enliven.training.scorer_loss import Words, contrast
from enliven.training.scorer_set import Phrases, ScorerSet, draw_weights, labelled_clips, sentence_vectors
from enliven.training.track_chance import Chance, varied

_WAYS = 4  # of saying each label
_MEMORY = 0.01  # a step's weight in the average that is kept


@dataclass(frozen=True, slots=True)
class ScorerTraining:
    """How the scorer is trained."""

    passes: int = 24
    """Passes over as many draws as there are training clips."""
    batch: int = 64
    """Clips a step."""
    rate: float = 1.5e-3
    """Highest learning rate; cosine to zero."""
    members: int = 2
    """Scorers of other seeds in one file, whose readings are averaged."""
    most_joints: int = 20
    """Joints of a rig that are looked at in a step, drawn at random."""
    contrast: float = 0.5
    """Weight of finding the right words beside naming the action."""
    seed: int = 0
    """Start of all chance."""
    share_alike: bool = False
    """Learn from share-alike rows too: a sharper judge, under their licences; never shipped by default."""
    chance: Chance = field(default_factory=Chance)
    """How far variants of a motion stray."""
    net: ScorerConfig = field(default_factory=ScorerConfig)
    """Size of each member."""

    def __post_init__(self) -> None:
        check_range("the number of passes", self.passes, 1, 100_000, kind=Integral)
        check_range("the number of clips a step", self.batch, 1, 100_000, kind=Integral)
        check_range("the number of scorers", self.members, 1, 100, kind=Integral)
        check_range("the learning rate", self.rate, 1e-8, 1.0)
        check_range("the seed", self.seed, 0, 2**63 - 1, kind=Integral)


@dataclass(frozen=True, slots=True)
class ScorerSummary:
    """What came out, measured on val clips with the file as written."""

    accuracy: float
    verb_accuracy: float
    by_action: dict[str, float]
    recall: tuple[float, ...]
    path: Path

    def as_text(self) -> str:
        """A few lines for people."""
        rows = "\n".join(f"  {action}: {share:.2f}" for action, share in self.by_action.items())
        recall = " / ".join(f"{share:.2f}" for share in self.recall)
        return (
            f"{self.path}  recognises {self.accuracy:.3f} of the real validation clips "
            f"({self.verb_accuracy:.3f} where only {len(VERBS)} verbs are asked for), "
            f"finds the label among 32 at first / second / third go: {recall}\n{rows}"
        )


def train_scorer(
    data: Path | Sequence[Path], out: Path, config: ScorerTraining | None = None, *, progress: Progress = silent
) -> ScorerSummary:
    """Train scorers on train rigs, export their panel to ONNX, and measure it on val rigs.

    Nothing is chosen by val: the weights are a running average at the end of a schedule.

    Args:
        data: a folder that ``enliven data joints`` wrote, or several: those of ``carried`` and ``made`` are only learnt
            from.
        out: the ONNX file.
        config: how.
        progress: told of passes.

    Returns:
        Accuracy and recall on real val clips.

    Raises:
        InvalidRequestError: if a split has no labelled clip.
        UnwritableFileError: if ``out`` cannot be written.
    """
    config = config or ScorerTraining()
    check_place(out)
    torch.set_num_threads(1)
    folders = [data] if isinstance(data, Path) else list(data)
    train, val = labelled_clips(folders, share_alike=config.share_alike)
    if not train or not val:
        raise InvalidRequestError(
            f"{', '.join(map(str, folders))} has {len(train)} labelled clips to learn from and {len(val)} to judge by, "
            "expected some of both; make the set with: enliven data joints"
        )
    lesson = _Lesson(train, config, progress=progress)
    members = [lesson.taught(config.seed + number, number, progress=progress) for number in range(config.members)]
    licences = sorted({clip.licence for clip in train})
    card = Card(KIND, FORMAT, __version__, asdict(config.net) | {"members": config.members}, licences=licences)
    export_scorer(members, out, card)
    summary = scorer_summary(val, out)
    metrics = {f"val_accuracy_{action}": share for action, share in summary.by_action.items()}
    metrics |= {"val_accuracy": summary.accuracy, "val_verb_accuracy": summary.verb_accuracy}
    metrics |= {f"val_recall_{number}": share for number, share in enumerate(summary.recall, 1)}
    card = Card(KIND, FORMAT, __version__, card.config, metrics=metrics, licences=licences)
    export_scorer(members, out, card)
    return summary


class _Lesson:
    """The training clips, ready to be drawn from."""

    def __init__(self, clips: Sequence[JointClip], config: ScorerTraining, *, progress: Progress) -> None:
        self._config = config
        self._set = ScorerSet(clips, progress=progress)
        self._phrases = Phrases(clips, ways=_WAYS, rng=np.random.default_rng(config.seed), progress=progress)
        self._draws = draw_weights(list(clips))

    def taught(self, seed: int, number: int, *, progress: Progress) -> Scorer:
        """One scorer from scratch: the running average of its weights, rounded to float16."""
        config = self._config
        torch.manual_seed(seed)
        rng, generator = np.random.default_rng(seed), torch.Generator().manual_seed(seed)
        net = Scorer(config.net)
        optimiser = torch.optim.AdamW(net.parameters(), lr=config.rate, weight_decay=0.05)
        steps = max(1, len(self._set) // config.batch)
        schedule = torch.optim.lr_scheduler.OneCycleLR(
            optimiser, config.rate, total_steps=config.passes * steps, pct_start=0.1
        )
        mean = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.9))
        every = max(1, round(0.1 / _MEMORY))
        for step in range(config.passes * steps):
            if step % steps == 0:
                done = number * config.passes + step // steps
                progress("training the scorer", done, config.members * config.passes)
            net.train()
            loss = self._loss(net, rng, generator)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            if step % every == every - 1:
                mean.update_parameters(net)
        net.load_state_dict(mean.module.state_dict() if config.passes * steps >= every else net.state_dict())
        round_to_half(net)
        return net.eval()

    def _loss(self, net: Scorer, rng: np.random.Generator, generator: torch.Generator) -> torch.Tensor:
        rows = rng.choice(len(self._set), self._config.batch, p=self._draws)
        batch, sided = self._set.batch(rows, most_joints=self._config.most_joints, rng=rng)
        batch = varied(batch, generator=generator, sided=sided, chance=self._config.chance)
        logits, motions = net(*batch.inputs())
        actions = torch.from_numpy(self._set.actions[rows])
        naming = nn.functional.cross_entropy(logits, actions, label_smoothing=0.1)
        if self._config.contrast <= 0.0:
            return naming
        phrases, exact = self._phrases.draw(rows, rng=rng)
        words = Words(
            vectors=torch.from_numpy(self._phrases.vectors[phrases]),
            phrases=torch.from_numpy(phrases),
            labels=torch.from_numpy(self._set.label_numbers[rows]),
            actions=actions,
            exact=torch.from_numpy(exact),
        )
        finding = contrast(motions, net.text(words.vectors), words.alike(), net.sharpness())
        return naming + self._config.contrast * finding


def scorer_summary(clips: Sequence[JointClip], *paths: Path) -> ScorerSummary:
    """Measure weights files, averaged, on real clips.

    Args:
        clips: real clips with known actions.
        *paths: weights files.

    Returns:
        Accuracy over all actions, and over the clips of ``VERBS`` where only these may be named; recall of labels.
    """
    scorer, held_out = read_scorer(*paths), ScorerSet(clips)
    chances, truth = scorer.probabilities(held_out.items), held_out.actions
    named = chances.argmax(axis=1)
    verbs = np.array([ACTIONS.index(verb) for verb in VERBS])
    asked = np.isin(truth, verbs)
    among_verbs = verbs[chances[:, verbs].argmax(axis=1)]
    near = scorer.similarities(sentence_vectors(held_out.labels), held_out.items).T
    return ScorerSummary(
        accuracy=float((named == truth).mean()),
        verb_accuracy=float((among_verbs == truth)[asked].mean()) if asked.any() else float("nan"),
        by_action={
            action: float((named == truth)[truth == number].mean())
            for number, action in enumerate(ACTIONS)
            if (truth == number).any()
        },
        recall=recall_at(near, held_out.label_numbers.tolist()),
        path=paths[0],
    )
