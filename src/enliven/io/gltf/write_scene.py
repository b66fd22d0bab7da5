"""A scene and its motion back into the document it was read from."""

from enliven.core.errors import UnsupportedFeatureError
from enliven.core.request import AnimationResult
from enliven.core.scene import Scene
from enliven.io.gltf.document import GltfDocument
from enliven.io.gltf.patch import Patch
from enliven.io.gltf.write_animation import append_clip
from enliven.io.gltf.write_skin import append_skin


def animated_document(result: AnimationResult, *, fps: float) -> GltfDocument:
    """The user's document with the motion as one more clip.

    A rig of the file is driven through its own nodes: nothing else changes. A rig that was built here is added with its
    skin first.

    Args:
        result: a joint motion of a scene that was read.
        fps: keys a second.

    Returns:
        A new document with one buffer; what was in the file keeps its number and its bytes.

    Raises:
        EnlivenError: if the motion is of vertices, or does not fit the scene's rig.
    """
    patch = Patch(_source(result.scene))
    append_clip(patch, result, _joint_nodes(patch, result.scene), fps=fps)
    return patch.document()


def rigged_document(scene: Scene) -> GltfDocument:
    """The user's document with the scene's rig: unchanged if the rig is the file's own, or if there is none."""
    source = _source(scene)
    if scene.rig is None or scene.rig.joint_nodes is not None:
        return source
    patch = Patch(source)
    append_skin(patch, source, scene, scene.rig)
    return patch.document()


def _joint_nodes(patch: Patch, scene: Scene) -> tuple[int, ...]:
    if scene.rig is not None and scene.rig.joint_nodes is None:
        return append_skin(patch, _source(scene), scene, scene.rig)
    return () if scene.rig is None or scene.rig.joint_nodes is None else scene.rig.joint_nodes


def _source(scene: Scene) -> GltfDocument:
    if not isinstance(scene.source, GltfDocument):
        raise UnsupportedFeatureError(
            f"{scene.name} comes from {type(scene.source).__name__}, expected a scene that io.read gave; "
            "read the file again"
        )
    return scene.source
