"""Test world: shapes and types are checked at run time here, and only here; Hypothesis is repeatable."""

import os
from pathlib import Path

import pytest
from hypothesis import settings
from jaxtyping import install_import_hook

settings.register_profile("repeatable", deadline=None, derandomize=True, max_examples=25, print_blob=False)
settings.load_profile("repeatable")

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
install_import_hook([f"enliven.{layer}" for layer in _HOOKED], "beartype.beartype")


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The folder of models kept outside the repository, from ENLIVEN_DATA; tests on it are skipped without."""
    folder = os.environ.get("ENLIVEN_DATA")
    if not folder:
        pytest.skip("ENLIVEN_DATA names no data folder")
    return Path(folder)
