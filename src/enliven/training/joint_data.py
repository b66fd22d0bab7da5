"""Training clips as padded batches: who is drawn, how it is changed, and the arrays the net and the losses read."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Float32, Int

from enliven.core.clip import JointClip, Origin
from enliven.models.amplitude import SPEED_FLOOR, skin_speed
from enliven.models.joint_codec import CHANNELS, CONTROLS, TRANSLATION, TurnControls, channels_of
from enliven.models.joint_features import FEATURES, BodyStructure, body_features, body_structure
from enliven.models.text.encoder import WIDTH, TextTokens
from enliven.training.joint_augment import AugmentConfig, augmented
from enliven.training.joint_captions import Texts, drawn_phrase
from enliven.training.world_clip import WorldClip, world_clip


@dataclass(frozen=True, slots=True, eq=False)
class JointBatch:
    """Clips side by side; padding joints have ``keep`` False, their own sentinel parent and weight 0."""

    channels: Float32[np.ndarray, "batch joints channels"]  # not divided by scales
    features: Float32[np.ndarray, "batch joints features"]
    relations: Int[np.ndarray, "batch joints joints"]
    keep: Bool[np.ndarray, "batch joints"]
    weights: Float32[np.ndarray, "batch joints"]
    movers: Bool[np.ndarray, "batch joints"]
    rest_positions: Float32[np.ndarray, "batch joints 3"]
    skin_offsets: Float32[np.ndarray, "batch joints 3"]
    parents: Int[np.ndarray, "batch joints"]  # number of joints for roots and padding
    above: Bool[np.ndarray, "batch joints joints"]  # the column joint is the row joint or stands above it
    words: Float32[np.ndarray, "batch words 384"]
    word_keep: Bool[np.ndarray, "batch words"]
    durations_s: Float32[np.ndarray, " batch"]
    loops: Bool[np.ndarray, " batch"]
    log_speeds: Float32[np.ndarray, " batch"]
    lasting: Bool[np.ndarray, " batch"]  # movements that go on: they should loop even where their clip does not close

    def __len__(self) -> int:
        return len(self.keep)


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A clip with what does not change from draw to draw."""

    clip: JointClip
    world: WorldClip
    structure: BodyStructure
    mean_speed: float  # see ``mean_speed``
    poses: Sequence[Float[np.ndarray, "joints 3"]]  # mean rotations of clips of the same rig, its own among them


LASTING = frozenset({"walk", "run", "fly", "swim", "idle"})
"""Actions that go on until something else begins."""


def example_of(clip: JointClip) -> Example:
    """Prepare a clip of 12 controls."""
    structure = body_structure(clip.body)
    speed = mean_speed(clip, structure.movers)
    return Example(clip, world_clip(clip), structure, speed, [clip.rotations.mean(axis=0)])


def mean_speed(clip: JointClip, movers: Bool[np.ndarray, " joints"]) -> float:
    """The amount of motion of a clip: see ``models.amplitude.skin_speed``."""
    return skin_speed(clip.body, clip.rotations, clip.translations, movers, clip.duration_s, loop=clip.loop)


def sound(example: Example) -> bool:
    """Whether a clip is worth learning from: it moves, without jumps, and not mostly by stretching.

    Controls that jump by half a turn or more come from a fit that failed; a clip that loses half of its motion when
    only roots and hips translate shows something else than its name says.
    """
    clip = example.clip
    closed = np.concatenate([clip.rotations, clip.rotations[:1]]) if clip.loop else clip.rotations
    jump = float(np.abs(np.diff(closed, axis=0)).max())
    whole = mean_speed(clip, np.ones(len(clip.body), dtype=np.bool_))
    return jump < np.pi and 1e-4 < example.mean_speed < 6.0 and example.mean_speed > 0.5 * whole


ORIGINS: Mapping[Origin, float] = {"recorded": 0.5, "carried": 0.3, "made": 0.2}
"""Share of the draws by where a motion comes from; what is missing leaves its share to the others."""


class ClipDeck:
    """Draws clips: an origin, a category of it, then a rig, then a group of near-equal motions, then a row.

    Categories are drawn by the square root of their number of motions, rigs likewise: common ones are softened,
    not silenced. Motions of a rig are drawn by how rare their action is in the category: one of a hundred times as
    many is drawn a tenth as often.
    """

    def __init__(self, examples: Sequence[Example], origins: Mapping[Origin, float] = ORIGINS) -> None:
        parts: dict[Origin, list[int]] = defaultdict(list)
        for index, example in enumerate(examples):
            parts[example.clip.origin].append(index)
        shares = np.array([origins[origin] for origin in sorted(parts)])
        self._chances = shares / shares.sum()
        self._parts = [_Part(examples, parts[origin]) for origin in sorted(parts)]

    def draw(self, *, rng: np.random.Generator) -> int:
        """Index of an example."""
        return self._parts[rng.choice(len(self._parts), p=self._chances)].draw(rng=rng)


class _Part:
    """The clips of one origin."""

    def __init__(self, examples: Sequence[Example], members: Sequence[int]) -> None:
        tree: dict[str, dict[str, dict[str, list[int]]]] = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
        for index in members:
            clip = examples[index].clip
            tree[clip.category][clip.rig][clip.motion_group].append(index)
        self._categories = [
            [list(groups.values()) for _, groups in sorted(rigs.items())] for _, rigs in sorted(tree.items())
        ]
        self._group_chances = [
            [_by_rarity(rig, examples, actions) for rig in rigs]
            for rigs, actions in ((rigs, _actions(rigs, examples)) for rigs in self._categories)
        ]
        self._rig_chances = [_softened([len(rig) for rig in rigs]) for rigs in self._categories]
        self._category_chances = _softened([sum(len(rig) for rig in rigs) for rigs in self._categories])

    def draw(self, *, rng: np.random.Generator) -> int:
        category = rng.choice(len(self._categories), p=self._category_chances)
        rig = rng.choice(len(self._rig_chances[category]), p=self._rig_chances[category])
        groups, chances = self._categories[category][rig], self._group_chances[category][rig]
        group = groups[rng.choice(len(groups), p=chances)]
        return group[rng.integers(len(group))]


