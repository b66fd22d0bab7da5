from types import SimpleNamespace

import pytest

from enliven.core.clip import JointClip


@pytest.mark.parametrize(
    ("name", "later"),
    [("a.glb:die", False), ("a.glb:die#1", False), ("a.glb:die#2", True), ("a.glb:die#11", True), ("a.glb:C#", False)],
)
def test_pieces_after_the_first_are_later_ones(name, later):
    assert JointClip.is_later_piece.fget(SimpleNamespace(name=name)) is later
