from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from tests.models.bodies import random_clip

from enliven.core.errors import InvalidRequestError, WeightsError
from enliven.io.joint_clips import write_joint_clips
from enliven.models.joint_model import FORMAT, KIND
from enliven.models.runtime.session import read_session

torch = pytest.importorskip("torch", reason="torch is not installed (extra 'train')")

from enliven.models.torch.joint_flow import JointFlowConfig  # noqa: E402
from enliven.training.joint_data import ClipDeck, drawn_batches, example_of  # noqa: E402
from enliven.training.joint_loss import JointLoss, LossConfig, grid_pairs, tensors_of  # noqa: E402
from enliven.training.joint_set import load_training_set, measured_scales  # noqa: E402
from enliven.training.joint_state import new_state, read_state  # noqa: E402
from enliven.training.joint_step import train_step  # noqa: E402
from enliven.training.joints import BEST, STATE, TrainConfig, train_joints  # noqa: E402

TINY = TrainConfig(
    minutes=None, steps=16, batch=4, warmup=4, validate_every=8, validation_clips=4, refill=2,
    net=JointFlowConfig(width=32, blocks=2, heads=4, expansion=2),
)  # fmt: skip


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("joint_clips")
    clips = [random_clip(6 + seed, seed, split="val" if seed % 3 == 0 else "train") for seed in range(9)]
    write_joint_clips([*clips, replace(random_clip(6, 99), permissive=False, caption="share-alike")], folder)
    return folder


def test_one_batch_is_learnt_by_heart(data):
    plain = LossConfig(word_dropout=0.0, condition_dropout=0.0, token_dropout=0.0, blur=0.0)
    config = replace(TINY, steps=10_000, rate=3e-3, loss=plain)
    known = load_training_set([data], config)
    deck = ClipDeck(known.train)
    scales = torch.from_numpy(measured_scales(known.train, deck, rng=np.random.default_rng(0)))
    state = new_state(config.net, scales, rate=config.rate, decay=0.0, seed=0)
    loss = JointLoss(config.loss, scales)
    batch = drawn_batches(
        known.train, deck, known.texts, config.augment, batch=4, batches=1, rng=np.random.default_rng(0)
    )[0]
    tensors = tensors_of(batch, scales)
    generator = torch.Generator().manual_seed(1)
    noise = torch.randn(tensors.clean.shape, generator=generator)
    grid = grid_pairs(4, 4, generator=generator)

    def error() -> float:
        with torch.no_grad():
            losses = loss(state.net, tensors, noise, torch.full((4,), 0.3), grid)
        return float(losses.position)

    before = error()
    for _ in range(200):
        train_step(state, loss, batch, config)
    assert error() < 0.15 * before


def test_a_resumed_run_ends_where_an_uninterrupted_one_does(data, tmp_path):
    train_joints(data, tmp_path / "whole", TINY)
    train_joints(data, tmp_path / "parts", replace(TINY, steps=8, horizon=16))
    summary = train_joints(data, tmp_path / "parts", TINY)
    assert summary.steps == 16
    _, whole = read_state(tmp_path / "whole" / STATE)
    header, parts = read_state(tmp_path / "parts" / STATE)
    assert header["step"] == 16
    assert whole.keys() == parts.keys()
    for name, value in whole.items():
        torch.testing.assert_close(parts[name], value, rtol=0.0, atol=0.0, msg=name)


def test_the_export_calms_waves_by_training_clips(data, tmp_path):
    summary = train_joints(data, tmp_path, replace(TINY, calibration_clips=6), export=tmp_path / "joint_flow.onnx")
    card = read_session(tmp_path / "joint_flow.onnx", kind=KIND, format=FORMAT).card
    assert summary.export == tmp_path / "joint_flow.onnx"
    assert card.licences == ["CC0-1.0"]
    assert len(card.data_hash) == 16
    for name, waves in (("loop_gains", 7), ("open_gains", 12)):
        gains = np.array(card.statistics[name])
        assert gains.shape == (waves,)
        assert gains[0] == 1.0
        assert (gains >= 0.25).all()
        assert (np.diff(gains) <= 0.0).all()


