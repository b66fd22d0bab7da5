"""Judge the auto-rig: artists' rigs are stripped from their files, the shape alone is rigged, and both are compared."""

import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Float

from enliven.core.clip import JointClip, Split
from enliven.core.errors import InvalidRequestError
from enliven.core.mesh import Mesh
from enliven.core.progress import Progress, silent
from enliven.evaluation.cases import Case, cases_of
from enliven.evaluation.judging import turn_between
from enliven.evaluation.shape import scaled
from enliven.geometry.body import body_from, surface_weights
from enliven.geometry.deforming import DeformingRig, deforming_rig
from enliven.geometry.fit_joints import fit_joints
from enliven.geometry.kinematics import forward, model_from_rest, posed_at
from enliven.geometry.rigging import auto_rig
from enliven.geometry.skinning import skinned
from enliven.geometry.turning import turned_motion
from enliven.io.joint_clips import read_joint_clips
from enliven.io.read import read_scene
from enliven.models.joint_topology import mirror_partners, topology

_CLIPS, _FRAMES, _MOST_VERTICES = 3, 12, 3000


@dataclass(frozen=True, slots=True)
class RiggedShape:
    """One file's shape, rigged without its rig."""

    rig: str
    category: str
    missed: float  # mean distance from an artist's joint to the nearest of ours, share of the diagonal
    spare: float  # mean distance from one of ours to the nearest of the artist's
    pairs: float | None  # share of the artist's left and right joints that ours pair too; None where there are none
    lost: (
        float | None
    )  # distance of our fitted skin from the clips' vertices, over that of one bone; None without clips
    joints: int
    confidence: float
    seconds: float


@dataclass(frozen=True, slots=True)
class RigTable:
    """All shapes of a split."""

    title: str
    rows: Sequence[RiggedShape]

    def as_markdown(self) -> str:
        """By category, and all."""
        groups: dict[str, list[RiggedShape]] = defaultdict(list)
        for row in self.rows:
            groups[row.category].append(row)
        lines = [
            f"## {self.title}",
            "",
            "| category | files | artist to ours | ours to artist | pairs found | motion lost | joints "
            "| confidence | s |",
            "|---" * 9 + "|",
            *(_line(name, rows) for name, rows in sorted(groups.items())),
            _line("all", self.rows),
        ]
        return "\n".join([*lines, ""])


def _line(name: str, rows: Sequence[RiggedShape]) -> str:
    def mean(values: Sequence[float | None], form: str = "{:.3f}") -> str:
        known = [value for value in values if value is not None]
        return form.format(np.mean(known)) if known else "-"

    cells = [
        f"{len(rows)}",
        mean([row.missed for row in rows]),
        mean([row.spare for row in rows]),
        mean([row.pairs for row in rows], "{:.2f}"),
        mean([row.lost for row in rows], "{:.2f}"),
        mean([float(row.joints) for row in rows], "{:.0f}"),
        mean([row.confidence for row in rows], "{:.2f}"),
        mean([row.seconds for row in rows], "{:.2f}"),
    ]
    return f"| {name} | " + " | ".join(cells) + " |"


