import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from tests.models.bodies import random_body, random_text

from enliven.core.errors import WeightsError
from enliven.models.amplitude import factor_towards, skin_speed, waves_of, with_gains
from enliven.models.runtime.card import Card
from enliven.models.runtime.session import Session, read_session

torch = pytest.importorskip("torch", reason="torch is not installed (extra 'train')")

from enliven.models.joint_codec import CHANNELS  # noqa: E402
from enliven.models.joint_features import body_features  # noqa: E402
from enliven.models.joint_model import FORMAT, KIND, JointModel  # noqa: E402
from enliven.models.torch.joint_flow import JointFlow, JointFlowConfig, NetInput  # noqa: E402
from enliven.models.torch.joint_graph import INPUTS, joint_graph  # noqa: E402
from enliven.training.joint_export import halved  # noqa: E402

CARD = Card(kind=KIND, format=FORMAT, version="0", statistics={"scales": [0.3] * CHANNELS})


def shaken_net() -> JointFlow:
    torch.manual_seed(0)
    net = JointFlow(JointFlowConfig(width=64, blocks=2, heads=4, expansion=2))
    with torch.no_grad():
        for parameter in net.parameters():
            parameter.add_(0.05 * torch.randn_like(parameter))
    halved(net)
    return net.eval()


@pytest.fixture(scope="module")
def graph():
    return joint_graph(shaken_net(), CARD)


@pytest.fixture(scope="module")
def model(graph):
    return JointModel(Session(graph, kind=KIND, format=FORMAT))


@pytest.mark.parametrize(("joints", "words"), [(2, 3), (17, 1), (45, 12), (90, 48)])
def test_the_exported_graph_equals_the_net(graph, joints, words):
    rng = np.random.default_rng(joints)
    features = body_features(random_body(joints, joints))
    text = random_text(words, words)
    arrays = {
        "position": rng.normal(size=(2, joints, CHANNELS)).astype(np.float32),
        "time": np.array([0.0, 0.7], dtype=np.float32),
        "features": np.stack([features.values] * 2),
        "relations": np.stack([features.relations] * 2),
        "keep": np.array([[True] * joints, [True] + [False] * (joints - 1)]),
        "words": np.stack([text.tokens] * 2),
        "word_keep": np.array([[True] * words, [False] * words]),
        "conditions": rng.normal(size=(2, 3)).astype(np.float32),
        "known": np.array([[1, 1, 1], [0, 1, 0]], dtype=np.float32),
    }
    found = Session(graph, kind=KIND, format=FORMAT)(arrays)
    given = NetInput(*(torch.from_numpy(arrays[name]) for name in INPUTS))
    with torch.no_grad():
        net = shaken_net()
        assert_allclose(found["data"], net(given), atol=1e-4)
        assert_allclose(found["plan"], net.plan(given), atol=1e-4)


def test_the_same_seed_gives_the_same_bytes_alone_or_among_candidates(model):
    body, text = random_body(20, 0), random_text(4, 0)
    ask = {"seconds": 1.0, "loop": True}
    first = model.generate(body, text, seed=3, **ask)[0]
    among = model.generate(body, text, seed=2, candidates=3, **ask)
    assert first.rotations.controls.tobytes() == among[1].rotations.controls.tobytes()
    assert among[0].rotations.controls.tobytes() != among[1].rotations.controls.tobytes()


@pytest.mark.parametrize("loop", [True, False])
@pytest.mark.parametrize("seconds", [0.5, 2.0, 3.7, 9.0])
def test_any_length_is_met_exactly(model, seconds, loop):
    motion = model.generate(random_body(9, 1), random_text(4, 1), seconds=seconds, loop=loop, seed=0)[0]
    assert motion.duration_s == seconds
    assert motion.loop is loop
    if loop:
        ends = motion.at(np.array([0.0, seconds])).rotations
        assert_allclose(ends[0], ends[1], atol=1e-9)


