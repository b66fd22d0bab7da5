"""Carry a motion from one body to another, limb by limb."""

from dataclasses import dataclass, replace

import numpy as np
from jaxtyping import Float

from enliven.core.body import Body
from enliven.core.motion import JointMotion, Spin
from enliven.core.splines import Spline
from enliven.geometry.body import travelling_joints
from enliven.geometry.kinematics import ModelPose, forward, inverse, posed_at
from enliven.geometry.retarget.alignment import alignments
from enliven.geometry.retarget.bones import Bones, bones_of, trunk_root
from enliven.geometry.retarget.limbs import Plan, plan_of
from enliven.geometry.retarget.matching import Match, matched
from enliven.geometry.rotations import matrix_from_wxyz, unwrapped_vectors, wxyz_from_matrix
from enliven.geometry.spline_fit import fitted_controls

_SAMPLES_PER_CONTROL = 4
_SUNK = 1.3  # standard deviations of a joint's skin below its middle where it ends
_MOST_SCALE = 2.5
_UNFELT = 0.03  # body units that feet may leave the ground by where the source's do not: less jerky than to follow


@dataclass(frozen=True, slots=True, eq=False)
class Carrier:
    """Two bodies matched once, for any number of motions."""

    source: Plan
    target: Plan
    match: Match
    turns: Float[np.ndarray, "joints 3 3"]

    @property
    def scale(self) -> float:
        """How much farther the target travels."""
        if not self.source.leg_ranks or not self.target.leg_ranks:
            return 1.0
        return float(np.clip(self.target.leg_length / self.source.leg_length, 1.0 / _MOST_SCALE, _MOST_SCALE))


def carrier(source: Plan, target: Plan) -> Carrier:
    """Match two bodies."""
    match = matched(source, target)
    return Carrier(source, target, match, alignments(source, target, match))


def plan_for(body: Body) -> Plan:
    """A body taken apart into limbs."""
    return plan_of(bones_of(body))


def retargeted(motion: JointMotion, source: Body, target: Body, *, controls: int = 12) -> JointMotion:
    """The motion of the source as the target would make it.

    Args:
        motion: of the source, in body units.
        source: the rig the motion was made for.
        target: the rig that shall move.
        controls: spline controls of the result.

    Returns:
        A motion of the target in body units. Matched limbs point as those of the source do, whatever their rest poses;
        the rest follows its parents. The root travels in proportion to the legs and keeps the feet on the ground.
    """
    return carried(carrier(plan_for(source), plan_for(target)), motion, controls=controls)


def carried(pair: Carrier, motion: JointMotion, *, controls: int = 12) -> JointMotion:
    """As ``retargeted``, for bodies that are matched already."""
    count = _SAMPLES_PER_CONTROL * controls
    phases = np.linspace(0.0, 1.0, count, endpoint=not motion.loop)
    times_s = phases * motion.duration_s
    source, target = pair.source.bones, pair.target.bones
    still = replace(motion, spins=(), travel_m=None)
    placed = forward(source.body.rest_positions, source.body.parents, posed_at(still, times_s, source.body.parents))
    middle = np.asarray(source.body.rest_positions)[0] - source.rest[0]
    placed = ModelPose(placed.rotations, placed.positions - middle)
    rotations = _followed(pair, placed.rotations)
    pose = _stood(pair, placed, rotations, loop=motion.loop)
    shift = np.asarray(target.body.rest_positions)[0] - target.rest[0]
    pose = ModelPose(pose.rotations, pose.positions + shift)
    local = inverse(np.asarray(target.body.rest_positions, dtype=np.float64), target.body.parents, pose)
    travelling = travelling_joints(target.body)
    translations = np.where(travelling[None, :, None], local.translations, 0.0)
    rotation_curve, translation_curve = (
        Spline(fitted_controls(phases, samples, controls, loop=motion.loop), motion.duration_s, motion.loop)
        for samples in (unwrapped_vectors(local.rotations), translations)
    )
    travel = None if motion.travel_m is None else motion.travel_m * pair.scale
    return JointMotion(rotation_curve, translation_curve, _spins(pair, motion), travel)


def _followed(pair: Carrier, rotations: np.ndarray) -> np.ndarray:
    """Global rotations of the target's joints."""
    target = pair.target.bones
    wxyz = wxyz_from_matrix(rotations)
    out = np.tile(np.eye(3), (len(rotations), len(target.body), 1, 1))
    for joint in target.order:
        follows = pair.match.follows[joint]
        up = target.parents[joint]
        if len(follows) == 1:
            out[:, joint] = rotations[:, follows[0][0]] @ pair.turns[joint]
        elif follows:
            first = wxyz[:, max(follows, key=lambda one: one[1])[0]]
            mean = np.zeros_like(first)
            for other, weight in follows:
                near = np.where((wxyz[:, other] * first).sum(axis=-1, keepdims=True) < 0.0, -1.0, 1.0)
                mean += weight * near * wxyz[:, other]
            mean /= np.linalg.norm(mean, axis=-1, keepdims=True)
            out[:, joint] = matrix_from_wxyz(mean) @ pair.turns[joint]
        elif up is not None and joint not in target.stems:
            out[:, joint] = out[:, up]
    return out


