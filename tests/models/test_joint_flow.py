from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.models.bodies import random_body, random_clip, random_text

from enliven.core.motion import JointPose
from enliven.geometry.kinematics import forward

torch = pytest.importorskip("torch", reason="torch is not installed (extra 'train')")

from enliven.models.joint_features import body_structure  # noqa: E402
from enliven.models.torch.joint_flow import JointFlow, JointFlowConfig  # noqa: E402
from enliven.models.torch.kinematics import above_of, carried_points  # noqa: E402
from enliven.training.joint_data import JointBatch, collated  # noqa: E402
from enliven.training.joint_loss import TensorBatch, tensors_of  # noqa: E402
from enliven.training.world_clip import world_clip  # noqa: E402

SMALL = JointFlowConfig(width=32, blocks=2, heads=4, expansion=2)


def shaken_net(seed: int = 0) -> JointFlow:
    """A net whose every weight matters (the last layer begins at zero)."""
    torch.manual_seed(seed)
    net = JointFlow(SMALL)
    with torch.no_grad():
        for parameter in net.parameters():
            parameter.add_(0.1 * torch.randn_like(parameter))
    return net.eval()


def batch_of(*joints: int, words: int = 5) -> JointBatch:
    rows = []
    for seed, count in enumerate(joints):
        clip = random_clip(count, seed)
        rows.append((world_clip(clip), random_text(words + seed, seed), 0.5, body_structure(clip.body)))
    return collated(rows)


def noised(batch: JointBatch, time: float = 0.4) -> TensorBatch:
    tensors = tensors_of(batch, torch.ones(batch.channels.shape[-1]))
    given = replace(tensors.given, time=torch.full((len(batch),), time))
    return replace(tensors, given=given)


def test_padding_never_changes_a_result():
    net = shaken_net()
    alone, together = noised(batch_of(11)).given, noised(batch_of(11, 30)).given
    rng = torch.Generator().manual_seed(5)
    junk = torch.randn(together.position.shape, generator=rng) * 10.0
    kept = together.keep[..., None]
    junked = replace(
        together,
        position=torch.where(kept, together.position, junk),
        features=torch.where(kept, together.features, junk[..., : together.features.shape[-1]]),
        words=torch.where(together.word_keep[..., None], together.words, torch.full_like(together.words, 7.0)),
    )
    with torch.no_grad():
        expected, found = net(alone)[0], net(junked)[0]
        assert_allclose(net.plan(junked)[0], net.plan(alone)[0], atol=1e-5)
    assert_allclose(found[:11], expected, atol=1e-5)
    assert_allclose(found[11:], 0.0)


def test_the_order_of_joints_does_not_matter():
    net, given = shaken_net(), noised(batch_of(14)).given
    order = torch.randperm(14, generator=torch.Generator().manual_seed(3))
    shuffled = replace(
        given,
        position=given.position[:, order],
        features=given.features[:, order],
        relations=given.relations[:, order][:, :, order],
        keep=given.keep[:, order],
    )
    with torch.no_grad():
        assert_allclose(net(shuffled)[0], net(given)[0][order], atol=1e-5)


def test_words_conditions_and_relations_all_matter():
    net, given = shaken_net(), noised(batch_of(9)).given
    with torch.no_grad():
        base = net(given)
        for changed in (
            replace(given, word_keep=torch.zeros_like(given.word_keep)),
            replace(given, conditions=given.conditions + 1.0),
            replace(given, relations=torch.zeros_like(given.relations)),
            replace(given, time=given.time + 0.1),
        ):
            assert (net(changed) - base).abs().max() > 1e-3


def test_unknown_conditions_are_not_read():
    net, given = shaken_net(), noised(batch_of(9)).given
    open_ = replace(given, known=torch.zeros_like(given.known))
    with torch.no_grad():
        assert_allclose(net(replace(open_, conditions=given.conditions * 9.0)), net(open_), atol=0.0)


def test_torch_kinematics_equal_numpy_kinematics():
    batch = batch_of(7, 33)
    rng = np.random.default_rng(2)
    rotations = rng.normal(size=(2, 4, 33, 3))
    translations = rng.normal(size=(2, 4, 33, 3)) * 0.1
    offsets = rng.normal(size=(2, 33, 3))
    turns, expected = np.zeros((2, 4, 33, 3, 3)), []
    for row, joints in enumerate((7, 33)):
        pose = JointPose(rotations=rotations[row, :, :joints], translations=translations[row, :, :joints])
        rest = batch.rest_positions[row, :joints].astype(np.float64)
        placed = forward(rest, random_body(joints, row).parents, pose)
        turns[row, :, :joints] = placed.rotations
        expected.append(placed.positions + np.einsum("tjik,jk->tji", placed.rotations, offsets[row, :joints]))
    found = carried_points(
        torch.from_numpy(batch.rest_positions).double(), torch.from_numpy(offsets), torch.from_numpy(batch.parents),
        torch.from_numpy(batch.above), torch.from_numpy(turns), torch.from_numpy(translations),
    )  # fmt: skip
    for row, joints in enumerate((7, 33)):
        assert_allclose(found[row, :, :joints], expected[row], atol=1e-9)


def test_a_value_is_fetched_from_the_joint_above():
    values = torch.arange(3.0)[None, None, :, None, None].expand(1, 1, 3, 3, 3)
    above = above_of(values, torch.tensor([[3, 0, 1]]))
    assert above[0, 0, :, 0, 0].tolist() == [0.0, 0.0, 1.0]
