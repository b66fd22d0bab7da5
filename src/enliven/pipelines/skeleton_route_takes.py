"""Takes of one prompt on one rig: several are made, the one that shows the prompt best is kept."""

from dataclasses import dataclass, replace

import numpy as np

from enliven.core.body import Body
from enliven.core.motion import JointMotion
from enliven.core.request import AnimationRequest
from enliven.core.splines import Spline
from enliven.core.styles import PLAIN, STYLES, Style
from enliven.geometry.finishing import retimed
from enliven.geometry.measures import measured
from enliven.models.joint_model import LONGEST_CYCLE_S, JointModel, Plan
from enliven.models.motion_tokens import motion_tokens
from enliven.models.scorer import load_scorer
from enliven.models.text.encoder import TextTokens
from enliven.models.timing import cycles_in

_TAKES = 4
_MOST_JOINTS = 100  # more take over a second for four takes
_WILD = 2.0  # times the speed of the others, or their speed through it: such a take is left out


@dataclass(frozen=True, slots=True, eq=False)
class Take:
    """What was kept: one cycle of a loop, or the whole of what does not loop; facing the front, metres."""

    motion: JointMotion
    cycles: int
    seed: int
    others: tuple[int, ...]  # seeds, best first
    fit: float  # cosine of motion and words, -1 to 1
    second: JointMotion | None  # the next best take


@dataclass(frozen=True, slots=True, eq=False)
class Ask:
    """One action to be made, at its own pace and amount."""

    text: TextTokens
    plan: Plan
    seconds: float
    loop: bool


def style_of(request: AnimationRequest) -> Style:
    """The style asked for, with the speed and strength asked for beside it."""
    style = PLAIN if request.style is None else STYLES[request.style]
    return replace(style, pace=style.pace * request.speed, amount=style.amount * request.strength)


def candidates_of(request: AnimationRequest, body: Body) -> int:
    """How many takes to make: as many as asked for, else four where that costs under a second."""
    if request.candidates is not None:
        return request.candidates
    return _TAKES if len(body) <= _MOST_JOINTS else 1


def best_take(model: JointModel, body: Body, ask: Ask, request: AnimationRequest) -> Take:
    """Make takes of an action and keep the best.

    Args:
        model: makes them.
        body: facing the front.
        ask: the action.
        request: seed, candidates, strength, speed and style.

    Returns:
        The take that fits the words best, among those that move about as much as the others.
    """
    style, count = style_of(request), candidates_of(request, body)
    cycles = cycles_in(ask.seconds * style.pace, ask.plan.cycle_s, LONGEST_CYCLE_S) if ask.loop else 1
    seconds = ask.seconds / cycles
    motions = model.generate(
        body, ask.text, seconds=seconds * style.pace, loop=ask.loop, seed=request.seed, candidates=count, plan=ask.plan
    )
    tokens = [motion_tokens(body, _in_body_units(motion, body)) for motion in motions]
    fits = load_scorer().similarity(ask.text.mean, tokens)
    order = sorted(range(count), key=lambda number: (_is_odd(motions, body, number), -fits[number], number))
    kept = retimed(_stronger(motions[order[0]], style.amount), seconds)
    seeds = tuple(request.seed + number for number in order)
    second = retimed(_stronger(motions[order[1]], style.amount), seconds) if count > 1 else None
    return Take(kept, cycles, seeds[0], seeds[1:], float(fits[order[0]]), second)


def _stronger(motion: JointMotion, amount: float) -> JointMotion:
    """What moves scaled about the mean pose of a loop, or from the first pose of an action."""

    def about(curve: Spline) -> Spline:
        middle = curve.controls.mean(axis=0) if motion.loop else curve.controls[0]
        return replace(curve, controls=middle + amount * (curve.controls - middle))

    return replace(
        motion,
        rotations=about(motion.rotations),
        translations=about(motion.translations),
        spins=motion.spins if amount > 0.0 else (),
    )


def _is_odd(motions: list[JointMotion], body: Body, number: int) -> bool:
    """Whether a take moves far less or far more than takes of the same words do."""
    speeds = np.array([_speed(motion, body) for motion in motions])
    usual = max(float(np.median(speeds)), 1e-9)
    return bool(speeds[number] > _WILD * usual or speeds[number] < usual / _WILD)


def _speed(motion: JointMotion, body: Body) -> float:
    rest = np.asarray(body.rest_positions, dtype=np.float64)
    return measured(rest, body.parents, _in_body_units(motion, body), 1.0, per_second=12.0).speed


def _in_body_units(motion: JointMotion, body: Body) -> JointMotion:
    controls = motion.translations.controls / body.metres_per_unit
    return replace(motion, translations=replace(motion.translations, controls=controls))
