"""A run goes on only as it was begun; what a warm start cannot take over is said."""

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
from tests.models.bodies import random_clip

import enliven.models
from enliven.core.errors import InvalidRequestError, UnwritableFileError, WeightsError
from enliven.io.joint_clips import write_joint_clips

torch = pytest.importorskip("torch", reason="torch is not installed (extra 'train')")

from safetensors.torch import load_file, save_file  # noqa: E402

from enliven.models.torch.joint_flow import JointFlowConfig  # noqa: E402
from enliven.training.joint_export import export_joints  # noqa: E402
from enliven.training.joint_state import load_state, read_state  # noqa: E402
from enliven.training.joint_weights import weights_at  # noqa: E402
from enliven.training.joints import BEST, STATE, TrainConfig, train_joints  # noqa: E402

SMALL = TrainConfig(
    minutes=None, steps=2, batch=2, warmup=1, validate_every=2, validation_clips=2, refill=1,
    net=JointFlowConfig(width=16, blocks=1, heads=2, expansion=2),
)  # fmt: skip


def _write(folder, *numbers):
    write_joint_clips([random_clip(6 + k, k, split="val" if k % 3 == 0 else "train") for k in numbers], folder)
    return folder


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return _write(tmp_path_factory.mktemp("clips"), 0, 1, 2)


@pytest.fixture(scope="module")
def finished(data, tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    train_joints(data, folder, SMALL)
    return folder


def test_other_clips_are_refused(data, finished, tmp_path):
    changed = _write(tmp_path / "other", 0, 1, 4)
    before = (finished / STATE).read_bytes()
    with pytest.raises(InvalidRequestError, match=r"clips of hash \w{16}, .*other has \w{16}, expected the same clips"):
        train_joints(changed, finished, SMALL)
    assert (finished / STATE).read_bytes() == before


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"seed": 5}, "begun with seed 0, 5 is asked for, expected the same; go on with --seed 0"),
        ({"share_alike": True}, "begun with share_alike False, True is asked for"),
        (
            {"net": JointFlowConfig(width=32, blocks=1, heads=2, expansion=2)},
            "a net of width 16, width 32 is asked for, expected the same size",
        ),
    ],
)
def test_other_settings_are_refused(data, finished, asked, told):
    with pytest.raises(InvalidRequestError, match=told):
        train_joints(data, finished, replace(SMALL, **asked))


def test_a_warm_start_beside_a_run_is_refused(data, finished):
    with pytest.raises(InvalidRequestError, match=r"holds a run already .* expected one or the other; leave --warm"):
        train_joints(data, finished, SMALL, warm_start=finished / BEST)


def test_a_warm_started_run_of_another_size_goes_on_with_the_same_settings(data, finished, tmp_path):
    larger = replace(SMALL, net=JointFlowConfig(width=32, blocks=1, heads=2, expansion=2))
    train_joints(data, tmp_path, larger, warm_start=finished / BEST)
    assert train_joints(data, tmp_path, replace(larger, steps=3)).steps == 3


def _with_header(path, folder, change):
    header, tensors = read_state(path)
    changed = folder / "changed.safetensors"
    save_file(tensors, changed, metadata={"state": change(header)})
    return changed


@pytest.mark.parametrize(
    "change",
    [
        lambda header: json.dumps(header)[:40],
        lambda header: "[1]",
        lambda header: "[" * 100_000,
        lambda header: json.dumps({key: value for key, value in header.items() if key != "step"}),
    ],
)
def test_a_damaged_header_is_told(finished, tmp_path, change):
    with pytest.raises(WeightsError, match=r"expected a (whole )?training state; resume an older one"):
        read_state(_with_header(finished / STATE, tmp_path, change))


def test_a_state_of_another_net_is_told(finished, tmp_path):
    wider = _with_header(
        finished / STATE, tmp_path, lambda header: json.dumps(header | {"config": header["config"] | {"width": 32}})
    )
    with pytest.raises(WeightsError, match="other weights than its own configuration asks for"):
        load_state(wider, rate=1e-3, decay=0.0)
    unknown = _with_header(finished / STATE, tmp_path, lambda header: json.dumps(header | {"config": {"depth": 3}}))
    with pytest.raises(WeightsError, match="expected settings that this version knows"):
        load_state(unknown, rate=1e-3, decay=0.0)


