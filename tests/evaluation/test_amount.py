from dataclasses import replace

import pytest
from tests.models.bodies import random_clip

from enliven.core.errors import InvalidRequestError
from enliven.evaluation.amount import Amount, AmountTable, evaluate_amount
from enliven.io.joint_clips import write_joint_clips
from enliven.models.joint_model import load_joint_model

ROW = Amount("fox", "walk", "quadruped", real=0.4, planned=0.4, made=0.4, real_s=1.0, planned_s=1.0)


def _cells(rows, name):
    table = AmountTable("T", rows).as_markdown()
    line = next(line for line in table.splitlines() if line.startswith(f"| {name} |"))
    return [cell.strip() for cell in line.strip("|").split("|")][1:]


def test_who_moves_as_real_clips_do_has_ones_everywhere():
    assert _cells([ROW, ROW], "all") == ["2", "1", *["1.00"] * 7]


def test_plan_and_sampling_are_told_apart_and_a_slower_round_goes_as_far():
    lost_in_plan = replace(ROW, planned=0.2, made=0.2)
    lost_in_sampling = replace(ROW, made=0.2)
    slower = replace(ROW, planned=0.2, made=0.2, planned_s=2.0)
    assert _cells([lost_in_plan], "walk")[2:4] == ["0.50", "0.50"]
    assert _cells([lost_in_sampling], "walk")[2:4] == ["1.00", "0.50"]
    assert _cells([slower], "walk")[2:] == ["0.50", "0.50", "0.50", "0.50", "1.00", "1.00", "2.00"]


def test_one_wild_real_clip_moves_the_mean_not_the_median():
    wild = replace(ROW, rig="wasp", real=4.0)
    cells = _cells([ROW, ROW, wild], "all")
    assert float(cells[2]) < 0.3
    assert cells[4] == "1.00"


def test_the_model_is_measured_on_the_bodies_of_the_set(tmp_path):
    clips = [
        replace(random_clip(8, seed=seed, split="val"), name=f"b{seed}.glb:walk", rig=f"b{seed}", label="walk",
                action="walk")
        for seed in range(2)
    ]  # fmt: skip
    write_joint_clips(clips, tmp_path / "joints")
    for seed in range(2):
        (tmp_path / f"b{seed}.glb").touch()
    rows = evaluate_amount(load_joint_model(), tmp_path / "joints", [tmp_path], "val", seeds=2).rows
    assert [row.rig for row in rows] == ["b0", "b0", "b1", "b1"]
    assert all(row.real > 0.0 and row.planned > 0.0 and row.made > 0.0 for row in rows)
    assert rows[0].planned == rows[1].planned
    assert rows[0].made != rows[1].made
    with pytest.raises(InvalidRequestError, match=r"has no test clips whose file lies in .*, expected some; name the"):
        evaluate_amount(load_joint_model(), tmp_path / "joints", [tmp_path], "test")
