"""Joints fitted to moving vertices: what a rig did comes back, whatever the order and number of the vertices."""

from functools import cache

import numpy as np
import pytest
from numpy.testing import assert_allclose

from enliven.core.motion import JointPose
from enliven.creatures import sample
from enliven.creatures.creature import Creature
from enliven.creatures.programs import performed
from enliven.geometry.fit_joints import fit_joints
from enliven.geometry.kinematics import forward, model_from_rest, posed_at
from enliven.geometry.skinning import skinned


@cache
def creature_of(kind: str) -> Creature:
    return sample(kind, rigged=True)


def frames_of(creature: Creature, pose: JointPose) -> np.ndarray:
    places, parents = creature.skeleton.rest_positions, creature.skeleton.parents
    moved = model_from_rest(places, forward(places, parents, pose))
    return skinned(creature.mesh.vertices, creature.skin.weights, moved)


def danced(kind: str, name: str, times: int = 6) -> tuple[Creature, JointPose, np.ndarray]:
    creature = creature_of(kind)
    motion = performed(creature, name)
    times_s = np.linspace(0.0, motion.duration_s, times, endpoint=not motion.loop)
    pose = posed_at(motion, times_s, creature.skeleton.parents)
    return creature, pose, frames_of(creature, pose)


def fitted(creature: Creature, frames: np.ndarray, **options):
    skeleton = creature.skeleton
    return fit_joints(
        skeleton.rest_positions, skeleton.parents, creature.skin.weights, creature.mesh.vertices, frames, **options
    )


@pytest.mark.parametrize(
    ("kind", "name"), [("biped", "walk"), ("biped", "die_back"), ("fox", "gallop"), ("fish", "swim")]
)
def test_what_a_rig_did_comes_back(kind: str, name: str):
    creature, _, frames = danced(kind, name)
    fit = fitted(creature, frames, steps=40)
    size = np.ptp(creature.mesh.vertices, axis=0).max()
    assert fit.error_m < 1e-5 * size
    assert fit.share < 1e-3
    assert_allclose(frames_of(creature, fit.pose), frames, atol=1e-3 * size)


def test_more_steps_never_come_out_farther_away():
    creature, _, frames = danced("biped", "jump")
    errors = [fitted(creature, frames, steps=steps).error_m for steps in (0, 1, 3, 10)]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < 0.2 * errors[0]


def test_a_body_moved_as_one_is_followed_exactly_and_still_vertices_move_nothing():
    creature, pose, _ = danced("fox", "walk", times=3)
    turned = JointPose(np.zeros_like(pose.rotations), np.zeros_like(pose.translations))
    turned.rotations[1:, 0] = [[0.3, 2.0, -0.4], [0.0, 0.0, 3.0]]
    turned.translations[1:, 0] = [[0.5, -1.0, 2.0], [0.0, 3.0, 0.0]]
    fit = fitted(creature, frames_of(creature, turned))
    assert fit.error_m < 1e-9
    assert_allclose(fit.pose.rotations[:, 1:], 0.0, atol=1e-6)
    still = fitted(creature, np.repeat(creature.mesh.vertices[None], 2, axis=0))
    assert_allclose(still.pose.rotations, 0.0, atol=1e-6)
    assert_allclose(still.pose.translations, 0.0, atol=1e-9)


def test_neither_order_nor_doubling_of_the_vertices_matters():
    creature, _, frames = danced("biped", "walk", times=3)
    skeleton, vertices, weights = creature.skeleton, creature.mesh.vertices, creature.skin.weights
    order = np.random.default_rng(0).permutation(len(vertices)).repeat(2)
    one = fitted(creature, frames, steps=40)
    other = fit_joints(skeleton.rest_positions, skeleton.parents, weights[order], vertices[order], frames[:, order])
    assert_allclose(other.pose.rotations, one.pose.rotations, atol=1e-4)
    assert_allclose(other.pose.translations, one.pose.translations, atol=1e-6)


def test_what_the_rig_cannot_follow_is_told_as_a_share_of_the_motion():
    creature, _, _ = danced("fox", "walk", times=2)
    vertices = creature.mesh.vertices
    away = 0.1 * np.sin(40.0 * vertices[:, :1])  # ripples finer than any bone
    fit = fitted(creature, np.stack([vertices - away, vertices + away]))
    assert 0.5 < fit.share <= 1.0
