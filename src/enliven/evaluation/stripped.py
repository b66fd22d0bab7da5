"""A route that must do without the file's rig, judged on that rig all the same.

What the route makes of the bare shape moves its vertices; the file's own rig is fitted to them
(``geometry.fit_joints``), so that one judge reads every route alike: this one, and those that know no joints.
"""

from dataclasses import replace

import numpy as np

from enliven.core.motion import JointMotion
from enliven.core.progress import Progress
from enliven.core.request import AnimationRequest, AnimationResult, Route
from enliven.core.scene import Scene
from enliven.core.skeleton import Parents
from enliven.core.splines import Spline
from enliven.evaluation.shape import first_cycle
from enliven.geometry.body import surface_weights
from enliven.geometry.deforming import deforming_rig
from enliven.geometry.fit_joints import JointFit, fit_joints
from enliven.geometry.kinematics import forward, model_from_rest, posed_at
from enliven.geometry.skinning import skinned
from enliven.geometry.spline_fit import fitted_controls

_MOST_VERTICES = 4000
_SAMPLES = 3  # frames a control


def without_rig(route: Route) -> Route:
    """The route on the scene without its rig; the motion comes back on the file's own deforming joints.

    Args:
        route: one that gives joint motions of whatever rig it finds or makes.

    Returns:
        A route; scenes that have no rig are handed on as they are.
    """

    def stripped(scene: Scene, request: AnimationRequest, progress: Progress) -> AnimationResult:
        if scene.rig is None:
            return route(scene, request, progress)
        result = route(replace(scene, rig=None), request, progress)
        own = deforming_rig(scene.rig.skeleton, scene.rig.skin, scene.mesh)
        motion = first_cycle(_joint_motion(result))
        count = len(motion.rotations.controls)
        phases = np.linspace(0.0, 1.0, _SAMPLES * count, endpoint=not motion.loop)
        fit = fit_of(scene, result, motion, own.skeleton.rest_positions, own.skeleton.parents, own.skin.weights, phases)
        curves = [
            Spline(fitted_controls(phases, track, count, loop=motion.loop), motion.duration_s, motion.loop)
            for track in (fit.pose.rotations, fit.pose.translations)
        ]
        fitted = JointMotion(rotations=curves[0], translations=curves[1])
        return replace(result, motion=fitted, skeleton=own.skeleton, skin=own.skin, drives=own.drives, scene=scene)

    return stripped


def fit_of(
    scene: Scene,
    result: AnimationResult,
    motion: JointMotion,
    places: np.ndarray,
    parents: Parents,
    weights: np.ndarray,
    phases: np.ndarray,
) -> JointFit:
    """Another rig's joints fitted to the vertices of a result, thinned where there are many."""
    assert result.skeleton is not None
    assert result.skin is not None
    mesh = scene.mesh
    thinned = slice(None, None, -(-len(mesh.vertices) // _MOST_VERTICES))
    rest, skeleton = mesh.vertices[thinned], result.skeleton
    pose = posed_at(motion, phases * motion.duration_s, skeleton.parents)
    moved = model_from_rest(skeleton.rest_positions, forward(skeleton.rest_positions, skeleton.parents, pose))
    frames = skinned(rest, np.asarray(result.skin.weights[thinned], dtype=np.float64), moved)
    return fit_joints(places, parents, weights[thinned], rest, frames, counts=surface_weights(mesh)[thinned])


def _joint_motion(result: AnimationResult) -> JointMotion:
    if not isinstance(result.motion, JointMotion):
        raise TypeError("only joint motions are read back; the route gave vertices")
    return result.motion
