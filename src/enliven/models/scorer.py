"""The scorer on ONNX Runtime: which action a motion shows, judged by joint tracks alone."""

from functools import cache
from pathlib import Path

import numpy as np
from jaxtyping import Float32

from enliven.models.motion_tokens import ACTIONS, MotionTokens, padded
from enliven.models.runtime.session import Session, read_session

KIND, FORMAT = "scorer", 1
WEIGHTS = Path(__file__).with_name("weights") / "scorer.onnx"


class Scorer:
    """Names actions; it was trained on real clips of training rigs and never sees text or joint names."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def probabilities(self, items: list[MotionTokens]) -> Float32[np.ndarray, "batch actions"]:
        """Chances over ``ACTIONS``, a row a motion; rows sum to 1."""
        logits = self._session(padded(items))["logits"]
        raised = np.exp(logits - logits.max(axis=1, keepdims=True))
        return (raised / raised.sum(axis=1, keepdims=True)).astype(np.float32)

    def action(self, item: MotionTokens) -> str:
        """The likeliest action."""
        return ACTIONS[int(self.probabilities([item])[0].argmax())]


@cache
def load_scorer(path: Path = WEIGHTS) -> Scorer:
    """The scorer of a weights file.

    Raises:
        WeightsError: if the file is missing, damaged or of another kind.
    """
    return Scorer(read_session(path, kind=KIND, format=FORMAT))
