"""Knees and elbows keep to one axis: laws on the gaits of samples, spoilt on purpose."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from enliven.core.motion import JointMotion, Spin
from enliven.core.splines import Spline
from enliven.creatures import sample
from enliven.creatures.creature import Creature
from enliven.creatures.programs import performed
from enliven.geometry.contacts_body import GroundBody, ground_body
from enliven.geometry.hinges import KEPT, hinged, hinges_of, main_axis


@cache
def creature_of(kind: str) -> Creature:
    return sample(kind, rigged=True)


@cache
def body_of(kind: str) -> GroundBody:
    creature = creature_of(kind)
    height = float(np.ptp(creature.mesh.vertices[:, 1]))
    return ground_body(creature.skeleton, creature.skin, creature.mesh, height, np.array([0.0, 0.0, 1.0]))


def twisted(motion: JointMotion, joint: int, by_rad: float) -> JointMotion:
    """The joint also turned, now and then, about an axis across that of its own turning."""
    controls = np.array(motion.rotations.controls)
    across = np.cross(main_axis(controls[:, joint]), [0.48, 0.6, 0.64])
    wave = by_rad * np.sin(np.linspace(0.0, 9.0, len(controls)))
    controls[:, joint] += wave[:, None] * across / np.linalg.norm(across)
    return replace(motion, rotations=replace(motion.rotations, controls=controls))


def beside(motion: JointMotion, joint: int) -> float:
    turns = motion.rotations.at(np.linspace(0.0, motion.duration_s, 40))[:, joint]
    return float(np.linalg.norm(turns - np.outer(turns @ main_axis(turns), main_axis(turns))))


@pytest.mark.parametrize(("kind", "count"), [("biped", 4), ("quadruped", 4), ("fish", 0), ("car", 0)])
def test_hinges_are_the_middles_of_paired_limbs(kind, count):
    body = body_of(kind)
    hinges = hinges_of(body)
    assert len(hinges) == count
    knees = {leg.knee for leg in body.legs}
    assert knees <= {hinge.middle for hinge in hinges}


@pytest.mark.parametrize(("kind", "name"), [("biped", "walk"), ("quadruped", "trot")])
def test_a_gait_about_hinges_is_left_alone(kind, name):
    motion = performed(creature_of(kind), name)
    assert_allclose(hinged(motion, body_of(kind)).rotations.controls, motion.rotations.controls, atol=1e-3)


@pytest.mark.parametrize(("kind", "name"), [("biped", "walk"), ("quadruped", "trot"), ("biped", "die_back")])
def test_turns_beside_the_axis_are_taken_out_and_nothing_else_changes(kind, name):
    body, motion = body_of(kind), performed(creature_of(kind), name)
    for hinge in hinges_of(body):
        before = twisted(motion, hinge.middle, 0.1)
        after = hinged(before, body)
        assert beside(after, hinge.middle) <= (KEPT + 0.02) * beside(before, hinge.middle) + 1e-3
        others = [joint for joint in range(len(body.parents)) if joint != hinge.middle]
        assert_allclose(after.rotations.controls[:, others], before.rotations.controls[:, others], atol=1e-3)
        assert_array_equal(after.translations.controls, before.translations.controls)
        axis = main_axis(before.rotations.controls[:, hinge.middle])
        kept = [moved.rotations.controls[:, hinge.middle] @ axis for moved in (before, after)]
        assert_allclose(kept[1], kept[0], atol=1e-9)


def test_what_spins_is_no_hinge():
    body = body_of("biped")
    hinge = hinges_of(body)[0]
    motion = twisted(performed(creature_of("biped"), "walk"), hinge.middle, 0.3)
    turn = Spline(np.linspace(0.0, 6.0, 8), motion.duration_s, loop=False)
    motion = replace(motion, spins=(Spin(hinge.middle, np.array([1.0, 0.0, 0.0]), turn),))
    kept = hinged(motion, body).rotations.controls[:, hinge.middle]
    assert_array_equal(kept, motion.rotations.controls[:, hinge.middle])
