"""Random things of boxes and discs on joints: a root and a few parts that turn."""

from dataclasses import dataclass, field

import numpy as np

from enliven.core.mesh import Mesh, concatenate
from enliven.core.skeleton import Skeleton, skeleton_at
from enliven.core.skin import Skin
from enliven.creatures.sketch import at
from enliven.creatures.solids import box, cylinder, sphere


@dataclass(eq=False)
class Contraption:
    """Rigid pieces, each on a joint; metres, standing on y = 0, facing +Z."""

    kind: str
    names: list[str] = field(default_factory=list)
    parents: list[int | None] = field(default_factory=list)
    places: list[np.ndarray] = field(default_factory=list)
    pieces: list[tuple[int, Mesh]] = field(default_factory=list)

    def joint(self, name: str, parent: str | None, place: np.ndarray) -> str:
        """Add a joint; its parent must be there already."""
        self.parents.append(None if parent is None else self.names.index(parent))
        self.names.append(name)
        self.places.append(np.asarray(place, dtype=np.float64))
        return name

    def piece(self, joint: str, mesh: Mesh) -> None:
        """Add a piece that follows a joint."""
        self.pieces.append((self.names.index(joint), mesh))

    @property
    def mesh(self) -> Mesh:
        """All pieces."""
        return concatenate([mesh for _, mesh in self.pieces])

    @property
    def skeleton(self) -> Skeleton:
        """Joints with axes along the model's."""
        model_from_joint = np.tile(np.eye(4), (len(self.names), 1, 1))
        model_from_joint[:, :3, 3] = np.stack(self.places)
        return skeleton_at(tuple(self.names), tuple(self.parents), model_from_joint)

    @property
    def skin(self) -> Skin:
        """Every vertex follows one joint."""
        joints = np.concatenate([np.full(len(mesh.vertices), joint) for joint, mesh in self.pieces])
        joint_from_mesh = np.tile(np.eye(4), (len(self.names), 1, 1))
        joint_from_mesh[:, :3, 3] = -np.stack(self.places)
        return Skin(np.eye(len(self.names))[joints], joint_from_mesh)


def between(rng: np.random.Generator, low: float, high: float) -> float:
    """A number between two, small ones as likely as large ones."""
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def near(rng: np.random.Generator, wanted: float, spread: float = 0.25) -> float:
    """A number about another."""
    return wanted * float(np.exp(np.clip(rng.normal(0.0, spread), -2.0 * spread, 2.0 * spread)))


def _disc(thing: Contraption, joint: str, centre: np.ndarray, axis: np.ndarray, radius: float, thick: float) -> None:
    thing.piece(joint, cylinder(centre - 0.5 * thick * axis, centre + 0.5 * thick * axis, radius, segments=24))


def cart(rng: np.random.Generator) -> Contraption:
    """A body on two to eight wheels in symmetric pairs."""
    thing = Contraption("cart")
    long, wide, tall = between(rng, 0.8, 5.0), near(rng, 1.5), between(rng, 0.3, 2.5)
    pairs = int(rng.integers(1, 5))
    radius = min(near(rng, 0.35), 0.45 * long / pairs)
    body = at(0, radius + 0.5 * tall, 0)
    thing.joint("body", None, body if rng.random() < 0.5 else at(0, near(rng, 0.5) * radius, 0))
    thing.piece("body", box(body, (0.85 * wide, tall, long), bevel=0.05))
    if rng.random() < 0.5:
        cabin = at(0, radius + tall + 0.2, long * float(rng.uniform(-0.2, 0.2)))
        thing.piece("body", box(cabin, (0.7 * wide, 0.45, 0.4 * long), bevel=0.05))
    spots = np.linspace(0.36, -0.36, pairs) * long if pairs > 1 else np.zeros(1)
    for k, z in enumerate(spots):
        for side, sign in (("left", 1.0), ("right", -1.0)):
            centre = at(sign * 0.5 * wide, radius, float(z))
            name = thing.joint(f"wheel_{k + 1}_{side}", "body", centre)
            _disc(thing, name, centre, at(1, 0, 0), radius, 0.5 * radius)
    return thing


