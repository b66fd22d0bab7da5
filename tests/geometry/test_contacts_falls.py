"""Who falls lies on the ground in the end: laws on the falls of samples, spoilt on purpose."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from enliven.core.motion import JointMotion
from enliven.creatures import sample
from enliven.creatures.creature import Creature
from enliven.creatures.programs import performed
from enliven.geometry.contacts import placed_on_grid, with_contacts
from enliven.geometry.contacts_body import GroundBody, ground_body
from enliven.geometry.contacts_falls import limbs_of, lying, outwards, sunk_angles, trunk_points, turned_up
from enliven.geometry.kinematics import forward, model_from_rest, posed_at
from enliven.geometry.measures import measured
from enliven.geometry.skinning import skinned

FALLS = [("biped", "die_back"), ("biped", "die_front"), ("quadruped", "die_side"), ("spider", "die_curl")]


@cache
def creature_of(kind: str) -> Creature:
    return sample(kind, rigged=True)


@cache
def body_of(kind: str) -> GroundBody:
    creature = creature_of(kind)
    height = float(np.ptp(creature.mesh.vertices[:, 1]))
    return ground_body(creature.skeleton, creature.skin, creature.mesh, height, np.array([0.0, 0.0, 1.0]))


def sinking(motion: JointMotion, body: GroundBody, share: float) -> JointMotion:
    """A fall that goes on through the ground, by a share of the body's height; hovers if it is negative."""
    controls = np.array(motion.translations.controls)
    controls[:, 0, 1] -= share * body.height_m * np.linspace(0.0, 1.0, len(controls))
    return replace(motion, translations=replace(motion.translations, controls=controls))


def lowest(motion: JointMotion, kind: str) -> np.ndarray:
    """Height of the lowest vertex at 25 times, shares of the body's height."""
    creature, body = creature_of(kind), body_of(kind)
    rest, parents = creature.skeleton.rest_positions, creature.skeleton.parents
    placed = forward(rest, parents, posed_at(motion, np.linspace(0.0, motion.duration_s, 25), parents))
    moved = skinned(creature.mesh.vertices, creature.skin.weights, model_from_rest(rest, placed))
    return (moved[..., 1].min(axis=1) - body.ground_m) / body.height_m


def trunk_height(motion: JointMotion, body: GroundBody) -> float:
    return float(placed_on_grid(motion, body).points[-1, trunk_points(body), 1].mean() - body.ground_m) / body.height_m


def jerk(motion: JointMotion, body: GroundBody) -> float:
    return measured(body.rest_positions, body.parents, motion, body.size_m).jerk


@pytest.mark.parametrize("share", [-0.15, 0.0, 0.15, 0.4])
@pytest.mark.parametrize(("kind", "name"), FALLS)
def test_a_fall_ends_on_the_ground_neither_over_nor_under_it(kind, name, share):
    body, before = body_of(kind), sinking(performed(creature_of(kind), name), body_of(kind), share)
    after = with_contacts(before, body, falls=True)
    assert lowest(after, kind)[-1] == pytest.approx(0.0, abs=0.02)
    assert lowest(after, kind).min() > -0.05
    assert jerk(after, body) < 1.2 * jerk(before, body)


@pytest.mark.parametrize(("kind", "name"), FALLS)
def test_who_sank_is_not_held_up_by_its_limbs(kind, name):
    body = body_of(kind)
    true = performed(creature_of(kind), name)
    after = with_contacts(sinking(true, body, 0.4), body)
    rests = trunk_height(with_contacts(true, body), body)
    assert trunk_height(after, body) < rests + 0.1


def test_a_limb_is_turned_up_until_its_skin_is_out_of_the_ground():
    body = body_of("quadruped")
    motion = sinking(performed(creature_of("quadruped"), "walk"), body, 0.0)
    controls = np.array(motion.translations.controls)
    controls[:, 0, 1] -= 0.2 * body.height_m
    placed = placed_on_grid(replace(motion, translations=replace(motion.translations, controls=controls)), body)
    for limb in limbs_of(body):
        out = outwards(body, limb, placed.pose, placed.points)
        if out is None:
            continue
        angles = sunk_angles(body, limb, placed.pose, placed.points, out)
        bent = turned_up(body, limb, placed.pose, out, angles)
        pose = posed_at(placed.motion, placed.grid.times_s, body.parents)
        rotations = np.array(pose.rotations)
        rotations[:, list(bent.joints)] = bent.rotations
        points = body.points_at(forward(body.rest_positions, body.parents, replace(pose, rotations=rotations)))
        own = body.weights[:, limb.swings] < 1e-9  # what is skinned to joints above as well follows only in part
        low = points[:, limb.points & (own | (body.weights.max(axis=1) > 1.0 - 1e-9)), 1]
        sunk = placed.points[:, limb.points, 1].min() - body.ground_m
        assert low.min() - body.ground_m > 0.2 * sunk


def test_who_stands_does_not_lie_and_who_falls_lies_in_the_end():
    for kind, name in FALLS:
        body = body_of(kind)
        lies = lying(body, placed_on_grid(performed(creature_of(kind), name), body).points)
        assert lies is not None
        assert lies[-1] == 1.0
        assert lies[0] < 0.5
        assert (np.diff(lies) >= 0.0).all()
        walk = placed_on_grid(performed(creature_of(kind), "walk"), body).points
        assert lying(body, walk) is None


def test_one_action_afloat_is_lifted_only_where_it_is_under_the_ground():
    body, dive = body_of("biped"), sinking(performed(creature_of("biped"), "hit"), body_of("biped"), 0.3)
    after = with_contacts(dive, body, stands=False)
    ends = np.array([0.0, dive.duration_s])
    rise = (after.translations.at(ends) - dive.translations.at(ends))[:, 0, 1]
    assert_allclose(rise[0], 0.0, atol=0.05 * body.height_m)
    assert rise[1] > 0.2 * body.height_m
    assert_array_equal(after.translations.at(ends)[:, 0, 0], dive.translations.at(ends)[:, 0, 0])