ODD = {
    "one joint": random_body(1, 6),
    "no skin": replace(
        random_body(9, 6), skin_shares=np.zeros(9), skin_offsets=np.zeros((9, 3)), skin_extents=np.zeros((9, 3))
    ),
    "all in one place": replace(random_body(9, 6), rest_positions=np.zeros((9, 3))),
    "nine roots": replace(random_body(9, 6), parents=(None,) * 9),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_bodies_move_too(model, name):
    text = random_text(1, 6)
    motion = model.generate(ODD[name], text, seconds=1.0, loop=model.plan(ODD[name], text).loop, seed=0)[0]
    assert motion.joints == len(ODD[name])
    assert np.isfinite(motion.rotations.controls).all()


def test_only_roots_and_hips_translate_and_in_metres(model):
    body = random_body(16, 2)
    ask = {"seconds": 1.0, "loop": True, "seed": 0}
    small = model.generate(body, random_text(4, 2), **ask)[0].translations.controls
    large = model.generate(replace(body, metres_per_unit=17.0), random_text(4, 2), **ask)[0].translations.controls
    movers = body_features(body).movers
    assert_array_equal(small[:, ~movers], 0.0)
    assert np.abs(small[:, movers]).max() > 0.0
    assert_allclose(large, 10.0 * small, rtol=1e-9)


def test_an_amount_of_motion_is_matched_within_limits():
    assert factor_towards(1.2, 1.0) == pytest.approx(1.2)
    assert factor_towards(9.0, 1.0) == 1.6
    assert factor_towards(0.0, 1.0) == 0.5
    assert factor_towards(0.0, 0.0) == 0.5


def test_the_amount_of_motion_of_a_swinging_bone_is_its_tip_speed():
    body = replace(random_body(2, 8), rest_positions=np.zeros((2, 3)), skin_offsets=np.array([[0, 0, 0], [0.5, 0, 0]]))
    turns = np.zeros((12, 2, 3))
    turns[:, 1, 2] = np.linspace(0.0, 1.0, 12)
    still = np.zeros((12, 2, 3))
    found = skin_speed(body, turns, still, np.array([True, False]), 2.0, loop=False, times=400)
    assert found == pytest.approx(0.5 * (1.0 / 2.0) / 2.0, rel=1e-4)  # half a unit, half a radian a second, two joints


def test_strength_scales_what_moves_about_the_mean_pose(model):
    body, text = random_body(9, 3), random_text(4, 3)
    still, once, twice = (
        model.generate(body, text, seconds=1.0, loop=True, seed=0, strength=strength)[0].rotations.controls
        for strength in (0.0, 1.0, 2.0)
    )
    assert_allclose(still, np.broadcast_to(once.mean(axis=0), once.shape), atol=1e-9)
    assert_allclose(twice - still, 2.0 * (once - still), atol=1e-9)


def test_words_change_the_motion_and_guidance_says_them_louder(model):
    body = random_body(12, 4)
    ask = {"seconds": 1.0, "loop": True, "seed": 0}
    first, second, louder = (
        model.generate(body, random_text(4, seed), guidance=guidance, **ask)[0].rotations.controls
        for seed, guidance in ((4, 1.0), (5, 1.0), (4, 4.0))
    )
    assert np.abs(first - second).max() > 1e-4
    assert np.abs(first - louder).max() > 1e-4


def test_gains_of_one_change_nothing_and_of_zero_take_a_wave_out():
    curve = np.random.default_rng(0).normal(size=(12, 4, 3))
    for loop, waves in ((True, 7), (False, 12)):
        assert_allclose(with_gains(curve, np.ones(waves), loop=loop), curve, atol=1e-12)
        gains = np.ones(waves)
        gains[3] = 0.0
        sizes = waves_of(with_gains(curve, gains, loop=loop), loop=loop)
        assert_allclose(sizes[3], 0.0, atol=1e-12)
        assert_allclose(np.delete(sizes, 3), np.delete(waves_of(curve, loop=loop), 3), atol=1e-12)


def test_the_card_calms_the_fast_waves(model):
    gains = {"loop_gains": [1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]}
    card = replace(CARD, statistics={**CARD.statistics, **gains})
    calm = JointModel(Session(joint_graph(shaken_net(), card), kind=KIND, format=FORMAT))
    ask = {"seconds": 1.0, "loop": True, "seed": 0}
    body, text = random_body(9, 5), random_text(4, 5)
    before, after = (one.generate(body, text, **ask)[0].rotations.controls for one in (model, calm))
    assert_allclose(waves_of(after, loop=True)[0], waves_of(before, loop=True)[0], rtol=1e-9)
    assert waves_of(after, loop=True)[1] > 0.0
    assert_allclose(waves_of(after, loop=True)[2:], 0.0, atol=1e-12)


def test_weights_that_do_not_fit_are_refused(tmp_path, graph):
    with pytest.raises(WeightsError, match=r"joint_flow.onnx is missing from .*, expected weights of kind joint_flow"):
        read_session(tmp_path / "joint_flow.onnx", kind=KIND, format=FORMAT)
    (tmp_path / "bad.onnx").write_bytes(graph[:100])
    with pytest.raises(WeightsError, match=r"bad.onnx holds 100 bytes that are no ONNX graph"):
        read_session(tmp_path / "bad.onnx", kind=KIND, format=FORMAT)
    with pytest.raises(
        WeightsError, match=rf"the weights is of kind joint_flow format {FORMAT}, expected scorer format 1"
    ):
        Session(graph, kind="scorer", format=1)
    nameless = joint_graph(shaken_net(), CARD).replace(b'"kind"', b'"mind"')
    with pytest.raises(WeightsError, match="carries no card that says what it is"):
        Session(nameless, kind=KIND, format=FORMAT)


def loads_torch(module: str) -> bool:
    code = f"import sys, {module}; print('torch' in sys.modules)"
    paths = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, env=os.environ | paths)
    return done.stdout.strip() == b"True"


@pytest.mark.parametrize("module", ["joint_model", "joint_features", "sampler", "runtime.session", "text.encoder"])
def test_generating_needs_no_torch(module):
    assert not loads_torch(f"enliven.models.{module}")


def test_that_test_can_fail():
    assert loads_torch("enliven.models.torch.joint_flow")
