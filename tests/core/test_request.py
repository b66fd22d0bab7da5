"""What is asked for is checked when it is asked: ranges and types, each named in one sentence."""

import numpy as np
import pytest

from enliven.core.errors import InvalidRequestError
from enliven.core.request import AnimationRequest


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"prompt": None}, "the prompt is None, expected text"),
        ({"prompt": b"walks"}, "the prompt is b'walks', expected text"),
        ({"seconds": "2"}, r"seconds is '2', expected a number from 0.1 to 60"),
        ({"seconds": True}, r"seconds is True, expected a number from 0.1 to 60"),
        ({"seconds": float("nan")}, "seconds is nan, expected 0.1 to 60"),
        ({"fps": None}, "fps is None, expected a number from 1"),
        ({"strength": np.ones(1)}, r"strength is array\(\[1.\]\), expected a number"),
        ({"loop": "no"}, "loop is 'no', expected True or False"),
        ({"in_place": None}, "in_place is None, expected True or False"),
        ({"start_at_rest": 1}, "start_at_rest is 1, expected True or False"),
        ({"seed": 1.5}, "seed is 1.5, expected a whole number from 0"),
        ({"candidates": 2.5}, "candidates is 2.5, expected a whole number from 1 to 16"),
    ],
)
def test_wrong_types_and_ranges_are_named(options, told):
    request = AnimationRequest("walks")
    for name, value in options.items():  # past the checker of the tests, which users do not have
        object.__setattr__(request, name, value)
    with pytest.raises(InvalidRequestError, match=told):
        request.__post_init__()


def test_whole_seconds_and_no_wish_about_the_loop_are_fine():
    request = AnimationRequest("walks", seconds=2, fps=24, loop=None)
    assert (request.seconds, request.fps) == (2, 24)
