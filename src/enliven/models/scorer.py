"""The scorer on ONNX Runtime: which action a motion shows, and how well it fits a sentence, by joint tracks alone."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from jaxtyping import Float, Float32

from enliven.models.motion_tokens import ACTIONS, MotionTokens, padded
from enliven.models.runtime.session import Session, read_session
from enliven.models.text.encoder import WIDTH

KIND, FORMAT = "scorer", 2
WEIGHTS = Path(__file__).with_name("weights") / "scorer.onnx"
_AT_ONCE = 32  # motions a run of the graph, so that memory does not grow with the number asked for


class Scorer:
    """Reads motions; it was trained on real clips of training rigs and never sees a rig's names.

    Of a motion it sees joint tracks only; a prompt never reaches ``probabilities``.
    """

    def __init__(self, *sessions: Session) -> None:
        self._sessions = sessions

    def probabilities(self, items: Sequence[MotionTokens]) -> Float32[np.ndarray, "batch actions"]:
        """Chances over ``ACTIONS``, a row a motion; rows sum to 1."""
        return self._mean("chances", items)

    def action(self, item: MotionTokens) -> str:
        """The likeliest action."""
        return ACTIONS[int(self.probabilities([item])[0].argmax())]

    def similarity(
        self, prompt_vector: Float[np.ndarray, "384"], items: Sequence[MotionTokens]
    ) -> Float32[np.ndarray, " batch"]:
        """How well each motion shows what a prompt says: cosines in -1..1, higher is better.

        For choosing among takes of one prompt on one rig: ``takes[int(similarity(vector, tokens).argmax())]``.

        Args:
            prompt_vector: ``load_text_encoder().encode(prompt).mean``; its length does not matter.
            items: ``motion_tokens(body, motion)`` of every take, in body units, a single cycle of a loop.

        Returns:
            One number a motion, in order.
        """
        return self.similarities(np.asarray(prompt_vector)[None], items)[0]

    def similarities(
        self, prompt_vectors: Float[np.ndarray, "prompts 384"], items: Sequence[MotionTokens]
    ) -> Float32[np.ndarray, "prompts batch"]:
        """Cosines of every prompt with every motion; see ``similarity``."""
        prompts = np.asarray(prompt_vectors, dtype=np.float32)
        total = np.zeros((len(prompts), len(items)), dtype=np.float32)
        for session in self._sessions:
            for start, arrays in _batches(items):
                read = session(arrays | {"prompts": prompts})
                total[:, start : start + len(read["motions"])] += read["texts"] @ read["motions"].T
        return total / len(self._sessions)

    def _mean(self, output: str, items: Sequence[MotionTokens]) -> np.ndarray:
        unasked = {"prompts": np.zeros((1, WIDTH), dtype=np.float32)}
        read = [
            np.concatenate([session(arrays | unasked)[output] for _, arrays in _batches(items)])
            for session in self._sessions
        ]
        return np.stack(read).mean(axis=0)


def _batches(items: Sequence[MotionTokens]) -> list[tuple[int, dict[str, np.ndarray]]]:
    starts = range(0, len(items), _AT_ONCE)
    return [(start, padded(list(items[start : start + _AT_ONCE]))) for start in starts]


def read_scorer(*paths: Path) -> Scorer:
    """The scorer of one or more weights files, whose readings are averaged; the shipped one when none is named.

    Raises:
        WeightsError: if a file is missing, damaged or of another kind.
    """
    return Scorer(*(read_session(path, kind=KIND, format=FORMAT) for path in paths or (WEIGHTS,)))


@cache
def load_scorer(*paths: Path) -> Scorer:
    """As ``read_scorer``, once a process."""
    return read_scorer(*paths)
