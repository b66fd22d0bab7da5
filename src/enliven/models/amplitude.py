"""How much a motion moves, as a whole and wave by wave.

Few steps leave some noise in the fast waves, where real motion is calm. A loop's waves are its Fourier harmonics, a
clamped curve's its cosines; gains are measured when weights are exported (``training.joint_calibration``) and travel
in their card.
"""

import numpy as np
from jaxtyping import Bool, Float

from enliven.core.body import Body
from enliven.core.motion import JointPose
from enliven.core.splines import basis
from enliven.geometry.kinematics import forward
from enliven.models.joint_codec import CONTROLS, cosine_matrix

HARMONICS = CONTROLS // 2 + 1
SPEED_FLOOR = 0.01
"""Added to speeds (body units a second) before their logarithm is taken."""


def waves_of(controls: Float[np.ndarray, "controls ..."], *, loop: bool) -> Float[np.ndarray, " waves"]:
    """Mean size of each wave over all channels: 7 harmonics of a loop, 12 cosines otherwise."""
    flat = controls.reshape(len(controls), -1)
    turned = np.fft.rfft(flat, axis=0) if loop else cosine_matrix(len(flat)) @ flat
    return np.abs(turned).mean(axis=1)


def with_gains(
    controls: Float[np.ndarray, "controls ..."], gains: Float[np.ndarray, " waves"], *, loop: bool
) -> Float[np.ndarray, "controls ..."]:
    """The controls with each wave multiplied by its gain; gains of 1 change nothing."""
    flat = controls.reshape(len(controls), -1)
    if loop:
        scaled = np.fft.irfft(np.fft.rfft(flat, axis=0) * gains[:, None], n=len(flat), axis=0)
    else:
        cosines = cosine_matrix(len(flat))
        scaled = cosines.T @ (gains[:, None] * (cosines @ flat))
    return scaled.reshape(controls.shape)


def skin_speed(
    body: Body,
    rotations: Float[np.ndarray, "controls joints 3"],
    translations: Float[np.ndarray, "controls joints 3"],
    movers: Bool[np.ndarray, " joints"],
    duration_s: float,
    *,
    loop: bool,
    times: int = 25,
) -> float:
    """Mean speed of the middle of each joint's skin, body units a second: the amount of motion.

    The joints themselves would not do: a leg of one bone turns about a joint that stands still.

    Args:
        body: in body units.
        rotations: spline controls.
        translations: spline controls, body units.
        movers: joints whose translations count.
        duration_s: of the motion.
        loop: periodic controls instead of clamped ones.
        times: how often it is looked at.

    Returns:
        The mean over joints and time.
    """
    weights = basis(np.linspace(0.0, 1.0, times), len(rotations), loop=loop)
    pose = JointPose(
        rotations=np.einsum("tc,cjx->tjx", weights, rotations.astype(np.float64)),
        translations=np.einsum("tc,cjx->tjx", weights, translations * movers[:, None].astype(np.float64)),
    )
    placed = forward(body.rest_positions.astype(np.float64), body.parents, pose)
    points = placed.carried(body.skin_offsets.astype(np.float64))
    return float(np.linalg.norm(np.diff(points, axis=0), axis=-1).mean() * (times - 1) / duration_s)


def factor_towards(wanted: float, found: float) -> float:
    """By what to multiply an amount of motion to come to another, from a half to 1.6: a motion is not made another."""
    return float(np.clip(wanted / max(found, 1e-9), 0.5, 1.6))


TRUST, DOUBT = 0.8, 3.0
"""On validation rigs the real mean turn of a joint is about ``TRUST / (1 + DOUBT |turn|)`` of the generated one."""
UPRIGHT = 1.5  # times as tall as deep: bodies that may rest with spread arms, which have to come down


def trusted_means(
    body: Body, rotations: Float[np.ndarray, "controls joints 3"]
) -> Float[np.ndarray, "controls joints 3"]:
    """A loop whose mean pose is led back towards rest, the more the further it strays; what moves stays as it is.

    The mean pose is what the model knows least of a rig it has not seen: it depends on how the artist posed the rest.
    Upright bodies keep it: many rest with spread arms.
    """
    _, height, depth = np.ptp(body.rest_positions, axis=0)
    if height > UPRIGHT * depth:
        return rotations
    mean = rotations.mean(axis=0)
    share = TRUST / (1.0 + DOUBT * np.linalg.norm(mean, axis=-1, keepdims=True))
    return rotations - (1.0 - share) * mean
