"""Print the table of speeds."""

import tempfile
from pathlib import Path

import numpy as np

from bench.commands import command
from bench.machine import described, median_s
from bench.shapes import creature_file


def generation_s() -> tuple[int, float]:
    """Seconds to generate a clip for a rig of about 45 joints, text and model loaded."""
    from enliven.core.body import Body
    from enliven.models.joint_model import load_joint_model
    from enliven.models.text.encoder import load_text_encoder

    joints = 45
    rng = np.random.default_rng(0)
    body = Body(
        names=tuple(f"joint_{j}" for j in range(joints)),
        parents=tuple(None if j == 0 else max(0, j - 1 - j % 3) for j in range(joints)),
        rest_positions=rng.random((joints, 3)),
        skin_offsets=np.zeros((joints, 3)),
        skin_extents=np.full((joints, 3), 0.05),
        skin_shares=np.full(joints, 1.0 / joints),
        metres_per_unit=1.0,
        origin_m=np.zeros(3),
    )
    model, text = load_joint_model(), load_text_encoder().encode("walks")
    return joints, median_s(lambda: model.generate(body, text, seconds=1.0, loop=True, seed=0))


def main() -> None:
    """Measure and print."""
    print(described())
    joints, seconds = generation_s()
    print(f"generate, {joints} joints, 8 steps: {seconds:.3f} s (goal 0.2)")
    cases = [
        ("rigged", 10_000, True, 5.0),
        ("auto-rigged", 10_000, False, 10.0),
        ("auto-rigged", 50_000, False, None),
        ("auto-rigged", 200_000, False, None),
        ("auto-rigged", 1_000_000, False, 60.0),
    ]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "in.glb"
        for name, least, rigged, goal_s in cases:
            triangles = creature_file(source, "quadruped", least, rigged=rigged)
            run = command(["animate", str(source), "walks", "-o", str(Path(folder) / "out.glb")])
            goal = f" (goal {goal_s:.0f})" if goal_s else ""
            case = f"animate, cold, {name}, {triangles:,} triangles"
            print(f"{case}: {run.seconds:.2f} s{goal}, peak {run.peak_gib:.2f} GiB")
        creature_file(source, "quadruped", 10_000, rigged=False)
        fresh = {"NUMBA_CACHE_DIR": str(Path(folder) / "cache")}
        words = ["animate", str(source), "walks", "-o", str(Path(folder) / "out.glb")]
        words += ["--preview", str(Path(folder) / "out.gif")]
        first = command(words, repeats=1, environment=fresh)
        again = command(words, environment=fresh)
        print(f"with a GIF, first run after installing (no JIT cache): {first.seconds:.2f} s (goal 20)")
        print(f"with a GIF, afterwards: {again.seconds:.2f} s")
    print(f"enliven --help: {command(['--help'], repeats=5).seconds:.2f} s (goal 0.5)")


if __name__ == "__main__":
    main()
