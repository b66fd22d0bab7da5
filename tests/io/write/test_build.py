"""Laws of documents made from parts."""

import json

import numpy as np
import pytest

from enliven.core.errors import InvalidMeshError
from enliven.core.mesh import Mesh
from enliven.core.scene import Appearance, Part, Rig
from enliven.core.skeleton import Skeleton
from enliven.core.skin import Skin
from enliven.io.gltf.build import document_from_parts
from enliven.io.gltf.document import parse_glb, parse_gltf
from enliven.io.gltf.pack import glb_bytes, gltf_bytes
from enliven.io.gltf.scene import scene_from

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c63f8ffff3f0005fe02fea7"
    "9a60c80000000049454e44ae426082"
)


def box(rng: np.random.Generator, node: int, **look: object) -> Part:
    vertices = rng.normal(size=(8, 3))
    faces = rng.integers(0, 8, (12, 3))
    return Part(f"part{node}", Mesh(vertices, faces), Appearance(**look), node)


def chain_rig(parts: list[Part], kind: str, rng: np.random.Generator) -> Rig:
    placed = np.repeat(np.eye(4)[None], 3, axis=0)
    placed[:, :3, 3] = rng.normal(size=(3, 3))
    turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    placed[1, :3, :3] = turn * np.sign(np.linalg.det(turn)) * 2.0
    skeleton = Skeleton(("a", "b", "a"), (None, 0, 1), placed)
    weights = rng.dirichlet(np.ones(3), sum(len(part.mesh.vertices) for part in parts))
    if kind == "nodes":
        owners = np.repeat(np.arange(len(parts)) % 3, [len(part.mesh.vertices) for part in parts])
        weights = np.eye(3)[owners]
    return Rig(skeleton, Skin(weights, np.linalg.inv(skeleton.model_from_joint)), None, kind)


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(3)


def parts_of(rng: np.random.Generator) -> list[Part]:
    unit = rng.normal(size=(8, 3))
    unit /= np.linalg.norm(unit, axis=1, keepdims=True)
    return [
        box(rng, 0, uv=rng.random((8, 2)), image=PNG, base_rgba=(0.2, 0.4, 0.6, 1.0), name="painted"),
        box(rng, 0, vertex_rgba=rng.random((8, 4)), normals=unit),
        box(rng, 4, double_sided=True, alpha_cutoff=0.3),
    ]


@pytest.mark.parametrize("kind", [None, "skin", "nodes"])
def test_parts_come_back_as_they_were(kind: str | None, rng: np.random.Generator) -> None:
    parts = parts_of(rng)
    rig = None if kind is None else chain_rig(parts, kind, rng)
    scene = scene_from(document_from_parts("made.glb", parts, rig))
    assert len(scene.parts) == 3
    for given, read in zip(parts, scene.parts, strict=True):
        np.testing.assert_allclose(read.mesh.vertices, given.mesh.vertices, atol=2e-6)
        np.testing.assert_array_equal(read.mesh.faces, given.mesh.faces)
        for field in ("base_rgba", "double_sided", "alpha_cutoff", "image"):
            if getattr(given.appearance, field) is not None:
                assert getattr(read.appearance, field) == getattr(given.appearance, field)
    np.testing.assert_allclose(scene.parts[0].appearance.uv, parts[0].appearance.uv, atol=1e-7)
    np.testing.assert_allclose(scene.parts[1].appearance.vertex_rgba, parts[1].appearance.vertex_rgba, atol=1e-5)


def test_a_skin_comes_back_with_one_root_and_unique_names(rng: np.random.Generator) -> None:
    parts = parts_of(rng)
    rig = chain_rig(parts, "skin", rng)
    scene = scene_from(document_from_parts("made.glb", parts, rig))
    assert scene.rig is not None
    assert scene.rig.skeleton.names == ("a", "b", "a_2")
    np.testing.assert_allclose(scene.rig.skeleton.model_from_joint, rig.skeleton.model_from_joint, atol=1e-6)
    np.testing.assert_allclose(scene.rig.skin.weights, rig.skin.weights, atol=1e-6)


def test_several_roots_get_one_above_them(rng: np.random.Generator) -> None:
    parts = parts_of(rng)
    rig = chain_rig(parts, "skin", rng)
    forest = Skeleton(("a", "b", "c"), (None, None, 1), rig.skeleton.parent_from_joint)
    rig = Rig(forest, Skin(rig.skin.weights, np.linalg.inv(forest.model_from_joint)), None, "skin")
    document = document_from_parts("made.glb", parts, rig)
    root = document.root["skins"][0]["skeleton"]
    assert document.root["nodes"][root]["name"] == "enliven_root"
    assert root in document.root["skins"][0]["joints"]
    scene = scene_from(document)
    assert scene.rig is not None
    np.testing.assert_allclose(scene.rig.skin.weights[:, 1:], rig.skin.weights, atol=1e-6)


def test_written_bytes_parse_to_the_same_document(rng: np.random.Generator) -> None:
    document = document_from_parts("made.glb", parts_of(rng), None)
    back = parse_glb(glb_bytes(document), "made.glb")
    assert back.root == document.root
    assert list(back.root) == list(document.root)
    assert back.buffers == document.buffers
    assert glb_bytes(back) == glb_bytes(document)
    as_json = parse_gltf(gltf_bytes(document), "made.gltf", lambda uri: pytest.fail(f"{uri} was asked for"))
    assert as_json.buffers == document.buffers
    assert (
        json.loads(glb_bytes(as_json)[20 : 20 + int.from_bytes(glb_bytes(as_json)[12:16], "little")]) == document.root
    )


def test_same_parts_give_the_same_bytes() -> None:
    made = [glb_bytes(document_from_parts("x", parts_of(np.random.default_rng(1)), None)) for _ in range(2)]
    assert made[0] == made[1]


def test_nothing_to_show_is_refused() -> None:
    with pytest.raises(InvalidMeshError, match="expected at least one vertex"):
        document_from_parts("empty.obj", [], None)
