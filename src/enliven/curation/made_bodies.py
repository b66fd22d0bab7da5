"""Bodies for motions that programs make: samples with their own rig, samples rigged from their shape, random things."""

from dataclasses import dataclass

import numpy as np

from enliven.core.body import Body
from enliven.core.mesh import Mesh
from enliven.core.skeleton import Skeleton
from enliven.core.skin import Skin
from enliven.creatures.catalogue import rig_kind_of, sketch_of
from enliven.creatures.contraptions import CONTRAPTIONS
from enliven.creatures.creature import roughed
from enliven.creatures.programs_legs import Build
from enliven.creatures.programs_names import sample_names
from enliven.geometry.body import body_from
from enliven.geometry.deforming import deforming_rig
from enliven.geometry.rigging import auto_rig


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
    own = _actor(kind, seed, f"made/{kind}_{seed}", creature.mesh, creature.skeleton, creature.skin)
    if not rerigged:
        return (own,)
    made = auto_rig(creature.mesh)
    return own, _actor(kind, seed, f"made/{kind}_{seed}_rigged", creature.mesh, made.skeleton, made.skin)


def random_actor(kind: str, seed: int) -> Actor:
    """A random thing of a kind of ``creatures.contraptions``."""
    number = sorted(CONTRAPTIONS).index(kind)
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
