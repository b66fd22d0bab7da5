"""A graph that runs: ONNX bytes to a function of arrays, on one thread, so that the same arrays give the same bytes."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from enliven.core.errors import WeightsError
from enliven.models.runtime.card import Card, card_from_json
from enliven.models.runtime.library import onnxruntime


class Session:
    """Runs one graph.

    Args:
        data: bytes of an ONNX file with a card.
        kind: what the card must say.
        format: what the card must say.
        subject: the file, for messages.

    Raises:
        WeightsError: if the bytes are no graph, or of another kind or format than asked for.
    """

    def __init__(self, data: bytes, *, kind: str, format: int, subject: str = "the weights") -> None:  # noqa: A002
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
        options.log_severity_level = 3
        try:
            self._session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
        except Exception as error:
            raise WeightsError(
                f"{subject} holds {len(data)} bytes that are no ONNX graph, expected weights of kind {kind}; "
                "reinstall enliven, or export them again"
            ) from error
        metadata = self._session.get_modelmeta().custom_metadata_map
        self.card: Card = card_from_json(metadata.get("card", ""), subject)
        if (self.card.kind, self.card.format) != (kind, format):
            raise WeightsError(
                f"{subject} is of kind {self.card.kind} format {self.card.format}, expected {kind} format {format}; "
                "use the weights that belong to this version of enliven"
            )
        self._outputs = tuple(output.name for output in self._session.get_outputs())

    def __call__(self, arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """Outputs by name."""
        found = self._session.run(None, dict(arrays))
        return {name: np.asarray(array) for name, array in zip(self._outputs, found, strict=True)}


def read_session(path: Path, *, kind: str, format: int) -> Session:  # noqa: A002
    """Load a weights file.

    Args:
        path: the ONNX file.
        kind: what its card must say.
        format: what its card must say.

    Returns:
        The graph, ready to run.

    Raises:
        WeightsError: if it is missing, damaged, or of another kind or format.
    """
    if not path.is_file():
        raise WeightsError(
            f"{path.name} is missing from {path.parent}, expected weights of kind {kind}; "
            "reinstall enliven, or train and export them"
        )
    return Session(path.read_bytes(), kind=kind, format=format, subject=path.name)
