"""The front of the library: ``enliven.animate("in.glb", "walks").save("out.glb")``."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from enliven.core.errors import InvalidRequestError
from enliven.core.progress import Progress, silent
from enliven.core.request import AnimationRequest, AnimationResult, RouteName
from enliven.io.read import read_scene
from enliven.io.write import check_target, save_animated, save_rigged
from enliven.pipelines.animation import animated
from enliven.pipelines.inspection import Inspection, describe
from enliven.pipelines.naming import default_output
from enliven.pipelines.rigging import RiggedScene, rigged


@dataclass(frozen=True, slots=True, eq=False)
class Written:
    """A file that was written."""

    path: Path
    size_bytes: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Animated:
    """A motion that was made, not yet written."""

    source: Path
    request: AnimationRequest
    result: AnimationResult
    output: Path

    def save(self, path: str | Path | None = None, *, progress: Progress = silent) -> Written:
        """Write the user's file with the clip added.

        Args:
            path: where to; beside the input as ``IN_action.glb`` when None. An existing file is replaced,
                the input never.
            progress: told of the stage.

        Returns:
            What was written.
        """
        target = Path(path) if path is not None else self.output
        progress("writing", 0, 1)
        size = save_animated(self.result, target, fps=self.request.fps, source=self.source)
        return Written(target, size)

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
        from enliven.render.preview import save_preview

        target = Path(path)
        saved = save_preview(self.result, target, size=size, skeleton=skeleton, progress=progress)
        return Written(target, saved.size_bytes, saved.notes)

    def as_json(self, written: Written, preview: Written | None) -> dict[str, Any]:
        """The run as plain values for ``--json``."""
        result = self.result
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
            "seed": self.request.seed,
            "joints": joints,
            "measures": dict(result.measures),
            "notes": [*result.scene.notes, *result.notes, *(preview.notes if preview else ())],
        }

    def as_text(self, written: Written, preview: Written | None) -> str:
        """The run in a few lines for people."""
        result = self.result
        how = "loops" if result.motion.loop else "plays once"
        size = f"{written.size_bytes / 1e6:.2f} MB"
        lines = [f"{written.path}  clip '{result.clip_name}', {result.motion.duration_s:.2f} s, {how}, {size}"]
        if preview is not None:
            lines.append(f"{preview.path}  preview, {preview.size_bytes / 1e6:.2f} MB")
        lines += [f"  {note}" for note in (*result.scene.notes, *result.notes, *(preview.notes if preview else ()))]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True, eq=False)
class Rigged:
    """A scene with a rig, not yet written."""

    source: Path
    rigged: RiggedScene
    output: Path

    def save(self, path: str | Path | None = None) -> Written:
        """Write the user's file with the rig; beside the input as ``IN_rigged.glb`` when no path is given."""
        target = Path(path) if path is not None else self.output
        return Written(target, save_rigged(self.rigged.scene, target, source=self.source))

    def as_text(self, written: Written) -> str:
        """The run in a few lines for people."""
        origin = "built from the shape" if self.rigged.made_here else "the file's own, left as it is"
        lines = [
            f"{written.path}  {len(self.rigged.rig.skeleton)} joints ({origin}), {written.size_bytes / 1e6:.2f} MB"
        ]
        return "\n".join(lines + [f"  {note}" for note in (*self.rigged.scene.notes, *self.rigged.notes)])


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
        **options: fields of ``AnimationRequest`` (seconds, fps, loop, in_place, start_at_rest, strength, seed).

    Returns:
        The motion, ready to be saved or previewed.

    Raises:
        InvalidRequestError: if options are given beside a whole request, or an option has no such name.
    """
    source = Path(path)
    request = _request(prompt, options)
    if output is not None:
        check_target(Path(output), source)
    scene = read_scene(source)
    result = animated(scene, request, route=route, progress=progress)
    target = Path(output) if output is not None else default_output(source, result.clip_name)
    return Animated(source=source, request=request, result=result, output=target)


def _request(prompt: str | AnimationRequest, options: dict[str, Any]) -> AnimationRequest:
    if isinstance(prompt, AnimationRequest):
        if options:
            raise InvalidRequestError(f"{', '.join(options)} given beside a whole request; put them into the request")
        return prompt
    unknown = set(options) - set(AnimationRequest.__dataclass_fields__)
    if unknown:
        known = ", ".join(field for field in AnimationRequest.__dataclass_fields__ if field != "prompt")
        raise InvalidRequestError(f"animate has no option {', '.join(sorted(unknown))}; it has: {known}")
    return AnimationRequest(prompt=prompt, **options)


def inspect(path: str | Path) -> Inspection:
    """Say what a file holds: meshes, rigs, clips, problems found."""
    return describe(read_scene(Path(path)))


def rig(path: str | Path, *, output: str | Path | None = None, progress: Progress = silent) -> Rigged:
    """Give a file a rig, unless it has one.

    Args:
        path: a GLB, glTF, OBJ, PLY, STL or OFF file.
        output: where ``save`` writes by default.
        progress: told of the stages.

    Returns:
        The rigged scene, ready to be saved.
    """
    source = Path(path)
    if output is not None:
        check_target(Path(output), source)
    prepared = rigged(read_scene(source), progress)
    target = Path(output) if output is not None else default_output(source, "rigged")
    return Rigged(source=source, rigged=prepared, output=target)
