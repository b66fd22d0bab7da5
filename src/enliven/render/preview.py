"""Previews of a clip: an animated GIF or WebP, a contact sheet, or a video."""

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Literal

import numpy as np
from jaxtyping import Float, Int, UInt8

from enliven.core.camera import framing
from enliven.core.errors import InvalidRequestError, UnknownFormatError
from enliven.core.motion import JointMotion
from enliven.core.progress import Progress, silent
from enliven.core.request import AnimationResult
from enliven.core.scene import Part
from enliven.geometry.body import body_from
from enliven.geometry.kinematics import forward, model_from_rest, posed_at
from enliven.geometry.skinning import skinned
from enliven.geometry.turning import front_azimuth_deg
from enliven.io.write import write_whole
from enliven.render.bones import BoneLook, bone_look, with_bones
from enliven.render.drawable import Drawable, drawable
from enliven.render.encoders import gif_bytes, mp4_bytes, sheet_bytes, video_library, webp_bytes
from enliven.render.studio import Studio, photograph, studio

Picture = UInt8[np.ndarray, "height width 3"]
Chosen = slice | Int[np.ndarray, " chosen"]
View = Literal["three-quarter", "front", "side", "back", "above"]

VIEWS_DEG: Mapping[str, tuple[float, float]] = {
    "three-quarter": (35.0, 16.0),
    "front": (0.0, 13.0),
    "side": (90.0, 13.0),
    "back": (205.0, 16.0),
    "above": (0.0, 80.0),
}
"""Azimuth from the model's front and elevation of the camera."""

KINDS = (".gif", ".webp", ".png", ".mp4")
FPS = 20.0
SHEET_FRAMES = 12
MOST_FRAMES = 240
"""Longer clips are shown with fewer frames a second."""
_FRAMED_VERTICES = 6000  # of each frame, to place the camera


@dataclass(frozen=True, slots=True, eq=False)
class Moving:
    """Parts that move: ``vertices_at`` and ``joints_at`` give positions at some times, model space.

    ``vertices_at`` also takes which vertices are wanted (all of them, or every so many to place the camera).
    """

    parts: tuple[Part, ...]
    duration_s: float
    loop: bool
    vertices_at: Callable[[Float[np.ndarray, " times"], Chosen], Float[np.ndarray, "times vertices 3"]]
    joints_at: Callable[[Float[np.ndarray, " times"]], Float[np.ndarray, "times joints 3"]] | None = None
    parents: tuple[int | None, ...] = ()
    rest_joints: Float[np.ndarray, "joints 3"] | None = None  # tells left from right; the first frame if None
    front_deg: float = 0.0  # azimuth that the model faces, as far as that is known: views count from there


@dataclass(frozen=True, slots=True)
class PreviewOptions:
    """How a preview looks."""

    size: int = 480
    """Width and height of a frame in pixels; frames of a contact sheet are two thirds of it."""
    view: View = "three-quarter"
    skeleton: bool = False
    """Draw the bones over the model."""
    fps: float = FPS

    def __post_init__(self) -> None:
        if not 32 <= self.size <= 2048:
            raise InvalidRequestError(
                f"the preview size is {self.size}, expected 32 to 2048 pixels; choose one in between"
            )
        if not 1.0 <= self.fps <= 50.0:
            raise InvalidRequestError(
                f"the preview has {self.fps} frames a second, expected 1 to 50; choose one in between"
            )


@dataclass(frozen=True, slots=True)
class SavedPreview:
    """A preview that was written, and what could not be shown as it is, a sentence each."""

    size_bytes: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnPreview:
    """A preview as a file's bytes, and what could not be shown as it is, a sentence each."""

    data: bytes = field(repr=False)
    notes: tuple[str, ...] = ()


