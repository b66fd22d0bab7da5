from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

torch = pytest.importorskip("torch", reason="torch is not installed (extra [train])")

from enliven.core.body import Body  # noqa: E402
from enliven.core.clip import JointClip  # noqa: E402
from enliven.core.errors import InvalidRequestError, UnwritableFileError  # noqa: E402
from enliven.io.joint_clips import write_joint_clips  # noqa: E402
from enliven.models.motion_tokens import ACTIONS, SAMPLES, MotionTokens, motion_tokens, padded  # noqa: E402
from enliven.models.scorer import read_scorer  # noqa: E402
from enliven.models.text.encoder import load_text_encoder  # noqa: E402
from enliven.models.torch.scorer import Scorer, ScorerConfig, ScorerPanel  # noqa: E402
from enliven.training.scorer import ScorerTraining, train_scorer  # noqa: E402
from enliven.training.scorer_loss import Words, contrast  # noqa: E402
from enliven.training.scorer_set import draw_weights  # noqa: E402
from enliven.training.track_chance import Chance, TrackBatch, varied  # noqa: E402

REST = np.array([[0.0, 1.0, 0.0], [0.2, 0.5, 0.0], [0.2, 0.0, 0.0], [-0.2, 0.5, 0.0], [-0.2, 0.0, 0.0]])


def _clip(action, number, split):
    """Two actions that differ: in one the legs swing, in the other the body hops."""
    rng = np.random.default_rng(number)
    swing = np.sin(np.arange(12) / 12 * 2 * np.pi + rng.random())
    rotations, translations = np.zeros((12, 5, 3)), np.zeros((12, 5, 3))
    if action == "walk":
        rotations[:, 1, 0], rotations[:, 3, 0] = swing, -swing
    else:
        translations[:, 0, 1] = 0.3 + 0.3 * swing
    body = Body(
        names=tuple("abcde"),
        parents=(None, 0, 1, 0, 3),
        rest_positions=REST + rng.normal(size=REST.shape) * 0.02,
        skin_offsets=np.zeros((5, 3)),
        skin_extents=np.full((5, 3), 0.1),
        skin_shares=np.full(5, 0.2),
        metres_per_unit=1.0,
        origin_m=np.zeros(3),
    )
    return JointClip(
        body=body, rotations=rotations, translations=translations, spin_axes=np.zeros((5, 3)), spin_turns=np.zeros(5),
        duration_s=1.0, loop=True, name=f"rig{number}.glb:{action}", caption=action, label=action, action=action,
        category="humanoid", species="thing", rig=f"rig{number}", motion_group=f"{action}{number}", licence="CC0-1.0",
        permissive=True, split=split,
    )  # fmt: skip


def _clips():
    return [
        _clip(action, 2 * number + (action == "walk"), "train" if number < 24 else "val")
        for number in range(30)
        for action in ("walk", "jump")
    ]


def _random_tokens(joints, seed=0):
    rng = np.random.default_rng(seed)
    return MotionTokens(
        rng.normal(size=(joints, 10)).astype(np.float32),
        rng.normal(size=(joints, SAMPLES, 3)).astype(np.float32),
        1.3,
        loop=False,
    )


def _batch(items):
    return {key: torch.from_numpy(value) for key, value in padded(items).items()}


def _logits(items):
    torch.manual_seed(0)
    model = Scorer(ScorerConfig()).eval()
    with torch.no_grad():
        return model(**_batch(items))[0].numpy()


def test_padding_and_company_change_nothing():
    alone = _logits([_random_tokens(4)])
    together = _logits([_random_tokens(4), _random_tokens(19, seed=1)])
    assert_allclose(together[0], alone[0], atol=1e-5)


def test_the_order_of_joints_does_not_matter():
    item, order = _random_tokens(9), np.random.default_rng(3).permutation(9)
    shuffled = MotionTokens(item.shape[order], item.tracks[order], item.duration_s, item.loop)
    assert_allclose(_logits([shuffled]), _logits([item]), atol=1e-5)


def test_tracks_are_where_the_joints_go():
    clip = _clip("jump", 0, "train")
    tokens = motion_tokens(clip.body, clip.motion)
    heights = clip.motion.translations.at(np.arange(SAMPLES) / SAMPLES)[:, 0, 1]
    assert_allclose(tokens.tracks[:, :, 1], np.broadcast_to(heights, (5, SAMPLES)), atol=1e-6)


