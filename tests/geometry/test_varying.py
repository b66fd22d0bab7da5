"""Many cycles of a loop: none equals the next, all are near to the first, and the whole closes."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from tests.builders import motion_from

from enliven.geometry.varying import varied


def _cycle(seed=0):
    phase = 2.0 * np.pi * np.arange(12) / 12
    shift = 0.3 * seed
    rotations = np.zeros((12, 2, 3))
    rotations[:, 0, 0], rotations[:, 1, 2] = np.sin(phase + shift), 0.5 * np.cos(phase + shift)
    return motion_from(rotations * (1.0 + 0.1 * seed), duration_s=1.0)


@pytest.mark.parametrize("other", [None, _cycle(1)])
def test_cycles_differ_a_little_and_the_whole_closes(other):
    motion = varied(_cycle(), other, 8, rng=np.random.default_rng(0))
    assert (motion.duration_s, motion.loop) == (8.0, True)
    cycles = motion.rotations.controls.reshape(8, 12, 2, 3)
    apart = np.abs(cycles[:, None] - cycles[None]).max(axis=(2, 3, 4))[~np.eye(8, dtype=bool)]
    assert apart.min() > 1e-3
    assert np.abs(cycles - _cycle().rotations.controls).max() < 0.35
    ends = motion.at(np.array([0.0, 8.0])).rotations
    assert_array_equal(ends[0], ends[1])


def test_an_unlike_take_is_left_out_and_one_out_of_phase_brought_in():
    late = motion_from(np.roll(_cycle().rotations.controls, 5, axis=0), duration_s=1.0)
    unlike = motion_from(-3.0 * _cycle().rotations.controls + 1.0, duration_s=1.0)
    plain, with_late, with_unlike = (
        varied(_cycle(), other, 4, rng=np.random.default_rng(1)).rotations.controls for other in (None, late, unlike)
    )
    assert_allclose(with_late, plain, atol=1e-12)
    assert_array_equal(with_unlike, plain)


def test_two_cycles_are_repeats():
    controls = varied(_cycle(), _cycle(1), 2, rng=np.random.default_rng(0)).rotations.controls
    assert_array_equal(controls[:12], controls[12:])
