"""The joint-motion model as programs use it: a body and words in, motions of that body in metres out. No torch."""

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from jaxtyping import Bool, Float32

from enliven.core.body import Body
from enliven.core.motion import JointMotion, Spin
from enliven.core.splines import Spline
from enliven.models.amplitude import HARMONICS, SPEED_FLOOR, factor_towards, skin_speed, trusted_means, with_gains
from enliven.models.joint_codec import CHANNELS, CONTROLS, MEANS, controls_of
from enliven.models.joint_features import BodyFeatures, body_features
from enliven.models.joint_turns import RigControls, rotations_from
from enliven.models.runtime.session import Session, read_session
from enliven.models.sampler import even_times, guided, multistep, velocity_to
from enliven.models.text.encoder import TextTokens
from enliven.models.timing import cycles_in, held, repeated, repeated_open

KIND, FORMAT = "joint_flow", 3
WEIGHTS = Path(__file__).with_name("weights") / "joint_flow.onnx"

LONGEST_CYCLE_S = 4.0
LONGEST_ACTION_S = 3.0
_LEAST_SPIN_TURNS = 0.5
_LEAST_SPIN_SHARE = 0.5  # of the turns of the joint that spins most: the pole of a fan shall not turn with its blades
_MEAN_GUIDANCE = 2.0


@dataclass(frozen=True, slots=True)
class Plan:
    """What the words and the body ask for: how long, and whether it repeats without a seam.

    ``cycle_s`` is one round of a loop, or the length of an action; ``log_speed`` the log of the mean joint speed in
    body units a second, plus 0.01.
    """

    seconds: float
    loop: bool
    cycle_s: float
    log_speed: float


class JointModel:
    """Generates motion; the same seed gives the same bytes, on any number of threads and candidates."""

    def __init__(self, session: Session) -> None:
        self._session = session
        known = session.card.statistics
        self._scales = np.array(known["scales"], dtype=np.float32)
        self._gains = {
            True: np.array(known.get("loop_gains", [1.0] * HARMONICS)),
            False: np.array(known.get("open_gains", [1.0] * CONTROLS)),
        }

    def plan(self, body: Body, text: TextTokens) -> Plan:
        """Duration (1 to 4 seconds; a loop's is a whole number of its cycles), looping and amount of motion."""
        features = body_features(body)
        resting = np.zeros((1, len(body), CHANNELS), dtype=np.float32)
        found = self._run(resting, 0.0, features, text, np.zeros(3, dtype=np.float32), words=(True,))["plan"][0]
        cycle_s = float(np.clip(np.exp(found[0]), 0.3, LONGEST_CYCLE_S))
        loop = bool(found[1] > 0.0)
        seconds = float(np.clip(cycle_s, 1.0, 4.0))
        if loop:
            seconds = cycle_s * int(np.ceil(1.0 / cycle_s - 1e-6)) if cycle_s < 1.0 else cycle_s
        return Plan(seconds=round(seconds, 3), loop=loop, cycle_s=cycle_s, log_speed=float(found[2]))

    def generate(
        self,
        body: Body,
        text: TextTokens,
        *,
        seconds: float,
        loop: bool,
        seed: int,
        candidates: int = 1,
        guidance: float = 3.5,
        steps: int = 8,
        strength: float = 1.0,
        plan: Plan | None = None,
    ) -> list[JointMotion]:
        """Motions of a body, in metres and model space.

        A loop is a whole number of equal cycles. What does not loop is one segment of at most 3 seconds; over that a
        repeating movement goes on, and an action is followed by its last pose.

        Args:
            body: joints at rest, body units.
            text: the prompt.
            seconds: length of the motion.
            loop: whether its end meets its beginning.
            seed: of the first candidate; the next ones count up.
            candidates: how many motions.
            guidance: how loudly the words speak; 1 leaves them as learnt.
            steps: evaluations of the net, each of them twice.
            strength: scales what moves: about the mean pose of a loop, from the first pose of an action.
            plan: of the same body and text, if it is known already.

        Returns:
            One motion per candidate.
        """
        features = body_features(body)
        plan = self.plan(body, text) if plan is None else plan
        rounds = cycles_in(seconds, plan.cycle_s, LONGEST_CYCLE_S)
        cyclic = loop or (plan.loop and seconds > LONGEST_ACTION_S)
        action_s = min(seconds, LONGEST_ACTION_S, max(1.0, 2.0 * plan.cycle_s))
        segment_s = seconds / rounds if loop else plan.cycle_s if cyclic else action_s
        conditions = np.array(
            [np.log(segment_s), float(cyclic), plan.log_speed + np.log(plan.cycle_s / segment_s)], dtype=np.float32
        )
        motions = []
        for seed_of_candidate in range(seed, seed + candidates):
            rng = np.random.default_rng(seed_of_candidate)
            data = self._sampled(features, text, conditions, guidance, steps, rng=rng)
            controls = _on_rig(body, data * self._scales, loop=cyclic)
            controls = _calmed(controls, self._gains[cyclic], loop=cyclic)
            if cyclic:
                controls = replace(controls, rotations=trusted_means(body, controls.rotations))
                speed = max(float(np.exp(conditions[2])) - SPEED_FLOOR, 0.0)
                controls = _matched(body, controls, features.movers, segment_s, speed)
            controls = _scaled(controls, strength, loop=cyclic)
            motions.append(_assembled(body, features, controls, segment_s, seconds, loop=loop, cyclic=cyclic))
        return motions

    def _sampled(
        self,
        features: BodyFeatures,
        text: TextTokens,
        conditions: Float32[np.ndarray, "3"],
        guidance: float,
        steps: int,
        *,
        rng: np.random.Generator,
    ) -> Float32[np.ndarray, "joints channels"]:
        """One clean motion in channels divided by their scales."""

        def field(position: np.ndarray, t: float) -> np.ndarray:
            both = np.stack([position, position]) if guidance != 1.0 else position[None]
            words = (True, False)[: len(both)]
            data = self._run(both, t, features, text, conditions, words=words)["data"]
            estimate = data[0] if guidance == 1.0 else _louder(data[0], data[1], guidance)
            return velocity_to(estimate, position, t)

        noise = rng.standard_normal((len(features.values), CHANNELS)).astype(np.float32)
        return multistep(field, noise, even_times(steps).astype(np.float32)).astype(np.float32)

    def _run(
        self,
        position: Float32[np.ndarray, "batch joints channels"],
        t: float,
        features: BodyFeatures,
        text: TextTokens,
        conditions: Float32[np.ndarray, "3"],
        *,
        words: tuple[bool, ...],
    ) -> dict[str, np.ndarray]:
        batch = len(position)
        said = np.array(words, dtype=np.bool_)[:, None] & text.mask
        return self._session(
            {
                "position": position.astype(np.float32),
                "time": np.full(batch, t, dtype=np.float32),
                "features": np.repeat(features.values[None], batch, axis=0),
                "relations": np.repeat(features.relations[None].astype(np.int64), batch, axis=0),
                "keep": np.ones(position.shape[:2], dtype=np.bool_),
                "words": np.repeat(text.tokens[None], batch, axis=0),
                "word_keep": said,
                "conditions": np.repeat(conditions[None], batch, axis=0),
                "known": np.ones((batch, 3), dtype=np.float32),
            }
        )


