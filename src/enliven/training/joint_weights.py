"""Weights to begin a run from: the averaged ones of a training state, or those of an exported ONNX file."""

from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from enliven.core.errors import WeightsError
from enliven.models.joint_model import FORMAT, KIND
from enliven.models.runtime.session import read_session
from enliven.models.torch.joint_flow import JointFlowConfig
from enliven.models.torch.onnx_graph import read_parameters
from enliven.training.joint_state import config_in, read_state


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """Of a joint net: its size, and its tensors by name, scales among them."""

    config: JointFlowConfig
    tensors: dict[str, Tensor]


def weights_at(path: Path) -> Weights:
    """Read the weights of a file; exported ones were rounded to half precision.

    Args:
        path: a ``*.safetensors`` of ``train_joints``, or the ONNX file it exported.

    Returns:
        The averaged weights.

    Raises:
        WeightsError: if the file is missing, damaged, of another kind, or of a net that this version does not know.
    """
    if path.suffix.lower() != ".onnx":
        header, tensors = read_state(path)
        averaged = {name.removeprefix("ema."): value for name, value in tensors.items() if name.startswith("ema.")}
        return Weights(config_in(header, path), averaged)
    card = read_session(path, kind=KIND, format=FORMAT).card
    named = {name.removeprefix("net."): torch.from_numpy(value) for name, value in read_parameters(path).items()}
    try:
        named["scales"] = torch.tensor(card.statistics["scales"], dtype=torch.float32)
    except KeyError as error:
        raise WeightsError(
            f"{path} has a card without scales, expected those that its channels are divided by; "
            "export the weights again with: enliven train joints"
        ) from error
    return Weights(config_in({"config": dict(card.config)}, path), named)