def rotor(rng: np.random.Generator) -> Contraption:
    """Blades about a hub on a stand or a ceiling: fan, propeller, mill, turbine."""
    thing = Contraption("rotor")
    high, reach = between(rng, 0.3, 5.0), 1.0
    reach = near(rng, 0.35, 0.4) * high
    axis = [at(0, 0, 1), at(0, 0, 1), at(0, 1, 0), at(1, 0, 0)][int(rng.integers(4))]
    hub = at(0, high, 0) + 0.2 * reach * axis
    thing.joint("base", None, at(0, 0 if rng.random() < 0.6 else 0.5 * high, 0))
    thing.piece("base", box(at(0, 0.03 * high, 0), (0.5 * reach, 0.06 * high, 0.5 * reach), bevel=0.01 * high))
    thing.piece("base", cylinder(at(0, 0, 0), at(0, high, 0), near(rng, 0.06) * high))
    parent = "base"
    if rng.random() < 0.4:
        parent = thing.joint("head", "base", at(0, high, 0))
        thing.piece("head", box(at(0, high, 0), (0.2 * reach, 0.2 * reach, 0.3 * reach), bevel=0.02 * reach))
    name = thing.joint(f"rotor_{'xyz'[int(np.argmax(axis))]}", parent, hub)
    thing.piece(name, sphere(hub, 0.12 * reach))
    count, width = int(rng.integers(2, 7)), near(rng, 0.16, 0.4) * reach
    first = np.cross(axis, [0.36, 0.48, 0.8])
    first /= np.linalg.norm(first)
    for k in range(count):
        angle = 2.0 * np.pi * k / count
        out = np.cos(angle) * first + np.sin(angle) * np.cross(axis, first)
        blade = box(at(0, 0, 0), (0.85 * reach, width, 0.04 * reach), bevel=0.005 * reach)
        turn = np.stack([out, np.cross(axis, out), axis], axis=1)
        thing.piece(name, Mesh(vertices=blade.vertices @ turn.T + hub + 0.55 * reach * out, faces=blade.faces))
    return thing


def cabinet(rng: np.random.Generator) -> Contraption:
    """A frame or a cupboard with one or two leaves on upright hinges, in front or within."""
    thing = Contraption("cabinet")
    wide, tall, deep = between(rng, 0.5, 3.0), between(rng, 0.8, 3.0), between(rng, 0.08, 0.8)
    thing.joint("frame", None, at(0, 0 if rng.random() < 0.5 else 0.5 * tall, 0))
    post = 0.07 * wide
    for sign in (-1.0, 1.0):
        thing.piece("frame", box(at(sign * 0.5 * wide, 0.5 * tall, 0), (post, tall, deep), bevel=0.01))
    thing.piece("frame", box(at(0, tall, 0), (wide + post, 0.06 * tall, deep), bevel=0.01))
    if deep > 0.3:
        thing.piece("frame", box(at(0, 0.5 * tall, -0.5 * deep), (wide, tall, 0.03), bevel=0.005))
    front = 0.5 * deep if deep > 0.3 else 0.0
    leaves = 2 if rng.random() < 0.4 else 1
    for leaf in range(leaves):
        sign = 1.0 if (leaf == 0) == (rng.random() < 0.5 if leaves == 1 else True) else -1.0
        width = (wide - post) / leaves
        hinge = at(sign * 0.5 * (wide - post), 0.5 * tall if rng.random() < 0.7 else 0.02, front)
        side = "left" if sign > 0 else "right"
        name = thing.joint(f"door_{side}", "frame", hinge)
        middle = at(hinge[0] - sign * 0.5 * width, 0.48 * tall, front)
        thing.piece(name, box(middle, (0.97 * width, 0.92 * tall, 0.04 * wide), bevel=0.005))
        if rng.random() < 0.6:
            knob = middle + at(-sign * 0.42 * width, 0, 0.04 * wide)
            thing.piece(name, sphere(knob, 0.03 * wide))
    return thing


def casket(rng: np.random.Generator) -> Contraption:
    """A box with a lid on a hinge behind: chest, bin, piano, laptop, mouth."""
    thing = Contraption("casket")
    wide, tall, deep = between(rng, 0.2, 1.5), between(rng, 0.05, 0.9), between(rng, 0.2, 1.0)
    thing.joint("box", None, at(0, 0 if rng.random() < 0.6 else 0.5 * tall, 0))
    thing.piece("box", box(at(0, 0.5 * tall, 0), (wide, tall, deep), bevel=0.01))
    thick = near(rng, 0.2, 0.6) * deep
    thing.joint("lid", "box", at(0, tall, -0.5 * deep))
    thing.piece("lid", box(at(0, tall + 0.5 * thick, 0), (1.02 * wide, thick, 1.02 * deep), bevel=0.01))
    if rng.random() < 0.5:
        thing.piece("lid", box(at(0, tall, 0.52 * deep), (0.1 * wide, 0.12 * tall, 0.04), bevel=0.004))
    return thing


