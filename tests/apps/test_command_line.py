import argparse
import re
import shlex
import subprocess
import sys

import pytest

from enliven import __version__
from enliven.apps.cli import main as program
from enliven.apps.cli.extras import needs_extra
from enliven.core.errors import EnlivenError, MissingExtraError
from enliven.core.progress import Cancelled


def test_every_command_has_help_and_a_summary(capsys):
    for name in program.COMMANDS:
        with pytest.raises(SystemExit, match="0"):
            program.main([name, "--help"])
        told = capsys.readouterr().out
        assert "usage: enliven " + name in told
        assert "examples:\n  enliven " + name in told


def _options(parser):
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for sub in action.choices.values():
                yield from _options(sub)
        else:
            yield parser.prog, action


def test_every_option_has_help_and_numbers_tell_their_range():
    options = list(_options(program.parser()))
    assert len(options) > 40
    for command, action in options:
        assert action.help, f"{command} {action.option_strings}"
        if action.type in (int, float):
            assert re.search(r"\d or more|\d to \d|\d \(still\) to \d", action.help), (
                f"{command} {action.option_strings}"
            )


def test_the_examples_are_commands():
    for name, module in program.COMMANDS.items():
        lines = module.EXAMPLES.strip().splitlines()
        assert lines
        for line in lines:
            words = shlex.split(line)
            assert words[:2] == ["enliven", name]
            program.parser().parse_args(words[1:])


def test_a_user_error_is_one_sentence_and_exit_code_2(capsys, tmp_path):
    missing = tmp_path / "not_there.glb"
    assert program.main(["animate", str(missing), "walks"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("enliven: ")
    assert "not_there.glb" in error
    assert "Traceback" not in error
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("raised", "code", "text"),
    [
        (EnlivenError("a.glb is odd"), 2, "enliven: a.glb is odd"),
        (Cancelled(), 130, "interrupted; no half-written file is left"),
        (KeyboardInterrupt(), 130, "interrupted; no half-written file is left"),
        (ZeroDivisionError("oh"), 1, r"an error of our own \(ZeroDivisionError: oh\)"),
    ],
)
def test_exit_codes(monkeypatch, capsys, raised, code, text):
    def fail(arguments):
        raise raised

    monkeypatch.setattr(program.COMMANDS["inspect"], "run", fail)
    assert program.main(["inspect", "a.glb"]) == code
    assert re.search(text, capsys.readouterr().err)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--seconds", "0"], "seconds is 0.0, expected 0.1 to 60.0"),
        (["--fps", "1000"], "fps is 1000.0, expected 1.0 to 240.0"),
        (["--strength", "-1"], "strength is -1.0, expected 0.0 to 3.0"),
        (["--seed", "-4"], "seed is -4, expected 0 to"),
        (["--seconds", "nan"], "seconds is nan"),
    ],
)
def test_options_out_of_range_are_named(capsys, tmp_path, words, text):
    assert program.main(["animate", str(tmp_path / "x.glb"), "walks", *words]) == 2
    assert text in capsys.readouterr().err


def test_an_empty_prompt_is_refused(capsys, tmp_path):
    assert program.main(["animate", str(tmp_path / "x.glb"), "  "]) == 2
    assert "the prompt is empty" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["-o", "out.obj"], "out.obj ends in '.obj', expected one of .glb, .gltf"),
        (["-o", "x.glb"], "x.glb is the input itself"),
        (["--preview", "out.xyz"], "the preview out.xyz ends in '.xyz', expected one of .gif"),
    ],
)
def test_an_output_that_cannot_be_written_is_refused_before_the_work(capsys, monkeypatch, tmp_path, words, text):
    monkeypatch.chdir(tmp_path)
    assert program.main(["animate", "x.glb", "walks", *words]) == 2  # the input itself is not even there
    assert text in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_video_without_pyav_is_refused_before_the_work(capsys, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "av", None)
    assert program.main(["animate", str(tmp_path / "x.glb"), "walks", "--preview", "out.mp4"]) == 2
    assert "pip install 'enliven[video]'" in capsys.readouterr().err


def test_a_folder_is_named_as_one(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert program.main(["inspect", "."]) == 2
    assert capsys.readouterr().err == "enliven: . is a folder, expected a 3D file; name the file in it\n"


def test_in_place_excludes_root_motion(capsys):
    with pytest.raises(SystemExit, match="2"):
        program.main(["animate", "x.glb", "walks", "--in-place", "--root-motion"])
    assert "not allowed with" in capsys.readouterr().err


def test_a_missing_extra_names_the_pip_command():
    with pytest.raises(
        MissingExtraError,
        match=r"'nosuch_module' is not installed, expected the extra \[train\]; run: pip install 'enliven\[train\]'",
    ):
        needs_extra("nosuch_module", "train")


def test_an_interrupt_ends_with_130_and_leaves_nothing(tmp_path):
    code = (
        "import sys, enliven.apps.cli.main as m\n"
        "def stop(options): raise KeyboardInterrupt\n"
        "m.COMMANDS['animate'].run = stop\n"
        "sys.exit(m.main(['animate', 'x.glb', 'walks']))"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 130
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("module", ["enliven", "enliven.apps.cli"])
def test_the_package_runs_as_a_program(module):
    done = subprocess.run([sys.executable, "-m", module, "--version"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"enliven {__version__}\n")
