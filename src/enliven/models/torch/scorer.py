"""The scorer: what a motion shows, from joint tracks alone, on any rig. It never sees a rig's names.

Two readings of one trunk: chances of actions, and a place in a space where texts lie too.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from enliven.models.motion_tokens import ACTIONS
from enliven.models.text.encoder import WIDTH as TEXT
from enliven.models.torch.motion_features import CLIP_WIDTH, TOKEN_WIDTH, motion_features

_FIRST_LOG_SHARPNESS = 2.6
_MOST_SHARP = 50.0


@dataclass(frozen=True, slots=True)
class ScorerConfig:
    """Size of the scorer."""

    width: int = 96
    """Numbers per joint token."""
    rounds: int = 1
    """How often joints hear of each other."""
    dropout: float = 0.2
    """Share of hidden numbers left out while training."""
    shared: int = 64
    """Width of the space of motions and texts."""


class Scorer(nn.Module):
    """A set of joints read as one; padding never changes a result, the order of joints does not matter."""

    def __init__(self, config: ScorerConfig) -> None:
        super().__init__()
        width, dropout = config.width, config.dropout
        self.config = config
        self.token_in = _perceptron(TOKEN_WIDTH, width, width, dropout)
        self.clip_in = _perceptron(CLIP_WIDTH, width, width, dropout)
        self.rounds = nn.ModuleList(Mixing(width, dropout) for _ in range(config.rounds))
        self.norm = nn.LayerNorm(width)
        self.trunk = nn.Sequential(nn.Linear(3 * width, width), nn.GELU(), nn.Dropout(dropout))
        self.head = nn.Linear(width, len(ACTIONS))
        self.motion_out = nn.Linear(width, config.shared)
        self.text_out = _perceptron(TEXT, width, config.shared, dropout)
        self.log_sharpness = nn.Parameter(torch.tensor(_FIRST_LOG_SHARPNESS))

    def forward(
        self,
        shape: Float[Tensor, "batch joints 10"],
        tracks: Float[Tensor, "batch joints samples 3"],
        keep: Bool[Tensor, "batch joints"],
        duration_s: Float[Tensor, " batch"],
        loop: Float[Tensor, " batch"],
    ) -> tuple[Float[Tensor, "batch actions"], Float[Tensor, "batch shared"]]:
        """Read motions.

        Args:
            shape: see ``models.motion_tokens.padded``, as for the others.
            tracks: relative to rest, body units.
            keep: True where a joint stands.
            duration_s: of the clip.
            loop: 1 for a loop, 0 otherwise.

        Returns:
            Logits over ``models.motion_tokens.ACTIONS``, and unit vectors in the space shared with texts.
        """
        tokens, clip = motion_features(shape, tracks, keep, duration_s, loop)
        whole = self.clip_in(clip)
        hidden = self.token_in(tokens) + whole[:, None]
        kept = keep[..., None].to(hidden.dtype)
        for mixing in self.rounds:
            hidden = mixing(hidden, kept)
        read = self.trunk(torch.cat([_pooled(self.norm(hidden), kept), whole], dim=1))
        return self.head(read), _unit(self.motion_out(read))

    def text(self, prompts: Float[Tensor, "prompts 384"]) -> Float[Tensor, "prompts shared"]:
        """Unit vectors of sentences, each given as the mean of its tokens (``TextTokens.mean``)."""
        return _unit(self.text_out(_unit(prompts) * TEXT**0.5))

    def sharpness(self) -> Float[Tensor, ""]:
        """What cosines are multiplied by in training."""
        return self.log_sharpness.exp().clamp(max=_MOST_SHARP)


class ScorerPanel(nn.Module):
    """Scorers of other seeds as one: mean chances; the similarity of a motion and a text is the mean of theirs."""

    def __init__(self, members: Sequence[Scorer]) -> None:
        super().__init__()
        self.members = nn.ModuleList(members)

    def forward(
        self,
        shape: Float[Tensor, "batch joints 10"],
        tracks: Float[Tensor, "batch joints samples 3"],
        keep: Bool[Tensor, "batch joints"],
        duration_s: Float[Tensor, " batch"],
        loop: Float[Tensor, " batch"],
        prompts: Float[Tensor, "prompts 384"],
    ) -> tuple[Float[Tensor, "batch actions"], Float[Tensor, "batch place"], Float[Tensor, "prompts place"]]:
        """Chances of actions, and motions and texts as unit vectors whose product is their similarity."""
        read = [member(shape, tracks, keep, duration_s, loop) for member in self.members]
        chances = torch.stack([logits.softmax(dim=-1) for logits, _ in read]).mean(dim=0)
        weight = len(read) ** -0.5
        motions = torch.cat([motion for _, motion in read], dim=-1) * weight
        texts = torch.cat([member.text(prompts) for member in self._scorers()], dim=-1) * weight
        return chances, motions, texts

    def _scorers(self) -> list[Scorer]:
        return [member for member in self.members if isinstance(member, Scorer)]


class Mixing(nn.Module):
    """Every joint hears what all together show, then thinks by itself; what is not kept is not heard.

    Attention between joints was tried in its place: as good on val within its chance, at three times the cost.
    """

    def __init__(self, width: int, dropout: float) -> None:
        super().__init__()
        self.heard = nn.Linear(2 * width, width)
        self.norm = nn.LayerNorm(width)
        self.think = _perceptron(width, width, width, dropout)

    def forward(
        self, hidden: Float[Tensor, "batch joints width"], kept: Float[Tensor, "batch joints 1"]
    ) -> Float[Tensor, "batch joints width"]:
        """One round."""
        return hidden + self.think(self.norm(hidden + self.heard(_pooled(hidden, kept))[:, None]))


def _pooled(
    hidden: Float[Tensor, "batch joints width"], kept: Float[Tensor, "batch joints 1"]
) -> Float[Tensor, "batch both"]:
    """Mean and maximum over the joints that stand."""
    mean = (hidden * kept).sum(dim=1) / kept.sum(dim=1)
    return torch.cat([mean, (hidden + (kept - 1.0) * 1e4).amax(dim=1)], dim=1)


def _perceptron(inputs: int, width: int, outputs: int, dropout: float) -> nn.Sequential:
    return nn.Sequential(nn.Linear(inputs, width), nn.GELU(), nn.Dropout(dropout), nn.Linear(width, outputs))


def _unit(vectors: Tensor) -> Tensor:
    return vectors / ((vectors**2).sum(dim=-1, keepdim=True) + 1e-8).sqrt()
