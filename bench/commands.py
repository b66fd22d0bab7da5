"""Whole commands in new processes: wall time and peak memory."""

import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Run:
    """One command: median wall time and highest peak memory."""

    seconds: float
    peak_gib: float


def command(words: list[str], *, repeats: int = 3, environment: dict[str, str] | None = None) -> Run:
    """Run ``enliven`` several times.

    Args:
        words: the words after ``enliven``.
        repeats: how often; the median counts.
        environment: added to the process's own.

    Returns:
        The figures; a failing command raises.
    """
    runs = [_once(words, environment or {}) for _ in range(repeats)]
    return Run(statistics.median(run.seconds for run in runs), max(run.peak_gib for run in runs))


def _once(words: list[str], environment: dict[str, str]) -> Run:
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "enliven.apps.cli", *words],
        env=os.environ | environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    error = process.stderr.read() if process.stderr else b""
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    if os.waitstatus_to_exitcode(status) != 0:
        raise RuntimeError(f"enliven {' '.join(words)} failed: {error.decode()}")
    return Run(seconds, usage.ru_maxrss / 2**20)


def size_mb(path: Path) -> float:
    """File size in megabytes."""
    return path.stat().st_size / 1e6
