"""Whether a run may go on: what it was begun with must be what is asked for now. And what a warm start takes over."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from torch import Tensor

from enliven.core.errors import InvalidRequestError, WeightsError
from enliven.training.joint_config import TrainConfig
from enliven.training.joint_state import RunState


def begun_with(config: TrainConfig) -> dict[str, Any]:
    """The settings that a run keeps to its end, as its state records them."""
    return {"seed": config.seed, "share_alike": config.share_alike, "net": asdict(config.net)}


def check_resumed(
    path: Path, header: Mapping[str, Any], config: TrainConfig, *, folders: Sequence[Path], data_hash: str
) -> None:
    """Refuse to go on with a run on other clips, from another seed, or with a net of another size.

    Args:
        path: the state of the run.
        header: of that state; one written before settings were recorded tells its clips alone.
        config: what is asked for now.
        folders: of clips that are asked for now.
        data_hash: of those clips.

    Raises:
        InvalidRequestError: if something differs; the sentence names it and both values.
    """
    anew = "or begin a new run in another folder"
    if header["data_hash"] != data_hash:
        named = ", ".join(map(str, folders))
        raise InvalidRequestError(
            f"{path} was trained on clips of hash {header['data_hash']}, {named} has {data_hash}, expected the same "
            f"clips; name the folders it was begun with, {anew} (--warm-start takes its weights along)"
        )
    begun, asked = header.get("begun", {}), begun_with(config)
    for name, remedy in (("seed", "--seed {}"), ("share_alike", "share_alike={}")):
        if name in begun and begun[name] != asked[name]:
            raise InvalidRequestError(
                f"{path} was begun with {name} {begun[name]}, {asked[name]} is asked for, expected the same; "
                f"go on with {remedy.format(begun[name])}, {anew}"
            )
    net = begun.get("net", asked["net"])
    other = sorted(name for name in net.keys() | asked["net"].keys() if net.get(name) != asked["net"].get(name))
    if other:
        was = ", ".join(f"{name} {net.get(name)}" for name in other)
        now = ", ".join(f"{name} {asked['net'].get(name)}" for name in other)
        raise InvalidRequestError(
            f"{path} was begun with a net of {was}, {now} is asked for, expected the same size; ask for that, {anew}"
        )


def warmed(state: RunState, weights: Mapping[str, Tensor], source: Path) -> tuple[str, ...]:
    """Take over the weights of another run that fit; scales come along, as weights mean something only with theirs.

    Args:
        state: a new one, which is changed.
        weights: averaged weights by name.
        source: where they come from, for messages.

    Returns:
        A sentence for people if something did not fit.

    Raises:
        WeightsError: if nothing that is learnt fits.
    """
    fresh = state.net.state_dict()
    fitting = {name: value for name, value in weights.items() if name in fresh and fresh[name].shape == value.shape}
    learnt = {name for name, _ in state.net.named_parameters()}
    if not learnt & fitting.keys():
        raise WeightsError(
            f"{source} has {len(weights)} averaged weights of which none fits a net of {len(learnt)}, expected the "
            "state of a like net; name another state, or begin without a warm start"
        )
    state.net.load_state_dict(fresh | fitting)
    state.ema.load_state_dict(fresh | fitting)
    anew, unused = sorted(fresh.keys() - fitting.keys()), sorted(weights.keys() - fitting.keys())
    notes = []
    if anew:
        notes.append(f"{len(anew)} of {len(fresh)} weights begin anew, as {source} has none that fits: {_some(anew)}")
    if unused:
        notes.append(f"{len(unused)} of {len(weights)} weights of {source} fit nothing: {_some(unused)}")
    return tuple(notes)


def _some(names: list[str]) -> str:
    more = f" and {len(names) - 8} more" if len(names) > 8 else ""
    return ", ".join(names[:8]) + more
