"""What a weights file says of itself: kept as JSON in the metadata of the ONNX file, under ``card``."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from enliven.core.errors import WeightsError


@dataclass(frozen=True, slots=True)
class Card:
    """Kind and format say who may load it; the rest tells where it comes from and how to use its numbers."""

    kind: str
    format: int
    version: str  # of enliven, when it was exported
    config: Mapping[str, Any] = field(default_factory=dict)
    statistics: Mapping[str, list[float]] = field(default_factory=dict)
    data_hash: str = ""
    metrics: Mapping[str, float] = field(default_factory=dict)
    licences: list[str] = field(default_factory=list)  # of the rows it was trained on

    def as_json(self) -> str:
        """One line; the same card gives the same text."""
        return json.dumps(asdict(self), sort_keys=True)


def card_from_json(text: str, subject: str) -> Card:
    """Read a card.

    Args:
        text: what stands under ``card`` in the metadata; empty where nothing does.
        subject: the file, for messages.

    Returns:
        The card.

    Raises:
        WeightsError: if it is no card.
    """
    try:
        return Card(**json.loads(text))
    except (json.JSONDecodeError, TypeError) as error:
        raise WeightsError(
            f"{subject} carries no card that says what it is, expected weights that enliven exported; "
            "reinstall enliven, or export them again with: enliven train"
        ) from error