def stalk(rng: np.random.Generator) -> Contraption:
    """Two to five links on a foot, upright or bent: lamp, crane, robot arm, reed."""
    thing = Contraption("stalk")
    links, length = int(rng.integers(2, 6)), between(rng, 0.15, 0.8)
    foot = near(rng, 0.5) * length
    thing.joint("base", None, at(0, 0, 0))
    thing.piece("base", cylinder(at(0, 0, 0), at(0, 0.15 * length, 0), foot))
    place, lean, parent = at(0, 0.15 * length, 0), float(rng.normal(0.0, 0.3)), "base"
    for k in range(links):
        name = thing.joint(f"link_{k + 1}", parent, place)
        end = place + length * at(0, np.cos(lean), np.sin(lean))
        thick = 0.09 * length
        thing.piece(name, cylinder(place, end, thick))
        place, parent = end, name
        lean += float(rng.normal(0.35, 0.5))
    thing.joint("head", parent, place)
    size = near(rng, 0.35) * length
    if rng.random() < 0.5:
        thing.piece("head", box(place + at(0, 0, 0.3 * size), (size, size, 1.4 * size), bevel=0.05 * size))
    else:
        thing.piece("head", sphere(place + at(0, 0, 0.2 * size), size))
    return thing


def banner(rng: np.random.Generator) -> Contraption:
    """Cloth of four to eight strips on an upright or a level pole: flag, sail, streamer, curtain."""
    thing = Contraption("banner")
    strips, tall = int(rng.integers(4, 9)), between(rng, 1.0, 4.0)
    long, high = near(rng, 0.6) * tall, near(rng, 0.35) * tall
    thing.joint("pole", None, at(0, 0 if rng.random() < 0.6 else 0.5 * tall, 0))
    thing.piece("pole", cylinder(at(0, 0, 0), at(0, tall, 0), 0.02 * tall))
    parent, sign = "pole", 1.0 if rng.random() < 0.5 else -1.0
    for k in range(strips):
        x = sign * (0.02 * tall + long * k / strips)
        name = thing.joint(f"cloth_{k + 1}", parent, at(x, tall - 0.5 * high, 0))
        middle = at(x + sign * 0.5 * long / strips, tall - 0.5 * high, 0)
        thing.piece(name, box(middle, (1.02 * long / strips, high, 0.012 * tall), bevel=0.001))
        parent = name
    return thing


def turret(rng: np.random.Generator) -> Contraption:
    """A base, a head that turns on it, and a barrel or a dish that tilts."""
    thing = Contraption("turret")
    size = between(rng, 0.3, 3.0)
    thing.joint("base", None, at(0, 0, 0))
    thing.piece(
        "base",
        box(at(0, 0.3 * size, 0), (near(rng, 1.0) * size, 0.6 * size, near(rng, 1.0) * size), bevel=0.03 * size),
    )
    pivot = at(0, 0.65 * size, 0)
    thing.joint("turntable", "base", pivot)
    thing.piece("turntable", cylinder(pivot, pivot + at(0, 0.35 * size, 0), 0.4 * size))
    place = pivot + at(0, 0.25 * size, 0.2 * size)
    thing.joint("barrel", "turntable", place)
    long = near(rng, 1.0, 0.4) * size
    if rng.random() < 0.5:
        thing.piece("barrel", cylinder(place, place + at(0, 0, long), near(rng, 0.12) * size))
    else:
        thing.piece("barrel", cylinder(place, place + at(0, 0, 0.1 * size), 0.5 * size))
    return thing


def block(rng: np.random.Generator) -> Contraption:
    """One piece, or a few that are stuck together: anything that cannot bend."""
    thing = Contraption("block")
    sizes = [between(rng, 0.15, 1.5) for _ in range(3)]
    thing.joint("root", None, at(0, 0 if rng.random() < 0.6 else 0.5 * sizes[1], 0))
    shape = int(rng.integers(3))
    if shape == 0:
        thing.piece("root", box(at(0, 0.5 * sizes[1], 0), (sizes[0], sizes[1], sizes[2]), bevel=0.01))
    elif shape == 1:
        thing.piece("root", cylinder(at(0, 0, 0), at(0, sizes[1], 0), 0.5 * sizes[0]))
    else:
        thing.piece("root", sphere(at(0, 0.5 * sizes[0], 0), 0.5 * sizes[0]))
    for k in range(int(rng.integers(0, 3))):
        spot = at(0, sizes[1], 0) + at(*(rng.uniform(-0.3, 0.3, 3) * sizes))
        name = "root" if rng.random() < 0.5 else thing.joint(f"piece_{k + 1}", "root", spot)
        thing.piece(name, box(spot, tuple((0.4 * np.array(sizes)).tolist()), bevel=0.01))
    return thing
