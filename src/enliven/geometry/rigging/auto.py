"""A rig for any mesh that has none. Never fails: the worse the mesh, the plainer the rig, and it says so."""

from dataclasses import dataclass, field, replace

import numpy as np
from jaxtyping import Float

from enliven.core.mesh import Mesh
from enliven.core.progress import Progress, silent
from enliven.core.scene import RigKind
from enliven.core.skeleton import Skeleton, skeleton_at
from enliven.core.skin import Skin
from enliven.geometry.adjacency import face_areas
from enliven.geometry.nearest import nearest
from enliven.geometry.rigging.blocks import Blocks, blocks_of
from enliven.geometry.rigging.bones import bones_of
from enliven.geometry.rigging.cloths import Cloth, cloth_of
from enliven.geometry.rigging.feet import with_standing_legs
from enliven.geometry.rigging.joints import JointDraft, placed_joints
from enliven.geometry.rigging.lids import lid_of
from enliven.geometry.rigging.limbs import Anatomy, anatomy_of
from enliven.geometry.rigging.loose_pieces import LoosePieces, pieces_of, wheels_of
from enliven.geometry.rigging.mirror import BodyFrame, MirrorPlane, body_frame, mirror_plane
from enliven.geometry.rigging.plan import BodyPlan, Build, facing_evidence, plan_of
from enliven.geometry.rigging.proxy import proxy_of
from enliven.geometry.rigging.turning_pieces import door_of, rotor_of
from enliven.geometry.rigging.volume import volume_of
from enliven.geometry.rigging.weights import skin_weights
from enliven.geometry.weld import relative_tolerance, weld

_STAGE = "rigging"
_STAGES = 4
_LEAST_AREA = 1e-14  # of a face, where the mesh is about one unit large
_ROUGH_CELLS = 12_000
_WEIGHT_CELLS = 24_000
_MANY_WEIGHTS = 20_000_000  # from here on memory counts, and weights are float32


@dataclass(frozen=True, slots=True, eq=False)
class AutoRig:
    """A rig made from the shape alone.

    ``confidence`` runs from 0 (a guess) to 1; where it is below 0.5 the first of ``notes`` says why. ``build`` is the
    kind of body that was recognised. ``kind`` is ``"nodes"`` where every vertex follows one joint rigidly. ``front``
    is the direction that the body faces, of unit length.
    """

    skeleton: Skeleton
    skin: Skin  # rows: the vertices of the mesh, in order
    confidence: float
    notes: tuple[str, ...]
    build: Build
    kind: RigKind = "skin"
    front: Float[np.ndarray, " 3"] = field(default_factory=lambda: np.array([0.0, 0.0, 1.0]))


@dataclass(frozen=True, slots=True, eq=False)
class _Body:
    """A body understood: its axes, what it is made of and what its limbs are for."""

    frame: BodyFrame
    plane: MirrorPlane
    anatomy: Anatomy
    plan: BodyPlan


def auto_rig(mesh: Mesh, *, progress: Progress = silent) -> AutoRig:
    """Build a skeleton and weights for a mesh of any quality.

    Args:
        mesh: one or many shells, open or closed, manifold or not; +Y up. It should face +Z; a body that plainly
            faces another way is rigged facing that way.
        progress: called once per stage.

    Returns:
        The rig; rows of its skin follow the vertices of ``mesh``, also for vertices that no face uses.
    """
    used = np.unique(mesh.faces)
    if not len(used) or len(used) == len(mesh.vertices):
        return _shape_rig(mesh, progress)
    # Vertices of no face may lie anywhere and say nothing of the shape: they follow the nearest that do.
    shape = mesh.vertices[used]
    made = _shape_rig(Mesh(shape, np.searchsorted(used, mesh.faces)), progress)
    _, like = nearest(shape, mesh.vertices)
    like[used] = np.arange(len(used))
    return replace(made, skin=Skin(made.skin.weights[like], made.skin.joint_from_mesh))