def _variants(items, chance=None, seeds=1, sided=None):
    given = TrackBatch(**_batch(items))
    return [
        varied(given, generator=torch.Generator().manual_seed(seed), sided=sided, chance=chance)
        for seed in range(seeds)
    ]


NO_CHANCE = Chance(*[0.0] * 13)


def test_chance_leaves_the_given_motion_alone_and_keeps_its_amount():
    items = [replace(_random_tokens(12, seed), loop=True) for seed in range(8)]  # loops are not read between samples
    before = [item.tracks.copy() for item in items]
    amounts = np.array([variant.tracks.abs().mean(dim=(1, 2, 3)).numpy() for variant in _variants(items, seeds=40)])
    assert all((item.tracks == kept).all() for item, kept in zip(items, before, strict=True))
    assert amounts.mean() == pytest.approx(np.abs(before).mean(), rel=0.1)
    assert amounts.std(axis=0).min() > 0.0


def test_without_chance_a_motion_is_the_same_or_mirrored_and_a_loop_begins_elsewhere():
    once = _random_tokens(5)
    looped = MotionTokens(once.shape, once.tracks, 1.0, loop=True)
    for variant in _variants([once, looped], NO_CHANCE, seeds=12):
        plain = np.abs(variant.tracks.numpy())
        assert_allclose(plain[0], np.abs(once.tracks), atol=1e-5)
        shifts = [np.abs(plain[1] - np.roll(np.abs(once.tracks), shift, axis=1)).max() for shift in range(SAMPLES)]
        assert min(shifts) < 1e-5
        assert_allclose(variant.duration_s, [1.3, 1.0], rtol=1e-5)


def test_where_left_and_right_matter_nothing_is_mirrored():
    items = [_random_tokens(5, seed) for seed in range(16)]
    free = [np.sign(variant.shape[:, 0, 0].numpy()) for variant in _variants(items, NO_CHANCE, 6)]
    sided = torch.ones(16, dtype=torch.bool)
    kept = [variant.shape[..., :6].numpy() for variant in _variants(items, NO_CHANCE, 6, sided)]
    assert np.ptp(free, axis=0).max() == 2.0
    assert all((shape == kept[0]).all() for shape in kept)


def test_few_joints_are_never_lost():
    variants = _variants([_random_tokens(4), _random_tokens(20)], Chance(lost=0.95), seeds=30)
    counts = np.array([variant.keep.sum(dim=1).numpy() for variant in variants])
    assert (counts[:, 0] == 4).all()
    assert 6 <= counts[:, 1].min() < counts[:, 1].max() <= 20


def test_no_motion_is_told_from_words_that_are_true_of_it_too():
    same = torch.tensor([0, 1, 2, 3])
    words = Words(
        vectors=torch.zeros(4, 384),
        phrases=torch.tensor([5, 6, 5, 7]),
        labels=torch.tensor([0, 1, 2, 1]),
        actions=torch.tensor([0, 1, 1, 2]),
        exact=torch.tensor([True, True, False, True]),
    )
    alike = words.alike()
    assert alike.nonzero().tolist() == [[0, 2], [1, 2], [1, 3], [2, 0], [2, 1], [3, 1]]
    assert not alike[same, same].any()


def test_the_contrast_is_least_where_every_motion_finds_its_words():
    places, nothing = torch.eye(4), torch.zeros(4, 4, dtype=torch.bool)
    sharp = torch.tensor(20.0)
    assert float(contrast(places, places, nothing, sharp)) == pytest.approx(0.0, abs=1e-6)
    assert float(contrast(places, places.roll(1, 0), nothing, sharp)) == pytest.approx(20.0, rel=1e-4)
    assert float(contrast(places, places[[0, 0, 2, 3]], nothing, sharp)) > 0.1
    pair = torch.zeros(4, 4, dtype=torch.bool)
    pair[0, 1] = pair[1, 0] = True
    ignored = float(contrast(places[[0, 0, 2, 3]], places[[0, 0, 2, 3]], pair, sharp))
    assert ignored == pytest.approx(0.0, abs=1e-6)


