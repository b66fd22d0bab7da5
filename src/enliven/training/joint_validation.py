"""How well the joint net estimates held-out motions, always on the same clips, noise and times."""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from enliven.models.torch.joint_flow import JointFlow
from enliven.training.joint_captions import Texts, ways_of
from enliven.training.joint_config import TrainConfig
from enliven.training.joint_data import ClipDeck, Example, collated
from enliven.training.joint_loss import PHASES, JointLoss, tensors_of

SCORE = "score"
"""The measure that chooses weights: mean over clips of the distance between estimate and truth, body units.

Not the loss: its squares would let a handful of odd rigs choose.
"""


class Validation:
    """Measures a net on held-out clips, drawn as in training but not changed."""

    def __init__(self, examples: Sequence[Example], texts: Texts, config: TrainConfig, *, scales: Tensor) -> None:
        rng = np.random.default_rng(1)
        generator = torch.Generator().manual_seed(1)
        deck = ClipDeck(examples)
        drawn = [examples[deck.draw(rng=rng)] for _ in range(config.validation_clips)]
        drawn.sort(key=lambda example: len(example.clip.body))
        groups = [drawn[start : start + config.batch] for start in range(0, len(drawn), config.batch)]
        self._loss = JointLoss(config.loss, scales.clone())
        self._batches = []
        for group in groups:
            rows = [
                (one.world, texts[(ways[place % len(ways)])], one.mean_speed, one.structure)
                for place, one in enumerate(group)
                for ways in [ways_of(one.clip)]
            ]
            batch = tensors_of(collated(rows), scales)
            noise = torch.randn(batch.clean.shape, generator=generator)
            times = torch.linspace(0.02, 0.95, len(group))[torch.randperm(len(group), generator=generator)]
            grid = torch.linspace(0, PHASES - 4, config.loss.pairs).long().expand(len(group), -1)
            self._batches.append((batch, noise, times, torch.cat([grid, grid + 4], dim=1)))

    @torch.no_grad()
    def __call__(self, net: JointFlow) -> dict[str, float]:
        """Mean parts of the loss, and the distance as ``score``."""
        totals = dict.fromkeys(("flow", "position", "bend", "velocity", "spin", "plan", "distance"), 0.0)
        clips = sum(len(times) for _, _, times, _ in self._batches)
        for batch, noise, times, grid in self._batches:
            losses = self._loss(net, batch, noise, times, grid)
            for name in totals:
                totals[name] += float(getattr(losses, name)) * len(times) / clips
        return totals | {SCORE: totals.pop("distance")}
