import os
import subprocess
import sys
from pathlib import Path

CODE = """
import enliven.render.preview
from numba.core.dispatcher import Dispatcher
import gc
kernels = [thing for thing in gc.get_objects() if isinstance(thing, Dispatcher) and "enliven" in thing.__module__]
print(len(kernels), sum(len(kernel.signatures) for kernel in kernels))
"""


def test_importing_the_renderer_compiles_nothing():
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
    done = subprocess.run([sys.executable, "-c", CODE], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    kernels, compiled = map(int, done.stdout.split())
    assert kernels > 10
    assert compiled == 0
