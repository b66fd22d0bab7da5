"""Chance on batches of motions: mirror, turn, rescale, another rest, shift and warp in time, roughness, fewer joints.

What a motion shows does not change; which rig it is, and how fast it is played exactly, can no longer be told.
"""

import math
from dataclasses import dataclass, replace

import torch
from jaxtyping import Bool, Float
from torch import Generator, Tensor

from enliven.models.motion_tokens import SAMPLES

_FEWEST_JOINTS = 6


@dataclass(frozen=True, slots=True)
class Chance:
    """How far a variant may stray: deviations, in body units, radians or of logarithms, and shares."""

    turn_rad: float = 0.35
    stretch: float = 0.15
    amount: float = 0.15
    joint_amount: float = 0.1
    other_rest: float = 0.03
    bone: float = 0.03
    cut: float = 0.1
    """Highest share of a clip cut off at either end."""
    warp: float = 0.05
    roughness: float = 0.05
    """Of tracks, as a share of the clip's amount."""
    speed: float = 0.15
    shapeless: float = 0.15
    """How often a motion is shown without the body it moves."""
    placeless: float = 0.1
    """How often a motion is shown without where its joints are."""
    lost: float = 0.3
    """Highest share of joints left out."""


@dataclass(frozen=True, slots=True, eq=False)
class TrackBatch:
    """Motions as the scorer takes them (``models.motion_tokens.padded``)."""

    shape: Float[Tensor, "batch joints 10"]
    tracks: Float[Tensor, "batch joints samples 3"]
    keep: Bool[Tensor, "batch joints"]
    duration_s: Float[Tensor, " batch"]
    loop: Float[Tensor, " batch"]

    def inputs(self) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """In the order of ``Scorer.forward``."""
        return self.shape, self.tracks, self.keep, self.duration_s, self.loop


def varied(
    batch: TrackBatch,
    *,
    generator: Generator,
    sided: Bool[Tensor, " batch"] | None = None,
    chance: Chance | None = None,
) -> TrackBatch:
    """Random variants of motions that show the same.

    Args:
        batch: the motions; untouched.
        generator: the source of chance.
        sided: True where left and right matter, so that nothing is mirrored.
        chance: how far variants stray.

    Returns:
        As many motions, of the same sizes.
    """
    chance = chance or Chance()
    mirrored = _mirrored(batch, sided, generator)
    return _fewer_joints(_retimed(_reshaped(mirrored, chance, generator), chance, generator), chance, generator)


def _mirrored(batch: TrackBatch, sided: Tensor | None, generator: Generator) -> TrackBatch:
    flips = torch.rand(len(batch.keep), generator=generator) < 0.5
    if sided is not None:
        flips = flips & ~sided
    sign = torch.where(flips, -1.0, 1.0)
    ones = torch.ones_like(sign)
    axes = torch.stack([sign, ones, ones], dim=1)
    shape = batch.shape * torch.cat([axes, axes, torch.ones(len(sign), 4)], dim=1)[:, None]
    return replace(batch, shape=shape, tracks=batch.tracks * axes[:, None, None])


def _reshaped(batch: TrackBatch, chance: Chance, generator: Generator) -> TrackBatch:
    """Turned about the vertical, stretched, told relative to another rest, and the body told roughly or not at all."""
    rows, joints = batch.keep.shape

    def normal(*sizes: int) -> Tensor:
        return torch.randn(*sizes, generator=generator)

    def seen(how_often_not: float) -> Tensor:
        return (torch.rand(rows, 1, 1, generator=generator) >= how_often_not).float()

    turn, stretch = _turns(normal(rows) * chance.turn_rad), torch.exp(normal(rows, 1, 3) * chance.stretch)
    places, bones = batch.shape[:, :, :3] @ turn * stretch, batch.shape[:, :, 3:6] @ turn * stretch
    tracks = (batch.tracks.flatten(1, 2) @ turn * stretch).unflatten(1, (joints, SAMPLES))
    tracks = tracks * torch.exp(normal(rows, 1, 1, 1) * chance.amount)
    tracks = tracks * torch.exp(normal(rows, joints, 1, 1) * chance.joint_amount)
    moved = normal(rows, joints, 3) * chance.other_rest * torch.rand(rows, 1, 1, generator=generator)
    places, tracks = places + moved, tracks - moved[:, :, None]
    extents = batch.shape[:, :, 6:9] * stretch * torch.exp(normal(rows, joints, 3) * 0.2)
    shares = batch.shape[:, :, 9:] * torch.exp(normal(rows, joints, 1) * 0.3)
    bodily, placed = seen(chance.shapeless), seen(chance.placeless)
    bones = (bones + normal(rows, joints, 3) * chance.bone) * bodily * placed
    shape = torch.cat([places * placed, bones, extents * bodily, shares * bodily], dim=2)
    amount = tracks.std(dim=2, keepdim=True).mean(dim=(1, 3), keepdim=True)
    rough = normal(*tracks.shape) * amount * chance.roughness * torch.rand(rows, 1, 1, 1, generator=generator)
    return replace(batch, shape=shape, tracks=tracks + rough)


def _retimed(batch: TrackBatch, chance: Chance, generator: Generator) -> TrackBatch:
    """Loops begin anywhere; other motions are cut and warped a little; all are played faster or slower."""
    rows, joints = batch.keep.shape
    last = SAMPLES - 1
    begin = torch.rand(rows, generator=generator) * chance.cut * last
    end = last - torch.rand(rows, generator=generator) * chance.cut * last
    even = torch.linspace(0.0, 1.0, SAMPLES)[None]
    even = even + torch.randn(rows, 1, generator=generator) * chance.warp * torch.sin(math.pi * even)
    once = (begin[:, None] + (end - begin)[:, None] * even).clamp(0.0, last)
    begun = torch.randint(0, SAMPLES, (rows, 1), generator=generator)
    looped = batch.loop[:, None] > 0.5
    at = torch.where(looped, ((torch.arange(SAMPLES)[None] + begun) % SAMPLES).float(), once)
    before = at.floor().long()
    after = (before + 1).clamp(max=last)  # a loop is read at whole samples: nothing of what comes after counts
    part = (at - before)[:, None, :, None]

    def read(index: Tensor) -> Tensor:
        return batch.tracks.gather(2, index[:, None, :, None].expand(rows, joints, SAMPLES, 3))

    kept = torch.where(batch.loop > 0.5, 1.0, (end - begin) / last)
    speed = torch.exp(torch.randn(rows, generator=generator) * chance.speed)
    tracks = read(before) * (1.0 - part) + read(after) * part
    return replace(batch, tracks=tracks, duration_s=batch.duration_s * kept * speed)


def _fewer_joints(batch: TrackBatch, chance: Chance, generator: Generator) -> TrackBatch:
    rows, joints = batch.keep.shape
    lost = torch.rand(rows, 1, generator=generator) * chance.lost
    keep = batch.keep & (torch.rand(rows, joints, generator=generator) >= lost)
    enough = keep.sum(dim=1) >= batch.keep.sum(dim=1).clamp(max=_FEWEST_JOINTS)
    return replace(batch, keep=torch.where(enough[:, None], keep, batch.keep))


def _turns(angles_rad: Float[Tensor, " batch"]) -> Float[Tensor, "batch 3 3"]:
    c, s = angles_rad.cos(), angles_rad.sin()
    zero, one = torch.zeros_like(c), torch.ones_like(c)
    rows = [torch.stack(row, dim=1) for row in ((c, zero, -s), (zero, one, zero), (s, zero, c))]
    return torch.stack(rows, dim=1)
