"""What the joint net learns from: the clean motion, where its skin stands, how fast that goes, and the plan."""

from dataclasses import dataclass, replace

import numpy as np
import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from enliven.core.splines import basis
from enliven.models.joint_codec import CONTROLS, SPIN, TRANSLATION, TURN, cosine_matrix
from enliven.models.torch.joint_flow import JointFlow, NetInput
from enliven.models.torch.kinematics import above_of, carried_points
from enliven.training.joint_data import JointBatch

PHASES = 96
"""Steps of the grid of normalised times at which positions are compared."""
_SPINS = 0.3  # of the channels of a spin: a quarter of a turn


@dataclass(frozen=True, slots=True)
class LossConfig:
    """Weights of the parts of the loss."""

    position: float = 40.0
    """Of the squared distance of the middle of each joint's skin, body units."""
    bend: float = 3.0
    """Of the squared difference of a joint's turn relative to its parent's: what moves as one must stay one."""
    velocity: float = 0.5
    """Of the squared difference of joint velocities, body units per clip."""
    spin: float = 0.3
    """Of the squared error of endless turning, of joints that spin as much as of all that do not."""
    plan: float = 0.2
    """Of duration, looping and amount of motion told from the words."""
    pairs: int = 3
    """Pairs of times a clip at which joints are compared."""
    word_dropout: float = 0.1
    """Chance of leaving the words out, for guidance."""
    condition_dropout: float = 0.1
    """Chance of leaving out each of duration, looping and amount of motion."""
    token_dropout: float = 0.1
    """Chance of leaving out each word."""
    blur: float = 0.05
    """Standard deviation of the noise on features and words: few rigs must stand for many."""
    plan_blur: float = 0.5
    """The same for the planner, which has less to learn; also its chance of losing each number of the words."""


@dataclass(frozen=True, slots=True, eq=False)
class TensorBatch:
    """A ``JointBatch`` as the net reads it, with what the losses need beside."""

    given: NetInput  # position and time are those of the clean motion until noised
    told: NetInput  # what the planner reads
    clean: Float[Tensor, "batch joints channels"]  # divided by the net's scales
    weights: Float[Tensor, "batch joints"]
    movers: Bool[Tensor, "batch joints"]
    rest_positions: Float[Tensor, "batch joints 3"]
    offsets: Float[Tensor, "batch joints 3"]  # middle of the skin of each joint
    parents: Tensor
    above: Bool[Tensor, "batch joints joints"]
    loops: Bool[Tensor, " batch"]
    lasting: Bool[Tensor, " batch"]


