"""The errors users meet. Each names the subject, what came, what was expected and the remedy."""

from enliven.core.printable import sentence


class EnlivenError(Exception):
    """Something the user can fix; the command line prints the one sentence and exits with 2.

    Messages quote names from files, so what a terminal would obey is taken out of them here, once for all.
    """

    def __init__(self, message: str = "") -> None:
        super().__init__(sentence(message))


class UnreadableFileError(EnlivenError):
    """The file is not what its name says, is damaged, or holds nothing to animate."""


class UnwritableFileError(EnlivenError):
    """The output cannot be written where it should go; nothing was left behind."""


class UnknownFormatError(EnlivenError):
    """The file's ending names no format that enliven reads or writes."""


class UnsupportedFeatureError(EnlivenError):
    """The file requires an extension or feature that enliven does not know."""


class LimitExceededError(EnlivenError):
    """The input is larger than a stated limit; nothing was loaded beyond the check."""


class InvalidMeshError(EnlivenError):
    """Vertices or faces do not form a mesh."""


class InvalidSkeletonError(EnlivenError):
    """Names, parents or transforms do not form a forest of joints."""


class InvalidSkinError(EnlivenError):
    """Weights are not convex combinations, or do not fit the mesh or the skeleton."""


class InvalidMotionError(EnlivenError):
    """Controls do not form a spline, or do not fit the skeleton."""


class InvalidRequestError(EnlivenError):
    """An option of the request is out of its range."""


class MissingExtraError(EnlivenError):
    """An optional dependency is not installed; the message names the pip command."""


class WeightsError(EnlivenError):
    """A weights file is missing, damaged, or of another kind or format than expected."""
