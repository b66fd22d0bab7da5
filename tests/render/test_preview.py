import io
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from PIL import Image
from tests.render.shapes import ball, box, png, wall

from enliven.core.errors import InvalidRequestError, UnknownFormatError
from enliven.core.motion import JointMotion, VertexMotion
from enliven.core.progress import Cancelled
from enliven.core.request import AnimationResult
from enliven.core.scene import Appearance, Scene
from enliven.core.skeleton import skeleton_at
from enliven.core.skin import Skin
from enliven.core.splines import Spline
from enliven.geometry.facing import turn_about_up
from enliven.render.preview import (
    MOST_FRAMES,
    Moving,
    PreviewOptions,
    drawn_frames,
    frame_times,
    moving,
    preview_bytes,
    save_preview,
    sheet_times,
)

SMALL = PreviewOptions(size=64)


def hopping(duration_s: float = 0.5, *, loop: bool = True) -> Moving:
    part = ball(8, base_rgba=(0.8, 0.2, 0.1, 1.0))

    def vertices_at(times_s: np.ndarray, chosen: slice) -> np.ndarray:
        height = np.sin(np.pi * times_s / duration_s)[:, None, None] * np.array([0.0, 1.0, 0.0])
        return part.mesh.vertices[chosen] + height

    def joints_at(times_s: np.ndarray) -> np.ndarray:
        middle = vertices_at(times_s, slice(None)).mean(axis=1, keepdims=True)
        return middle + np.array([[0.0, -0.2, 0.0], [0.2, 0.2, 0.0]])

    return Moving((part,), duration_s, loop, vertices_at, joints_at, parents=(None, 0))


def waving() -> AnimationResult:
    """A pole of two boxes whose upper half bends a quarter turn and back."""
    parts = (box((0.2, 1.0, 0.2), (0.0, 0.5, 0.0)), box((0.2, 1.0, 0.2), (0.0, 1.5, 0.0)))
    model_from_joint = np.stack([np.eye(4), np.eye(4)])
    model_from_joint[1, 1, 3] = 1.0
    skeleton = skeleton_at(("lower", "upper"), (None, 0), model_from_joint)
    skin = Skin(np.repeat(np.eye(2), 8, axis=0), np.linalg.inv(model_from_joint))
    rotations = np.zeros((8, 2, 3))
    rotations[:, 1, 2] = np.array([0, 0, -1, -2, -2, -1, 0, 0]) * np.pi / 4
    motion = JointMotion(Spline(rotations, 0.6, loop=False), Spline(np.zeros((8, 2, 3)), 0.6, loop=False))
    scene = Scene("pole.glb", parts, None, (), source=None)
    return AnimationResult(scene, motion, skeleton, skin, (0, 1), "bends", "skeleton")


def decoded(data: bytes) -> list[np.ndarray]:
    image = Image.open(io.BytesIO(data))
    shown = []
    for k in range(image.n_frames):
        image.seek(k)
        shown.append(np.asarray(image.convert("RGB")).astype(int))
    return shown


@pytest.mark.parametrize("kind", [".gif", ".webp"])
def test_a_clip_becomes_as_many_frames_as_it_lasts(kind):
    shown = decoded(preview_bytes(hopping(0.5), kind, SMALL))
    assert len(shown) == 10
    # Red is where the ball is: it rises and falls, within the picture.
    heights = []
    for frame in shown:
        rows, columns = np.nonzero(frame[..., 0] > frame[..., 2] + 60)
        heights.append(rows.mean())
        assert rows.min() > 1
        assert rows.max() < 62
        assert columns.min() > 1
        assert columns.max() < 62
    assert heights[5] < heights[0] - 15
    assert abs(heights[9] - heights[1]) < 2.0


def test_a_sheet_has_twelve_frames_and_the_same_ball():
    sheet = np.asarray(Image.open(io.BytesIO(preview_bytes(hopping(), ".png", PreviewOptions(size=96))))).astype(int)
    assert sheet.shape == (3 * 65 - 1, 4 * 65 - 1, 3)
    for k in range(12):
        top, left = k // 4 * 65, k % 4 * 65
        tile = sheet[top : top + 64, left : left + 64]
        assert ((tile[..., 0] > tile[..., 2] + 60).sum()) > 50


