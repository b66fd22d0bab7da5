"""What we write plays in three.js and model-viewer, and its vertices stand where our own skinning puts them."""

import json
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, Queue
from typing import Any
from urllib.parse import unquote

import numpy as np
import pytest
from tests.conformance import plain_gltf
from tests.conformance.conftest import HERE
from tests.io.write.motions import made_rigged, own_vertices, part_places, result_of, scene_of
from tests.io.write.sources import RIGGED, STILL

from enliven.core.timing import key_times_s
from enliven.io.write import save_animated

FLAGS = (
    "--headless", "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist", "--disable-dev-shm-usage",
)  # fmt: skip
KINDS = ("rigged", "at the origin", "mirrored", "squashed", "strips", "instanced", "morphing", "draco", "meshopt")
VIEWED = ("rigged",)  # one, as shaders take seconds without a graphics card, minutes on a busy machine
PATIENCE_S = 420.0


class Handler(SimpleHTTPRequestHandler):
    """Serves the packages and the page of this folder, the files under test, and takes the report."""

    def __init__(self, *given: Any, files: Path, reports: "Queue[dict[str, Any]]", **named: Any) -> None:
        self.files, self.reports = files, reports
        super().__init__(*given, **named)

    def translate_path(self, path: str) -> str:
        inside = path.split("?")[0].lstrip("/")
        folder = HERE if inside.startswith(("node_modules/", "player.html")) else self.files
        return str(folder / unquote(inside))

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        self.reports.put(json.loads(self.rfile.read(length)))
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


@contextmanager
def served(files: Path) -> "Iterator[tuple[int, Queue[dict[str, Any]]]]":
    reports: Queue[dict[str, Any]] = Queue()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, files=files, reports=reports))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_address[1], reports
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def reported(browser: str, files: Path, profile: Path) -> dict[str, Any]:
    """Let the browser do the task in the folder."""
    with served(files) as (port, reports):
        command = [browser, *FLAGS, f"--user-data-dir={profile}", f"http://127.0.0.1:{port}/player.html"]
        shown = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            return reports.get(timeout=PATIENCE_S)
        except Empty:
            pytest.fail(f"the browser gave no report in {PATIENCE_S:.0f} s")
        finally:
            shown.terminate()
            try:
                shown.wait(timeout=10)
            except subprocess.TimeoutExpired:
                shown.kill()
                shown.wait()


def test_files_play_in_three_and_model_viewer(node_modules, browser, tmp_path: Path, tmp_path_factory):
    times_s = key_times_s(1.1, 30.0)[[0, 11, 26]].tolist()
    results, task = [], []
    for kind in KINDS:
        scene = made_rigged(scene_of((RIGGED | STILL)[kind]()))
        results.append(result_of(scene, name="bows"))
        save_animated(results[-1], tmp_path / f"{kind}.glb", fps=30.0)
        task.append({"url": f"/{kind}.glb", "clip": "bows", "times": times_s, "viewed": kind in VIEWED})
    (tmp_path / "task.json").write_text(json.dumps(task))
    report = reported(browser, tmp_path, tmp_path_factory.mktemp("profile"))
    assert "failure" not in report, report["failure"]
    assert len(report["viewer"]) == len(VIEWED)
    for viewer in report["viewer"]:
        assert viewer["playing"] == "bows"
        assert viewer["duration"] == pytest.approx(1.1, abs=1e-6)
        assert viewer["moved"]
        assert not viewer["paused"]
    for kind, result, three in zip(KINDS, results, report["three"], strict=True):
        assert "bows" in three["clips"]
        assert three["duration"] == pytest.approx(1.1, abs=1e-6)
        root = plain_gltf.opened((tmp_path / f"{kind}.glb").read_bytes()).root
        size = np.ptp(result.scene.mesh.vertices, axis=0).max()
        for time_s, meshes in zip(times_s, three["poses"], strict=True):
            ours = own_vertices(result, time_s)
            shown = {mesh["name"]: np.array(mesh["positions"]) for mesh in meshes}
            theirs = [shown[root["nodes"][node]["name"]] for node, _ in part_places(result.scene, root)]
            np.testing.assert_allclose(np.concatenate(theirs), ours, atol=1e-4 * size, err_msg=kind)
