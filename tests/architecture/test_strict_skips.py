"""ENLIVEN_STRICT=1 turns a skip for a missing tool into a failure, and leaves one for missing data alone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).parents[1] / "conftest.py"


def _exit_code(folder: Path, reason: str, strict: str) -> int:
    (folder / "conftest.py").write_text(CONFTEST.read_text())
    (folder / "test_skips.py").write_text(f"import pytest\ndef test_it():\n    pytest.skip({reason!r})\n")
    environment = os.environ | {"ENLIVEN_STRICT": strict}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False).returncode


@pytest.mark.parametrize(
    ("reason", "strict", "code"),
    [("no browser", "1", 1), ("no browser", "0", 0), ("ENLIVEN_DATA names no data folder", "1", 0)],
)
def test_exit_codes(tmp_path, reason, strict, code):
    assert _exit_code(tmp_path, reason, strict) == code
