"""From a prompt to the motion of a body: one action or several, each chosen among takes and set on the ground."""

from dataclasses import dataclass, replace

import numpy as np
from jaxtyping import Float

from enliven.core.body import Body
from enliven.core.motion import JointMotion
from enliven.core.request import AnimationRequest
from enliven.geometry.contacts_body import GroundBody
from enliven.geometry.finishing import repeated
from enliven.geometry.joining import Turn, joined
from enliven.geometry.turning import turned_motion
from enliven.geometry.varying import varied
from enliven.models.joint_model import JointModel
from enliven.models.text.encoder import load_text_encoder
from enliven.models.text.word_roles import motion_words
from enliven.pipelines.skeleton_route_doubts import doubts
from enliven.pipelines.skeleton_route_finish import settled
from enliven.pipelines.skeleton_route_phrases import actions_in
from enliven.pipelines.skeleton_route_takes import Ask, Take, best_take, style_of

_BLEND_S = 0.22
_LONGEST_S = 60.0
_VARIED, _VARIED_S = 3, 4.0  # cycles from which on they are not all the same, in clips longer than this


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """A rig as the model sees it, and as it stands on the ground of its file."""

    body: Body  # turned to face +Z
    ground: GroundBody
    turn: Float[np.ndarray, "3 3"]  # from the file's axes to the model's


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """A motion in the file's axes, metres, and what there is to say of it."""

    motion: JointMotion
    seed: int
    others: tuple[int, ...]
    notes: tuple[str, ...]


def performed(model: JointModel, subject: Subject, request: AnimationRequest) -> Made:
    """Make the motion that a request asks for.

    Args:
        model: makes the takes.
        subject: the rig.
        request: what is asked for.

    Returns:
        The motion: on the ground, in place or travelling.
    """
    phrases = actions_in(request.prompt)
    asks = [_ask(model, subject, phrase, request) for phrase in phrases]
    if len(asks) == 1:
        take = best_take(model, subject.body, asks[0], request)
        motion = _long(take, subject, request, phrases[0])
        notes = doubts(phrases[0], asks[0].text, take.fit, subject.body) + _choice(take)
        return Made(motion, take.seed, take.others, _reading(request, phrases) + notes)
    return _in_turn(model, subject, request, phrases, asks)


def _ask(model: JointModel, subject: Subject, phrase: str, request: AnimationRequest) -> Ask:
    text = load_text_encoder().encode(motion_words(phrase))
    plan = model.plan(subject.body, text)
    loop = plan.loop if request.loop is None else request.loop
    pace = style_of(request).pace
    seconds = round(min(plan.seconds / pace, _LONGEST_S), 3) if request.seconds is None else request.seconds
    return Ask(text, plan, seconds, loop)


def _settled(take: Take, subject: Subject, request: AnimationRequest, phrase: str) -> JointMotion:
    motion = turned_motion(take.motion, subject.turn.T)
    return settled(motion, subject.ground, request, phrase, style_of(request).lean_rad)


def _long(take: Take, subject: Subject, request: AnimationRequest, phrase: str) -> JointMotion:
    """The whole clip of a take: a loop of many cycles varies from one to the next."""
    motion = _settled(take, subject, request, phrase)
    if take.cycles < _VARIED or take.cycles * motion.duration_s <= _VARIED_S:
        return repeated(motion, take.cycles)
    second = None if take.second is None else _settled(replace(take, motion=take.second), subject, request, phrase)
    return varied(motion, second, take.cycles, rng=np.random.default_rng(take.seed))


def _in_turn(
    model: JointModel, subject: Subject, request: AnimationRequest, phrases: tuple[str, ...], asks: list[Ask]
) -> Made:
    """Actions one after another; the time is shared as the actions would take it by themselves."""
    pace, loop = style_of(request).pace, request.loop is True
    own_s = np.array([max(ask.plan.seconds, 1.2) / pace for ask in asks])
    total_s = round(min(float(own_s.sum()), _LONGEST_S), 3) if request.seconds is None else request.seconds
    ends_s = np.cumsum(own_s) / own_s.sum() * total_s
    ends_s[-1] = total_s
    starts_s = np.concatenate([[0.0], ends_s[:-1]])
    blend_s = min(_BLEND_S, 0.3 * float((ends_s - starts_s).min()))
    turns, takes = [], []
    for phrase, ask, start_s, end_s in zip(phrases, asks, starts_s, ends_s, strict=True):
        needed_s = float(end_s - start_s) + 2.0 * blend_s
        cyclic = ask.plan.loop
        take = best_take(model, subject.body, replace(ask, seconds=needed_s, loop=cyclic), request)
        turns.append(Turn(_settled(take, subject, request, phrase), float(start_s), float(end_s)))
        takes.append(take)
    motion = joined(turns, blend_s, subject.ground.parents, loop=loop)
    told = ", then ".join(
        f"{phrase} ({end - start:.1f} s)" for phrase, start, end in zip(phrases, starts_s, ends_s, strict=True)
    )
    notes = [f"in turn: {told}", *_reading(request, phrases)]
    for phrase, ask, take in zip(phrases, asks, takes, strict=True):
        notes += doubts(phrase, ask.text, take.fit, subject.body)
    return Made(motion, takes[0].seed, takes[0].others, tuple(notes))


def _reading(request: AnimationRequest, phrases: tuple[str, ...]) -> tuple[str, ...]:
    told = [motion_words(phrase) for phrase in phrases]
    return () if told == list(phrases) else (f"words of the prompt that count: {', then '.join(told)}",)


def _choice(take: Take) -> tuple[str, ...]:
    if not take.others:
        return ()
    return (
        f"seed {take.seed} shows the prompt best of {len(take.others) + 1} takes; for another: "
        f"--seed {take.others[0]} --candidates 1",
    )
