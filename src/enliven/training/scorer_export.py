"""From trained scorers to one weights file: their panel as an ONNX graph with its card."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from enliven.io.write import write_whole
from enliven.models.motion_tokens import SAMPLES, SHAPE, MotionTokens, padded
from enliven.models.runtime.card import Card
from enliven.models.text.encoder import WIDTH
from enliven.models.torch.onnx_graph import carded_bytes, exported, halve
from enliven.models.torch.scorer import Scorer, ScorerPanel


def export_scorer(members: Sequence[Scorer], path: Path, card: Card) -> None:
    """Write the ONNX file; any batch, any number of joints, any number of prompts; weights are stored as float16."""
    example = {key: torch.from_numpy(value) for key, value in padded([_still(7), _still(5)]).items()}
    inputs = [*example, "prompts"]
    free = {name: {0: "batch", 1: "joints"} for name in ("shape", "tracks", "keep")}
    free |= {name: {0: "batch"} for name in ("duration_s", "loop", "chances", "motions")}
    free |= {name: {0: "prompts"} for name in ("prompts", "texts")}
    arrays = (*example.values(), torch.ones(3, WIDTH))
    graph = exported(ScorerPanel(members), arrays, inputs, ["chances", "motions", "texts"], free)
    halve(graph)
    write_whole(path, carded_bytes(graph, card))


@torch.no_grad()
def round_to_half(net: Scorer) -> None:
    """Round the weights to what float16 holds, so that the file and the net agree to the last digits."""
    for parameter in net.parameters():
        parameter.copy_(parameter.half().float())


def _still(joints: int) -> MotionTokens:
    tracks = np.zeros((joints, SAMPLES, 3), dtype=np.float32)
    return MotionTokens(np.zeros((joints, SHAPE), dtype=np.float32), tracks, 1.0, loop=True)
