import numpy as np
import pytest
from tests.geometry.rigs import biped

from enliven.curation.alike import alike, motion_groups, motion_print, shape_groups
from enliven.curation.segments import CONTROLS, Segment
from enliven.curation.spins import Spins
from enliven.geometry.body import body_from
from enliven.geometry.deforming import deforming_rig


def _body(prefix="", scale=1.0):
    skeleton, skin, mesh = biped(prefix, ik_feet=False)
    kept = deforming_rig(skeleton, skin, mesh)
    body = body_from(kept.skeleton, kept.skin, mesh)
    return body if scale == 1.0 else type(body)(
        body.names, body.parents, body.rest_positions * scale, body.skin_offsets, body.skin_extents, body.skin_shares,
        body.metres_per_unit, body.origin_m,
    )  # fmt: skip


def _print(seed=0, strength=0.5, body=None, only=None, names=None, noise=0.0):
    """A print of a random smooth motion; equal seeds make equal motions."""
    body = body or _body()
    rotations = strength * np.random.default_rng(seed).normal(size=(CONTROLS, len(body), 3))
    rotations += noise * np.random.default_rng(seed + 100).normal(size=rotations.shape)
    if only is not None:
        rotations[:, [joint for joint in range(len(body)) if joint != only]] = 0.0
    if names is not None:
        body = type(body)(
            names, body.parents, body.rest_positions, body.skin_offsets, body.skin_extents, body.skin_shares,
            body.metres_per_unit, body.origin_m,
        )  # fmt: skip
    still = Spins(axes=np.zeros((len(body), 3)), turns=np.zeros(len(body)))
    segment = Segment(rotations, np.zeros_like(rotations), still, 1.0, True, 0.0)
    return motion_print(body, (segment,))


def test_a_motion_is_known_on_another_rig_by_names_and_by_places():
    numbered = tuple(f"Bone.{k:03d}" for k in range(len(_body())))
    assert alike(_print(), _print(body=_body("mixamorig:")))
    assert alike(_print(), _print(names=numbered))
    assert not alike(_print(0), _print(1, names=numbered))


def test_groups_hold_what_is_near_equal_and_nothing_else():
    numbered = tuple(f"Bone.{k:03d}" for k in range(len(_body())))
    prints = [_print(0), _print(1), _print(0, noise=0.05), _print(1, names=numbered), _print(2, names=numbered)]
    assert motion_groups(prints, [None] * 5) == [0, 1, 0, 1, 4]


def test_what_the_source_calls_one_motion_is_one():
    assert motion_groups([_print(0), _print(1), _print(2)], ["a", None, "a"]) == [0, 1, 0]


@pytest.mark.parametrize(("only", "expected"), [(2, [0, 1]), (None, [0, 0])])
def test_a_nodding_head_alone_links_no_other_rig(only, expected):
    numbered = tuple(f"Bone.{k:03d}" for k in range(len(_body())))
    prints = [_print(0, only=only), _print(0, only=only, names=numbered)]
    assert motion_groups(prints, [None, None]) == expected


def test_rigs_of_near_equal_shape_belong_together():
    assert shape_groups([_body(), _body(scale=1.02), _body(scale=1.5), _body("mixamorig:")]) == [0, 0, 2, 0]
