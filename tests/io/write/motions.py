"""Motions for the writing tests: every joint turns a little, roots wander."""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
from tests.io.gltf.build import Builder
from tests.io.write.sources import as_glb

from enliven.core.motion import JointMotion
from enliven.core.request import AnimationResult
from enliven.core.scene import Rig, Scene
from enliven.core.skeleton import Skeleton, skeleton_at
from enliven.core.skin import Skin
from enliven.core.splines import Spline
from enliven.geometry.skinning import normalised_weights, skinned
from enliven.io.gltf.document import parse_glb
from enliven.io.gltf.scene import scene_from
from enliven.io.gltf.tracks import model_from_rest_at


def scene_of(build: Builder) -> Scene:
    return scene_from(parse_glb(as_glb(build), "input.glb"))


def rig_around(scene: Scene, roots: int = 2) -> Rig:
    """Four joints in and around the parts; every vertex follows the two nearest by closeness."""
    vertices = scene.mesh.vertices
    rng = np.random.default_rng(5)
    placed = np.repeat(np.eye(4)[None], 4, axis=0)
    placed[:, :3, 3] = rng.choice(vertices, 4) * 0.8 + 0.05
    parents = (None, None if roots == 2 else 0, 1, 1)
    skeleton = skeleton_at(("hip", "crate", "arm", "arm"), parents, placed)
    apart = np.linalg.norm(vertices[:, None] - placed[None, :, :3, 3], axis=2)
    closeness = np.where(apart <= np.sort(apart, axis=1)[:, 1:2], 1.0 / (0.1 + apart), 0.0)
    return Rig(skeleton, Skin(normalised_weights(closeness), np.linalg.inv(placed)), None, "skin")


def made_rigged(scene: Scene, roots: int = 2) -> Scene:
    return scene if scene.rig is not None else replace(scene, rig=rig_around(scene, roots))


def wandering(skeleton: Skeleton, *, loop: bool = True, seconds: float = 1.1, amount: float = 0.3) -> JointMotion:
    rng = np.random.default_rng(8)
    roots = np.array([parent is None for parent in skeleton.parents])[None, :, None]
    turns = rng.normal(size=(6, len(skeleton), 3)) * amount
    steps = rng.normal(size=(6, len(skeleton), 3)) * amount * roots
    return JointMotion(Spline(turns, seconds, loop), Spline(steps, seconds, loop))


def result_of(scene: Scene, motion: JointMotion | None = None, name: str = "walks") -> AnimationResult:
    rig = scene.rig
    assert rig is not None
    return AnimationResult(
        scene=scene,
        motion=motion if motion is not None else wandering(rig.skeleton),
        skeleton=rig.skeleton,
        skin=rig.skin,
        drives=tuple(range(len(rig.skeleton))),
        clip_name=name,
        route="skeleton",
    )


def own_vertices(result: AnimationResult, time_s: float) -> np.ndarray:
    """Where the package itself puts the vertices of all parts."""
    rig = result.scene.rig
    assert rig is not None
    assert isinstance(result.motion, JointMotion)
    assert result.skeleton is not None
    moved = model_from_rest_at(result.motion, result.skeleton, np.array([time_s]))[:, list(result.drives)]
    return skinned(result.scene.mesh.vertices, rig.skin.weights, moved)[0]


def part_places(scene: Scene, root: dict[str, Any]) -> list[tuple[int, int]]:
    """Node and primitive in the written file of every part of the scene."""
    assert scene.rig is not None
    if scene.rig.joint_nodes is None:  # skinned here: new nodes in the order of the old
        return [
            (node, number)
            for node, stored in enumerate(root["nodes"])
            if "skin" in stored
            for number, primitive in enumerate(root["meshes"][stored["mesh"]]["primitives"])
            if primitive.get("mode", 4) >= 4
        ]
    numbers: Counter[int] = Counter()
    places = []
    for part in scene.parts:
        places.append((part.node, numbers[part.node]))
        numbers[part.node] += 1
    return places
