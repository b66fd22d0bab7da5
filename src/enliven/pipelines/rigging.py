"""A rig for any scene: the file's own if it has one, else one built from the shape."""

from dataclasses import dataclass, replace

import numpy as np

from enliven.core.mesh import Mesh
from enliven.core.progress import Progress
from enliven.core.scene import Rig, Scene
from enliven.core.skeleton import skeleton_at
from enliven.core.skin import Skin
from enliven.geometry.rigging import AutoRig, auto_rig, nodes_rig
from enliven.geometry.turning import turn_from


@dataclass(frozen=True, slots=True, eq=False)
class RiggedScene:
    """A scene that has a rig, and how it came by it."""

    scene: Scene
    rig: Rig
    made_here: bool
    confidence: float  # 0 to 1; 1 for a rig of the file
    notes: tuple[str, ...]


def rigged(scene: Scene, progress: Progress, *, faces: str | None = None) -> RiggedScene:
    """Give the scene a rig unless it has one; never fails on a scene that holds triangles.

    Args:
        scene: any scene that was read.
        progress: told of the stages.
        faces: which way it faces; a rig that is built here asks the shape when ``None``.

    Returns:
        The scene with its rig; vertices and source untouched.
    """
    if scene.rig is not None:
        return RiggedScene(scene=scene, rig=scene.rig, made_here=False, confidence=1.0, notes=())
    moving_parts = nodes_rig(scene)
    if moving_parts is not None:
        note = f"{len(moving_parts.skeleton)} parts ride on their own nodes: those are animated, no skin is added"
        return RiggedScene(
            replace(scene, rig=moving_parts), moving_parts, made_here=True, confidence=1.0, notes=(note,)
        )
    progress("building a rig", 0, 1)
    made = auto_rig(scene.mesh, progress=progress) if faces is None else _facing(scene.mesh, faces, progress)
    rig = Rig(skeleton=made.skeleton, skin=made.skin, joint_nodes=None, kind="skin")
    progress("building a rig", 1, 1)
    note = f"no rig in the file: built one with {len(made.skeleton)} joints"
    return RiggedScene(
        replace(scene, rig=rig), rig, made_here=True, confidence=made.confidence, notes=(note, *made.notes)
    )


def _facing(mesh: Mesh, faces: str, progress: Progress) -> AutoRig:
    """The rig of a shape that is known to face so: turned to the front, rigged, and turned back."""
    turn = turn_from(faces)
    made = auto_rig(Mesh(mesh.vertices @ turn.T, mesh.faces), progress=progress)
    placed = np.array(made.skeleton.model_from_joint)
    placed[:, :3, 3] = placed[:, :3, 3] @ turn
    skeleton = skeleton_at(made.skeleton.names, made.skeleton.parents, placed)
    skin = Skin(made.skin.weights, np.linalg.inv(placed))
    return replace(made, skeleton=skeleton, skin=skin, front=made.front @ turn)
