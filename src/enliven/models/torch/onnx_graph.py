"""From a torch module to an ONNX graph with its card: the one place that calls the exporter."""

import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from enliven.models.runtime.card import Card

OPSET = 17
_SMALL_TENSOR = 256


def exported(
    net: nn.Module,
    example: tuple[Tensor, ...],
    inputs: Sequence[str],
    outputs: Sequence[str],
    free: Mapping[str, Mapping[int, str]],
) -> onnx.ModelProto:
    """Trace the evaluation of a module.

    Args:
        net: its forward takes the inputs in order and gives the outputs in order.
        example: inputs of any size.
        inputs: their names.
        outputs: names of the outputs.
        free: axes whose size is free, by name of input or output.

    Returns:
        The graph, without a card.
    """
    with warnings.catch_warnings(), torch.no_grad(), TemporaryDirectory() as folder:
        warnings.simplefilter("ignore")  # the exporter warns of itself
        path = Path(folder) / "graph.onnx"
        torch.onnx.export(
            net.eval(),
            example,
            path,
            input_names=list(inputs),
            output_names=list(outputs),
            dynamic_axes={name: dict(axes) for name, axes in free.items()},
            opset_version=OPSET,
            dynamo=False,
        )
        return onnx.load(path)


def carded_bytes(graph: onnx.ModelProto, card: Card) -> bytes:
    """The file: the graph with its card in the metadata, checked."""
    onnx.helper.set_model_props(graph, {"card": card.as_json()})
    onnx.checker.check_model(graph)
    return graph.SerializeToString()


def halve(model: onnx.ModelProto) -> None:
    """Store large float32 weights as float16, each followed by a cast back, which the runtime folds when loading."""
    casts = []
    for weight in model.graph.initializer:
        if weight.data_type != TensorProto.FLOAT or np.prod(weight.dims) < _SMALL_TENSOR:
            continue
        name = weight.name
        half = numpy_helper.from_array(numpy_helper.to_array(weight).astype(np.float16), f"{name}.half")
        weight.CopyFrom(half)
        casts.append(helper.make_node("Cast", [f"{name}.half"], [name], f"{name}.whole", to=TensorProto.FLOAT))
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)


def read_parameters(path: Path) -> dict[str, np.ndarray]:
    """The parameters of an exported module by their names in it.

    The exporter turns the weight of a linear layer round and forgets its name: the bias that is added to its product
    tells it.

    Args:
        path: a file that ``exported`` and ``carded_bytes`` made, halved or not.

    Returns:
        Arrays in float32, as the module holds them.
    """
    graph = onnx.load(path).graph
    held = {one.name.removesuffix(".half"): numpy_helper.to_array(one) for one in graph.initializer}
    found = {name: values.astype(np.float32) for name, values in held.items() if "::" not in name}
    products = {node.output[0]: node.input[1] for node in graph.node if node.op_type == "MatMul"}
    for node in graph.node:
        for bias, product in (node.input, node.input[::-1]) if node.op_type == "Add" else ():
            weight = products.get(product, "")
            if bias.endswith(".bias") and "::" in weight:
                found[f"{bias.removesuffix('.bias')}.weight"] = held[weight].T.astype(np.float32)
    return found
