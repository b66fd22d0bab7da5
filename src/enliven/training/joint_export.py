"""From a training state to the weights that ship: one ONNX file with its card."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

import torch

from enliven import __version__
from enliven.core.clip import JointClip
from enliven.io.write import make_folder, write_whole
from enliven.models.joint_model import FORMAT, KIND, JointModel
from enliven.models.runtime.card import Card
from enliven.models.runtime.session import Session
from enliven.models.torch.joint_flow import JointFlow, JointFlowConfig
from enliven.models.torch.joint_graph import joint_graph
from enliven.training.joint_calibration import measured_gains
from enliven.training.joint_state import read_state


def export_joints(
    state: Path, onnx_path: Path, *, calibrate_on: Sequence[JointClip] = (), licences: Sequence[str] = ()
) -> Card:
    """Write the averaged weights of a state as an ONNX file.

    Args:
        state: a ``best.safetensors`` or ``state.safetensors`` of ``train_joints``.
        onnx_path: the file to write.
        calibrate_on: training clips on which to measure how much of each wave to keep; none keeps all.
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
    if calibrate_on:
        gains = measured_gains(JointModel(Session(data, kind=KIND, format=FORMAT)), calibrate_on)
        card = replace(card, statistics={**card.statistics, **gains})
        data = joint_graph(net, card)
    make_folder(onnx_path.parent)
    write_whole(onnx_path, data)
    return card


@torch.no_grad()
def halved(net: JointFlow) -> None:
    """Round the weights to what float16 holds, so that the file and the net agree to the last digits."""
    for parameter in net.parameters():
        parameter.copy_(parameter.half().float())