def moving(result: AnimationResult) -> Moving:
    """The parts of a result and how they move."""
    rest = result.scene.mesh.vertices
    motion, skeleton, skin = result.motion, result.skeleton, result.skin
    if not isinstance(motion, JointMotion):
        return Moving(
            result.scene.parts, motion.duration_s, motion.loop, lambda times_s, chosen: motion.at(times_s)[:, chosen]
        )
    assert skeleton is not None
    assert skin is not None
    rest_positions = skeleton.rest_positions

    def vertices_at(times_s: np.ndarray, chosen: Chosen) -> np.ndarray:
        placed = forward(rest_positions, skeleton.parents, posed_at(motion, times_s, skeleton.parents))
        return skinned(rest[chosen], skin.weights[chosen], model_from_rest(rest_positions, placed))

    def joints_at(times_s: np.ndarray) -> np.ndarray:
        return forward(rest_positions, skeleton.parents, posed_at(motion, times_s, skeleton.parents)).positions

    return Moving(
        result.scene.parts,
        motion.duration_s,
        motion.loop,
        vertices_at,
        joints_at,
        skeleton.parents,
        rest_positions,
        front_azimuth_deg(body_from(skeleton, skin, result.scene.mesh)),
    )


def save_preview(
    result: AnimationResult,
    path: Path,
    *,
    size: int = 480,
    view: View = "three-quarter",
    skeleton: bool = False,
    fps: float = FPS,
    progress: Progress = silent,
) -> SavedPreview:
    """Draw a result into a file: ``.gif``, ``.webp``, ``.png`` (a contact sheet) or ``.mp4``.

    Args:
        result: what was made.
        path: where to; the ending tells the kind, an existing file is replaced.
        size: width and height in pixels.
        view: where the camera stands; it sees the whole motion.
        skeleton: draw the bones over the model.
        fps: frames a second, 1 to 50; fewer for clips of more than ``MOST_FRAMES`` frames.
        progress: told of every frame.

    Returns:
        How much was written, and what could not be shown.

    Raises:
        UnknownFormatError: if the ending is unknown. Other errors tell of an option out of range, of PyAV missing for
            ``.mp4``, or of a file that cannot be written; nothing is left behind.
    """
    options = PreviewOptions(size=size, view=view, skeleton=skeleton, fps=fps)
    drawn = drawn_preview(result, path, options, progress=progress)
    return SavedPreview(write_whole(path, drawn.data), drawn.notes)


def drawn_preview(
    result: AnimationResult, path: Path, options: PreviewOptions, *, progress: Progress = silent
) -> DrawnPreview:
    """Draw a result as ``save_preview`` does, for a file of that name that is not written yet."""
    check_preview(path)
    subject = moving(result)
    model = drawable(subject.parts)
    return DrawnPreview(_encoded(subject, model, path.suffix.lower(), options, progress), model.notes)


def check_preview(path: Path) -> None:
    """Refuse a preview that can never be drawn, so that nobody waits for it.

    Raises:
        UnknownFormatError: if the ending is unknown.
        MissingExtraError: if it is ``.mp4`` and PyAV is not installed.
    """
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise UnknownFormatError(
            f"the preview {path.name} ends in {path.suffix!r}, expected one of {', '.join(KINDS)}; choose another name"
        )
    if kind == ".mp4":
        video_library()


def preview_bytes(
    subject: Moving, kind: str, options: PreviewOptions | None = None, *, progress: Progress = silent
) -> bytes:
    """Draw a clip.

    Args:
        subject: what moves.
        kind: one of ``KINDS``.
        options: how it looks.
        progress: told of every frame.

    Returns:
        The file.
    """
    options = PreviewOptions() if options is None else options
    return _encoded(subject, drawable(subject.parts), kind, options, progress)


def drawn_frames(
    subject: Moving, times_s: Float[np.ndarray, " frames"], options: PreviewOptions, *, progress: Progress = silent
) -> list[Picture]:
    """Draw a clip at given times; the camera sees all of them."""
    return _drawn(subject, drawable(subject.parts), times_s, options.size, options, progress)