def _shape_rig(mesh: Mesh, progress: Progress) -> AutoRig:
    progress(_STAGE, 0, _STAGES)
    scale, shift = _normalisation(mesh.vertices)
    unit = (mesh.vertices - shift) / scale
    welded = weld(unit, tolerance=relative_tolerance(unit))
    faces = welded.faces(mesh.faces)
    broad = face_areas(welded.vertices, faces) > _LEAST_AREA
    solid = Mesh(vertices=welded.vertices, faces=faces[broad])
    if not len(solid.faces):
        return _single_joint(mesh, "the mesh has no faces with area, so it moves as one piece")
    proxy = proxy_of(solid)
    progress(_STAGE, 1, _STAGES)
    wheels = wheels_of(proxy.mesh)
    if wheels is not None:
        carried = welded.scatter(wheels.piece_of[proxy.full_to_proxy])
        return _rigid(wheels, carried, scale, shift, "vehicle", 0.7)
    cloth = cloth_of(proxy.mesh)
    if cloth is not None:
        return _hung(cloth, welded.scatter(cloth.weights[proxy.full_to_proxy]), scale, shift)
    turning = rotor_of(proxy.mesh) or door_of(proxy.mesh)
    if turning is not None:
        carried = welded.scatter(turning.piece_of[proxy.full_to_proxy])
        return _rigid(turning, carried, scale, shift, "pieces", 0.6)
    blocks = blocks_of(solid)
    if blocks is not None and lid_of(proxy.mesh) is None:
        return _built(blocks, _carried_by(mesh.faces, broad, blocks.piece_of_face, len(unit)), scale, shift)
    try:
        body = _understood(proxy.mesh)
    except (ValueError, IndexError, ArithmeticError, np.linalg.LinAlgError) as error:
        return _single_joint(mesh, f"the shape could not be taken apart ({error}), so it moves as one piece")
    pieces = (lid_of(proxy.mesh) or pieces_of(proxy.mesh)) if body.plan.build == "lump" else None
    if pieces is not None:
        carried = welded.scatter(pieces.piece_of[proxy.full_to_proxy])
        return _rigid(pieces, carried, scale, shift, "pieces", 0.4)
    draft = placed_joints(body.anatomy, body.plan)
    positions = body.frame.to_model(np.array(draft.positions))
    tails = {joint: body.frame.to_model(tail[None])[0] for joint, tail in draft.tails.items()}
    progress(_STAGE, 2, _STAGES)
    bones = bones_of(positions, tuple(draft.parents), tails)
    weights = skin_weights(
        proxy, solid.vertices, volume_of(proxy.mesh, cells_wanted=_WEIGHT_CELLS), bones, len(positions)
    )
    progress(_STAGE, 3, _STAGES)
    confidence, notes = _judged(body, draft, weights)
    if len(mesh.vertices) * len(positions) > _MANY_WEIGHTS:
        weights = weights.astype(np.float32)
    rig = _assembled(draft, positions * scale + shift, welded.scatter(weights))
    progress(_STAGE, _STAGES, _STAGES)
    front = np.array(body.frame.body_from_model[2])
    return replace(rig, confidence=confidence, notes=notes, build=body.plan.build, front=front)


def _normalisation(vertices: np.ndarray) -> tuple[float, np.ndarray]:
    """Scale and shift that bring the mesh to about unit size; the whole rig is computed there."""
    if not len(vertices):
        return 1.0, np.zeros(3)
    low, high = vertices.min(axis=0).astype(np.float64), vertices.max(axis=0).astype(np.float64)
    scale = float((high / 2.0 - low / 2.0).max()) * 2.0
    return (scale if np.isfinite(scale) and scale > 0.0 else 1.0), low / 2.0 + high / 2.0


def _carried_by(faces: np.ndarray, broad: np.ndarray, piece_of_face: np.ndarray, vertices: int) -> np.ndarray:
    """The piece of every vertex from those of the faces with area; what no such face uses follows its slivers."""
    carried = np.zeros(vertices, dtype=np.int64)
    carried[faces[broad]] = piece_of_face[:, None]
    slivers = faces[~broad]
    known = np.isin(slivers, faces[broad])
    some = np.take_along_axis(slivers, known.argmax(axis=1)[:, None], axis=1)
    fresh = slivers[~known]
    carried[fresh] = np.broadcast_to(carried[some], slivers.shape)[~known]
    return carried


def _understood(mesh: Mesh) -> _Body:
    """Take a body apart in its own axes; if much speaks for it facing the other way, once more from there."""
    rough = volume_of(mesh, cells_wanted=_ROUGH_CELLS)
    plane = mirror_plane(rough)
    frame = body_frame(plane, rough)
    body = _taken_apart(mesh, frame, plane)
    doubt = -0.25 if abs(plane.normal[0]) > 0.9 else 0.0
    if facing_evidence(body.anatomy, body.plan) < doubt:
        return _taken_apart(mesh, frame.turned_about(), plane)
    return body


def _taken_apart(mesh: Mesh, frame: BodyFrame, plane: MirrorPlane) -> _Body:
    turned = Mesh(vertices=frame.to_body(mesh.vertices), faces=mesh.faces)
    volume = volume_of(turned, symmetric=plane.symmetric)
    anatomy = with_standing_legs(anatomy_of(volume, symmetric=plane.symmetric))
    return _Body(frame, plane, anatomy, plan_of(anatomy))


