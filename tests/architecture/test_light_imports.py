"""torch is for training only, and ``--help`` loads no numpy; each check is itself checked to be able to fail."""

import subprocess
import sys

import pytest

LIGHT = [
    "import enliven, enliven.apps.library",
    "import enliven.pipelines.animation",
    "import enliven.io.read, enliven.io.write",
    "import enliven.render.preview",
    "import enliven.models.joint_model, enliven.models.text.encoder",
]


def _loads(code: str, module: str) -> bool:
    probe = f"{code}; import sys; sys.exit(3 if {module!r} in sys.modules else 0)"
    result = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=False)
    assert result.returncode in (0, 3), result.stderr
    return result.returncode == 3


@pytest.mark.parametrize("code", LIGHT)
def test_no_torch_outside_training(code):
    assert not _loads(code, "torch")


def test_the_torch_check_can_fail():
    pytest.importorskip("torch", reason="torch is not installed (extra [train])")
    assert _loads("import torch", "torch")


def test_help_loads_no_numpy():
    code = "from enliven.apps.cli.main import parser; parser().format_help()"
    assert not _loads(code, "numpy")


def test_the_numpy_check_can_fail():
    assert _loads("import numpy", "numpy")


def test_importing_the_package_loads_no_numpy():
    assert not _loads("import enliven", "numpy")