def _stood(pair: Carrier, placed: ModelPose, rotations: np.ndarray, *, loop: bool) -> ModelPose:
    """Positions of the target's joints, moved as the source's hips move, the ground as far below as there."""
    source, target = pair.source.bones, pair.target.bones
    positions = np.zeros((len(rotations), len(target.body), 3))
    first = trunk_root(target)
    for joint in target.order:
        up = target.parents[joint]
        if joint == target.root or joint in (*target.stems, first):
            positions[:, joint] = target.rest[joint]
        elif up is not None:
            positions[:, joint] = positions[:, up] + rotations[:, up] @ (target.rest[joint] - target.rest[up])
    ours, theirs = _hips(pair.target), _hips(pair.source)
    at = _point(ModelPose(rotations, positions), target, first, ours)
    other = trunk_root(source)
    shift = pair.scale * (_point(placed, source, other, theirs) - theirs) - (at - ours)
    moving = np.ones(len(target.body), dtype=bool)
    moving[list(target.stems)] = False
    positions[:, moving] += shift[:, None]
    positions[:, moving, 1] += _lift(pair, placed, ModelPose(rotations, positions), loop=loop)[:, None]
    return ModelPose(rotations, positions)


def _hips(plan: Plan) -> np.ndarray:
    """Where the weight hangs at rest: between the tops of the hind legs, or where the body begins."""
    tops = [plan.limbs[number].start for number, rank in plan.leg_ranks.items() if rank == 0.0]
    if tops:
        place = np.mean(tops, axis=0)
        return np.array([0.0, place[1], place[2]])
    return np.array(plan.bones.rest[trunk_root(plan.bones)])


def _point(pose: ModelPose, bones: Bones, joint: int, place: np.ndarray) -> np.ndarray:
    return pose.positions[:, joint] + pose.rotations[:, joint] @ (place - bones.rest[joint])


def _lift(pair: Carrier, placed: ModelPose, pose: ModelPose, *, loop: bool) -> np.ndarray:
    """How far the target must rise so that what it stands on moves as that of the source does, and nothing sinks."""
    if not pair.source.leg_ranks or not pair.target.leg_ranks:
        return np.zeros(len(pose.positions))
    heights = []
    for plan, moved in ((pair.source, placed), (pair.target, pose)):
        bones = plan.bones
        still = ModelPose(np.tile(np.eye(3), (1, len(bones.body), 1, 1)), bones.rest[None])
        ends = _bottoms(plan, moved, _SUNK), _bottoms(plan, still, _SUNK)
        standing = plan.standing & (np.asarray(bones.body.skin_shares) > 1e-5)
        if not standing.any():
            return np.zeros(len(pose.positions))
        ground = ends[1][0, standing].min()
        rest_all = _bottoms(plan, still, 0.0)[0].min()
        heights.append((ends[0][:, standing].min(axis=1) - ground, _bottoms(plan, moved, 0.0).min(axis=1) - rest_all))
    (theirs, their_sink), (ours, our_sink) = heights
    lift = pair.scale * theirs - ours
    sunk = np.minimum(pair.scale * their_sink, 0.0) - (our_sink + lift)
    lift = lift + np.maximum(sunk, 0.0)
    off = lift - lift.mean()
    large = np.sign(off) * np.maximum(np.abs(off) - _UNFELT, 0.0)
    return lift.mean() + _smoothed(large, loop=loop)


def _smoothed(heights: np.ndarray, *, loop: bool) -> np.ndarray:
    """Without the jerks that come from one part leaving the ground as another meets it."""
    half = max(1, len(heights) // 6)
    window = np.hanning(2 * half + 3)[1:-1]
    padded = np.pad(heights, half, mode="wrap" if loop else "edge")
    return np.convolve(padded, window / window.sum(), mode="valid")


def _bottoms(plan: Plan, pose: ModelPose, spreads: float) -> np.ndarray:
    """Height of the skin of each joint, so many standard deviations below its middle; joints without count as high."""
    body = plan.bones.body
    down = pose.rotations[:, :, 1]
    middle = pose.positions[..., 1] + np.einsum("tjk,jk->tj", down, np.asarray(body.skin_offsets, dtype=np.float64))
    spread = np.sqrt(np.einsum("tjk,jk->tj", down**2, np.asarray(body.skin_extents, dtype=np.float64) ** 2))
    carries = np.asarray(body.skin_shares) > 1e-5
    return np.where(carries, middle - spreads * spread, 1e3)


def _spins(pair: Carrier, motion: JointMotion) -> tuple[Spin, ...]:
    spins = []
    for spin in motion.spins:
        for joint, follows in enumerate(pair.match.follows):
            if len(follows) == 1 and follows[0][0] == spin.joint:
                spins.append(Spin(joint, pair.turns[joint].T @ spin.axis, spin.angle_rad))
    return tuple(spins)