def test_a_panel_of_one_is_its_member_and_of_two_their_mean():
    torch.manual_seed(1)
    members = [Scorer(ScorerConfig()).eval(), Scorer(ScorerConfig()).eval()]
    batch, prompts = _batch([_random_tokens(6), _random_tokens(9, 2)]), torch.randn(3, 384)
    with torch.no_grad():
        alone = [ScorerPanel([member])(**batch, prompts=prompts) for member in members]
        both = ScorerPanel(members)(**batch, prompts=prompts)
    assert_allclose(both[0], 0.5 * (alone[0][0] + alone[1][0]), atol=1e-6)
    assert_allclose(both[1] @ both[2].T, sum(one[1] @ one[2].T for one in alone) / 2, atol=1e-5)


def test_copies_of_a_motion_share_its_draws():
    clips = [_clip("walk", 1, "train"), _clip("walk", 1, "train"), _clip("walk", 3, "train")]
    weights = draw_weights(clips)
    assert weights.sum() == pytest.approx(1.0)
    assert weights[0] < weights[2]


def test_it_learns_two_actions_and_their_words_and_the_file_says_so(tmp_path):
    write_joint_clips(_clips(), tmp_path / "set")
    weights = tmp_path / "scorer.onnx"
    config = ScorerTraining(passes=20, batch=16, rate=4e-3, members=2, net=ScorerConfig(width=32))
    summary = train_scorer(tmp_path / "set", weights, config)
    assert summary.accuracy >= 0.9
    scorer, val = read_scorer(weights), [clip for clip in _clips() if clip.split == "val"]
    items = [motion_tokens(clip.body, clip.motion) for clip in val]
    right = [scorer.action(item) == clip.action for item, clip in zip(items, val, strict=True)]
    assert np.mean(right) == pytest.approx(summary.accuracy)
    chances = scorer.probabilities([_random_tokens(3), _random_tokens(8)])
    assert chances.shape == (2, len(ACTIONS))
    assert_allclose(chances.sum(axis=1), 1.0, atol=1e-5)
    vectors = {word: load_text_encoder().encode(word).mean for word in ("walk", "jump")}
    near = {word: scorer.similarity(vector, items) for word, vector in vectors.items()}
    nearer = np.where(near["walk"] > near["jump"], "walk", "jump")
    assert np.mean(nearer == [clip.action for clip in val]) >= 0.9
    assert_allclose(scorer.similarity(10.0 * vectors["walk"], items), near["walk"], atol=1e-5)
    twice = read_scorer(weights, weights)
    assert_allclose(twice.similarity(vectors["walk"], items), near["walk"], atol=1e-6)
    assert_allclose(twice.probabilities(items), scorer.probabilities(items), atol=1e-6)


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ({"passes": 0}, "the number of passes is 0, expected 1 to"),
        ({"batch": 0}, "the number of clips a step is 0, expected 1 to"),
        ({"members": 0}, "the number of scorers is 0, expected 1 to"),
        ({"rate": float("nan")}, "the learning rate is nan, expected"),
        ({"seed": -1}, "the seed is -1, expected 0 to"),
    ],
)
def test_settings_out_of_range_are_refused(setting, told):
    with pytest.raises(InvalidRequestError, match=told):
        ScorerTraining(**setting)


def test_a_set_without_labelled_clips_is_refused(tmp_path):
    write_joint_clips([_clip("walk", 0, "train")], tmp_path)
    with pytest.raises(InvalidRequestError, match="1 labelled clips to learn from and 0 to judge by"):
        train_scorer(tmp_path, tmp_path / "scorer.onnx")
    assert not (tmp_path / "scorer.onnx").exists()
    with pytest.raises(UnwritableFileError, match=r"scorer\.onnx cannot be written"):
        train_scorer(tmp_path, tmp_path / "away" / "scorer.onnx")


def test_one_pass_over_one_batch_is_enough_to_train(tmp_path):
    write_joint_clips([_clip("walk", 0, "train"), _clip("walk", 1, "val")], tmp_path)
    train_scorer(
        tmp_path, tmp_path / "scorer.onnx", ScorerTraining(passes=1, batch=4, members=1, net=ScorerConfig(width=16))
    )
    assert read_scorer(tmp_path / "scorer.onnx")
