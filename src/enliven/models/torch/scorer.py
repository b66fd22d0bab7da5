"""The scorer: which action a motion shows, from joint tracks alone, on any rig. It never sees text or joint names."""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from enliven.models.motion_tokens import ACTIONS, TIMING, WIDTH


@dataclass(frozen=True, slots=True)
class ScorerConfig:
    """Size of the scorer."""

    width: int = 128
    """Numbers per joint token."""
    blocks: int = 3
    """Rounds of attention."""
    heads: int = 4
    """Attention heads."""
    dropout: float = 0.2
    """Share of hidden numbers left out while training."""


class Scorer(nn.Module):
    """A set transformer over joints; padding never changes a result, the order of joints does not matter."""

    def __init__(self, config: ScorerConfig) -> None:
        super().__init__()
        width = config.width
        self.config = config
        self.token_in = nn.Sequential(nn.Linear(WIDTH, width), nn.GELU(), nn.Linear(width, width))
        self.timing_in = nn.Sequential(nn.Linear(TIMING, width), nn.GELU(), nn.Linear(width, width))
        self.blocks = nn.ModuleList(SetBlock(width, config.heads, config.dropout) for _ in range(config.blocks))
        self.norm = nn.LayerNorm(width)
        self.head = nn.Sequential(
            nn.Linear(2 * width, width), nn.GELU(), nn.Dropout(config.dropout), nn.Linear(width, len(ACTIONS))
        )

    def forward(
        self,
        tokens: Float[Tensor, "batch joints features"],
        keep: Bool[Tensor, "batch joints"],
        timing: Float[Tensor, "batch 4"],
    ) -> Float[Tensor, "batch actions"]:
        """Logits over ``models.motion_tokens.ACTIONS``.

        Args:
            tokens: see ``models.motion_tokens.padded``.
            keep: True where a joint stands.
            timing: of the whole clip, likewise.

        Returns:
            One logit per action.
        """
        hidden = self.token_in(tokens) + self.timing_in(timing)[:, None]
        for block in self.blocks:
            hidden = block(hidden, keep)
        hidden = self.norm(hidden)
        kept = keep[..., None].to(hidden.dtype)
        mean = (hidden * kept).sum(dim=1) / kept.sum(dim=1)
        most = (hidden + (kept - 1.0) * 1e4).amax(dim=1)
        return self.head(torch.cat([mean, most], dim=1))


class SetBlock(nn.Module):
    """Joints look at each other, then each thinks by itself; what is not kept is not seen."""

    def __init__(self, width: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.heads = heads
        self.look_norm = nn.LayerNorm(width)
        self.query_key_value = nn.Linear(width, 3 * width)
        self.look_out = nn.Linear(width, width)
        self.think = nn.Sequential(
            nn.LayerNorm(width), nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width)
        )
        self.dropout = nn.Dropout(dropout)

    def forward(
        self, hidden: Float[Tensor, "batch joints width"], keep: Bool[Tensor, "batch joints"]
    ) -> Float[Tensor, "batch joints width"]:
        """One round."""
        parts = self.query_key_value(self.look_norm(hidden)).unflatten(-1, (3, self.heads, -1))
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        scores = query @ key.transpose(-1, -2) * query.shape[-1] ** -0.5
        hiding = (~keep).to(scores.dtype)[:, None, None, :] * -1e4
        seen = ((scores + hiding).softmax(dim=-1) @ value).transpose(1, 2).flatten(2)
        hidden = hidden + self.dropout(self.look_out(seen))
        return hidden + self.dropout(self.think(hidden))