def evaluate_rigs(
    data: Path, sources: Sequence[Path], split: Split, *, most: int | None = None, progress: Progress = silent
) -> RigTable:
    """Rig the shapes of a split's files, one a rig, and compare with what their artists made.

    Args:
        data: a folder that ``enliven data joints`` wrote: its clips tell how the shapes move.
        sources: the folders it was made from.
        split: whose rigs.
        most: rigs that are looked at, evenly thinned; all when ``None``.
        progress: told of files.

    Returns:
        The table.

    Raises:
        InvalidRequestError: if no file of the split is there.
    """
    by_rig: dict[str, list[Case]] = defaultdict(list)
    for case in cases_of(read_joint_clips(data), sources, split):
        by_rig[case.real.rig].append(case)
    if not by_rig:
        raise InvalidRequestError(
            f"{data} has no {split} clip whose file lies in {', '.join(map(str, sources))}, expected one or more; "
            "name the folders that the set was made from"
        )
    names = sorted(by_rig)
    names = names[:: -(-len(names) // most)] if most is not None else names
    rows = []
    for number, name in enumerate(names):
        progress("rigging", number, len(names))
        rows.append(compared(by_rig[name][0].path, [case.real for case in by_rig[name]]))
    progress("rigging", len(names), len(names))
    return RigTable(f"Auto-rig, {split}: {len(rows)} files, their rigs stripped", rows)


def compared(path: Path, clips: Sequence[JointClip]) -> RiggedShape:
    """Rig one file's shape and compare with its rig and clips.

    Args:
        path: a file with a rig.
        clips: of the set, of this rig; those of this very body are played.

    Returns:
        All measures of the file.
    """
    scene = read_scene(path)
    assert scene.rig is not None, f"{path} has no rig, expected a file that the set was made from"
    mesh, artist = scene.mesh, deforming_rig(scene.rig.skeleton, scene.rig.skin, scene.mesh)
    began = time.perf_counter()
    made = auto_rig(mesh)
    seconds = time.perf_counter() - began
    ours = deforming_rig(made.skeleton, made.skin, mesh)
    diagonal = float(np.linalg.norm(np.ptp(mesh.vertices, axis=0)))
    apart = np.linalg.norm(artist.skeleton.rest_positions[:, None] - ours.skeleton.rest_positions[None], axis=-1)
    moving = [frames for clip in clips[:_CLIPS] if (frames := _played(artist, mesh, clip)) is not None]
    return RiggedShape(
        rig=clips[0].rig,
        category=clips[0].category,
        missed=float(apart.min(axis=1).mean()) / diagonal,
        spare=float(apart.min(axis=0).mean()) / diagonal,
        pairs=_paired(artist, ours, mesh, clips[0]),
        lost=_lost(ours, mesh, moving),
        joints=len(ours.skeleton),
        confidence=made.confidence,
        seconds=seconds,
    )


def _thinned(mesh: Mesh) -> slice:
    return slice(None, None, -(-len(mesh.vertices) // _MOST_VERTICES))


def _played(artist: DeformingRig, mesh: Mesh, clip: JointClip) -> Float[np.ndarray, "frames vertices 3"] | None:
    """Vertices of the file in a clip of the set; None where the clip is of another body."""
    body = body_from(artist.skeleton, artist.skin, mesh)
    turn = turn_between(body, clip.body)
    if turn is None:
        return None
    motion = scaled(turned_motion(clip.motion, turn.T), body.metres_per_unit)
    places, parents = artist.skeleton.rest_positions, artist.skeleton.parents
    times_s = np.linspace(0.0, motion.duration_s, _FRAMES, endpoint=not motion.loop)
    moved = model_from_rest(places, forward(places, parents, posed_at(motion, times_s, parents)))
    thinned = _thinned(mesh)
    return skinned(mesh.vertices[thinned], np.asarray(artist.skin.weights[thinned], dtype=np.float64), moved)


def _lost(ours: DeformingRig, mesh: Mesh, moving: Sequence[np.ndarray]) -> float | None:
    """Root mean square over all clips: one bone loses everything but the movement of the body as a whole."""
    rigs = [
        (ours.skeleton.rest_positions, ours.skeleton.parents, ours.skin.weights),
        (np.zeros((1, 3)), (None,), np.ones((len(mesh.vertices), 1))),
    ]
    thinned = _thinned(mesh)
    rest, counts = mesh.vertices[thinned], surface_weights(mesh)[thinned]
    squares = [
        sum(fit_joints(places, tree, skin[thinned], rest, each, counts=counts).error_m ** 2 for each in moving)
        for places, tree, skin in rigs
    ]
    return float(np.sqrt(squares[0] / squares[1])) if squares[1] > 0.0 else None


def _paired(artist: DeformingRig, ours: DeformingRig, mesh: Mesh, clip: JointClip) -> float | None:
    """Share of the artist's mirrored joints whose nearest joints of ours mirror each other."""
    bodies = [body_from(rig.skeleton, rig.skin, mesh) for rig in (artist, ours)]
    turn = turn_between(bodies[0], clip.body)
    turn = np.eye(3) if turn is None else turn
    places = [(body.rest_positions * body.metres_per_unit + body.origin_m) @ turn.T for body in bodies]
    middle = np.array([np.average((mesh.vertices @ turn.T)[:, 0], weights=surface_weights(mesh)), 0.0, 0.0])
    size = bodies[0].metres_per_unit
    trees = [topology(body.parents) for body in bodies]
    partners = [mirror_partners((place - middle) / size, tree) for place, tree in zip(places, trees, strict=True)]
    sides = [joint for joint, other in enumerate(partners[0]) if joint < other]
    if not sides:
        return None
    nearest = np.linalg.norm(places[0][:, None] - places[1][None], axis=-1).argmin(axis=1)
    found = [
        partners[1][nearest[joint]] == nearest[partners[0][joint]] and nearest[joint] != nearest[partners[0][joint]]
        for joint in sides
    ]
    return float(np.mean(found))