def _encoded(subject: Moving, model: Drawable, kind: str, options: PreviewOptions, progress: Progress) -> bytes:
    if kind == ".png":
        times_s = sheet_times(subject)
        size = max(options.size * 2 // 3, 32)
        return sheet_bytes(_drawn(subject, model, times_s, size, options, progress), times_s)
    times_s, fps = frame_times(subject, options.fps)
    frames = _drawn(subject, model, times_s, options.size, options, progress)
    encode = {".gif": gif_bytes, ".webp": webp_bytes, ".mp4": mp4_bytes}[kind]
    return encode(frames, fps)


def frame_times(subject: Moving, fps: float) -> tuple[Float[np.ndarray, " frames"], float]:
    """Times of the frames and their rate; a loop leaves out its last moment, which equals the first."""
    count = min(max(round(subject.duration_s * fps), 1), MOST_FRAMES)
    rate = count / subject.duration_s
    return np.arange(count if subject.loop else count + 1) / rate, rate


def sheet_times(subject: Moving) -> Float[np.ndarray, " frames"]:
    """Times evenly over the clip; a loop leaves out its last moment."""
    return np.linspace(0.0, subject.duration_s, SHEET_FRAMES, endpoint=not subject.loop)


def _drawn(
    subject: Moving, model: Drawable, times_s: np.ndarray, size: int, options: PreviewOptions, progress: Progress
) -> list[Picture]:
    progress("drawing", 0, len(times_s))  # the very first frame may wait for the compiler
    scene = _staged(subject, model, times_s, size, options)
    joints, look = None, None
    if options.skeleton and subject.joints_at is not None:
        joints = subject.joints_at(times_s)
        rest = joints[0] if subject.rest_joints is None else subject.rest_joints
        look = bone_look(rest, subject.parents, scene.size_m)
    frames = (_gathered(subject.vertices_at(times_s[k : k + 1], slice(None))[0], model) for k in range(len(times_s)))
    drawn = []
    for picture in render_frames(scene, frames, joints, look):
        drawn.append(picture)
        progress("drawing", len(drawn), len(times_s))
    return drawn


def _gathered(vertices: np.ndarray, model: Drawable) -> np.ndarray:
    """Vertices with those of no face brought to one that is seen, so that light and shadow need not reach for them."""
    used = np.zeros(len(vertices), dtype=bool)
    used[model.faces] = True
    if used.all() or not used.any():
        return vertices
    return np.where(used[:, None], vertices, vertices[used.argmax()])


def _staged(subject: Moving, model: Drawable, times_s: np.ndarray, size: int, options: PreviewOptions) -> Studio:
    """Place the camera so that it sees every frame, and the floor under the lowest point."""
    used = np.unique(model.faces)  # others cannot be seen, and may lie anywhere
    some = subject.vertices_at(times_s, used[:: max(-(-len(used) // _FRAMED_VERTICES), 1)])
    points = some.reshape(-1, 3)
    azimuth_deg, elevation_deg = VIEWS_DEG[options.view]
    camera = framing(
        points, azimuth_deg=subject.front_deg + azimuth_deg, elevation_deg=elevation_deg, size_px=(size, size)
    )
    size_m = 0.7 * max(float(np.linalg.norm(np.ptp(some[0], axis=0))), 1e-9)
    return studio(model, camera, floor_m=float(points[:, 1].min()), size_m=size_m)


def render_frames(
    scene: Studio,
    frames: Iterator[Float[np.ndarray, "vertices 3"]],
    joints: Float[np.ndarray, "frames joints 3"] | None = None,
    look: BoneLook | None = None,
) -> Iterator[Picture]:
    """Photograph frame after frame, several at a time on machines with several cores; the order stays.

    Args:
        scene: from ``studio``.
        frames: vertices of all parts, frame by frame.
        joints: joint positions of every frame, to draw bones.
        look: how bones look; none are drawn without.

    Yields:
        Picture: sRGB, one a frame.
    """

    def draw(numbered: tuple[int, np.ndarray]) -> np.ndarray:
        number, vertices = numbered
        taken = photograph(scene, vertices)
        if joints is None or look is None:
            return taken.rgb
        return with_bones(taken.rgb, taken.fragments.depth_m[::2, ::2], scene.camera, joints[number], look)

    numbered = enumerate(frames)
    for first in numbered:  # compiles everything, if need be, before threads ask for it
        yield draw(first)
        break
    workers = min(os.cpu_count() or 1, 8)
    with ThreadPoolExecutor(workers) as pool:
        while batch := list(islice(numbered, 2 * workers)):
            yield from pool.map(draw, batch)
