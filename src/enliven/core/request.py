"""What is asked for and what comes back; every route is a function between the two."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from numbers import Integral
from typing import Literal

from enliven.core.errors import InvalidRequestError
from enliven.core.motion import JointMotion, VertexMotion
from enliven.core.progress import Progress
from enliven.core.ranges import check_range
from enliven.core.scene import Scene
from enliven.core.skeleton import Skeleton
from enliven.core.skin import Skin
from enliven.core.styles import STYLES

RouteName = Literal["auto", "skeleton", "mesh", "video"]
FACES = ("front", "back", "left", "right")
"""Which way a model faces in its file: along +Z as glTF asks, or along -Z, +X (its left if it faced the front), -X."""


@dataclass(frozen=True, slots=True)
class AnimationRequest:
    """What the user asks for.

    ``None`` means: decided from the prompt.

    Raises:
        InvalidRequestError: if a value is out of its range.
    """

    prompt: str
    seconds: float | None = None
    fps: float = 30.0
    loop: bool | None = None
    in_place: bool = True
    start_at_rest: bool = False
    contacts: bool = True
    strength: float = 1.0
    speed: float = 1.0
    style: str | None = None  # one of core.styles.STYLES
    seed: int = 0
    candidates: int | None = None
    faces: str | None = None  # one of FACES

    def __post_init__(self) -> None:
        if not isinstance(self.prompt, str):
            raise InvalidRequestError(
                f"the prompt is {self.prompt!r:.80}, expected text such as 'walks'; say what it should do"
            )
        if not self.prompt.strip():
            raise InvalidRequestError(
                "the prompt is empty, expected a few words such as 'walks' or 'flaps its wings'; say what it should do"
            )
        if len(self.prompt) > 1000:
            raise InvalidRequestError(
                f"the prompt has {len(self.prompt)} characters, expected at most 1000; say the action in one sentence"
            )
        for name in ("loop", "in_place", "start_at_rest", "contacts"):
            self._check_flag(name)
        if self.seconds is not None:
            check_range("seconds", self.seconds, 0.1, 60.0)
        check_range("fps", self.fps, 1.0, 240.0)
        check_range("strength", self.strength, 0.0, 3.0)
        check_range("speed", self.speed, 0.25, 4.0)
        if self.style is not None and self.style not in STYLES:
            raise InvalidRequestError(
                f"style is {self.style!r:.80}, expected one of: {', '.join(STYLES)}; or say it in the prompt"
            )
        if self.faces is not None and self.faces not in FACES:
            raise InvalidRequestError(
                f"faces is {self.faces!r:.80}, expected one of: {', '.join(FACES)}; leave it out to have it told"
            )
        if self.candidates is not None:
            check_range("candidates", self.candidates, 1, 16, kind=Integral)
        check_range("seed", self.seed, 0, 2**63 - 1, kind=Integral)

    def _check_flag(self, name: str) -> None:
        value = getattr(self, name)
        if not isinstance(value, bool) and not (name == "loop" and value is None):  # 'no' would count as yes
            raise InvalidRequestError(f"{name} is {value!r:.80}, expected True or False; give one of them")


@dataclass(frozen=True, slots=True, eq=False)
class AnimationResult:
    """A motion of the user's scene, ready for any exporter.

    A joint motion moves ``skeleton``, the rig without helper and IK bones; ``drives[j]`` is the joint of ``skeleton``
    that joint ``j`` of ``scene.rig`` follows rigidly (its own, or the nearest that moves).
    """

    scene: Scene
    motion: JointMotion | VertexMotion
    skeleton: Skeleton | None  # the joints that ``motion`` moves; None for a vertex motion
    skin: Skin | None  # over the joints of ``skeleton``
    drives: tuple[int, ...]
    clip_name: str
    route: RouteName
    measures: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    seed: int | None = None  # of the take that was kept
    candidates: tuple[int, ...] = ()  # seeds of the other candidates, best first


Route = Callable[[Scene, AnimationRequest, Progress], AnimationResult]
