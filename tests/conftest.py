"""Test world: shapes and types are checked at run time here, and only here; Hypothesis is repeatable."""

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
