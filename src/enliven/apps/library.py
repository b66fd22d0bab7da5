"""The front of the library: ``enliven.animate("in.glb", "walks").save("out.glb")``."""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from enliven.core.errors import InvalidRequestError
from enliven.core.printable import sentence
from enliven.core.progress import Progress, silent
from enliven.core.request import AnimationRequest, AnimationResult, RouteName
from enliven.io.contents import holds_picture
from enliven.io.read import read_scene
from enliven.io.write import (
    animated_file,
    check_other,
    check_place,
    check_target,
    same_file,
    save_rigged,
    write_together,
)
from enliven.pipelines.animation import animated
from enliven.pipelines.inspection import Inspection, describe
from enliven.pipelines.naming import clip_name, default_output
from enliven.pipelines.rigging import RiggedScene, rigged

if TYPE_CHECKING:
    from enliven.render.preview import DrawnPreview


_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]+:/")
"""What starts like a URL; ``pathlib`` makes one slash of two, and one letter before the colon is a Windows drive."""


@dataclass(frozen=True, slots=True, eq=False)
class Written:
    """A file that was written."""

    path: Path
    size_bytes: int
    notes: tuple[str, ...] = ()
    preview: "Written | None" = None  # written with it


@dataclass(frozen=True, slots=True, eq=False)
class Animated:
    """A motion that was made, not yet written."""

    source: Path
    request: AnimationRequest
    result: AnimationResult
    output: Path

    def save(
        self,
        path: str | Path | None = None,
        *,
        preview: str | Path | None = None,
        skeleton: bool = False,
        progress: Progress = silent,
    ) -> Written:
        """Write the user's file with the clip added, and a preview beside it if one is named: both or neither.

        Args:
            path: where to; beside the input as ``IN_action.glb`` when None. An existing file is replaced,
                the input never.
            preview: where to draw the clip, too: a .gif, .webp, .png (contact sheet) or .mp4 file.
            skeleton: draw the skeleton over the preview.
            progress: told of the stages; may raise ``core.progress.Cancelled``, then nothing is written.

        Returns:
            What was written.
        """
        target = self.output if path is None else as_path(path, "the output")
        pictured = None if preview is None else as_path(preview, "the preview")
        check_outputs(self.source, target, pictured)
        drawn = None if pictured is None else self._drawn(pictured, 480, skeleton, progress)
        progress("writing", 0, 1)
        data = animated_file(self.result, target, fps=self.request.fps)
        if pictured is None or drawn is None:
            write_together({target: data})
            return Written(target, len(data))
        write_together({target: data, pictured: drawn.data})
        return Written(target, len(data), preview=Written(pictured, len(drawn.data), drawn.notes))

    def preview(
        self, path: str | Path, *, size: int = 480, skeleton: bool = False, progress: Progress = silent
    ) -> Written:
        """Draw the clip into a .gif, .webp, .png (contact sheet) or .mp4 file.

        Args:
            path: where to; the ending tells the format.
            size: width and height, pixels.
            skeleton: draw the skeleton over the mesh.
            progress: told of frames drawn.

        Returns:
            What was written.
        """
        target = as_path(path, "the preview")
        check_other(target, self.source)
        check_place(target)
        drawn = self._drawn(target, size, skeleton, progress)
        write_together({target: drawn.data})
        return Written(target, len(drawn.data), drawn.notes)

    def _drawn(self, path: Path, size: int, skeleton: bool, progress: Progress) -> "DrawnPreview":  # noqa: FBT001
        from enliven.render.preview import PreviewOptions, drawn_preview

        if path.is_file() and holds_picture(self.result.scene, path.read_bytes()):
            raise InvalidRequestError(
                f"{path} is a texture of {self.source.name}, which the preview would replace, expected another "
                "file; choose another preview name"
            )
        return drawn_preview(self.result, path, PreviewOptions(size=size, skeleton=skeleton), progress=progress)

    def as_json(self, written: Written) -> dict[str, Any]:
        """The run as plain values for ``--json``."""
        result, preview = self.result, written.preview
        joints = 0 if result.skeleton is None else len(result.skeleton)
        return {
            "input": str(self.source),
            "output": str(written.path),
            "bytes": written.size_bytes,
            "preview": None if preview is None else str(preview.path),
            "clip": result.clip_name,
            "route": result.route,
            "seconds": result.motion.duration_s,
            "fps": self.request.fps,
            "loop": result.motion.loop,
            "seed": self.request.seed if result.seed is None else result.seed,
            "other_seeds": list(result.candidates),
            "joints": joints,
            "measures": dict(result.measures),
            "notes": [*result.scene.notes, *result.notes, *(preview.notes if preview else ())],
        }

    def as_text(self, written: Written) -> str:
        """The run in a few lines for people."""
        result, preview = self.result, written.preview
        how = "loops" if result.motion.loop else "plays once"
        size = f"{written.size_bytes / 1e6:.2f} MB"
        lines = [f"{written.path}  clip '{result.clip_name}', {result.motion.duration_s:.2f} s, {how}, {size}"]
        if preview is not None:
            lines.append(f"{preview.path}  preview, {preview.size_bytes / 1e6:.2f} MB")
        lines += [f"  {note}" for note in (*result.scene.notes, *result.notes, *(preview.notes if preview else ()))]
        return "\n".join(sentence(line) for line in lines)


