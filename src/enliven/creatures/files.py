"""Creatures as files."""

from enliven.creatures.catalogue import sample
from enliven.creatures.creature import Creature
from enliven.io.gltf.build import document_from_parts
from enliven.io.gltf.document import GltfDocument
from enliven.io.gltf.pack import glb_bytes


def creature_document(creature: Creature) -> GltfDocument:
    """A glTF document of a creature, with its rig where it is rigged."""
    return document_from_parts(f"{creature.kind}.glb", creature.parts, creature.rig)


def creature_glb(kind: str, seed: int = 0, *, rigged: bool = False) -> bytes:
    """The GLB file of a creature; see :func:`enliven.creatures.sample`."""
    return glb_bytes(creature_document(sample(kind, seed=seed, rigged=rigged)))