@cache
def load_joint_model(path: Path = WEIGHTS) -> JointModel:
    """The model that ships with enliven, or another, loaded once a process.

    Args:
        path: weights that ``enliven train joints`` exported.

    Returns:
        The model.

    Raises:
        WeightsError: if its weights are missing or damaged.
    """
    return JointModel(read_session(path, kind=KIND, format=FORMAT))


def _louder(conditional: np.ndarray, unconditional: np.ndarray, guidance: float) -> np.ndarray:
    """Guidance, less of it on the mean pose: what the words say of it is little, and would be overdone."""
    estimate = guided(conditional, unconditional, guidance, rescale=0.0)
    mean = min(guidance, _MEAN_GUIDANCE)
    estimate[:, MEANS] = guided(conditional[:, MEANS], unconditional[:, MEANS], mean, rescale=0.0)
    return estimate


def _on_rig(body: Body, channels: Float32[np.ndarray, "joints channels"], *, loop: bool) -> RigControls:
    made = controls_of(channels)
    return RigControls(rotations_from(made.turns, body.parents, loop=loop), made.translations, made.spins)


def _calmed(controls: RigControls, gains: np.ndarray, *, loop: bool) -> RigControls:
    return RigControls(
        with_gains(controls.rotations, gains, loop=loop), with_gains(controls.translations, gains, loop=loop),
        controls.spins,
    )  # fmt: skip


def _matched(
    body: Body, controls: RigControls, movers: Bool[np.ndarray, " joints"], cycle_s: float, speed: float
) -> RigControls:
    """A loop brought nearer to the amount of motion that was asked for, by its waves, within limits."""
    found = skin_speed(body, controls.rotations, controls.translations, movers, cycle_s, loop=True)
    return _scaled(controls, factor_towards(speed, found), loop=True, spins=1.0)


def _scaled(controls: RigControls, strength: float, *, loop: bool, spins: float | None = None) -> RigControls:
    def about(track: np.ndarray) -> np.ndarray:
        middle = track.mean(axis=0) if loop else track[0]
        return middle + strength * (track - middle)

    return RigControls(
        about(controls.rotations), about(controls.translations), controls.spins * (strength if spins is None else spins)
    )


def _assembled(
    body: Body,
    features: BodyFeatures,
    controls: RigControls,
    segment_s: float,
    seconds: float,
    *,
    loop: bool,
    cyclic: bool,
) -> JointMotion:
    metres = controls.translations * features.movers[None, :, None] * body.metres_per_unit
    rounds = seconds / segment_s if cyclic else 1.0
    curves = []
    for track in (controls.rotations, metres):
        if loop:
            curves.append(repeated(track, round(rounds), seconds))
        elif cyclic:
            curves.append(repeated_open(track, segment_s, seconds))
        else:
            curves.append(held(track, segment_s, seconds))
    spins = _spins(controls.spins, rounds, seconds, loop=loop)
    return JointMotion(rotations=curves[0], translations=curves[1], spins=spins)


def _spins(spins: np.ndarray, rounds: float, seconds: float, *, loop: bool) -> tuple[Spin, ...]:
    found, size = [], np.linalg.norm(spins, axis=1)
    for joint in np.flatnonzero(size >= max(_LEAST_SPIN_TURNS, _LEAST_SPIN_SHARE * float(size.max(initial=0.0)))):
        turns = float(np.linalg.norm(spins[joint]))
        whole = max(1.0, float(np.round(turns))) if loop else turns
        angle = np.linspace(
            0.0, 2.0 * np.pi * whole * (round(rounds) if loop else rounds), 4
        )  # four even controls make a straight line
        found.append(Spin(int(joint), spins[joint] / turns, Spline(angle, seconds, loop=False)))
    return tuple(found)
