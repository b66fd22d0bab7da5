"""Reads or animates files one by one, each in a forked process with limits, and prints a line of JSON about each.

Run as a script: ``python odd_reader.py FOLDER [OUT] < paths``; with OUT each file is animated into that folder. Imports
are paid once, so a hundred files are read in seconds.
"""

import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from enliven.apps.library import animate
from enliven.core.errors import EnlivenError
from enliven.io.read import read_scene

ADDRESS_SPACE = 4 * 2**30
DATA = 2 * 2**30
SECONDS = 240  # far more than needed: machines may be busy


def outcome(path: Path) -> dict[str, object]:
    try:
        scene = read_scene(path)
    except EnlivenError as error:
        return {"refused": str(error), "kind": type(error).__name__}
    except BaseException as error:  # noqa: BLE001 the point of the test
        return {"crashed": f"{type(error).__name__}: {error}"}
    return {"faces": len(scene.mesh.faces), "vertices": len(scene.mesh.vertices), "notes": list(scene.notes)}


def animated(path: Path, out: Path, number: int) -> dict[str, object]:
    try:
        written = animate(path, "walks").save(out / f"{number}-{path.stem}.glb")
    except EnlivenError as error:
        return {"refused": str(error), "kind": type(error).__name__}
    except BaseException as error:  # noqa: BLE001 the point of the test
        return {"crashed": f"{type(error).__name__}: {error}"}
    return {"written": str(written.path)}


def in_a_child(path: Path, work: Callable[[Path], dict[str, object]]) -> dict[str, object]:
    """What became of one file, with the peak memory and time of the process that worked on it."""
    reader, writer = os.pipe()
    start = time.monotonic()
    child = os.fork()
    if child == 0:
        os.close(reader)
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
        resource.setrlimit(resource.RLIMIT_DATA, (DATA, DATA))
        signal.alarm(SECONDS)
        os.write(writer, json.dumps(work(path)).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        told = pipe.read()
    _, status, usage = os.wait4(child, 0)
    result = json.loads(told) if told else {"crashed": f"the process ended with status {status}"}
    return result | {"seconds": time.monotonic() - start, "peak_bytes": usage.ru_maxrss * 1024}


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for number, line in enumerate(sys.stdin):
        work = partial(animated, out=Path(sys.argv[2]), number=number) if len(sys.argv) > 2 else outcome
        told = {"file": line.rstrip("\n")} | in_a_child(folder / line.rstrip("\n"), work)
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
