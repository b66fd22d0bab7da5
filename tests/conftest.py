"""Test world: shapes and types are checked at run time here, and only here; Hypothesis is repeatable."""

import os
from pathlib import Path

import pytest
from hypothesis import settings
from jaxtyping import install_import_hook

settings.register_profile("repeatable", deadline=None, derandomize=True, max_examples=25, print_blob=False)
settings.load_profile("repeatable")

# A whole number passes for a float, as it does for type checkers (PEP 484).
_CHECKER = "beartype.beartype(conf=beartype.BeartypeConf(is_pep484_tower=True))"
_HOOKED = (
    "core",
    "geometry",
    "io",
    "render",
    "models",
    "creatures",
    "curation",
    "training",
    "evaluation",
    "pipelines",
)
install_import_hook([f"enliven.{layer}" for layer in _HOOKED], _CHECKER)


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The folder of models kept outside the repository, from ENLIVEN_DATA; tests on it are skipped without."""
    folder = os.environ.get("ENLIVEN_DATA")
    if not folder:
        pytest.skip(NO_DATA)
    return Path(folder)


NO_DATA = "ENLIVEN_DATA names no data folder"


def unexcused(reasons: list[str]) -> list[str]:
    """Skips that strict runs do not accept: all but those for want of the data folder."""
    return [reason for reason in reasons if NO_DATA not in reason]


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Under ENLIVEN_STRICT=1 a skip for a missing tool fails the run."""
    if os.environ.get("ENLIVEN_STRICT") != "1":
        return
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = [] if reporter is None else reporter.stats.get("skipped", [])
    if unexcused([str(report.longrepr) for report in skipped]) and session.exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