def test_a_warm_start_begins_from_the_averaged_weights(data, tmp_path):
    train_joints(data, tmp_path / "first", TINY)
    train_joints(data, tmp_path / "second", replace(TINY, steps=0), warm_start=tmp_path / "first" / BEST)
    _, first = read_state(tmp_path / "first" / BEST)
    _, second = read_state(tmp_path / "second" / STATE)
    torch.testing.assert_close(second["net.out.weight"], first["ema.out.weight"], rtol=0.0, atol=0.0)


def test_only_permissive_rows_are_trained_on_by_default(data):
    assert all(example.clip.permissive for example in load_training_set([data], TINY).train)
    assert len(load_training_set([data], replace(TINY, share_alike=True)).train) == 7


def test_later_pieces_of_what_happens_once_are_left_out(tmp_path):
    names = {"die": ("fall#1", "fall#2"), "idle": ("wait#1", "wait#2")}
    clips = [replace(random_clip(6, seed, action=action), name=name) for action in names for seed, name in
             enumerate(names[action])]  # fmt: skip
    write_joint_clips([*clips, random_clip(6, 7, split="val")], tmp_path)
    kept = {example.clip.name for example in load_training_set([tmp_path], TINY).train}
    assert kept == {"fall#1", "wait#1", "wait#2"}


def test_a_set_without_validation_is_refused(tmp_path):
    write_joint_clips([random_clip(6, 0)], tmp_path)
    with pytest.raises(InvalidRequestError, match="has 1 clips to train on and 0 to validate, expected some of both"):
        load_training_set([tmp_path], TINY)


def test_a_damaged_state_is_refused(tmp_path):
    path = tmp_path / "state.safetensors"
    with pytest.raises(WeightsError, match="does not exist, expected a training state"):
        read_state(path)
    path.write_bytes(b"nonsense")
    with pytest.raises(WeightsError, match="is damaged"):
        read_state(path)


def test_a_rig_shared_by_many_bodies_is_drawn_no_more_often_than_another():
    many = [replace(random_clip(6, seed), rig="shared", motion_group="same") for seed in range(20)]
    alone = replace(random_clip(6, 50), rig="alone", motion_group="other")
    deck = ClipDeck([example_of(clip) for clip in [*many, alone]])
    rng = np.random.default_rng(0)
    drawn = Counter(deck.draw(rng=rng) == 20 for _ in range(2000))
    assert 0.45 < drawn[True] / 2000 < 0.55


def test_an_action_of_a_hundredth_of_the_motions_is_drawn_a_tenth_as_often_as_the_common_one():
    common = [
        replace(random_clip(6, seed), rig="one", motion_group=f"walk {seed}", action="walk") for seed in range(99)
    ]
    rare = replace(random_clip(6, 99), rig="one", motion_group="fly", action="fly")
    deck = ClipDeck([example_of(clip) for clip in [*common, rare]])
    rng = np.random.default_rng(0)
    flown = sum(deck.draw(rng=rng) == 99 for _ in range(4000)) / 4000
    assert abs(flown - 1.0 / (1.0 + 99.0**0.5)) < 0.02


def test_each_origin_has_its_share_of_the_draws():
    clips = [replace(random_clip(6, seed), origin=origin) for origin in ("recorded", "made") for seed in range(4)]
    deck = ClipDeck([example_of(clip) for clip in clips], {"recorded": 0.6, "carried": 0.3, "made": 0.1})
    rng = np.random.default_rng(0)
    made = sum(deck.draw(rng=rng) >= 4 for _ in range(3000)) / 3000
    assert abs(made - 0.1 / 0.7) < 0.03


def test_further_folders_are_learnt_from_and_never_validated_with(data, tmp_path):
    extra = [replace(random_clip(6, seed), origin="made", split=split) for seed, split in enumerate(("train", "val"))]
    write_joint_clips(extra, tmp_path)
    alone, more = load_training_set([data], TINY), load_training_set([data, tmp_path], TINY)
    assert len(more.train) == len(alone.train) + 1
    assert len(more.val) == len(alone.val)
    assert more.data_hash != alone.data_hash
