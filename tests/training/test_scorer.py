import numpy as np
import pytest
from numpy.testing import assert_allclose

torch = pytest.importorskip("torch", reason="torch is not installed (extra [train])")

from enliven.core.body import Body  # noqa: E402
from enliven.core.clip import JointClip  # noqa: E402
from enliven.core.errors import InvalidRequestError  # noqa: E402
from enliven.io.joint_clips import write_joint_clips  # noqa: E402
from enliven.models.motion_tokens import ACTIONS, SAMPLES, MotionTokens, motion_tokens, padded  # noqa: E402
from enliven.models.scorer import load_scorer  # noqa: E402
from enliven.models.torch.scorer import Scorer, ScorerConfig  # noqa: E402
from enliven.training.scorer import ScorerTraining, draw_weights, train_scorer  # noqa: E402
from enliven.training.track_chance import varied  # noqa: E402

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


def _logits(items):
    torch.manual_seed(0)
    model = Scorer(ScorerConfig()).eval()
    with torch.no_grad():
        return model(**{key: torch.from_numpy(value) for key, value in padded(items).items()}).numpy()


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


def test_chance_leaves_the_given_motion_alone_and_keeps_its_sizes():
    item = _random_tokens(12)
    before = item.tracks.copy()
    amounts = [np.abs(varied(item, rng=np.random.default_rng(seed)).tracks).mean() for seed in range(200)]
    assert_allclose(item.tracks, before)
    assert np.mean(amounts) == pytest.approx(np.abs(before).mean(), rel=0.1)
    assert np.std(amounts) > 0.0


def test_copies_of_a_motion_share_its_draws():
    clips = [_clip("walk", 1, "train"), _clip("walk", 1, "train"), _clip("walk", 3, "train")]
    weights = draw_weights(clips)
    assert weights.sum() == pytest.approx(1.0)
    assert weights[0] < weights[2]


def test_it_learns_two_actions_and_the_exported_file_agrees(tmp_path):
    write_joint_clips(_clips(), tmp_path / "set")
    weights = tmp_path / "scorer.onnx"
    summary = train_scorer(tmp_path / "set", weights, ScorerTraining(passes=12, batch=16, rate=2e-3))
    assert summary.accuracy >= 0.9
    scorer = load_scorer(weights)
    named = [scorer.action(motion_tokens(clip.body, clip.motion)) for clip in _clips() if clip.split == "val"]
    right = [name == clip.action for name, clip in zip(named, [c for c in _clips() if c.split == "val"], strict=True)]
    assert np.mean(right) == pytest.approx(summary.accuracy)
    chances = scorer.probabilities([_random_tokens(3), _random_tokens(8)])
    assert chances.shape == (2, len(ACTIONS))
    assert_allclose(chances.sum(axis=1), 1.0, atol=1e-5)


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ({"passes": 0}, "the number of passes is 0, expected 1 to"),
        ({"batch": 0}, "the number of clips a step is 0, expected 1 to"),
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


def test_one_pass_over_one_batch_is_enough_to_train(tmp_path):
    write_joint_clips([_clip("walk", 0, "train"), _clip("walk", 1, "val")], tmp_path)
    train_scorer(tmp_path, tmp_path / "scorer.onnx", ScorerTraining(passes=1, batch=4))
    assert load_scorer(tmp_path / "scorer.onnx")
