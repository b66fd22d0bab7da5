import pytest
from tests.models.bodies import random_clip

from enliven.core.errors import InvalidRequestError
from enliven.evaluation.report import evaluate_joint_route
from enliven.io.joint_clips import write_joint_clips


def _unasked(scene, request, progress):
    raise AssertionError("no route is run")


def test_an_evaluation_of_nothing_is_refused_at_once(tmp_path):
    with pytest.raises(InvalidRequestError, match="0 takes a case are asked for, expected 1 or more"):
        evaluate_joint_route(_unasked, tmp_path, [tmp_path], "val", seeds=0)


def test_an_evaluation_without_the_files_of_its_clips_names_the_folders(tmp_path):
    write_joint_clips([random_clip(5, seed=0)], tmp_path)
    with pytest.raises(InvalidRequestError, match=r"none of the 1 clips of .* is a val clip .* name the folders"):
        evaluate_joint_route(_unasked, tmp_path, [tmp_path / "sources"], "val")