def _judged(body: _Body, draft: JointDraft, weights: Float[np.ndarray, "full joints"]) -> tuple[float, tuple[str, ...]]:
    """How far the rig can be trusted, and what to know about it."""
    doubts: list[tuple[float, str]] = []
    plan = body.plan
    ends = plan.head is not None or plan.tail is not None
    if plan.build in ("lump", "upright"):
        doubts.append((0.4, "no limbs to walk or fly with were found, so the rig is a plain chain of joints"))
    elif plan.build == "biped" and not (plan.arms or plan.wings or ends):
        doubts.append((0.5, "two legs but no arms, wings, head or tail were found, so it may be no creature"))
    elif plan.build in ("swimmer", "worm") and not plan.fins:
        doubts.append((0.55, "it is long but has no fins or legs, so it may be no creature"))
    elif plan.build in ("quadruped", "many_legs", "flyer", "swimmer") and not ends:
        doubts.append((0.6, "neither head nor tail stands out, so it may be no creature, or face the other way"))
    if not body.plane.symmetric:
        doubts.append((0.7, "left and right halves differ, so limbs were paired by guess"))
    loose = 1.0 - len(body.anatomy.body) / len(body.anatomy.volume)
    if loose > 0.05:
        doubts.append((0.8, f"{loose:.0%} of the volume lies apart from the body and follows the nearest part"))
    if len(plan.others) > 2:
        doubts.append((0.7, f"{len(plan.others)} limbs fit no known body and got plain chains"))
    confidence = float(np.prod([factor for factor, _ in doubts])) * 0.9
    notes = [sentence for _, sentence in sorted(doubts)]
    if body.frame.body_from_model[2, 2] < 0.7:
        facing = np.round(body.frame.body_from_model[2], 2).tolist()
        notes.append(f"the body faces {facing}, not +Z, and is rigged facing that way")
    idle = [draft.names[joint] for joint in np.flatnonzero(weights.max(axis=0) <= 0.0)]
    if idle:
        notes.append(f"no vertex follows {', '.join(idle)}")
    return confidence, tuple(notes)


def _assembled(draft: JointDraft, positions: np.ndarray, weights: np.ndarray) -> AutoRig:
    model_from_joint = np.tile(np.eye(4), (len(positions), 1, 1))
    model_from_joint[:, :3, 3] = positions
    joint_from_mesh = np.array(model_from_joint)
    joint_from_mesh[:, :3, 3] *= -1.0
    skeleton = skeleton_at(tuple(draft.names), tuple(draft.parents), model_from_joint)
    return AutoRig(skeleton, Skin(weights, joint_from_mesh), 0.0, (), "lump")


def _rigid(
    pieces: LoosePieces, carried: np.ndarray, scale: float, shift: np.ndarray, build: Build, confidence: float
) -> AutoRig:
    """A rig whose vertices follow one joint each; all joints hang from the first."""
    draft = JointDraft()
    for name, place in zip(pieces.names, pieces.positions, strict=True):
        draft.add(name, place, 0 if draft.names else None)
    weights = np.zeros((len(carried), len(pieces.names)))
    weights[np.arange(len(carried)), carried] = 1.0
    rig = _assembled(draft, pieces.positions * scale + shift, weights)
    moving = ", ".join(pieces.names[1:])
    notes = (f"it is no creature, but has parts that can move: {moving}",) if build == "pieces" else ()
    return replace(rig, confidence=confidence, notes=notes, build=build, kind="nodes")


def _built(blocks: Blocks, carried: np.ndarray, scale: float, shift: np.ndarray) -> AutoRig:
    """A rig of blocks that hang from one another."""
    draft = JointDraft()
    for name, place, parent in zip(blocks.names, blocks.positions, blocks.parents, strict=True):
        draft.add(name, place, parent)
    weights = np.zeros((len(carried), len(blocks.names)))
    weights[np.arange(len(carried)), carried] = 1.0
    rig = _assembled(draft, blocks.positions * scale + shift, weights)
    legs = sum(name.startswith("leg") for name in blocks.names)
    return replace(rig, confidence=0.8 if legs >= 2 else 0.6, notes=(), build="blocks", kind="nodes")


def _hung(cloth: Cloth, weights: np.ndarray, scale: float, shift: np.ndarray) -> AutoRig:
    """A rig of a pole and a chain of strips."""
    draft = JointDraft()
    for joint, (name, place) in enumerate(zip(cloth.names, cloth.positions, strict=True)):
        draft.add(name, place, joint - 1 if joint else None)
    rig = _assembled(draft, cloth.positions * scale + shift, weights)
    notes = ("it is no creature, but cloth on a pole",)
    return replace(rig, confidence=0.6, notes=notes, build="pieces")


def _single_joint(mesh: Mesh, reason: str) -> AutoRig:
    draft = JointDraft()
    draft.add("root", mesh.vertices.mean(axis=0) if len(mesh.vertices) else np.zeros(3), None)
    rig = _assembled(draft, np.array(draft.positions), np.ones((len(mesh.vertices), 1)))
    return replace(rig, confidence=0.1, notes=(reason,))
