"""The state of a training run in one safetensors file: weights, their average, optimiser, step and every random state.

Tensors are named ``net.*``, ``ema.*``, ``first.*``, ``second.*`` (moments of AdamW), ``torch_rng``; the header holds
the rest as JSON. No pickle.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import safe_open
from safetensors.torch import save
from torch import Tensor

from enliven.core.errors import WeightsError
from enliven.io.write import write_whole
from enliven.models.torch.joint_flow import JointFlow, JointFlowConfig

KIND, FORMAT = "joint_flow_training", 1

_HEADER = {"config", "step", "seconds", "best", "numpy_rng", "data_hash", "metrics", "licences"}


@dataclass(slots=True, eq=False)
class RunState:
    """What a run needs to go on. It is changed by every step."""

    net: JointFlow
    ema: JointFlow
    optimiser: torch.optim.AdamW
    generator: torch.Generator  # noise, flow times, dropouts
    rng: np.random.Generator  # draws and augmentation
    step: int = 0
    seconds: float = 0.0
    best: float = float("inf")
    licences: tuple[str, ...] = ()  # of the rows trained on
    begun: Mapping[str, Any] = field(default_factory=dict)  # the settings it was begun with (joint_resume)


def new_state(config: JointFlowConfig, scales: Tensor, *, rate: float, decay: float, seed: int) -> RunState:
    """A state at step 0."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        net = JointFlow(config)
    net.scales.copy_(scales)
    ema = JointFlow(config)
    ema.load_state_dict(net.state_dict())
    ema.requires_grad_(requires_grad=False)
    return RunState(
        net=net,
        ema=ema,
        optimiser=_optimiser(net, rate, decay),
        generator=torch.Generator().manual_seed(seed),
        rng=np.random.default_rng(seed),
    )


def save_state(state: RunState, path: Path, *, data_hash: str, metrics: dict[str, float]) -> None:
    """Write the state; a half-written file never takes the place of a whole one."""
    tensors = _named("net", state.net.state_dict()) | _named("ema", state.ema.state_dict())
    for name, moments in _moments(state).items():
        tensors |= {f"first.{name}": moments["exp_avg"], f"second.{name}": moments["exp_avg_sq"]}
    tensors["torch_rng"] = state.generator.get_state()
    header = {
        "kind": KIND,
        "format": FORMAT,
        "config": asdict(state.net.config),
        "step": state.step,
        "seconds": state.seconds,
        "best": state.best,
        "numpy_rng": state.rng.bit_generator.state,
        "data_hash": data_hash,
        "metrics": metrics,
        "licences": list(state.licences),
        "begun": dict(state.begun),
    }
    whole = {key: value.contiguous() for key, value in tensors.items()}
    write_whole(path, save(whole, metadata={"state": json.dumps(header)}))


def load_state(path: Path, *, rate: float, decay: float) -> tuple[RunState, dict[str, Any]]:
    """Read a state and its header.

    Args:
        path: the safetensors file.
        rate: of the optimiser from now on.
        decay: of the optimiser from now on.

    Returns:
        The state to go on with, and the header as written.

    Raises:
        WeightsError: if the file is missing, damaged, or no state of the joint model.
    """
    header, tensors = read_state(path)
    config = config_in(header, path)
    net, ema = JointFlow(config), JointFlow(config)
    try:
        net.load_state_dict(_under("net", tensors))
        ema.load_state_dict(_under("ema", tensors))
    except RuntimeError as error:
        lines = str(error).splitlines()
        raise WeightsError(
            f"{path} has other weights than its own configuration asks for ({lines[-1].strip():.200}), expected one of "
            "each; it is of another version of enliven: begin a new run with --warm-start"
        ) from error
    ema.requires_grad_(requires_grad=False)
    optimiser = _optimiser(net, rate, decay)
    first, second = _under("first", tensors), _under("second", tensors)
    for name, parameter in net.named_parameters():
        if name in first:
            step = torch.tensor(float(header["step"]))
            optimiser.state[parameter] = {"step": step, "exp_avg": first[name], "exp_avg_sq": second[name]}
    generator = torch.Generator()
    generator.set_state(tensors["torch_rng"])
    rng = np.random.default_rng()
    rng.bit_generator.state = header["numpy_rng"]
    state = RunState(
        net,
        ema,
        optimiser,
        generator,
        rng,
        header["step"],
        header["seconds"],
        header["best"],
        tuple(header["licences"]),
        header.get("begun", {}),
    )
    return state, header


def config_in(header: Mapping[str, Any], path: Path) -> JointFlowConfig:
    """The size of the net that a state is of.

    Raises:
        WeightsError: if this version knows no such setting.
    """
    try:
        return JointFlowConfig(**header["config"])
    except TypeError as error:
        raise WeightsError(
            f"{path} has a net of {header['config']}, expected settings that this version knows ({error}); "
            "use the version of enliven that wrote it"
        ) from error


def read_state(path: Path) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """Header and tensors of a state.

    Args:
        path: the safetensors file.

    Returns:
        Both, not yet put together.

    Raises:
        WeightsError: if the file is missing, damaged, or no state of the joint model.
    """
    if not path.is_file():
        raise WeightsError(f"{path} does not exist, expected a training state; train with: enliven train joints")
    try:
        with safe_open(path, framework="pt") as stored:
            metadata = stored.metadata() or {}
            tensors = {key: stored.get_tensor(key) for key in stored.keys()}  # noqa: SIM118 - not a dict
        header = json.loads(metadata.get("state", "{}"))
        if not isinstance(header, dict):
            raise TypeError(f"its header is {header!r:.80}")
    except Exception as error:  # the library's own type is private; JSON breaks in several ways
        raise WeightsError(f"{path} is damaged ({error}), expected a training state; resume an older one") from error
    if (header.get("kind"), header.get("format")) != (KIND, FORMAT):
        raise WeightsError(
            f"{path} holds {header.get('kind', 'no training state')} format {header.get('format')}, expected {KIND} "
            f"format {FORMAT}; name the state.safetensors that enliven train joints wrote"
        )
    missing = sorted(_HEADER - header.keys()) + sorted({"torch_rng"} - tensors.keys())
    if missing:
        raise WeightsError(f"{path} lacks {', '.join(missing)}, expected a whole training state; resume an older one")
    return header, tensors


def _optimiser(net: JointFlow, rate: float, decay: float) -> torch.optim.AdamW:
    return torch.optim.AdamW(net.parameters(), lr=rate, betas=(0.9, 0.98), weight_decay=decay, fused=True)


def _moments(state: RunState) -> dict[str, dict[str, Tensor]]:
    known = {name: state.optimiser.state.get(parameter) for name, parameter in state.net.named_parameters()}
    return {name: moments for name, moments in known.items() if moments}


def _named(prefix: str, tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    return {f"{prefix}.{name}": value for name, value in tensors.items()}


def _under(prefix: str, tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    return {name.split(".", 1)[1]: value for name, value in tensors.items() if name.startswith(f"{prefix}.")}
