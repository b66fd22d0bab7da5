"""A finished creature: core values, ready for any writer."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from enliven.core.mesh import Mesh, concatenate
from enliven.core.scene import Appearance, Part, Rig, RigKind
from enliven.core.skeleton import Skeleton
from enliven.core.skin import Skin
from enliven.creatures.sculpt import roughly_sculpted, sculpted
from enliven.creatures.shell import Shell
from enliven.creatures.sketch import Sketch
from enliven.geometry.skinning import strongest_influences


@dataclass(frozen=True, slots=True, eq=False)
class Creature:
    """A body with its colours and its skeleton, facing +Z, standing on y = 0, metres.

    ``skin`` covers the vertices of all parts in order. Unrigged, there is one part, and skeleton and skin are for who
    wants them; rigged, a mechanical creature has one part a joint, and ``rig_kind`` says how it moves.
    """

    kind: str
    seed: int
    parts: tuple[Part, ...]
    skeleton: Skeleton
    skin: Skin
    rig_kind: RigKind
    rigged: bool

    @property
    def mesh(self) -> Mesh:
        """All parts as one mesh."""
        return concatenate([part.mesh for part in self.parts])

    @property
    def vertex_rgba(self) -> Float[np.ndarray, "vertices 4"]:
        """Linear colours of the vertices of all parts."""
        colours = [part.appearance.vertex_rgba for part in self.parts]
        return np.concatenate([rgba for rgba in colours if rgba is not None])

    @property
    def rig(self) -> Rig | None:
        """The rig that a file of this creature carries; none where it is not rigged."""
        if not self.rigged:
            return None
        return Rig(skeleton=self.skeleton, skin=self.skin, joint_nodes=None, kind=self.rig_kind)


def finished(sketch: Sketch, *, kind: str, seed: int, rigged: bool, rig_kind: RigKind) -> Creature:
    """Sculpt the groups of a sketch, join all shells, stand them on y = 0, and bind them to the joints."""
    shells = [
        sculpted(lumps, sketch.stains.get(group, []), spacing=sketch.spacings[group], vertices=sketch.budgets[group])
        for group, lumps in sketch.groups.items()
    ]
    return _assembled(sketch, shells + sketch.shells, kind, seed, rigged=rigged, rig_kind=rig_kind)


def roughed(sketch: Sketch, *, kind: str, seed: int, rig_kind: RigKind, coarse: float = 2.0) -> Creature:
    """The unrigged creature as :func:`finished` makes it, but grey and on a grid ``coarse`` times as wide: fast."""
    shells = [
        roughly_sculpted(lumps, spacing=coarse * sketch.spacings[group]) for group, lumps in sketch.groups.items()
    ]
    return _assembled(sketch, shells + sketch.shells, kind, seed, rigged=False, rig_kind=rig_kind)


def _assembled(
    sketch: Sketch, shells: list[Shell], kind: str, seed: int, *, rigged: bool, rig_kind: RigKind
) -> Creature:
    lift = np.array([0.0, -min(float(shell.mesh.vertices[:, 1].min()) for shell in shells), 0.0])
    skeleton = sketch.skeleton(lift)
    split = rigged and rig_kind == "nodes"
    buckets = _by_joint(shells, skeleton) if split else {kind: shells}
    parts = tuple(
        _part(name, number, own, lift, sketch.metres_per_unit) for number, (name, own) in enumerate(buckets.items())
    )
    weights = np.concatenate([_weights(shell, skeleton) for own in buckets.values() for shell in own])
    joint_from_mesh = np.tile(np.eye(4), (len(skeleton), 1, 1))
    joint_from_mesh[:, :3, 3] = -skeleton.rest_positions
    skin = Skin(weights=weights, joint_from_mesh=joint_from_mesh)
    return Creature(kind, seed, parts, skeleton, skin, rig_kind, rigged)


def _by_joint(shells: list[Shell], skeleton: Skeleton) -> dict[str, list[Shell]]:
    """Shells under the joint that holds most of them, in the order of the joints."""
    own: dict[str, list[Shell]] = {name: [] for name in skeleton.names}
    for shell in shells:
        own[shell.joints[int(shell.weights.sum(axis=0).argmax())]].append(shell)
    return {name: group for name, group in own.items() if group}


def _part(name: str, node: int, shells: list[Shell], lift: np.ndarray, scale: float) -> Part:
    mesh = concatenate([shell.mesh for shell in shells])
    rgb = np.clip(np.concatenate([shell.rgb for shell in shells]), 0.0, 1.0)
    rgba = np.concatenate([rgb, np.ones((len(rgb), 1))], axis=1)
    normals = np.concatenate([shell.normals for shell in shells])
    appearance = Appearance(name=name, base_rgba=(1.0, 1.0, 1.0, 1.0), vertex_rgba=rgba, normals=normals)
    return Part(name, Mesh(vertices=(mesh.vertices + lift) * scale, faces=mesh.faces), appearance, node)


def _weights(shell: Shell, skeleton: Skeleton) -> np.ndarray:
    weights = np.zeros((len(shell.mesh.vertices), len(skeleton)))
    for column, joint in enumerate(shell.joints):
        weights[:, skeleton.names.index(joint)] += shell.weights[:, column]
    return strongest_influences(weights, 4)
