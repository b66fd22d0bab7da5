"""One step of training: the rate, the gradient, the average."""

import math

import torch

from enliven.training.joint_config import TrainConfig
from enliven.training.joint_data import JointBatch
from enliven.training.joint_loss import JointLoss, dropped, flow_times, grid_pairs, tensors_of
from enliven.training.joint_state import RunState

_LAST_RATE = 0.02  # of the highest


def train_step(state: RunState, loss: JointLoss, batch: JointBatch, config: TrainConfig) -> dict[str, float]:
    """Change the state by one step; the parts of the loss, the norm of the gradient and the rate."""
    tensors = dropped(tensors_of(batch, state.net.scales), config.loss, generator=state.generator)
    noise = torch.randn(tensors.clean.shape, generator=state.generator)
    times = flow_times(len(batch), generator=state.generator)
    grid = grid_pairs(len(batch), config.loss.pairs, generator=state.generator)
    rate = rate_at(state, config)
    for group in state.optimiser.param_groups:
        group["lr"] = rate
    losses = loss(state.net, tensors, noise, times, grid)
    total = losses.total(config.loss)
    state.optimiser.zero_grad(set_to_none=True)
    total.backward()
    norm = torch.nn.utils.clip_grad_norm_(state.net.parameters(), config.clip)
    state.optimiser.step()
    state.step += 1
    _average(state, config.ema)
    return {
        "total": float(total.detach()),
        "flow": float(losses.flow.detach()),
        "position": float(losses.position.detach()),
        "bend": float(losses.bend.detach()),
        "velocity": float(losses.velocity.detach()),
        "spin": float(losses.spin.detach()),
        "plan": float(losses.plan.detach()),
        "gradient": float(norm),
        "rate": rate,
    }


def finished(state: RunState, config: TrainConfig) -> bool:
    """Whether the run has had its steps or its minutes."""
    return state.step >= config.steps or _fraction(state, config) >= 1.0


def rate_at(state: RunState, config: TrainConfig) -> float:
    """The learning rate: rising over the warm-up, then half a cosine to the end of the run."""
    rising = min(1.0, (state.step + 1) / max(config.warmup, 1))
    falling = 0.5 * (1.0 + math.cos(math.pi * min(_fraction(state, config), 1.0)))
    return config.rate * rising * (_LAST_RATE + (1.0 - _LAST_RATE) * falling)


def _fraction(state: RunState, config: TrainConfig) -> float:
    by_steps = state.step / max(config.horizon or config.steps, 1)
    by_time = 0.0 if config.minutes is None else state.seconds / (60.0 * config.minutes)
    return max(by_steps, by_time)


@torch.no_grad()
def _average(state: RunState, decay: float) -> None:
    # Early on the average is short: the first weights are worth nothing.
    keep = min(decay, (1 + state.step) / (10 + state.step))
    for averaged, current in zip(state.ema.parameters(), state.net.parameters(), strict=True):
        averaged.lerp_(current, 1.0 - keep)
