"""Training the joint-motion model: one function from a folder of joint clips to a state and its best weights."""

import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch.utils.tensorboard.writer import SummaryWriter

from enliven.core.progress import Progress, silent
from enliven.models.torch.joint_flow import JointFlowConfig
from enliven.training.joint_config import TrainConfig as TrainConfig
from enliven.training.joint_data import ClipDeck, drawn_batches
from enliven.training.joint_export import export_joints
from enliven.training.joint_loss import JointLoss
from enliven.training.joint_set import TrainingSet, load_training_set, measured_scales
from enliven.training.joint_state import RunState, load_state, new_state, read_state, save_state
from enliven.training.joint_step import finished, train_step
from enliven.training.joint_validation import SCORE, Validation

STATE, BEST = "state.safetensors", "best.safetensors"


@dataclass(frozen=True, slots=True)
class TrainSummary:
    """What a run came to."""

    steps: int
    minutes: float
    metrics: dict[str, float]  # of the best state
    best: Path
    export: Path | None

    def as_text(self) -> str:
        """A few lines for people."""
        measures = "  ".join(f"{name} {value:.4f}" for name, value in self.metrics.items())
        exported = "" if self.export is None else f"\n{self.export}  weights exported"
        return f"{self.best}  best of {self.steps} steps in {self.minutes:.1f} minutes\n  {measures}{exported}"


def train_joints(
    data: Path,
    out: Path,
    config: TrainConfig,
    *,
    warm_start: Path | None = None,
    export: Path | None = None,
    progress: Progress = silent,
) -> TrainSummary:
    """Train, or go on with the run in ``out``.

    Args:
        data: folder of joint clips (``io.joint_clips``).
        out: folder of the run: ``state.safetensors`` to resume, ``best.safetensors`` by validation, TensorBoard events.
        config: all settings; the net's size is that of the state resumed or begun from.
        warm_start: a state of another run, whose averaged weights to begin from.
        export: where to write the best weights as ONNX when done.
        progress: told every step; may raise ``Cancelled``: the run goes on from its last saved state next time.

    Returns:
        What it came to.
    """
    torch.set_num_threads(config.threads)
    out.mkdir(parents=True, exist_ok=True)
    training_set = load_training_set(data, config, progress=progress)
    state, metrics = _begun(out, training_set, config, warm_start)
    writer = SummaryWriter(str(out))
    try:
        metrics = _run(state, metrics, training_set, out, config, writer, progress)
    finally:
        writer.close()
    if export is not None:
        deck, rng = ClipDeck(training_set.train), np.random.default_rng(config.seed)
        drawn = [training_set.train[deck.draw(rng=rng)].clip for _ in range(config.calibration_clips)]
        export_joints(out / BEST, export, calibrate_on=drawn)
    return TrainSummary(state.step, state.seconds / 60.0, metrics, out / BEST, export)


def _begun(
    out: Path, training_set: TrainingSet, config: TrainConfig, warm_start: Path | None
) -> tuple[RunState, dict[str, float]]:
    if (out / STATE).is_file():
        state, header = load_state(out / STATE, rate=config.rate, decay=config.decay)
        return state, header["metrics"]
    net, weights = config.net, None
    if warm_start is not None:
        header, tensors = read_state(warm_start)
        net = JointFlowConfig(**header["config"])
        weights = {name[4:]: value for name, value in tensors.items() if name.startswith("ema.")}
    scales = measured_scales(training_set.train, ClipDeck(training_set.train), rng=np.random.default_rng(config.seed))
    state = new_state(net, torch.from_numpy(scales), rate=config.rate, decay=config.decay, seed=config.seed)
    state.licences = tuple(sorted({example.clip.licence for example in training_set.train}))
    if weights is not None:
        # The scales come along: weights mean something only with the scales they were trained with.
        # Parts that the other run did not have, or had in another size, begin anew.
        fresh = state.net.state_dict()
        fitting = {name: value for name, value in weights.items() if name in fresh and fresh[name].shape == value.shape}
        state.net.load_state_dict(fresh | fitting)
        state.ema.load_state_dict(fresh | fitting)
    return state, {}


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
