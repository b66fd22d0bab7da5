"""Training the joint-motion model: one function from a folder of joint clips to a state and its best weights."""

import time
from pathlib import Path

import numpy as np
import torch
from torch.utils.tensorboard.writer import SummaryWriter

from enliven.core.progress import Progress, silent
from enliven.training.joint_config import TrainConfig
from enliven.training.joint_data import ClipDeck, drawn_batches
from enliven.training.joint_loss import JointLoss
from enliven.training.joint_set import TrainingSet, load_training_set, measured_scales
from enliven.training.joint_state import RunState, load_state, new_state, read_state, save_state
from enliven.training.joint_step import finished, train_step
from enliven.training.joint_validation import SCORE, Validation

STATE, BEST = "state.safetensors", "best.safetensors"


def train_joints(data: Path, out: Path, config: TrainConfig, *, progress: Progress = silent) -> dict[str, float]:
    """Train, or go on with the run in ``out``.

    Args:
        data: folder of joint clips (``io.joint_clips``).
        out: folder of the run: ``state.safetensors`` to resume, ``best.safetensors`` by validation, TensorBoard events.
        config: all settings; the net's size is that of the resumed state.
        progress: told every step.

    Returns:
        The best validation measures.
    """
    torch.set_num_threads(config.threads)
    out.mkdir(parents=True, exist_ok=True)
    training_set = load_training_set(data, config, progress=progress)
    state, metrics = _begun(out, training_set, config)
    writer = SummaryWriter(str(out))
    try:
        return _run(state, metrics, training_set, out, config, writer, progress)
    finally:
        writer.close()


def _begun(out: Path, training_set: TrainingSet, config: TrainConfig) -> tuple[RunState, dict[str, float]]:
    if (out / STATE).is_file():
        state, header = load_state(out / STATE, rate=config.rate, decay=config.decay)
        return state, header["metrics"]
    deck = ClipDeck(training_set.train)
    scales = torch.from_numpy(measured_scales(training_set.train, deck, rng=np.random.default_rng(config.seed)))
    if config.warm_start is not None:
        header, tensors = read_state(config.warm_start)
        net = type(config.net)(**header["config"])
        state = new_state(net, scales, rate=config.rate, decay=config.decay, seed=config.seed)
        weights = {name[4:]: value for name, value in tensors.items() if name.startswith("ema.")}
        state.net.load_state_dict(weights)
        state.ema.load_state_dict(weights)
        return state, {}
    return new_state(config.net, scales, rate=config.rate, decay=config.decay, seed=config.seed), {}


def _run(
    state: RunState,
    metrics: dict[str, float],
    training_set: TrainingSet,
    out: Path,
    config: TrainConfig,
    writer: SummaryWriter,
    progress: Progress,
) -> dict[str, float]:
    deck = ClipDeck(training_set.train)
    loss = JointLoss(config.loss, state.net.scales.clone())
    validation = Validation(training_set.val, training_set.texts, config, scales=state.net.scales)
    clock, first, before = time.perf_counter(), state.step, state.seconds

    def validated() -> None:
        nonlocal metrics
        found = validation(state.ema)
        _tell(writer, "val", found, state.step)
        if found[SCORE] < state.best:
            state.best, metrics = found[SCORE], found
            save_state(state, out / BEST, data_hash=training_set.data_hash, metrics=metrics)

    while not finished(state, config):
        drawn = drawn_batches(
            training_set.train, deck, training_set.texts, config.augment,
            batch=config.batch, batches=min(config.refill, config.steps - state.step), rng=state.rng,
        )  # fmt: skip
        for batch in drawn:
            parts = train_step(state, loss, batch, config)
            state.seconds = before + time.perf_counter() - clock
            progress("training", state.step, config.steps)
            if state.step % 50 == 0:
                pace = (state.step - first) * config.batch / (state.seconds - before)
                _tell(writer, "train", parts | {"clips_per_second": pace}, state.step)
            if state.step % config.validate_every == 0:
                validated()
        if state.step % (10 * config.refill) == 0:
            save_state(state, out / STATE, data_hash=training_set.data_hash, metrics=metrics)
    validated()
    save_state(state, out / STATE, data_hash=training_set.data_hash, metrics=metrics)
    return metrics


def _tell(writer: SummaryWriter, group: str, values: dict[str, float], step: int) -> None:
    for name, value in values.items():
        writer.add_scalar(f"{group}/{name}", value, step)
    writer.flush()
