"""Differentiable forward kinematics over padded batches: the torch twin of ``geometry.kinematics.forward``.

Instead of walking down the tree, every joint's movement is composed with that of its parent, then of what it has
reached so far, so that a chain of n joints takes log2(n) rounds (pointer jumping: Hillis & Steele 1986).
"""

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


def jumps(parents: Int[Tensor, "batch joints"], rounds: int) -> list[Int[Tensor, "batch joints"]]:
    """For each round, which joint to compose with: the ancestor 1, 2, 4, ... up, or ``joints`` (beyond the root).

    Args:
        parents: the parent, or ``joints`` for a root and for padding.
        rounds: enough that 2 to its power is more than the deepest depth.

    Returns:
        One index a round, into the joints and one more that never moves.
    """
    joints = parents.shape[1]
    beyond = torch.full_like(parents[:, :1], joints)
    up = torch.cat([parents, beyond], dim=1)
    steps = []
    for _ in range(rounds):
        steps.append(up[:, :joints])
        up = torch.gather(up, 1, up)
    return steps


def carried_points(
    rest_positions: Float[Tensor, "batch joints 3"],
    offsets: Float[Tensor, "batch joints 3"],
    parents: Int[Tensor, "batch joints"],
    rotations: Float[Tensor, "batch times joints 3"],
    translations: Float[Tensor, "batch times joints 3"],
    rounds: int,
) -> Float[Tensor, "batch times joints 3"]:
    """Where a point that each joint carries stands.

    Args:
        rest_positions: joints at rest, model axes.
        offsets: the point of each joint relative to it at rest; zero for the joint itself.
        parents: the parent, or ``joints`` for a root and for padding.
        rotations: rotation vectors relative to rest and parent, model axes.
        translations: relative to rest and parent.
        rounds: 2 to its power must exceed the deepest depth.

    Returns:
        Where each point stands at each time.
    """
    origin = torch.cat([rest_positions, torch.zeros_like(rest_positions[:, :1])], dim=1)
    above = torch.gather(origin, 1, parents[..., None].expand(-1, -1, 3))
    turned = matrix_from_vector(rotations)
    moved = (rest_positions - above)[:, None] + translations
    eye = torch.eye(3, dtype=turned.dtype).expand(*turned.shape[:2], 1, 3, 3)
    still = torch.zeros_like(moved[:, :, :1])
    for step in jumps(parents, rounds):
        ancestor_turned = _taken(torch.cat([turned, eye], dim=2), step)
        ancestor_moved = _taken(torch.cat([moved, still], dim=2), step)
        moved = ancestor_moved + (ancestor_turned * moved[..., None, :]).sum(dim=-1)
        turned = (ancestor_turned[..., :, :, None] * turned[..., None, :, :]).sum(dim=-2)
    return moved + (turned * offsets[:, None, :, None, :]).sum(dim=-1)


def _taken(values: Tensor, joints: Int[Tensor, "batch joints"]) -> Tensor:
    batch = torch.arange(len(values))[:, None]
    return values.transpose(1, 2)[batch, joints].transpose(1, 2)
