"""The joint net as an ONNX graph: named arrays in, the clean motion and the plan out; weights in half precision."""

import torch
from torch import Tensor, nn

from enliven.models.joint_codec import CHANNELS
from enliven.models.joint_features import FEATURES
from enliven.models.runtime.card import Card
from enliven.models.text.encoder import WIDTH as TEXT_WIDTH
from enliven.models.torch.joint_flow import CONDITIONS, JointFlow, NetInput
from enliven.models.torch.onnx_graph import carded_bytes, exported, halve

INPUTS = (
    "position", "time", "features", "relations", "keep", "words", "word_keep", "conditions", "known",
)  # fmt: skip
OUTPUTS = ("data", "plan")


class _Graph(nn.Module):
    def __init__(self, net: JointFlow) -> None:
        super().__init__()
        self.net = net

    def forward(self, *tensors: Tensor) -> tuple[Tensor, Tensor]:
        given = NetInput(*tensors)
        return self.net(given), self.net.plan(given)


def joint_graph(net: JointFlow, card: Card, *, half: bool = True) -> bytes:
    """Bytes of the ONNX file; the batch, the joints and the words are free.

    Args:
        net: in any state; its evaluation is exported.
        card: written to the metadata.
        half: store large weights as float16; the graph computes in float32 all the same.

    Returns:
        The file.
    """
    free = {
        "position": {0: "batch", 1: "joints"},
        "time": {0: "batch"},
        "features": {0: "batch", 1: "joints"},
        "relations": {0: "batch", 1: "joints", 2: "joints"},
        "keep": {0: "batch", 1: "joints"},
        "words": {0: "batch", 1: "words"},
        "word_keep": {0: "batch", 1: "words"},
        "conditions": {0: "batch"},
        "known": {0: "batch"},
        "data": {0: "batch", 1: "joints"},
        "plan": {0: "batch"},
    }
    graph = exported(_Graph(net), _example(), INPUTS, OUTPUTS, free)
    if half:
        halve(graph)
    return carded_bytes(graph, card)


def _example() -> tuple[Tensor, ...]:
    batch, joints, words = 2, 5, 3
    return (
        torch.zeros(batch, joints, CHANNELS),
        torch.full((batch,), 0.5),
        torch.zeros(batch, joints, FEATURES),
        torch.zeros(batch, joints, joints, dtype=torch.int64),
        torch.ones(batch, joints, dtype=torch.bool),
        torch.zeros(batch, words, TEXT_WIDTH),
        torch.ones(batch, words, dtype=torch.bool),
        torch.zeros(batch, CONDITIONS),
        torch.ones(batch, CONDITIONS),
    )
