"""What the machine itself can do, so that figures from two machines compare."""

import platform
import statistics
import time

import numpy as np


def median_s(work, repeats: int = 5) -> float:
    """Median wall time of a call, after one call to warm up."""
    work()
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def matrix_gflops(size: int = 1024) -> float:
    """float32 matrix product rate."""
    a = np.random.default_rng(0).random((size, size), dtype=np.float32)
    return 2.0 * size**3 / median_s(lambda: a @ a) / 1e9


def copy_gbytes_per_s(megabytes: int = 256) -> float:
    """Memory copy rate."""
    block = np.zeros(megabytes * 1_000_000, dtype=np.uint8)
    return 2.0 * megabytes / 1000.0 / median_s(block.copy)


def described() -> str:
    """The machine in one line."""
    return (
        f"{platform.machine()}, Python {platform.python_version()}, numpy {np.__version__}: "
        f"matrix product {matrix_gflops():.0f} GFLOP/s, copy {copy_gbytes_per_s():.1f} GB/s"
    )
