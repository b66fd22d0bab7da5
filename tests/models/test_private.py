"""Nothing is told to anybody: the runtime of the models neither numbers the machine nor reports its use."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOAD = "from enliven.models.text.encoder import load_text_encoder; load_text_encoder().encode('walks')"
ASKING = "import os; os.environ['ORT_DISABLE_TELEMETRY'] = '0'; "


def left_at_home(home: Path, code: str) -> list[str]:
    """Files in a fresh home folder after a run, on a machine that is no build server (there it is off anyway)."""
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    environment = kept | {"HOME": str(home), "PYTHONPATH": str(ROOT / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True)
    return sorted(path.name for path in home.rglob("*") if path.is_file())


def test_running_a_model_leaves_no_trace_at_home(tmp_path):
    assert left_at_home(tmp_path, LOAD) == []


@pytest.mark.skipif(sys.platform != "linux", reason="only there does it show as a file")
def test_that_test_can_fail(tmp_path):
    assert "deviceid" in left_at_home(tmp_path, ASKING + LOAD)
