"""A creature in the making: joints, lumps on joints, paint, and finished shells."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from jaxtyping import Float

from enliven.core.mesh import Mesh
from enliven.core.skeleton import Skeleton, skeleton_at
from enliven.creatures.lumps import Ball, Block, Cone, Lump, Number, Point, Rgb, union_distance, union_gradient
from enliven.creatures.paint import Mask, Stain
from enliven.creatures.sheets import on_sheet, sheet
from enliven.creatures.shell import Shell, rigid_shell, vertex_normals

SIDES = (("left", 1.0), ("right", -1.0))
"""Names and signs of x: a creature faces +Z, its left is +X."""


def at(x: Number, y: Number, z: Number) -> Float[np.ndarray, " 3"]:
    """A point, metres."""
    return np.array([x, y, z], dtype=np.float64)


def variation(seed: int, count: int, spread: float) -> list[float]:
    """Factors about 1 that a seed decides; seed 0 stays close to the plain form."""
    rng = np.random.default_rng(seed)
    wide = spread if seed else 0.15 * spread
    return np.exp(np.clip(rng.normal(0.0, wide, count), -2.0 * wide, 2.0 * wide)).tolist()


@dataclass(eq=False)
class Sketch:
    """What an anatomy writes and :mod:`enliven.creatures.creature` reads. Lumps of one group melt together.

    An anatomy works in any unit it likes; ``metres_per_unit`` scales everything in the end.
    """

    metres_per_unit: float = 1.0
    names: list[str] = field(default_factory=list)
    parents: list[int | None] = field(default_factory=list)
    places: list[np.ndarray] = field(default_factory=list)
    groups: dict[str, list[Lump]] = field(default_factory=dict)
    stains: dict[str, list[Stain]] = field(default_factory=dict)
    spacings: dict[str, float] = field(default_factory=dict)
    budgets: dict[str, int] = field(default_factory=dict)
    shells: list[Shell] = field(default_factory=list)

    def joint(self, name: str, parent: str | None, place: np.ndarray) -> str:
        """Add a joint at a place; its parent must be there already."""
        self.parents.append(None if parent is None else self.names.index(parent))
        self.names.append(name)
        self.places.append(np.asarray(place, dtype=np.float64))
        return name

    def place(self, name: str) -> Float[np.ndarray, " 3"]:
        """Where a joint stands, metres."""
        return self.places[self.names.index(name)]

    def skin_point(
        self, origin: np.ndarray, direction: Point, *, group: str = "body"
    ) -> tuple[Float[np.ndarray, " 3"], Float[np.ndarray, " 3"]]:
        """Where a ray from inside leaves the lumps laid so far, and the unit normal there."""
        lumps = self.groups[group]
        unit = np.asarray(direction, dtype=np.float64) / np.linalg.norm(direction)
        near, far = 0.0, 2.0
        for _ in range(3):  # the first step outside, looked at ever closer
            steps = np.linspace(near, far, 65)
            first = int(np.argmin(union_distance(lumps, origin + steps[:, None] * unit) < 0.0))
            near, far = steps[max(first - 1, 0)], steps[first]
        point = origin + far * unit
        slope = union_gradient(lumps, point[None], 1e-3)[0]
        return point, slope / max(float(np.linalg.norm(slope)), 1e-12)

    def group(self, name: str, *, spacing: float, vertices: int) -> None:
        """Set the grid and the number of vertices of a group of lumps."""
        self.spacings[name], self.budgets[name] = spacing, vertices

    def cone(
        self,
        joint: str,
        start: np.ndarray,
        end: np.ndarray,
        radii: tuple[Number, Number],
        rgb: Rgb,
        *,
        blend: float,
        group: str = "body",
        flatten: float = 1.0,
        flat_axis: Point = (1.0, 0.0, 0.0),
        carves: bool = False,
    ) -> None:
        """Lay a tapered capsule."""
        lump = Cone(joint, np.asarray(start), np.asarray(end), *radii, rgb, blend, flatten, flat_axis, carves)
        self.groups.setdefault(group, []).append(lump)

    def ball(
        self,
        joint: str,
        centre: np.ndarray,
        radii: Point | Number,
        rgb: Rgb,
        *,
        blend: float,
        group: str = "body",
        turn: np.ndarray | None = None,
        carves: bool = False,
    ) -> None:
        """Lay an ellipsoid."""
        sizes = np.full(3, radii) if isinstance(radii, float | int) else np.asarray(radii, dtype=np.float64)
        turned = np.eye(3) if turn is None else turn
        lump = Ball(joint, np.asarray(centre), sizes, turned, rgb, blend, carves)
        self.groups.setdefault(group, []).append(lump)

    def block(
        self,
        joint: str,
        centre: np.ndarray,
        half: Point,
        rgb: Rgb,
        *,
        round_m: float,
        blend: float,
        group: str = "body",
        turn: np.ndarray | None = None,
        carves: bool = False,
    ) -> None:
        """Lay a rounded box."""
        turned = np.eye(3) if turn is None else turn
        lump = Block(joint, np.asarray(centre), np.asarray(half), turned, round_m, rgb, blend, carves)
        self.groups.setdefault(group, []).append(lump)

    def chain(
        self,
        joints: list[str],
        points: list[np.ndarray],
        radii: list[float],
        rgb: Rgb,
        *,
        blend: float,
        group: str = "body",
        flatten: float = 1.0,
        flat_axis: Point = (1.0, 0.0, 0.0),
    ) -> None:
        """Lay a row of capsules, one for each joint, from each point to the next."""
        for k, joint in enumerate(joints):
            self.cone(
                joint,
                points[k],
                points[k + 1],
                (radii[k], radii[k + 1]),
                rgb,
                blend=blend,
                group=group,
                flatten=flatten,
                flat_axis=flat_axis,
            )

    def stain(self, rgb: Rgb, mask: Mask, *, group: str = "body") -> None:
        """Lay paint on a group."""
        self.stains.setdefault(group, []).append(Stain(rgb=rgb, mask=mask))

    def solid(self, joint: str, mesh: Mesh, rgb: Rgb | np.ndarray) -> None:
        """Add a finished mesh that follows one joint."""
        self.shells.append(rigid_shell(mesh, joint, rgb))

    def sheet(
        self,
        joints: tuple[str, ...],
        points: Float[np.ndarray, "rows columns 3"],
        thickness: Float[np.ndarray, "rows columns"],
        rgb: Float[np.ndarray, "rows columns 3"],
        weights: Float[np.ndarray, "rows columns influences"],
    ) -> None:
        """Add a thin sheet with a colour and weights over ``joints`` at every grid point."""
        summed = np.maximum(weights, 0.0)
        summed = summed / summed.sum(axis=2, keepdims=True)
        mesh = sheet(points, thickness)
        self.shells.append(Shell(mesh, vertex_normals(mesh), on_sheet(rgb), joints, on_sheet(summed)))

    def skeleton(self, lift: np.ndarray) -> Skeleton:
        """The joints, moved by ``lift`` (units) and scaled to metres, with axes along the model's."""
        model_from_joint = np.tile(np.eye(4), (len(self.names), 1, 1))
        model_from_joint[:, :3, 3] = (np.stack(self.places) + lift) * self.metres_per_unit
        return skeleton_at(tuple(self.names), tuple(self.parents), model_from_joint)


def sides() -> Iterator[tuple[str, float]]:
    """Left, then right: name and sign of x."""
    yield from SIDES
