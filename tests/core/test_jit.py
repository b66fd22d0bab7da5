import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from enliven.core.jit import compiled

SOURCE = Path(__file__).parents[2] / "src"


def sum_of_squares(values):
    total = 0.0
    for value in values:
        total += value * value
    return total


def test_a_compiled_loop_computes_what_the_plain_one_does():
    values = np.arange(5.0)
    assert compiled(sum_of_squares)(values) == sum_of_squares(values) == 30.0


def run(code: str, **environment: str) -> subprocess.CompletedProcess:
    full = {**os.environ, "PYTHONPATH": str(SOURCE), **environment}
    return subprocess.run([sys.executable, "-c", code], env=full, capture_output=True, text=True, timeout=120)


UNWRITABLE = """
import enliven.core.jit, os, sys
from pathlib import Path
print(enliven.core.jit._KEEP, os.environ.get("NUMBA_CACHE_DIR") or "nothing")
"""

FORBID = """
import os
from pathlib import Path
real = os.access
os.access = lambda path, mode: {allowed!r} in str(path) and real(path, mode)
"""


def test_an_installation_that_cannot_be_written_uses_the_folder_of_the_user(tmp_path):
    done = run(FORBID.format(allowed=str(tmp_path)) + UNWRITABLE, XDG_CACHE_HOME=str(tmp_path), NUMBA_CACHE_DIR="")
    assert done.stdout.split() == ["True", str(tmp_path / "enliven" / "numba")], done.stderr


def test_without_any_folder_compiled_code_is_not_kept(tmp_path):
    done = run(FORBID.format(allowed="nowhere at all") + UNWRITABLE, XDG_CACHE_HOME=str(tmp_path), NUMBA_CACHE_DIR="")
    assert done.stdout.split() == ["False", "nothing"], done.stderr


def test_a_folder_chosen_by_the_user_stays(tmp_path):
    done = run(FORBID.format(allowed="nowhere at all") + UNWRITABLE, NUMBA_CACHE_DIR=str(tmp_path))
    assert done.stdout.split() == ["True", str(tmp_path)], done.stderr


WORK = """
import numpy as np, resource, sys
from pathlib import Path
{before}
from enliven.core.jit import compiled
sys.path.insert(0, {folder!r})
import loop
print(compiled(loop.total)(np.arange(4.0)))
"""


@pytest.fixture
def loop(tmp_path):
    source = "def total(values):\n    found = 0.0\n    for value in values:\n        found += value\n    return found\n"
    (tmp_path / "loop.py").write_text(source)
    return tmp_path


def test_a_cache_folder_that_takes_no_files_costs_nothing_but_time(loop):
    (loop / "file").write_text("no folder")
    done = run(WORK.format(before="", folder=str(loop)), NUMBA_CACHE_DIR=str(loop / "file"))
    assert (done.stdout, done.stderr) == ("6.0\n", "")


def test_a_full_disk_costs_nothing_but_time(loop):
    full = "resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))"
    done = run(WORK.format(before=full, folder=str(loop)), NUMBA_CACHE_DIR=str(loop), PYTHONDONTWRITEBYTECODE="1")
    assert (done.stdout, done.stderr) == ("6.0\n", "")
    assert list(loop.rglob("*.nbi")) == []


def test_damaged_kept_code_is_compiled_anew(loop):
    def again():
        done = run(WORK.format(before="", folder=str(loop)), NUMBA_CACHE_DIR=str(loop))
        assert (done.stdout, done.stderr) == ("6.0\n", "")
        return sorted(path for path in loop.rglob("*.nb?"))

    kept = again()
    assert [path.suffix for path in kept] == [".nbc", ".nbi"]
    for damage in (b"", b"nonsense"):
        for path in kept:
            path.write_bytes(damage)
            again()
