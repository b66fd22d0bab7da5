"""Says plainly which extra an optional command needs."""

from importlib.util import find_spec

from enliven.core.errors import MissingExtraError


def needs_extra(module: str, extra: str) -> None:
    """Refuse with the pip command when an optional dependency is not installed.

    Args:
        module: the import name that must be there.
        extra: the extra of this package that brings it.

    Raises:
        MissingExtraError: if it is not installed.
    """
    if find_spec(module) is None:
        raise MissingExtraError(
            f"'{module}' is not installed, expected the extra [{extra}]; run: pip install 'enliven[{extra}]'"
        )