def test_weights_that_do_not_fit_are_named(data, finished, tmp_path):
    header, tensors = read_state(finished / BEST)
    tensors["ema.gone.weight"] = tensors.pop("ema.out.bias")
    other = tmp_path / "other.safetensors"
    save_file(tensors, other, metadata={"state": json.dumps(header)})
    summary = train_joints(data, tmp_path / "run", SMALL, warm_start=other)
    assert "1 of" in summary.notes[0]
    assert "out.bias" in summary.notes[0]
    assert "gone.weight" in summary.notes[1]
    assert all(note in summary.as_text() for note in summary.notes)
    assert train_joints(data, tmp_path / "whole", SMALL, warm_start=finished / BEST).notes == ()


def test_a_warm_start_of_which_nothing_fits_is_refused(data, finished, tmp_path):
    header, tensors = read_state(finished / BEST)
    kept = {name: value for name, value in tensors.items() if not name.startswith("ema.")}
    other = tmp_path / "other.safetensors"
    save_file(kept, other, metadata={"state": json.dumps(header)})
    with pytest.raises(WeightsError, match="0 averaged weights of which none fits"):
        train_joints(data, tmp_path / "run", SMALL, warm_start=other)


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ({"minutes": -1.0}, "minutes is -1.0, expected 0.01 to"),
        ({"minutes": math.nan}, "minutes is nan, expected 0.01 to"),
        ({"steps": -1}, "steps is -1, expected 0 to"),
        ({"batch": 0}, "clips a step is 0, expected 1 to"),
        ({"seed": -3}, "the seed is -3, expected 0 to"),
    ],
)
def test_settings_out_of_range_are_refused_before_anything_is_made(data, tmp_path, setting, told):
    with pytest.raises(InvalidRequestError, match=told):
        train_joints(data, tmp_path / "run", replace(SMALL, **setting))
    assert not (tmp_path / "run").exists()


def test_a_file_in_place_of_the_run_is_told(data, tmp_path):
    (tmp_path / "run").write_text("in the way")
    with pytest.raises(UnwritableFileError, match=r"cannot be made .* choose another output"):
        train_joints(data, tmp_path / "run", SMALL)


def test_an_export_that_cannot_be_written_leaves_nothing(finished, tmp_path):
    (tmp_path / "taken.onnx").mkdir()
    with pytest.raises(UnwritableFileError):
        export_joints(finished / BEST, tmp_path / "taken.onnx")
    assert [path.name for path in tmp_path.iterdir()] == ["taken.onnx"]


def test_an_export_that_could_not_be_written_is_refused_before_the_training(tmp_path):
    (tmp_path / "taken.onnx").mkdir()
    with pytest.raises(UnwritableFileError, match=r"taken\.onnx cannot be written"):
        train_joints(tmp_path / "no data", tmp_path / "run", SMALL, export=tmp_path / "taken.onnx")


def test_a_state_holds_what_was_saved(finished):
    stored = load_file(finished / STATE)
    assert stored.keys() == read_state(finished / STATE)[1].keys()
    assert [path.name for path in finished.glob("*.part")] == []


def test_a_run_begins_from_exported_weights_as_from_the_state_they_were_exported_from(data, finished, tmp_path):
    exported = tmp_path / "joint_flow.onnx"
    export_joints(finished / BEST, exported)
    summary = train_joints(data, tmp_path / "run", replace(SMALL, steps=0), warm_start=exported)
    assert summary.notes == ()
    begun, (_, first) = weights_at(tmp_path / "run" / STATE), read_state(finished / BEST)
    assert begun.config == SMALL.net
    for name, value in begun.tensors.items():
        torch.testing.assert_close(value, first[f"ema.{name}"], rtol=1e-3, atol=1e-6)  # exported in half precision


def test_exported_weights_of_another_kind_are_no_beginning(data, tmp_path):
    scorer = Path(enliven.models.__file__).parent / "weights" / "scorer.onnx"
    with pytest.raises(WeightsError, match=r"scorer.onnx is of kind \w+ format \d, expected joint_flow format"):
        train_joints(data, tmp_path / "run", SMALL, warm_start=scorer)
