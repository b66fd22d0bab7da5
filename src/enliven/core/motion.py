"""How things move: joint motion and vertex motion, both held as splines and read at any time."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from jaxtyping import Float

from enliven.core.errors import InvalidMotionError
from enliven.core.splines import Spline


class SplineMotion(Protocol):
    """What every motion can do: last some seconds, loop or not, and be read at any times."""

    @property
    def duration_s(self) -> float:
        """Length of the clip in seconds."""
        ...

    @property
    def loop(self) -> bool:
        """Whether the end equals the start in value and two derivatives."""
        ...

    def at(self, times_s: Float[np.ndarray, " times"]) -> object:
        """The pose at the given times."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class JointPose:
    """Joints at some times, relative to rest and to the parent, in **model** axes (not joint-local).

    ``rotations`` are rotation vectors in radians; ``translations`` metres. With ``G_j`` the rotation of joint ``j``
    in model space relative to rest, ``G_j = G_parent @ exp(rotation_j)``: see ``geometry.kinematics``.
    """

    rotations: Float[np.ndarray, "times joints 3"]
    translations: Float[np.ndarray, "times joints 3"]


@dataclass(frozen=True, slots=True, eq=False)
class Spin:
    """Endless turning of one joint (wheel, fan, roll) about its own axis, on top of its rotation.

    ``axis`` is a unit vector in model axes at rest; ``angle_rad`` is unwrapped and clamped, never periodic: a spin
    that loops ends whole turns after its start.
    """

    joint: int
    axis: Float[np.ndarray, " 3"]
    angle_rad: Spline


@dataclass(frozen=True, slots=True, eq=False)
class JointMotion:
    """Motion of a skeleton: per joint a rotation vector and a translation, both splines over time.

    A loop with ``travel_m`` (root motion) closes in pose and goes on from where it has come to.

    Raises:
        InvalidMotionError: if the two splines differ in duration, loop or joints.
    """

    rotations: Spline  # controls [controls joints 3], radians, model axes, relative to rest and parent
    translations: Spline  # controls [controls joints 3], metres, model axes, relative to rest and parent
    spins: tuple[Spin, ...] = ()
    travel_m: Float[np.ndarray, " 3"] | None = (
        None  # root motion: what every root covers in ``duration_s``, at even speed
    )

    def __post_init__(self) -> None:
        first, second = self.rotations, self.translations
        same = (first.duration_s, first.loop, first.controls.shape[1:]) == (
            second.duration_s,
            second.loop,
            second.controls.shape[1:],
        )
        if not same or first.controls.shape[2:] != (3,):
            raise InvalidMotionError(
                f"rotations {first.controls.shape} over {first.duration_s} s and translations {second.controls.shape} "
                f"over {second.duration_s} s do not belong together, expected [controls joints 3] over one duration; "
                "fit both to the same times"
            )

    @property
    def duration_s(self) -> float:
        """Length of the clip in seconds."""
        return self.rotations.duration_s

    @property
    def loop(self) -> bool:
        """Whether the end equals the start in value and two derivatives."""
        return self.rotations.loop

    @property
    def joints(self) -> int:
        """Number of joints."""
        return self.rotations.controls.shape[1]

    def at(self, times_s: Float[np.ndarray, " times"]) -> JointPose:
        """The pose at the given times, without spins and travel (``geometry.kinematics.posed_at`` adds them)."""
        return JointPose(rotations=self.rotations.at(times_s), translations=self.translations.at(times_s))


@dataclass(frozen=True, slots=True, eq=False)
class VertexMotion:
    """Trajectories of vertices in metres, absolute positions in model space."""

    positions: Spline  # controls [controls vertices 3]

    @property
    def duration_s(self) -> float:
        """Length of the clip in seconds."""
        return self.positions.duration_s

    @property
    def loop(self) -> bool:
        """Whether the end equals the start in value and two derivatives."""
        return self.positions.loop

    def at(self, times_s: Float[np.ndarray, " times"]) -> Float[np.ndarray, "times vertices 3"]:
        """Vertex positions at the given times."""
        return self.positions.at(times_s)
