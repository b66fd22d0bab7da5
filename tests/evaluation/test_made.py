from dataclasses import replace

import numpy as np
import pytest
from tests.models.bodies import random_clip

from enliven.core.errors import InvalidRequestError
from enliven.core.motion import JointMotion
from enliven.core.splines import Spline
from enliven.evaluation.likeness import joint_work, likeness
from enliven.evaluation.made import Beside, MadeTable, evaluate_made
from enliven.io.joint_clips import write_joint_clips

CLIP = random_clip(8, seed=3)
BODY = CLIP.body


def _turning(joint, angle=0.5, *, shift=0, loop=True):
    controls = np.zeros((12, 8, 3))
    controls[:, joint, 0] = angle * np.sin(2.0 * np.pi * (np.arange(12) + shift) / 12)
    return JointMotion(Spline(controls, 1.0, loop), Spline(np.zeros((12, 8, 3)), 1.0, loop))


def test_a_motion_is_like_itself_wherever_its_cycle_begins():
    found = likeness(BODY, _turning(2, shift=3), _turning(2))
    assert found.correlation == pytest.approx(1.0, abs=0.02)
    assert found.amount == pytest.approx(1.0, abs=1e-3)
    assert found.right_joints == pytest.approx(1.0)
    assert found.right_by_chance == pytest.approx(1 / 8)


def test_an_action_has_to_come_at_its_time():
    late, meant = _turning(2, shift=3, loop=False), _turning(2, loop=False)
    assert likeness(BODY, late, meant).correlation < 0.5
    assert likeness(BODY, meant, meant).correlation == pytest.approx(1.0)


def test_amount_tells_small_from_large_and_other_joints_are_wrong():
    assert likeness(BODY, _turning(2, 0.1), _turning(2, 0.2)).amount == pytest.approx(0.5, rel=0.02)
    assert likeness(BODY, _turning(3), _turning(2)).right_joints == pytest.approx(0.0)
    still = likeness(BODY, _turning(2, 0.0), _turning(2))
    assert (still.correlation, still.amount) == (pytest.approx(0.0, abs=1e-6), pytest.approx(0.0, abs=1e-6))


def test_spins_and_shifts_are_work():
    work = joint_work(BODY, CLIP.motion)
    assert work[-1] > 2.0 * 2.0 * np.pi * 0.8
    lifted = np.zeros((12, 8, 3))
    lifted[:, 0, 1] = np.sin(2.0 * np.pi * np.arange(12) / 12)
    work = joint_work(BODY, JointMotion(Spline(np.zeros((12, 8, 3)), 1.0, True), Spline(lifted, 1.0, True)))
    assert work[0] > 2.0
    assert work[1:].max() == 0.0


def test_what_does_as_programs_do_is_all_right(tmp_path):
    made = [
        replace(random_clip(8, seed=seed, split="val"), origin="made", label=f"wag {seed}", name=f"made/b{seed}/wag")
        for seed in range(4)
    ]
    made.append(replace(made[0], name="made/b0/nod_left_2", label="nod", rotations=made[0].rotations[::-1] * 0.3))
    write_joint_clips(made, tmp_path)
    asked = []

    def knows(body, words, seed):
        asked.append((words, seed))
        return next(clip.motion for clip in made if clip.label == words)

    table = evaluate_made(knows, tmp_path, "val", seeds=2)
    assert len(table.rows) == 10
    assert asked[:2] == [("wag 0", 0), ("wag 0", 1)]
    assert all(row.like.correlation == pytest.approx(1.0, abs=1e-3) for row in table.rows)
    others = {(row.program, row.rig): row.other for row in table.rows}
    assert others["wag", "rig1"] is None
    assert others["nod", "rig0"] is not None
    assert others["nod", "rig0"] < 0.99


def test_a_set_without_made_clips_is_refused(tmp_path):
    write_joint_clips([random_clip(5, seed=0, split="val")], tmp_path)
    with pytest.raises(InvalidRequestError, match="holds no val clips that programs made, expected some; make them"):
        evaluate_made(lambda *_: None, tmp_path, "val")


def test_the_table_tells_each_program():
    row = Beside("nod", "a", likeness(BODY, _turning(2), _turning(2)), 0.25)
    lines = MadeTable("Programs", [row, replace(row, program="wag", other=None)]).as_markdown().splitlines()
    assert lines[4].startswith("| all | 2 | 1.00 | 1.00 to 1.00 | 0.25 | 1.00 x | 1.00 | 0.12 |")
    assert [line.split("|")[1].strip() for line in lines[5:7]] == ["nod", "wag"]
    assert "| - |" in lines[6]
