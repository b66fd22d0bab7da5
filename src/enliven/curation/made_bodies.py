"""Bodies for motions that programs make: samples with their own rig, samples rigged from their shape, random things."""

from dataclasses import dataclass

import numpy as np

from enliven.core.body import Body
from enliven.core.mesh import Mesh
from enliven.core.motion import JointPose
from enliven.core.skeleton import Skeleton, skeleton_at
from enliven.core.skin import Skin
from enliven.creatures.catalogue import rig_kind_of, sketch_of
from enliven.creatures.contraptions_craft import CONTRAPTIONS
from enliven.creatures.creature import roughed
from enliven.creatures.programs_legs import Build, bare_build, bone_directions, least_turn
from enliven.creatures.programs_names import sample_names
from enliven.geometry.body import body_from
from enliven.geometry.deforming import deforming_rig
from enliven.geometry.kinematics import forward, model_from_rest
from enliven.geometry.rigging import auto_rig
from enliven.geometry.rotations import vector_from_matrix
from enliven.geometry.skinning import skinned

_ARMS = ((1.0, 0.0, 0.0), (0.75, -0.65, 0.0), (0.2, -1.0, 0.0), (1.0, -0.25, 0.1), (0.45, -0.9, 0.0))
"""Directions in which arms rest: T and A poses, and hanging."""


@dataclass(frozen=True, slots=True, eq=False)
class Actor:
    """A body that programs move: ``build`` is the same body, its joints called as the programs of ``kind`` call them.

    Mesh, skeleton and skin are for who wants to draw it, in metres.
    """

    kind: str
    seed: int
    rig: str
    body: Body
    build: Build
    mesh: Mesh
    skeleton: Skeleton
    skin: Skin


def sampled_actors(kind: str, seed: int, *, rerigged: bool) -> tuple[Actor, ...]:
    """A sample of a kind with its own rig.

    Args:
        kind: of ``creatures.KINDS``.
        seed: its proportions.
        rerigged: also the same shape with a rig built from it, as a user's file without a rig gets one.

    Returns:
        One actor or two.
    """
    creature = roughed(sketch_of(kind, seed), kind=kind, seed=seed, rig_kind=rig_kind_of(kind))
    mesh, skeleton = creature.mesh, creature.skeleton
    if "arm_upper_left" in skeleton.names and kind != "dinosaur" and seed % 3:
        mesh, skeleton = _arms_posed(mesh, skeleton, creature.skin, _ARMS[seed % len(_ARMS)])
    own = _actor(kind, seed, f"made/{kind}_{seed}", mesh, skeleton, creature.skin)
    if not rerigged:
        return (own,)
    made = auto_rig(mesh)
    return own, _actor(kind, seed, f"made/{kind}_{seed}_rigged", mesh, made.skeleton, made.skin)


def _arms_posed(
    mesh: Mesh, skeleton: Skeleton, skin: Skin, direction: tuple[float, float, float]
) -> tuple[Mesh, Skeleton]:
    """Another rest pose: the upper arms in a direction, given for the left; axes stay along the model's."""
    places = skeleton.rest_positions
    bones = bone_directions(bare_build(skeleton.names, skeleton.parents, places))
    rotations = np.zeros((1, len(skeleton), 3))
    for side, sign in (("left", 1.0), ("right", -1.0)):
        joint = skeleton.names.index(f"arm_upper_{side}")
        turn = least_turn(bones[joint][None], np.array([direction]) * [sign, 1.0, 1.0])
        rotations[:, joint] = vector_from_matrix(turn)
    placed = forward(places, skeleton.parents, JointPose(rotations, np.zeros_like(rotations)))
    vertices = skinned(mesh.vertices, skin.weights, model_from_rest(places, placed))[0]
    model_from_joint = np.tile(np.eye(4), (len(skeleton), 1, 1))
    model_from_joint[:, :3, 3] = placed.positions[0]
    posed = skeleton_at(skeleton.names, skeleton.parents, model_from_joint)
    return Mesh(vertices=vertices, faces=mesh.faces), posed


def random_actor(kind: str, seed: int) -> Actor:
    """A random thing of a kind of ``creatures.contraptions``."""
    number = list(CONTRAPTIONS).index(kind)
    thing = CONTRAPTIONS[kind](np.random.default_rng([number, seed]))
    return _actor(kind, seed, f"made/{kind}_{seed}", thing.mesh, thing.skeleton, thing.skin)


def _actor(kind: str, seed: int, rig: str, mesh: Mesh, skeleton: Skeleton, skin: Skin) -> Actor:
    kept = deforming_rig(skeleton, skin, mesh)
    body = body_from(kept.skeleton, kept.skin, mesh)
    places = body.rest_positions.astype(np.float64)
    build = Build(
        names=sample_names(body.names, body.parents, kind),
        parents=body.parents,
        places=places,
        middles=places + body.skin_offsets,
        extents=body.skin_extents.astype(np.float64),
        floor=float((mesh.vertices[:, 1].min() - body.origin_m[1]) / body.metres_per_unit),
    )
    return Actor(kind, seed, rig, body, build, mesh, kept.skeleton, kept.skin)
