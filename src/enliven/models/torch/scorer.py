"""The scorer: which action a motion shows, from joint tracks alone, on any rig. It never sees text or joint names."""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from enliven.models.motion_tokens import ACTIONS, WIDTH


@dataclass(frozen=True, slots=True)
class ScorerConfig:
    """Size of the scorer."""

    width: int = 128
    """Numbers per joint token."""
    blocks: int = 3
    """Rounds of attention."""
    heads: int = 4
    """Attention heads."""
    dropout: float = 0.1
    """Share of hidden numbers left out while training."""


class Scorer(nn.Module):
    """A set transformer over joints; padding never changes a result, the order of joints does not matter."""

    def __init__(self, config: ScorerConfig) -> None:
        super().__init__()
        width = config.width
        self.config = config
        self.token_in = nn.Sequential(nn.Linear(WIDTH, width), nn.GELU(), nn.Linear(width, width))
        self.timing_in = nn.Linear(2, width)
        self.blocks = nn.ModuleList(
            nn.TransformerEncoderLayer(
                width, config.heads, 2 * width, config.dropout, "gelu", batch_first=True, norm_first=True
            )
            for _ in range(config.blocks)
        )
        self.norm = nn.LayerNorm(width)
        self.head = nn.Sequential(
            nn.Linear(2 * width, width), nn.GELU(), nn.Dropout(config.dropout), nn.Linear(width, len(ACTIONS))
        )

    def forward(
        self,
        tokens: Float[Tensor, "batch joints features"],
        keep: Bool[Tensor, "batch joints"],
        timing: Float[Tensor, "batch 2"],
    ) -> Float[Tensor, "batch actions"]:
        """Logits over ``models.motion_tokens.ACTIONS``.

        Args:
            tokens: see ``models.motion_tokens.padded``; tracks are multiplied here, they are small.
            keep: True where a joint stands.
            timing: log of seconds, and 1 for a loop.

        Returns:
            One logit per action.
        """
        hidden = self.token_in(tokens * self._gain(tokens)) + self.timing_in(timing)[:, None]
        for block in self.blocks:
            hidden = block(hidden, src_key_padding_mask=~keep)
        hidden = self.norm(hidden)
        kept = keep[..., None].to(hidden.dtype)
        mean = (hidden * kept).sum(dim=1) / kept.sum(dim=1)
        most = (hidden + (kept - 1.0) * 1e4).amax(dim=1)
        return self.head(torch.cat([mean, most], dim=1))

    def _gain(self, tokens: Tensor) -> Tensor:
        gain = torch.full((WIDTH,), 4.0, dtype=tokens.dtype)
        gain[:10] = 2.0
        return gain
