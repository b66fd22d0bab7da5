"""What the scorer computes of joint tracks before it learns anything: paths, harmonics, speeds, heights.

Paths are divided by the clip's own amount, so that small and large movements look alike; amounts are told beside them.
"""

import math

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from enliven.models.motion_tokens import SAMPLES, SHAPE

HARMONICS = 8
TOKEN_WIDTH = SHAPE + 3 * SAMPLES + 3 * HARMONICS + SAMPLES + 6
CLIP_WIDTH = 5 + 3 * SAMPLES + 3 * SAMPLES
_FAR = 1e3  # body units: where joints that are not there are put before a minimum


def motion_features(
    shape: Float[Tensor, "batch joints 10"],
    tracks: Float[Tensor, "batch joints samples 3"],
    keep: Bool[Tensor, "batch joints"],
    duration_s: Float[Tensor, " batch"],
    loop: Float[Tensor, " batch"],
) -> tuple[Float[Tensor, "batch joints token"], Float[Tensor, "batch clip"]]:
    """Features of every joint and of the whole clip.

    Args:
        shape: see ``models.motion_tokens``.
        tracks: likewise, relative to rest.
        keep: True where a joint stands.
        duration_s: of the clip.
        loop: 1 for a loop, 0 otherwise.

    Returns:
        A row a joint (shape, path over amount, sizes of harmonics, height over the lowest point of the clip, log
        spread, mean and highest speed, way from first to last), and a row a clip (log seconds, loop, log amount, speed
        and number of joints; middle, lowest and highest point and activity over time).
    """
    kept = keep[..., None].to(tracks.dtype)
    count = kept.sum(dim=1)
    swing = tracks - tracks.mean(dim=2, keepdim=True)
    spread = ((swing**2).sum(dim=-1).mean(dim=2) + 1e-6).sqrt() * kept[..., 0]
    amount = ((spread**2).sum(dim=1) / count[:, 0] + 1e-6).sqrt()
    speed = _speeds(tracks, duration_s)
    heights = shape[:, :, None, 1] + tracks[..., 1]
    lowest = (heights + (1.0 - kept) * _FAR).flatten(1).amin(dim=1)
    heights = heights - lowest[:, None, None]
    per_joint = [
        2.0 * shape,
        (tracks / amount[:, None, None, None]).flatten(2),
        4.0 * _harmonics(swing / amount[:, None, None, None]).flatten(2),
        2.0 * heights,
        torch.log(spread / amount[:, None] + 1e-3)[..., None],
        torch.log(speed.mean(dim=2) + 1e-2)[..., None],
        torch.log(speed.amax(dim=2) + 1e-2)[..., None],
        3.0 * (tracks[:, :, -1] - tracks[:, :, 0]),
    ]
    mean_speed = (speed * kept).sum(dim=1) / count
    scalars = [
        torch.log(duration_s),
        loop,
        torch.log(amount) + 3.0,
        torch.log(mean_speed.mean(dim=1) + 1e-3) + 1.0,
        torch.log(count[:, 0]) - 3.0,
    ]
    per_clip = [
        torch.stack(scalars, dim=1),
        3.0 * ((tracks * kept[..., None]).sum(dim=1) / count[:, None]).flatten(1),
        3.0 * (heights + (1.0 - kept) * _FAR).amin(dim=1),
        (heights - (1.0 - kept) * _FAR).amax(dim=1),
        mean_speed / (mean_speed.mean(dim=1, keepdim=True) + 1e-6),
        torch.log(mean_speed.amax(dim=1, keepdim=True) + 1e-2),
    ]
    return torch.cat(per_joint, dim=2), torch.cat(per_clip, dim=1)


def _speeds(
    tracks: Float[Tensor, "batch joints samples 3"], duration_s: Float[Tensor, " batch"]
) -> Float[Tensor, "batch joints steps"]:
    steps = (tracks[:, :, 1:] - tracks[:, :, :-1]) * (SAMPLES / duration_s[:, None, None, None])
    return ((steps**2).sum(dim=-1) + 1e-8).sqrt()


def _harmonics(swing: Float[Tensor, "batch joints samples 3"]) -> Float[Tensor, "batch joints 3 harmonics"]:
    """Sizes of the first waves of every track: they do not depend on where a cycle begins."""
    angles = 2.0 * math.pi / SAMPLES * torch.outer(torch.arange(SAMPLES), torch.arange(1, HARMONICS + 1))
    turned = swing.transpose(2, 3)
    real, imaginary = turned @ torch.cos(angles), turned @ torch.sin(angles)
    return (real**2 + imaginary**2 + 1e-5).sqrt() / SAMPLES
