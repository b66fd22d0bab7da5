"""A forest of joints at rest."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from enliven.core.errors import InvalidSkeletonError

Parents = tuple[int | None, ...]
"""The joint above each joint; ``None`` for a root."""


def above_or_self(parents: Parents) -> Int[np.ndarray, " joints"]:
    """The parent of each joint as an index; a root's is the root itself."""
    return np.array([joint if parent is None else parent for joint, parent in enumerate(parents)], dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Skeleton:
    """Joints in an order where a parent stands before its children; a root has parent ``None``.

    ``parent_from_joint`` is the rest transform, 4x4, column vectors; for a root the parent is model space
    (metres, +Y up). Transforms may hold scale and mirroring.

    Raises:
        InvalidSkeletonError: if lengths differ, a parent does not stand before its child, or a
            transform is not finite.
    """

    names: tuple[str, ...]
    parents: tuple[int | None, ...]
    parent_from_joint: Float[np.ndarray, "joints 4 4"]

    def __post_init__(self) -> None:
        if not len(self.names) == len(self.parents) == len(self.parent_from_joint):
            raise InvalidSkeletonError(
                f"a skeleton has {len(self.names)} names, {len(self.parents)} parents and "
                f"{len(self.parent_from_joint)} transforms, expected one of each per joint; "
                "give every joint all of them"
            )
        for joint, parent in enumerate(self.parents):
            if parent is not None and not 0 <= parent < joint:
                raise InvalidSkeletonError(
                    f"joint {joint} ({self.names[joint]}) has parent {parent}, expected a joint before it or "
                    "None; sort the joints so that parents come first"
                )
        if not np.isfinite(self.parent_from_joint).all():
            worst = int(np.flatnonzero(~np.isfinite(self.parent_from_joint).all(axis=(1, 2)))[0])
            raise InvalidSkeletonError(
                f"joint {worst} ({self.names[worst]}) has a rest transform that is not finite, expected numbers; "
                "export the file again"
            )

    def __len__(self) -> int:
        return len(self.names)

    @property
    def model_from_joint(self) -> Float[np.ndarray, "joints 4 4"]:
        """Rest transforms in model space: the product of ``parent_from_joint`` from the root down."""
        model_from_joint = np.zeros_like(self.parent_from_joint)
        for joint, parent in enumerate(self.parents):
            local = self.parent_from_joint[joint]
            model_from_joint[joint] = local if parent is None else model_from_joint[parent] @ local
        return model_from_joint

    @property
    def rest_positions(self) -> Float[np.ndarray, "joints 3"]:
        """Joint positions at rest in model space, metres."""
        return self.model_from_joint[:, :3, 3]

    @property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The children of every joint, in order."""
        children: list[list[int]] = [[] for _ in self.parents]
        for joint, parent in enumerate(self.parents):
            if parent is not None:
                children[parent].append(joint)
        return tuple(tuple(group) for group in children)


def skeleton_at(
    names: tuple[str, ...], parents: tuple[int | None, ...], model_from_joint: Float[np.ndarray, "joints 4 4"]
) -> Skeleton:
    """Build a skeleton from rest transforms in model space.

    Args:
        names: one a joint.
        parents: each before its child; ``None`` for a root.
        model_from_joint: invertible rest transforms.

    Returns:
        The skeleton whose ``model_from_joint`` equals the given one.
    """
    parent_from_joint = np.array(model_from_joint, dtype=np.float64)
    for joint, parent in enumerate(parents):
        if parent is not None:
            parent_from_joint[joint] = np.linalg.solve(model_from_joint[parent], model_from_joint[joint])
    return Skeleton(names=names, parents=parents, parent_from_joint=parent_from_joint)
