"""What the motion model was taught, as a short list of phrases: to say what is near to a prompt it does not know.

The vectors of the phrases are kept beside their words, a byte a number, so that nothing but the prompt is encoded.
"""

import base64
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from jaxtyping import Float32

from enliven.core.errors import WeightsError
from enliven.models.text.encoder import WIDTH, TextEncoder, TextTokens

KIND, FORMAT = "known_phrases", 1
TABLE = Path(__file__).with_name("known_phrases.json")


@dataclass(frozen=True, slots=True, eq=False)
class KnownPhrases:
    """Phrases and their vectors of length 1."""

    phrases: tuple[str, ...]
    vectors: Float32[np.ndarray, "phrases 384"]

    def nearest(self, text: TextTokens, count: int = 3) -> tuple[float, tuple[str, ...]]:
        """The cosine of the phrase nearest to a prompt, and the nearest phrases, best first."""
        vector = text.mean / max(float(np.linalg.norm(text.mean)), 1e-9)
        near = self.vectors @ vector
        order = np.argsort(-near, kind="stable")[:count]
        return float(near[order[0]]), tuple(self.phrases[number] for number in order)


@cache
def load_known_phrases(path: Path = TABLE) -> KnownPhrases:
    """The list that ships with enliven.

    Raises:
        WeightsError: if it is missing or damaged.
    """
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        phrases = tuple(stored["phrases"])
        steps = np.frombuffer(base64.b64decode(stored["vectors"]), dtype=np.int8).reshape(len(phrases), WIDTH)
        fits = (stored["kind"], stored["format"]) == (KIND, FORMAT)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise WeightsError(
            f"{path} cannot be read as known phrases, expected the file that came along; reinstall enliven"
        ) from error
    if not fits:
        raise WeightsError(
            f"{path} is of kind {stored['kind']} format {stored['format']}, expected {KIND} format {FORMAT}; "
            "reinstall enliven"
        )
    vectors = steps.astype(np.float32)
    return KnownPhrases(phrases, vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1.0))


def known_phrases_text(phrases: tuple[str, ...], encoder: TextEncoder) -> str:
    """The list as its file holds it."""
    means = np.stack([encoder.encode(phrase).mean for phrase in phrases])
    steps = np.round(127.0 * means / np.abs(means).max(axis=1, keepdims=True)).astype(np.int8)
    vectors = base64.b64encode(steps.tobytes()).decode("ascii")
    return json.dumps({"kind": KIND, "format": FORMAT, "phrases": list(phrases), "vectors": vectors}) + "\n"
