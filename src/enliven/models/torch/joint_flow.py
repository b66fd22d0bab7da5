"""The joint-motion net: noisy motion of all joints, the body and the words in, an estimate of the clean motion out.

Rectified flow on straight paths (Liu et al. 2022, arXiv 2209.03003) with the net predicting the data: motion lies
near few dimensions, noise does not. The velocity is ``(data - position) / (1 - t)``.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from enliven.models.joint_codec import CHANNELS
from enliven.models.joint_features import FEATURES
from enliven.models.joint_topology import RELATIONS
from enliven.models.text.encoder import WIDTH as TEXT_WIDTH
from enliven.models.torch.joint_blocks import Block, hiding_bias, waves

CONDITIONS = 3
"""Log of the duration in seconds, loop (1 or 0), and log amount of motion; each may be unknown (NaN is never used)."""

PLAN = 3
"""What the planner tells: log duration in seconds, logit of looping, log amount of motion."""


@dataclass(frozen=True, slots=True)
class JointFlowConfig:
    """Size of the net."""

    width: int = 144
    """Numbers per joint token."""
    blocks: int = 5
    """Rounds of attention."""
    heads: int = 8
    """Attention heads."""
    expansion: int = 3
    """Hidden layer of each joint's own net, times the width."""


@dataclass(frozen=True, slots=True, eq=False)
class NetInput:
    """All the net reads, padded over the batch; ``keep`` and ``word_keep`` are True where something stands."""

    position: Float[Tensor, "batch joints channels"]
    time: Float[Tensor, " batch"]
    features: Float[Tensor, "batch joints features"]
    relations: Int[Tensor, "batch joints joints"]
    keep: Bool[Tensor, "batch joints"]
    words: Float[Tensor, "batch words 384"]
    word_keep: Bool[Tensor, "batch words"]
    conditions: Float[Tensor, "batch 3"]
    known: Float[Tensor, "batch 3"]  # 1 where the condition is given, 0 where it is left open


class JointFlow(nn.Module):
    """Padding never changes a result; the order of joints does not matter."""

    scales: Tensor

    def __init__(self, config: JointFlowConfig) -> None:
        super().__init__()
        width = config.width
        self.config = config
        self.register_buffer("scales", torch.ones(CHANNELS))
        self.position_in = nn.Linear(CHANNELS, width)
        self.body_in = nn.Sequential(nn.Linear(FEATURES, width), nn.SiLU(), nn.Linear(width, width))
        self.words_in = nn.Linear(TEXT_WIDTH, width)
        self.no_words = nn.Parameter(torch.randn(width) * 0.02)
        self.sentence_in = nn.Linear(TEXT_WIDTH, width)
        self.condition_in = nn.Sequential(nn.Linear(32 + 2 * CONDITIONS, width), nn.SiLU(), nn.Linear(width, width))
        self.modulation = nn.Sequential(nn.SiLU(), nn.Linear(width, 6 * width))
        self.relation_bias = nn.Parameter(torch.zeros(RELATIONS, config.blocks * config.heads))
        self.blocks = nn.ModuleList(Block(width, config.heads, config.expansion) for _ in range(config.blocks))
        self.norm = nn.LayerNorm(width)
        self.out = nn.Linear(width, CHANNELS)
        self.planner = Planner()
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)

    def forward(self, given: NetInput) -> Float[Tensor, "batch joints channels"]:
        """Estimate the clean motion, in channels divided by ``scales``."""
        condition = self._condition(given)
        tokens = self.position_in(given.position) + self.body_in(given.features)
        words, word_bias = self._words(given)
        modulation = self.modulation(condition).unflatten(-1, (6, -1))
        biases = self._biases(given)
        for block, bias in zip(self.blocks, biases, strict=True):
            tokens = block(tokens, modulation, bias, words, word_bias)
        return self.out(self.norm(tokens) + condition[:, None]) * given.keep[..., None]

    def plan(self, given: NetInput) -> Float[Tensor, "batch 3"]:
        """What the words and the body say about duration, looping and amount of motion (see ``PLAN``)."""
        return self.planner(given.features, given.keep, mean_over(given.words, given.word_keep))

    def _condition(self, given: NetInput) -> Float[Tensor, "batch width"]:
        told = torch.cat([waves(given.time, 16, 100.0), given.conditions * given.known, given.known], dim=1)
        return self.condition_in(told) + self.sentence_in(mean_over(given.words, given.word_keep))

    def _words(self, given: NetInput) -> tuple[Tensor, Tensor]:
        always = self.no_words.expand(given.words.shape[0], 1, -1)
        words = torch.cat([always, self.words_in(given.words)], dim=1)
        keep = torch.cat([torch.ones_like(given.word_keep[:, :1]), given.word_keep], dim=1)
        return words, hiding_bias(keep)

    def _biases(self, given: NetInput) -> tuple[Tensor, ...]:
        shared = self.relation_bias[given.relations].permute(0, 3, 1, 2) + hiding_bias(given.keep)
        return shared.chunk(self.config.blocks, dim=1)


class Planner(nn.Module):
    """A small net of its own: it shares no weights with the flow, so that neither disturbs the other.

    It is small on purpose: a larger one learns the training rigs' habits by heart.
    """

    def __init__(self) -> None:
        super().__init__()
        self.joint = nn.Sequential(nn.Linear(FEATURES, 4), nn.Tanh())
        self.head = nn.Sequential(nn.Linear(4 + TEXT_WIDTH, 64), nn.SiLU(), nn.Linear(64, PLAN))

    def forward(
        self,
        features: Float[Tensor, "batch joints features"],
        keep: Bool[Tensor, "batch joints"],
        sentence: Float[Tensor, "batch 384"],
    ) -> Float[Tensor, "batch 3"]:
        """Log duration in seconds, logit of looping, log amount of motion."""
        return self.head(torch.cat([mean_over(self.joint(features), keep), sentence], dim=1))


def mean_over(
    values: Float[Tensor, "batch tokens width"], keep: Bool[Tensor, "batch tokens"]
) -> Float[Tensor, "batch width"]:
    """Mean of the tokens that stand; 0 where none does."""
    kept = keep.to(values.dtype)[..., None]
    return (values * kept).sum(dim=1) / kept.sum(dim=1).clamp(min=1.0)
