"""Differentiable forward kinematics over padded batches: the torch twin of ``geometry.kinematics.forward``.

All joints of one depth, over all bodies and times, take one step together.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

_SMALL = 1e-4


def matrix_from_vector(vectors: Float[Tensor, "*batch 3"]) -> Float[Tensor, "*batch 3 3"]:
    """Rodrigues' formula, with a series near 0 so that gradients are finite everywhere."""
    square = (vectors * vectors).sum(dim=-1)[..., None, None]
    small = square < _SMALL
    safe = torch.where(small, torch.ones_like(square), square)
    angle = safe.sqrt()
    sine = torch.where(small, 1.0 - square / 6.0, angle.sin() / angle)
    versine = torch.where(small, 0.5 - square / 24.0, (1.0 - angle.cos()) / safe)
    x, y, z = vectors.unbind(-1)
    zero = torch.zeros_like(x)
    cross = torch.stack([zero, -z, y, z, zero, -x, -y, x, zero], dim=-1).unflatten(-1, (3, 3))
    outer = vectors[..., :, None] * vectors[..., None, :]
    eye = torch.eye(3, dtype=vectors.dtype)
    return eye + sine * cross + versine * (outer - square * eye)


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """Joints of one depth over the whole batch, flattened, and where each one's parent stands in the level before."""

    joints: Int[Tensor, " joints"]
    parents: Int[Tensor, " joints"]


def levels_of(parents: Int[Tensor, "batch joints"]) -> list[Level]:
    """Cut a batch of forests into levels.

    Args:
        parents: each before its child; the number of joints for a root and for padding.

    Returns:
        From the roots down.
    """
    batch, joints = parents.shape
    beyond = torch.full_like(parents[:, :1], -1)
    depth = torch.cat([torch.zeros_like(parents), beyond], dim=1)
    for joint in range(joints):
        depth[:, joint] = depth.gather(1, parents[:, joint : joint + 1])[:, 0] + 1
    flat_depth = depth[:, :joints].reshape(-1)
    flat_parents = (parents + torch.arange(batch)[:, None] * joints).reshape(-1)
    place = torch.zeros(batch * joints, dtype=torch.int64)
    levels = []
    for number in range(int(flat_depth.max()) + 1):
        level = torch.nonzero(flat_depth == number)[:, 0]
        above = place[flat_parents[level]] if number else torch.zeros_like(level)
        place[level] = torch.arange(len(level))
        levels.append(Level(joints=level, parents=above))
    return levels


def carried_points(
    rest_positions: Float[Tensor, "batch joints 3"],
    offsets: Float[Tensor, "batch joints 3"],
    parents: Int[Tensor, "batch joints"],
    levels: list[Level],
    rotations: Float[Tensor, "batch times joints 3"],
    translations: Float[Tensor, "batch times joints 3"],
) -> Float[Tensor, "batch times joints 3"]:
    """Where a point that each joint carries stands.

    Args:
        rest_positions: joints at rest, model axes.
        offsets: the point of each joint relative to it at rest; zero for the joint itself.
        parents: the parent, or the number of joints for a root and for padding.
        levels: of these parents.
        rotations: rotation vectors relative to rest and parent, model axes.
        translations: relative to rest and parent.

    Returns:
        Where each point stands at each time.
    """
    batch, times, joints, _ = rotations.shape
    origin = torch.cat([rest_positions, torch.zeros_like(rest_positions[:, :1])], dim=1)
    above = torch.gather(origin, 1, parents[..., None].expand(-1, -1, 3))
    turned = matrix_from_vector(rotations).transpose(1, 2).reshape(-1, times, 3, 3)
    moved = ((rest_positions - above)[:, :, None] + translations.transpose(1, 2)).reshape(-1, times, 3)
    carried = offsets.reshape(-1, 1, 3)
    whole, at = turned[levels[0].joints], moved[levels[0].joints]
    points = [at + _applied(whole, carried[levels[0].joints])]
    for level in levels[1:]:
        parent = whole[level.parents]
        at = at[level.parents] + _applied(parent, moved[level.joints])
        local = turned[level.joints]
        whole = torch.bmm(parent.reshape(-1, 3, 3), local.reshape(-1, 3, 3)).view(local.shape)
        points.append(at + _applied(whole, carried[level.joints]))
    order = torch.argsort(torch.cat([level.joints for level in levels]))
    return torch.cat(points)[order].view(batch, joints, times, 3).transpose(1, 2)


def _applied(turned: Tensor, vectors: Tensor) -> Tensor:
    return (turned * vectors[..., None, :]).sum(dim=-1)
