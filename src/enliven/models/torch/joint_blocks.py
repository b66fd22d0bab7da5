"""Building blocks of the joint transformer: attention with a bias per relation, and modulation by the conditions.

Source of the modulation: Peebles & Xie 2023, "DiT" (arXiv 2212.09748), shared over blocks with a learnt offset for
each as in Chen et al. 2023, "PixArt-alpha" (arXiv 2310.00426).
"""

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

_HIDDEN = -1e4  # added to the score of what is masked: its weight is exactly 0 in float32


class JointAttention(nn.Module):
    """Every joint looks at every joint; a bias says what they are to each other."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.query_key_value = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(
        self, tokens: Float[Tensor, "batch joints width"], bias: Float[Tensor, "batch heads joints joints"]
    ) -> Float[Tensor, "batch joints width"]:
        """Attend; ``bias`` hides padding."""
        q, k, v = (_split(part, self.heads) for part in self.query_key_value(tokens).chunk(3, dim=-1))
        return self.out(_attend(q, k, v, bias))


class TextAttention(nn.Module):
    """Every joint looks at the words, and at one learnt token that is always there."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.query = nn.Linear(width, width)
        self.key_value = nn.Linear(width, 2 * width)
        self.out = nn.Linear(width, width)

    def forward(
        self,
        tokens: Float[Tensor, "batch joints width"],
        words: Float[Tensor, "batch words width"],
        bias: Float[Tensor, "batch 1 1 words"],
    ) -> Float[Tensor, "batch joints width"]:
        """Attend; ``bias`` hides padding."""
        q = _split(self.query(tokens), self.heads)
        k, v = (_split(part, self.heads) for part in self.key_value(words).chunk(2, dim=-1))
        return self.out(_attend(q, k, v, bias))


class Block(nn.Module):
    """Joints among themselves, then the words, then each joint by itself."""

    def __init__(self, width: int, heads: int, expansion: int) -> None:
        super().__init__()
        self.offsets = nn.Parameter(torch.randn(6, width) * 0.02)
        self.attention = JointAttention(width, heads)
        self.words = TextAttention(width, heads)
        self.word_norm = nn.LayerNorm(width)
        self.mlp = nn.Sequential(
            nn.Linear(width, expansion * width), nn.GELU(approximate="tanh"), nn.Linear(expansion * width, width)
        )
        self.norm = nn.LayerNorm(width, elementwise_affine=False)

    def forward(
        self,
        tokens: Float[Tensor, "batch joints width"],
        modulation: Float[Tensor, "batch 6 width"],
        joint_bias: Float[Tensor, "batch heads joints joints"],
        words: Float[Tensor, "batch words width"],
        word_bias: Float[Tensor, "batch 1 1 words"],
    ) -> Float[Tensor, "batch joints width"]:
        """One round."""
        shift, scale, gate, shift_mlp, scale_mlp, gate_mlp = (modulation + self.offsets).unsqueeze(2).unbind(1)
        tokens = tokens + gate * self.attention(self.norm(tokens) * (1 + scale) + shift, joint_bias)
        tokens = tokens + self.words(self.word_norm(tokens), words, word_bias)
        return tokens + gate_mlp * self.mlp(self.norm(tokens) * (1 + scale_mlp) + shift_mlp)


def hiding_bias(keep: Bool[Tensor, "batch tokens"]) -> Float[Tensor, "batch 1 1 tokens"]:
    """0 where a token stands, a large negative number where it is padding."""
    return (~keep).to(torch.float32)[:, None, None, :] * _HIDDEN


def waves(values: Float[Tensor, " batch"], count: int, fastest: float) -> Float[Tensor, "batch waves"]:
    """Sines and cosines of a number at ``count`` rates from 1 to ``fastest`` radians per unit."""
    rates = torch.exp(torch.linspace(0.0, 1.0, count) * torch.log(torch.tensor(fastest)))
    angles = values[:, None] * rates
    return torch.cat([angles.sin(), angles.cos()], dim=1)


def _split(flat: Tensor, heads: int) -> Tensor:
    return flat.unflatten(-1, (heads, -1)).transpose(1, 2)


def _attend(q: Tensor, k: Tensor, v: Tensor, bias: Tensor) -> Tensor:
    scores = q @ k.transpose(-1, -2) * q.shape[-1] ** -0.5 + bias
    return (scores.softmax(dim=-1) @ v).transpose(1, 2).flatten(2)
