"""From a training state to the weights that ship: one ONNX file with its card (Decision 8)."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import torch

from enliven import __version__
from enliven.models.joint_model import FORMAT, KIND
from enliven.models.runtime.card import Card
from enliven.models.torch.joint_flow import JointFlow, JointFlowConfig
from enliven.models.torch.joint_graph import joint_graph
from enliven.training.joint_state import read_state


def export_joints(state: Path, onnx_path: Path, *, licences: Sequence[str] = ()) -> Card:
    """Write the averaged weights of a state as an ONNX file.

    Args:
        state: a ``best.safetensors`` or ``state.safetensors`` of ``train_joints``.
        onnx_path: the file to write.
        licences: of the rows it was trained on, for the card.

    Returns:
        The card in the file.

    Raises:
        WeightsError: if the state is missing, damaged or of another kind.
    """
    header, tensors = read_state(state)
    net = JointFlow(JointFlowConfig(**header["config"]))
    net.load_state_dict({name[4:]: value for name, value in tensors.items() if name.startswith("ema.")})
    card = Card(
        kind=KIND,
        format=FORMAT,
        version=__version__,
        config=asdict(net.config),
        statistics={"scales": [float(scale) for scale in net.scales]},
        data_hash=header["data_hash"],
        metrics=header["metrics"] | {"step": float(header["step"])},
        licences=sorted(set(licences) or set(header.get("licences", ()))),
    )
    halved(net)
    data = joint_graph(net, card)
    part = onnx_path.with_suffix(".part")
    part.parent.mkdir(parents=True, exist_ok=True)
    part.write_bytes(data)
    part.replace(onnx_path)
    return card


@torch.no_grad()
def halved(net: JointFlow) -> None:
    """Round the weights to what float16 holds, so that the file and the net agree to the last digits."""
    for parameter in net.parameters():
        parameter.copy_(parameter.half().float())