def test_times_of_loops_leave_out_the_end_and_long_clips_have_fewer_frames():
    times_s, fps = frame_times(hopping(1.5), 20.0)
    assert_allclose(times_s, np.arange(30) / 20.0)
    assert fps == 20.0
    assert_allclose(frame_times(hopping(1.5, loop=False), 20.0)[0], np.arange(31) / 20.0)
    times_s, fps = frame_times(hopping(60.0), 20.0)
    assert (len(times_s), fps) == (MOST_FRAMES, MOST_FRAMES / 60.0)
    assert sheet_times(hopping(1.2))[-1] == pytest.approx(1.1)
    assert sheet_times(hopping(1.2, loop=False))[-1] == pytest.approx(1.2)
    assert len(frame_times(hopping(0.01), 20.0)[0]) == 1


def test_joint_motions_carry_the_skin_and_the_joints():
    subject = moving(waving())
    times_s = np.array([0.0, 0.3])
    upright, bent = subject.vertices_at(times_s, slice(8, None))
    assert_allclose(upright[:, 1].max(), 2.0)
    assert bent[:, 0].max() > 0.7  # leans to +x, by a turn of -90 degrees about +z
    assert_allclose(bent[:, 1].min(), 0.9, atol=0.15)
    assert subject.joints_at is not None
    assert_allclose(subject.joints_at(times_s)[:, 1], [[0, 1, 0], [0, 1, 0]])
    assert subject.rest_joints is not None  # sides are told at rest, wherever the clip begins
    assert_allclose(subject.rest_joints, [[0, 0, 0], [0, 1, 0]])


def reaching(quarters: int) -> AnimationResult:
    """A still body with a left and a right hand and a nose, turned about +Y."""
    turn = turn_about_up(quarters)
    places = np.array([[0.0, 1.0, 0.0], [0.5, 1.0, 0.0], [-0.5, 1.0, 0.0]]) @ turn.T
    boxes = [box((0.3, 1.0, 0.3), (0, 1, 0)), box((0.3, 0.1, 0.1), (0.5, 1, 0)), box((0.3, 0.1, 0.1), (-0.5, 1, 0)),
             box((0.1, 0.1, 0.6), (0, 1.3, 0.3))]  # fmt: skip
    parts = tuple(replace(part, mesh=replace(part.mesh, vertices=part.mesh.vertices @ turn.T)) for part in boxes)
    model_from_joint = np.tile(np.eye(4), (3, 1, 1))
    model_from_joint[:, :3, 3] = places
    skeleton = skeleton_at(("hips", "hand_left", "hand_right"), (None, 0, 0), model_from_joint)
    weights = np.repeat(np.eye(3)[[0, 1, 2, 0]], 8, axis=0)
    still = Spline(np.zeros((4, 3, 3)), 0.1, loop=False)
    scene = Scene("body.glb", parts, None, (), source=None)
    skin = Skin(weights, np.linalg.inv(model_from_joint))
    return AnimationResult(scene, JointMotion(still, still), skeleton, skin, (0, 1, 2), "waits", "skeleton")


@pytest.mark.parametrize(("quarters", "front_deg"), [(1, 90.0), (2, 180.0), (3, -90.0)])
def test_a_model_is_seen_from_its_front_wherever_it_faces(quarters, front_deg):
    ahead, turned = moving(reaching(0)), moving(reaching(quarters))
    assert ahead.front_deg == 0.0
    assert abs(turned.front_deg) == pytest.approx(abs(front_deg))
    seen = [
        drawn_frames(one, np.zeros(1), SMALL)[0].astype(int) for one in (ahead, turned, replace(turned, front_deg=0.0))
    ]
    same, unlike = (np.abs(seen[0] - other).mean() for other in seen[1:])
    assert same < 0.5 < 2.0 < unlike


def test_vertex_motions_are_drawn_too():
    rest = waving().scene.mesh.vertices
    controls = np.stack([rest + np.array([0.1 * k, 0.0, 0.0]) for k in range(5)])
    result = replace(
        waving(), motion=VertexMotion(Spline(controls, 0.3, loop=False)), skeleton=None, skin=None, drives=()
    )
    assert_allclose(moving(result).vertices_at(np.array([0.3]), slice(0, None, 2))[0], controls[-1][::2])
    assert len(decoded(preview_bytes(moving(result), ".webp", PreviewOptions(size=64, skeleton=True)))) == 7


def test_bones_change_the_picture_and_views_differ():
    plain = preview_bytes(hopping(), ".png", SMALL)
    bones = preview_bytes(hopping(), ".png", PreviewOptions(size=64, skeleton=True))
    assert plain != bones
    bent = moving(waving())
    views = {preview_bytes(bent, ".png", PreviewOptions(size=64, view=view)) for view in ("front", "side", "above")}
    assert len(views) == 3


