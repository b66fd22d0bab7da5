"""Where joints and their skin stand, from turns in model space: differentiable, over padded batches.

The torch twin of ``geometry.kinematics.forward``. With every turn told in model space a joint's place is a sum of
turned bones, so that all joints take one product together, however deep they hang.
"""

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor


def carried_points(
    rest_positions: Float[Tensor, "batch joints 3"],
    offsets: Float[Tensor, "batch joints 3"],
    parents: Int[Tensor, "batch joints"],
    above: Bool[Tensor, "batch joints joints"],
    turns: Float[Tensor, "batch times joints 3 3"],
    translations: Float[Tensor, "batch times joints 3"],
) -> Float[Tensor, "batch times joints 3"]:
    """Where a point that each joint carries stands.

    Args:
        rest_positions: joints at rest, model axes.
        offsets: the point of each joint relative to it at rest; zero for the joint itself.
        parents: the parent, or the number of joints for a root and for padding.
        above: whether the column joint is the row joint, or one above it.
        turns: of each joint in model space relative to rest; any matrices.
        translations: relative to rest and parent.

    Returns:
        Where each point stands at each time.
    """
    origin = torch.cat([rest_positions, torch.zeros_like(rest_positions[:, :1])], dim=1)
    start = torch.gather(origin, 1, parents[..., None].expand(-1, -1, 3))
    bones = (rest_positions - start)[:, None] + translations
    identity = torch.eye(3, dtype=turns.dtype).expand_as(turns[:, :, :1])
    moved = _applied(_picked(torch.cat([turns, identity], dim=2), parents), bones)
    joints = above.to(turns.dtype)[:, None] @ moved
    return joints + _applied(turns, offsets[:, None])


def above_of(
    values: Float[Tensor, "batch times joints 3 3"], parents: Int[Tensor, "batch joints"]
) -> Float[Tensor, "batch times joints 3 3"]:
    """The value of each joint's parent; zero for roots and padding."""
    return _picked(torch.cat([values, torch.zeros_like(values[:, :, :1])], dim=2), parents)


def _picked(values: Tensor, places: Int[Tensor, "batch joints"]) -> Tensor:
    index = places[:, None, :, None, None].expand(-1, values.shape[1], -1, 3, 3)
    return torch.gather(values, 2, index)


def _applied(turned: Tensor, vectors: Tensor) -> Tensor:
    return (turned * vectors[..., None, :]).sum(dim=-1)
