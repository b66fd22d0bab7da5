"""enliven: animate any 3D model from a sentence, and get your own file back, moving.

Importing this package loads nothing heavy; names resolve on first use.
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from enliven.apps.library import animate as animate
    from enliven.apps.library import inspect as inspect
    from enliven.apps.library import rig as rig

_LAZY = {"animate": "enliven.apps.library", "inspect": "enliven.apps.library", "rig": "enliven.apps.library"}

__all__ = ["__version__", "animate", "inspect", "rig"]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        from importlib import import_module

        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'enliven' has no attribute {name!r}; it has {', '.join(__all__)}")
