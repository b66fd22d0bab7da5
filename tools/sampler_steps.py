"""How few steps of sampling are enough: motions of few steps beside those of many, from the same noise.

``python tools/sampler_steps.py JOINTS_DIR [--weights ONNX] [--judge ONNX ...]`` prints a table over validation rigs:
how far the skin of the joints lies from where 64 steps put it, as a share of its movement there, and how many motions a
classifier names right.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from enliven.core.clip import JointClip
from enliven.evaluation.shape import scaled
from enliven.io.joint_clips import read_joint_clips
from enliven.models.joint_model import WEIGHTS, load_joint_model
from enliven.models.motion_tokens import ACTIONS, motion_tokens
from enliven.models.scorer import load_scorer
from enliven.models.text.encoder import load_text_encoder

STEPS = (2, 4, 6, 8, 16, 64)


def held_out(data: Path) -> list[JointClip]:
    """One clip for each action of each validation rig."""
    first: dict[tuple[str, str], JointClip] = {}
    for clip in sorted(read_joint_clips(data), key=lambda clip: clip.name):
        if clip.split == "val" and clip.action in ACTIONS and not clip.is_later_piece:
            first.setdefault((clip.rig, clip.action), clip)
    return list(first.values())


def table(clips: Sequence[JointClip], weights: Path, judges: Sequence[Path]) -> str:
    """A line a number of steps."""
    model, encoder, scorer = load_joint_model(weights), load_text_encoder(), load_scorer(*judges)
    away: dict[int, list[float]] = {steps: [] for steps in STEPS}
    right: dict[int, list[bool]] = {steps: [] for steps in STEPS}
    for clip in clips:
        text = encoder.encode(clip.label)
        plan = model.plan(clip.body, text)
        shown = {}
        for steps in STEPS:
            motion = model.generate(
                clip.body, text, seconds=plan.cycle_s, loop=plan.loop, seed=0, steps=steps, plan=plan
            )[0]
            tokens = motion_tokens(clip.body, scaled(motion, 1.0 / clip.body.metres_per_unit))
            shown[steps] = tokens.tracks
            named = ACTIONS[int(scorer.probabilities([tokens])[0].argmax())]
            right[steps].append(named == clip.action)
        most = shown[STEPS[-1]]
        moves = float(np.linalg.norm(most - most.mean(axis=1, keepdims=True)))
        for steps in STEPS:
            away[steps].append(float(np.linalg.norm(shown[steps] - most)) / max(moves, 1e-6))
    lines = ["| steps | away from 64 steps, median share of the movement | named right |", "|---|---|---|"]
    lines += [f"| {steps} | {np.median(away[steps]):.2f} | {np.mean(right[steps]):.2f} |" for steps in STEPS]
    return "\n".join(lines)


def main() -> None:
    """Read the options and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--weights", type=Path, default=WEIGHTS)
    parser.add_argument("--judge", type=Path, action="append", default=[])
    arguments = parser.parse_args()
    print(table(held_out(arguments.data), arguments.weights, arguments.judge))


if __name__ == "__main__":
    main()
