"""What a model has to beat: the real clip, no motion, and real clips carried over from other rigs."""

from collections.abc import Sequence

import numpy as np

from enliven.core.body import Body
from enliven.core.clip import JointClip
from enliven.core.motion import JointMotion
from enliven.core.splines import Spline
from enliven.geometry.retarget import retargeted
from enliven.models.text.encoder import TextEncoder


def frozen(real: JointClip) -> JointMotion:
    """The rest pose for as long as the real clip lasts."""
    still = Spline(np.zeros((4, len(real.body), 3)), real.duration_s, real.loop)
    return JointMotion(rotations=still, translations=still)


class Retrieval:
    """The training clip with the nearest label, on the nearest skeleton that has it, carried over."""

    def __init__(self, train: Sequence[JointClip], encoder: TextEncoder) -> None:
        self._train = list(train)
        self._encoder = encoder
        self._labels = sorted({clip.label for clip in train})
        self._table = np.stack([_unit(encoder, label) for label in self._labels])
        self._shapes = np.stack([silhouette(clip.body) for clip in train])

    def by_label(self, real: JointClip) -> JointMotion:
        """Nearest label first, then nearest skeleton among the clips that carry it."""
        label = self._labels[int((self._table @ _unit(self._encoder, real.label)).argmax())]
        return self._carried(real, np.array([clip.label == label for clip in self._train]))

    def by_action(self, real: JointClip) -> JointMotion:
        """The right action (known, not read from the text), then the nearest skeleton."""
        return self._carried(real, np.array([clip.action == real.action for clip in self._train]))

    def _carried(self, real: JointClip, allowed: np.ndarray) -> JointMotion:
        apart = np.linalg.norm(self._shapes - silhouette(real.body), axis=1)
        source = self._train[int(np.where(allowed, apart, np.inf).argmin())]
        return retargeted(source.motion, source.body, real.body)


def silhouette(body: Body) -> np.ndarray:
    """A skeleton as few numbers that compare across rigs: how its joints spread, up and along, and how many end."""
    at = body.rest_positions
    parents = {parent for parent in body.parents if parent is not None}
    ends = at[[joint for joint in range(len(body)) if joint not in parents]]
    quantiles = np.quantile(at, [0.0, 0.25, 0.5, 0.75, 1.0], axis=0).ravel()
    low_ends = float((ends[:, 1] < 0.25 * max(float(np.ptp(at[:, 1])), 1e-6)).sum())
    return np.concatenate([quantiles, [0.1 * len(ends), 0.2 * low_ends, 0.2 * np.log(len(body))]])


def _unit(encoder: TextEncoder, text: str) -> np.ndarray:
    mean = encoder.encode(text).mean
    return mean / np.linalg.norm(mean)