def drawn_batches(
    examples: Sequence[Example],
    deck: ClipDeck,
    texts: Texts,
    augment: AugmentConfig,
    *,
    batch: int,
    batches: int,
    rng: np.random.Generator,
) -> list[JointBatch]:
    """Draw and change clips, then batch those of like size together, in random order."""
    changed = []
    for _ in range(batch * batches):
        example = examples[deck.draw(rng=rng)]
        clip, structure = augmented(example.world, example.structure, example.poses, augment, rng=rng)
        speed = example.mean_speed * example.clip.duration_s / clip.duration_s
        changed.append((clip, drawn_phrase(clip.told, rng=rng), speed, structure))
    texts.read_ahead(phrase for _, phrase, *_ in changed)
    drawn = [(clip, texts[phrase], speed, structure) for clip, phrase, speed, structure in changed]
    drawn.sort(key=lambda one: len(one[0].body))
    groups = [drawn[start : start + batch] for start in range(0, len(drawn), batch)]
    return [collated(groups[place]) for place in rng.permutation(len(groups))]


def collated(group: Sequence[tuple[WorldClip, TextTokens, float, BodyStructure]]) -> JointBatch:
    """Pad clips, their words, mean speeds and structures into one batch."""
    count, most = len(group), max(len(clip.body) for clip, *_ in group)
    words = max(len(text.tokens) for _, text, *_ in group)
    made = JointBatch(
        channels=np.zeros((count, most, CHANNELS), dtype=np.float32),
        features=np.zeros((count, most, FEATURES), dtype=np.float32),
        relations=np.zeros((count, most, most), dtype=np.int64),
        keep=np.zeros((count, most), dtype=np.bool_),
        weights=np.zeros((count, most), dtype=np.float32),
        movers=np.zeros((count, most), dtype=np.bool_),
        rest_positions=np.zeros((count, most, 3), dtype=np.float32),
        skin_offsets=np.zeros((count, most, 3), dtype=np.float32),
        parents=np.full((count, most), most, dtype=np.int64),
        above=np.zeros((count, most, most), dtype=np.bool_),
        words=np.zeros((count, words, WIDTH), dtype=np.float32),
        word_keep=np.zeros((count, words), dtype=np.bool_),
        durations_s=np.array([clip.duration_s for clip, *_ in group], dtype=np.float32),
        loops=np.array([clip.loop for clip, *_ in group], dtype=np.bool_),
        log_speeds=np.log(np.array([speed for _, _, speed, _ in group], dtype=np.float32) + np.float32(SPEED_FLOOR)),
        lasting=np.array([clip.told.action in LASTING for clip, *_ in group], dtype=np.bool_),
    )
    for row, (clip, text, _, structure) in enumerate(group):
        joints = len(clip.body)
        features = body_features(clip.body, structure)
        made.channels[row, :joints] = clip_channels(clip)
        made.channels[row, :joints, TRANSLATION] *= features.movers[:, None]
        made.features[row, :joints] = features.values
        made.relations[row, :joints, :joints] = features.relations
        made.keep[row, :joints] = True
        made.weights[row, :joints] = features.weights
        made.movers[row, :joints] = features.movers
        made.rest_positions[row, :joints] = clip.body.rest_positions
        made.skin_offsets[row, :joints] = clip.body.skin_offsets
        made.parents[row, :joints] = [most if parent is None else parent for parent in clip.body.parents]
        made.above[row, :joints, :joints] = structure.shape.above
        made.words[row, : len(text.tokens)] = text.tokens
        made.word_keep[row, : len(text.tokens)] = text.mask
    return made


def clip_channels(clip: WorldClip) -> Float32[np.ndarray, "joints channels"]:
    """Channels of a clip."""
    if len(clip.turns) != CONTROLS:
        raise ValueError(f"{clip.told.name} has {len(clip.turns)} controls, expected {CONTROLS}")
    return channels_of(TurnControls(turns=clip.turns, translations=clip.translations, spins=one_way(clip.spins)))


def one_way(spins: Float[np.ndarray, "joints 3"]) -> Float[np.ndarray, "joints 3"]:
    """Spins about an axis that is not mainly level across the body, all the same way round.

    In a mirror a fan turns the other way and a wheel does not: which way a fan turns is chance, and the mean of both is
    to stand still.
    """
    rows = np.arange(len(spins))
    largest = np.abs(spins).argmax(axis=1)
    backward = (largest != 0) & (spins[rows, largest] < 0.0)
    return np.where(backward[:, None], -spins, spins)


def _actions(rigs: Sequence[Sequence[list[int]]], examples: Sequence[Example]) -> Counter[str]:
    """How many motions of a category show each action."""
    return Counter(examples[group[0]].clip.action for rig in rigs for group in rig)


def _by_rarity(groups: Sequence[list[int]], examples: Sequence[Example], actions: Counter[str]) -> np.ndarray:
    rarity = np.array([actions[examples[group[0]].clip.action] ** -0.5 for group in groups])
    return rarity / rarity.sum()


def _softened(counts: Sequence[int]) -> np.ndarray:
    roots = np.sqrt(np.asarray(counts, dtype=np.float64))
    return roots / roots.sum()
