from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.models.bodies import random_body, random_clip

from enliven.core.motion import JointMotion
from enliven.core.splines import Spline
from enliven.evaluation.judging import Judge, turn_between
from enliven.evaluation.moving import moving
from enliven.geometry.facing import turn_about_up
from enliven.geometry.turning import turned_body
from enliven.models.motion_tokens import ACTIONS, VERBS, motion_tokens
from enliven.models.scorer import load_scorer
from enliven.models.text.encoder import load_text_encoder


@pytest.mark.parametrize("quarters", range(4))
def test_the_turn_between_a_file_and_the_set_is_found(quarters):
    body = random_body(6, seed=1)
    turn = turn_between(body, turned_body(body, turn_about_up(quarters)))
    assert turn is not None
    assert_allclose(turn, turn_about_up(quarters), atol=1e-12)


def test_other_rigs_are_told_apart():
    body = random_body(6, seed=1)
    assert turn_between(body, random_body(6, seed=2)) is None
    assert turn_between(body, random_body(7, seed=1)) is None


def test_a_leg_of_one_bone_moves_though_its_joint_stands_still():
    body = random_body(4, seed=0)
    swing = np.zeros((12, 4, 3))
    swing[:, 3, 0] = np.sin(2.0 * np.pi * np.arange(12) / 12)
    motion = JointMotion(Spline(swing, 1.0, True), Spline(np.zeros((12, 4, 3)), 1.0, True))
    bare = replace(body, skin_offsets=np.zeros((4, 3)))
    assert moving(bare, motion).speed == pytest.approx(0.0, abs=1e-9)
    assert moving(body, motion).speed > 0.01


def test_twice_as_fast_is_twice_the_speed_and_eight_times_the_jerk():
    clip = random_clip(5, seed=4)
    fast = replace(clip, duration_s=0.5 * clip.duration_s)
    slow, quick = moving(clip.body, clip.motion), moving(fast.body, fast.motion)
    assert quick.speed == pytest.approx(2.0 * slow.speed, rel=0.05)
    assert quick.jerk == pytest.approx(8.0 * slow.jerk, rel=0.3)


def test_a_judge_says_what_the_scorer_says_and_compares_with_the_real_clip():
    clip, other = random_clip(6, seed=5), random_clip(6, seed=6, action="run")
    judge = Judge(load_scorer(), [clip.label, other.label], load_text_encoder())
    shown = judge(clip, clip.body, clip.motion, None)
    chances = load_scorer().probabilities([motion_tokens(clip.body, clip.motion)])[0]
    assert shown.named == ACTIONS[int(chances.argmax())]
    assert shown.named_verb == max(VERBS, key=lambda verb: chances[ACTIONS.index(verb)])
    assert (shown.speed_ratio, shown.jerk_ratio) == (1.0, 1.0)
    assert (shown.own, len(shown.near)) == (1, 2)  # labels in order of the alphabet: "run left", "walk left"
    assert shown.skate is shown.sunk is None
    assert shown.seam_gap == pytest.approx(0.0, abs=1e-9)
    half = replace(clip, rotations=0.5 * clip.rotations, translations=0.5 * clip.translations, spin_turns=np.zeros(6))
    assert judge(clip, clip.body, half.motion, None).speed_ratio < 0.8