@dataclass(frozen=True, slots=True, eq=False)
class Rigged:
    """A scene with a rig, not yet written."""

    source: Path
    rigged: RiggedScene
    output: Path

    def save(self, path: str | Path | None = None) -> Written:
        """Write the user's file with the rig; beside the input as ``IN_rigged.glb`` when no path is given."""
        target = self.output if path is None else as_path(path, "the output")
        return Written(target, save_rigged(self.rigged.scene, target, source=self.source))

    def as_text(self, written: Written) -> str:
        """The run in a few lines for people."""
        origin = "built from the shape" if self.rigged.made_here else "the file's own, left as it is"
        lines = [
            f"{written.path}  {len(self.rigged.rig.skeleton)} joints ({origin}), {written.size_bytes / 1e6:.2f} MB"
        ]
        lines += [f"  {note}" for note in (*self.rigged.scene.notes, *self.rigged.notes)]
        return "\n".join(sentence(line) for line in lines)

    def as_json(self, written: Written) -> dict[str, Any]:
        """The run as plain values for ``--json``."""
        skeleton = self.rigged.rig.skeleton
        return {
            "input": str(self.source),
            "output": str(written.path),
            "bytes": written.size_bytes,
            "made_here": self.rigged.made_here,
            "kind": self.rigged.rig.kind,
            "confidence": self.rigged.confidence,
            "joints": [
                {"name": name, "parent": parent} for name, parent in zip(skeleton.names, skeleton.parents, strict=True)
            ],
            "notes": [*self.rigged.scene.notes, *self.rigged.notes],
        }


def animate(
    path: str | Path,
    prompt: str | AnimationRequest,
    *,
    route: RouteName = "auto",
    output: str | Path | None = None,
    progress: Progress = silent,
    **options: Any,
) -> Animated:
    """Animate a file from a sentence.

    Args:
        path: a GLB, glTF, OBJ, PLY, STL or OFF file.
        prompt: what it should do, or a whole request.
        route: how the motion is made.
        output: where ``save`` writes by default.
        progress: told of the stages; may raise ``core.progress.Cancelled``.
        **options: fields of ``AnimationRequest`` (seconds, fps, loop, in_place, start_at_rest,
            contacts, strength, speed, style, seed, candidates).

    Returns:
        The motion, ready to be saved or previewed.

    Raises:
        InvalidRequestError: if options are given beside a whole request, or an option has no such name.
    """
    source = as_path(path, "the input")
    request = _request(prompt, options)
    target = default_output(source, clip_name(request.prompt)) if output is None else as_path(output, "the output")
    if output is not None:
        check_outputs(source, target, None)
    scene = read_scene(source)
    result = animated(scene, request, route=route, progress=progress)
    return Animated(source=source, request=request, result=result, output=target)


