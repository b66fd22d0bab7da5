"""Small random bodies and clips for tests of the joint model."""

import numpy as np

from enliven.core.body import Body
from enliven.core.clip import JointClip, Split
from enliven.models.text.encoder import WIDTH, TextTokens


def random_body(joints: int, seed: int) -> Body:
    """A symmetric-looking tree: each joint hangs from one of the four before it."""
    rng = np.random.default_rng(seed)
    parents: list[int | None] = [None]
    parents += [int(rng.integers(max(0, joint - 4), joint)) for joint in range(1, joints)]
    at = np.zeros((joints, 3))
    for joint, parent in enumerate(parents):
        if parent is not None:
            at[joint] = at[parent] + rng.normal(size=3) * 0.12
    at[:, 1] -= at[:, 1].min()
    shares = rng.uniform(0.1, 1.0, joints)
    return Body(
        names=tuple(f"joint{joint}" for joint in range(joints)),
        parents=tuple(parents),
        rest_positions=at,
        skin_offsets=rng.normal(size=(joints, 3)) * 0.03,
        skin_extents=rng.uniform(0.01, 0.05, (joints, 3)),
        skin_shares=shares / shares.sum(),
        metres_per_unit=1.7,
        origin_m=np.zeros(3),
    )


def random_clip(
    joints: int, seed: int, *, action: str = "walk", split: Split = "train", loop: bool = True
) -> JointClip:
    """A smooth motion with one joint that spins."""
    rng = np.random.default_rng(seed + 1000)
    body = random_body(joints, seed)
    phase = np.arange(12) / 12 * 2 * np.pi
    rotations = np.sin(phase)[:, None, None] * rng.normal(size=(1, joints, 3)) * 0.4
    rotations = rotations + rng.normal(size=(1, joints, 3)) * 0.2
    translations = np.zeros((12, joints, 3))
    translations[:, 0] = np.sin(phase)[:, None] * rng.normal(size=3) * 0.1
    axes, turns = np.zeros((joints, 3)), np.zeros(joints)
    axes[-1], turns[-1] = (0.0, 0.6, 0.8), 2.0
    return JointClip(
        body=body, rotations=rotations, translations=translations, spin_axes=axes, spin_turns=turns,
        duration_s=1.2, loop=loop, name=f"clip{seed}", caption=f"a left thing {action}s", label=f"{action} left",
        action=action, category="quadruped", species="thing", rig=f"rig{seed % 5}", motion_group=f"motion{seed}",
        licence="CC0-1.0", permissive=True, split=split,
    )  # fmt: skip


def random_text(tokens: int, seed: int) -> TextTokens:
    """Tokens of no language."""
    rng = np.random.default_rng(seed)
    return TextTokens(
        tokens=(rng.normal(size=(tokens, WIDTH)) * 0.4).astype(np.float32), mask=np.ones(tokens, dtype=np.bool_)
    )