def tensors_of(batch: JointBatch, scales: Float[Tensor, " channels"]) -> TensorBatch:
    """Move a batch to torch and divide its channels by their scales."""
    clean = torch.from_numpy(batch.channels) / scales
    durations = torch.from_numpy(batch.durations_s).log()
    loops = torch.from_numpy(batch.loops)
    conditions = torch.stack([durations, loops.float(), torch.from_numpy(batch.log_speeds)], dim=1)
    given = NetInput(
        position=clean,
        time=torch.ones(len(batch)),
        features=torch.from_numpy(batch.features),
        relations=torch.from_numpy(batch.relations),
        keep=torch.from_numpy(batch.keep),
        words=torch.from_numpy(batch.words),
        word_keep=torch.from_numpy(batch.word_keep),
        conditions=conditions,
        known=torch.ones_like(conditions),
    )
    return TensorBatch(
        given=given,
        told=given,
        clean=clean,
        weights=torch.from_numpy(batch.weights),
        movers=torch.from_numpy(batch.movers),
        rest_positions=torch.from_numpy(batch.rest_positions),
        offsets=torch.from_numpy(batch.skin_offsets),
        parents=torch.from_numpy(batch.parents),
        above=torch.from_numpy(batch.above),
        loops=loops,
        lasting=torch.from_numpy(batch.lasting),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Losses:
    """Parts of the loss and the distance they are about, each a mean over the batch."""

    flow: Tensor
    position: Tensor
    bend: Tensor
    velocity: Tensor
    spin: Tensor
    plan: Tensor
    distance: Tensor  # root mean square distance of the skin's middles, body units; told, not trained on

    def total(self, config: LossConfig) -> Tensor:
        """Their weighted sum."""
        moved = config.position * self.position + config.bend * self.bend + config.velocity * self.velocity
        return self.flow + moved + config.spin * self.spin + config.plan * self.plan


class JointLoss(nn.Module):
    """Compares an estimate with the clean motion."""

    scales: Tensor
    curves: Tensor
    channel_weights: Tensor

    def __init__(self, config: LossConfig, scales: Float[Tensor, " channels"]) -> None:
        super().__init__()
        self.config = config
        self.register_buffer("scales", scales)
        self.register_buffer("curves", _curves())
        self.register_buffer("channel_weights", _channel_weights(scales))

    def forward(self, net: JointFlow, batch: TensorBatch, noise: Tensor, time: Tensor, grid: Tensor) -> Losses:
        """Parts of the loss at given noise, flow times and places on the grid of normalised times."""
        t = time[:, None, None]
        position = ((1 - t) * noise + t * batch.clean) * batch.given.keep[..., None]
        noisy = replace(batch.given, position=position, time=time)
        estimate = net(noisy)
        certainty = (1.1 - time) ** -2
        (turns, where), (true_turns, true) = self._joints(estimate, batch, grid), self._joints(batch.clean, batch, grid)
        position_error, velocity_error = _moved_errors(where, true, batch.given.keep)
        soft = (1.5 - time) ** -2
        return Losses(
            flow=(certainty * self._channel_error(estimate, batch)).mean(),
            position=(soft * position_error).mean(),
            bend=(soft * _bend_error(turns - true_turns, batch)).mean(),
            velocity=(soft * velocity_error).mean(),
            spin=(soft * _spin_error(estimate[..., SPIN], batch)).mean(),
            distance=position_error.sqrt().mean(),
            plan=_plan_error(net.plan(batch.told), batch),
        )

    def _channel_error(self, estimate: Tensor, batch: TensorBatch) -> Float[Tensor, " batch"]:
        squared = (estimate - batch.clean) ** 2 * self.channel_weights
        movers = batch.movers[..., None].float()
        per_joint = torch.cat([squared[..., TURN], squared[..., TRANSLATION] * movers], dim=-1).sum(dim=-1)
        return (per_joint * batch.weights).sum(dim=1) / batch.weights.sum(dim=1)

    def _joints(self, channels: Tensor, batch: TensorBatch, grid: Tensor) -> tuple[Tensor, Tensor]:
        """Turns less the identity, and where each joint's skin stands, at the given places of the grid."""
        curves = torch.where(batch.loops[:, None, None], self.curves[1][grid], self.curves[0][grid])
        scaled = channels * self.scales
        away, translations = (
            torch.einsum("btk,bjkx->btjx", curves, scaled[..., part].unflatten(-1, (CONTROLS, -1)))
            for part in (TURN, TRANSLATION)
        )
        translations = translations * batch.movers[:, None, :, None]
        away = away.unflatten(-1, (3, 3))
        turns = away + torch.eye(3)
        return away, carried_points(
            batch.rest_positions, batch.offsets, batch.parents, batch.above, turns, translations
        )


def grid_pairs(batch: int, pairs: int, *, generator: torch.Generator) -> Tensor:
    """Places on the grid, ``2 * pairs`` a clip: random ones, each followed by one a little later."""
    first = torch.randint(0, PHASES - 3, (batch, pairs), generator=generator)
    return torch.cat([first, first + 4], dim=1)


def flow_times(batch: int, *, generator: torch.Generator) -> Float[Tensor, " batch"]:
    """Flow times, logit-normal and early; one in six uniform, so that no time is rare.

    All joints turn with the body, so that much shows through strong noise: what a motion will be is settled early
    (Esser et al. 2024, arXiv 2403.03206, section 5.3.2, shift times for large images likewise).
    """
    bell = torch.sigmoid(torch.randn(batch, generator=generator) - 1.2)
    flat = torch.rand(batch, generator=generator)
    return torch.where(torch.rand(batch, generator=generator) < 1 / 6, flat, bell)


def dropped(batch: TensorBatch, config: LossConfig, *, generator: torch.Generator) -> TensorBatch:
    """Leave out words and conditions at random, and blur what is told of the body and in the words."""
    given = batch.given

    def blurred(values: Tensor, keep: Bool[Tensor, "batch tokens"], size: float) -> Tensor:
        return values + size * torch.randn(values.shape, generator=generator) * keep[..., None]

    said = torch.rand(len(given.time), 1, generator=generator) >= config.word_dropout
    heard = torch.rand(given.word_keep.shape, generator=generator) >= config.token_dropout
    known = torch.rand(given.known.shape, generator=generator) >= config.condition_dropout
    changed = replace(
        given,
        features=blurred(given.features, given.keep, config.blur),
        words=blurred(given.words, given.word_keep, config.blur),
        word_keep=given.word_keep & said & heard,
        known=known.float(),
    )
    kept = (torch.rand(len(given.time), 1, given.words.shape[2], generator=generator) >= config.plan_blur).float()
    told = replace(
        given,
        features=blurred(given.features, given.keep, config.plan_blur),
        words=given.words * kept / (1.0 - config.plan_blur),
    )
    return replace(batch, given=changed, told=told)


def _moved_errors(where: Tensor, true: Tensor, keep: Bool[Tensor, "batch joints"]) -> tuple[Tensor, Tensor]:
    joints = keep.sum(dim=1).float()
    pairs = where.shape[1] // 2
    apart = (where - true) * keep[:, None, :, None]
    speed = (apart[:, pairs:] - apart[:, :pairs]) * (PHASES / 4)
    return tuple((error**2).sum(dim=(2, 3)).mean(dim=1) / joints for error in (apart, speed))  # type: ignore[return-value]


def _bend_error(away: Float[Tensor, "batch times joints 3 3"], batch: TensorBatch) -> Float[Tensor, " batch"]:
    """Of errors of turns: how they differ from joint to parent."""
    bent = (away - above_of(away, batch.parents)) ** 2 * batch.given.keep[:, None, :, None, None]
    return bent.sum(dim=(2, 3, 4)).mean(dim=1) / batch.given.keep.sum(dim=1)


def _spin_error(estimate: Float[Tensor, "batch joints 3"], batch: TensorBatch) -> Float[Tensor, " batch"]:
    """Few joints spin: they count as much as all others together, or to spin nowhere would be nearly right."""
    true = batch.clean[..., SPIN]
    squared = ((estimate - true) ** 2).sum(dim=-1)
    spinning = (true.norm(dim=-1) > _SPINS) & batch.given.keep
    still = batch.given.keep & ~spinning
    parts = [(squared * some).sum(dim=1) / some.sum(dim=1).clamp(min=1) for some in (spinning, still)]
    return parts[0] + parts[1]


def _plan_error(plan: Float[Tensor, "batch 3"], batch: TensorBatch) -> Tensor:
    """What goes on should loop; the length of such a clip that does not close is no cycle, and not learnt from."""
    log_seconds, _, log_speed = batch.given.conditions.unbind(dim=1)
    looping = nn.functional.binary_cross_entropy_with_logits(plan[:, 1], (batch.loops | batch.lasting).float())
    cycle = (batch.loops | ~batch.lasting).float()
    seconds = ((plan[:, 0] - log_seconds).abs() * cycle).sum() / cycle.sum().clamp(min=1.0)
    return seconds + looping + (plan[:, 2] - log_speed).abs().mean()


def _curves() -> Float[Tensor, "2 phases coefficients"]:
    phases = np.linspace(0.0, 1.0, PHASES + 1)
    both = [basis(phases, CONTROLS, loop=loop) @ cosine_matrix().T for loop in (False, True)]
    return torch.from_numpy(np.stack(both)).float()


def _channel_weights(scales: Tensor) -> Tensor:
    """By the scale of each channel: slow, large parts of a motion matter more than fast, small ones. Sums to 1."""
    weights = scales.clone()
    weights[TRANSLATION] *= 0.5 * scales[TURN].sum() / scales[TRANSLATION].sum().clamp(min=1e-8)
    weights[SPIN] = 0.0  # they have a loss of their own
    return weights / weights.sum()
