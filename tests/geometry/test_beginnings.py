"""Where a loop begins: laws on the loops of samples, begun elsewhere on purpose."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from enliven.core.motion import JointMotion
from enliven.creatures import sample
from enliven.creatures.programs import performed
from enliven.geometry.contacts_body import ground_body
from enliven.geometry.finishing import begun_near_rest
from enliven.geometry.measures import joint_tracks


def begun_at(motion: JointMotion, control: int) -> JointMotion:
    curves = [
        replace(curve, controls=np.roll(curve.controls, -control, axis=0))
        for curve in (motion.rotations, motion.translations)
    ]
    return JointMotion(curves[0], curves[1])


@pytest.mark.parametrize(("kind", "name"), [("biped", "wave"), ("quadruped", "graze"), ("biped", "walk")])
def test_a_loop_begins_near_rest_and_stays_the_same_loop(kind, name):
    creature = sample(kind, rigged=True)
    rest, parents = creature.skeleton.rest_positions, creature.skeleton.parents
    body = ground_body(creature.skeleton, creature.skin, creature.mesh, 1.0, np.array([0.0, 0.0, 1.0]))
    true = performed(creature, name)
    assert true.loop
    count = len(true.rotations.controls)

    def away(motion: JointMotion, at: np.ndarray) -> np.ndarray:
        return np.linalg.norm(joint_tracks(rest, parents, motion, at) - rest, axis=-1).mean(axis=1)

    times_s = np.arange(count) / count * true.duration_s
    nearest = away(true, times_s).min()
    for control in range(0, count, 3):
        before = begun_at(true, control)
        after = begun_near_rest(before, body)
        start = away(after, np.zeros(1))[0]
        assert start <= away(before, np.zeros(1))[0] + 1e-9
        assert start <= nearest / 0.7 + 1e-9
        shifts = [begun_at(before, by).rotations.at(times_s + 0.01) for by in range(count)]
        assert min(np.abs(after.rotations.at(times_s + 0.01) - shifted).max() for shifted in shifts) < 1e-9
        again = after.at(np.array([0.0, after.duration_s]))
        assert_allclose(again.rotations[0], again.rotations[1], atol=1e-12)


def test_an_action_that_does_not_loop_begins_where_it_began():
    creature = sample("biped", rigged=True)
    body = ground_body(creature.skeleton, creature.skin, creature.mesh, 1.0, np.array([0.0, 0.0, 1.0]))
    fall = performed(creature, "die_back")
    assert begun_near_rest(fall, body) is fall
