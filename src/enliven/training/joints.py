"""Training the joint-motion model: one function from a folder of joint clips to a state and its best weights."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Integral
from pathlib import Path

import numpy as np
import torch
from torch.utils.tensorboard.writer import SummaryWriter

from enliven.core.errors import InvalidRequestError
from enliven.core.progress import Progress, silent
from enliven.core.ranges import check_range
from enliven.io.write import check_place, make_folder
from enliven.training.joint_config import TrainConfig as TrainConfig
from enliven.training.joint_data import ClipDeck, drawn_batches
from enliven.training.joint_export import export_joints
from enliven.training.joint_loss import JointLoss
from enliven.training.joint_resume import begun_with, check_resumed, warmed
from enliven.training.joint_set import TrainingSet, load_training_set, measured_scales
from enliven.training.joint_state import RunState, load_state, new_state, save_state
from enliven.training.joint_step import finished, train_step
from enliven.training.joint_validation import SCORE, Validation
from enliven.training.joint_weights import weights_at

STATE, BEST = "state.safetensors", "best.safetensors"


@dataclass(frozen=True, slots=True)
class TrainSummary:
    """What a run came to."""

    steps: int
    minutes: float
    metrics: dict[str, float]  # of the best state
    best: Path
    export: Path | None
    notes: tuple[str, ...] = ()  # what a warm start could not take over, a sentence each

    def as_text(self) -> str:
        """A few lines for people."""
        measures = "  ".join(f"{name} {value:.4f}" for name, value in self.metrics.items())
        exported = "" if self.export is None else f"\n{self.export}  weights exported"
        notes = "".join(f"\n  {note}" for note in self.notes)
        return f"{self.best}  best of {self.steps} steps in {self.minutes:.1f} minutes\n  {measures}{notes}{exported}"


def train_joints(
    data: Path | Sequence[Path],
    out: Path,
    config: TrainConfig,
    *,
    warm_start: Path | None = None,
    export: Path | None = None,
    progress: Progress = silent,
) -> TrainSummary:
    """Train, or go on with the run in ``out``.

    Args:
        data: folder of joint clips (``io.joint_clips``), or several: see ``joint_set.load_training_set``.
        out: folder of the run: ``state.safetensors`` to resume, ``best.safetensors`` by validation, TensorBoard events.
        config: all settings; the net's size is that of the state resumed or begun from.
        warm_start: a state of another run, whose averaged weights to begin from, or weights that one exported as ONNX.
        export: where to write the best weights as ONNX when done.
        progress: told every step; may raise ``Cancelled``: the run goes on from its last saved state next time.

    Returns:
        What it came to.

    Raises:
        InvalidRequestError: if a setting is out of its range, or the run in ``out`` was begun with other clips,
            another seed or another net, or a warm start is asked for although there is a run.
        UnwritableFileError: if ``out`` cannot be a folder, or ``export`` cannot be written.
        WeightsError: if a state is damaged, or nothing of the warm start fits.
    """
    _check(config, out, warm_start)
    make_folder(out)
    if export is not None:  # told now, not after hours
        make_folder(export.parent)
        check_place(export)
    torch.set_num_threads(config.threads)
    folders = [data] if isinstance(data, Path) else list(data)
    training_set = load_training_set(folders, config, progress=progress)
    if (out / STATE).is_file():
        state, header = load_state(out / STATE, rate=config.rate, decay=config.decay)
        check_resumed(out / STATE, header, config, folders=folders, data_hash=training_set.data_hash)
        state.licences = tuple(sorted({*state.licences, *_licences(training_set)}))
        metrics, notes = header["metrics"], ()
    else:
        state, notes = _begun(training_set, config, warm_start)
        metrics = {}
    writer = SummaryWriter(str(out))
    try:
        for note in notes:
            writer.add_text("warm start", note, state.step)
        metrics = _run(state, metrics, training_set, out, config, writer, progress)
    finally:
        writer.close()
    if export is not None:
        deck, rng = ClipDeck(training_set.train), np.random.default_rng(config.seed)
        drawn = [training_set.train[deck.draw(rng=rng)].clip for _ in range(config.calibration_clips)]
        export_joints(out / BEST, export, calibrate_on=drawn)
    return TrainSummary(state.step, state.seconds / 60.0, metrics, out / BEST, export, notes)


def _check(config: TrainConfig, out: Path, warm_start: Path | None) -> None:
    if config.minutes is not None:
        check_range("the number of minutes", config.minutes, 0.01, 1e6)
    check_range("the number of steps", config.steps, 0, 10**12, kind=Integral)
    check_range("the number of clips a step", config.batch, 1, 10**6, kind=Integral)
    check_range("the seed", config.seed, 0, 2**63 - 1, kind=Integral)
    if warm_start is not None and (out / STATE).is_file():
        raise InvalidRequestError(
            f"{out} holds a run already and a warm start from {warm_start} is asked for, expected one or the other; "
            "leave --warm-start out to go on with the run, or name another folder to begin a new one"
        )


def _begun(training_set: TrainingSet, config: TrainConfig, warm_start: Path | None) -> tuple[RunState, tuple[str, ...]]:
    begun = None if warm_start is None else weights_at(warm_start)
    net = config.net if begun is None else begun.config
    scales = measured_scales(training_set.train, ClipDeck(training_set.train), rng=np.random.default_rng(config.seed))
    state = new_state(net, torch.from_numpy(scales), rate=config.rate, decay=config.decay, seed=config.seed)
    state.licences = tuple(sorted(_licences(training_set)))
    state.begun = begun_with(config)
    if warm_start is None or begun is None:
        return state, ()
    return state, warmed(state, begun.tensors, warm_start)


def _licences(training_set: TrainingSet) -> set[str]:
    return {example.clip.licence for example in training_set.train}


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