def as_path(path: str | Path, what: str) -> Path:
    """A path that a file can have.

    Raises:
        InvalidRequestError: if it is of another type, empty, holds a null byte, or is an address or a dash; ``what``
            names it.
    """
    if not isinstance(path, str | os.PathLike) or isinstance(named := os.fspath(path), bytes):
        raise InvalidRequestError(f"{what} is {path!r:.80}, expected a path as str or pathlib.Path; give one")
    if not named or "\0" in named:
        raise InvalidRequestError(f"{what} is {named!r:.80}, which no file can be called, expected a path; name a file")
    if named == "-":
        raise InvalidRequestError(
            f"{what} is '-', expected the name of a file, as standard input and output are not used for models; "
            "name a file such as model.glb"
        )
    if _ADDRESS.match(named) and not os.path.lexists(named):
        raise InvalidRequestError(
            f"{what} is the address {named!r:.200}, expected a file on this machine, as nothing is fetched or sent; "
            "download it first, or give its path without the scheme"
        )
    return Path(named)


def check_outputs(source: Path, output: Path, preview: Path | None) -> None:
    """Refuse names that could not be written, before any work, or that would destroy what is there.

    Args:
        source: the input.
        output: where the model shall go.
        preview: where the preview shall go.

    Raises:
        EnlivenError: if an ending is unknown, a folder is missing or may not be written, a place is taken by
            a folder or device, or two of the three are one file.
    """
    for path, what in ((source, "the input"), (output, "the output"), (preview, "the preview")):
        if path is not None:
            as_path(path, what)
    check_target(output, source)
    if preview is not None:
        from enliven.render.preview import check_preview

        check_preview(preview)
        check_other(preview, source)
        if same_file(output, preview):
            raise InvalidRequestError(
                f"{preview} is the output itself, expected another file; choose another preview name"
            )
    if os.path.isfile(source):  # noqa: PTH113 - else its reader says why; this one answers for names too long
        for path in (output, preview):
            if path is not None:
                check_place(path)


def _request(prompt: str | AnimationRequest, options: dict[str, Any]) -> AnimationRequest:
    if isinstance(prompt, AnimationRequest):
        if options:
            raise InvalidRequestError(
                f"{', '.join(options)} given beside a whole request, expected one or the other; "
                "put them into the request"
            )
        return prompt
    unknown = set(options) - set(AnimationRequest.__dataclass_fields__)
    if unknown:
        known = ", ".join(field for field in AnimationRequest.__dataclass_fields__ if field != "prompt")
        raise InvalidRequestError(
            f"animate has no option {', '.join(sorted(unknown))}, expected some of: {known}; check the spelling"
        )
    return AnimationRequest(prompt=prompt, **options)


def inspect(path: str | Path) -> Inspection:
    """Say what a file holds: meshes, rigs, clips, problems found."""
    return describe(read_scene(as_path(path, "the input")))


def rig(path: str | Path, *, output: str | Path | None = None, progress: Progress = silent) -> Rigged:
    """Give a file a rig, unless it has one.

    Args:
        path: a GLB, glTF, OBJ, PLY, STL or OFF file.
        output: where ``save`` writes by default.
        progress: told of the stages.

    Returns:
        The rigged scene, ready to be saved.
    """
    source = as_path(path, "the input")
    target = default_output(source, "rigged") if output is None else as_path(output, "the output")
    if output is not None:
        check_outputs(source, target, None)
    prepared = rigged(read_scene(source), progress)
    return Rigged(source=source, rigged=prepared, output=target)
