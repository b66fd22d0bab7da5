"""A hundred odd, broken and compressed files: each is read or refused in one sentence, within memory and time."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def index(data_folder) -> dict[str, list[str]]:
    """The oddities of every file."""
    rows = (data_folder / "odd" / "index.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["file"]: row["oddity"] for row in map(json.loads, rows)}


def run(folder: Path, files: list[str], *more: Path) -> dict[str, dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("odd_reader.py"), folder, *more],
        input="\n".join(files),
        capture_output=True,
        text=True,
        check=True,
        timeout=3600,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    )
    return {row["file"]: row for row in map(json.loads, done.stdout.splitlines())}


@pytest.fixture(scope="module")
def outcomes(data_folder, index) -> dict[str, dict[str, Any]]:
    """What became of every file that was read."""
    return run(data_folder / "odd", list(index))


def test_every_file_is_read_or_refused(index, outcomes):
    assert set(outcomes) == set(index)
    assert {file: row for file, row in outcomes.items() if "crashed" in row} == {}
    assert [file for file, row in outcomes.items() if "refused" not in row and not row["faces"]] == []


def test_every_refusal_is_one_sentence_that_names_the_file(outcomes):
    for file, row in outcomes.items():
        if "refused" in row:
            told = row["refused"]
            assert Path(file).name in told, file
            assert "\n" not in told, file
            assert "expected" in told or "; " in told, told
            assert len(told) < 400, told


def test_none_takes_more_than_two_gibibytes_or_half_a_minute(outcomes):
    assert {file: row["peak_bytes"] for file, row in outcomes.items() if row["peak_bytes"] > 2 * 2**30} == {}
    assert {file: row["seconds"] for file, row in outcomes.items() if row["seconds"] > 30.0} == {}


def holds(oddities, *words):
    return any(word in oddity for oddity in oddities for word in words)


def test_what_holds_no_surface_is_refused(index, outcomes):
    hollow = [
        file for file, odd in index.items() if holds(odd, "no-faces", "point-cloud", "no-mesh", "glTF-1.0", "format:")
    ]
    assert len(hollow) > 10
    assert [file for file in hollow if "refused" not in outcomes[file]] == []


def test_compressed_and_rigged_files_are_read(index, outcomes):
    sound = [
        file
        for file, odd in index.items()
        if holds(odd, "draco", "meshopt", "multi-component", "watertight", "many-components")
        and (outcomes[file].get("kind") != "UnknownFormatError")
        and "not beside it" not in outcomes[file].get("refused", "")
    ]
    assert len(sound) > 30
    assert {file: outcomes[file] for file in sound if "refused" in outcomes[file]} == {}


def test_what_is_read_is_animated(data_folder, outcomes, tmp_path):
    sound = [file for file, row in outcomes.items() if "refused" not in row]
    made = run(data_folder / "odd", sound, tmp_path)
    assert {file: row for file, row in made.items() if "written" not in row} == {}
    assert len(list(tmp_path.iterdir())) == len(sound) > 45
    assert {file: row["peak_bytes"] for file, row in made.items() if row["peak_bytes"] > 2 * 2**30} == {}


def test_the_limits_can_fail(tmp_path):
    """A file that takes too much memory is told apart: the harness sees the limit."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import odd_reader, numpy as np\n"
        "odd_reader.read_scene = lambda path: np.ones(3 * 2**30, dtype=np.uint8)\n"
        "from pathlib import Path; print(odd_reader.in_a_child(Path('x.glb'), odd_reader.outcome))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, Path(__file__).parent],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    )
    assert "MemoryError" in done.stdout or "Unable to allocate" in done.stdout
