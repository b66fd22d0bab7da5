"""Chooses the route and runs it."""

from collections.abc import Mapping
from dataclasses import replace

from enliven.core.errors import InvalidRequestError, UnreadableFileError
from enliven.core.progress import Progress, silent
from enliven.core.request import AnimationRequest, AnimationResult, Route, RouteName
from enliven.core.scene import Scene
from enliven.io.gltf.patch import unique_name
from enliven.pipelines.skeleton_route import skeleton_route

ROUTES: Mapping[str, Route] = {"skeleton": skeleton_route}


def animated(
    scene: Scene, request: AnimationRequest, *, route: RouteName = "auto", progress: Progress = silent
) -> AnimationResult:
    """Animate a scene.

    Args:
        scene: the user's file.
        request: what is asked for.
        route: ``auto`` chooses; the choice is in the result.
        progress: told of the stages; may raise ``Cancelled``.

    Returns:
        The motion with everything an exporter needs.

    Raises:
        InvalidRequestError: if the route is not shipped.
        UnreadableFileError: if the scene holds no triangles.
    """
    if not scene.parts or not len(scene.mesh.faces):
        raise UnreadableFileError(
            f"{scene.name} holds no triangles, expected a mesh to animate; export the model with its mesh"
        )
    chosen = "skeleton" if route == "auto" else route
    if chosen not in ROUTES:
        raise InvalidRequestError(
            f"the route {chosen!r} is not shipped yet, expected one of: auto, {', '.join(ROUTES)}; choose one"
        )
    result = ROUTES[chosen](scene, request, progress)
    result = replace(result, clip_name=unique_name(result.clip_name, {clip.name for clip in scene.clips}))
    if route == "auto":
        made = result.scene.rig
        built = "parts on nodes of their own" if made is not None and made.kind == "nodes" else "no rig in the file"
        why = "a rig in the file" if scene.rig is not None else built
        result = replace(result, notes=(f"route: {chosen} ({why})", *result.notes))
    return result