@pytest.mark.parametrize("kind", [".gif", ".webp", ".png"])
def test_same_clip_same_bytes(kind):
    assert preview_bytes(hopping(), kind, SMALL) == preview_bytes(hopping(), kind, SMALL)


def test_a_file_is_written_whole_and_its_size_told(tmp_path):
    target = tmp_path / "bends.gif"
    told = []
    saved = save_preview(
        waving(), target, size=64, progress=lambda stage, done, total: told.append((stage, done, total))
    )
    assert target.stat().st_size == saved.size_bytes
    assert saved.notes == ()
    assert told == [("drawing", k, 13) for k in range(14)]
    assert len(decoded(target.read_bytes())) == 13
    assert list(tmp_path.iterdir()) == [target]


def test_a_cancelled_preview_leaves_no_file(tmp_path):
    def stop(stage: str, done: int, total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        save_preview(waving(), tmp_path / "bends.gif", size=64, progress=stop)
    assert list(tmp_path.iterdir()) == []


def test_unknown_endings_and_odd_options_are_refused(tmp_path):
    with pytest.raises(
        UnknownFormatError, match=r"the preview a.bmp ends in '.bmp', expected one of .gif, .webp, .png"
    ):
        save_preview(waving(), tmp_path / "a.bmp")
    with pytest.raises(InvalidRequestError, match="size is 5, expected 32 to 2048"):
        save_preview(waving(), tmp_path / "a.gif", size=5)
    with pytest.raises(InvalidRequestError, match=r"90\.0 frames a second, expected 1 to 50"):
        save_preview(waving(), tmp_path / "a.gif", fps=90.0)


def test_a_broken_texture_is_told(tmp_path):
    result = waving()
    scene = replace(result.scene, parts=(wall(b"not an image"), *result.scene.parts))
    skin = Skin(np.concatenate([result.skin.weights[:4], result.skin.weights]), result.skin.joint_from_mesh)
    saved = save_preview(replace(result, scene=scene, skin=skin), tmp_path / "a.png", size=48)
    assert saved.notes == (
        "the texture of paint cannot be decoded, so the preview shows a plain colour; save it as PNG or JPEG",
    )


def test_a_broken_texture_does_not_stop_a_preview():
    part = wall(b"not an image")
    still = Moving(
        (part,), 0.2, False, lambda times_s, chosen: np.repeat(part.mesh.vertices[None, chosen], len(times_s), 0)
    )
    assert preview_bytes(still, ".png", SMALL)


def test_a_texture_survives_to_the_file():
    part = wall(png(np.full((8, 8, 3), (20, 160, 60), np.uint8)))
    still = Moving(
        (part,), 0.2, True, lambda times_s, chosen: np.repeat(part.mesh.vertices[None, chosen], len(times_s), 0)
    )
    middle = decoded(preview_bytes(still, ".webp", SMALL))[0][32, 32]
    assert middle[1] > middle[0] + 60
    assert middle[1] > middle[2] + 40


def test_a_point_of_a_model_with_no_size_is_drawn_without_trouble():
    part = replace(ball(), mesh=replace(ball().mesh, vertices=np.zeros_like(ball().mesh.vertices)))
    still = Moving(
        (part,), 0.2, True, lambda times_s, chosen: np.repeat(part.mesh.vertices[None, chosen], len(times_s), 0)
    )
    (frame,) = decoded(preview_bytes(still, ".gif", SMALL))[:1]
    assert_array_equal(frame.shape, (64, 64, 3))


def test_vertices_of_no_face_do_not_move_the_camera():
    subject = hopping()
    (part,) = subject.parts
    stray = np.concatenate([part.mesh.vertices, [[500.0, 80.0, -90.0]]])
    more = replace(part, mesh=replace(part.mesh, vertices=stray), appearance=Appearance())

    def vertices_at(times_s, chosen):
        moved = subject.vertices_at(times_s, slice(None))
        return np.concatenate([moved, np.broadcast_to(stray[-1], (len(times_s), 1, 3))], axis=1)[:, chosen]

    plain = replace(subject, parts=(replace(part, appearance=Appearance()),))
    apart = replace(subject, parts=(more,), vertices_at=vertices_at)
    assert preview_bytes(apart, ".png", SMALL) == preview_bytes(plain, ".png", SMALL)
