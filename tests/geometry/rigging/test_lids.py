"""Lids of many shells: found by a level cut, hung at its back edge."""

from numpy.testing import assert_allclose, assert_array_equal
from tests.geometry.rigging.shapes import box, person

from enliven.core.mesh import concatenate
from enliven.geometry.rigging import auto_rig
from enliven.geometry.rigging.lids import lid_of

PLANKS = [box([-1, 0.2 * k, -0.6], [1, 0.2 * k + 0.19, 0.6]) for k in range(4)]
POSTS = [box([x, 0, z], [x + 0.08, 0.8, z + 0.08]) for x in (-1.0, 0.92) for z in (-0.6, 0.52)]
COVER = [box([-1, 0.81 + 0.1 * k, -0.6], [1, 0.9 + 0.1 * k, 0.6]) for k in range(3)]
BANDS = [box([x, 0.81, -0.61], [x + 0.08, 1.12, 0.61]) for x in (-0.6, 0.5)]
LOCK = box([-0.05, 0.7, 0.6], [0.05, 0.9, 0.66])
CHEST = [*PLANKS, *POSTS, *COVER, *BANDS, LOCK]


def test_a_chest_of_planks_opens_at_its_back_edge():
    rig = auto_rig(concatenate(CHEST))
    assert rig.build == "pieces"
    assert rig.skeleton.names == ("body", "lid")
    assert_allclose(rig.skeleton.rest_positions[1], [0.0, 0.81, -0.6], atol=0.011)
    above = [*([0] * 8), *([1] * 5)]
    assert_array_equal(rig.skin.weights[: 8 * 13].argmax(axis=1).reshape(13, 8), [[k] * 8 for k in above])


def test_what_reaches_over_every_cut_leaves_no_lid():
    pillar = box([-1.0, 0.0, -0.1], [1.0, 1.1, 0.1])
    assert lid_of(concatenate([*PLANKS, *COVER, pillar])) is None


def test_a_narrow_thing_on_a_box_is_no_lid():
    assert lid_of(concatenate([box([-1, 0, -0.6], [1, 0.8, 0.6]), box([-0.3, 0.81, -0.3], [0.3, 1.5, 0.3])])) is None


def test_a_person_has_no_lid():
    assert lid_of(person()) is None
