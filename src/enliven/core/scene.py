"""The user's file as values: its parts, its rig, its clips, and the untouched source they came from."""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from jaxtyping import Float

from enliven.core.mesh import Mesh, concatenate
from enliven.core.skeleton import Skeleton
from enliven.core.skin import Skin


@dataclass(frozen=True, slots=True, eq=False)
class Appearance:
    """How a part looks, as far as a preview needs it. Images stay encoded until something draws them."""

    name: str = ""
    base_rgba: tuple[float, float, float, float] = (0.8, 0.8, 0.8, 1.0)  # linear
    vertex_rgba: Float[np.ndarray, "vertices 4"] | None = None  # linear
    uv: Float[np.ndarray, "vertices 2"] | None = None  # u right, v down, as in glTF
    normals: Float[np.ndarray, "vertices 3"] | None = None  # unit, model space; None: shade from the faces
    image: bytes | None = None  # encoded PNG, JPEG or WebP of the base colour
    double_sided: bool = False
    alpha_cutoff: float | None = None  # set for masked materials
    blended: bool = False  # transparent as its alpha says, where there is no cutoff


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """One drawable piece (a glTF primitive of one node); vertices in model space at rest, in source order."""

    name: str
    mesh: Mesh
    appearance: Appearance
    node: int  # number of the source node that carries it
    node_name: str = ""
    pivot_m: Float[np.ndarray, " 3"] | None = None  # origin of that node in model space
    nodes_above: tuple[int, ...] = ()  # the nodes that it hangs from, nearest first


RigKind = Literal["skin", "nodes"]


@dataclass(frozen=True, slots=True, eq=False)
class Rig:
    """A skeleton over the vertices of all parts, tied to the nodes of the source.

    ``kind`` is ``"skin"`` for joints of a skin and ``"nodes"`` for parts that ride on their own nodes (one-hot
    weights). A rig built here has no nodes yet (``joint_nodes is None``): the writer makes them. The rest pose is the
    bind pose, which may differ from the pose the file's nodes stand in.
    """

    skeleton: Skeleton
    skin: Skin  # rows: the vertices of all parts, concatenated in order
    joint_nodes: tuple[int, ...] | None  # source node of each joint
    kind: RigKind


@dataclass(frozen=True, slots=True)
class ExistingClip:
    """An animation already in the file; it stays."""

    name: str
    duration_s: float
    channels: int


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A file that was read: what it holds, in model space (world of the default scene), and its source."""

    name: str  # file name, for messages
    parts: tuple[Part, ...]
    rig: Rig | None
    clips: tuple[ExistingClip, ...]
    source: object = field(repr=False)  # io's own document; nobody else looks inside
    notes: tuple[str, ...] = ()  # what was repaired or left out while reading, a sentence each
    _joined: list[Mesh] = field(default_factory=list, init=False, repr=False)  # ``mesh``, once it was asked for

    @property
    def mesh(self) -> Mesh:
        """All parts as one mesh; vertex order is part order. Joined at the first reading and kept."""
        if not self._joined:
            self._joined.append(concatenate([part.mesh for part in self.parts]))
        return self._joined[0]
