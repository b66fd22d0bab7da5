"""What a scorer is trained by: naming the action, and finding its own words among those of the batch."""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

_NEVER = -1e4


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """The phrases of a batch of motions."""

    vectors: Float[Tensor, "batch 384"]
    phrases: Int[Tensor, " batch"]
    labels: Int[Tensor, " batch"]
    actions: Int[Tensor, " batch"]
    exact: Bool[Tensor, " batch"]
    """Whether a phrase names the label, not the action at large."""

    def alike(self) -> Bool[Tensor, "batch batch"]:
        """Pairs of a motion and another's phrase that may well be true too: neither right nor wrong."""
        same_action = self.actions[:, None] == self.actions[None, :]
        at_large = ~(self.exact[:, None] & self.exact[None, :])
        alike = (self.labels[:, None] == self.labels[None, :]) | (self.phrases[:, None] == self.phrases[None, :])
        return (alike | (same_action & at_large)) & ~torch.eye(len(self.labels), dtype=torch.bool)


def contrast(
    motions: Float[Tensor, "batch shared"],
    texts: Float[Tensor, "batch shared"],
    alike: Bool[Tensor, "batch batch"],
    sharpness: Float[Tensor, ""],
) -> Float[Tensor, ""]:
    """InfoNCE both ways: a motion among the texts of the batch and a text among its motions.

    Args:
        motions: unit vectors.
        texts: unit vectors, the text of each motion.
        alike: pairs that do not count against each other.
        sharpness: what cosines are multiplied by.

    Returns:
        The mean loss. Source: van den Oord et al. 2018 (arXiv 1807.03748); Radford et al. 2021 (arXiv 2103.00020).
    """
    near = (motions @ texts.T) * sharpness
    near = near.masked_fill(alike, _NEVER)
    own = torch.arange(len(near))
    return 0.5 * (nn.functional.cross_entropy(near, own) + nn.functional.cross_entropy(near.T, own))
